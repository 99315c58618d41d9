//! One sentence across the board: something outside the rules went wrong, such as a full disk or a damaged save; or it went
//! well and the player should know.

use bevy::prelude::*;

/// The sentences that are shown.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Banner {
    /// What went wrong, until the player puts it away.
    pub problem: Option<String>,
    /// Why the game on the table is not on the disk; it stands there until the game is.
    pub unsaved: Option<String>,
    /// What went well, until the player does something else.
    pub news: Option<String>,
}

impl Banner {
    /// What came of saving the game on the table.
    pub fn kept(&mut self, outcome: Result<(), String>) {
        let unsaved = outcome.err();
        if let Some(problem) = unsaved.as_ref().filter(|problem| self.unsaved.as_ref() != Some(problem)) {
            warn!("{problem}");
        }
        self.unsaved = unsaved;
    }

    /// Says what went wrong, if something did.
    pub fn say(&mut self, problem: impl Into<Option<String>>) {
        if let Some(problem) = problem.into() {
            warn!("{problem}");
            self.problem = Some(problem);
        }
    }
}
