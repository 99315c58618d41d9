//! Which rulings a game is played by.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Which rulings a game is played by. Rulings that change the course of a game come in sets, counted in the order in which they came; a
/// game goes on by those that it began with, whatever came since. In files a number: how many sets are in force. A scenario need not
/// say it: all `LATEST` of them are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rulings<const LATEST: u8>(Option<u8>);

impl<const LATEST: u8> Rulings<LATEST> {
    /// The first `sets` sets are in force, and no later one.
    pub const fn of(sets: u8) -> Self {
        Self(Some(sets))
    }

    /// How many sets are in force.
    pub const fn sets(self) -> u8 {
        match self.0 {
            Some(sets) => sets,
            None => LATEST,
        }
    }

    /// Whether this set is not in force: the game began before it came.
    pub const fn before(self, set: u8) -> bool {
        self.sets() < set
    }

    /// How many sets are in force if the file does not say: it is a saved game ([`crate::Ruleset::as_saved`]).
    pub fn unsaid_means(&mut self, sets: u8) {
        self.0.get_or_insert(sets);
    }
}

/// It is about the game and not about the file: left unsaid is like all of them said.
impl<const LATEST: u8> PartialEq for Rulings<LATEST> {
    fn eq(&self, other: &Self) -> bool {
        self.sets() == other.sets()
    }
}

impl<const LATEST: u8> Eq for Rulings<LATEST> {}

impl<const LATEST: u8> Serialize for Rulings<LATEST> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.sets().serialize(serializer)
    }
}

impl<'de, const LATEST: u8> Deserialize<'de> for Rulings<LATEST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u8::deserialize(deserializer)? {
            sets if sets <= LATEST => Ok(Self::of(sets)),
            sets => {
                Err(de::Error::custom(format!("Rulings {sets} do not exist. Write {LATEST}, or leave the field out.")))
            }
        }
    }
}
