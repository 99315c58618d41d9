//! The commands of a position, and the check of any command.

use crate::reach::Ground;
use crate::refuse::{No, said};
use crate::state::{Pending, State, Step};
use crate::units::Side;
use crate::{
    Command, SearchAndDestroy, aftermath, antitank, assault, carrying, control, fire, helicopters, leaving, movement,
    rule, sailing, search, setup, support,
};

/// Adds commands that are legal now, in one order. In movement, fire and set-up a sample.
pub(crate) fn list(rules: &SearchAndDestroy, state: &State, options: &mut Vec<Command>) {
    match &state.pending {
        Pending::Nothing => {}
        Pending::Answer(_) => {
            let doubles = assault::may_double(rules, state).then_some(Command::Answer { double: true });
            options.extend(doubles.into_iter().chain([Command::Answer { double: false }]));
            return;
        }
        Pending::Retreat { unit, .. } => {
            options.extend(aftermath::retreats(rules, state, *unit).into_iter().map(|to| Command::Retreat { to }));
            return;
        }
        Pending::Advance { attackers, .. } => {
            options.extend(attackers.iter().map(|unit| Command::Advance { unit: *unit }));
            return;
        }
    }
    match state.step {
        Step::UsSetup | Step::Setup => setup::list(rules, state, options),
        Step::UsMovement | Step::NlfMovement => {
            let side = if state.step == Step::UsMovement { Side::Us } else { Side::Nlf };
            let ground = Ground::of(rules, state, side);
            movement::list(rules, state, &ground, options);
            carrying::list(rules, state, options);
            helicopters::list(rules, state, &ground, options);
            support::list(rules, state, options);
            leaving::list_stray(rules, state, options);
        }
        Step::UsSearch => search::list(rules, state, options),
        Step::Surprise => {
            for unit in state.surprises.clone() {
                search::list_surprise(rules, state, unit, options);
            }
        }
        Step::UsFire | Step::NlfFire => {
            support::list(rules, state, options);
            fire::list(rules, state, options);
        }
        Step::UsPlot => support::list(rules, state, options),
        Step::UsAssault => assault::list(rules, state, options),
        Step::NlfAssault => {
            assault::list(rules, state, options);
            let hides = state.units().map(|(unit, _)| Command::Hide { unit });
            options.extend(hides.filter(|c| check(rules, state, c).is_ok()));
        }
        Step::Over => return,
    }
    options.push(Command::Done);
}

/// The refusal of what another step is for.
pub(crate) fn not_now(because: &'static str) -> No {
    No::new(rule!("base-4.1"), because, "Do what the step asks, or end it.")
}

/// Whether a command is legal.
pub(crate) fn check(rules: &SearchAndDestroy, state: &State, command: &Command) -> Result<(), No> {
    if state.step == Step::Over {
        return Err(No::new(rule!("base-4.1"), "The game is over.", "Step back through it, or start a new one."));
    }
    match (&state.pending, command) {
        (Pending::Nothing, Command::Answer { .. } | Command::Retreat { .. } | Command::Advance { .. }) => {
            return Err(not_now("This is not the time to answer a close assault."));
        }
        (Pending::Nothing, _) => {}
        (Pending::Answer(_), Command::Answer { double }) => {
            if *double && !assault::may_double(rules, state) {
                let cost = rules.numbers.increased_cost.value;
                let because = said!("This unit does not have {} units of fire left.", cost);
                return Err(No::new(rule!("32.6"), because, "Defend with its normal strength."));
            }
        }
        (Pending::Retreat { unit, .. }, Command::Retreat { to }) => {
            if !aftermath::retreats(rules, state, *unit).contains(to) {
                return Err(No::new(
                    rule!("SD-A16"),
                    said!("It cannot retreat to {}.", *to),
                    "Retreat to an adjacent hex that has room and no enemies.",
                ));
            }
        }
        (Pending::Advance { attackers, .. }, Command::Advance { unit }) => {
            if !attackers.contains(unit) {
                return Err(No::new(rule!("32.2"), "This unit cannot advance.", "Choose one of the attackers."));
            }
        }
        (Pending::Answer(_), _) => {
            return Err(No::new(
                rule!("SD-A6"),
                "The defender has not answered.",
                "Decide whether it doubles its strength.",
            ));
        }
        (Pending::Retreat { .. }, _) => {
            return Err(No::new(rule!("SD-A15"), "A unit must retreat.", "Choose its hex first."));
        }
        (Pending::Advance { .. }, _) => {
            return Err(No::new(rule!("32.2"), "One attacker must advance.", "Choose it first."));
        }
    }
    let setting_up = matches!(state.step, Step::UsSetup | Step::Setup);
    match command {
        Command::Answer { .. } | Command::Retreat { .. } | Command::Advance { .. } | Command::Done => Ok(()),
        Command::Place { .. }
        | Command::Moor { .. }
        | Command::Assign { .. }
        | Command::LayTrap { .. }
        | Command::HideCache { .. }
        | Command::Register { .. }
        | Command::Improve { .. }
        | Command::Forgo { .. } => {
            if setting_up {
                setup::check(rules, state, command)
            } else {
                Err(not_now("This is not the time to set up."))
            }
        }
        other if setting_up => setup::check(rules, state, other),
        Command::Move { .. }
        | Command::Sail { .. }
        | Command::Leave { .. }
        | Command::Stray { .. }
        | Command::Dig { .. }
            if !movement::is_movement(state.step) =>
        {
            Err(not_now("This is not the time to move."))
        }
        Command::Move { unit, path } => movement::check_move(rules, state, *unit, path),
        Command::Sail { unit, river } => sailing::check_sail(rules, state, *unit, *river),
        Command::Leave { unit } => leaving::check_leave(rules, state, *unit),
        Command::Stray { unit } => leaving::check_stray(rules, state, *unit),
        Command::Dig { unit } => movement::check_dig(rules, state, *unit),
        Command::Probe { unit, at } => search::check_probe(rules, state, *unit, *at),
        Command::Search { unit, at } => search::check_search(rules, state, *unit, *at),
        Command::Fire { shots, target } => rules.aimed(state, shots, *target).map(|_| ()),
        Command::Antitank { unit, target } => antitank::check_antitank(rules, state, *unit, *target).map(|_| ()),
        Command::Assault { shots, target } => rules.charged(state, shots, *target).map(|_| ()),
        Command::Hide { unit } => search::check_hide(rules, state, *unit),
        Command::Plot { unit, at } => support::check_plot(rules, state, *unit, *at),
        Command::CallStrike { unit, at, along } => support::check_strike(rules, state, *unit, *at, *along),
        Command::Preplanned { at } => support::check_preplanned(state, *at),
        Command::Mortar { weapon, observer, at } => support::check_mortar(rules, state, *weapon, *observer, *at),
        Command::Land { helicopter, passengers, supply, at } => {
            helicopters::check_land(rules, state, *helicopter, passengers, *supply, *at)
        }
        Command::Hover { helicopter, at } => helicopters::check_hover(rules, state, *helicopter, *at),
        Command::LiftOff { helicopter } => helicopters::check_lift_off(rules, state, *helicopter),
        Command::Mount { unit, carrier } => carrying::check_mount(rules, state, *unit, *carrier),
        Command::Dismount { unit, at } => carrying::check_dismount(rules, state, *unit, *at),
        Command::Load { unit, killed, wounded } => carrying::check_load(rules, state, *unit, *killed, *wounded),
        Command::Unload { unit } => carrying::check_unload(rules, state, *unit),
        Command::Haul { unit, weapon } => carrying::check_haul(rules, state, *unit, *weapon),
        Command::SetDown { unit } => carrying::check_set_down(rules, state, *unit),
        Command::Appoint { unit } => control::check_appoint(rules, state, *unit),
        Command::ClearCivilians { unit, at } => search::check_civilians(state, *unit, *at),
    }
}
