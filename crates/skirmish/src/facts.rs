//! What the rules want to know about two figures, and what follows from it. Nothing in here knows of a table: on screen the
//! table measures the facts, beside a real table the players state them.

use serde::{Deserialize, Serialize};
use table::{Cover, INCH};

use crate::figure::Figure;
use crate::tables::{Numbers, WeaponRow};

/// What lies between a firer and a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// The distance in hundredths of an inch.
    pub range: i32,
    /// Whether the target is in the firer's arc. Ruling S-R05.
    pub in_arc: bool,
    /// Whether one sees the other.
    pub clear: bool,
    /// The target's cover from this firer. Ruling S-R06.
    pub cover: Cover,
}

/// Why a figure cannot be given a counter by fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Obstruction {
    /// It is outside the firing arc.
    Arc,
    /// It is beyond the weapon's range.
    Range,
    /// It is out of sight.
    Sight,
    /// It is in cover and has as many counters as that allows. Ruling S-R07.
    Cover { most: u8 },
    /// The weapon does nothing to a vehicle.
    Armour,
}

/// Whether fire can give this target a counter, and if not, why. Rule S-fire.
pub fn obstruction(numbers: &Numbers, weapon: &WeaponRow, facts: &Facts, target: &Figure) -> Option<Obstruction> {
    let Facts { range, in_arc, clear, cover } = *facts;
    let looked = Looked { range: &|| range, in_arc: &|| in_arc, clear: &|| clear, cover: &|| cover };
    looked.obstruction(numbers, weapon, target)
}

/// Facts that are looked at one after another, and only while they make a difference.
pub(crate) struct Looked<'a> {
    pub range: &'a dyn Fn() -> i32,
    pub in_arc: &'a dyn Fn() -> bool,
    pub clear: &'a dyn Fn() -> bool,
    pub cover: &'a dyn Fn() -> Cover,
}

impl Looked<'_> {
    /// What hides a man is no cover for a vehicle.
    pub fn obstruction(&self, numbers: &Numbers, weapon: &WeaponRow, target: &Figure) -> Option<Obstruction> {
        let covered = || limit(numbers, target, (self.cover)()).filter(|most| target.counters >= *most);
        if !(self.in_arc)() {
            Some(Obstruction::Arc)
        } else if (self.range)() > weapon.range() {
            Some(Obstruction::Range)
        } else if !(self.clear)() {
            Some(Obstruction::Sight)
        } else if target.vehicle && !weapon.harms_vehicles.value {
            Some(Obstruction::Armour)
        } else if target.counters > 0 {
            covered().map(|most| Obstruction::Cover { most })
        } else {
            None
        }
    }
}

/// The counters that fire may bring a figure in this cover to; none for as many as there are dice. What hides a man hides no
/// vehicle. Rulings S-R06 and S-R07.
pub fn limit(numbers: &Numbers, target: &Figure, cover: Cover) -> Option<u8> {
    (cover != Cover::None && !target.vehicle).then_some(numbers.cover_counters.value)
}

/// Whether cover makes a difference to so many counters more: it never does to a vehicle. Ruling S-R07.
pub(crate) fn cover_counts(numbers: &Numbers, target: &Figure, counters: u8) -> bool {
    limit(numbers, target, Cover::Soft).is_some_and(|most| target.counters.saturating_add(counters) > most)
}

/// Counters that a successful die gives, the cover limit kept. Ruling S-R07.
pub fn given(numbers: &Numbers, counters: u8, cover: Cover, target: &Figure) -> u8 {
    let room = limit(numbers, target, cover).map(|most| most.saturating_sub(target.counters));
    room.map_or(counters, |room| counters.min(room))
}

/// A figure's phases at the beginning of its turn. Rulings S-R03 and S-R14.
pub fn phases(numbers: &Numbers, counters: u8, vehicle: bool) -> u8 {
    let full = numbers.phases.value;
    if vehicle { full } else { full.saturating_sub(counters) }
}

/// The faces of a die.
pub const FACES: u8 = 6;

/// Whether a figure with so many counters falls whatever a die would show, so that none is rolled. Ruling S-R02.
pub const fn needs_no_die(counters: u8) -> bool {
    counters >= FACES
}

/// Whether a figure with counters is killed by this die. Ruling S-R02.
pub const fn killed(counters: u8, die: u8) -> bool {
    die <= counters
}

/// How near one must be for this die to hear so many pips, in hundredths of an inch: nearer than this. None if nobody hears it.
/// Rule S-noise: a pip less for each full step of distance.
pub fn heard_within(numbers: &Numbers, pips: u8, die: u8) -> Option<i32> {
    let steps = i32::from(pips.checked_sub(die)?) + 1;
    Some(steps * i32::from(numbers.noise_step_in.value) * INCH)
}

/// The highest die that hears so many pips at this distance; 0 if none does. Rule S-noise.
pub fn heard_up_to(numbers: &Numbers, pips: u8, distance: i32) -> u8 {
    let hears = |die: &u8| heard_within(numbers, pips, *die).is_some_and(|within| distance < within);
    (1..=pips).rev().find(hears).unwrap_or(0)
}

/// Whether the sum of two dice spots somebody at this range: it must reach it, fractions of an inch included. Rule S-hidden,
/// alternate rules.
pub fn spotted(sum: u8, range: i32) -> bool {
    i32::from(sum) * INCH >= range
}

/// A close combat's score. Ruling S-R20.
pub fn score(die: u8, counters: u8) -> u8 {
    die.saturating_sub(counters).max(1)
}
