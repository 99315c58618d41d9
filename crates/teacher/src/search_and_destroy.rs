//! What Search & Destroy adds: its standing, its kinds of decision and its arithmetic.

use search_and_destroy::event::{Absence, Event, Modifier, Who};
use search_and_destroy::queries::Forecast;
use search_and_destroy::state::Switch;
use search_and_destroy::tables::{CombatResult, ODDS};
use search_and_destroy::{Command, SearchAndDestroy, State, UnitId, rule};
use tabletop::{RuleId, Ruleset, capital};

use crate::explain::{Explanation, Line};
use crate::teaching::Kind;

/// What kind of decision a command is.
pub(crate) fn kind(_rules: &SearchAndDestroy, _: &State, command: &Command) -> Kind {
    let kind = |title: &str, rule: RuleId| Kind { title: title.to_owned(), rule: Some(rule) };
    match command {
        Command::Done => kind("Go on to the next phase", rule!("base-4.1")),
        Command::Place { .. } => kind("Set up a counter", rule!("base-4.3")),
        Command::Moor { .. } => kind("Set up a boat", rule!("33.0")),
        Command::Assign { .. } => kind("Give a Cadre its heavy weapon", rule!("31.1")),
        Command::LayTrap { .. } => kind("Lay a booby trap", rule!("base-4.17")),
        Command::HideCache { .. } => kind("Hide a cache", rule!("base-4.17")),
        Command::Register { .. } => kind("Record preplanned fire", rule!("base-4.13")),
        Command::Improve { .. } => kind("Choose which units start in an Improved Position", rule!("base-4.10")),
        Command::Forgo { .. } => kind("Give something up for a better par", rule!("31.17")),
        Command::Move { .. } => kind("Move a unit", rule!("base-4.2")),
        Command::Sail { .. } => kind("Sail a boat", rule!("33.1")),
        Command::Leave { .. } => kind("Leave the map", rule!("base-4.2")),
        Command::Stray { .. } => kind("Give up a unit at the edge of the map", rule!("base-4.2")),
        Command::Dig { .. } => kind("Dig an Improved Position", rule!("base-4.10")),
        Command::Probe { .. } => kind("Probe the hex next to you", rule!("base-4.7")),
        Command::Search { .. } => kind("Search for traps and caches", rule!("base-4.7")),
        Command::Fire { .. } => kind("Fire at a unit", rule!("base-4.4")),
        Command::Antitank { .. } => kind("Fire at a vehicle", rule!("31.13")),
        Command::Assault { .. } => kind("Close assault", rule!("32.0")),
        Command::Answer { .. } => kind("Double your strength or save ammunition", rule!("32.6")),
        Command::Retreat { .. } => kind("Choose where to retreat", rule!("SD-A16")),
        Command::Advance { .. } => kind("Choose who enters the hex", rule!("32.2")),
        Command::Hide { .. } => kind("Turn a unit face down again", rule!("base-4.7")),
        Command::Plot { .. } => kind("Plot artillery", rule!("base-4.13")),
        Command::CallStrike { .. } => kind("Call an air strike", rule!("base-4.13")),
        Command::Preplanned { .. } => kind("Call preplanned fire", rule!("base-4.13")),
        Command::Mortar { .. } => kind("Fire a mortar", rule!("base-4.13")),
        Command::Land { .. } => kind("Land a helicopter", rule!("base-4.14")),
        Command::Hover { .. } => kind("Bring in a gunship", rule!("base-4.14")),
        Command::LiftOff { .. } => kind("Lift off", rule!("base-4.14")),
        Command::Mount { .. } => kind("Get in", rule!("base-4.15")),
        Command::Dismount { .. } => kind("Get out", rule!("base-4.15")),
        Command::Load { .. } => kind("Pick up casualties", rule!("base-4.16")),
        Command::Unload { .. } => kind("Put casualties down", rule!("base-4.16")),
        Command::Haul { .. } => kind("Pick up a heavy weapon", rule!("base-4.16")),
        Command::SetDown { .. } => kind("Set a heavy weapon down", rule!("base-4.16")),
        Command::Appoint { .. } => kind("Let a squad take command", rule!("base-4.8")),
        Command::ClearCivilians { .. } => kind("Lead civilians away", rule!("base-4.17")),
    }
}

/// The arithmetic of one of the events of a command.
pub(crate) fn explain(
    rules: &SearchAndDestroy,
    before: &State,
    command: Option<&Command>,
    events: &[Event],
    number: usize,
) -> Option<Explanation> {
    let told = || rules.tell(&events[number]);
    let table = &rules.combat;
    Some(match &events[number] {
        Event::Attacked { by, target, close, column, die, modifiers, result } => {
            let rule = if *close { rule!("32.0") } else { rule!("base-4.4") };
            let how = if *close { "Close assault on" } else { "Fire at" };
            // A doubled defence, or a surprise on the way, is decided after the order: then its sum is another one.
            let found = command.and_then(|command| rules.forecast(before, command).ok());
            let found = found.filter(|found| found.column == Some(*column));
            let mut lines = found.as_ref().map_or_else(
                || by.iter().map(|who| Line::new(name(who), "", None)).collect(),
                |found| strengths(before, found, rule.clone()),
            );
            lines.extend(cell(rules, before, *column, *die, modifiers, *result, rule));
            Explanation {
                title: format!("{how} the {}", name(target)),
                lines,
                result: told(),
                from: Some(table.from.clone()),
            }
        }
        Event::Shelled { ordnance, at, column, die, modifiers, result } => Explanation {
            title: format!("{at} under {}", ordnance.name()),
            lines: cell(rules, before, *column, *die, modifiers, *result, rule!("base-4.13")),
            result: told(),
            from: Some(table.from.clone()),
        },
        Event::FiredAntitank { recoilless, die, modifier, result, .. } => {
            let weapon = if *recoilless { "Recoilless Rifle" } else { "RPG-7" };
            let read = result.name();
            let lines = vec![
                Line::new("Die", die, Some(rule!("31.13"))),
                Line::new("For the target", format!("+{modifier}"), Some(rule!("31.13"))),
                Line::new("Total on the Vehicle Defense Table", die + modifier, None),
                Line::new("Result", read, None),
            ];
            Explanation { title: format!("{weapon} at a vehicle"), lines, result: told(), from: None }
        }
        Event::CameDown { ordnance, die: Some(die), .. } => {
            single(&format!("Where {} lands", ordnance.name()), *die, rule!("base-4.13"), told())
        }
        Event::Disarmed { die, .. } => single("Disarming a booby trap", *die, rule!("base-4.17"), told()),
        Event::TrapWentOff { die, .. } => single("A booby trap", *die, rule!("base-4.17"), told()),
        Event::SniperFired { die, .. } => single("Is the sniper spotted?", *die, rule!("base-4.7"), told()),
        Event::WithoutCommander { absence, die, .. } => {
            let why = match absence {
                Absence::Dead => Line::new("His commander", "dead", Some(rule!("base-4.8"))),
                Absence::WithoutHold => Line::new("His commander", "without hold", Some(rule!("base-4.8"))),
                Absence::OutOfReach(hexes) => {
                    let radius = rules.units.company_radius.value;
                    Line::new(
                        "Hexes to the Company Commander",
                        format!("{hexes}, of {radius}"),
                        Some(rule!("base-4.8")),
                    )
                }
            };
            let last = rules.numbers.platoon_up_to.value;
            let die = Line::new(format!("Die; leadership is lost up to {last}"), die, Some(rule!("base-4.8")));
            Explanation {
                title: "A Platoon Leader without the Company Commander".to_owned(),
                lines: vec![why, die],
                result: told(),
                from: None,
            }
        }
        Event::Appointed { die, .. } => single("Taking command", *die, rule!("base-4.8"), told()),
        Event::Casualties { killed, wounded, .. } => Explanation {
            title: "Casualties".to_owned(),
            lines: vec![
                Line::new("Killed", killed, Some(rule!("base-4.16"))),
                Line::new("Wounded", wounded, Some(rule!("base-4.16"))),
            ],
            result: told(),
            from: None,
        },
        Event::Scored { points, cause, .. } => Explanation {
            title: "Points".to_owned(),
            lines: vec![Line::new(capital(cause.name()), format!("{points:+}"), Some(rule!("base-4.18")))],
            result: told(),
            from: None,
        },
        _ => return None,
    })
}

/// What each attacker brings, and what it is compared with.
fn strengths(before: &State, found: &Forecast, rule: RuleId) -> Vec<Line> {
    let called = |id: UnitId| {
        before
            .unit(id)
            .map_or_else(|| format!("Counter {}", id.0), |unit| capital(&format!("{} {}", unit.kind.name(), id.0)))
    };
    let mut lines: Vec<Line> =
        found.parts.iter().map(|part| Line::new(called(part.unit), written(part.eighths), None)).collect();
    lines.push(Line::new("Combined Attack Strength", written(found.eighths), Some(rule)));
    lines.push(Line::new("Defense Strength", found.defence, Some(rule!("base-4.4"))));
    lines
}

/// From the column of the Combat Results Table to the cell, and what counts of it.
fn cell(
    rules: &SearchAndDestroy,
    before: &State,
    column: usize,
    die: u8,
    modifiers: &[Modifier],
    result: CombatResult,
    rule: RuleId,
) -> Vec<Line> {
    let mut lines = vec![
        Line::new("Odds, rounded down: the column", ODDS[column.min(ODDS.len() - 1)], Some(rule!("SD-A4"))),
        Line::new("Die", die, Some(rule)),
    ];
    for modifier in modifiers {
        let (text, rule) = match modifier {
            Modifier::ImprovedPosition => ("Improved Position", rule!("base-4.10")),
            Modifier::FaceDown => ("Face-down target", rule!("base-4.4")),
            Modifier::Surprise => ("Surprise", rule!("32.3")),
            Modifier::SappersAttack => ("Sappers attack", rule!("32.7")),
            Modifier::SappersDefend => ("Sappers defend", rule!("32.7")),
            Modifier::HeavyMachineGun => ("Heavy Machine Gun at a helicopter", rule!("31.11")),
        };
        lines.push(Line::new(text, format!("{:+}", rules.numbers.modifier(*modifier)), Some(rule)));
    }
    let sum = i16::from(die) + i16::from(rules.numbers.shift(modifiers));
    if !modifiers.is_empty() {
        lines.push(Line::new("Total, the row", sum, Some(rule!("SD-A3"))));
    }
    let casualties = before.switches().has(Switch::Casualties);
    let printed = rules.combat.cell(column, i8::try_from(sum).unwrap_or(i8::MAX));
    lines.push(Line::new("The cell", in_words(printed, casualties), None));
    if result != printed {
        lines.push(Line::new("On machines only an h counts", in_words(result, casualties), Some(rule!("base-4.13"))));
    }
    lines
}

/// What a cell says.
fn in_words(cell: CombatResult, casualties: bool) -> String {
    let mut words = Vec::new();
    if cell.pinned {
        words.push("pinned".to_owned());
    }
    for (count, word) in [(cell.killed, "killed"), (cell.wounded, "wounded")] {
        if count > 0 {
            words.push(format!("{count} {word}"));
        }
    }
    if cell.destroyed {
        words.push(if casualties { "h" } else { "D, h" }.to_owned());
    }
    if words.is_empty() { "no result".to_owned() } else { words.join(", ") }
}

fn single(title: &str, die: u8, rule: RuleId, result: String) -> Explanation {
    Explanation { title: title.to_owned(), lines: vec![Line::new("Die", die, Some(rule))], result, from: None }
}

fn name(who: &Who) -> String {
    format!("{} {}", who.kind.name(), who.unit.0)
}

/// Eighths of a Strength Point: `4`, `1½`.
fn written(eighths: u16) -> String {
    let (whole, part) = (eighths / 8, usize::from(eighths % 8));
    let part = ["", "⅛", "¼", "⅜", "½", "⅝", "¾", "⅞"][part];
    if whole == 0 && !part.is_empty() { part.to_owned() } else { format!("{whole}{part}") }
}
