//! Why something is not allowed, before anybody has asked for it in words. Lists of commands ask thousands of such questions and read
//! none of the answers: a sentence is only written when a player is refused something.

use tabletop::{Halt, Refusal, RuleId};

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
#[derive(Clone, Debug)]
pub(crate) struct No {
    rule: RuleId,
    because: Because,
    remedy: Because,
}

impl No {
    pub fn new(rule: RuleId, because: impl Into<Because>, remedy: impl Into<Because>) -> Self {
        Self { rule, because: because.into(), remedy: remedy.into() }
    }
}

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

impl From<No> for Refusal {
    fn from(no: No) -> Self {
        Self::new(no.rule, no.because, no.remedy)
    }
}

impl From<No> for Halt {
    fn from(no: No) -> Self {
        Refusal::from(no).into()
    }
}

/// Refuses.
pub(crate) fn no<T>(rule: RuleId, because: impl Into<Because>, remedy: impl Into<Because>) -> Result<T, No> {
    Err(No::new(rule, because, remedy))
}
