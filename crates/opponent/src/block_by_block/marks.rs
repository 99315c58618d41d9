//! What an attack or a turn may bring about in Huế, by name.

use std::collections::BTreeSet;

use ::block_by_block::units::{PAVN_NLF_UNITS, US_ARVN_UNITS};
use ::block_by_block::{Gate, Place, Side, State, UnitId, Zone};

use crate::prospects::Named;

/// Something that may come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A zone goes over to a side.
    Zone(usize, Side),
    /// A gate goes over to a side.
    Gate(Gate, Side),
    /// A side alone is left in an area that the enemy held.
    Falls(Place, Side),
    /// A side comes into an area in which the enemy stands, and he stays.
    Enters(Place, Side),
    /// A unit is lost.
    Gone(UnitId),
    /// A unit loses a step, or more than one.
    Hurt(UnitId),
}

pub(super) fn between(_: &State, before: &State, after: &State) -> BTreeSet<Mark> {
    let mut found = BTreeSet::new();
    for (n, zone) in Zone::ALL.into_iter().enumerate() {
        let now = after.zone_control(zone);
        found.extend((now != before.zone_control(zone)).then_some(Mark::Zone(n, now)));
    }
    for gate in Gate::all() {
        let now = after.gate_control(gate);
        found.extend((now != before.gate_control(gate)).then_some(Mark::Gate(gate, now)));
    }
    for side in [Side::UsArvn, Side::PavnNlf] {
        let (own, enemy) = (side, side.enemy());
        let taken = before.presence(enemy) & !after.presence(enemy) & after.presence(own);
        let entered = before.presence(enemy) & after.presence(enemy) & after.presence(own) & !before.presence(own);
        found.extend(Place::each(entered).filter(|place| !place.is_box()).map(|place| Mark::Enters(place, side)));
        found.extend(Place::each(taken).filter(|place| !place.is_box()).map(|place| Mark::Falls(place, side)));
    }
    for unit in UnitId::each(US_ARVN_UNITS | PAVN_NLF_UNITS).filter(|unit| before.place(*unit).is_some()) {
        if after.place(unit).is_none() {
            found.insert(Mark::Gone(unit));
        } else if after.steps_left(unit) < before.steps_left(unit) {
            found.insert(Mark::Hurt(unit));
        }
    }
    found
}

pub(super) fn named(_: &State, side: Side, mark: Mark) -> Named {
    let (words, stake) = match mark {
        Mark::Zone(n, to) => {
            let zone = Zone::ALL[n];
            (format!("zone {zone} {}", if to == side { "is won" } else { "is lost" }), sign(to == side) * 600)
        }
        Mark::Gate(gate, to) => {
            let words = format!("{} {}", gate.place(), if to == side { "is taken" } else { "is lost" });
            (words, sign(to == side) * 250)
        }
        Mark::Falls(place, to) => {
            (format!("{place} {}", if to == side { "falls" } else { "is lost" }), sign(to == side) * 150)
        }
        Mark::Enters(place, who) if who == side => (format!("your units get into {place}"), 100),
        Mark::Enters(place, _) => (format!("the enemy gets into {place}"), -100),
        Mark::Gone(unit) => (format!("the last of {unit} is lost"), sign(unit.side() != side) * 120),
        Mark::Hurt(unit) => (format!("steps of {unit} are lost"), sign(unit.side() != side) * 60),
    };
    Named { words, stake }
}

fn sign(good: bool) -> i64 {
    if good { 1 } else { -1 }
}
