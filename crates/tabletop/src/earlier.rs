//! Switches for what the rules were before a ruling.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Whether a game goes by the rules as they were before a ruling. In files a yes or no. A scenario that does not mention it means
/// no; a saved game that does not mention it began before there was the ruling ([`crate::Ruleset::as_saved`]).
#[derive(Clone, Copy, Debug, Default)]
pub struct Earlier(Option<bool>);

impl Earlier {
    /// Whether it does.
    pub const fn is_on(self) -> bool {
        matches!(self.0, Some(true))
    }

    /// Turns it on if the file does not mention it: the file is a saved game.
    pub fn as_saved(&mut self) {
        self.0.get_or_insert(true);
    }
}

impl From<bool> for Earlier {
    fn from(on: bool) -> Self {
        Self(Some(on))
    }
}

/// It is about the game and not about the file, so that one left unsaid is like one that is off.
impl PartialEq for Earlier {
    fn eq(&self, other: &Self) -> bool {
        self.is_on() == other.is_on()
    }
}

impl Eq for Earlier {}

impl Serialize for Earlier {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.is_on().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Earlier {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        bool::deserialize(deserializer).map(|said| Self(Some(said)))
    }
}
