//! What lies on the map besides counters, and what is to come down on it.

use serde::{Deserialize, Serialize};

use crate::hex::{Direction, Hex};
use crate::units::{Side, UnitId};

/// Casualty markers in a hex. Rule base-4.16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Casualties {
    /// Where they lie.
    pub hex: Hex,
    /// Whose men.
    pub side: Side,
    pub killed: u8,
    pub wounded: u8,
}

/// An Improved Position. Rule base-4.10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Position {
    pub hex: Hex,
    /// Whether the US player knows of it.
    pub known: bool,
}

/// A hex where the scenario lets a side that sets up begin in an Improved Position. Rule base-4.10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Permit {
    pub hex: Hex,
    /// Its owner has it dug.
    pub dug: bool,
}

/// A supply cache. Rule base-4.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cache {
    /// Where it is; none while it is not set up.
    pub hex: Option<Hex>,
    /// The turn in which the US found it.
    pub found: Option<u8>,
    /// Units of fire left in it. Rule base-4.12.
    pub supply: u8,
}

/// A hex named in the Search Phase. Rule base-4.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Probe {
    /// Who named it.
    pub unit: UnitId,
    /// What was named.
    pub at: Hex,
    /// It searches the hex: who probes does not enter, finds no cache and meets no trap.
    pub search: bool,
}

/// An artillery mission that comes down in the next turn. Rule base-4.13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plot {
    /// Who plotted it.
    pub by: UnitId,
    pub at: Hex,
}

/// An air strike that comes down in this turn. Rule base-4.13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Strike {
    /// Who called it.
    pub by: UnitId,
    pub at: Hex,
    /// The side on which one of the two hexes beside the target is hit; the other one is opposite.
    pub along: Direction,
}

/// What the US player has off the map. Rule base-4.13.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Support {
    /// Artillery missions left.
    pub missions: u8,
    /// Air strikes left.
    pub strikes: u8,
    /// Hexes of preplanned fire; `None` are not yet written down.
    pub preplanned: Vec<Option<Hex>>,
    /// Missions that come down in the next US Combat Phase.
    pub plots: Vec<Plot>,
    /// Air strikes that come down in this one.
    pub calls: Vec<Strike>,
    /// Target hexes that were hit in the last turn.
    pub hit_before: Vec<Hex>,
    /// Those of this turn.
    pub hit_now: Vec<Hex>,
}
