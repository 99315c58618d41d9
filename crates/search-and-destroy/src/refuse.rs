//! What is wrong with a command, before anybody has asked for it in words.

use std::fmt;

use tabletop::numbers::counted;

pub(crate) use tabletop::{no, said};

use crate::hex::Hex;
use crate::units::Kind;
use crate::words::in_hexes;

/// What a refusal speaks of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// A hex by its name.
    Hex(Hex),
    Hexes(u8),
    /// Movement Points.
    Movement(u8),
    /// Casualty markers.
    Markers(u8),
    Number(u8),
    /// A kind of counter.
    Kind(Kind),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Hex(hex) => write!(f, "{hex}"),
            Self::Hexes(count) => f.write_str(&in_hexes(count.into())),
            Self::Movement(points) => f.write_str(&counted(points, "Movement Point", "Movement Points")),
            Self::Markers(markers) => f.write_str(&counted(markers, "casualty marker", "casualty markers")),
            Self::Number(number) => write!(f, "{number}"),
            Self::Kind(kind) => f.write_str(kind.name()),
        }
    }
}

impl From<Hex> for Part {
    fn from(hex: Hex) -> Self {
        Self::Hex(hex)
    }
}

impl From<u8> for Part {
    fn from(number: u8) -> Self {
        Self::Number(number)
    }
}

pub(crate) type Because = tabletop::Because<Part>;

/// A refusal that nobody has put into words yet.
pub(crate) type No = tabletop::No<Part>;
