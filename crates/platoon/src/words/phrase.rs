//! Commands as people say them.

use super::{name, news};
use crate::command::{Command, FlightPath, Leg, Stores, Target, Way};
use crate::movement::inches;
use crate::state::{Pattern, State, Support};
use crate::troops::SquadId;

/// A squad's name; of an enemy who hides its number alone, whether there is such a squad or not.
fn called(state: &State, squad: SquadId) -> String {
    let hides = state.squad(squad).is_some_and(|s| state.is_hidden(s) && state.decides() != Some(s.side));
    if hides { format!("squad {}", squad.0) } else { name(state, squad) }
}

fn target_name(state: &State, target: Target) -> String {
    match target {
        Target::Squad(squad) => called(state, squad),
        Target::Marker(marker) => format!("marker {}", marker.0),
    }
}

/// How an aircraft comes in, where its way was drawn.
fn coming_in(path: Option<FlightPath>) -> String {
    path.and_then(FlightPath::comes_from)
        .map_or_else(String::new, |from| format!(", coming in from the {}", from.name()))
}

pub(crate) fn phrase(state: &State, command: &Command) -> String {
    let of = |squad: SquadId| called(state, squad);
    match *command {
        Command::Deed { .. } => phrase(state, &command.plain()),
        Command::March { squad, mode: Some(mode) } => format!("{} moves {}.", of(squad), mode.name()),
        Command::March { squad, mode: None } => format!("{} drives.", of(squad)),
        Command::Step { squad, leg: Leg::To(to) } => format!("{} goes to {to}.", of(squad)),
        Command::Step { squad, leg: Leg::Measured { length, bad, .. } } => {
            let over = if bad { "bad" } else { "good" };
            format!("{} goes {} over {over} terrain.", of(squad), inches(length))
        }
        Command::Stand { squad, ground } => format!("{} stands {}.", of(squad), ground.stands()),
        Command::LieDown { squad, only_pinned: true } => format!("The pinned figures of {} lie down.", of(squad)),
        Command::LieDown { squad, .. } => format!("{} lies down.", of(squad)),
        Command::StandUp { squad } => format!("{} stands up.", of(squad)),
        Command::Fire { squad, target, .. } => format!("{} fires at {}.", of(squad), target_name(state, target)),
        Command::Launch { squad, figure, target, .. } => {
            format!("Figure {figure} of {} fires at {}.", of(squad), of(target))
        }
        Command::Snipe { squad, target, figure, .. } => {
            format!("{} aims at figure {figure} of {}.", of(squad), of(target))
        }
        Command::BugOut { squad, .. } => format!("{} tries to disappear.", of(squad)),
        Command::Search { squad, marker } => format!("{} searches at marker {}.", of(squad), marker.0),
        Command::Stores { squad, what: Stores::Capture, .. } => format!("{} takes the stores.", of(squad)),
        Command::Stores { squad, what: Stores::Destroy, .. } => format!("{} destroys the stores.", of(squad)),
        Command::Request { squad, support, facts: Some(_), .. } => {
            format!("{} asks for {}.", of(squad), support.name())
        }
        Command::Request { squad, support, target, pattern, path, .. } => {
            let lie = match (support, pattern) {
                (Support::Howitzer105 | Support::Howitzer155, Pattern::Box) => ", across the line of fire",
                (Support::Howitzer105 | Support::Howitzer155, Pattern::Sheaf) => ", along the line of fire",
                _ => "",
            };
            format!("{} asks for {} at {target}{lie}{}.", of(squad), support.name(), coming_in(path))
        }
        Command::Correct { squad, target } => format!("{} calls its mission to {target}.", of(squad)),
        Command::Strike { squad, target, path } => match state.board {
            Some(_) => format!("The aircraft called by {} attacks at {target}{}.", of(squad), coming_in(path)),
            None => format!("The aircraft called by {} attacks.", of(squad)),
        },
        Command::FireAtAircraft { squad, .. } => format!("{} fires at the aircraft.", of(squad)),
        Command::Burst { ref caught, .. } if state.asks_abandoned() => {
            let count =
                if caught.is_empty() { "no figure".into() } else { tabletop::briefing::count(caught.len(), "figure") };
            format!("{} left behind.", tabletop::capital(&count))
        }
        Command::Burst { ref caught, ref markers } if caught.is_empty() && markers.is_empty() => {
            "No figure is reached.".into()
        }
        Command::Burst { ref caught, ref markers } => {
            let those = [(caught.len(), "figure"), (markers.len(), "marker")];
            let those = those.into_iter().filter(|(count, _)| *count > 0);
            let those: Vec<String> = those.map(|(count, what)| tabletop::briefing::count(count, what)).collect();
            format!("It reaches {}.", tabletop::briefing::listed(&those))
        }
        Command::Tell { marker } => format!("Reveal marker {}.", marker.0),
        Command::Carry { squad, of: whose, figure } => {
            format!("{} picks up figure {figure} of {}.", of(squad), of(whose))
        }
        Command::PutDown { squad } => format!("{} puts its casualties down.", of(squad)),
        Command::Message { squad, to, way, news: ref what } => {
            let how = match way {
                Way::Radio => "tells",
                Way::Signal => "signals to",
                Way::Runner { .. } => "sends a runner to",
            };
            format!("{} {how} {}: {}.", of(squad), of(to), news(what, of))
        }
        Command::Try { squad, ref what } => format!("{} tries: {what}.", of(squad)),
        Command::LeaveTable { squad } => format!("{} leaves the table.", of(squad)),
        Command::OutOfReach { squad } => format!("No enemy can fire at {}.", of(squad)),
        Command::Mortar { squad, target, .. } => format!("{} fires its mortar at {}.", of(squad), of(target)),
        Command::Close { squad, target, .. } => format!("{} fights {} hand to hand.", of(squad), of(target)),
        Command::Question { squad, target } => format!("{} questions {}.", of(squad), of(target)),
        Command::Capture { squad, target } => format!("{} takes the wounded of {}.", of(squad), of(target)),
        Command::Mount { squad, vehicle } => format!("{} gets into {}.", of(squad), of(vehicle)),
        Command::Dismount { squad } => format!("{} gets out.", of(squad)),
        Command::Fly { squad, to: Some(to), .. } => match state.board {
            Some(_) => format!("{} flies to {to}.", of(squad)),
            None => format!("{} flies on.", of(squad)),
        },
        Command::Fly { squad, to: None, .. } => format!("{} goes on landing or rising.", of(squad)),
        Command::Reveal { squad } => format!("{} shows itself.", of(squad)),
        Command::MoveMarker { marker, to } => format!("Marker {} moves to {to}.", marker.0),
        Command::Reach { squad, marker } => format!("{} has reached marker {}.", of(squad), marker.0),
        Command::Pass => "Nobody fires.".into(),
        Command::HoldFire => format!("No one fires while {} acts.", called(state, state.active.squad)),
        Command::Done => "The squad is finished.".into(),
    }
}
