//! Events as the log tells them.

use std::fmt::Write as _;

use tabletop::capital;
use tabletop::numbers::{counted, signed};

use super::{fell, news};
use crate::command::{Stores, Target};
use crate::event::{Event, Noticed, Test, Told};
use crate::movement::inches;
use crate::state::{Content, Flight, Hull, Order, Support};
use crate::troops::{Side, SquadId};

fn test(test: &Test) -> String {
    let double = if test.double { ", a double" } else { "" };
    let passed = if test.passed { "passed" } else { "failed" };
    format!("{} and {} make {} against {}{double}: {passed}", test.dice[0], test.dice[1], test.total, test.rating)
}

/// What comes down, as one thing.
fn falls(support: Support) -> &'static str {
    if support == Support::Mortar { "mortar fire" } else { support.name() }
}

/// Dice as they are read out: `2, 6 and 4`.
fn dice_list(dice: &[u8]) -> String {
    let mut words: Vec<String> = dice.iter().map(u8::to_string).collect();
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}

/// The event as a sentence, with squads by the name that each is given.
pub(crate) fn tell(event: &Event, name: impl Fn(SquadId) -> String) -> String {
    let n = |squad: &SquadId| name(*squad);
    let s = |squad: &SquadId| capital(&name(*squad));
    match event {
        Event::TurnBegan { turn } => format!("Turn {turn} begins."),
        Event::Levelled { squad, die, gung_ho, reasons, level } => {
            let items: String = reasons.iter().map(|(r, v)| format!(" {} {}", signed(*v), r.name())).collect();
            format!("{}: {die} and Gung-Ho {gung_ho}{items} make {level}.", s(squad))
        }
        Event::TieBroken { first, then } => format!("{} acts before {}.", s(first), n(then)),
        Event::Activated { squad } => format!("{} acts.", s(squad)),
        Event::SomebodyActs { side } => format!("The next squad is {}.", side.name()),
        Event::Marched { squad, mode, dice, good, bad } => {
            let how = mode.map_or_else(|| "drives".to_owned(), |mode| format!("moves {}", mode.name()));
            let (good, bad) = (inches(*good), inches(*bad));
            format!("{} {how}: {} make {good} over good and {bad} over bad terrain.", s(squad), dice_list(dice))
        }
        Event::Stepped { squad, to, length, bad, obstacles } => {
            let goal = to.map(|p| format!(" to {p}")).unwrap_or_default();
            let over = if *bad { ", some of it bad" } else { "" };
            let across = if *obstacles > 0 { ", across an obstacle" } else { "" };
            format!("{} goes {}{goal}{over}{across}.", s(squad), inches(*length))
        }
        Event::MarkerMoved { marker, to } => format!("Marker {} moves to {to}.", marker.0),
        Event::Stands { squad, ground } => format!("{} stands {}.", s(squad), ground.stands()),
        Event::LaidDown { squad, only_pinned: true } => format!("The pinned figures of {} lie down.", n(squad)),
        Event::LaidDown { squad, .. } => format!("{} lies down.", s(squad)),
        Event::OutOfReach { squad } => format!("No enemy can fire at {}.", n(squad)),
        Event::StoodUp { squad } => format!("{} stands up.", s(squad)),
        Event::Volley { squad, target, volley, dice, hits, pins, .. } => {
            let at = match target {
                Target::Squad(t) => n(t),
                Target::Marker(m) => format!("marker {}", m.0),
            };
            let mut why = String::new();
            for factor in &volley.factors {
                let _ = write!(why, ", {}", factor.name());
            }
            let count = counted(dice.len(), "die", "dice");
            let shown = if dice.is_empty() { String::new() } else { format!(": {}", dice_list(dice)) };
            let number = |count: u8, one, more| match count {
                0 => format!("no {more}"),
                _ => counted(count, one, more),
            };
            let (hits, pins) = (number(*hits, "hit", "hits"), number(*pins, "pin", "pins"));
            format!("{} fires at {at} with {count}{why}{shown}: {hits} and {pins}.", s(squad))
        }
        Event::Saved { squad, figure, die, needs, lost, wounded } => {
            let end = match (lost, wounded) {
                (false, _) => "it is pinned",
                (true, true) => "it is wounded",
                (true, false) => "it falls",
            };
            format!("Figure {figure} of {} needs {needs} and rolls {die}: {end}.", n(squad))
        }
        Event::Pinned { squad, figure } => format!("Figure {figure} of {} is pinned.", n(squad)),
        Event::Panic { squad, figure, test: t } => {
            format!("Figure {figure} of {} may panic: {}.", n(squad), test(t))
        }
        Event::Morale { squad, test: t, order, rallied } => {
            let end = match order {
                Order::Steady if *rallied => "carries on; no figure is pinned",
                order => order.told(),
            };
            format!("Morale of {}: {}; it {end}.", n(squad), test(t))
        }
        Event::Unpinning { squad, figure, test: t } => {
            format!("Pinned figure {figure} of {}: {}.", n(squad), test(t))
        }
        Event::Revealed { squad, marker, how } => {
            let why = match how {
                Noticed::Moving => "was noticed moving",
                Noticed::Firing => "fires",
                Noticed::Contact => "was met",
                Noticed::Hit => "was hit",
                Noticed::Itself => "shows itself",
                Noticed::Told => "was reported",
            };
            format!("{} under marker {} {why} and is placed on the table.", s(squad), marker.0)
        }
        Event::Drawn { squad, die, figures } => {
            format!("{}: a {die} draws {}.", s(squad), counted(figures.len(), "figure", "figures"))
        }
        Event::Turned { marker, content } => {
            let what = match content {
                Content::Dummy | Content::Unknown => "nothing",
                Content::Squad(_) => "a squad",
                Content::Cache => "a cache",
                Content::Trap(trap) => trap.name(),
            };
            format!("Marker {} hid {what}.", marker.0)
        }
        Event::Searched { squad, marker } => format!("{} searches at marker {}.", s(squad), marker.0),
        Event::StoresDealtWith { squad, what, .. } => match what {
            Stores::Capture => format!("{} takes the stores.", s(squad)),
            Stores::Destroy => format!("{} destroys the stores.", s(squad)),
        },
        Event::TrapMet { squad, die, needs, sprung, .. } => {
            let end = if *sprung { "it is set off" } else { "it is found in time" };
            format!("{} meets a trap: {die}, {needs} sets it off; {end}.", s(squad))
        }
        Event::Launched { squad, figure, target, die, needs, hit, empty } => {
            let end = if *hit { "a hit" } else { "a miss" };
            let dry = if *empty { " That was the last round." } else { "" };
            format!("Figure {figure} of {} fires at {}: {die}, needs {needs}, {end}.{dry}", n(squad), n(target))
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
            let end = if *down { "it is shot down" } else { "it is not shot down" };
            format!("{} needs {needs} and rolls {die}: {end}.", s(squad))
        }
        Event::Freeing { squad, die, free } => {
            let end = if *free { "it gets going again" } else { "it stays where it is" };
            format!("{}: {die}, {end}.", s(squad))
        }
        Event::Sniped { squad, target, die, kills, pins, .. } => {
            let end = match (kills, pins) {
                (true, _) => "the target falls",
                (false, true) => "a figure is pinned",
                (false, false) => "nothing",
            };
            format!("{} snipes at {}: {die}, {end}.", s(squad), n(target))
        }
        Event::BuggedOut { squad, test: t } => format!("{} tries to disappear: {}.", s(squad), test(t)),
        Event::Requested { squad, support, test: t, due } => {
            let end = due.map_or_else(|| "not granted".to_owned(), |turn| format!("due on turn {turn}"));
            format!("{} asks for {}: {}; {end}.", s(squad), support.name(), test(t))
        }
        Event::Salvo { support, die: None, .. } => format!("The {} lands where it was called.", falls(*support)),
        Event::Salvo { support, die: Some(die), drift, .. } => {
            format!("The {} lands {}: {die}.", falls(*support), fell(*drift))
        }
        Event::CalledAnew { squad, target } => format!("{} calls its mission to {target}.", s(squad)),
        Event::Attacking { gunship, .. } => {
            let what = if *gunship { "The gunship" } else { "The jet" };
            format!("{what} arrives.")
        }
        Event::FiredAtAircraft { squad, dice, hits } => {
            let shown = if dice.is_empty() { String::new() } else { format!(": {}", dice_list(dice)) };
            let count = counted(dice.len(), "die", "dice");
            format!("{} fires at the aircraft with {count}{shown}: {}.", s(squad), counted(*hits, "hit", "hits"))
        }
        Event::AircraftSaved { die, needs, down, .. } => {
            let end = if *down { "it is shot down" } else { "it flies on" };
            format!("The aircraft needs {needs} and rolls {die}: {end}.")
        }
        Event::Rated { squad, quality, die, gung_ho } => {
            format!(
                "{} has met the enemy. Its quality is {}: a {die} on ten sides makes Gung-Ho {gung_ho}.",
                s(squad),
                quality.name()
            )
        }
        Event::PickedUp { squad, of, figure } => {
            format!("{} picks up figure {figure} of {}.", s(squad), n(of))
        }
        Event::PutDown { squad } => format!("{} puts its casualties down.", s(squad)),
        Event::Tried { squad, what, test: t } => format!("{} tries: {what}. {}.", s(squad), test(t)),
        Event::MessageSent { squad, to } => format!("{} has a message for {}.", s(squad), n(to)),
        Event::MessageTried { squad, to, die, needs } => {
            let end = if die >= needs { "it gets through" } else { "not yet" };
            format!("The message of {} to {} needs {needs}: {die}, {end}.", n(squad), n(to))
        }
        Event::MessageCame { squad, to, news: what } => {
            format!("{} hears from {}: {}.", s(to), n(squad), news(what, &name))
        }
        Event::Corrected { squad, test: t, dice } => {
            format!("{} corrects the fire: {}; {} of drift.", s(squad), test(t), counted(*dice, "die", "dice"))
        }
        Event::AircraftCame { side, gunship, turns } => {
            let whose = match side {
                Side::Allied => "An Allied",
                Side::Vc => "A VC/NVA",
            };
            let what = if *gunship { "gunship" } else { "jet" };
            format!("{whose} {what} is over the table for {}.", counted(*turns, "turn", "turns"))
        }
        Event::MissionOver { support, .. } => format!("The {} is over.", falls(*support)),
        Event::Caught { squad, figure, die, hit } => {
            let end = if *hit { "hit" } else { "not hit" };
            format!("Figure {figure} of {} is in the burst: {die}, {end}.", n(squad))
        }
        Event::Fought { squad, target, dice, sums, winner } => {
            let end = winner.map_or_else(|| "nobody wins".to_owned(), |w| format!("{} wins", name(w)));
            format!(
                "{} and {} fight hand to hand: {} makes {}, {} makes {}; {end}.",
                s(squad),
                n(target),
                dice[0],
                sums[0],
                dice[1],
                sums[1]
            )
        }
        Event::Fell { squad, figure, wounded } => {
            let how = if *wounded { "is wounded" } else { "falls" };
            format!("Figure {figure} of {} {how}.", n(squad))
        }
        Event::Questioned { squad, target, die, told } => {
            let end = match told {
                Told::Nothing => "nothing".to_owned(),
                Told::Cache(Some(marker)) => format!("a cache at marker {}", marker.0),
                Told::Squad(Some(unit)) => format!("where {} hides", n(unit)),
                Told::Cache(None) | Told::Squad(None) => "only what is already known".to_owned(),
                Told::Death => "nothing, and the figure dies".to_owned(),
            };
            format!("{} questions {}: {die}, {end}.", s(squad), n(target))
        }
        Event::Taken { squad, target, count } => format!("{} takes {count} wounded of {}.", s(squad), n(target)),
        Event::Mounted { squad, vehicle } => format!("{} gets into {}.", s(squad), n(vehicle)),
        Event::Dismounted { squad, vehicle } => format!("{} gets out of {}.", s(squad), n(vehicle)),
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
