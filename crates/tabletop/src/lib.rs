//! What the four rulesets share: the contract between rules and everything that uses them, dice, refusals,
//! games with their journals, odds, files, and the test-suite every ruleset runs. No game's words in here.
//!
//! A *position* is a value. A *command* is a player's decision. A ruleset turns position + command + dice into
//! *events* and the next position, or into a [`Refusal`] that names the rule. Nobody else changes a position.

pub mod agreement;
mod between;
pub mod briefing;
pub mod conformance;
pub mod dice;
pub mod disk;
pub mod fair;
pub mod files;
pub mod game;
pub mod journal;
mod keys;
mod no;
mod notation;
pub mod numbers;
pub mod odds;
pub mod outcome;
pub mod players;
pub mod provenance;
pub mod rule;
pub mod rulebook;
pub mod ruleset;
mod rulings;
pub mod save;
pub mod shared;
#[cfg(test)]
mod toy;

pub use between::between;
pub use briefing::{Section, Variant, capital};
pub use dice::{Dice, Halt, Need, Roll};
pub use files::{Library, NoLibrary, parse_ron};
pub use game::{Game, Played, Stop};
pub use journal::{Entry, Record};
pub use no::{Because, No, no};
pub use outcome::Outcome;
pub use players::{Player, Players};
pub use provenance::{Provenance, Sourced};
pub use rule::{Refusal, RuleId};
pub use rulebook::Rulebook;
pub use ruleset::{DataError, Ruleset, on_a_copy};
pub use rulings::Rulings;
