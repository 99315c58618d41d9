//! A volley: who fires with what, and what halves, quarters or doubles the dice. Rule P-fire.

use serde::{Deserialize, Serialize};
use tabletop::RuleId;

use crate::rule;
use crate::troops::Weapon;

/// Why the number of dice is halved, quartered or doubled. Rule P-fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Factor {
    ReconByFire,
    MovedOnPatrol,
    SoftCover,
    HardCover,
    VehicleMoving,
    Ambush,
    TargetFast,
    VeryGoodTroops,
    PoorTroops,
}

impl Factor {
    /// What it multiplies by, in quarters.
    pub const fn quarters(self) -> u32 {
        match self {
            Self::HardCover => 1,
            Self::ReconByFire | Self::MovedOnPatrol | Self::SoftCover | Self::VehicleMoving | Self::PoorTroops => 2,
            Self::Ambush | Self::TargetFast | Self::VeryGoodTroops => 8,
        }
    }

    /// The rule it stands in.
    pub fn rule(self) -> RuleId {
        match self {
            Self::SoftCover | Self::HardCover => rule!("P-R10"),
            Self::TargetFast => rule!("P-R18"),
            _ => rule!("P-fire"),
        }
    }

    /// As in the log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ReconByFire => "reconnaissance by fire",
            Self::MovedOnPatrol => "firer moving on patrol",
            Self::SoftCover => "target in soft cover",
            Self::HardCover => "target in hard cover",
            Self::VehicleMoving => "vehicle moving over half",
            Self::Ambush => "ambush",
            Self::TargetFast => "target moving fast",
            Self::VeryGoodTroops => "very good troops",
            Self::PoorTroops => "poor troops",
        }
    }
}

/// What figures with one weapon bring to a volley. Rule P-fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arms {
    /// What they carry.
    pub weapon: Weapon,
    /// How many fire.
    pub figures: u8,
    /// Whether they are pinned and count half.
    pub pinned: bool,
    /// Whether the target is beyond short range for them.
    pub far: bool,
    /// Their dice, in quarters of a die.
    pub quarters: u32,
}

/// The dice of a volley, and why so many. Rule P-fire, ruling P-R12.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Volley {
    /// Figures that fire.
    pub firers: u8,
    /// How many of them are pinned and count half.
    pub pinned: u8,
    /// What each kind of weapon brings.
    pub arms: Vec<Arms>,
    /// Dice before the factors, in quarters of a die.
    pub base_quarters: u32,
    /// Two dice of grenades are among them. Ruling P-R17.
    pub grenades: bool,
    pub factors: Vec<Factor>,
    /// Dice at short range: 6 hits, 5 pins.
    pub near: u32,
    /// Dice beyond it: hits and pins are halved.
    pub far: u32,
    /// How many of those at short range are of heavy machine guns, thrown first. Ruling P-R56.
    #[serde(default)]
    pub heavy_near: u32,
    /// How many of those beyond it.
    #[serde(default)]
    pub heavy_far: u32,
    /// Dice of guns and cannons: 5 and 6 hit.
    pub cannon: u32,
}

/// Multiplies, rounds down, and leaves at least one die if there was one. Ruling P-R12.
pub fn multiplied(quarters: u32, factors: &[Factor]) -> u32 {
    multiplied_from(quarters, quarters, factors)
}

/// The same where pinned men have halved some of the dice already: one die is left if there was one before any factor.
pub(crate) fn multiplied_from(quarters: u32, before: u32, factors: &[Factor]) -> u32 {
    let (mut upper, mut lower) = (u64::from(quarters), 4_u64);
    for factor in factors {
        upper *= u64::from(factor.quarters());
        lower *= 4;
    }
    let dice = u32::try_from(upper / lower).unwrap_or(u32::MAX);
    dice.max(u32::from(before >= 4))
}
