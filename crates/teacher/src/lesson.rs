//! A lesson as it stands in its file. `docs/lessons.md` explains every field to those who write them.

use serde::Deserialize;
use serde_json::Value;
use tabletop::Ruleset;

use crate::pattern::Pattern;
use crate::predicate::Predicate;

/// A lesson of a ruleset, with that ruleset's own scenarios and commands.
pub type LessonOf<R> = Lesson<<R as Ruleset>::Scenario, <R as Ruleset>::Command>;

/// A lesson: a position, a few steps, and perhaps a task of its own at the end.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson<S, C> {
    /// The name in the list of lessons.
    pub title: String,
    /// One sentence: what the learner will be able to do.
    pub about: String,
    /// How long it takes, in minutes.
    pub minutes: u8,
    /// The ids of the rules it teaches: the rulebook links them back to it.
    pub teaches: Vec<String>,
    pub position: Position<S>,
    /// Where dice come from that no step writes down.
    #[serde(default)]
    pub seed: u64,
    /// What is played before the learner sees the position.
    #[serde(default = "Vec::new")]
    pub before: Vec<Play<C>>,
    pub steps: Vec<Step<C>>,
    /// A task without a script at the end, solved or not as the position says.
    #[serde(default = "nothing")]
    pub free: Option<Free<S, C>>,
    /// What is said when everything is done.
    pub farewell: String,
}

fn nothing<T>() -> Option<T> {
    None
}

/// The position a lesson, or its free task, begins with.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Position<S> {
    /// A scenario written here.
    Here(S),
    /// A scenario of the ruleset, by its file's name.
    File(String),
}

/// A command with its dice.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Play<C> {
    pub play: C,
    /// What the dice show, in order; what is missing comes from the seed.
    #[serde(default)]
    pub dice: Vec<u8>,
}

/// Something on the board that a step points at. The value is what the rules write for it in a position or a command.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Shown {
    /// A place: an area, a hex, a point of the table.
    Place(#[serde(deserialize_with = "crate::pattern::value")] Value),
    /// A piece: a counter, a squad, a figure.
    Piece(#[serde(deserialize_with = "crate::pattern::value")] Value),
}

/// A step: something is explained, and mostly something is asked.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step<C> {
    pub text: String,
    /// What the learner is to do, in one sentence; empty in a step that is only read.
    #[serde(default)]
    pub task: String,
    /// What lights up on the board.
    #[serde(default)]
    pub show: Vec<Shown>,
    /// The commands that count as right; none in a step that is only read.
    #[serde(default = "Vec::new")]
    pub right: Vec<Pattern<C>>,
    /// What the dice of the right command show, in order.
    #[serde(default)]
    pub dice: Vec<u8>,
    /// What is said to particular wrong commands; the first that fits speaks.
    #[serde(default = "Vec::new")]
    pub wrong: Vec<Note<C>>,
    /// What is said to any other legal command.
    #[serde(default)]
    pub otherwise: String,
    /// What is said to the right command.
    #[serde(default)]
    pub praise: String,
    /// What is played after it, mostly by the other side.
    #[serde(default = "Vec::new")]
    pub replies: Vec<Play<C>>,
}

impl<C> Step<C> {
    /// Whether the learner has nothing to do but read.
    pub fn is_read_only(&self) -> bool {
        self.right.is_empty()
    }
}

/// What is said to a wrong command.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Note<C> {
    /// Which commands are meant.
    pub when: Pattern<C>,
    /// What is said.
    pub say: String,
}

/// A task without a script: the learner plays as he likes, and the position says whether it is solved.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Free<S, C> {
    pub text: String,
    /// What is to be reached, in one sentence.
    pub task: String,
    /// The position, if it is not the one the steps ended with.
    #[serde(default = "nothing")]
    pub position: Option<Position<S>>,
    /// What is played in a position of its own before the learner sees it.
    #[serde(default = "Vec::new")]
    pub before: Vec<Play<C>>,
    /// Where the dice come from.
    #[serde(default)]
    pub seed: u64,
    /// What lights up on the board.
    #[serde(default)]
    pub show: Vec<Shown>,
    /// When it is solved.
    pub solved: Predicate<C>,
    /// When it can no longer be solved.
    #[serde(default = "nothing")]
    pub failed: Option<Predicate<C>>,
    /// How many commands the learner may use.
    pub commands: u16,
    /// What the other side does: the first of these that is legal, or else the first legal command there is.
    #[serde(default = "Vec::new")]
    pub replies: Vec<Pattern<C>>,
    /// The learner's commands of one way to solve it; the tests take it.
    pub way: Vec<C>,
    /// The learner's commands of one way not to solve it.
    pub astray: Vec<C>,
}
