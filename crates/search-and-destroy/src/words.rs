//! The game in words.

mod told;

use std::fmt::Write as _;

use tabletop::capital;
use tabletop::numbers::{counted, number};

use crate::command::{Command, Rate, Shot};
use crate::event::{Event, Modifier, Who};
use crate::leaving::price_of_straying;
use crate::rules::RuleId;
use crate::state::{Pending, Pin, Place, State, Step, Switch};
use crate::units::{Kind, Side, UnitId};
use crate::{SearchAndDestroy, hex::Hex, rule};

pub(crate) use told::{sum_up, tell};

/// What a step is called, in a game with close assaults or without them.
fn step_name(step: Step, closes: bool) -> &'static str {
    match step {
        Step::UsAssault if !closes => "US recovery",
        Step::NlfAssault if !closes => "NLF hiding",
        Step::UsSetup => "US set-up",
        Step::Setup => "NLF set-up",
        Step::UsMovement => "US movement",
        Step::UsSearch => "US Search Phase",
        Step::Surprise => "Surprise Attack Segment",
        Step::UsFire => "US fire",
        Step::UsAssault => "US close assaults",
        Step::UsPlot => "US artillery plots",
        Step::NlfMovement => "NLF movement",
        Step::NlfFire => "NLF fire",
        Step::NlfAssault => "NLF close assaults",
        Step::Over => "the game is over",
    }
}

fn name_of_step(state: &State) -> &'static str {
    step_name(state.step, state.has(Switch::CloseAssault))
}

/// What these many do who close assault.
fn assault(attackers: usize) -> &'static str {
    if attackers == 1 { "close assaults" } else { "close assault" }
}

pub(crate) fn in_hexes(number: usize) -> String {
    if number == 1 { "one hex".into() } else { format!("{number} hexes") }
}

pub(crate) fn moment(state: &State) -> (u32, String) {
    (u32::from(state.turn), format!("Turn {} of {}, {}", state.turn, state.turns, name_of_step(state)))
}

pub(crate) fn question(rules: &SearchAndDestroy, state: &State) -> String {
    match &state.pending {
        Pending::Answer(assault) => {
            let cost = rules.numbers.increased_cost.value;
            return format!("Does the {} double its strength for {cost} units of fire?", named(state, assault.target));
        }
        Pending::Retreat { unit, .. } => return format!("Where does the {} retreat?", named(state, *unit)),
        Pending::Advance { to, .. } => return format!("Which attacker enters {to}?"),
        Pending::Nothing => {}
    }
    match state.step {
        Step::UsSetup | Step::Setup => "Place your counters, or have the rest placed for you.",
        Step::UsMovement => "Move US units, or end movement.",
        Step::UsSearch => "Which hexes do you probe or search?",
        Step::Surprise => "Which of the units just found attack by surprise?",
        Step::UsFire | Step::NlfFire => "Who fires at whom?",
        Step::UsAssault => "Who close assaults whom?",
        Step::UsPlot => "Where does artillery land next turn?",
        Step::NlfMovement => "Move NLF units, or end movement.",
        Step::NlfAssault if !state.has(Switch::CloseAssault) => "Who hides again?",
        Step::NlfAssault => "Who close assaults whom, and who hides again?",
        Step::Over => "The game is over.",
    }
    .to_owned()
}

/// The rule that is asked about.
pub(crate) fn question_rule(state: &State) -> RuleId {
    match (&state.pending, state.step) {
        (Pending::Answer(_), _) => rule!("32.6"),
        (Pending::Retreat { .. }, _) => rule!("SD-A16"),
        (Pending::Advance { .. }, _) => rule!("32.2"),
        (Pending::Nothing, step) => match step {
            Step::UsSetup | Step::Setup => rule!("base-4.1"),
            Step::UsMovement | Step::NlfMovement => rule!("base-4.2"),
            Step::UsSearch => rule!("base-4.7"),
            Step::Surprise => rule!("32.3"),
            Step::UsFire | Step::NlfFire => rule!("base-4.4"),
            Step::NlfAssault if !state.has(Switch::CloseAssault) => rule!("base-4.7"),
            Step::UsAssault | Step::NlfAssault => rule!("32.0"),
            Step::UsPlot => rule!("base-4.13"),
            Step::Over => rule!("base-4.18"),
        },
    }
}

/// A counter in a sentence that only its owner, or everybody, may read.
fn called(kind: Kind, company: u8, platoon: u8, unit: UnitId) -> String {
    match (company, platoon) {
        _ if kind == Kind::Suspect => format!("face-down counter {}", unit.0),
        (0, _) => format!("{} {}", kind.name(), unit.0),
        (c, 0) => format!("{} of company {c}", kind.name()),
        (c, p) => format!("{} {} of platoon {c}/{p}", kind.name(), unit.0),
    }
}

fn who(who: &Who) -> String {
    called(who.kind, who.company, who.platoon, who.unit)
}

/// Who decides: in the middle of a close assault that may be the other side.
pub(crate) fn asked(state: &State) -> Option<Side> {
    let side = state.step.side()?;
    Some(match &state.pending {
        Pending::Nothing | Pending::Advance { .. } => side,
        Pending::Answer(_) | Pending::Retreat { .. } => side.enemy(),
    })
}

/// A counter as the player to act may know it.
fn named(state: &State, id: UnitId) -> String {
    let Some(unit) = state.unit(id) else { return format!("counter {}", id.0) };
    let foreign = unit.face_down && asked(state) != Some(Side::Nlf);
    called(if foreign { Kind::Suspect } else { unit.kind }, unit.company, unit.platoon, id)
}

fn list(names: Vec<String>) -> String {
    match names.as_slice() {
        [] => "nobody".to_owned(),
        [one] => one.clone(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

pub(crate) fn modifier(modifier: Modifier) -> &'static str {
    match modifier {
        Modifier::ImprovedPosition => "Improved Position",
        Modifier::FaceDown => "face-down target",
        Modifier::Surprise => "surprise",
        Modifier::SappersAttack => "Sappers attack",
        Modifier::SappersDefend => "Sappers defend",
        Modifier::HeavyMachineGun => "Heavy Machine Gun",
    }
}

/// What a cell of the table does to its target, or to the units in a hex that is hit. What leaves the map for it is told by the
/// event that follows. Rules base-4.4, 32.8, 33.33 and base-4.14.
fn cell(result: crate::tables::CombatResult, target: Option<Kind>) -> String {
    if target.is_some_and(|kind| kind.is_vehicle() || kind.is_helicopter()) {
        return if result.destroyed { "destroyed" } else { "no effect" }.to_owned();
    }
    let mut words = Vec::new();
    if result.pinned && !target.is_some_and(Kind::is_boat) {
        words.push("pinned".to_owned());
    }
    if result.killed > 0 {
        words.push(format!("{} killed", result.killed));
    }
    if result.wounded > 0 {
        words.push(format!("{} wounded", result.wounded));
    }
    if words.is_empty() {
        return if result.destroyed && target.is_none() { "destroyed" } else { "no result" }.to_owned();
    }
    words.join(", ")
}

/// Where a move leads, and through which hexes.
fn route(hexes: &[Hex]) -> String {
    let Some((end, between)) = hexes.split_last() else { return String::new() };
    let mut route = format!("to {end}");
    for (n, hex) in between.iter().enumerate() {
        let _ = write!(route, "{}{hex}", if n == 0 { " through " } else { ", " });
    }
    route
}

fn improves(at: Hex, dug: bool) -> String {
    let begin = if dug { "in an Improved Position" } else { "without an Improved Position" };
    format!("The units in {at} begin {begin}.")
}

fn shooters(state: &State, shots: &[Shot]) -> String {
    list(
        shots
            .iter()
            .map(|s| {
                let rate = match s.rate {
                    Rate::Normal => "",
                    Rate::Increased => " (doubled)",
                    Rate::Split => " (half)",
                };
                format!("{}{rate}", named(state, s.unit))
            })
            .collect(),
    )
}

pub(crate) fn phrase(rules: &SearchAndDestroy, state: &State, command: &Command) -> String {
    let name = |unit: &UnitId| capital(&named(state, *unit));
    match command {
        Command::Done => format!("End: {}.", name_of_step(state)),
        Command::Place { unit, at } => format!("{} sets up in {at}.", name(unit)),
        Command::Moor { unit, river } => format!("{} begins on river hexside {river}.", name(unit)),
        Command::Assign { unit, element } => format!("{} gets {}.", name(unit), element.name()),
        Command::Improve { at, dug } => improves(*at, *dug),
        Command::LayTrap { at } => format!("Lay a booby trap in {at}."),
        Command::HideCache { at } => format!("Hide a cache in {at}."),
        Command::Move { unit, path: p } => format!("{} moves {}.", name(unit), route(p)),
        Command::Sail { unit, river } => format!("{} sails to river hexside {river}.", name(unit)),
        Command::Leave { unit } => format!("{} leaves the map.", name(unit)),
        Command::Stray { unit } => {
            let lost = format!("{} leaves the map where its side has no exit and counts as destroyed", name(unit));
            // What a hidden counter would pay tells what it is: that is for its owner.
            match state.unit(*unit).filter(|unit| Some(unit.side()) == asked(state)) {
                None => format!("{lost}."),
                Some(own) => match price_of_straying(rules, state, *unit) {
                    0 => format!("{lost}; neither side scores for it."),
                    points => format!(
                        "{lost}: {} for the {} side.",
                        counted(points, "point", "points"),
                        own.side().enemy().name()
                    ),
                },
            }
        }
        Command::Dig { unit } => format!("{} digs in.", name(unit)),
        Command::Probe { unit, at } => format!("{} probes {at}.", name(unit)),
        Command::Search { unit, at } => format!("{} searches {at}.", name(unit)),
        Command::Fire { shots, target } => {
            let fire = if shots.len() == 1 { "fires" } else { "fire" };
            format!("{} {fire} at the {}.", capital(&shooters(state, shots)), named(state, *target))
        }
        Command::Antitank { unit, target } => {
            format!("{} fires its antitank weapon at the {}.", name(unit), named(state, *target))
        }
        Command::Assault { shots, target } => {
            format!("{} {} the {}.", capital(&shooters(state, shots)), assault(shots.len()), named(state, *target))
        }
        Command::Answer { double: true } => {
            format!("Double the strength for {} units of fire.", rules.numbers.increased_cost.value)
        }
        Command::Answer { double: false } => "Defend at normal strength.".to_owned(),
        Command::Retreat { to } => format!("Retreat to {to}."),
        Command::Advance { unit } => format!("{} advances.", name(unit)),
        Command::Hide { unit } => format!("{} hides.", name(unit)),
        Command::Register { at } => format!("Preplanned fire on {at}."),
        Command::Forgo { unit: Some(unit) } => match state.unit(*unit).map(|u| u.kind) {
            Some(Kind::PlatoonCadre) if asked(state) == Some(Side::Nlf) => {
                format!("Give up the platoon of the {}.", named(state, *unit))
            }
            _ => format!("Give up {}.", name(unit)),
        },
        Command::Forgo { unit: None } => "Give up a booby trap.".to_owned(),
        Command::Plot { unit, at } => format!("{} plots artillery on {at}.", name(unit)),
        Command::CallStrike { unit, at, along } => {
            format!("{} calls an air strike on {at}, along {}.", name(unit), along.name())
        }
        Command::Preplanned { at } => format!("Preplanned artillery on {at}."),
        Command::Mortar { weapon, observer, at } => {
            format!("{} fires on {at}; the {} observes.", name(weapon), named(state, *observer))
        }
        Command::Land { helicopter, passengers, supply, at } => {
            let with = match (passengers.as_slice(), supply) {
                ([], true) => " with supply".to_owned(),
                ([], false) => " empty".to_owned(),
                (all, _) => format!(" with {}", list(all.iter().map(|p| named(state, *p)).collect())),
            };
            format!("{} lands in {at}{with}.", name(helicopter))
        }
        Command::Hover { helicopter, at } => format!("{} comes in over {at}.", name(helicopter)),
        Command::LiftOff { helicopter } => format!("{} lifts off.", name(helicopter)),
        Command::Mount { unit, carrier } => format!("{} gets into {}.", name(unit), named(state, *carrier)),
        Command::Dismount { unit, at } => format!("{} gets out in {at}.", name(unit)),
        Command::Load { unit, killed, wounded } => {
            format!("{} picks up {killed} killed and {wounded} wounded.", name(unit))
        }
        Command::Unload { unit } => format!("{} puts its casualties down.", name(unit)),
        Command::Haul { unit, weapon } => format!("{} picks up the {}.", name(unit), named(state, *weapon)),
        Command::SetDown { unit } => format!("{} sets its heavy weapon down.", name(unit)),
        Command::Appoint { unit } => format!("{} tries to take command.", name(unit)),
        Command::ClearCivilians { unit, at } => format!("{} leads the civilians of {at} away.", name(unit)),
    }
}

/// Whether an order came to less than it says: where a unit meant to go, and whom a helicopter meant to bring, is its owner's secret when a
/// trap or a hidden counter stops it. Ruling SD-A64.
pub(crate) fn was_cut_short(command: &Command, events: &[Event]) -> bool {
    let arrives = |to: Option<&Hex>| events.iter().any(|e| matches!(e, Event::Moved { path, .. } if path.last() == to));
    match command {
        Command::Move { path, .. } => !arrives(path.last()),
        Command::Land { .. } => events.iter().any(|event| matches!(event, Event::WavedOff { .. })),
        _ => false,
    }
}

/// A command as the other side reads it: neither what was given up before play nor who observes for a mortar shows in what comes of it.
/// Rulings SD-A64 and SD-A73.
pub(crate) fn phrase_to_others(rules: &SearchAndDestroy, state: &State, command: &Command) -> Option<String> {
    match command {
        Command::Forgo { .. } => None,
        Command::Mortar { weapon, at, .. } => Some(format!("{} fires on {at}.", capital(&named(state, *weapon)))),
        other => Some(phrase(rules, state, other)),
    }
}

pub(crate) fn show(rules: &SearchAndDestroy, state: &State) -> String {
    let [us, nlf, par] = [state.score.us, state.score.nlf, state.par.into()].map(number);
    let mut lines = vec![moment(state).1, format!("US {us} points, NLF {nlf}, par {par}.")];
    let support = &state.support;
    if support.missions + support.strikes > 0 {
        let missions = counted(support.missions, "artillery mission", "artillery missions");
        lines.push(format!("{missions} and {} left.", counted(support.strikes, "air strike", "air strikes")));
    }
    for (id, unit) in state.units() {
        let place = match unit.place {
            Place::Hex(hex) => format!("{hex} {}", rules.map().terrain(hex).name()),
            Place::River(number) => format!("river {number}"),
            Place::Pool(_) => "to be set up".to_owned(),
            Place::Reserve(_) => "to come".to_owned(),
            Place::Air(hex) => format!("above {hex}"),
            Place::With(other) => format!("with {}", other.0),
            Place::Base => "ready to fly".to_owned(),
            Place::Exited | Place::Gone => continue,
        };
        let mut marks = Vec::new();
        if unit.face_down {
            marks.push("face down".to_owned());
        }
        if unit.pin != Pin::No {
            marks.push("pinned".to_owned());
        }
        if unit.losses > 0 {
            marks.push(counted(unit.losses, "casualty", "casualties"));
        }
        if unit.tally > 0 {
            marks.push(format!("{} taken", unit.tally));
        }
        if unit.burden.markers() > 0 {
            marks.push(format!("carries {} killed and {} wounded", unit.burden.killed, unit.burden.wounded));
        }
        if unit.acting {
            marks.push("acting leader".to_owned());
        }
        if !unit.controlled {
            marks.push("out of control".to_owned());
        }
        if unit.immobilized {
            marks.push("immobilized".to_owned());
        }
        let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
        lines.push(format!("{place}: {}{marks}", called(unit.kind, unit.company, unit.platoon, id)));
    }
    lines.join("\n")
}
