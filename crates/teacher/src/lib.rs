//! The teacher: lessons, quizzes, hints, explanations and the luck ledger, in words and ids only.
//!
//! Nothing in here knows a window, and nothing in here knows a rule: whatever is taught is asked of the
//! [`tabletop::Ruleset`]. What a ruleset can add, such as what a good position is made of, it adds through [`Teaching`].

mod block_by_block;
pub mod choices;
pub mod coverage;
pub mod explain;
pub mod hints;
pub mod lesson;
pub mod library;
pub mod luck;
pub mod mentions;
pub mod pattern;
mod platoon;
pub mod player;
pub mod predicate;
pub mod progress;
pub mod proof;
pub mod quiz;
pub mod runner;
mod search_and_destroy;
mod skirmish;
pub mod teaching;

pub use lesson::{Lesson, LessonOf};
pub use library::{Course, lessons};
pub use pattern::Pattern;
pub use predicate::Predicate;
pub use progress::Progress;
pub use runner::{Answer, Run, Stage};
pub use teaching::Teaching;
