//! What the prompt bar asks and offers in Block by Block.

mod answers;
mod gathering;
mod sorted;

use block_by_block::{BlockByBlock, Command, State, UnitSet};
use tabletop::{RuleId, Ruleset};

use crate::prompt::Answer;

/// The question of a position with these units selected, and its rule. `options` are those of [`Ruleset::options`].
pub fn question(rules: &BlockByBlock, state: &State, options: &[Command], selection: UnitSet) -> (String, RuleId) {
    let sorted = sorted::Sorted::new(options);
    if let Some(gathers) = gathering::Gathering::of(&sorted, selection) {
        return (gathers.question(rules, state), rules.question_rule(state));
    }
    no_attack(rules, state, &sorted, selection).unwrap_or_else(|| (rules.question(state), rules.question_rule(state)))
}

/// Why the group that is chosen can attack nothing, or that none can.
fn no_attack(
    rules: &BlockByBlock,
    state: &State,
    sorted: &sorted::Sorted,
    selection: UnitSet,
) -> Option<(String, RuleId)> {
    let Some(group) = sorted.chosen_group(state, selection) else {
        let none = !sorted.pauses.is_empty() && sorted.attacks.is_empty();
        let question = "No group can attack. Choose a group to learn why.".to_owned();
        return none.then(|| (question, rules.question_rule(state)));
    };
    if sorted.attacks.iter().any(|attack| attack.group == group) || sorted.walks.iter().any(|walk| walk.0 == group) {
        return None;
    }
    rules.why_no_attack(state, group).map(|why| (why.because, why.rule))
}

/// The answers of a position as buttons: at most six and the one that ends the step.
pub fn answers(rules: &BlockByBlock, state: &State, options: &[Command], selection: UnitSet) -> Vec<Answer> {
    answers::build(rules, state, options, selection)
}
