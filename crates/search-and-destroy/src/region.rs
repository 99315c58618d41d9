//! Parts of the map that scenarios speak of.

use serde::{Deserialize, Serialize};

use crate::hex::Hex;
use crate::map::Map;
use crate::state::State;
use crate::units::Side;

/// A part of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Region {
    /// The whole map.
    Map,
    /// These hexes.
    Hexes(Vec<Hex>),
    /// Everything within so many hexes of any of these.
    Near(Vec<Hex>, u8),
    /// A village, hill or landing zone of the board.
    Named(String),
    /// From one column to another, both counted.
    Columns(u8, u8),
    /// From one row to another, both counted.
    Rows(u8, u8),
    /// North of the river.
    NorthBank,
    /// South of the river.
    SouthBank,
    /// Hexes with road.
    Road,
    /// At least so many hexes from any US unit on the map.
    AwayFromUs(u8),
    /// In all of these.
    Both(Vec<Region>),
    /// In any of these.
    Either(Vec<Region>),
    /// Not in this.
    Not(Box<Region>),
}

impl Region {
    /// A name in it that the board does not know.
    pub fn unknown<'a>(&'a self, map: &Map) -> Option<&'a str> {
        match self {
            Self::Named(name) if map.named(name).is_none() => Some(name),
            Self::Both(regions) | Self::Either(regions) => regions.iter().find_map(|r| r.unknown(map)),
            Self::Not(region) => region.unknown(map),
            _ => None,
        }
    }

    /// Whether a hex belongs to it.
    pub fn contains(&self, map: &Map, state: &State, hex: Hex) -> bool {
        map.contains(hex)
            && match self {
                Self::Map => true,
                Self::Hexes(hexes) => hexes.contains(&hex),
                Self::Near(hexes, distance) => hexes.iter().any(|h| h.distance(hex) <= *distance),
                Self::Named(name) => map.named(name).is_some_and(|hexes| hexes.contains(&hex)),
                Self::Columns(first, last) => (*first..=*last).contains(&hex.column),
                Self::Rows(first, last) => (*first..=*last).contains(&hex.row),
                Self::NorthBank => map.is_north(hex),
                Self::SouthBank => !map.is_north(hex),
                Self::Road => map.has_road(hex),
                Self::AwayFromUs(distance) => !state
                    .units()
                    .any(|(_, u)| u.side() == Side::Us && u.hex().is_some_and(|h| h.distance(hex) < *distance)),
                Self::Both(regions) => regions.iter().all(|r| r.contains(map, state, hex)),
                Self::Either(regions) => regions.iter().any(|r| r.contains(map, state, hex)),
                Self::Not(region) => !region.contains(map, state, hex),
            }
    }
}
