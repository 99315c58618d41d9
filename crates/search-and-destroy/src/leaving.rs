//! Leaving the map, by the edge of one's own side or by another. Rules base-4.2 and 33.1.

use crate::event::{Cause, Departure};
use crate::movement::check_mover;
use crate::play::Play;
use crate::refuse::No;
use crate::scenario::Objective;
use crate::state::{Burden, Course, Place, State, Switch, Unit};
use crate::units::{Side, UnitId};
use crate::{Command, SearchAndDestroy, rule};

/// A unit that ran into a hidden counter as it got out goes nowhere in that player turn, aboard or not. Ruling SD-A76.
pub(crate) fn check_riders(state: &State, carrier: UnitId) -> Result<(), No> {
    if !state.rulings.before(9) && state.aboard(carrier).any(|(_, rider)| rider.stopped) {
        let because = "A passenger was stopped in this player turn.";
        return Err(No::new(rule!("SD-A76"), because, "Go on in the next one."));
    }
    Ok(())
}

/// Rule base-4.2: leaving the map.
pub(crate) fn check_leave(rules: &SearchAndDestroy, state: &State, id: UnitId) -> Result<(), No> {
    let unit = check_mover(rules, state, id)?;
    check_riders(state, id)?;
    let may = match unit.place {
        Place::Hex(hex) => {
            state.lay.exits[unit.side() as usize].as_ref().is_some_and(|exit| exit.contains(rules.map(), state, hex))
        }
        Place::River(number) => {
            let last = u8::try_from(rules.map().river().len() - 1).unwrap_or(u8::MAX);
            match unit.course {
                None => number == 0 || number == last,
                Some(Course::East) => number == last,
                Some(Course::West) => number == 0,
            }
        }
        _ => false,
    };
    if may {
        return Ok(());
    }
    Err(No::new(
        rule!("base-4.2"),
        "This unit cannot leave the map there.",
        "Units leave by the map edge the scenario gives their side; boats leave by either end of the river.",
    ))
}

/// Rule base-4.2: going off the map where one's own side has no way out.
pub(crate) fn check_stray(rules: &SearchAndDestroy, state: &State, id: UnitId) -> Result<(), No> {
    let unit = check_mover(rules, state, id)?;
    check_riders(state, id)?;
    let no = |id, because: &'static str, remedy: &'static str| Err(No::new(id, because, remedy));
    if unit.kind.is_boat() {
        return no(rule!("33.1"), "A boat can leave the map only along the river.", "Leave at either end of it.");
    }
    let Some(exit) = &state.lay.exits[unit.side() as usize] else {
        return no(rule!("base-4.2"), "The scenario lets none of your units leave the map.", "Stay on it.");
    };
    let Some(hex) = unit.hex().filter(|hex| rules.map().is_edge(*hex)) else {
        return no(
            rule!("base-4.2"),
            "This unit is not at the edge of the map.",
            "Go there first, if you mean to lose it.",
        );
    };
    if exit.contains(rules.map(), state, hex) {
        return no(rule!("base-4.2"), "From there it leaves unharmed.", "Leave the map instead.");
    }
    if unit.side() == Side::Nlf && !unit.controlled {
        return no(
            rule!("base-4.9"),
            "A squad out of command may only move towards its own side.",
            "End closer to the nearest Cadre or to your own map edge.",
        );
    }
    Ok(())
}

/// What the other side scores if a unit goes off the map in this way. Rule base-4.2.
pub(crate) fn price_of_straying(rules: &SearchAndDestroy, state: &State, id: UnitId) -> i32 {
    let Some(side) = state.unit(id).map(|unit| unit.side().enemy()) else { return 0 };
    let points = |state: &State| match side {
        Side::Us => state.score.us,
        Side::Nlf => state.score.nlf,
    };
    let mut after = state.clone();
    let mut dice = tabletop::dice::Tape::default();
    Play { rules, state: &mut after, dice: &mut dice, events: &mut Vec::new(), thrown: Vec::new() }.stray(id);
    points(&after) - points(state)
}

/// Going off the map as a loss: one unit of those that could stands for all of them, for nobody who picks among the commands
/// without looking should walk half his men off the map.
pub(crate) fn list_stray(rules: &SearchAndDestroy, state: &State, options: &mut Vec<Command>) {
    let all = state.units().map(|(unit, _)| unit);
    let first = all.filter(|unit| check_stray(rules, state, *unit).is_ok()).map(|unit| Command::Stray { unit }).next();
    options.extend(first);
}

impl Play<'_> {
    /// Rule base-4.2.
    pub fn leave_map(&mut self, id: UnitId) {
        let unit = self.state.units[id.index()];
        let squad = unit.kind.is_squad() && (unit.side() == Side::Nlf || self.state.rulings.before(10));
        let late = self.state.objectives.iter().any(|o| matches!(o, Objective::Escape(t, _) if self.state.turn > *t));
        if squad && late {
            self.state.escaped.push(id);
        }
        if let Place::River(number) = self.state.units[id.index()].place {
            self.unit(id).course = Some(if number == 0 { Course::West } else { Course::East });
        }
        for rider in self.passengers(id) {
            self.leave(rider, Departure::Exited);
        }
        self.evacuate(id);
        self.leave(id, Departure::Exited);
    }

    /// Rule base-4.2: a unit off the map by a wrong edge counts as destroyed, with those aboard and whatever it carries. It
    /// is turned up, for the points tell what it was.
    pub fn stray(&mut self, id: UnitId) {
        for lost in self.passengers(id).into_iter().chain([id]) {
            let by = self.state.units[lost.index()].side().enemy();
            let points = self.rules.destruction(self.state, &self.state.units[lost.index()]);
            self.score(by, points, Cause::Astray);
            let unit = self.unit(lost);
            unit.face_down = false;
            // Casualties that it carries are off the map too: neither left behind nor brought out.
            unit.burden = Burden::default();
            if let Some(weapon) = unit.weapon {
                self.unit(weapon).face_down = false;
            }
            self.leave(lost, Departure::Astray);
        }
    }

    /// Who rides in a unit; a heavy weapon goes with its crew.
    fn passengers(&self, id: UnitId) -> Vec<UnitId> {
        self.state.aboard(id).filter(|(_, u)| !u.kind.is_heavy_weapon()).map(|(rider, _)| rider).collect()
    }
}

impl SearchAndDestroy {
    /// What a unit of men that is destroyed is worth to the other side, apart from what rule base-4.18 adds for leaders and
    /// weapons: on the Casualty table what it was still worth, on the other as in close assault. Rules 32.113, 32.124 and
    /// 32.125, ruling SD-A20.
    pub fn destruction(&self, state: &State, unit: &Unit) -> u16 {
        let by = unit.side().enemy();
        if !unit.kind.is_personnel() {
            return 0;
        }
        let killed = |men: u8| u16::from(men) * self.combat.killed.of(by);
        if state.has(Switch::Casualties) {
            killed(self.worth(unit).saturating_sub(unit.losses))
        } else if state.has(Switch::ScaledDestruction) {
            killed(self.worth(unit))
        } else {
            self.combat.destroyed.of(by)
        }
    }
}
