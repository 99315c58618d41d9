//! Somebody to play against: a mind for each side of each ruleset, honest, of a chosen strength, and able to say why.
//!
//! A [`Mind`] is given a [`View`], which only `Ruleset::view` can make, and never a position: so it cannot peek. It draws whole
//! positions that its side cannot tell from the true one, looks at the orders that mean something, plays each on for
//! a while, and takes the one after which the position is best. What is good is counted in [`Term`]s that a player
//! understands; they are also its reasons.
//!
//! Thought is counted in work and never in seconds: the same seed, level and view give the same order on any machine, with any
//! number of threads. What a ruleset adds stands in its `impl Thinking`, in a folder of its own.

mod block_by_block;
mod decision;
mod level;
mod likeliest;
mod lots;
mod mind;
mod platoon;
mod player;
mod prospects;
mod search;
mod search_and_destroy;
mod skirmish;
mod thinking;
mod tuning;
mod view;
mod ways;
mod weights;

pub use decision::{Decision, Reason, Weighed};
pub use level::{Budget, Level};
pub use likeliest::likeliest;
pub use mind::{Mind, Patience};
pub use platoon::{Goal as PlatoonGoal, Ordered, Plan as PlatoonPlan, decide_beside};
pub use prospects::{Likelihood, Named, Prospect};
pub use skirmish::{Goal as SkirmishGoal, Plan as SkirmishPlan};
pub use thinking::{Candidate, Horizon, MOST_TERMS, Term, Thinking, Thought};
pub use tuning::{STEP, moved};
pub use view::View;
pub use weights::{Weights, WeightsFile, file_of};
