//! Positions, commands and events as people say them.

use std::fmt::Write as _;

use crate::command::{Command, FlightPath, Leg, News, Stores, Target, Way};
use crate::event::{Event, Noticed, Test, Told};
use crate::movement::inches;
use crate::state::{Condition, Content, Drift, Fate, Flight, Hull, Order, Phase, Squad, State, Trap};
use crate::troops::SquadId;
use crate::victory;

pub(crate) fn moment(state: &State) -> (u32, String) {
    let turn = u32::from(state.turn);
    let who = match state.phase {
        Phase::Active(side) => format!("{} act", side.name()),
        Phase::Interrupt(side) => format!("{} may interrupt", side.name()),
        Phase::Overflight(side) => format!("{} may fire at an aircraft", side.name()),
        Phase::Burst(side) => format!("{} say who is in the burst", side.name()),
        Phase::Telling(side) => format!("{} choose what is told", side.name()),
        Phase::Between => "between two squads".into(),
        Phase::Over => "the game is over".into(),
    };
    (turn, format!("Turn {turn} of {}, {who}", state.last_turn))
}

fn name(state: &State, squad: SquadId) -> String {
    state.squad(squad).map_or_else(|| format!("squad {}", squad.0), |s| s.name.to_string())
}

pub(crate) fn question(state: &State) -> String {
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
            format!("{}: does anybody fire at {} now?", side.name(), name(state, state.active.squad))
        }
        Phase::Overflight(side) => {
            let what = state.attack.map_or("an aircraft", |attack| aircraft(attack.gunship));
            format!("{}: does anybody fire at {what} before it attacks?", side.name())
        }
        Phase::Burst(side) => {
            let fall = state.fall_of_shot.map_or_else(String::new, |fall| fell(fall.drift));
            format!("{}: a salvo comes down {fall}. Who lies in its area?", side.name())
        }
        Phase::Telling(side) => {
            let what = match state.telling {
                Some(telling) if telling.unit => "Which hidden squad",
                _ => "Which cache",
            };
            format!("{}: {what} is told of?", side.name())
        }
        Phase::Between => "The next squad acts.".into(),
        Phase::Over => victory::score(state).result.because,
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
        Drift::Over => "beyond it on the aircraft's way".into(),
        Drift::Left => "to the left of its way".into(),
        Drift::Right => "to the right of its way".into(),
        Drift::Under => "short of it on the aircraft's way".into(),
    };
    format!("{} {way}", inches(length))
}

fn news(news: &News) -> String {
    match news {
        News::Enemy(squad) => format!("where squad {} is", squad.0),
        News::Sign(sign) => format!("sign {sign}"),
        News::Words(words) => words.clone(),
    }
}

fn target_name(state: &State, target: Target) -> String {
    match target {
        Target::Squad(squad) => name(state, squad),
        Target::Marker(marker) => format!("marker {}", marker.0),
    }
}

/// How an aircraft comes in, where its way was drawn.
fn coming_in(path: Option<FlightPath>) -> String {
    path.and_then(FlightPath::comes_from)
        .map_or_else(String::new, |from| format!(", coming in from the {}", from.name()))
}

pub(crate) fn phrase(state: &State, command: &Command) -> String {
    let of = |squad: SquadId| name(state, squad);
    match *command {
        Command::March { squad, mode: Some(mode) } => format!("{} moves {}.", of(squad), mode.name()),
        Command::March { squad, mode: None } => format!("{} drives.", of(squad)),
        Command::Step { squad, leg: Leg::To(to) } => format!("{} goes to {to}.", of(squad)),
        Command::Step { squad, leg: Leg::Measured { length, bad, .. } } => {
            let over = if bad { "bad" } else { "good" };
            format!("{} goes {} over {over} terrain.", of(squad), inches(length))
        }
        Command::LieDown { squad } => format!("{} lies down.", of(squad)),
        Command::StandUp { squad } => format!("{} stands up.", of(squad)),
        Command::Fire { squad, target, .. } => format!("{} fires at {}.", of(squad), target_name(state, target)),
        Command::Launch { squad, figure, target, .. } => {
            format!("Figure {figure} of {} fires at {}.", of(squad), of(target))
        }
        Command::Snipe { squad, target, figure } => {
            format!("{} aims at figure {figure} of {}.", of(squad), of(target))
        }
        Command::BugOut { squad, .. } => format!("{} tries to disappear.", of(squad)),
        Command::Search { squad, marker } => format!("{} searches at marker {}.", of(squad), marker.0),
        Command::Stores { squad, what: Stores::Capture, .. } => format!("{} takes the stores.", of(squad)),
        Command::Stores { squad, what: Stores::Destroy, .. } => format!("{} destroys the stores.", of(squad)),
        Command::Request { squad, support, facts: Some(_), .. } => {
            format!("{} asks for {}.", of(squad), support.name())
        }
        Command::Request { squad, support, target, path, .. } => {
            format!("{} asks for {} at {target}{}.", of(squad), support.name(), coming_in(path))
        }
        Command::Correct { squad, target } => format!("{} calls its mission to {target}.", of(squad)),
        Command::Strike { squad, target, path } => match state.board {
            Some(_) => format!("The aircraft called by {} attacks at {target}{}.", of(squad), coming_in(path)),
            None => format!("The aircraft called by {} attacks.", of(squad)),
        },
        Command::FireAtAircraft { squad, .. } => format!("{} fires at the aircraft.", of(squad)),
        Command::Burst { ref caught, ref markers } if caught.is_empty() && markers.is_empty() => {
            "Nobody is in the burst.".into()
        }
        Command::Burst { ref caught, ref markers } => {
            format!("{} figures and {} markers are in the burst.", caught.len(), markers.len())
        }
        Command::Tell { marker } => format!("Marker {} is told of.", marker.0),
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
            format!("{} {how} {}: {}.", of(squad), of(to), news(what))
        }
        Command::Try { squad, ref what } => format!("{} tries: {what}.", of(squad)),
        Command::LeaveTable { squad } => format!("{} leaves the table.", of(squad)),
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
        Command::Reach { squad, marker } => format!("{} has come to marker {}.", of(squad), marker.0),
        Command::Pass => "Nobody fires.".into(),
        Command::Done => "The squad is finished.".into(),
    }
}

fn test(test: &Test) -> String {
    let double = if test.double { ", a double" } else { "" };
    let passed = if test.passed { "passed" } else { "failed" };
    format!("{} and {} make {} against {}{double}: {passed}", test.dice[0], test.dice[1], test.total, test.rating)
}

/// Dice as they are read out: `2, 6 and 4`.
fn dice_list(dice: &[u8]) -> String {
    let mut words: Vec<String> = dice.iter().map(u8::to_string).collect();
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}

/// A sentence with the names of squads where it has their numbers.
pub(crate) fn named(known: &State, sentence: &str) -> String {
    let mut told = String::new();
    let mut rest = sentence;
    while let Some(at) = rest.find("quad ").filter(|at| *at > 0) {
        let (before, after) = (&rest[..at - 1], &rest[at + 5..]);
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let squad = after[..digits].parse().ok().and_then(|id| known.squad(SquadId(id)));
        told.push_str(before);
        match squad {
            Some(squad) => told.push_str(&squad.name),
            None => told.push_str(&rest[at - 1..at + 5 + digits]),
        }
        rest = &after[digits..];
    }
    told + rest
}

pub(crate) fn tell(event: &Event) -> String {
    let s = |squad: &SquadId| format!("Squad {}", squad.0);
    match event {
        Event::TurnBegan { turn } => format!("Turn {turn}."),
        Event::Levelled { squad, die, gung_ho, reasons, level } => {
            let items: String = reasons.iter().map(|(r, v)| format!(" {v:+} {}", r.name())).collect();
            format!("{}: {die} and Gung-Ho {gung_ho}{items} make {level}.", s(squad))
        }
        Event::TieBroken { first, then } => format!("{} acts before squad {}.", s(first), then.0),
        Event::Activated { squad } => format!("{} acts.", s(squad)),
        Event::SomebodyActs { side } => format!("A squad of {} is next.", side.name()),
        Event::Marched { squad, mode, dice, good, bad } => {
            let how = mode.map_or_else(|| "drives".to_owned(), |mode| format!("moves {}", mode.name()));
            let (good, bad) = (inches(*good), inches(*bad));
            format!("{} {how}: {} make {good} in good and {bad} in bad terrain.", s(squad), dice_list(dice))
        }
        Event::Stepped { squad, to, length, bad, obstacles } => {
            let goal = to.map(|p| format!(" to {p}")).unwrap_or_default();
            let over = if *bad { ", some of it bad" } else { "" };
            let across = if *obstacles > 0 { ", across an obstacle" } else { "" };
            format!("{} goes {}{goal}{over}{across}.", s(squad), inches(*length))
        }
        Event::MarkerMoved { marker, to } => format!("Marker {} moves to {to}.", marker.0),
        Event::LaidDown { squad } => format!("{} lies down.", s(squad)),
        Event::StoodUp { squad } => format!("{} stands up.", s(squad)),
        Event::Volley { squad, target, volley, dice, hits, pins, .. } => {
            let at = match target {
                Target::Squad(t) => format!("squad {}", t.0),
                Target::Marker(m) => format!("marker {}", m.0),
            };
            let mut why = String::new();
            for factor in &volley.factors {
                let _ = write!(why, ", {}", factor.name());
            }
            let count = if dice.len() == 1 { "1 die".to_owned() } else { format!("{} dice", dice.len()) };
            let shown = dice_list(dice);
            let hits = if *hits == 1 { "1 hit".to_owned() } else { format!("{hits} hits") };
            let pins = if *pins == 1 { "1 pin".to_owned() } else { format!("{pins} pins") };
            format!("{} fires at {at} with {count}{why}: {shown}: {hits} and {pins}.", s(squad))
        }
        Event::Saved { squad, figure, die, needs, lost, wounded } => {
            let end = match (lost, wounded) {
                (false, _) => "it is pinned",
                (true, true) => "it is wounded",
                (true, false) => "it falls",
            };
            format!("Figure {figure} of squad {} needs {needs} and throws {die}: {end}.", squad.0)
        }
        Event::Pinned { squad, figure } => format!("Figure {figure} of squad {} is pinned.", squad.0),
        Event::Panic { squad, figure, test: t } => {
            format!("Figure {figure} of squad {} may panic: {}.", squad.0, test(t))
        }
        Event::Morale { squad, test: t, order, rallied } => {
            let end = match order {
                Order::Steady if *rallied => "it carries on and nobody is pinned",
                Order::Steady => "it carries on",
                Order::Halted => "it halts",
                Order::Withdrawing => "it withdraws",
                Order::Leaving => "it makes for the edge of the table",
            };
            format!("Morale of squad {}: {}; {end}.", squad.0, test(t))
        }
        Event::Unpinning { squad, figure, test: t } => {
            format!("Pinned figure {figure} of squad {}: {}.", squad.0, test(t))
        }
        Event::Revealed { squad, marker, how } => {
            let why = match how {
                Noticed::Moving => "was noticed moving",
                Noticed::Firing => "fires",
                Noticed::Contact => "was met",
                Noticed::Hit => "was hit",
                Noticed::Itself => "shows itself",
                Noticed::Told => "was told of",
            };
            format!("{} under marker {} {why} and is put on the table.", s(squad), marker.0)
        }
        Event::Drawn { squad, die, figures } => {
            format!("{}: a {die} draws {} figures.", s(squad), figures.len())
        }
        Event::Turned { marker, content } => {
            let what = match content {
                Content::Dummy | Content::Unknown => "nothing",
                Content::Squad(_) => "a squad",
                Content::Cache => "a cache",
                Content::Trap(Trap::Punji) => "punji stakes",
                Content::Trap(Trap::Grenade) => "a grenade on a wire",
                Content::Trap(Trap::Mortar) => "a buried mortar bomb",
                Content::Trap(Trap::Claymore) => "a Claymore",
            };
            format!("Under marker {} is {what}.", marker.0)
        }
        Event::Searched { squad, marker } => format!("{} searches at marker {}.", s(squad), marker.0),
        Event::StoresDealtWith { squad, what, .. } => match what {
            Stores::Capture => format!("{} takes the stores along.", s(squad)),
            Stores::Destroy => format!("{} destroys the stores.", s(squad)),
        },
        Event::TrapMet { squad, die, needs, sprung, .. } => {
            let end = if *sprung { "it is set off" } else { "it is found in time" };
            format!("{} meets a trap: {die}, {needs} sets it off; {end}.", s(squad))
        }
        Event::Launched { squad, figure, target, die, needs, hit, empty } => {
            let end = if *hit { "a hit" } else { "a miss" };
            let dry = if *empty { " That was the last round." } else { "" };
            format!(
                "Figure {figure} of squad {} fires at squad {}: {die}, needs {needs}, {end}.{dry}",
                squad.0, target.0
            )
        }
        Event::VehicleHit { squad, die, hull } => {
            let end = match hull {
                Hull::Running => "nothing happens",
                Hull::Immobilised => "it is immobilised",
                Hull::Destroyed => "it is destroyed",
            };
            format!("{} is hit: {die}, {end}.", s(squad))
        }
        Event::ChopperSaved { squad, die, needs, down } => {
            let end = if *down { "it is shot down" } else { "it flies on" };
            format!("{} needs {needs} and throws {die}: {end}.", s(squad))
        }
        Event::Freeing { squad, die, free } => {
            let end = if *free { "it gets going again" } else { "it stays where it is" };
            format!("{}: {die}, {end}.", s(squad))
        }
        Event::Sniped { squad, target, die, .. } => {
            let end = match die {
                6 => "his man falls",
                4..=5 => "somebody is pinned",
                _ => "nothing",
            };
            format!("{} snipes at squad {}: {die}, {end}.", s(squad), target.0)
        }
        Event::BuggedOut { squad, test: t } => format!("{} tries to disappear: {}.", s(squad), test(t)),
        Event::Requested { squad, support, test: t, due } => {
            let end = due.map_or_else(|| "not granted".to_owned(), |turn| format!("due on turn {turn}"));
            format!("{} asks for {}: {}; {end}.", s(squad), support.name(), test(t))
        }
        Event::Salvo { support, die: 0, .. } => format!("The {} comes down where it was called.", support.name()),
        Event::Salvo { support, die, drift, .. } => {
            format!("The {} comes down {}: {die}.", support.name(), fell(*drift))
        }
        Event::CalledAnew { squad, target } => format!("{} calls its mission to {target}.", s(squad)),
        Event::Attacking { gunship, .. } => {
            let what = if *gunship { "The gunship" } else { "The jet" };
            format!("{what} comes in.")
        }
        Event::FiredAtAircraft { squad, dice, hits } => {
            format!("{} fires at the aircraft with {} dice: {}: {hits} hits.", s(squad), dice.len(), dice_list(dice))
        }
        Event::AircraftSaved { die, needs, down, .. } => {
            let end = if *down { "it is shot down" } else { "it flies on" };
            format!("The aircraft needs {needs} and throws {die}: {end}.")
        }
        Event::Rated { squad, quality, die, gung_ho } => {
            format!("{} has met the enemy. It is {}: a {die} of ten makes Gung-Ho {gung_ho}.", s(squad), quality.name())
        }
        Event::PickedUp { squad, of, figure } => {
            format!("{} picks up figure {figure} of squad {}.", s(squad), of.0)
        }
        Event::PutDown { squad } => format!("{} puts its casualties down.", s(squad)),
        Event::Tried { squad, what, test: t } => format!("{} tries: {what}. {}.", s(squad), test(t)),
        Event::MessageSent { squad, to } => format!("{} has a message for squad {}.", s(squad), to.0),
        Event::MessageTried { squad, to, die, needs } => {
            let end = if die >= needs { "it is through" } else { "not yet" };
            format!("The message of squad {} to squad {} needs {needs}: {die}, {end}.", squad.0, to.0)
        }
        Event::MessageCame { squad, to, news: what } => {
            format!("Squad {} hears from squad {}: {}.", to.0, squad.0, news(what))
        }
        Event::Corrected { squad, test: t, dice } => {
            format!("{} corrects the fire: {}; {dice} dice of drift.", s(squad), test(t))
        }
        Event::AircraftCame { side, gunship, turns } => {
            let what = if *gunship { "A gunship" } else { "An aircraft" };
            format!("{what} of {} is over the table for {turns} turns.", side.name())
        }
        Event::MissionOver { support, .. } => format!("The {} is over.", support.name()),
        Event::Caught { squad, figure, die, hit } => {
            let end = if *hit { "hit" } else { "not hit" };
            format!("Figure {figure} of squad {} is in the burst: {die}, {end}.", squad.0)
        }
        Event::Fought { squad, target, dice, sums, winner } => {
            let end = winner.map_or_else(|| "nobody wins".to_owned(), |w| format!("squad {} wins", w.0));
            format!(
                "{} and squad {} fight hand to hand: {} makes {}, {} makes {}; {end}.",
                s(squad),
                target.0,
                dice[0],
                sums[0],
                dice[1],
                sums[1]
            )
        }
        Event::Fell { squad, figure, wounded } => {
            let how = if *wounded { "is wounded" } else { "falls" };
            format!("Figure {figure} of squad {} {how}.", squad.0)
        }
        Event::Questioned { squad, target, die, told } => {
            let end = match told {
                Told::Nothing => "nothing".to_owned(),
                Told::Cache(Some(marker)) => format!("a cache at marker {}", marker.0),
                Told::Squad(Some(unit)) => format!("where squad {} hides", unit.0),
                Told::Cache(None) | Told::Squad(None) => "what is known already".to_owned(),
                Told::Death => "nothing, and a prisoner dies".to_owned(),
            };
            format!("{} questions squad {}: {die}, {end}.", s(squad), target.0)
        }
        Event::Taken { squad, target, count } => format!("{} takes {count} wounded of squad {}.", s(squad), target.0),
        Event::Mounted { squad, vehicle } => format!("{} gets into squad {}.", s(squad), vehicle.0),
        Event::Dismounted { squad, vehicle } => format!("{} gets out of squad {}.", s(squad), vehicle.0),
        Event::Flew { squad, now, .. } => {
            let how = match now {
                Flight::Flying => "flies",
                Flight::Descending => "hovers before landing",
                Flight::Landed => "lands",
                Flight::Rising => "hovers after rising",
            };
            format!("{} {how}.", s(squad))
        }
        Event::LeftTable { squad } => format!("{} leaves the table.", s(squad)),
        Event::Finished { squad } => format!("{} is finished.", s(squad)),
        Event::Ended { result } => format!("{}. {}", result.title, result.because),
    }
}

/// What came of a command without its dice: who is down, pinned, in sight.
pub(crate) fn sum_up(before: &State, after: &State) -> String {
    let mut told = String::new();
    for squad in &after.squads {
        let Some(old) = before.squads.iter().find(|s| s.id == squad.id) else { continue };
        let pinned = |s: &Squad| s.able().filter(|(_, f)| f.pinned.is_some()).count();
        if squad.casualties() > old.casualties() {
            let _ = write!(told, "{} loses {}. ", squad.name, squad.casualties() - old.casualties());
        }
        if pinned(squad) > pinned(old) {
            let _ = write!(told, "{} has {} more pinned. ", squad.name, pinned(squad) - pinned(old));
        }
        if squad.hull != old.hull {
            let _ = write!(told, "{} is {:?}. ", squad.name, squad.hull);
        }
        if squad.order != old.order {
            let _ = write!(told, "{} is {:?}. ", squad.name, squad.order);
        }
    }
    if after.missions.len() > before.missions.len() {
        told.push_str("Support is granted. ");
    }
    if told.is_empty() { "No losses.".into() } else { told.trim_end().to_owned() }
}

pub(crate) fn show(state: &State) -> String {
    let mut text = moment(state).1;
    text.push('\n');
    for squad in &state.squads {
        let count = |fate: Fate| squad.figures.iter().filter(|f| f.fate == fate).count();
        let pinned = squad.able().filter(|(_, f)| f.pinned.is_some()).count();
        let place = match (squad.hidden, squad.aboard) {
            (Some(marker), _) => format!("hidden under marker {}", marker.0),
            (_, Some(vehicle)) => format!("in squad {}", vehicle.0),
            _ if squad.gone => "off the table".into(),
            _ if state.board.is_some() => format!("at {}", squad.at()),
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
    for line in victory::score(state).lines.iter().filter(|l| l.count > 0) {
        let _ = writeln!(text, "{}: {} {}, {} points", line.side.name(), line.count, line.what, line.count * line.each);
    }
    text
}
