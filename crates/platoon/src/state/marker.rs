//! Markers on the table: what may be somebody, or nobody.

use serde::{Deserialize, Serialize};
use table::Point;

use crate::troops::{MarkerId, Side, SquadId};

/// What lies under a marker. Rule P-hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Content {
    /// Nothing at all.
    Dummy,
    /// A squad, villagers or a sniper.
    Squad(SquadId),
    Cache,
    Trap(Trap),
    /// Not to be seen.
    Unknown,
}

/// Kinds of booby traps. Rule P-traps, ruling P-R36.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Trap {
    /// Punji sticks: one figure.
    Punji,
    /// As a grenade: everybody within two inches.
    Grenade,
    /// As a mortar bomb: four inches square.
    Mortar,
    /// A Claymore: a fan of six inches.
    Claymore,
}

impl Trap {
    /// As in running text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Punji => "punji stakes",
            Self::Grenade => "a grenade on a wire",
            Self::Mortar => "a buried mortar bomb",
            Self::Claymore => "a Claymore",
        }
    }
}

/// What has become of a marker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Condition {
    /// Face down.
    #[default]
    Down,
    /// A cache that was found.
    Found,
    /// Off the table.
    Removed,
}

/// A numbered marker. Rule P-hidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Marker {
    pub id: MarkerId,
    pub side: Side,
    pub at: Point,
    /// What lies under it.
    pub content: Content,
    /// What has become of it.
    pub condition: Condition,
    /// Whether it was moved this turn.
    pub moved: bool,
    /// Hundredths of an inch it was moved this turn, to confuse; nothing for who hides under it.
    pub gone: i32,
}
