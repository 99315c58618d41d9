//! The journal: what was decided and what was rolled, and the witness who checks it when it is played again.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::dice::{Dice, Halt, Need, Roll, Seeded};
use crate::fair::Fair;
use crate::players::{Player, Players};

/// Who threw the dice of an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Throw {
    /// The program, from the game's seed.
    #[default]
    Seeded,
    /// Somebody at a table, who typed what they showed.
    Typed,
    /// Several machines together, in the draw of this number: see [`crate::fair`].
    Fair(u64),
}

impl Throw {
    /// Whether the dice are those of the seed, which is what is left out in files.
    pub fn is_seeded(&self) -> bool {
        *self == Self::Seeded
    }

    /// The draw that the dice are of, if they are fair ones.
    pub fn draw(self) -> Option<u64> {
        match self {
            Self::Fair(draw) => Some(draw),
            Self::Seeded | Self::Typed => None,
        }
    }
}

/// A command and its dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry<C> {
    pub command: C,
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
    /// What fair dice come from; each secret is for the draws from its first one on, up to the next one's.
    pub fair: Vec<Fair>,
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
    /// Expects these rolls; `stream` is read along unless they were typed: the seed's dice, or those of the draw.
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
        // What a roll is for is told in words, which may be worded better one day.
        if (roll.sides, &roll.rule) != (need.sides, &need.rule) {
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
        let whose = match self.throw {
            Throw::Typed => None,
            Throw::Seeded => Some((self.stream.roll(need)?, None)),
            Throw::Fair(draw) => Some((self.stream.roll(need)?, Some(draw))),
        };
        if let Some((expected, draw)) = whose.filter(|(expected, _)| *expected != roll.value) {
            let shows = roll.value;
            let objection = match draw {
                Some(draw) => format!(
                    "Roll {number} shows {shows}, but draw {draw} of the fair dice, from the secrets of the machines, \
                     gives {expected}."
                ),
                None => format!(
                    "Roll {number} shows {shows}, but the game's seed gives {expected}. \
                     Write `dice: Typed` if a real die was thrown."
                ),
            };
            return Err(self.object(objection, need));
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

/// The dice of every draw of a journal.
pub(crate) struct Draws {
    dice: BTreeMap<u64, Seeded>,
}

impl Draws {
    /// Works them out; believes nothing.
    ///
    /// # Errors
    /// A chain of hashes that does not hold, or the first entry whose draw cannot be worked out.
    pub(crate) fn of<C>(fair: &[Fair], journal: &[Entry<C>]) -> Result<Self, ReplayError> {
        let in_order = fair.windows(2).all(|pair| pair[0].from < pair[1].from);
        let broken = fair.iter().find_map(|fair| fair.verify().err());
        if let Some(seat) = broken.or((!in_order).then_some(0)) {
            let problem = format!(
                "The fair dice do not hold: what seat {} showed is not what it had bound itself to before the first roll. \
                 Use a copy that was not changed.",
                seat + 1
            );
            return Err(ReplayError { entry: None, problem });
        }
        let wanted: BTreeSet<u64> = journal.iter().filter_map(|entry| entry.dice.draw()).collect();
        let mut dice = BTreeMap::new();
        for (n, one) in fair.iter().enumerate() {
            let end = fair.get(n + 1).map_or(u64::MAX, |next| next.from);
            let links = one.all_links(&wanted.range(one.from..end).copied().collect());
            let draws = links.into_iter().map(|(draw, links)| (draw, crate::fair::dice(draw, one.share(draw), &links)));
            dice.extend(draws);
        }
        let mut before = 0;
        for (number, entry) in journal.iter().enumerate() {
            let Some(draw) = entry.dice.draw() else { continue };
            let problem = if draw <= before {
                format!("Its dice are of draw {draw}, but draw {before} is that of an order before it. Draws go up.")
            } else if !dice.contains_key(&draw) {
                format!("Its dice are of draw {draw}, and not every link of that draw is written here. Add them.")
            } else {
                before = draw;
                continue;
            };
            return Err(ReplayError { entry: Some(number), problem });
        }
        Ok(Self { dice })
    }

    /// The dice of an entry, if they are of a draw.
    pub(crate) fn for_throw(&mut self, throw: Throw) -> Option<&mut Seeded> {
        throw.draw().and_then(|draw| self.dice.get_mut(&draw))
    }
}
