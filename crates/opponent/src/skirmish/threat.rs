//! What the fire of a side could do where everybody stands: its next turn, each figure at whom it can give most.

use std::collections::BTreeMap;

use ::skirmish::facts::{self, FACES, Obstruction};
use ::skirmish::figure::{Figure, FigureId, Weapon};
use ::skirmish::{Side, Skirmish, State};

/// A vehicle counts as so many figures.
const VEHICLE: i64 = 4;

/// The counters of suppression that the known figures of a side may give in a turn of theirs, in tenths.
pub(super) fn fire_to_come(rules: &Skirmish, state: &State, side: Side) -> i64 {
    let known = |whose: Side| state.placed().filter(move |(id, it, _)| it.side == whose && state.is_located(*id));
    let targets: Vec<FigureId> = known(side.enemy()).map(|(id, ..)| id).filter(|id| state.is_known(*id)).collect();
    if targets.is_empty() {
        return 0;
    }
    let mut given: BTreeMap<FigureId, i64> = BTreeMap::new();
    let mut sum = 0;
    for (id, firer, _) in known(side) {
        let best = targets
            .iter()
            .map(|target| {
                (*target, counters(rules, state, id, firer, *target, given.get(target).copied().unwrap_or(0)))
            })
            .max_by_key(|(target, counters)| (*counters, *target));
        if let Some((target, counters)) = best {
            *given.entry(target).or_default() += counters;
            let vehicle = state.figure(target).is_some_and(|figure| figure.vehicle);
            sum += counters * if vehicle { VEHICLE } else { 1 };
        }
    }
    sum
}

/// The counters that a figure may give another in its next turn, in tenths, where others give it so many.
fn counters(rules: &Skirmish, state: &State, id: FigureId, firer: &Figure, target: FigureId, others: i64) -> i64 {
    let Some(aim) = state.figure(target) else { return 0 };
    let numbers = rules.numbers();
    let phases = facts::phases(numbers, firer.counters, firer.vehicle);
    let direct = Skirmish::direct_weapons(firer).filter_map(|weapon| {
        let row = rules.weapons().of(weapon)?;
        let line = rules.fire_line(state, id, weapon, target)?;
        // Who has to turn first has a phase less.
        let phases = match line.obstruction {
            None => phases,
            Some(Obstruction::Arc) => phases.saturating_sub(1),
            Some(_) => return None,
        };
        let phases = if weapon == Weapon::SniperRifle { phases.min(1) } else { phases };
        let room = line.limit.map_or(i64::MAX, |most| 10 * i64::from(most.saturating_sub(aim.counters)) - others);
        Some(tenths(row.suppress_on.value, row.counters.value, phases).min(room))
    });
    let rocket = || {
        let row = rules.weapons().rpg();
        let (from, to) = (firer.place()?, aim.place()?);
        let line = rules.sight_line(state, from, to);
        let fires = aim.vehicle
            && firer.kit.weapons.has(Weapon::Rpg)
            && phases >= rules.phases_of(::skirmish::Work::Rocket)
            && line.blocked.is_none()
            && line.range <= row.range();
        fires.then(|| tenths(row.suppress_on.value, row.counters.value, 1))
    };
    direct.max().into_iter().chain(rocket()).max().unwrap_or(0).max(0)
}

fn tenths(on: u8, counters: u8, dice: u8) -> i64 {
    let faces = i64::from((FACES + 1).saturating_sub(on));
    10 * faces * i64::from(counters) * i64::from(dice) / i64::from(FACES)
}
