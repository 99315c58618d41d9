//! What the rules want to know about two figures, and what follows from it. Nothing in here knows of a table: on screen the
//! table measures the facts, beside a real table the players state them.

use serde::{Deserialize, Serialize};
use table::{Cover, INCH};

use crate::tables::{Numbers, WeaponRow};

/// What lies between a firer and a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
    /// It is in cover and has a counter. Ruling S-R07.
    Cover,
    /// The weapon does nothing to a vehicle.
    Armour,
}

/// Whether fire can give this target a counter, and if not, why. Rule S-fire.
pub fn obstruction(weapon: &WeaponRow, facts: &Facts, counters: u8, vehicle: bool) -> Option<Obstruction> {
    let Facts { range, in_arc, clear, cover } = *facts;
    let looked = Looked { range: &|| range, in_arc: &|| in_arc, clear: &|| clear, cover: &|| cover };
    looked.obstruction(weapon, counters, vehicle)
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
    pub fn obstruction(&self, weapon: &WeaponRow, counters: u8, vehicle: bool) -> Option<Obstruction> {
        if !(self.in_arc)() {
            Some(Obstruction::Arc)
        } else if (self.range)() > weapon.range() {
            Some(Obstruction::Range)
        } else if !(self.clear)() {
            Some(Obstruction::Sight)
        } else if vehicle && !weapon.harms_vehicles.value {
            Some(Obstruction::Armour)
        } else if !vehicle && counters > 0 && counters >= limit((self.cover)()) {
            Some(Obstruction::Cover)
        } else {
            None
        }
    }
}

/// The counters that fire may bring a figure to. Rulings S-R06 and S-R07.
pub fn limit(cover: Cover) -> u8 {
    if cover == Cover::None { u8::MAX } else { 1 }
}

/// Counters that a successful die gives, the cover limit kept. Ruling S-R07.
pub fn given(counters: u8, cover: Cover, now: u8) -> u8 {
    counters.min(limit(cover).saturating_sub(now))
}

/// A figure's phases at the beginning of its turn. Rulings S-R03 and S-R14.
pub fn phases(numbers: &Numbers, counters: u8, vehicle: bool) -> u8 {
    let full = numbers.phases.value;
    if vehicle { full } else { full.saturating_sub(counters) }
}

/// Whether a figure with counters is killed by this die; none where no die is needed. Ruling S-R02.
pub fn killed(counters: u8, die: Option<u8>) -> bool {
    match die {
        Some(die) => die <= counters,
        None => counters >= 6,
    }
}

/// What a die must reach at most for noise to be heard. Rule S-noise: a pip less for each full step of distance.
pub fn noise(numbers: &Numbers, pips: u8, distance: i32) -> i16 {
    let steps = distance / (i32::from(numbers.noise_step_in.value) * INCH);
    i16::from(pips) - i16::try_from(steps).unwrap_or(i16::MAX / 2)
}

/// A close combat's score. Ruling S-R20.
pub fn score(die: u8, counters: u8) -> u8 {
    die.saturating_sub(counters).max(1)
}
