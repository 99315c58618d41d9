//! The places of the map: areas, Gate Boxes, zones and gates, as the rulebook names them. Rules 2.1 and 8.0.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use tabletop::rule::is_listed;

pub use crate::set::PlaceSet;
pub(crate) use crate::set::{Bits, GateSet, ZoneSet};

/// An area of the map or a Gate Box. Areas come first (`0..AREA_COUNT`), then the boxes A to H.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(u8);

/// How many areas the map has.
pub const AREA_COUNT: usize = 51;
/// How many places there are: areas and Gate Boxes.
pub const PLACE_COUNT: usize = AREA_COUNT + GATE_COUNT;
/// How many gates are used.
pub const GATE_COUNT: usize = 8;
/// How many zones there are.
pub const ZONE_COUNT: usize = 11;

/// Names as players write them, in the order of [`Place`].
const NAMES: [&str; PLACE_COUNT] = [
    "N1-1", "N1-2", "N1-3", "N1-4", "N1-5", "N2-1", "N2-2", "N2-3", "N3-1", "N3-2", "N3-3", "N4-1", "N4-2", "N4-3",
    "N4-4", "N5-1", "N5-2", "N5-3", "S1-1", "S1-2", "S1-3", "S1-4", "S1-5", "S1-6", "S2-1", "S2-2", "S2-3", "S3-1",
    "S3-2", "S3-3", "S4-1", "S4-2", "S4-3", "S5-1", "S5-2", "S5-3", "S6-1", "S6-2", "S6-3", "S6-4", "O-1", "O-2",
    "O-3", "O-4", "O-5", "O-6", "O-7", "O-8", "O-9", "MACV", "PALACE", "Gate A", "Gate B", "Gate C", "Gate D",
    "Gate E", "Gate F", "Gate G", "Gate H",
];

/// First area and number of areas of each zone, in the order of [`Zone::ALL`]. Rule 2.1.
const ZONE_SPANS: [(u8, u8); ZONE_COUNT] =
    [(0, 5), (5, 3), (8, 3), (11, 4), (15, 3), (18, 6), (24, 3), (27, 3), (30, 3), (33, 3), (36, 4)];

/// The zone of each place, worked out from the spans.
const ZONE_OF: [Option<Zone>; PLACE_COUNT] = {
    let mut zones = [None; PLACE_COUNT];
    let mut zone = 0;
    while zone < ZONE_COUNT {
        let (first, count) = ZONE_SPANS[zone];
        let mut area = first;
        while area < first + count {
            zones[area as usize] = Some(Zone::ALL[zone]);
            area += 1;
        }
        zone += 1;
    }
    zones
};

const _: () = {
    let named = [NAMES[Place::MACV.index()], NAMES[Place::PALACE.index()], NAMES[Place::O8.index()]];
    assert!(is_listed(&named, "MACV") && is_listed(&named, "PALACE") && is_listed(&named, "O-8"));
};

impl Place {
    /// The MACV Compound.
    pub const MACV: Self = Self(49);
    /// The Imperial Palace.
    pub const PALACE: Self = Self(50);
    /// Where PAVN units may come back though no friend is there. Rule 10.2.
    pub(crate) const O8: Self = Self(47);

    /// Every place, areas first.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..PLACE_COUNT as u8).map(Self)
    }

    /// Every area, without the Gate Boxes.
    pub fn areas() -> impl Iterator<Item = Self> + Clone {
        (0..AREA_COUNT as u8).map(Self)
    }

    /// The place of an index below [`PLACE_COUNT`].
    pub(crate) const fn from_index(index: usize) -> Self {
        debug_assert!(index < PLACE_COUNT);
        Self(index as u8)
    }

    /// A number below [`PLACE_COUNT`], for arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The place with this name.
    pub fn named(name: &str) -> Option<Self> {
        NAMES.iter().position(|n| *n == name).map(Self::from_index)
    }

    /// The name as players write it: `N1-1`, `O-3`, `MACV`, `PALACE`, `Gate A`.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// The gate whose box this is.
    pub const fn gate(self) -> Option<Gate> {
        if self.0 as usize >= AREA_COUNT { Some(Gate(self.0 - AREA_COUNT as u8)) } else { None }
    }

    /// Whether this is a Gate Box.
    pub const fn is_box(self) -> bool {
        self.0 as usize >= AREA_COUNT
    }

    /// The zone this area belongs to; none for the MACV Compound, the Palace, O-1 to O-9 and the Gate Boxes. Rule 2.1.
    pub const fn zone(self) -> Option<Zone> {
        ZONE_OF[self.0 as usize]
    }

    /// The number of this area in its zone, which is also its step on the clearing track. Rule 9.2.2.
    pub fn number(self) -> Option<u8> {
        self.zone().map(|z| self.0 - ZONE_SPANS[z.index()].0 + 1)
    }

    /// The places of a set, in order.
    pub fn each(set: PlaceSet) -> impl Iterator<Item = Self> + Clone {
        Bits(set.bits()).map(|i| Self(i as u8))
    }

    /// The set that holds this place only.
    pub const fn set(self) -> PlaceSet {
        PlaceSet::of_bits(1 << self.0)
    }
}

/// A gate, by its letter. Rule 8.0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Gate(u8);

impl Gate {
    /// A to H.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (0..GATE_COUNT as u8).map(Self)
    }

    /// A number below [`GATE_COUNT`], for arrays.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub(crate) const fn from_index(index: usize) -> Self {
        debug_assert!(index < GATE_COUNT);
        Self(index as u8)
    }

    /// The gates of a set, in order.
    pub fn each(set: GateSet) -> impl Iterator<Item = Self> + Clone {
        Bits(set.bits()).map(Self::from_index)
    }

    /// The letter.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }

    /// The gate with this letter.
    pub fn lettered(letter: char) -> Option<Self> {
        Self::all().find(|g| g.letter() == letter)
    }

    /// Its box.
    pub const fn place(self) -> Place {
        Place(AREA_COUNT as u8 + self.0)
    }
}

/// A zone. Rule 2.1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Zone {
    N1,
    N2,
    N3,
    N4,
    N5,
    S1,
    S2,
    S3,
    S4,
    S5,
    S6,
}

impl Zone {
    /// All eleven.
    pub const ALL: [Self; ZONE_COUNT] =
        [Self::N1, Self::N2, Self::N3, Self::N4, Self::N5, Self::S1, Self::S2, Self::S3, Self::S4, Self::S5, Self::S6];

    /// A number below [`ZONE_COUNT`], for arrays.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The zones of a set, in order.
    pub fn each(set: ZoneSet) -> impl Iterator<Item = Self> + Clone {
        Bits(set.bits()).map(|index| Self::ALL[index])
    }

    /// How many areas it has, which is the end of its clearing track. Rule 9.2.2.
    pub const fn size(self) -> u8 {
        ZONE_SPANS[self as usize].1
    }

    /// Its areas, by number.
    pub fn areas(self) -> impl Iterator<Item = Place> + Clone {
        let (first, count) = ZONE_SPANS[self as usize];
        (first..first + count).map(Place)
    }

    /// Its areas as a set.
    pub const fn set(self) -> PlaceSet {
        let (first, count) = ZONE_SPANS[self as usize];
        PlaceSet::of_bits(((1 << count) - 1) << first)
    }

    /// Whether it lies inside the citadel: N1 to N5.
    pub const fn in_citadel(self) -> bool {
        (self as usize) < 5
    }

    /// The name as players write it.
    pub const fn name(self) -> &'static str {
        ["N1", "N2", "N3", "N4", "N5", "S1", "S2", "S3", "S4", "S5", "S6"][self as usize]
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Gate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "gate {}", self.letter())
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Place {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| {
            de::Error::custom(format!(
                "there is no place \"{name}\": areas are N1-1 to S6-4, O-1 to O-9, MACV and PALACE, boxes are Gate A to Gate H"
            ))
        })
    }
}

impl Serialize for Gate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Gate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let letter = char::deserialize(deserializer)?;
        Self::lettered(letter)
            .ok_or_else(|| de::Error::custom(format!("there is no gate '{letter}': gates are 'A' to 'H'")))
    }
}
