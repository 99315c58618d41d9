//! What is wrong with a command, before anybody has asked for it in words.

pub(crate) use tabletop::no;

use crate::hex::Hex;
use crate::words::in_hexes;

/// What is wrong.
#[derive(Clone, Debug)]
pub(crate) enum Because {
    /// In these words.
    Said(&'static str),
    /// In words around a hex.
    At(&'static str, Hex, &'static str),
    /// In words around so many hexes.
    Hexes(&'static str, u8, &'static str),
    /// In words around a hex and so many hexes.
    AtHexes(&'static [&'static str; 3], Hex, u8),
    /// In words around two hexes.
    Between(&'static str, Hex, &'static str, Hex),
    /// In words around a number.
    Number(&'static str, u8, &'static str),
    /// In words around two numbers.
    Numbers(&'static [&'static str; 3], u8, u8),
    /// In words before a name.
    Named(&'static str, &'static str),
    /// In words that were made up on the spot: only where no list asks.
    Made(String),
}

impl From<&'static str> for Because {
    fn from(text: &'static str) -> Self {
        Self::Said(text)
    }
}

impl From<String> for Because {
    fn from(text: String) -> Self {
        Self::Made(text)
    }
}

/// A refusal that nobody has put into words yet.
pub(crate) type No = tabletop::No<Because>;

impl From<Because> for String {
    fn from(because: Because) -> Self {
        match because {
            Because::Said(text) => text.to_owned(),
            Because::At(before, hex, after) => format!("{before}{hex}{after}"),
            Because::Hexes(before, count, after) => format!("{before}{}{after}", in_hexes(count.into())),
            Because::AtHexes([before, between, after], hex, count) => {
                format!("{before}{hex}{between}{}{after}", in_hexes(count.into()))
            }
            Because::Between(before, one, between, other) => format!("{before}{one}{between}{other}."),
            Because::Number(before, number, after) => format!("{before}{number}{after}"),
            Because::Numbers([before, between, after], one, other) => {
                format!("{before}{one}{between}{other}{after}")
            }
            Because::Named(before, name) => format!("{before}{name}."),
            Because::Made(text) => text,
        }
    }
}
