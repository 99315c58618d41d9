//! Under what an answer is kept for the next time.

use platoon::query::Fact as PlatoonFact;
use skirmish::FigureId;
use skirmish::companion::Fact as SkirmishFact;

use crate::platoon::Doing;

/// What an answer is about: what is done, and the fact that it wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Topic {
    /// In 20mm Platoon.
    Platoon(Doing, PlatoonFact),
    /// In 20mm Platoon: whom it is aimed at.
    PlatoonAim(Doing),
    /// In Vietnam Skirmish: who, and what he does, without anything measured.
    Skirmish(Option<FigureId>, skirmish::Said, SkirmishFact),
}

/// Whether an answer is kept, so that it need not be given twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Remember {
    /// It is given again each time.
    #[default]
    Never,
    /// Whatever it is aimed at.
    Always(Topic),
    /// For each answer to the first question by itself.
    ForEachAim(Topic),
    /// For this aim, where it is the only one and no question asks for it.
    ForAim(Topic, i32),
}

impl Remember {
    /// Whether it hangs on the answer to the first question.
    pub(super) fn by_aim(self) -> bool {
        matches!(self, Self::ForEachAim(_))
    }

    /// Under what the answer of a side is kept; none if it is not, or if nothing is aimed at yet. Neither side is shown what the
    /// other measured.
    pub(super) fn key(self, side: Option<usize>, aim: Option<i32>) -> Option<Key> {
        match self {
            Self::Never => None,
            Self::Always(topic) => Some(Key { side, topic, aim: None }),
            Self::ForAim(topic, aim) => Some(Key { side, topic, aim: Some(aim) }),
            Self::ForEachAim(topic) => aim.map(|aim| Key { side, topic, aim: Some(aim) }),
        }
    }
}

/// An answer that is kept, and what was meant then if nobody had said anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub value: i32,
    pub meant: Option<i32>,
}

/// Under what an answer is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    side: Option<usize>,
    topic: Topic,
    aim: Option<i32>,
}
