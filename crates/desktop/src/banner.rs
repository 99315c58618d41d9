//! One sentence across the board: something outside the rules went wrong, such as a full disk or a damaged save; or it went
//! well and the player should know.

use bevy::prelude::*;

/// The sentences that are shown.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Banner {
    /// What went wrong, until the player puts it away.
    pub problem: Option<String>,
    /// What went well, until the player does something else.
    pub news: Option<String>,
}

impl Banner {
    /// Says what went wrong, if something did.
    pub fn say(&mut self, problem: impl Into<Option<String>>) {
        if let Some(problem) = problem.into() {
            self.problem = Some(problem);
        }
    }
}
