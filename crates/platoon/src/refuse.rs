//! What is wrong with a command, before anybody has asked for it in words.

pub(crate) use tabletop::no;

use crate::movement::inches;

/// What is wrong.
#[derive(Clone, Debug)]
pub(crate) enum Because {
    /// In these words.
    Said(&'static str),
    /// In words around a length.
    Length(&'static str, i32, &'static str),
    /// In words around two lengths.
    Lengths(&'static [&'static str; 3], i32, i32),
    /// In words around a number.
    Number(&'static str, u8, &'static str),
    /// In words before `once`, `twice`, `3 times`.
    Times(&'static str, u8),
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

impl From<Because> for String {
    fn from(because: Because) -> Self {
        match because {
            Because::Said(text) => text.to_owned(),
            Because::Length(before, length, after) => format!("{before}{}{after}", inches(length)),
            Because::Lengths([before, between, after], one, other) => {
                format!("{before}{}{between}{}{after}", inches(one), inches(other))
            }
            Because::Number(before, number, after) => format!("{before}{number}{after}"),
            Because::Times(before, 1) => format!("{before}once."),
            Because::Times(before, 2) => format!("{before}twice."),
            Because::Times(before, count) => format!("{before}{count} times."),
            Because::Made(text) => text,
        }
    }
}

/// A refusal that nobody has put into words yet.
pub(crate) type No = tabletop::No<Because>;
