//! What stands on the buttons of Search & Destroy: orders of one kind share one.

use std::mem::discriminant;

use search_and_destroy::command::Command;
use search_and_destroy::state::Step;

/// Whether two orders are of one kind, and stand behind one button.
pub(super) fn alike(one: &Command, other: &Command) -> bool {
    let sets_up = |command: &Command| matches!(command, Command::Place { .. } | Command::Moor { .. });
    match (one, other) {
        (Command::Answer { double: one }, Command::Answer { double: other }) => one == other,
        _ => discriminant(one) == discriminant(other) || sets_up(one) && sets_up(other),
    }
}

/// What stands on the button of an order.
pub(super) fn verb(command: &Command) -> &'static str {
    match command {
        Command::Fire { .. } => "Fire",
        Command::Assault { .. } => "Close assault",
        Command::Antitank { .. } => "Antitank weapon",
        Command::Place { .. } | Command::Moor { .. } => "Set up",
        Command::Assign { .. } => "Assign",
        Command::LayTrap { .. } => "Lay a trap",
        Command::HideCache { .. } => "Hide a cache",
        Command::Move { .. } => "Move",
        Command::Sail { .. } => "Sail",
        Command::Leave { .. } => "Leave the map",
        Command::Stray { .. } => "Give up at the edge",
        Command::Dig { .. } => "Dig in",
        Command::Probe { .. } => "Probe",
        Command::Search { .. } => "Search",
        Command::Hide { .. } => "Hide",
        Command::Retreat { .. } => "Retreat",
        Command::Advance { .. } => "Advance",
        Command::Answer { double: true } => "Double the strength",
        Command::Answer { double: false } => "Defend at normal strength",
        Command::Done => "Done",
        Command::Register { .. } => "Preplan fire",
        Command::Improve { .. } => "Improved Position",
        Command::Forgo { .. } => "Give up for par",
        Command::Plot { .. } => "Plot artillery",
        Command::CallStrike { .. } => "Call an air strike",
        Command::Preplanned { .. } => "Preplanned fire",
        Command::Mortar { .. } => "Fire the mortar",
        Command::Land { .. } => "Land",
        Command::Hover { .. } => "Hover",
        Command::LiftOff { .. } => "Lift off",
        Command::Mount { .. } => "Get in",
        Command::Dismount { .. } => "Get out",
        Command::Load { .. } => "Pick up casualties",
        Command::Unload { .. } => "Put down casualties",
        Command::Haul { .. } => "Pick up a weapon",
        Command::SetDown { .. } => "Set down the weapon",
        Command::Appoint { .. } => "Take command",
        Command::ClearCivilians { .. } => "Lead civilians away",
    }
}

/// The letter of its button, the same wherever it stands.
pub(super) const fn letter(command: &Command) -> Option<char> {
    Some(match command {
        Command::Move { .. } | Command::Sail { .. } | Command::Advance { .. } | Command::Antitank { .. } => 'A',
        Command::Mortar { .. } | Command::Land { .. } => 'B',
        Command::Dig { .. } => 'D',
        Command::Search { .. } | Command::Probe { .. } => 'E',
        Command::Assault { .. } => 'J',
        Command::Plot { .. } | Command::Preplanned { .. } | Command::Register { .. } => 'N',
        Command::CallStrike { .. } => 'Q',
        Command::Fire { .. } => 'S',
        Command::Leave { .. } | Command::LiftOff { .. } | Command::Retreat { .. } => 'W',
        _ => return None,
    })
}

/// What ends a step.
pub(super) const fn done_word(step: Step) -> &'static str {
    match step {
        Step::UsSetup | Step::Setup => "Place the rest",
        Step::UsMovement | Step::NlfMovement => "End movement",
        Step::UsSearch => "End the search",
        Step::Surprise => "End surprise attacks",
        Step::UsFire | Step::NlfFire => "End fire",
        Step::UsAssault => "End close assaults",
        Step::NlfAssault => "End the NLF turn",
        Step::UsPlot => "End plotting",
        _ => "Done",
    }
}
