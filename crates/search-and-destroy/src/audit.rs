//! What must hold in every position.

use crate::SearchAndDestroy;
use crate::carrying::{fits, hauls};
use crate::movement::room;
use crate::state::{Place, State, Step};
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
            Place::Air(hex) => {
                let alone = state.units.iter().filter(|u| u.place == unit.place).count() == 1;
                if unit.kind != Kind::Gunship || !rules.map().contains(hex) || !alone {
                    return Err(format!("{name} cannot be above {hex}."));
                }
            }
            Place::With(carrier) => {
                // A squad that is aboard may have its mortar with it.
                let ends = |u: &&crate::state::Unit| match u.place {
                    Place::Gone | Place::Exited => false,
                    Place::With(_) => unit.kind.is_heavy_weapon(),
                    _ => true,
                };
                let holder = state.unit(carrier).filter(ends);
                let Some(holder) = holder else { return Err(format!("{name} is carried by no unit.")) };
                let fits = if unit.kind.is_heavy_weapon() {
                    holder.weapon == Some(id) && unit.face_down == holder.face_down
                } else {
                    holder.kind.takes_passengers() && unit.kind.is_personnel()
                };
                let strict = !state.rulings.before(7);
                let fits = fits && !(strict && unit.kind.is_heavy_weapon() && !hauls(holder.kind));
                if !fits || holder.side() != unit.side() {
                    return Err(format!("{name} does not belong with the {}.", holder.kind.name()));
                }
            }
            Place::Base => {
                if !unit.kind.is_helicopter() {
                    return Err(format!("{name} does not fly."));
                }
            }
            Place::Exited | Place::Gone => {}
        }
        let limit = rules.burden_limit(unit.kind);
        if unit.burden.markers() > limit || (unit.burden.markers() > 0 && unit.eye().is_none()) {
            return Err(format!("{name} carries {} casualties.", unit.burden.markers()));
        }
        if unit.weapon.is_some_and(|w| state.unit(w).is_none_or(|u| u.place != Place::With(id))) {
            return Err(format!("{name} has lost its heavy weapon."));
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
            || (unit.is_pinned() && unit.face_down && state.step != Step::NlfAssault)
            || (unit.acting && !unit.kind.is_squad())
            || (unit.is_pinned() && !unit.kind.is_personnel())
            || (unit.is_pinned() && matches!(unit.place, Place::With(_)) && !state.rulings.before(9))
        {
            return Err(format!("{name} has too much ammunition, or is pinned and may not be."));
        }
        if unit.element != Element::None && !unit.kind.may_carry_element() {
            return Err(format!("{name} carries a {}.", unit.element.name()));
        }
        let loads = [unit.element.is_heavy(), unit.weapon.is_some()];
        if !state.rulings.before(9) && (loads == [true; 2] || (unit.weapon.is_some() && unit.burden.markers() > 0)) {
            return Err(format!("{name} carries more than it can."));
        }
        if unit.element == Element::RecoillessRifle && unit.rpg {
            return Err(format!("{name} has a Recoilless Rifle and an RPG-7."));
        }
        if unit.kind.is_boat() && unit.place != Place::Gone && unit.tally >= rules.combat.sinks_at(state.switches) {
            return Err(format!("{name} should be destroyed."));
        }
    }
    let sum = |side| state.ledger.iter().filter(|(s, ..)| *s == side).map(|(_, _, points)| *points).sum::<i32>();
    if (sum(Side::Us), sum(Side::Nlf)) != (state.score.us, state.score.nlf) {
        return Err("The account does not add up to the points.".into());
    }
    if state.surprises.iter().any(|id| state.unit(*id).is_none_or(|u| u.face_down || u.hex().is_none())) {
        return Err("A unit that attacks by surprise is hidden or gone.".into());
    }
    let carriers = state.units().filter(|(_, u)| u.kind.takes_passengers() && !state.rulings.before(7));
    for (id, carrier) in carriers {
        let kinds: Vec<Kind> = state.aboard(id).map(|(_, u)| u.kind).collect();
        if !kinds.is_empty() && !fits(rules, carrier.kind, &kinds) {
            return Err(format!("Counter {} ({}) has too many aboard.", id.0, carrier.kind.name()));
        }
    }
    let setting_up = matches!(state.step, Step::Setup | Step::UsSetup);
    if !setting_up && state.units.iter().any(|u| matches!(u.place, Place::Pool(_))) {
        return Err("A counter was never set up.".into());
    }
    let aboard = |id| state.aboard(id).filter(|(_, u)| !u.kind.is_heavy_weapon()).count();
    if let Some((id, _)) = state.units().find(|(id, u)| aboard(*id) > 0 && u.burden.markers() > 0) {
        return Err(format!("Counter {} has men and casualties aboard.", id.0));
    }
    if state.permits.iter().any(|p| !setting_up || p.dug != state.has_position(p.hex)) {
        return Err("A position of the set-up is not as its owner chose.".into());
    }
    if !state.positions.windows(2).all(|p| p[0].hex < p[1].hex) || !state.casualties.windows(2).all(|c| c[0] < c[1]) {
        return Err("Positions or casualties are out of order.".into());
    }
    Ok(())
}
