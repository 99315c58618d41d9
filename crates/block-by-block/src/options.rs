//! Every legal command of a position, in one defined order, and the check of any command.

use tabletop::Refusal;

use crate::combat::{check_assault, check_close_combat, list_attacks};
use crate::gates::{check_detach, check_occupy, check_walk, list_detachments, list_occupy, list_walks};
use crate::groups::{acting_group, check_form_now, check_split, list_forms, list_splits};
use crate::state::{Group, Stage, State, Step};
use crate::{
    BlockByBlock, Command, HeavyLevel, defence, losses, movement, reinforcements, replacements, rule, sequence,
};

/// Adds every legal command. Rule 5.0 decides which chapter speaks.
pub(crate) fn list(rules: &BlockByBlock, state: &State, options: &mut Vec<Command>) {
    match state.stage() {
        None => list_step(rules, state, options),
        Some(Stage::FriendlyFireLoss | Stage::Losses) => losses::list(state, options),
        Some(Stage::Level) => {
            options.extend([HeavyLevel::One, HeavyLevel::Two].map(|level| Command::ChooseLevel { level }));
        }
        Some(Stage::Defenders | Stage::DefensiveAction | Stage::Retreat | Stage::FriendsRetreat) => {
            defence::list(rules, state, options);
        }
        Some(Stage::Occupy) => list_occupy(state, options),
    }
}

fn list_step(rules: &BlockByBlock, state: &State, options: &mut Vec<Command>) {
    match state.step {
        Step::Garrisons => {}
        Step::UsArvnReplacements | Step::PavnNlfReplacements | Step::Infiltration => {
            replacements::list(rules, state, options);
        }
        Step::UsArvnReinforcements | Step::PavnNlfReinforcements | Step::Exit => {
            reinforcements::list(rules, state, options);
        }
        Step::PavnNlfMovement | Step::UsArvnMovement => movement::list(rules, state, options),
        Step::UsArvnGroups | Step::PavnNlfGroups => list_forms(rules, state, options),
        Step::UsArvnCombat | Step::PavnNlfCombat => list_combat(rules, state, options),
        Step::Political | Step::Over => return,
    }
    list_detachments(rules, state, options);
    if sequence::may_end(state) {
        options.push(Command::Done);
    }
}

/// The groups that may act now. Rule 7.3.
fn acting(state: &State) -> impl Iterator<Item = (u8, &Group)> {
    state.groups().filter(|(number, group)| !group.finished && state.active.is_none_or(|active| active == *number))
}

impl BlockByBlock {
    /// Adds every attack and every walk through a gate that is legal now: the options that bring a side on, without those that
    /// split groups or let them rest. Rules 7.5, 7.6 and 8.1.
    pub fn attacks(&self, state: &State, options: &mut Vec<Command>) {
        if state.attack.is_none() && matches!(state.step, Step::UsArvnCombat | Step::PavnNlfCombat) {
            for (number, group) in acting(state) {
                list_attacks(self, state, number, group, options);
                list_walks(self, state, number, group, options);
            }
        }
    }
}

fn list_combat(rules: &BlockByBlock, state: &State, options: &mut Vec<Command>) {
    for (number, group) in acting(state) {
        list_attacks(rules, state, number, group, options);
        list_walks(rules, state, number, group, options);
        list_splits(state, number, group, options);
        options.push(Command::Pause { group: number });
    }
}

/// What any command must fulfil: the game goes on, and an attack under way is answered first. Rules 3.2 and 7.3.
pub(crate) fn check_moment(state: &State, command: &Command) -> Result<(), Refusal> {
    if state.step == Step::Over {
        return Err(sequence::over());
    }
    let answering = matches!(
        command,
        Command::Done
            | Command::ChooseLevel { .. }
            | Command::Defend { .. }
            | Command::TakeLoss { .. }
            | Command::Hold
            | Command::Counterattack { .. }
            | Command::Retreat
            | Command::RetreatTo { .. }
            | Command::Occupy { .. }
    );
    // A platoon is refused under a rule of its own: ruling BB-R49.
    if state.attack.is_some() && !answering && !matches!(command, Command::Detach { .. }) {
        return Err(Refusal::new(rule!("7.3"), "An attack is under way.", "Finish it first: answer its question."));
    }
    Ok(())
}

/// Whether a command is legal, and if not, by which rule.
pub(crate) fn check(rules: &BlockByBlock, state: &State, command: &Command) -> Result<(), Refusal> {
    check_moment(state, command)?;
    match command {
        Command::Done => sequence::check_done(rules, state),
        Command::Detach { unit, gate, to } => check_detach(rules, state, *unit, *gate, *to),
        Command::Restore { unit } => replacements::check_restore(rules, state, *unit),
        Command::Return { unit, to } => replacements::check_return(rules, state, *unit, *to),
        Command::Infiltrate { gate, step_out } => replacements::check_infiltrate(rules, state, *gate, *step_out),
        Command::Reinforce { unit, to } => reinforcements::check_reinforce(rules, state, *unit, *to),
        Command::Exit { unit } => reinforcements::check_exit(rules, state, *unit),
        Command::Move { unit, to } => movement::check_move(rules, state, *unit, *to),
        Command::FormGroup { units } => check_form_now(rules, state, units),
        Command::Assault { group, target, heavy_weapons } => {
            check_assault(rules, state, *group, *target, *heavy_weapons)
        }
        Command::CloseCombat { group, heavy_weapons } => check_close_combat(rules, state, *group, *heavy_weapons),
        Command::Split { group, units, as_group } => check_split(rules, state, *group, units, *as_group),
        Command::WalkThrough { group, to } => check_walk(rules, state, *group, *to),
        Command::Pause { group } => acting_group(state, *group).map(|_| ()),
        Command::ChooseLevel { .. } => {
            if state.stage() == Some(Stage::Level) {
                Ok(())
            } else {
                Err(Refusal::new(
                    rule!("7.4a"),
                    "No heavy weapons are waiting for a level.",
                    "Call them in when you declare an attack.",
                ))
            }
        }
        Command::Defend { units } => defence::check_defend(rules, state, units),
        Command::TakeLoss { unit } => losses::check_take_loss(state, *unit),
        Command::Hold => defence::check_hold(state),
        Command::Counterattack { unit, target } => defence::check_counterattack(state, *unit, *target),
        Command::Retreat => defence::check_retreat(rules, state),
        Command::RetreatTo { unit, to } => defence::check_retreat_to(rules, state, *unit, *to),
        Command::Occupy { garrison } => check_occupy(state, *garrison),
    }
}
