//! How a game ended.

use serde::{Deserialize, Serialize};

/// The result of a finished game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Outcome {
    /// The winning side's name as the ruleset spells it, or `None` for a draw.
    pub winner: Option<String>,
    /// The rulebook's name of the result: `US/ARVN strategic victory`.
    pub title: String,
    /// One sentence: why.
    pub because: String,
}
