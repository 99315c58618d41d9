//! The orders worth a thought: nearly all that are legal, for they can be counted.

use ::block_by_block::{BlockByBlock, Command, State, Step};
use tabletop::Ruleset;

use super::doctrine;
use crate::level::Level;

pub(super) fn list(rules: &BlockByBlock, state: &State, level: Level, found: &mut Vec<Command>) {
    if state.attack().is_none() && matches!(state.step(), Step::UsArvnGroups | Step::PavnNlfGroups) {
        // The strongest groups are the best ones: they may split later.
        found.push(doctrine::next_group(rules, state).unwrap_or(Command::Done));
        return;
    }
    rules.options(state, found);
    found.retain(|command| match command {
        // A beginner does not think of splitting a group or of leaving a platoon behind.
        Command::Split { .. } | Command::Detach { .. } if level == Level::Recruit => false,
        // Who stops may as well stop for good: the group can do nothing later that it cannot do now.
        Command::Pause { .. } => true,
        command => doctrine::can_hit(rules, state, command),
    });
}
