//! Dice are the only source of chance. Every roll says what it is for and under which rule.

use std::borrow::Cow;

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::rule::{Refusal, RuleId};

/// A roll the rules ask for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Need {
    /// Faces of the die, numbered from 1.
    pub sides: u8,
    /// What the roll is for, in a few words: `assault`, `friendly fire`.
    #[serde(rename = "for")]
    pub purpose: Cow<'static, str>,
    pub rule: RuleId,
}

impl Need {
    /// A six-sided die.
    pub const fn d6(purpose: &'static str, rule: RuleId) -> Self {
        Self { sides: 6, purpose: Cow::Borrowed(purpose), rule }
    }
}

/// A roll that was made.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Roll {
    /// Faces of the die.
    pub sides: u8,
    /// What it showed, from 1 to `sides`.
    pub value: u8,
    #[serde(rename = "for")]
    pub purpose: Cow<'static, str>,
    /// The rule that asked for it.
    pub rule: RuleId,
}

/// Why a command did not go through. The position is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// The rules forbid it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The dice ran out: roll this, add it to the tape and apply the command again.
    #[error("a roll is needed for {}: one die of {} sides", .0.purpose, .0.sides)]
    NeedsRoll(Need),
}

impl Halt {
    /// The refusal, where dice cannot run out: seeded ones never do. Should a ruleset ask for a roll without rolling, that
    /// is said as a refusal too, not as a panic.
    pub fn into_refusal(self) -> Refusal {
        match self {
            Self::Refused(refusal) => refusal,
            Self::NeedsRoll(need) => Refusal::new(
                need.rule,
                format!("The roll for {} was requested but not made.", need.purpose),
                "This is a fault of the program: please report it with the saved game.",
            ),
        }
    }
}

/// Where rolls come from.
pub trait Dice {
    /// The value of one die, from 1 to `need.sides`, or [`Halt::NeedsRoll`] if there is none to be had.
    fn roll(&mut self, need: &Need) -> Result<u8, Halt>;
}

/// Reproducible dice: ChaCha8 read word by word, without bias, the same on every machine for ever.
#[derive(Clone, Debug)]
pub struct Seeded {
    stream: ChaCha8Rng,
}

impl Seeded {
    /// Dice from the start of the stream of `seed`.
    pub fn new(seed: u64) -> Self {
        Self { stream: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Dice from the start of the stream of a key of 256 bits.
    pub(crate) fn of_key(key: [u8; 32]) -> Self {
        Self { stream: ChaCha8Rng::from_seed(key) }
    }

    /// Dice of `seed` after `position` words of its stream, as told by [`Seeded::position`].
    pub fn at(seed: u64, position: u64) -> Self {
        let mut dice = Self::new(seed);
        dice.stream.set_word_pos(u128::from(position));
        dice
    }

    /// How many words of the stream have been read.
    pub fn position(&self) -> u64 {
        u64::try_from(self.stream.get_word_pos()).unwrap_or(u64::MAX)
    }

    /// An even choice from `0..count`, for random play. `count` must be positive.
    pub fn choose(&mut self, count: usize) -> usize {
        let count = u32::try_from(count.max(1)).unwrap_or(u32::MAX);
        let fair = u32::MAX - u32::MAX % count;
        loop {
            let word = self.stream.next_u32();
            if word < fair {
                return (word % count) as usize;
            }
        }
    }
}

impl Dice for Seeded {
    fn roll(&mut self, need: &Need) -> Result<u8, Halt> {
        let face = self.choose(usize::from(need.sides));
        Ok(u8::try_from(face).unwrap_or(0) + 1)
    }
}

/// Dice read from a list: tests, lessons, replays and real dice typed in. When the list is used up, or a value does
/// not fit the die, the roll is asked for with [`Halt::NeedsRoll`].
#[derive(Clone, Debug, Default)]
pub struct Tape {
    values: Vec<u8>,
    next: usize,
}

impl Tape {
    /// A tape with these values, first one first.
    pub fn new(values: impl Into<Vec<u8>>) -> Self {
        Self { values: values.into(), next: 0 }
    }

    /// How many values were not used.
    pub fn left(&self) -> usize {
        self.values.len() - self.next
    }
}

impl Dice for Tape {
    fn roll(&mut self, need: &Need) -> Result<u8, Halt> {
        match self.values.get(self.next) {
            Some(&value) if (1..=need.sides).contains(&value) => {
                self.next += 1;
                Ok(value)
            }
            _ => Err(Halt::NeedsRoll(need.clone())),
        }
    }
}

/// Writes down every roll made through it.
pub struct Recorder<'a> {
    dice: &'a mut dyn Dice,
    /// The rolls so far, in order.
    pub rolls: Vec<Roll>,
}

impl<'a> Recorder<'a> {
    /// Records what `dice` rolls.
    pub fn new(dice: &'a mut dyn Dice) -> Self {
        Self { dice, rolls: Vec::new() }
    }
}

impl Dice for Recorder<'_> {
    fn roll(&mut self, need: &Need) -> Result<u8, Halt> {
        let value = self.dice.roll(need)?;
        self.rolls.push(Roll { sides: need.sides, value, purpose: need.purpose.clone(), rule: need.rule.clone() });
        Ok(value)
    }
}
