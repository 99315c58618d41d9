//! Parts of the map that scenarios speak of.

use serde::{Deserialize, Serialize};
use tabletop::briefing::{either, listed};

use crate::hex::Hex;
use crate::map::Map;
use crate::sight::Eye;
use crate::state::{State, Unit};
use crate::units::Side;
use crate::words::in_hexes;

/// A part of the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Region {
    /// The whole map.
    Map,
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

/// Where US units on the map are, boats and gunships too.
pub(crate) fn us_units(state: &State) -> impl Iterator<Item = Eye> {
    let counts = |unit: &&Unit| unit.side() == Side::Us && (unit.hex().is_some() || !state.rulings.before(7));
    state.units.iter().filter(counts).filter_map(Unit::eye)
}

impl Region {
    /// A hex in it that is not on the map.
    pub fn outside(&self, map: &Map) -> Option<Hex> {
        match self {
            Self::Hexes(hexes) | Self::Near(hexes, _) => hexes.iter().find(|hex| !map.contains(**hex)).copied(),
            Self::Both(regions) | Self::Either(regions) => regions.iter().find_map(|r| r.outside(map)),
            Self::Not(region) => region.outside(map),
            _ => None,
        }
    }

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
        let near = |eye: Eye, distance: u8| map.range(eye, Eye::Hex(hex)).is_some_and(|range| range < distance);
        self.has(map, &|distance| !us_units(state).any(|eye| near(eye, distance)), hex)
    }

    /// Whether a hex belongs to it, of a part of the map that does not depend on where anybody is.
    pub(crate) fn holds(&self, map: &Map, hex: Hex) -> bool {
        self.has(map, &|_| false, hex)
    }

    /// Whether a hex may belong to it: what depends on where US units are is taken both ways.
    pub(crate) fn may_hold(&self, map: &Map, hex: Hex) -> bool {
        [true, false].into_iter().any(|away| self.has(map, &|_| away, hex))
    }

    /// Whether it is always the same part of the map.
    pub(crate) fn is_fixed(&self) -> bool {
        match self {
            Self::AwayFromUs(_) => false,
            Self::Both(regions) | Self::Either(regions) => regions.iter().all(Self::is_fixed),
            Self::Not(region) => region.is_fixed(),
            _ => true,
        }
    }

    /// `away` says whether the hex is at least so far from any US unit.
    pub(crate) fn has(&self, map: &Map, away: &dyn Fn(u8) -> bool, hex: Hex) -> bool {
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
                Self::AwayFromUs(distance) => away(*distance),
                Self::Both(regions) => regions.iter().all(|r| r.has(map, away, hex)),
                Self::Either(regions) => regions.iter().any(|r| r.has(map, away, hex)),
                Self::Not(region) => !region.has(map, away, hex),
            }
    }
}

/// Hexes in words: villages, hills and landing zones of which all hexes are meant by their names, the rest hex by hex, or as
/// a stretch of trail if they are many.
pub(crate) fn hexes_in_words(map: &Map, hexes: &[Hex]) -> String {
    named(map, hexes, listed).0
}

/// The same where any one of them will do.
pub(crate) fn any_in_words(map: &Map, hexes: &[Hex]) -> String {
    named(map, hexes, either).0
}

/// These hexes by name, joined in this way; and whether they are a trail and nothing else.
fn named(map: &Map, hexes: &[Hex], joined: fn(&[String]) -> String) -> (String, bool) {
    let mut rest: Vec<Hex> = hexes.to_vec();
    let mut names: Vec<String> = Vec::new();
    let zones = map.landing_zones().iter().map(|(name, hexes)| (format!("LZ {name}"), hexes));
    let others = map.villages().iter().chain(map.hills()).map(|(name, hexes)| (name.clone(), hexes));
    for (name, all) in zones.chain(others) {
        if all.iter().all(|hex| rest.contains(hex)) {
            rest.retain(|hex| !all.contains(hex));
            names.push(name);
        }
    }
    let on_a_trail = |hex: &Hex| crate::hex::Direction::ALL.into_iter().any(|side| map.trail_over(*hex, side));
    match rest.as_slice() {
        [] => {}
        [first, .., last] if rest.len() > 6 && rest.iter().all(on_a_trail) => {
            let alone = names.is_empty();
            names.push(format!("the trail from {first} to {last}"));
            return (joined(&names), alone);
        }
        many if many.len() > 6 => names.push(format!("{} hexes of the map", many.len())),
        [one] => names.push(format!("hex {one}")),
        few => names.push(format!("hexes {}", joined(&few.iter().map(ToString::to_string).collect::<Vec<_>>()))),
    }
    (joined(&names), false)
}

/// A strip of columns or rows: an edge of the map, or numbers.
fn strip(what: &str, edges: [&str; 2], first: u8, last: u8, all: u8) -> String {
    match (first, last) {
        (1, 1) => format!("at the {} edge", edges[0]),
        (first, last) if first == last && last == all => format!("at the {} edge", edges[1]),
        (first, last) if first == last => format!("in {what} {first}"),
        _ => format!("in {what}s {first} to {last}"),
    }
}

impl Region {
    /// Where it is, in words: `in columns 1 to 14, but not within 3 hexes of LZ Alpha`.
    pub fn words(&self, map: &Map) -> String {
        let (columns, rows) = map.extent();
        match self {
            Self::Map => "anywhere on the map".into(),
            Self::Hexes(hexes) => {
                let (names, trail) = named(map, hexes, listed);
                format!("{} {names}", if trail { "on" } else { "in" })
            }
            Self::Near(hexes, 1) => format!("in or beside {}", hexes_in_words(map, hexes)),
            Self::Near(hexes, distance) => format!("within {distance} hexes of {}", hexes_in_words(map, hexes)),
            Self::Named(name) => {
                let hexes = map.named(name).unwrap_or_default();
                if hexes.is_empty() { format!("in {name}") } else { format!("in {}", hexes_in_words(map, hexes)) }
            }
            Self::Columns(first, last) => strip("column", ["western", "eastern"], *first, *last, columns),
            Self::Rows(first, last) => strip("row", ["northern", "southern"], *first, *last, rows),
            Self::NorthBank => "north of the river".into(),
            Self::SouthBank => "south of the river".into(),
            Self::Road => "on the road".into(),
            Self::AwayFromUs(distance) => format!("at least {} from any US unit", in_hexes((*distance).into())),
            Self::Both(regions) => {
                let (without, within): (Vec<_>, Vec<_>) = regions.iter().partition(|r| matches!(r, Self::Not(_)));
                let alone = within.len() == 1;
                let within: Vec<String> = within
                    .into_iter()
                    .map(|region| match region {
                        Self::Either(_) if !alone => format!("either {}", region.words(map)),
                        _ => region.words(map),
                    })
                    .collect();
                let without: String = without.iter().map(|region| format!(", but {}", region.words(map))).collect();
                format!("{}{without}", within.join(" and "))
            }
            Self::Either(regions) => regions.iter().map(|region| region.words(map)).collect::<Vec<_>>().join(" or "),
            Self::Not(region) => format!("not {}", region.words(map)),
        }
    }
}
