//! The game in words: log, questions, commands, position.

use std::fmt::Write as _;

use table::{Compass, INCH};
use tabletop::capital;

use crate::command::RocketAim;
use crate::event::{Bout, Cause, Delivery, End, Event, Fate, Pace, Who};
use crate::figure::{FigureId, Grenade, Side, Standing};
use crate::rules::RuleId;
use crate::state::{Lies, State, Step};
use crate::tables::Deviation;
use crate::view::HIDDEN;
use crate::{Command, Skirmish, companion, rule, score};

/// `one phase`, `3 phases`.
pub(crate) fn count(n: u8, what: &str) -> String {
    if n == 1 { format!("one {what}") } else { format!("{n} {what}s") }
}

/// A length in hundredths of an inch: `2"`, `0.5"`.
pub(crate) fn inches(hundredths: i32) -> String {
    match hundredths % INCH {
        0 => format!("{}\"", hundredths / INCH),
        rest if rest % 10 == 0 => format!("{}.{}\"", hundredths / INCH, rest / 10),
        rest => format!("{}.{rest:02}\"", hundredths / INCH),
    }
}

fn listed(names: &[Who]) -> String {
    let names: Vec<&str> = names.iter().map(|who| who.name.as_str()).collect();
    match names.split_last() {
        None => "nobody".into(),
        Some((last, [])) => (*last).into(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// `Turn 2 of 8, US/ARVN`. Both sides read it, so that it does not tell whether there are guns to be called.
pub(crate) fn moment(state: &State) -> (u32, String) {
    let (turn, turns) = (state.turn(), state.setting().turns);
    let whose = if state.step() == Step::Over { "the game is over" } else { state.side().name() };
    (u32::from(turn), format!("Turn {turn} of {turns}, {whose}"))
}

/// What the side to act is asked.
pub(crate) fn question(rules: &Skirmish, state: &State) -> String {
    if let Some(pending) = state.pending() {
        return format!(
            "{} has suppressed: which figure takes {}?",
            state.name(pending.firer),
            count(pending.counters, "counter")
        );
    }
    if let Some(question) = companion::question(rules, state) {
        return question;
    }
    match state.step() {
        Step::Support => {
            let support = state.support(state.side());
            match (support.fired, support.spotting, support.smoke) {
                (0, true, None) => "Where should the spotting round land, if you call one?".into(),
                (0, true, Some(_)) if support.fresh => "The spotting round has fallen: move on to the figures.".into(),
                (0, true, Some(_)) => "How far is the spotting round from the target?".into(),
                (0, false, _) => "Where should off-table fire land, if you call it?".into(),
                (fired, ..) if fired < support.rounds => "Fire another round?".into(),
                _ => "All rounds are fired: move on to the figures.".into(),
            }
        }
        Step::Figures => match state.active().and_then(|id| state.figure(id).map(|f| (id, f.phases))) {
            Some((id, phases)) if phases > 0 => {
                format!("What does {} do with {}?", state.name(id), count(phases, "more phase"))
            }
            _ => "Which figure acts next?".into(),
        },
        Step::Over => "The game is over.".into(),
    }
}

/// The rule that is asked about.
pub(crate) fn question_rule(state: &State) -> RuleId {
    if state.pending().is_some() {
        return rule!("S-R04");
    }
    if state.beside().measuring.is_some() {
        return rule!("S-companion");
    }
    match state.step() {
        Step::Support => rule!("S-support"),
        Step::Figures | Step::Over => rule!("S-turn"),
    }
}

fn cause(cause: Cause) -> &'static str {
    match cause {
        Cause::Fire(weapon) => weapon.name(),
        Cause::Speculation => "speculative fire",
        Cause::Grenade(_) => "burst",
        Cause::Rocket => "hit",
        Cause::Mine => "mine",
        Cause::Claymore => "Claymore",
        Cause::Support => "off-table fire",
        Cause::RunOver => "vehicle",
        Cause::Explosion => "explosion",
        Cause::CloseCombat => "close combat",
    }
}

pub(crate) fn way(deviation: Option<Deviation>) -> &'static str {
    deviation.map_or("on the point", Deviation::words)
}

pub(crate) fn sent(figure: &str, grenade: Grenade, delivery: Delivery) -> String {
    let what = grenade.name();
    match delivery {
        Delivery::Thrown => format!("{figure} throws a {what} grenade"),
        Delivery::Launched => format!("{figure} launches a {what} grenade"),
        Delivery::Rocket => format!("{figure} fires the RPG"),
        Delivery::Mortar => format!("{figure} fires a {what} round from the mortar"),
    }
}

fn bout(attacker: &str, defender: &str, bout: Bout) -> String {
    match bout {
        Bout::Tie => "neither gives way".into(),
        Bout::AttackerWins => format!("{defender} is driven back"),
        Bout::DefenderWins => format!("{attacker} is driven back"),
        Bout::AttackerKills => format!("{defender} is killed"),
        Bout::DefenderKills => format!("{attacker} is killed"),
    }
}

/// An event as a sentence.
pub(crate) fn tell(rules: &Skirmish, event: &Event) -> String {
    match event {
        Event::TurnBegan { turn, side } => format!("Turn {turn} of {} begins.", side.name()),
        Event::Checked { figure, counters, die, fate, .. } => {
            let what = match fate {
                Fate::Stays => "stays",
                Fate::Removed => "is removed",
                Fate::Immobilised => "is immobilised",
                Fate::Exploded => "explodes",
            };
            let die = die.map_or(String::new(), |die| format!(", die {die}"));
            format!("KIA check with {}{die}: {} {what}.", count(*counters, "counter"), figure.name)
        }
        Event::Radio { figure, die, to: Some(heir) } => {
            format!("The radio of {} survives (die {die}); {} takes it.", figure.name, heir.name)
        }
        Event::Radio { figure, die, to: None } => format!("The radio of {} is lost (die {die}).", figure.name),
        Event::Moved { figure, to, pace, .. } => {
            let verb = match pace {
                Pace::Walking => "moves",
                Pace::Tactical => "moves tactically",
                Pace::Driving => "drives",
            };
            format!("{} {verb} to {to}.", figure.name)
        }
        Event::Turned { figure, .. } => format!("{} turns.", figure.name),
        Event::Prepared { figure, work, done, of } => {
            format!("{} prepares {}: phase {done} of {of}.", figure.name, work.name())
        }
        Event::MortarReady { figure, ready: true } => format!("{} has set the mortar up.", figure.name),
        Event::MortarReady { figure, ready: false } => format!("{} has taken the mortar down.", figure.name),
        Event::Fired { figure, weapon, die, suppresses } => {
            let what = if *suppresses { "suppresses" } else { "without effect" };
            format!("{} fires the {}, die {die}: {what}.", figure.name, weapon.name())
        }
        Event::Suppressed { figure, counters, now, cause: why } => {
            format!("{} takes {} ({}) and has {now}.", figure.name, count(*counters, "counter"), cause(*why))
        }
        Event::Sprayed { figure, at, die, effective } => {
            let what = if *effective { "it takes effect" } else { "nothing" };
            format!("{} fires on speculation at {at}, die {die}: {what}.", figure.name)
        }
        Event::Listened { figure, die, heard } => {
            format!("{} listens, die {die}: {} heard.", figure.name, listed(heard))
        }
        Event::Noise { figures, pips, against, die, heard } => {
            let against = against.map_or(String::new(), |n| format!(" against {n}"));
            let what = if *heard { "heard" } else { "not heard" };
            let noise = count(*pips, "pip");
            format!("{} made {noise} of noise, die {die}{against}: {what}.", listed(figures))
        }
        Event::Sent { figure, grenade, aim, delivery } => {
            format!("{} at {aim}.", sent(&figure.name, *grenade, *delivery))
        }
        Event::Landed { at, die, deviation } => format!("It lands {} at {at} (die {die}).", way(*deviation)),
        Event::Burst { grenade: Grenade::Smoke, at } => format!("A smoke grenade pops at {at}."),
        Event::Burst { at, .. } => format!("It bursts at {at}."),
        Event::SmokeRose { lies: Lies::At(at), radius } => {
            format!("Smoke, {} across, rises at {at}.", inches(2 * radius))
        }
        Event::SmokeRose { lies: Lies::Numbered(number), radius } => {
            format!("Smoke {number} rises, {} across.", inches(2 * radius))
        }
        Event::SmokeGone { lies: Lies::At(at) } => format!("The smoke at {at} clears."),
        Event::SmokeGone { lies: Lies::Numbered(number) } => format!("Smoke {number} clears."),
        Event::RocketFired { figure, target, die, hits } => {
            let what = if *hits { "a hit" } else { "a miss" };
            format!("{} fires the RPG at {}, die {die}: {what}.", figure.name, target.name)
        }
        Event::VehicleStruck { target, die, hits } => {
            let what = if *hits { "a hit" } else { "no harm" };
            format!("The round bursts at {}, die {die}: {what}.", target.name)
        }
        Event::Called { side, at } => format!("{} calls for fire at {at}.", side.name()),
        Event::Round { at, die, deviation, .. } => {
            format!("A round comes down {} at {at} (die {die}).", way(*deviation))
        }
        Event::SpottingRound { at, .. } => format!("A smoke round comes down at {at}."),
        Event::MineWentOff { figure, at } => format!("{} sets off a mine at {at}.", figure.name),
        Event::ClaymorePlaced { figure, at } => format!("{} places a Claymore at {at}.", figure.name),
        Event::ClaymoreFired { figure, at } => format!("{} fires the Claymore at {at}.", figure.name),
        Event::Fought { attacker, defender, dice, scores, bout: result } => format!(
            "{} fights {}: dice {} and {}, scores {} and {}: {}.",
            attacker.name,
            defender.name,
            dice.0,
            dice.1,
            scores.0,
            scores.1,
            bout(&attacker.name, &defender.name, *result)
        ),
        Event::FellBack { figure, to } => format!("{} falls back to {to}.", figure.name),
        Event::Killed { figure } => format!("{} is removed.", figure.name),
        Event::Mounted { figure, vehicle } => format!("{} gets into {}.", figure.name, vehicle.name),
        Event::Dismounted { figure, vehicle, to } => {
            format!("{} gets out of {} to {to}.", figure.name, vehicle.name)
        }
        Event::RunOver { vehicle, figure } => format!("{} runs over {}.", vehicle.name, figure.name),
        Event::Spotted { figure, target, dice, spotted } => {
            let what = if *spotted { "spotted" } else { "not spotted" };
            format!("{} looks for {}, dice {} and {}: {what}.", figure.name, target.name, dice.0, dice.1)
        }
        Event::CameIntoSight { figure, at } => format!("{} comes into sight at {at}.", figure.name),
        Event::Beside(seen) => companion::tell(rules, seen),
        Event::LeftTable { figure } => format!("{} leaves the table.", figure.name),
        Event::Recovered { figure, now } => format!("{} loses a counter and has {now}.", figure.name),
        Event::Ended { why: End::LastTurn } => "The last turn is over.".into(),
        Event::Ended { why: End::NobodyLeft(side) } => format!("{} has no figures left.", side.name()),
    }
}

/// What came of a command without the dice.
pub(crate) fn sum_up(rules: &Skirmish, events: &[Event]) -> String {
    let said: Vec<String> = events
        .iter()
        .filter_map(|event| match event {
            Event::Fired { suppresses: true, .. } => Some("Suppressed.".into()),
            Event::Fired { .. } | Event::Sprayed { effective: false, .. } => Some("No effect.".into()),
            Event::Sprayed { .. } => Some("The fire hits home.".into()),
            Event::Checked { figure, fate, .. } => match fate {
                Fate::Stays => None,
                Fate::Removed => Some(format!("{} is removed.", figure.name)),
                Fate::Immobilised => Some(format!("{} is immobilised.", figure.name)),
                Fate::Exploded => Some(format!("{} explodes.", figure.name)),
            },
            Event::Radio { to, .. } => {
                Some(if to.is_some() { "The radio survives." } else { "The radio is lost." }.into())
            }
            Event::Listened { heard, .. } => Some(format!("Heard: {}.", listed(heard))),
            Event::Noise { figures, heard: true, .. } => Some(format!("{} heard.", listed(figures))),
            Event::Noise { .. } => None,
            Event::Landed { at, deviation, .. } | Event::Round { at, deviation, .. } => {
                Some(format!("It lands {} at {at}.", way(*deviation)))
            }
            Event::RocketFired { hits, .. } | Event::VehicleStruck { hits, .. } => {
                Some(if *hits { "A hit." } else { "No hit." }.into())
            }
            Event::Fought { attacker, defender, bout: result, .. } => {
                Some(format!("{}.", capital(&bout(&attacker.name, &defender.name, *result))))
            }
            Event::Spotted { spotted, .. } => Some(if *spotted { "Spotted." } else { "Not spotted." }.into()),
            other => Some(tell(rules, other)),
        })
        .collect();
    if said.is_empty() { "Nothing happens.".into() } else { said.join(" ") }
}

/// A figure's name; of an enemy whom the side that decides does not know no more than that he hides.
pub(crate) fn called(state: &State, id: FigureId) -> &str {
    let hides = state.figure(id).is_some_and(|f| f.side != state.decides() && !state.is_located(id));
    if hides { HIDDEN } else { state.name(id) }
}

/// What a Claymore is called, on the table, in orders and in the log: they are counted from 1.
pub fn claymore_name(number: u8) -> String {
    format!("Claymore {}", u16::from(number) + 1)
}

/// A command as a sentence.
pub(crate) fn phrase(state: &State, command: &Command) -> String {
    let name = |id| called(state, id);
    match command {
        Command::Done if state.step() == Step::Support => "No more off-table fire.".into(),
        Command::Done => format!("{} ends the turn.", state.side().name()),
        Command::CallFire { at } => format!("Call for fire at {at}."),
        Command::NextRound => "Another round.".into(),
        Command::SpottingRound { at } => format!("A spotting round at {at}."),
        Command::Correct { over, right } => {
            let along = if *over < 0 { "short" } else { "over" };
            let across = if *right < 0 { "left" } else { "right" };
            format!("{}\" {along}, {}\" {across}, fire.", over.unsigned_abs(), right.unsigned_abs())
        }
        Command::Move { figure, to, .. } => format!("{} moves to {to}.", name(*figure)),
        Command::Turn { figure, facing } => {
            format!("{} turns to the {}.", name(*figure), Compass::nearest(*facing).map_or("front", Compass::name))
        }
        Command::Prepare { figure, work } => format!("{} prepares {}.", name(*figure), work.name()),
        Command::Sneak { figure, to, .. } => format!("{} moves tactically to {to}.", name(*figure)),
        Command::Fire { figure, weapon, at: Some(target) } => {
            format!("{} fires the {} at {}.", name(*figure), weapon.name(), name(*target))
        }
        Command::Fire { figure, weapon, at: None } => format!("{} fires the {}.", name(*figure), weapon.name()),
        Command::Suppress { target } => format!("{} is suppressed.", name(*target)),
        Command::Spray { figure, weapon, at } => {
            format!("{} fires the {} on speculation at {at}.", name(*figure), weapon.name())
        }
        Command::Listen { figure } => format!("{} listens.", name(*figure)),
        Command::Throw { figure, grenade, at } => {
            format!("{} at {at}.", sent(name(*figure), *grenade, Delivery::Thrown))
        }
        Command::Launch { figure, grenade, at } => {
            format!("{} at {at}.", sent(name(*figure), *grenade, Delivery::Launched))
        }
        Command::Rocket { figure, aim: RocketAim::Vehicle(target) } => {
            format!("{} fires the RPG at {}.", name(*figure), name(*target))
        }
        Command::Rocket { figure, aim: RocketAim::Ground(at) } => {
            format!("{} fires the RPG at {at}.", name(*figure))
        }
        Command::Shell { figure, grenade, at } => {
            format!("{} at {at}.", sent(name(*figure), *grenade, Delivery::Mortar))
        }
        Command::Finish { figure } => format!("{} finishes with the mortar.", name(*figure)),
        Command::PlaceClaymore { figure, at, .. } => format!("{} places a Claymore at {at}.", name(*figure)),
        Command::FireClaymore { figure, number } => format!("{} fires {}.", name(*figure), claymore_name(*number)),
        Command::Fight { figure, target } => format!("{} fights {}.", name(*figure), name(*target)),
        Command::Mount { figure, vehicle } => format!("{} gets into {}.", name(*figure), name(*vehicle)),
        Command::Dismount { figure, to, .. } => format!("{} gets out to {to}.", name(*figure)),
        Command::Spot { figure, target } => format!("{} looks for {}.", name(*figure), name(*target)),
        Command::Beside(said) => companion::phrase(state, said),
        Command::Leave { figure } => format!("{} leaves the table.", name(*figure)),
    }
}

/// The position in plain text.
pub(crate) fn show(state: &State) -> String {
    let mut text = format!("{}\n{}\n", state.setting().title, moment(state).1);
    for side in Side::ALL {
        let _ = writeln!(text, "\n{}, {} points", side.name(), score::points(state, side));
        for (id, figure) in state.of(side) {
            let place = match (figure.standing, figure.at) {
                (Standing::Up, Some(at)) => format!("at {at}"),
                (Standing::Up, None) if state.is_beside() && state.is_located(id) => "on your table".into(),
                (Standing::Up, None) => "hidden".into(),
                (Standing::Aboard(vehicle), _) => format!("in {}", state.name(vehicle)),
                (Standing::Removed, _) => "removed".into(),
                (Standing::Left, _) => "off the table".into(),
            };
            let _ = write!(text, "  {:>2} {} ({}), {place}", id.0, state.name(id), state.setting().kinds[id.index()]);
            if figure.counters > 0 {
                let _ = write!(text, ", {}", count(figure.counters, "counter"));
            }
            if figure.phases > 0 {
                let _ = write!(text, ", {} left", count(figure.phases, "phase"));
            }
            if let Some((work, done)) = figure.work {
                let _ = write!(text, ", {} spent on {}", count(done, "phase"), work.name());
            }
            if figure.standing == Standing::Up && figure.trace.hidden && state.is_known(id) {
                let _ = write!(text, ", known to the enemy");
            }
            text.push('\n');
        }
        let support = state.support(side);
        if support.turns > 0 {
            let _ = writeln!(text, "  Off-table fire in {} more", count(support.turns, "turn"));
        }
    }
    for smoke in state.smokes() {
        let _ = match smoke.lies {
            Lies::At(at) => writeln!(text, "Smoke at {at}"),
            Lies::Numbered(number) => {
                let turns = count(smoke.ends, "more turn");
                writeln!(text, "Smoke {number}, until {} has ended {turns}", smoke.side.name())
            }
        };
    }
    for mine in state.mines() {
        let _ = writeln!(text, "Mine of {} at {}", mine.side.name(), mine.at);
    }
    for claymore in state.claymores() {
        let side = claymore.side.name();
        let _ = match claymore.laid {
            Some((at, _)) => writeln!(text, "Claymore of {side} at {at}"),
            None => writeln!(text, "{} of {side}", claymore_name(claymore.number)),
        };
    }
    text
}
