//! Who plays a side: a person, or the computer with a strength.

use serde::{Deserialize, Serialize};

/// Who plays a side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Player {
    #[default]
    Person,
    /// The computer, as a beginner.
    Recruit,
    /// The computer, as somebody who knows the game.
    Regular,
    /// The computer at its best.
    Veteran,
}

impl Player {
    /// All, a person first, the strongest last.
    pub const ALL: [Self; 4] = [Self::Person, Self::Recruit, Self::Regular, Self::Veteran];

    /// As players say it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Person => "A person here",
            Self::Recruit => "Recruit",
            Self::Regular => "Regular",
            Self::Veteran => "Veteran",
        }
    }

    /// Whether it is a person.
    pub fn is_person(&self) -> bool {
        *self == Self::Person
    }
}

/// Who plays both sides, in the order of the rulebook.
pub type Players = [Player; 2];

/// Whether both sides are played by persons, which is what is left out in files.
pub(crate) fn all_persons(players: &Players) -> bool {
    players.iter().all(Player::is_person)
}
