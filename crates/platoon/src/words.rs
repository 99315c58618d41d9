//! Positions as people say them; commands and events beside it.

mod phrase;
mod told;

use std::fmt::Write as _;

use tabletop::numbers::counted;

use crate::command::News;
use crate::deed::Pick;
use crate::event::Told;
use crate::movement::inches;
use crate::state::{Activation, Condition, Drift, Fate, Pattern, Phase, Reaches, Squad, State, Support};
use crate::troops::SquadId;
use crate::{Event, Platoon, support, victory};

pub(crate) use phrase::phrase;
pub(crate) use told::tell;

pub(crate) fn moment(state: &State) -> (u32, String) {
    let turn = u32::from(state.turn);
    let who = match state.phase {
        Phase::Active(side) => format!("{} act", side.name()),
        Phase::Interrupt(side) => format!("{} may interrupt", side.name()),
        Phase::Overflight(side) => format!("{} may fire at an aircraft", side.name()),
        Phase::Burst(side) if state.asks_abandoned() => format!("{} say whom they leave behind", side.name()),
        Phase::Burst(side) => format!("{} say which figures it reaches", side.name()),
        Phase::Ground(side) => format!("{} say where their squads stand", side.name()),
        Phase::Telling(side) => format!("{} choose what is revealed", side.name()),
        Phase::Between => "between two squads".into(),
        Phase::Over => "the game is over".into(),
    };
    (turn, format!("Turn {turn} of {}, {who}", state.last_turn))
}

pub(crate) fn name(state: &State, squad: SquadId) -> String {
    state.squad(squad).map_or_else(|| format!("squad {}", squad.0), |s| s.name.to_string())
}

/// Figures among which a player chooses: `two, each with an AK47`.
pub(crate) fn pick(pick: Pick) -> String {
    match pick {
        Pick::Two(weapon) => format!("two, each with {}", weapon.with_article()),
        Pick::OneEach(one, other) => format!("one with {}, one with {}", one.with_article(), other.with_article()),
        Pick::Count(count) => count.to_string(),
    }
}

/// The area of a salvo with its template: `10" by 8", the long side across the line of fire`.
fn area(rules: &Platoon, support: Support, pattern: Pattern) -> String {
    let (length, width) = support::size(rules, support);
    let lies = match (length == width, support::lies_across(support, pattern)) {
        (true, _) => "",
        (false, true) => ", the long side across the line of fire",
        (false, false) if support == Support::Air => ", the long side along its flight",
        (false, false) => ", the long side along the line of fire",
    };
    format!("{} by {}{lies}", inches(length), inches(width))
}

pub(crate) fn question(rules: &Platoon, state: &State) -> String {
    match state.phase {
        Phase::Active(side) => {
            let who = state.squad(state.active.squad).map_or("a hidden squad", |s| &s.name);
            match state.active.march {
                Some(march) => {
                    let left = inches((march.allowance() - march.used).max(0));
                    format!("{}: what does {who} do? It has {left} of its move left.", side.name())
                }
                None => format!("{}: what does {who} do?", side.name()),
            }
        }
        Phase::Interrupt(side) => {
            let squad = name(state, state.active.squad);
            // What it asked by radio and the markers it has come to do not show.
            let done = Activation { asked: false, reached: Vec::new(), ..state.active.clone() };
            let begins = done == Activation { squad: state.active.squad, ..Activation::default() };
            if begins {
                format!("{}: {squad} is about to act. Do you fire at it first?", side.name())
            } else {
                format!("{}: do you fire at {squad} now?", side.name())
            }
        }
        Phase::Overflight(side) => {
            let what = state.attack.map_or("an aircraft", |attack| aircraft(attack.gunship));
            format!("{}: do you fire at {what} before it attacks?", side.name())
        }
        Phase::Burst(side) => {
            let asked = match state.fall_of_shot.as_ref().map(|fall| &fall.what) {
                Some(Reaches::Salvo { support, pattern, drift, .. }) => {
                    let (landed, covers) = (fell(*drift), area(rules, *support, *pattern));
                    format!("a salvo lands {landed}. It covers {covers}. Which figures are in its area?")
                }
                Some(Reaches::Rocket { squad, figure }) => {
                    format!(
                        "a round bursts at figure {figure} of {}. Which figures are within its burst?",
                        name(state, *squad)
                    )
                }
                Some(Reaches::Trap { squad, trap }) => {
                    format!("{} sets off {}. Which figures does it reach?", name(state, *squad), trap.name())
                }
                Some(Reaches::Fright { fallen, .. }) => {
                    let who = |(squad, figure): &(SquadId, u8)| format!("figure {figure} of {}", name(state, *squad));
                    let fallen: Vec<String> = fallen.iter().map(who).collect();
                    format!("{} out of action. Which figures stand near?", tabletop::briefing::listed(&fallen))
                }
                Some(Reaches::Abandoned) => "the game is over. Which casualties have no able friend near?".to_owned(),
                None => "which figures does it reach?".to_owned(),
            };
            format!("{}: {asked}", side.name())
        }
        Phase::Ground(side) => {
            let markers = state.markers.iter().any(|m| m.side == side && m.condition == Condition::Down);
            let place = if markers { "place your markers. On" } else { "on" };
            format!("{}: {place} what ground does each of your squads stand?", side.name())
        }
        Phase::Telling(side) => {
            let what = match state.telling {
                Some(telling) if telling.unit => "Which hidden squad",
                _ => "Which cache",
            };
            format!("{}: {what} is revealed?", side.name())
        }
        Phase::Between => "The next squad acts.".into(),
        Phase::Over => victory::score(rules, state).result.because,
    }
}

fn aircraft(gunship: bool) -> &'static str {
    if gunship { "the gunship" } else { "the jet" }
}

/// Where a salvo fell, seen from its target.
fn fell(drift: Option<(Drift, i32)>) -> String {
    let Some((way, length)) = drift else { return "on target".into() };
    let way = match way {
        Drift::To(compass) => format!("{} of it", compass.name()),
        Drift::Over => "beyond it along the aircraft's path".into(),
        Drift::Left => "to the left of its path".into(),
        Drift::Right => "to the right of its path".into(),
        Drift::Under => "short of it along the aircraft's path".into(),
    };
    format!("{} {way}", inches(length))
}

fn news(news: &News, of: impl Fn(SquadId) -> String) -> String {
    match news {
        News::Enemy(squad) => format!("where {} is", of(*squad)),
        News::Sign(sign) => format!("sign {sign}"),
        News::Words(words) => words.clone(),
    }
}

/// What came of a command without its dice: who is down, pinned, in sight.
pub(crate) fn sum_up(before: &State, after: &State, events: &[Event]) -> String {
    let mut told = String::new();
    for squad in &after.squads {
        let Some(old) = before.squads.iter().find(|s| s.id == squad.id) else { continue };
        let pinned = |s: &Squad| s.able().filter(|(_, f)| f.pinned.is_some()).count();
        if squad.casualties() > old.casualties() {
            let _ = write!(told, "{} loses {}. ", squad.name, squad.casualties() - old.casualties());
        }
        if pinned(squad) > pinned(old) {
            let _ = write!(told, "{}: {} more pinned. ", squad.name, pinned(squad) - pinned(old));
        }
        if squad.hull != old.hull {
            let _ = write!(told, "{} {}. ", squad.name, squad.hull.told());
        }
        if squad.order != old.order {
            let _ = write!(told, "{} {}. ", squad.name, squad.order.told());
        }
    }
    for event in events {
        told.push_str(match event {
            Event::Requested { due: Some(_), .. } => "Support is granted. ",
            Event::Requested { test, .. } if test.double => {
                "Support is refused, and the officer must wait to ask again. "
            }
            Event::Requested { .. } => "Support is refused. ",
            Event::BuggedOut { test, .. } if test.passed => "The sniper disappears. ",
            Event::BuggedOut { .. } => "The sniper stays in sight. ",
            Event::Questioned { told: Told::Cache(Some(_)), .. } => "A cache is revealed. ",
            Event::Questioned { told: Told::Squad(Some(_)), .. } => "A hidden squad is revealed. ",
            Event::Questioned { .. } => "Nothing is revealed. ",
            Event::MessageCame { .. } => "The message gets through. ",
            Event::MessageTried { die, needs, .. } if die < needs => "The message does not get through yet. ",
            Event::AircraftSaved { down: true, .. } => "The aircraft is shot down. ",
            Event::AircraftSaved { .. } => "The aircraft is not shot down. ",
            _ => continue,
        });
    }
    // What is still to be chosen.
    if let (None, Some(telling)) = (before.telling, after.telling) {
        told.push_str(if telling.unit { "A hidden squad is revealed. " } else { "A cache is revealed. " });
    }
    if told.is_empty() { "No losses.".into() } else { told.trim_end().to_owned() }
}

pub(crate) fn show(rules: &Platoon, state: &State) -> String {
    let mut text = moment(state).1;
    text.push('\n');
    for squad in &state.squads {
        let count = |fate: Fate| squad.figures.iter().filter(|f| f.fate == fate).count();
        let pinned = squad.able().filter(|(_, f)| f.pinned.is_some()).count();
        let place = match (squad.hidden, squad.aboard) {
            (Some(marker), _) => format!("hidden under marker {}", marker.0),
            (_, Some(vehicle)) => format!("in squad {}", vehicle.0),
            _ if squad.gone => "off the table".into(),
            _ if state.board.is_some() => format!("at {}", squad.lead()),
            _ => format!("in {}", squad.ground.name()),
        };
        let _ = writeln!(
            text,
            "{:>3} {} ({}): Gung-Ho {}, {} able, {pinned} pinned, {} out, {place}",
            squad.id.0,
            squad.name,
            squad.side.name(),
            squad.gung_ho,
            count(Fate::Able),
            squad.casualties(),
        );
    }
    let down: Vec<String> = (state.markers.iter())
        .filter(|m| m.condition == Condition::Down)
        .map(|m| format!("{} at {}", m.id.0, m.at))
        .collect();
    if !down.is_empty() {
        let _ = writeln!(text, "Markers: {}", down.join(", "));
    }
    for line in victory::score(rules, state).lines.iter().filter(|l| l.count > 0) {
        let _ = writeln!(
            text,
            "{}: {} {}, {}",
            line.side.name(),
            line.count,
            line.what,
            counted(line.count * line.each, "point", "points")
        );
    }
    text
}
