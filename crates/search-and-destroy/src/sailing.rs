//! Patrol boats on the river. Rule 33.1.

use crate::movement::check_mover;
use crate::play::Play;
use crate::refuse::{Because, No, Part, said};
use crate::state::{Course, Place, State};
use crate::units::UnitId;
use crate::{Event, SearchAndDestroy, rule};

/// Rule 33.1, rulings SD-A47 to SD-A49.
pub(crate) fn check_sail(rules: &SearchAndDestroy, state: &State, id: UnitId, to: u8) -> Result<(), No> {
    let unit = check_mover(rules, state, id)?;
    let no = |because: Because, remedy: &'static str| Err(No::new(rule!("33.1"), because, remedy));
    let Place::River(from) = unit.place else {
        return no("Only a boat can sail.".into(), "Move the unit from hex to hex.");
    };
    if usize::from(to) >= rules.map().river().len() || to == from {
        return no("That is not another hexside of the river.".into(), "Choose one.");
    }
    if unit.course.is_some_and(|course| course != Course::between(from, to)) {
        return no("A boat sails in one direction each phase.".into(), "Turn around next turn.");
    }
    let left = rules.allowance(unit) - unit.spent;
    if to.abs_diff(from) > left {
        return no(said!("It has {} left.", Part::Movement(left)), "Sail a shorter distance.");
    }
    if state.units.iter().any(|u| u.place == Place::River(to)) {
        return no("Two boats cannot end on the same hexside.".into(), "Sail past the other boat or stop short of it.");
    }
    Ok(())
}

impl Play<'_> {
    /// Rule 33.1: hexside by hexside, for a boat sees on its way. Ruling SD-A58.
    pub fn sail(&mut self, id: UnitId, to: u8) {
        let who = self.who(id);
        self.say(Event::Sailed { who, river: to });
        let unit = self.unit(id);
        let Place::River(mut at) = unit.place else { return };
        unit.spent = unit.spent.saturating_add(to.abs_diff(at));
        unit.course = Some(Course::between(at, to));
        while at != to {
            at = match at < to {
                _ if self.state.rulings.before(6) => to,
                true => at + 1,
                false => at - 1,
            };
            self.unit(id).place = Place::River(at);
            self.spot(None);
        }
    }
}
