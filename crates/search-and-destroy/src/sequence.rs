//! The sequence of play. Rule base-4.1.

use tabletop::Halt;

use crate::event::Cause;
use crate::play::Play;
use crate::scenario::Objective;
use crate::state::{Pending, Pin, Place, Position, Step, Switch, Unit};
use crate::units::{Kind, Side, UnitId};
use crate::{Command, Event, options, score};

impl Play<'_> {
    /// Carries a command out that was checked.
    pub fn carry_out(&mut self, command: &Command) -> Result<(), Halt> {
        match command {
            Command::Done => self.done()?,
            Command::Move { unit, path } => self.move_unit(*unit, path)?,
            Command::Sail { unit, river } => self.sail(*unit, *river),
            Command::Leave { unit } => self.leave_map(*unit),
            Command::Stray { unit } => self.stray(*unit),
            Command::Dig { unit } => {
                self.unit(*unit).digging = true;
                let who = self.who(*unit);
                self.say(Event::Digs { who });
            }
            Command::Probe { unit, at } => self.name_hex(*unit, *at, false),
            Command::Search { unit, at } => self.name_hex(*unit, *at, true),
            Command::Fire { shots, target } => {
                let column = self.rules.aimed(self.state, shots, *target)?.column;
                self.fire(shots, *target, column)?;
            }
            Command::Antitank { unit, target } => self.antitank(*unit, *target)?,
            Command::Assault { shots, target } => self.assault(shots, *target)?,
            Command::Answer { double } => self.answer(*double)?,
            Command::Retreat { to } => {
                if let Pending::Retreat { unit, attackers } = self.state.pending.clone() {
                    self.retreat_to(unit, *to, attackers)?;
                }
            }
            Command::Advance { unit } => {
                if let Pending::Advance { to, .. } = self.state.pending {
                    self.advance(*unit, to)?;
                }
            }
            Command::Hide { unit } => self.hide(*unit),
            Command::Plot { unit, at } => self.call(*unit, *at, None),
            Command::CallStrike { unit, at, along } => self.call(*unit, *at, Some(*along)),
            Command::Preplanned { at } => self.preplanned(*at)?,
            Command::Mortar { weapon, at, .. } => self.mortar(*weapon, *at)?,
            Command::Land { helicopter, passengers, supply, at } => self.land(*helicopter, passengers, *supply, *at)?,
            Command::Hover { helicopter, at } => self.hover(*helicopter, *at),
            Command::LiftOff { helicopter } => self.lift_off(*helicopter),
            Command::Mount { unit, carrier } => self.mount(*unit, *carrier),
            Command::Dismount { unit, at } => self.dismount(*unit, *at)?,
            Command::Load { unit, killed, wounded } => self.load(*unit, *killed, *wounded)?,
            Command::Unload { unit } => self.unload(*unit),
            Command::Haul { unit, weapon } => self.haul(*unit, *weapon),
            Command::SetDown { unit } => self.set_down(*unit)?,
            Command::Appoint { unit } => self.appoint(*unit)?,
            Command::ClearCivilians { unit, at } => self.clear_civilians(*unit, *at),
            setup => self.set_up(setup),
        }
        self.go_on()
    }

    fn enter(&mut self, step: Step) {
        (self.state.step, self.state.hid) = (step, false);
        let closes = self.state.has(Switch::CloseAssault);
        self.say(Event::StepBegan { step, closes });
    }

    /// Goes on by itself where nothing is left to decide. Only what both players know decides about that.
    fn go_on(&mut self) -> Result<(), Halt> {
        loop {
            self.look_round()?;
            if self.state.pending != Pending::Nothing {
                return Ok(());
            }
            match self.state.step {
                Step::Surprise => {
                    self.drop_idle_surprises();
                    if !self.state.surprises.is_empty() {
                        return Ok(());
                    }
                    self.end_searches()?;
                    self.state.probes.clear();
                    self.state.fired_at.clear();
                    self.enter(Step::UsFire);
                    self.come_down()?;
                }
                // Which hexes were written down before play is not told by a step that is over before it began. Ruling SD-A68.
                Step::UsFire if !self.state.rulings.before(2) && self.may_fire_preplanned() => return Ok(()),
                // Nor how many missions were plotted in it.
                Step::UsPlot if !self.state.rulings.before(2) && !self.state.support.plots.is_empty() => return Ok(()),
                Step::UsSearch | Step::UsFire | Step::UsAssault | Step::UsPlot => {
                    let mut list = Vec::new();
                    options::list(self.rules, self.state, &mut list);
                    if list.len() > 1 {
                        return Ok(());
                    }
                    self.done()?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Whether both players have to reckon with preplanned fire. Rule base-4.13.
    fn may_fire_preplanned(&self) -> bool {
        let support = &self.state.support;
        support.missions > 0 && !support.preplanned.is_empty() && !crate::support::direct_fire_began(self.state)
    }

    /// The player ends his step.
    fn done(&mut self) -> Result<(), Halt> {
        match self.state.step {
            Step::UsSetup => {
                self.set_up_the_rest(Side::Us)?;
                self.begin_nlf_setup()?;
            }
            Step::Setup => {
                self.set_up_the_rest(Side::Nlf)?;
                self.begin_turn()?;
            }
            Step::UsMovement => self.enter(Step::UsSearch),
            Step::UsSearch => {
                self.uncover();
                self.enter(Step::Surprise);
            }
            Step::Surprise => self.state.surprises.clear(),
            Step::UsFire => self.enter(Step::UsAssault),
            Step::NlfMovement => self.enter(Step::NlfFire),
            Step::NlfFire => self.enter(Step::NlfAssault),
            Step::UsAssault => {
                self.recover(Side::Us);
                self.enter(Step::UsPlot);
                self.look_again();
            }
            Step::UsPlot => self.end_player_turn(Side::Us)?,
            Step::NlfAssault => self.end_player_turn(Side::Nlf)?,
            Step::Over => {}
        }
        Ok(())
    }

    /// A game-turn begins.
    pub fn begin_turn(&mut self) -> Result<(), Halt> {
        self.say(Event::TurnBegan { turn: self.state.turn });
        self.begin_player_turn(if self.state.nlf_first { Side::Nlf } else { Side::Us })
    }

    fn begin_player_turn(&mut self, side: Side) -> Result<(), Halt> {
        self.state.fired_at.clear();
        self.state.assaulted.clear();
        self.state.split.clear();
        // A boat that has left keeps its course: it tells by which end it left.
        for unit in self.state.units.iter_mut().filter(|u| u.side() == side && u.place != Place::Exited) {
            unit.moved_before = unit.spent > 0;
            (unit.spent, unit.began, unit.course) = (0, None, None);
            (unit.landed, unit.flown, unit.stopped) = (false, false, false);
            (unit.fired, unit.assaulted, unit.digging, unit.searched) = (false, false, false, false);
            if unit.pin == Pin::Fresh {
                unit.pin = Pin::Old;
            }
        }
        match side {
            Side::Us => {
                self.gunships_leave();
                self.helicopters_arrive();
                self.state.landings_left = self.state.landings;
                self.state.appointed.clear();
                self.check_leadership()?;
                self.enter(Step::UsMovement);
                self.spot(None);
            }
            Side::Nlf => {
                self.check_command();
                self.enter(Step::NlfMovement);
                self.look_again();
            }
        }
        Ok(())
    }

    /// Rule base-4.7: who stands in sight is turned up whenever somebody can see again.
    fn look_again(&mut self) {
        if !self.state.rulings.before(8) {
            self.spot(None);
        }
    }

    fn end_player_turn(&mut self, side: Side) -> Result<(), Halt> {
        if side == Side::Nlf {
            self.recover(side);
            self.check_overrun();
        }
        let second = (side == Side::Nlf) != self.state.nlf_first;
        if !second {
            return self.begin_player_turn(side.enemy());
        }
        if self.state.turn >= self.state.turns {
            score::finish(self);
            self.state.step = Step::Over;
            self.say(Event::Ended);
            return Ok(());
        }
        self.state.turn += 1;
        self.begin_turn()
    }

    /// The Recovery Segment: pins, digging, ammunition. Rules base-4.6, base-4.10 and base-4.12.
    fn recover(&mut self, side: Side) {
        let mine: Vec<UnitId> = self.state.units().filter(|(_, u)| u.side() == side).map(|(id, _)| id).collect();
        for id in mine {
            let unit = self.state.units[id.index()];
            let Some(hex) = unit.hex() else {
                self.resupply(id);
                continue;
            };
            let who = self.who(id);
            // A unit that has hidden since loses its marker for good. Ruling SD-A66.
            if unit.pin != Pin::No && unit.face_down {
                self.unit(id).pin = Pin::No;
            } else if unit.pin == Pin::Old {
                self.unit(id).pin = Pin::No;
                self.say(Event::Recovered { who });
            }
            let real = unit.kind.is_personnel();
            if unit.digging && real && !unit.is_pinned() && !self.state.has_position(hex) {
                let known = side == Side::Us || !unit.face_down;
                self.state.positions.push(Position { hex, known });
                self.state.positions.sort_unstable();
                self.say(Event::Dug { at: hex, side, hidden: !known });
            }
            self.unit(id).digging = false;
            self.resupply(id);
        }
    }

    /// Rule base-4.12.
    fn resupply(&mut self, id: UnitId) {
        let unit = self.state.units[id.index()];
        let full = self.rules.units.units_of_fire.value;
        let carrier = match unit.place {
            Place::With(carrier) if !self.state.rulings.before(8) => self.state.unit(carrier),
            _ => None,
        };
        let Some(hex) = unit.hex().or(carrier.and_then(Unit::hex)) else { return };
        let moved = unit.spent > 0 || carrier.is_some_and(|carrier| carrier.spent > 0 || carrier.flown);
        let men = unit.kind.is_personnel() && self.rules.attack(&unit) > 0;
        let wants = self.state.has(Switch::Ammunition) && men && unit.ammunition < full;
        if !wants || unit.is_pinned() || moved {
            return;
        }
        let near = |other: Option<crate::hex::Hex>| other.is_some_and(|h| h.distance(hex) <= 1);
        match unit.side() {
            Side::Us => {
                let brought = self.state.supplies.iter().any(|h| near(Some(*h)));
                if brought || self.state.units.iter().any(|u| u.kind == Kind::M113 && near(u.hex())) {
                    self.unit(id).ammunition = full;
                    let who = self.who(id);
                    self.say(Event::Resupplied { who });
                }
            }
            Side::Nlf => {
                let mut ammunition = unit.ammunition;
                let most = if self.state.rulings.before(8) { 1 } else { usize::MAX };
                for cache in self.state.caches.iter_mut().filter(|c| near(c.hex) && c.supply > 0).take(most) {
                    let given = (full - ammunition).min(cache.supply);
                    cache.supply -= given;
                    ammunition += given;
                }
                if ammunition > unit.ammunition {
                    self.unit(id).ammunition = ammunition;
                    let who = self.who(id);
                    self.say(Event::Resupplied { who });
                }
            }
        }
    }

    /// An objective that counts during play.
    fn check_overrun(&mut self) {
        for objective in self.state.objectives.clone().iter() {
            let Objective::Overrun(hexes, points) = objective else { continue };
            let there: Vec<UnitId> = self
                .state
                .units()
                .filter(|(_, u)| {
                    u.side() == Side::Nlf
                        && score::is_armed(self.rules, self.state, u)
                        && matches!(u.place, Place::Hex(h) if hexes.contains(&h))
                })
                .map(|(id, _)| id)
                .collect();
            if let Some(first) = there.first().filter(|_| !self.state.overrun) {
                // Who claims the ground shows himself.
                self.reveal(*first);
                self.state.overrun = true;
                self.score(Side::Nlf, *points, Cause::Objective);
            }
        }
    }
}
