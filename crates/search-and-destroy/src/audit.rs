//! What must hold in every position.

use crate::SearchAndDestroy;
use crate::movement::room;
use crate::state::{Place, State, Step, Switch};
use crate::units::{Element, Kind, Side};

/// Checks a position from scratch.
pub(crate) fn audit(rules: &SearchAndDestroy, state: &State) -> Result<(), String> {
    for (id, unit) in state.units() {
        let name = format!("Counter {} ({})", id.0, unit.kind.name());
        match unit.place {
            Place::Hex(hex) => {
                if !rules.map().contains(hex) {
                    return Err(format!("{name} is off the map in {hex}."));
                }
                if !room(state, id, unit.kind, hex) {
                    return Err(format!("{name} is one too many in {hex}."));
                }
                if state.holds(unit.side().enemy(), hex) {
                    return Err(format!("Both sides are in {hex}."));
                }
                if unit.kind.is_boat() {
                    return Err(format!("{name} is on land."));
                }
            }
            Place::River(number) => {
                let alone = state.units.iter().filter(|u| u.place == unit.place).count() == 1;
                if !unit.kind.is_boat() || usize::from(number) >= rules.map().river().len() || !alone {
                    return Err(format!("{name} cannot be on river hexside {number}."));
                }
            }
            Place::Pool(entry) | Place::Reserve(entry) => {
                if usize::from(entry) >= state.entries.len() {
                    return Err(format!("{name} belongs to no entry."));
                }
            }
            Place::Exited | Place::Gone => {}
        }
        let worth = rules.worth(unit);
        let full = rules.units.units_of_fire.value;
        if unit.kind.is_personnel() && unit.place != Place::Gone && unit.losses >= worth.max(1) {
            return Err(format!("{name} has {} losses and is still there.", unit.losses));
        }
        if unit.kind == Kind::Suspect || (unit.face_down && unit.side() == Side::Us) {
            return Err(format!("{name} cannot lie face down."));
        }
        if unit.ammunition > full
            || (unit.is_pinned() && unit.face_down)
            || (unit.is_pinned() && !unit.kind.is_personnel())
        {
            return Err(format!("{name} has too much ammunition, or is pinned and may not be."));
        }
        if unit.element != Element::None && !unit.kind.may_carry_element() {
            return Err(format!("{name} carries a {}.", unit.element.name()));
        }
        if unit.element == Element::RecoillessRifle && unit.rpg {
            return Err(format!("{name} has a Recoilless Rifle and an RPG-7."));
        }
        let limit = rules.combat.boat_points.value;
        if unit.kind.is_boat() && unit.place != Place::Gone && unit.tally >= limit && !state.has(Switch::Casualties) {
            return Err(format!("{name} should be destroyed."));
        }
    }
    if state.surprises.iter().any(|id| state.unit(*id).is_none_or(|u| u.face_down || u.hex().is_none())) {
        return Err("A unit that attacks by surprise is hidden or gone.".into());
    }
    let started = !matches!(state.step, Step::Setup | Step::UsSetup);
    if started && state.units.iter().any(|u| matches!(u.place, Place::Pool(_))) {
        return Err("A counter was never set up.".into());
    }
    if !state.positions.windows(2).all(|p| p[0].hex < p[1].hex) || !state.casualties.windows(2).all(|c| c[0] < c[1]) {
        return Err("Positions or casualties are out of order.".into());
    }
    Ok(())
}
