//! What a seat may say to its table, read strictly.

use serde::Deserialize;

use super::draws::{Bind, Link};
use crate::talk::Trouble;
use crate::talk::request::{Nothing, Piece, Request};

/// Requests a host answers, in the words of `referee talk`, and those that only make sense between two.
pub(super) const KEYS: &str =
    "view, show, options, do, odds, undo, answer, rule, say, who, sync, history, file, bind, link, secrets";

/// What a seat says.
pub(super) enum Word {
    View,
    Show,
    Talk(Request),
    Answer { undo: bool },
    Say(String),
    Who,
    Sync(Sync),
    History { from: usize },
    File,
    Bind(Bind),
    Link(Link),
    Secrets,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct View {
    side: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    undo: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sync {
    pub(super) epoch: u64,
    pub(super) since: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct History {
    from: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Say {
    text: String,
}

impl Word {
    /// What is said under this key.
    ///
    /// # Errors
    /// It is not known, or not written as it should be.
    pub(super) fn named(key: &str, piece: &Piece, side: &str) -> Result<Self, Trouble> {
        Ok(match key {
            "view" => match piece.read::<View>()?.side {
                Some(other) if !other.eq_ignore_ascii_case(side) => {
                    return Err(Trouble::error(format!("You sit at the side of {side} and see its view.")));
                }
                _ => Self::View,
            },
            "show" => piece.read::<Nothing>().map(|_| Self::Show)?,
            "options" | "do" | "odds" | "undo" | "rule" => Self::Talk(Request::named(key, piece)?),
            "answer" => Self::Answer { undo: piece.read::<Answer>()?.undo },
            "say" => Self::Say(piece.read::<Say>()?.text),
            "who" => piece.read::<Nothing>().map(|_| Self::Who)?,
            "sync" => Self::Sync(piece.read()?),
            "history" => Self::History { from: piece.read::<History>()?.from },
            "file" => piece.read::<Nothing>().map(|_| Self::File)?,
            "bind" => Self::Bind(piece.read()?),
            "link" => Self::Link(piece.read()?),
            "secrets" => piece.read::<Nothing>().map(|_| Self::Secrets)?,
            other => return Err(piece.unknown(other, KEYS)),
        })
    }
}
