//! What follows an order in thought: the answers it asks for, and the end of the step.

use ::search_and_destroy::state::Pending;
use ::search_and_destroy::{Command, SearchAndDestroy, State};
use tabletop::Ruleset;

use crate::thinking::Thought;

/// What the side to decide does; `None` where the thought ends.
pub(super) fn next(
    rules: &SearchAndDestroy,
    state: &State,
    thought: &Thought<'_, SearchAndDestroy>,
) -> Option<Command> {
    match state.pending() {
        Pending::Nothing => {}
        Pending::Answer(_) => return Some(Command::Answer { double: false }),
        Pending::Retreat { .. } | Pending::Advance { .. } => return first(rules, state),
    }
    // The step is ended in every thought, or what its end brings would speak for ending it at once.
    (state.turn() == thought.from.turn() && state.step() == thought.from.step()).then_some(Command::Done)
}

/// The first legal order.
fn first(rules: &SearchAndDestroy, state: &State) -> Option<Command> {
    let mut options = Vec::new();
    rules.options(state, &mut options);
    options.into_iter().next()
}
