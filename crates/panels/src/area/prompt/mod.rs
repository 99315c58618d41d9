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
    let gathered = gathers.map(|gathers| gathers.question(rules, state));
    gathered.or_else(|| no_attack(rules, state, &sorted, selection)).unwrap_or_else(|| rules.question(state))
}

/// Why the group that is chosen can attack nothing, or that none can.
fn no_attack(rules: &BlockByBlock, state: &State, sorted: &sorted::Sorted, selection: UnitSet) -> Option<String> {
    let Some(group) = sorted.chosen_group(state, selection) else {
        let none = !sorted.pauses.is_empty() && sorted.attacks.is_empty();
        return none.then(|| "No group can attack. Choose a group to learn why.".to_owned());
    };
    if sorted.walks.iter().any(|walk| walk.0 == group) {
        return None;
    }
    rules.why_no_attack(state, group).map(|why| why.because)
}

/// The answers of a position as buttons: at most six and the one that ends the step.
pub fn answers(rules: &BlockByBlock, state: &State, options: &[Command], selection: UnitSet) -> Vec<Answer> {
    answers::build(rules, state, options, selection)
}
