//! One sentence across the board when something outside the rules went wrong: a full disk, a damaged save.

use bevy::prelude::*;

/// The sentence that is shown, until the player puts it away.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Banner(pub Option<String>);

impl Banner {
    /// Shows a sentence, if there is one.
    pub fn say(&mut self, sentence: impl Into<Option<String>>) {
        if let Some(sentence) = sentence.into() {
            self.0 = Some(sentence);
        }
    }
}
