//! A command being carried out: the working copy of the position, the dice and the events so far.
//! Counters, tracks and markers are changed here only, so that nothing goes unsaid.

use tabletop::{Dice, Halt, Need, Refusal, RuleId};

use crate::event::{Appearance, Departure, LossCause, PublicityCause, Travel};
use crate::places::{Gate, Place, Zone};
use crate::set::{GateSet, ZoneSet};
use crate::state::{Attack, Condition, Location, State, Step};
use crate::units::{Side, TOWERS, UnitId, UnitKind};
use crate::{BlockByBlock, Event, rule};

/// A command being carried out.
pub(crate) struct Play<'a> {
    pub rules: &'a BlockByBlock,
    pub state: &'a mut State,
    pub dice: &'a mut dyn Dice,
    pub events: &'a mut Vec<Event>,
}

impl Play<'_> {
    pub fn say(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Rolls one die.
    pub fn d6(&mut self, purpose: &'static str, rule: RuleId) -> Result<u8, Halt> {
        self.dice.roll(&Need::d6(purpose, rule))
    }

    /// The attack under way.
    ///
    /// # Errors
    /// There is none: commands that answer an attack were checked to have one.
    pub fn attack(&self) -> Result<Attack, Halt> {
        let none = || Refusal::new(rule!("7.3"), "No attack is under way.", "Declare an attack first.").into();
        self.state.attack.ok_or_else(none)
    }

    /// Where a counter stands.
    ///
    /// # Errors
    /// It is not on the map: commands that move one were checked to have one that is.
    pub fn place(&self, unit: UnitId) -> Result<Place, Refusal> {
        let nowhere = || Refusal::new(rule!("6.2a"), format!("{unit} is not on the map."), "Choose a unit on the map.");
        self.state.place(unit).ok_or_else(nowhere)
    }

    pub fn over(&self) -> bool {
        self.state.step == Step::Over
    }

    /// Moves a counter along a path of at least two places.
    pub fn travel(&mut self, unit: UnitId, path: Vec<Place>, how: Travel) {
        if let Some(&to) = path.last() {
            self.state.put(unit, Location::Map(to));
            self.say(Event::Travelled { unit, path, how });
            if let Some(gate) = to.gate() {
                self.take_gate(gate, unit.side());
            }
        }
    }

    /// Puts a counter on the map.
    pub fn appear(&mut self, unit: UnitId, at: Place, condition: Condition, how: Appearance) {
        let counter = &mut self.state.units[unit.index()];
        counter.condition = condition;
        counter.detached = 0;
        self.state.arrived |= unit.set();
        self.state.put(unit, Location::Map(at));
        self.say(Event::Appeared { unit, at, condition, how });
        if let Some(gate) = at.gate() {
            self.take_gate(gate, unit.side());
        }
    }

    /// Takes a counter off the map for good, out of its group as well.
    pub fn leave(&mut self, unit: UnitId, how: Departure) {
        let from = self.state.place(unit);
        let location = match how {
            Departure::Eliminated => Location::Eliminated,
            Departure::Exit => Location::Exited,
            Departure::AirborneWithdrawal => Location::Departed,
            Departure::NoRoom => Location::Lost,
        };
        self.state.put(unit, location);
        for group in &mut self.state.groups {
            group.units &= !unit.set();
        }
        self.say(Event::Left { unit, from, how });
    }

    /// Gives a gate to a side. Rule 8.0, ruling BB-R15.
    pub fn take_gate(&mut self, gate: Gate, by: Side) {
        if self.state.gate_control(gate) != by {
            self.state.us_arvn_gates ^= GateSet::of(gate);
            self.say(Event::GateTaken { gate, by });
        }
    }

    /// Rules 2.5a to 2.5d and 9.1a: fresh to spent to routed to eliminated, one-sided counters without the second.
    pub fn lose_step(&mut self, unit: UnitId, cause: LossCause) {
        let from = self.state.condition(unit);
        let to = match (from, unit.kind()) {
            (_, UnitKind::Platoon) | (Condition::Routed, _) => None,
            (Condition::Fresh, kind) if !kind.one_sided() => Some(Condition::Spent),
            _ => Some(Condition::Routed),
        };
        self.say(Event::StepLost { unit, from, to, cause });
        match to {
            Some(condition) => self.state.units[unit.index()].condition = condition,
            None => self.leave(unit, Departure::Eliminated),
        }
        if unit.side() == Side::UsArvn {
            if cause == LossCause::CloseCombat {
                self.raise_publicity(1, PublicityCause::StepLost(unit));
            }
            if to == Some(Condition::Routed) {
                self.raise_publicity(1, PublicityCause::Rout(unit));
            }
        }
    }

    /// Rules 9.1 and 9.1d, ruling BB-R8.
    pub fn raise_publicity(&mut self, by: u8, cause: PublicityCause) {
        let now = self.state.publicity.saturating_add(by).min(self.rules.numbers().track_end.value);
        let by = now - self.state.publicity;
        self.state.publicity = now;
        if by > 0 {
            self.say(Event::PublicityRose { by, now, cause });
        }
    }

    /// Rules 7.4 and 9.1d.
    pub fn raise_destruction(&mut self, by: u8) {
        let now = self.state.destruction.saturating_add(by).min(self.rules.numbers().track_end.value);
        let by = now - self.state.destruction;
        self.state.destruction = now;
        if by > 0 {
            self.say(Event::DestructionRose { by, now });
        }
    }

    /// Rules 9.2.1 and 3.1, rulings BB-R24 and BB-R44: markers change as control changes, and the game may end at once.
    pub fn retest_control(&mut self) {
        if self.over() {
            return;
        }
        for zone in Zone::ALL {
            if let Some(by) = new_controller(self.rules, self.state, zone) {
                self.state.us_arvn_zones ^= ZoneSet::of(zone);
                self.say(Event::ZoneTaken { zone, by });
            }
        }
        let marked = self.state.us_arvn_zones == Zone::ALL.into_iter().collect();
        let held = |zone| controller(self.rules, self.state, zone) == Some(Side::UsArvn);
        if marked && (self.state.options.rulings.before(7) || Zone::ALL.into_iter().all(held)) {
            self.state.sudden_death = true;
            self.end_game();
        }
    }
}

/// Who controls a zone by rule 9.2.1 as it stands; none if nobody fulfils it, and then the marker stays (BB-R24).
pub(crate) fn controller(rules: &BlockByBlock, state: &State, zone: Zone) -> Option<Side> {
    alone(state, zone).filter(|side| rules.map().zone_gates(zone).is_within(state.gates_of(*side)))
}

/// Who takes a zone from the other by rule 9.2.1: most often nobody, and that is seen at a glance.
fn new_controller(rules: &BlockByBlock, state: &State, zone: Zone) -> Option<Side> {
    let side = alone(state, zone).filter(|side| *side != state.zone_control(zone))?;
    rules.map().zone_gates(zone).is_within(state.gates_of(side)).then_some(side)
}

/// The side that has somebody in a zone, if the other has nobody there.
fn alone(state: &State, zone: Zone) -> Option<Side> {
    let here = |side| state.presence(side).meets(zone.set());
    match (here(Side::UsArvn), here(Side::PavnNlf)) {
        (true, false) => Some(Side::UsArvn),
        (false, true) => Some(Side::PavnNlf),
        _ => None,
    }
}

/// The Gate Tower in a box, if one stands there.
pub(crate) fn tower_in(state: &State, gate: Gate) -> Option<UnitId> {
    UnitId::each(state.units_at(gate.place()) & TOWERS).next()
}
