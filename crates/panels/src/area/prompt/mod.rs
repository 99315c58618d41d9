//! What the prompt bar asks and offers in Block by Block.

mod answers;
mod gathering;
mod sorted;

use block_by_block::{BlockByBlock, Command, State, UnitSet};
use tabletop::Ruleset;

use crate::prompt::Answer;

/// The question of a position with these units selected. `options` are those of [`Ruleset::options`].
pub fn question(rules: &BlockByBlock, state: &State, options: &[Command], selection: UnitSet) -> String {
    let sorted = sorted::Sorted::new(options);
    let gathers = gathering::Gathering::of(&sorted, selection);
    gathers.map_or_else(|| rules.question(state), |gathers| gathers.question(rules, state))
}

/// The answers of a position as buttons: at most six and the one that ends the step.
pub fn answers(rules: &BlockByBlock, state: &State, options: &[Command], selection: UnitSet) -> Vec<Answer> {
    answers::build(rules, state, options, selection)
}
