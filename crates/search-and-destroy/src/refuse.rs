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
    remedy: &'static str,
}

impl No {
    pub fn new(rule: RuleId, because: impl Into<Because>, remedy: &'static str) -> Self {
        Self { rule, because: because.into(), remedy }
    }
}

impl From<No> for Refusal {
    fn from(no: No) -> Self {
        match no.because {
            Because::Said(text) => Self::new(no.rule, text, no.remedy),
            Because::At(before, hex, after) => Self::new(no.rule, format!("{before}{hex}{after}"), no.remedy),
            Because::Hexes(before, count, after) => {
                Self::new(no.rule, format!("{before}{}{after}", in_hexes(count.into())), no.remedy)
            }
            Because::Made(text) => Self::new(no.rule, text, no.remedy),
        }
    }
}

impl From<No> for Halt {
    fn from(no: No) -> Self {
        Refusal::from(no).into()
    }
}

/// Refuses.
pub(crate) fn no<T>(rule: RuleId, because: impl Into<Because>, remedy: &'static str) -> Result<T, No> {
    Err(No::new(rule, because, remedy))
}
