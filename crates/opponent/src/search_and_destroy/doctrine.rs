//! What follows an order in thought: the answers it asks for, and, looking farther, the fire of this turn.

use ::search_and_destroy::state::{Pending, Step};
use ::search_and_destroy::{Command, SearchAndDestroy, Side, State};
use tabletop::Ruleset;

use crate::thinking::{Horizon, Thought};

/// What whoever is to decide does; `None` where the thought ends.
pub(super) fn next(
    rules: &SearchAndDestroy,
    state: &State,
    thought: &Thought<'_, SearchAndDestroy>,
) -> Option<Command> {
    match state.pending() {
        Pending::Nothing => {}
        Pending::Answer(_) => return Some(Command::Answer { double: false }),
        Pending::Retreat { .. } | Pending::Advance { .. } => return first(rules, state, |_| true),
    }
    if state.turn() != thought.from.turn() {
        return None;
    }
    if thought.horizon == Horizon::Near {
        // The step is ended in every thought, or what its end brings would speak for ending it at once.
        return (state.step() == thought.from.step()).then_some(Command::Done);
    }
    // To the end of the player turn: the phases go by, and whoever can fire does.
    match state.step() {
        Step::Over | Step::UsSetup | Step::Setup => None,
        step if step.player_turn() != thought.from.step().player_turn() => None,
        Step::UsFire | Step::NlfFire => {
            first(rules, state, |order| matches!(order, Command::Fire { .. })).or(Some(Command::Done))
        }
        Step::UsSearch if thought.side == Side::Us => {
            first(rules, state, |order| matches!(order, Command::Probe { .. } | Command::Search { .. }))
                .or(Some(Command::Done))
        }
        _ => Some(Command::Done),
    }
}

/// The first legal order of a kind.
fn first(rules: &SearchAndDestroy, state: &State, kind: impl Fn(&Command) -> bool) -> Option<Command> {
    let mut options = Vec::new();
    rules.options(state, &mut options);
    options.into_iter().find(kind)
}
