//! The journal: what was decided and what was rolled, and the witness who checks it when it is played again.

use serde::{Deserialize, Serialize};

use crate::dice::{Dice, Halt, Need, Roll, Seeded};
use crate::players::{Player, Players};

/// Who threw the dice of an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Throw {
    /// The program, from the game's seed.
    #[default]
    Seeded,
    /// Somebody at a table, who typed what they showed.
    Typed,
}

impl Throw {
    /// Whether the dice are those of the seed, which is what is left out in files.
    pub fn is_seeded(&self) -> bool {
        *self == Self::Seeded
    }
}

/// A command and its dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry<C> {
    /// What was decided.
    pub command: C,
    /// Who decided it.
    #[serde(default, skip_serializing_if = "Player::is_person")]
    pub by: Player,
    /// Who threw the dice.
    #[serde(default, skip_serializing_if = "Throw::is_seeded")]
    pub dice: Throw,
    /// What they showed, in order.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<Roll>,
}

/// A game as plain data: everything needed to play it again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<S, C> {
    /// What the scenario was called when it was chosen.
    pub scenario_name: String,
    /// The arrangement it began with.
    pub scenario: S,
    /// Where seeded dice come from.
    pub seed: u64,
    /// Who plays the sides from here on, in the order of the rulebook.
    pub players: Players,
    /// Who threw the dice of the set-up.
    pub opening_dice: Throw,
    /// The dice of the set-up.
    pub opening: Vec<Roll>,
    /// How many entries are in force; the others were taken back.
    pub cursor: usize,
    /// Every entry.
    pub journal: Vec<Entry<C>>,
}

/// A journal that cannot have been played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The number of the entry, from 0; `None` if the set-up or the record as a whole is wrong.
    pub entry: Option<usize>,
    /// What is wrong and what would be right.
    pub problem: String,
}

impl std::error::Error for ReplayError {}

impl std::fmt::Display for ReplayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.entry {
            // People count from one.
            Some(number) => write!(f, "Entry {}: {}", number + 1, self.problem),
            None => f.write_str(&self.problem),
        }
    }
}

/// Dice that answer with the rolls of a journal and notice when the rules ask for others.
pub(crate) struct Witness<'a> {
    rolls: &'a [Roll],
    next: usize,
    throw: Throw,
    stream: &'a mut Seeded,
    objection: Option<String>,
}

impl<'a> Witness<'a> {
    /// Expects these rolls; `stream` is read along if they are the seed's.
    pub(crate) fn new(rolls: &'a [Roll], throw: Throw, stream: &'a mut Seeded) -> Self {
        Self { rolls, next: 0, throw, stream, objection: None }
    }

    /// What to make of the command the witness was present at.
    pub(crate) fn verdict<T>(self, result: Result<T, Halt>) -> Result<T, String> {
        match (self.objection, result) {
            (Some(objection), _) => Err(objection),
            (None, Err(Halt::Refused(refusal))) => Err(format!("The rules forbid this. {refusal}")),
            (None, Err(Halt::NeedsRoll(need))) => Err(missing(&need)),
            (None, Ok(_)) if self.next < self.rolls.len() => {
                let (used, written) = (self.next, self.rolls.len());
                Err(format!("{written} rolls are written here, but the rules ask for {used}. Remove the others."))
            }
            (None, Ok(value)) => Ok(value),
        }
    }

    fn object(&mut self, objection: String, need: &Need) -> Halt {
        self.objection.get_or_insert(objection);
        Halt::NeedsRoll(need.clone())
    }
}

impl Dice for Witness<'_> {
    fn roll(&mut self, need: &Need) -> Result<u8, Halt> {
        let Some(roll) = self.rolls.get(self.next) else { return Err(self.object(missing(need), need)) };
        let number = self.next + 1;
        if (roll.sides, &roll.purpose, &roll.rule) != (need.sides, &need.purpose, &need.rule) {
            let objection = format!(
                "Roll {number} is written as the one for {} (die of {}, rule {}), but the rules ask for {} (die of {}, rule {}).",
                roll.purpose, roll.sides, roll.rule, need.purpose, need.sides, need.rule
            );
            return Err(self.object(objection, need));
        }
        if !(1..=need.sides).contains(&roll.value) {
            let objection = format!(
                "Roll {number} shows {}, but the die for {} has {} sides.",
                roll.value, need.purpose, need.sides
            );
            return Err(self.object(objection, need));
        }
        if self.throw.is_seeded() {
            let expected = self.stream.roll(need)?;
            if expected != roll.value {
                let objection = format!(
                    "Roll {number} shows {}, but the game's seed gives {expected}. Write `dice: Typed` if a real die was thrown.",
                    roll.value
                );
                return Err(self.object(objection, need));
            }
        }
        self.next += 1;
        Ok(roll.value)
    }
}

fn missing(need: &Need) -> String {
    format!(
        "The rules ask for a roll for {} (die of {}, rule {}), which is missing here. Add it.",
        need.purpose, need.sides, need.rule
    )
}
