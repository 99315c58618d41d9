//! What may come of an order in the valley, by name.

use std::collections::BTreeSet;

use ::search_and_destroy::hex::Hex;
use ::search_and_destroy::state::{Pin, Place};
use ::search_and_destroy::units::Kind;
use ::search_and_destroy::{Side, State, UnitId};

use crate::prospects::Named;

/// Something that may come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A unit is lost.
    Gone(UnitId),
    /// A unit loses men.
    Hit(UnitId),
    /// A unit is pinned.
    Pinned(UnitId),
    /// A face-down counter turns out to be somebody.
    Found(UnitId),
    /// A face-down counter turns out to be nobody.
    Dummy(UnitId),
    /// A cache is found here.
    Cache(Hex),
}

pub(super) fn between(_: &State, before: &State, after: &State) -> BTreeSet<Mark> {
    let mut found = BTreeSet::new();
    for (id, old) in before.units() {
        let Some(now) = after.unit(id) else { continue };
        let dummy = old.kind == Kind::Dummy;
        let gone = now.place == Place::Gone && old.place != Place::Gone;
        if gone && !dummy {
            found.insert(Mark::Gone(id));
        } else if now.losses > old.losses {
            found.insert(Mark::Hit(id));
        }
        found.extend((old.pin == Pin::No && now.pin != Pin::No && !gone).then_some(Mark::Pinned(id)));
        let turned = old.face_down && (!now.face_down || gone);
        found.extend(turned.then_some(if dummy { Mark::Dummy(id) } else { Mark::Found(id) }));
    }
    for (old, now) in before.caches().iter().zip(after.caches()) {
        found.extend(now.hex.filter(|_| old.found.is_none() && now.found.is_some()).map(Mark::Cache));
    }
    found
}

pub(super) fn named(seen: &State, side: Side, mark: Mark) -> Named {
    let unit = |id| seen.unit(id);
    let ours = |id| unit(id).is_some_and(|unit| unit.side() == side);
    let at = |id| unit(id).and_then(|unit| unit.hex()).map_or_else(String::new, |hex| format!(" in {hex}"));
    let who = |id: UnitId| match unit(id) {
        Some(unit) if ours(id) || !unit.face_down => format!("{} {}{}", unit.kind.name(), id.0, at(id)),
        _ => format!("the face-down counter {}{}", id.0, at(id)),
    };
    let against = |id, worth: i64| if ours(id) { -worth } else { worth };
    let (words, stake) = match mark {
        Mark::Gone(id) => (format!("{} is lost", who(id)), against(id, 500)),
        Mark::Hit(id) => (format!("{} loses men", who(id)), against(id, 200)),
        Mark::Pinned(id) => (format!("{} is pinned", who(id)), against(id, 80)),
        Mark::Found(id) if ours(id) => (format!("the enemy gets to know {}", who(id)), -150),
        Mark::Found(id) => (format!("{} turns out to be a unit", who(id)), 200),
        Mark::Dummy(id) => (format!("{} turns out to be a dummy", who(id)), against(id, 50)),
        Mark::Cache(hex) => (format!("a cache is found in {hex}"), if side == Side::Us { 400 } else { -400 }),
    };
    Named { words, stake }
}
