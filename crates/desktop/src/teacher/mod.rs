//! The teacher in the window: lessons and the quiz on the real board, "What can I do?", hints, luck and arithmetic.
//!
//! A lesson under way is the resource [`Lesson`], a question of the quiz [`Asking`]; the game they are about lies on the table
//! like any other. Orders of a lesson are judged by it ([`Lesson::judge`]) before they are played.

mod card;
mod desk;
mod lesson;
mod light;
mod over;
mod rulebook;
mod schools;
mod weigh;

use bevy::prelude::*;
use panels::computer::WhyModel;
use panels::teacher::{ExplainModel, HelpModel, LearnModel, LuckModel};
use serde_json::Value;
use teacher::{Progress, Teaching};

use crate::shell::staged::Staged;

use lesson::{Asking, Lesson};
use light::ask_nearer;
pub use light::lit_by_name;
pub use rulebook::{Taught, model as rulebook_model};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Teacher>().add_plugins((
        card::plugin,
        desk::plugin,
        light::plugin,
        over::plugin,
        rulebook::plugin,
    ));
}

/// The teacher of one ruleset.
pub fn of<R: Staged + Teaching>(app: &mut App) {
    lesson::plugin::<R>(app);
    over::of::<R>(app);
    weigh::of::<R>(app);
}

/// What the teacher remembers that does not depend on the ruleset.
#[derive(Resource, Default)]
pub struct Teacher {
    /// The ruleset whose page is open, or was.
    pub ruleset: &'static str,
    /// The page with the lessons.
    pub learn: LearnModel,
    /// What the player has done so far.
    pub progress: Progress,
    /// What lies over the board.
    pub open: Open,
    /// Orders of the log whose arithmetic was asked for.
    pub unfold: Vec<usize>,
    /// What lights up on the board, as the rules write it: what the lesson points at, or an example.
    pub lit: Vec<Value>,
    /// In how many frames the view comes nearer to what a lesson is about; 0 if it stays where it is.
    pub nearer: u8,
    /// Whether the place for the teacher's card is looked for: then boards tell where things are.
    pub asks_where: bool,
}

/// What the teacher lays over the board.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Open {
    #[default]
    Nothing,
    /// "What can I do?", for the position after so many orders; what each part of it is about stands beside it.
    Help(usize, HelpModel, HelpAbout),
    /// The luck ledger after so many orders.
    Luck(usize, LuckModel),
    /// An order in its arithmetic.
    Explain(ExplainModel),
    /// Why the computer gave this order.
    Why(usize, WhyModel),
    /// Asked for, and not yet worked out.
    Wanted(Wanted),
}

/// What is to be laid over the board next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// "What can I do?"
    Help,
    /// The luck ledger.
    Luck,
    /// The arithmetic of this order.
    Explain(usize),
    /// Why the computer gave this order.
    Why(usize),
}

/// What the examples and the hints are about.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HelpAbout {
    /// For each kind its examples.
    pub examples: Vec<Vec<Vec<Value>>>,
    /// For each hint.
    pub hints: Vec<Vec<Value>>,
}
