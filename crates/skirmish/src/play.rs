//! A command being carried out: the working copy of the position, the dice and the events so far.

use std::borrow::Cow;

use table::Point;
use tabletop::{Dice, Halt, Need, Refusal, RuleId};

use crate::companion::{Measuring, Seen};
use crate::event::{Cause, Delivery, Event};
use crate::figure::{Figure, FigureId, Side, Standing};
use crate::state::{Gone, State, Step};
use crate::thrower::{DieOf, Thrower};
use crate::{Command, Skirmish, rule};

/// A command being carried out.
pub(crate) struct Play<'a> {
    pub rules: &'a Skirmish,
    pub state: &'a mut State,
    pub dice: &'a mut dyn Dice,
    pub events: &'a mut Vec<Event>,
    /// Whose each die was that was asked for, the one that was not given among them.
    pub throwers: Vec<Thrower>,
    /// During the KIA check: the radios whose carriers have fallen, each with where and its die.
    pub radios: Option<Vec<(FigureId, Option<Point>, u8)>>,
}

impl<'a> Play<'a> {
    pub fn new(rules: &'a Skirmish, state: &'a mut State, dice: &'a mut dyn Dice, events: &'a mut Vec<Event>) -> Self {
        Self { rules, state, dice, events, throwers: Vec::new(), radios: None }
    }
}

impl Play<'_> {
    pub fn say(&mut self, event: Event) {
        self.events.push(event);
    }

    /// A figure of the computer's table with its place: what was checked acts there.
    pub fn stands(&self, id: FigureId) -> Result<(Figure, Point), Refusal> {
        let placed = self.state.figure(id).and_then(|figure| Some((*figure, figure.place()?)));
        placed.ok_or_else(|| astray(format!("{} has no place on the table.", self.state.name(id))))
    }

    /// Rolls one die.
    pub fn d6(&mut self, of: impl Into<DieOf>, purpose: &'static str, rule: RuleId) -> Result<u8, Halt> {
        self.die(of, 6, purpose, rule)
    }

    /// Rolls a die of eight sides for a direction.
    pub fn d8(&mut self, of: impl Into<DieOf>, purpose: &'static str, rule: RuleId) -> Result<u8, Halt> {
        self.die(of, 8, purpose, rule)
    }

    fn die(&mut self, of: impl Into<DieOf>, sides: u8, purpose: &'static str, rule: RuleId) -> Result<u8, Halt> {
        self.throwers.push(of.into().thrower(self.state, purpose));
        self.dice.roll(&Need { sides, purpose: Cow::Borrowed(purpose), rule })
    }

    /// Carries out a command that was checked.
    pub fn carry_out(&mut self, command: &Command) -> Result<(), Halt> {
        match *command {
            Command::Done => self.done(),
            Command::CallFire { at } => self.call_fire(Some(at)),
            Command::NextRound => self.next_round(),
            Command::SpottingRound { at } => self.spotting_round(Some(at)),
            Command::Correct { over, right } => self.correct(over, right),
            Command::Move { figure, to, facing } => self.walk(figure, to, facing),
            Command::Turn { figure, facing } => {
                self.turn(figure, facing);
                Ok(())
            }
            Command::Prepare { figure, work } => {
                self.prepare(figure, work);
                Ok(())
            }
            Command::Sneak { figure, to, facing } => self.sneak(figure, to, facing),
            Command::Fire { figure, weapon, at } => self.fire(figure, weapon, at),
            Command::Suppress { target } => self.place_counter(target),
            Command::Spray { figure, weapon, at } => self.spray(figure, weapon, Some(at)),
            Command::Listen { figure } => self.listen(figure),
            Command::Throw { figure, grenade, at } => self.send_to(figure, Delivery::Thrown, grenade, at),
            Command::Launch { figure, grenade, at } => self.send_to(figure, Delivery::Launched, grenade, at),
            Command::Rocket { figure, aim } => self.rocket(figure, aim),
            Command::Shell { figure, grenade, at } => self.send_to(figure, Delivery::Mortar, grenade, at),
            Command::Finish { figure } => {
                self.finish(figure);
                Ok(())
            }
            Command::PlaceClaymore { figure, at, facing } => self.place_claymore(figure, Some((at, facing))),
            Command::FireClaymore { figure, number } => self.fire_claymore(figure, number),
            Command::Fight { figure, target } => self.fight(figure, target),
            Command::Mount { figure, vehicle } => self.mount(figure, vehicle),
            Command::Dismount { figure, to, facing } => self.dismount(figure, Some((to, facing))),
            Command::Spot { figure, target } => self.spot(figure, target),
            Command::Leave { figure } => self.leave(figure),
            Command::Beside(said) => self.hear_said(&said),
        }
    }

    /// What follows of itself: who sees whom, and the end.
    pub fn go_on(&mut self) {
        if self.state.step == Step::Over {
            return;
        }
        if !self.state.is_beside() {
            self.look_around();
        }
        self.ask_no_more_than_counts();
        let side = self.state.side;
        if self.state.beside.measuring.is_none() && !self.state.beside.heirless[side as usize].is_empty() {
            if self.state.of(side).any(|(id, _)| self.state.may_carry(side, id)) {
                self.state.beside.measuring = Some((side, Measuring::Heir));
            } else {
                self.state.beside.heirless[side as usize].clear();
            }
        }
        self.end_if_nobody_is_left();
    }

    /// Spends phases of a figure. Ruling S-R01: figure by figure, so the figure that acted before is done. Ruling S-R08: whatever
    /// it was at is broken off; what goes on with it puts it back.
    pub fn spend(&mut self, id: FigureId, phases: u8) {
        if let Some(before) = self.state.active.filter(|&before| before != id) {
            self.rests(before);
        }
        self.state.active = Some(id);
        self.state.beside.moved = false;
        self.state.beside.mined = false;
        self.state.beside.looked = false;
        let figure = self.state.own(id);
        figure.phases = figure.phases.saturating_sub(phases);
        figure.begun = true;
        figure.work = None;
    }

    /// A figure's turn is over: phases that it has let go by break off what it was at. Ruling S-R47.
    pub fn rests(&mut self, id: FigureId) {
        let breaks = !self.state.setting.rulings.before(5);
        let figure = self.state.own(id);
        if breaks && figure.phases > 0 {
            figure.work = None;
        }
        figure.phases = 0;
    }

    /// Gives suppression counters.
    pub fn give(&mut self, id: FigureId, counters: u8, cause: Cause) {
        if counters == 0 {
            return;
        }
        let figure = self.state.own(id);
        figure.counters = figure.counters.saturating_add(counters);
        let now = figure.counters;
        self.say(Event::Suppressed { figure: self.state.who(id), counters, now, cause });
    }

    /// Takes a figure out of the game. Ruling S-R12: its radio is lost with it on 4 to 6; otherwise the nearest comrade takes it.
    pub fn remove(&mut self, id: FigureId) -> Result<(), Halt> {
        let at = self.state.whereabouts(id);
        let figure = self.state.own(id);
        let (radio, side) = (figure.kit.radio, figure.side);
        figure.at = None;
        figure.standing = Standing::Removed;
        figure.phases = 0;
        figure.work = None;
        figure.kit.radio = false;
        self.state.gone.push(Gone { figure: id, at, by: None });
        self.out_of_sight(id);
        if self.state.active == Some(id) {
            self.state.active = None;
        }
        if radio {
            let die = self.d6(DieOf::secret(side), "the radio", rule!("S-R12"))?;
            match &mut self.radios {
                Some(radios) => radios.push((id, at, die)),
                None => self.pass_radio(id, at, die),
            }
        }
        Ok(())
    }

    /// What becomes of a radio whose carrier has fallen. Ruling S-R12.
    pub fn pass_radio(&mut self, id: FigureId, at: Option<Point>, die: u8) {
        let side = self.state.own(id).side;
        let lost = die >= self.rules.numbers().radio_lost_on.value;
        if self.asks_for_heir(side, lost) {
            let heirless = &mut self.state.beside.heirless[side as usize];
            if heirless.is_empty() || !self.state.setting.rulings.before(11) {
                heirless.push(id);
            }
            let figure = self.state.who(id);
            return self.say(Event::Beside(Seen::RadioWhole { figure, die }));
        }
        let heir = if lost { None } else { self.nearest_comrade(side, at) };
        if let Some(heir) = heir {
            self.state.own(heir).kit.radio = true;
        }
        let (figure, to) = (self.state.who(id), heir.map(|heir| self.state.who(heir)));
        self.say(Event::Radio { figure, die, to });
    }

    /// Whether the players have to say who is nearest: beside a real table, and where there are two at least.
    fn asks_for_heir(&self, side: Side, lost: bool) -> bool {
        let men = self.state.of(side).filter(|(id, _)| self.state.may_carry(side, *id)).count();
        self.state.is_beside() && !lost && men > 1 && !self.state.setting.rulings.before(2)
    }

    /// Who rides is as far away as his vehicle. Ruling S-R12.
    fn nearest_comrade(&self, side: Side, at: Option<Point>) -> Option<FigureId> {
        let earlier = self.state.setting.rulings.before(2);
        let away = |id: FigureId, f: &Figure| {
            let there = if earlier { f.place() } else { self.state.whereabouts(id) };
            let here = if earlier { Some(at.unwrap_or_default()) } else { at };
            here.zip(there).map_or(0, |(here, there)| here.squared(there))
        };
        let comrades = self.state.of(side).filter(|(_, f)| !f.vehicle && f.in_play());
        comrades.min_by_key(|(id, f)| (away(*id, f), *id)).map(|(id, _)| id)
    }
}

/// What cannot be after a command was checked: said, so that nothing is done by halves.
pub(crate) fn astray(because: impl Into<String>) -> Refusal {
    Refusal::new(rule!("S-turn"), because, "This is a fault of the program: please report it with the saved game.")
}
