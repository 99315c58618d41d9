//! What is wrong with a command, before anybody has asked for it in words.

use std::fmt;

pub(crate) use tabletop::{no, said};

use crate::movement::inches;

/// What a refusal speaks of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// A length in hundredths of an inch.
    Length(i32),
    Number(u8),
    /// `once`, `twice`, `3 times`.
    Times(u8),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Length(length) => f.write_str(&inches(length)),
            Self::Number(number) => write!(f, "{number}"),
            Self::Times(1) => f.write_str("once"),
            Self::Times(2) => f.write_str("twice"),
            Self::Times(count) => write!(f, "{count} times"),
        }
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
