//! What must hold in every position, worked out from scratch: the test-suites ask after each command.

use crate::BlockByBlock;
use crate::places::{Gate, PLACE_COUNT, PlaceSet, Zone};
use crate::play::controller;
use crate::state::{Condition, Location, State, Step};
use crate::units::{PLATOONS, TOWERS, US_ARVN_UNITS, UnitId, UnitSet};

/// The first invariant that is broken, in one sentence.
pub(crate) fn audit(rules: &BlockByBlock, state: &State) -> Result<(), String> {
    indexes(state)?;
    places(state)?;
    markers(rules, state)?;
    groups(state)?;
    if !(1..=5).contains(&state.turn) {
        return Err(format!("turn {}", state.turn));
    }
    let end = rules.numbers().track_end.value;
    if state.publicity > end || state.destruction > end {
        return Err("a political track is past its end".into());
    }
    Ok(())
}

/// No unit in two places, none lost from the indexes.
fn indexes(state: &State) -> Result<(), String> {
    let mut occupants = [UnitSet::EMPTY; PLACE_COUNT];
    let mut presence = [PlaceSet::EMPTY; 2];
    for unit in UnitId::all() {
        if let Location::Map(place) = state.location(unit) {
            occupants[place.index()] |= unit.set();
            presence[unit.side() as usize] |= place.set();
        }
    }
    if occupants != state.occupants || presence != state.presence {
        return Err("the indexes of who is where disagree with the units".into());
    }
    Ok(())
}

/// Rules 6.1, 8.0a and 2.5: boxes hold one, towers and platoons stand at home, conditions fit the counters.
fn places(state: &State) -> Result<(), String> {
    for gate in Gate::all() {
        let inside = state.units_at(gate.place());
        if inside.len() > 1 {
            return Err(format!("{} holds more than one counter", gate.place()));
        }
        for own in [UnitId::tower(gate), UnitId::platoon(gate)] {
            if state.place(own).is_some_and(|p| p != gate.place()) {
                return Err(format!("{own} is away from its gate"));
            }
        }
    }
    for unit in UnitId::all() {
        let kind = unit.kind();
        if kind.one_sided() && state.condition(unit) == Condition::Spent {
            return Err(format!("{unit} is one-sided and spent"));
        }
        if state.detached(unit) > 0 && (unit.set() & US_ARVN_UNITS & !PLATOONS).is_empty() {
            return Err(format!("{unit} has detached platoons"));
        }
    }
    Ok(())
}

/// Rules 8.0 and 9.2: gates belong to who stands in them, control markers are true where somebody fulfils the rule,
/// clearing stays on its track.
fn markers(rules: &BlockByBlock, state: &State) -> Result<(), String> {
    for gate in Gate::all() {
        let inside = state.units_at(gate.place());
        if let Some(unit) = UnitId::each(inside).next()
            && state.gate_control(gate) != unit.side()
        {
            return Err(format!("{gate:?} is not in the hands of {unit}, who stands in it"));
        }
    }
    for zone in Zone::ALL {
        if state.clearing(zone) > zone.size() {
            return Err(format!("{zone} is cleared beyond its areas"));
        }
        let settled = state.attack.is_none() && state.step != Step::Over;
        if settled && controller(rules, state, zone).is_some_and(|by| by != state.zone_control(zone)) {
            return Err(format!("the control marker of {zone} is untrue"));
        }
    }
    Ok(())
}

/// Rule 7.2: the units of a group stand together and belong to one group only.
fn groups(state: &State) -> Result<(), String> {
    let mut seen = TOWERS | PLATOONS;
    for (number, group) in state.groups() {
        if group.units.meets(seen) {
            return Err(format!("group {number} shares a unit with another, or holds a tower or platoon"));
        }
        seen |= group.units;
        let side = state.step.side();
        let mut places = UnitId::each(group.units).map(|u| state.place(u));
        if let Some(first) = places.next()
            && !group.finished
            && places.any(|p| p != first)
        {
            return Err(format!("group {number} stands in two places"));
        }
        let own = side.map_or(UnitSet::EMPTY, crate::state::side_units);
        if !group.units.is_within(own) {
            return Err(format!("group {number} holds a unit of the other side"));
        }
    }
    let acts = |number| state.group(number).is_some_and(|group| !group.finished);
    if state.active.is_some_and(|number| !acts(number)) && state.attack.is_none() {
        return Err("a finished group acts".into());
    }
    if state.step == Step::Political {
        return Err("the game waits in the Political Phase, in which neither side decides".into());
    }
    Ok(())
}
