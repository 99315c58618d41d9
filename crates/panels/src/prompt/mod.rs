//! The prompt bar: who acts, what is asked, and the buttons that answer it. A new player can play a whole game by
//! reading nothing else.

mod panel;
mod plain;
mod weigh;

use tabletop::{Refusal, RuleId};

pub use panel::{hint_strip, prompt_bar};
pub use plain::{Choice, Kind, plain_answers};
pub use weigh::{Weighed, odds_asked, tell_odds};

use crate::Intent;
use crate::computer::ComputerModel;
use crate::theme::{SideMark, Weight};

/// What the prompt bar shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PromptModel {
    /// Who acts; none when the game is over.
    pub side: Option<SideMark>,
    /// Turn and step: `Turn 2 of 5, US/ARVN movement`.
    pub moment: String,
    pub question: String,
    /// The rule it comes from.
    pub rule: Option<RuleId>,
    /// The answers, most likely first; at most seven.
    pub answers: Vec<Answer>,
    /// Whether an order can be taken back.
    pub undo: bool,
    /// Whether an order that was taken back can be given again.
    pub redo: bool,
    /// Whether an animation is under way; the answers then wait, and it can be skipped.
    pub busy: bool,
    /// The position shown is one of the past: how many orders it has seen, and how many there are.
    pub past: Option<(usize, usize)>,
    /// The position before the last order, where there is one to look back at.
    pub before: Option<usize>,
    /// The computer, if it decides.
    pub computer: Option<ComputerModel>,
    /// Whether the bar listens to its keys: the digits, U, Ctrl+Z and Ctrl+Y. Not while a dialog is open.
    pub keys: bool,
}

/// A button of the prompt bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// What stands on it.
    pub label: String,
    /// What it means, in a sentence.
    pub hover: String,
    /// How loud it is.
    pub weight: Weight,
    /// The digit that presses it.
    pub key: Option<char>,
    pub does: Does,
    /// What is lost by it, where that is much: it is then pressed twice.
    pub confirm: Option<String>,
}

/// So much unused is worth a second press.
pub const MUCH: usize = 5;

/// What stands on the button that ends something: what is left in brackets.
pub fn ending_label(label: &str, left: &str) -> String {
    if left.is_empty() { label.to_owned() } else { format!("{label} ({left})") }
}

/// What an answer does.
#[derive(Clone, Debug, PartialEq)]
pub enum Does {
    At(Intent),
    /// It opens a menu.
    Menu(Vec<Item>),
}

/// A line of a menu.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// The heading it stands under.
    pub group: String,
    /// What stands on it.
    pub label: String,
    pub intent: Intent,
}

/// A sentence under the prompt bar.
#[derive(Clone, Debug, PartialEq)]
pub enum Hint {
    /// What can be done with what is selected.
    Plain(String),
    /// Why something is not allowed, with its rule and what would make it legal.
    Refused(Refusal),
}

/// The letters that answers may have: none that is heard on every board, and a board that hears one of them itself gives it to no
/// answer. O is not among them: it reads like 0, which ends a step.
pub const LETTERS: &str = "ABCDEGJNPQSVW";

impl PromptModel {
    /// What pressing a digit or one of the [`LETTERS`] means: the intent, or the number of the menu it opens.
    pub fn pressed(&self, key: char) -> Option<Result<Intent, usize>> {
        if self.busy || self.past.is_some() || self.computer.is_some() {
            return None;
        }
        let index = self.answers.iter().position(|answer| answer.key == Some(key))?;
        Some(match &self.answers[index].does {
            Does::At(intent) => Ok(intent.clone()),
            Does::Menu(_) => Err(index),
        })
    }
}
