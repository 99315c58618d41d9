//! Hexes of the map: names, neighbours, distances, and the whole-number plane in which lines are drawn between them.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// A hex, named by its column and row: `1914` is column 19, row 14. Even columns lie half a hex lower.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hex {
    /// The column, from 1 in the west.
    pub column: u8,
    /// The row, from 1 in the north.
    pub row: u8,
}

/// A side of a hex, clockwise from the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Direction {
    N,
    NE,
    SE,
    S,
    SW,
    NW,
}

impl Direction {
    /// All six, clockwise from the north.
    pub const ALL: [Self; 6] = [Self::N, Self::NE, Self::SE, Self::S, Self::SW, Self::NW];

    /// Its letters on a compass.
    pub const fn name(self) -> &'static str {
        ["N", "NE", "SE", "S", "SW", "NW"][self as usize]
    }

    /// Its number in [`Direction::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other way.
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 3) % 6]
    }
}

/// A point of the plane. A hex is six units wide from column to column and four high; its corners, its centre and the
/// middles of its sides all have whole numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    /// Eastwards.
    pub x: i32,
    /// Southwards.
    pub y: i32,
}

impl Hex {
    /// A hex by column and row.
    pub const fn at(column: u8, row: u8) -> Self {
        Self { column, row }
    }

    /// The hex with this name, `None` if it is none.
    pub fn named(name: &str) -> Option<Self> {
        if name.len() != 4 || !name.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        Some(Self { column: name[..2].parse().ok()?, row: name[2..].parse().ok()? })
    }

    /// The hex on this side; it may lie off the map.
    pub const fn neighbour(self, side: Direction) -> Self {
        let lower = self.column.is_multiple_of(2);
        let (column, row) = (self.column, self.row);
        match side {
            Direction::N => Self::at(column, row.wrapping_sub(1)),
            Direction::S => Self::at(column, row.wrapping_add(1)),
            Direction::NE => Self::at(column.wrapping_add(1), if lower { row } else { row.wrapping_sub(1) }),
            Direction::SE => Self::at(column.wrapping_add(1), if lower { row.wrapping_add(1) } else { row }),
            Direction::NW => Self::at(column.wrapping_sub(1), if lower { row } else { row.wrapping_sub(1) }),
            Direction::SW => Self::at(column.wrapping_sub(1), if lower { row.wrapping_add(1) } else { row }),
        }
    }

    /// On which side an adjacent hex lies.
    pub fn side_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&side| self.neighbour(side) == other)
    }

    /// How many hexes away another one is; adjacent ones are 1 away.
    pub fn distance(self, other: Self) -> u8 {
        let axial = |hex: Self| {
            let q = i16::from(hex.column);
            (q, i16::from(hex.row) - ((q - 1) >> 1))
        };
        let ((q1, r1), (q2, r2)) = (axial(self), axial(other));
        let (dq, dr) = (q2 - q1, r2 - r1);
        u8::try_from(dq.abs().max(dr.abs()).max((dq + dr).abs())).unwrap_or(u8::MAX)
    }

    /// Whether two hexes share a side.
    pub fn is_adjacent(self, other: Self) -> bool {
        self.distance(other) == 1
    }

    /// The digits of its name; none beyond column or row 99, where no map goes.
    const fn digits(self) -> Option<[u8; 4]> {
        let Self { column, row } = self;
        if column > 99 || row > 99 {
            return None;
        }
        Some([b'0' + column / 10, b'0' + column % 10, b'0' + row / 10, b'0' + row % 10])
    }

    /// Its centre.
    pub fn centre(self) -> Point {
        let lower = i32::from(self.column.is_multiple_of(2));
        Point { x: 6 * i32::from(self.column), y: 4 * i32::from(self.row) + 2 * lower }
    }

    /// The middle of one of its sides.
    pub fn side_middle(self, side: Direction) -> Point {
        let centre = self.centre();
        let (dx, dy) = match side {
            Direction::N => (0, -2),
            Direction::NE => (3, -1),
            Direction::SE => (3, 1),
            Direction::S => (0, 2),
            Direction::SW => (-3, 1),
            Direction::NW => (-3, -1),
        };
        Point { x: centre.x + dx, y: centre.y + dy }
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.digits().as_ref().and_then(|digits| str::from_utf8(digits).ok()) {
            Some(name) => f.write_str(name),
            None => write!(f, "{:02}{:02}", self.column, self.row),
        }
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.digits().as_ref().and_then(|digits| str::from_utf8(digits).ok()) {
            Some(name) => serializer.serialize_str(name),
            None => serializer.collect_str(self),
        }
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::named(&name).ok_or_else(|| {
            D::Error::custom(format!("`{name}` is no hex; a hex is four digits, column and row, such as `1914`"))
        })
    }
}
