//! What events are told with: who, by what, what for.

use serde::{Deserialize, Serialize};

use crate::units::{Kind, UnitId};

/// A counter as it is told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Who {
    pub unit: UnitId,
    /// What it is; for the other side a face-down one is a [`Kind::Suspect`].
    pub kind: Kind,
    /// Its company and platoon, 0 for none.
    pub company: u8,
    /// See `company`.
    pub platoon: u8,
    /// It was face down when this happened.
    pub hidden: bool,
}

/// What changes a die; [`crate::tables::Numbers::modifier`] says by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Modifier {
    /// The target is in an Improved Position. Rules base-4.10 and 32.0.
    ImprovedPosition,
    /// Fire at a face-down counter. Rule base-4.4.
    FaceDown,
    /// A close assault by surprise. Rule 32.3.
    Surprise,
    /// Sappers attack. Rules 31.12 and 32.7.
    SappersAttack,
    /// Sappers defend. Rule 32.7.
    SappersDefend,
    /// A Heavy Machine Gun against a helicopter. Rule 31.11.
    HeavyMachineGun,
}

/// What comes from above. Rule base-4.13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Ordnance {
    /// The battery of 105 mm, plotted.
    Battery,
    /// The battery, preplanned.
    Preplanned,
    AirStrike,
    /// A mortar of 81 mm.
    Mortar81,
    /// A mortar of 82 mm.
    Mortar82,
}

impl Ordnance {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Battery => "artillery",
            Self::Preplanned => "preplanned artillery",
            Self::AirStrike => "an air strike",
            Self::Mortar81 => "the 81 mm mortar",
            Self::Mortar82 => "the 82 mm mortar",
        }
    }
}

/// Why points were scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Cause {
    /// Casualties or the Points table.
    Combat,
    /// A unit destroyed in close assault. Rule 32.113.
    CloseAssault,
    /// A leader lost. Rule base-4.18.
    Leader,
    /// A vehicle lost. Rule base-4.18.
    Vehicle,
    /// A support element lost with its Cadre. Rule base-4.18.
    Element,
    /// A cache destroyed, or still unfound at the end. Rule base-4.18.
    Cache,
    /// Own casualties left in the enemy's hands. Rule base-4.18.
    LeftBehind,
    /// Wounded men brought out: less for the other side. Rule base-4.18.
    Evacuation,
    /// A helicopter lost. Rule base-4.18.
    Helicopter,
    /// Civilians hit by shells or bombs. Rule base-4.17.
    Civilians,
    /// An objective of the scenario.
    Objective,
    /// A unit that went off the map by a wrong edge. Rule base-4.2.
    Astray,
}

impl Cause {
    /// In a few words, for a line of the account.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Combat => "combat",
            Self::CloseAssault => "a unit destroyed in close assault",
            Self::Leader => "a leader",
            Self::Vehicle => "a vehicle",
            Self::Element => "a heavy weapon",
            Self::Cache => "a cache",
            Self::LeftBehind => "casualties left behind",
            Self::Evacuation => "wounded evacuated",
            Self::Helicopter => "a helicopter",
            Self::Civilians => "civilians",
            Self::Objective => "an objective",
            Self::Astray => "a unit that went off the map",
        }
    }
}

/// What keeps a Company Commander from one of his Platoon Leaders. Rule base-4.8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Absence {
    Dead,
    /// He has lost his hold in this turn.
    WithoutHold,
    /// He is so many hexes away.
    OutOfReach(u8),
    /// He has left the map, or has yet to come.
    OffTheMap,
}

/// How a counter left the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Departure {
    /// By casualties, on the table, or in close assault.
    Eliminated,
    /// A vehicle or boat was destroyed.
    Destroyed,
    /// A dummy was found out.
    Dummy,
    /// By its own edge.
    Exited,
    /// By another edge than its own, which counts as destroyed. Rule base-4.2.
    Astray,
}

impl Departure {
    /// Whether the unit is lost to its side.
    pub const fn is_loss(self) -> bool {
        matches!(self, Self::Eliminated | Self::Destroyed | Self::Astray)
    }
}
