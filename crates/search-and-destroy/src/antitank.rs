//! RPG-7s and Recoilless Rifles. Rules base-4.15, 31.13 to 31.15 and 33.34.

use tabletop::Halt;

use crate::command::Rate;
use crate::event::Departure;
use crate::fire::{check_ammunition, has_moved};
use crate::movement::own;
use crate::play::Play;
use crate::refuse::{No, Part, no, said};
use crate::state::{State, Step, Switch, Unit};
use crate::tables::VehicleResult;
use crate::units::{Element, UnitId};
use crate::{Event, SearchAndDestroy, rule};

/// Rules 31.13, 33.34 and base-4.15.
pub(crate) fn check_antitank<'a>(
    rules: &SearchAndDestroy,
    state: &'a State,
    id: UnitId,
    target: UnitId,
) -> Result<&'a Unit, No> {
    let unit = own(state, id)?;
    if state.step != Step::NlfFire {
        return no(
            rule!("base-4.1"),
            "This is not the time to fire.",
            "Units fire after movement and before close assaults.",
        );
    }
    let recoilless = unit.element == Element::RecoillessRifle;
    if !recoilless && !unit.rpg {
        return no(
            rule!("31.13"),
            "This unit has neither an RPG-7 nor a Recoilless Rifle.",
            "Choose a unit that has one.",
        );
    }
    if unit.fired || unit.assaulted {
        return no(rule!("SD-A42"), "This unit has already attacked this player turn.", "Choose another unit.");
    }
    if unit.digging {
        return no(rule!("base-4.10"), "This unit is digging in this player turn.", "Choose another unit.");
    }
    if unit.spent > 0 && !state.has(Switch::FireAndMovement) {
        return Err(has_moved());
    }
    if unit.spent > rules.allowance(unit) / 2 {
        let id = if unit.element.is_heavy() { rule!("31.14") } else { rule!("base-4.11") };
        let remedy = "With Fire and Movement it may spend up to half its points and still fire.";
        return no(id, "This unit has moved too far to fire.", remedy);
    }
    check_ammunition(rules, state, unit, Rate::Normal)?;
    let aim = state.unit(target).filter(|u| u.kind.is_vehicle() || u.kind.is_boat());
    let Some((aim, to)) = aim.and_then(|aim| Some((aim, aim.eye()?))) else {
        return no(
            rule!("31.13"),
            "These weapons hit only vehicles and boats.",
            "Choose a vehicle or boat on the map.",
        );
    };
    let Some(from) = unit.eye() else {
        return no(rule!("31.13"), "This unit is not on the map.", "Choose another unit.");
    };
    if rules.map().range(from, to).is_none_or(|range| range > rules.units.antitank_range.value) {
        let because = said!("These weapons reach {}.", Part::Hexes(rules.units.antitank_range.value));
        return no(rule!("SD-A41"), because, "Choose a nearer target, or move closer.");
    }
    if !state.sees(rules.map(), from, to) {
        return no(rule!("base-4.5"), "This unit cannot see the target.", "Fire along a clear line of sight.");
    }
    Ok(aim)
}

impl SearchAndDestroy {
    /// What a die does to a vehicle or boat that is hit by an antitank weapon: the second time it is stopped it is destroyed.
    /// Rules base-4.15 and 33.34.
    pub(crate) fn antitank_result(&self, target: &Unit, die: u8) -> VehicleResult {
        let table = &self.combat.vehicle_defence;
        match table.result(die.saturating_add(table.modifier(target.kind))) {
            VehicleResult::Immobilized if target.immobilized => VehicleResult::Destroyed,
            result => result,
        }
    }
}

impl Play<'_> {
    /// Rules 31.13, 33.34 and base-4.15.
    pub fn antitank(&mut self, id: UnitId, target: UnitId) -> Result<(), Halt> {
        let recoilless = self.state.units[id.index()].element == Element::RecoillessRifle;
        let aim = self.state.units[target.index()];
        let die = self.d6("the vehicle's defence", rule!("31.13"))?;
        let modifier = self.rules.combat.vehicle_defence.modifier(aim.kind);
        let result = self.rules.antitank_result(&aim, die);
        self.spend_ammunition(id, Rate::Normal);
        let unit = self.unit(id);
        unit.fired = true;
        unit.rpg &= recoilless;
        unit.element_known |= recoilless;
        let (who, at) = (self.who(id), self.who(target));
        self.say(Event::FiredAntitank { who, target: at, recoilless, die, modifier, result });
        match result {
            VehicleResult::NoEffect => {}
            VehicleResult::Immobilized => {
                self.unit(target).immobilized = true;
                self.say(Event::Immobilized { who: at });
            }
            VehicleResult::Destroyed => self.leave(target, Departure::Destroyed),
        }
        self.show_firer(id)
    }
}
