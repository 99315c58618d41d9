//! The turn: activation, whose phase it is, interruptions, the end. Rules P-activation, P-turn and P-opportunity.

use std::collections::BTreeMap;

use table::{Cover, Terrain};
use tabletop::{Dice, Halt};

use crate::command::Command;
use crate::event::{Event, Reason};
use crate::play::Play;
use crate::refuse::No;
use crate::state::{
    Activation, Condition, Hull, Level, Marker, Order, Phase, Reaches, SinceRoll, Squad, Stage, State, ThisTurn,
};
use crate::tables::plus;
use crate::thrower::DieOf;
use crate::troops::{Kind, Mode, Side, SquadId};
use crate::{Platoon, air, movement, rule, victory};

/// How often equal squads roll at most. Ruling P-R05.
const ROLLS: u8 = 6;

/// Somebody who may fire at the active squad, as the enemy knows him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answering {
    /// A squad in sight.
    Squad(SquadId),
    /// The squads under the markers, if any.
    Hidden,
    /// An aircraft over the table.
    Aircraft,
}

/// What a squad adds to its die, item by item. Rule P-activation, rulings P-R05, P-R06 and P-R10.
pub(crate) fn reasons(rules: &Platoon, state: &State, squad: &Squad) -> Vec<(Reason, i8)> {
    let n = &rules.tables().numbers;
    let ground = state.ground(squad);
    // Once a crew had no cover of its vehicle.
    let crew = Some(squad.kind).filter(|kind| kind.is_vehicle() && !state.options.rulings.before(7));
    let riding = crew.or_else(|| squad.aboard.and_then(|v| state.squad(v)).map(|v| v.kind));
    let cover = match riding {
        Some(kind) if kind.is_armoured() => Cover::Hard,
        Some(_) => Cover::Soft,
        None if squad.kind.is_vehicle() => Cover::None,
        None => ground.cover(),
    };
    let mut found = Vec::new();
    if squad.fresh {
        found.push((Reason::Fresh, plus(&n.fresh)));
    }
    match (ground, cover) {
        (Terrain::Bunker, _) if riding.is_none() => found.push((Reason::Bunker, plus(&n.bunker))),
        (_, Cover::Hard) => found.push((Reason::HardCover, plus(&n.hard_cover))),
        (_, Cover::Soft) => found.push((Reason::SoftCover, plus(&n.soft_cover))),
        (_, Cover::None) => {}
    }
    if !squad.since.under_fire {
        found.push((Reason::NotUnderFire, plus(&n.not_under_fire)));
    }
    if squad.since.shelled {
        found.push((Reason::Shelled, -plus(&n.shelled)));
    }
    if squad.since.flanked {
        found.push((Reason::Flank, -plus(&n.flank)));
    }
    if squad.since.rear {
        found.push((Reason::Rear, -plus(&n.rear)));
    }
    if squad.since.losses > 0 {
        found.push((Reason::Casualties, -plus(&n.casualty).saturating_mul(squad.since.losses as i8)));
    }
    found
}

/// A new turn: support comes down, everybody rolls, the first squad acts.
pub(crate) fn begin_turn(
    rules: &Platoon,
    state: &mut State,
    dice: &mut dyn Dice,
    events: &mut Vec<Event>,
) -> Result<(), Halt> {
    Play::new(rules, state, dice, events).first_turn()
}

/// Whether a squad has a phase of its own.
fn has_phase(squad: &Squad) -> bool {
    squad.in_play() && squad.kind != Kind::Peasants
}

/// Whether a side has anybody left, as far as the other side can know: where a marker of it lies, somebody may hide.
/// Villagers do not count. Rule P-turn.
pub(crate) fn has_anybody(state: &State, side: Side) -> bool {
    state.squads.iter().any(|s| s.side == side && has_phase(s)) || may_hide(state, side)
}

/// Whether somebody of a side may lie under a marker, as far as the other side can know. Rule P-hidden.
pub(crate) fn may_hide(state: &State, side: Side) -> bool {
    let covers = |m: &Marker| m.side == side && m.condition == Condition::Down;
    !state.options.rulings.before(1) && state.markers.iter().any(covers)
}

/// Whether a side is asked to fire at the active squad. That it is asked must tell the other side nothing: it hangs on who
/// stands on the table, and not on who is under the markers. Rule P-opportunity, ruling P-R42.
pub(crate) fn may_interrupt(state: &State, side: Side) -> bool {
    let seen = state.squad(state.active.squad).is_some_and(Squad::on_table);
    seen && !state.active.held && answering(state, side).next().is_some()
}

/// Whether something that everybody sees keeps a squad from all fire: it went fast, flees, or is locked hand to hand.
fn keeps_from_fire(state: &State, squad: &Squad) -> bool {
    let runs = squad.turn.mode == Some(Mode::Fast) || squad.order == Order::Leaving;
    !state.options.rulings.before(7) && (runs || state.locked_with(squad).is_some())
}

/// Who of a side may fire at the active squad, as far as the other side can know. Rule P-opportunity, ruling P-R42.
pub(crate) fn answering(state: &State, side: Side) -> impl Iterator<Item = Answering> {
    let fires =
        move |s: &&Squad| s.side == side && has_phase(s) && s.may_answer(&state.options) && !keeps_from_fire(state, s);
    let in_sight = state.squads.iter().filter(fires).filter(|s| s.hidden.is_none()).map(|s| Answering::Squad(s.id));
    let before = state.options.rulings.before(1);
    let known = before && state.squads.iter().filter(fires).any(|s| s.hidden.is_some());
    let hidden = (known || may_hide(state, side)).then_some(Answering::Hidden);
    let flies = state.missions.iter().any(|m| m.side == side && m.may_attack(state.turn));
    in_sight.chain(hidden).chain(flies.then_some(Answering::Aircraft))
}

/// Whether the enemy may answer what a squad does with fire; of a deed, that is asked of the plain order. After a part of a move
/// he may in any case; talk, and dice for a move not yet gone, change nothing that he could fire at. Ruling P-R42.
pub(crate) fn may_be_answered(command: &Command) -> bool {
    match command {
        Command::Fire { .. }
        | Command::Launch { .. }
        | Command::Snipe { .. }
        | Command::BugOut { .. }
        | Command::Mortar { .. }
        | Command::Close { .. }
        | Command::LieDown { .. }
        | Command::StandUp { .. }
        | Command::Search { .. }
        | Command::Stores { .. }
        | Command::Capture { .. }
        | Command::Mount { .. }
        | Command::Carry { .. }
        | Command::PutDown { .. }
        | Command::Reach { .. }
        | Command::Reveal { .. } => true,
        Command::March { .. }
        | Command::Stand { .. }
        | Command::Step { .. }
        | Command::Fly { .. }
        | Command::Dismount { .. }
        | Command::Request { .. }
        | Command::Correct { .. }
        | Command::Strike { .. }
        | Command::FireAtAircraft { .. }
        | Command::Burst { .. }
        | Command::Question { .. }
        | Command::Deed { .. }
        | Command::Tell { .. }
        | Command::Message { .. }
        | Command::Try { .. }
        | Command::LeaveTable { .. }
        | Command::OutOfReach { .. }
        | Command::MoveMarker { .. }
        | Command::Pass
        | Command::HoldFire
        | Command::Done => false,
    }
}

impl Play<'_> {
    pub fn first_turn(&mut self) -> Result<(), Halt> {
        self.new_turn()?;
        // On the computer's table the ground is seen.
        if self.state.board.is_none() && !self.state.options.rulings.before(2) {
            // Who gets out of a vehicle stands where it does. Ruling P-R64.
            let vehicles = !self.state.options.rulings.before(4);
            let on_foot = |s: &Squad| !s.kind.is_vehicle() || (vehicles && s.kind != Kind::Helicopter);
            let stands = |s: &&Squad| s.in_play() && s.aboard.is_none() && on_foot(s);
            self.state.unplaced = self.state.squads.iter().filter(stands).map(|s| s.id).collect();
            self.state.phase = Phase::Ground(Side::Allied);
        }
        self.go_on()
    }

    /// The side that has still to say on what ground its squads stand.
    fn unplaced(&self) -> Option<Side> {
        let side = |id: &SquadId| self.state.squad(*id).map(|s| s.side);
        let left: Vec<Side> = self.state.unplaced.iter().filter_map(side).collect();
        [Side::Allied, Side::Vc].into_iter().find(|side| left.contains(side))
    }

    /// Beside a real table: on what ground a squad stands. Rule P-companion.
    pub fn stand(&mut self, squad: SquadId, ground: Terrain) -> Result<(), No> {
        self.state.unplaced.retain(|id| *id != squad);
        self.with(squad, |s| s.ground = ground)?;
        self.say(Event::Stands { squad, ground });
        Ok(())
    }

    fn new_turn(&mut self) -> Result<(), Halt> {
        self.state.turn += 1;
        let turn = self.state.turn;
        self.say(Event::TurnBegan { turn });
        for squad in &mut self.state.squads {
            squad.turn = ThisTurn::default();
            squad.figures.iter_mut().for_each(|f| (f.fired, f.searches) = (false, false));
        }
        for marker in &mut self.state.markers {
            marker.moved = false;
            marker.gone = 0;
        }
        self.state.stage = Stage::Support;
        self.state.levels.clear();
        self.messages_go_on()
    }

    /// Everybody rolls a die and adds his rating and the nine modifiers; lowest first. Rule P-activation.
    fn roll_levels(&mut self) -> Result<(), Halt> {
        let mut levels: BTreeMap<i8, Vec<Level>> = BTreeMap::new();
        for n in 0..self.state.squads.len() {
            if !has_phase(&self.state.squads[n]) {
                continue;
            }
            let die = self.d6(self.state.squads[n].id, "activation", rule!("P-activation"))?;
            let squad = &self.state.squads[n];
            let (id, gung_ho) = (squad.id, squad.gung_ho);
            let reasons = reasons(self.rules, self.state, squad);
            let sum: i8 = reasons.iter().map(|(_, value)| value).sum();
            let level = (die + gung_ho) as i8 + sum;
            self.state.squads[n].since = SinceRoll::default();
            self.say(Event::Levelled { squad: id, die, gung_ho, reasons: reasons.clone(), level });
            levels.entry(level).or_default().push(Level { squad: id, die, gung_ho, reasons, level, tie: None });
        }
        self.state.levels.clear();
        for equal in levels.into_values() {
            let order = self.break_tie(equal, ROLLS)?;
            // Each pair is told, so that nobody between two squads in sight is missed.
            for (n, first) in order.iter().enumerate() {
                for then in &order[n + 1..] {
                    self.say(Event::TieBroken { first: first.squad, then: then.squad });
                }
            }
            self.state.levels.extend(order);
        }
        self.state.queue = self.state.levels.iter().map(|l| (l.squad, l.level)).collect();
        Ok(())
    }

    /// Who is equal after the last roll draws lots, so that it comes to an end. Ruling P-R05.
    fn draw_lots(&mut self, mut equal: Vec<Level>) -> Result<Vec<Level>, Halt> {
        let mut order = Vec::new();
        while !equal.is_empty() {
            let lot = match equal.iter().find(|level| self.state.hides(level.squad)) {
                Some(hider) => DieOf::secret_of(equal[0].squad, hider.squad),
                None => equal[0].squad.into(),
            };
            let drawn = self.pick(lot, equal.len(), "lot among equal squads", rule!("P-activation"))?;
            order.push(equal.remove(drawn));
        }
        Ok(order)
    }

    /// Equal levels roll a die, the lower first; who is equal again rolls again. Rule P-activation, ruling P-R05.
    fn break_tie(&mut self, squads: Vec<Level>, rolls: u8) -> Result<Vec<Level>, Halt> {
        if squads.len() < 2 {
            return Ok(squads);
        }
        // Where only one of them is in sight, that there is a tie at all would tell of somebody hidden.
        let hider = squads.iter().find(|level| self.state.hides(level.squad)).map(|level| level.squad);
        let in_sight = squads.iter().filter(|level| !self.state.hides(level.squad)).count();
        let of = |squad: SquadId| match hider.filter(|_| in_sight < 2) {
            Some(hider) => DieOf::secret_of(squad, hider),
            None => squad.into(),
        };
        let mut rolled: BTreeMap<u8, Vec<Level>> = BTreeMap::new();
        for squad in squads {
            let die = self.d6(of(squad.squad), "tie of activation levels", rule!("P-activation"))?;
            rolled.entry(die).or_default().push(Level { tie: squad.tie.or(Some(die)), ..squad });
        }
        let mut order = Vec::new();
        for equal in rolled.into_values() {
            let again = rolls > 1 && !self.state.options.rulings.before(2);
            order.extend(if again { self.break_tie(equal, rolls - 1)? } else { self.draw_lots(equal)? });
        }
        Ok(order)
    }

    /// Goes on while nobody has anything to decide.
    pub fn go_on(&mut self) -> Result<(), Halt> {
        loop {
            if self.state.asks_abandoned() || self.over() {
                return Ok(());
            }
            for side in [Side::Allied, Side::Vc] {
                if !has_anybody(self.state, side) && !victory::is_unfinished(self.rules, self.state, side) {
                    self.end_game();
                    return Ok(());
                }
            }
            match self.state.phase {
                Phase::Burst(_) | Phase::Telling(_) => return Ok(()),
                Phase::Ground(_) => match self.unplaced() {
                    Some(side) => {
                        self.state.phase = Phase::Ground(side);
                        return Ok(());
                    }
                    None => self.state.phase = Phase::Between,
                },
                Phase::Overflight(side) => {
                    if air::may_fire_up(self.rules, self.state, side) {
                        return Ok(());
                    }
                    self.attack_now()?;
                    continue;
                }
                Phase::Active(_) if self.state.squad(self.state.active.squad).is_some_and(has_phase) => return Ok(()),
                Phase::Interrupt(side) => {
                    self.lay_no_fire(false);
                    if may_interrupt(self.state, side) {
                        return Ok(());
                    }
                    self.lay_no_fire(true);
                    self.state.phase = Phase::Active(side.enemy());
                    continue;
                }
                Phase::Active(_) | Phase::Between | Phase::Over => self.state.phase = Phase::Between,
            }
            match self.state.stage {
                Stage::Support => {
                    if !self.next_support()? {
                        self.state.stage = Stage::Levels;
                    }
                    continue;
                }
                Stage::Levels => {
                    self.roll_levels()?;
                    self.state.stage = Stage::Acting;
                    continue;
                }
                Stage::Acting => {}
            }
            if self.state.queue.is_empty() {
                self.end_turn()?;
                continue;
            }
            let (squad, _) = self.state.queue.remove(0);
            if self.state.squad(squad).is_some_and(has_phase) {
                self.activate(squad)?;
            }
        }
    }

    fn activate(&mut self, squad: SquadId) -> Result<(), Halt> {
        let side = self.state.named(squad)?.side;
        self.state.active = Activation { squad, ..Activation::default() };
        self.state.phase = Phase::Active(side);
        self.announce(squad, side);
        // Ruling P-R23.
        if self.state.squad(squad).is_some_and(|s| s.hull == Hull::Immobilised) {
            let die = self.d6(squad, "getting going again", rule!("P-R23"))?;
            let free = die >= self.rules.tables().numbers.freed.value;
            if free {
                self.with(squad, |s| s.hull = Hull::Running)?;
            }
            self.say(Event::Freeing { squad, die, free });
        }
        self.open_other_window();
        Ok(())
    }

    /// After something the other side may answer with fire.
    pub fn open_window(&mut self) {
        if let Phase::Active(side) = self.state.phase {
            self.state.phase = Phase::Interrupt(side.enemy());
        }
    }

    /// Any point of the phase is one at which the other side may fire: before the squad does anything, and after whatever it
    /// does without moving. Rule P-opportunity, ruling P-R42.
    pub fn open_other_window(&mut self) {
        if !self.state.options.rulings.before(1) {
            self.open_window();
        }
    }

    /// Nobody interrupts, or nobody more. Rule P-opportunity.
    pub fn pass(&mut self) -> Result<(), Halt> {
        match self.state.phase {
            Phase::Interrupt(side) => {
                self.lay_no_fire(true);
                self.state.phase = Phase::Active(side.enemy());
            }
            Phase::Overflight(_) => self.attack_now()?,
            _ => {}
        }
        Ok(())
    }

    /// Nobody interrupts while this squad acts, and nobody is asked any more. Ruling P-R42.
    pub fn hold_fire(&mut self) -> Result<(), Halt> {
        self.state.active.held = true;
        self.pass()
    }

    /// A squad on its way off a real table has left it. Rules P-morale and P-companion.
    pub fn leave_table(&mut self, squad: SquadId) -> Result<(), No> {
        self.is_gone(squad);
        self.state.active = Activation::default();
        self.state.phase = Phase::Between;
        Ok(())
    }

    /// A squad has left the table, and so have its passengers. Rule P-morale, ruling P-R62.
    fn is_gone(&mut self, squad: SquadId) {
        let earlier = self.state.options.rulings.before(5);
        let along = |s: &&mut Squad| s.id == squad || (!earlier && s.aboard == Some(squad));
        let mut gone = Vec::new();
        for squad in self.state.squads.iter_mut().filter(along) {
            squad.gone = true;
            gone.push(squad.id);
        }
        gone.into_iter().for_each(|squad| self.say(Event::LeftTable { squad }));
    }

    /// The acting squad is finished. Rule P-turn.
    pub fn finish(&mut self) -> Result<(), No> {
        let id = self.state.active.squad;
        let squad = self.state.named(id)?;
        let order = squad.order;
        // Once who rode left alone.
        let goes = squad.aboard.is_none() || self.state.options.rulings.before(10);
        let at_edge =
            goes && movement::at_edge(self.rules, self.state, squad) && movement::check_free(self.state, squad).is_ok();
        self.say(Event::Finished { squad: id });
        match order {
            Order::Leaving if at_edge => self.is_gone(id),
            _ if self.order_stands(id) => {}
            Order::Halted | Order::Withdrawing => self.with(id, |s| s.order = Order::Steady)?,
            Order::Leaving | Order::Steady => {}
        }
        self.with(id, Squad::stops_firing)?;
        self.lay_no_fire(true);
        self.state.active = Activation::default();
        self.state.phase = Phase::Between;
        Ok(())
    }

    /// Morale of those who lost figures, pinned markers, and the next turn or the end. Rules P-morale and P-unpin.
    fn end_turn(&mut self) -> Result<(), Halt> {
        let losers: Vec<SquadId> =
            self.state.squads.iter().filter(|s| s.turn.lost > 0 && s.in_play()).map(|s| s.id).collect();
        for squad in losers {
            self.morale(squad)?;
        }
        self.unpin_all()?;
        self.aircraft_leave();
        if self.state.turn >= self.state.last_turn {
            self.end_game();
            return Ok(());
        }
        self.new_turn()
    }

    /// The game is over, once the players of a real table have said whom the Allies leave behind. Rule P-victory, ruling P-R64.
    pub fn end_game(&mut self) {
        self.state.attack = None;
        self.state.unplaced.clear();
        if self.state.asks_distances() && self.state.abandoned.is_none() {
            let lying = victory::left_lying(self.rules, self.state);
            // Whether any of those who hide are left the question does not tell.
            if has_anybody(self.state, Side::Allied) && !lying.is_empty() {
                self.state.queue.clear();
                self.state.active = Activation::default();
                self.state.phase = Phase::Between;
                self.ask_who(Side::Allied, Reaches::Abandoned);
                return;
            }
            self.state.abandoned = Some(lying);
        }
        self.state.phase = Phase::Over;
        self.state.fall_of_shot = None;
        self.state.telling = None;
        self.state.queue.clear();
        self.state.active = Activation::default();
        let result = victory::score(self.rules, self.state).result;
        self.say(Event::Ended { result });
    }
}

pub(crate) fn check_hold(state: &State) -> Result<(), No> {
    match state.phase {
        Phase::Interrupt(_) => Ok(()),
        _ => Err(No::new(
            rule!("P-opportunity"),
            "No one is being asked to interrupt a squad.",
            "Wait until an enemy squad acts.",
        )),
    }
}

pub(crate) fn check_stand(state: &State, squad: SquadId, ground: Terrain) -> Result<(), No> {
    let side_of = |id: SquadId| state.squad(id).map(|s| s.side);
    let owner = side_of(squad);
    let hidden_left = |side| state.unplaced.iter().any(|&id| state.hides(id) && side_of(id) == Some(side));
    match state.phase {
        // Who hides comes first: when the last in sight stands, nobody else is waited for, and so nobody can be guessed.
        Phase::Ground(side) if owner == Some(side) && !state.hides(squad) && hidden_left(side) => Err(No::new(
            rule!("P-companion"),
            "Your hidden squads come first.",
            "Say where your hidden squads stand before the visible ones.",
        )),
        Phase::Ground(side) if owner == Some(side) && state.unplaced.contains(&squad) => {
            movement::check_ground(state, squad, ground)
        }
        _ => Err(No::new(
            rule!("P-companion"),
            "This squad's ground is not needed now.",
            "State it once at the start for each of your squads; later each move says where it ends.",
        )),
    }
}

pub(crate) fn check_pass(state: &State) -> Result<(), No> {
    match state.phase {
        Phase::Interrupt(_) | Phase::Overflight(_) => Ok(()),
        _ => Err(No::new(rule!("P-opportunity"), "No one is being asked to interrupt.", "Act with the active squad.")),
    }
}
