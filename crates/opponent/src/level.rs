//! How strong a mind is. Levels are breadth and work, never loaded dice or peeking.

use serde::{Deserialize, Serialize};

/// A strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Looks at what his order does and not at the reply.
    Recruit,
    /// Knows what matters, and looks at every order with more care.
    Regular,
    /// Plays the best orders on, with replies, to the end of the turn.
    Veteran,
}

impl Level {
    /// All three, weakest first.
    pub const ALL: [Self; 3] = [Self::Recruit, Self::Regular, Self::Veteran];

    /// As players say it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recruit => "Recruit",
            Self::Regular => "Regular",
            Self::Veteran => "Veteran",
        }
    }
}

/// How much work goes into a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Whole positions that are drawn where something is hidden.
    pub positions: u32,
    /// How often each order is looked at in the first round.
    pub near: u32,
    /// How many of the best go into the second round; none, if there is none.
    pub kept: u32,
    /// How often each of these is played on in its first round. Each round after it has half of the orders and twice the runs.
    pub far: u32,
}

impl Budget {
    /// One look at each order and nothing more.
    pub const LOOK: Self = Self { positions: 1, near: 1, kept: 0, far: 0 };
}
