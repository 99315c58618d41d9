//! What is wrong with a command, before anybody has asked for it in words.

use tabletop::Refusal;
pub(crate) use tabletop::{no, said};

use crate::figure::{FigureId, Grenade, Weapon, Work};
use crate::state::State;
use crate::words::{count, inches};

/// What a refusal speaks of.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part {
    /// A figure by its name.
    Figure(FigureId),
    Weapon(Weapon),
    /// A type of grenade.
    Grenade(Grenade),
    /// Something that takes several phases.
    Work(Work),
    /// A length in hundredths of an inch.
    Length(i32),
    Number(u8),
    /// A number of these.
    Count(u8, Counted),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Counted {
    Counters,
    Phases,
    Rounds,
    Turns,
}

impl Part {
    fn words(self, state: &State) -> String {
        match self {
            Self::Figure(id) => state.name(id).to_owned(),
            Self::Weapon(weapon) => weapon.name().to_owned(),
            Self::Grenade(grenade) => grenade.name().to_owned(),
            Self::Work(work) => work.name().to_owned(),
            Self::Length(length) => inches(length),
            Self::Number(number) => number.to_string(),
            Self::Count(number, Counted::Counters) => count(number, "counter"),
            Self::Count(number, Counted::Phases) => count(number, "phase"),
            Self::Count(number, Counted::Rounds) => count(number, "round"),
            Self::Count(number, Counted::Turns) => count(number, "full turn"),
        }
    }
}

impl From<FigureId> for Part {
    fn from(id: FigureId) -> Self {
        Self::Figure(id)
    }
}

impl From<u8> for Part {
    fn from(number: u8) -> Self {
        Self::Number(number)
    }
}

pub(crate) type Because = tabletop::Because<Part>;

/// A refusal that nobody has put into words yet.
pub(crate) type No = tabletop::No<Part>;

impl State {
    /// Puts a refusal into words: who it speaks of is called by name.
    pub(crate) fn told(&self, no: No) -> Refusal {
        no.told(|part| part.words(self))
    }
}
