//! What Search & Destroy adds: its standing, its kinds of decision and its arithmetic.

use search_and_destroy::event::{Absence, Event, Modifier, Who};
use search_and_destroy::queries::Forecast;
use search_and_destroy::state::{Pending, Place, Step, Switch};
use search_and_destroy::tables::{CombatResult, ODDS};
use search_and_destroy::{Command, Hex, SearchAndDestroy, State, UnitId, rule, units};
use tabletop::numbers::{eighths, signed};
use tabletop::{RuleId, Ruleset, capital};

use crate::explain::{Explanation, Line};
use crate::teaching::{Kind, Teaching, Term};

impl Teaching for SearchAndDestroy {
    fn kind(&self, _: &State, command: &Command) -> Kind {
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

    fn explain(
        &self,
        before: &State,
        command: Option<&Command>,
        events: &[Event],
        number: usize,
    ) -> Option<Explanation> {
        let told = || self.tell(&events[number]);
        let table = &self.combat;
        Some(match &events[number] {
            Event::Attacked { by, target, close, column, die, modifiers, result } => {
                let rule = if *close { rule!("32.0") } else { rule!("base-4.4") };
                let how = if *close { "Close assault on" } else { "Fire at" };
                // A doubled defence, or a surprise on the way, is decided after the order: then its sum is another one.
                let found = command.and_then(|command| self.forecast(before, command).ok());
                let found = found.filter(|found| found.column == Some(*column));
                let mut lines = found.as_ref().map_or_else(
                    || by.iter().map(|who| Line::new(name(who), "", None)).collect(),
                    |found| strengths(before, found, rule.clone()),
                );
                lines.extend(cell(self, before, *column, *die, modifiers, *result, rule));
                Explanation {
                    title: format!("{how} the {}", name(target)),
                    lines,
                    result: told(),
                    from: Some(table.from.clone()),
                }
            }
            Event::Shelled { ordnance, at, column, die, modifiers, result } => Explanation {
                title: format!("{at} under {}", ordnance.name()),
                lines: cell(self, before, *column, *die, modifiers, *result, rule!("base-4.13")),
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
                    Absence::OffTheMap => Line::new("His commander", "off the map", Some(rule!("base-4.8"))),
                    Absence::WithoutHold => Line::new("His commander", "without hold", Some(rule!("base-4.8"))),
                    Absence::OutOfReach(hexes) => {
                        let radius = self.units.company_radius.value;
                        Line::new(
                            "Hexes to the Company Commander",
                            format!("{hexes}, of {radius}"),
                            Some(rule!("base-4.8")),
                        )
                    }
                };
                let last = self.numbers.platoon_up_to.value;
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
                lines: vec![Line::new(capital(cause.name()), signed(*points), Some(rule!("base-4.18")))],
                result: told(),
                from: None,
            },
            _ => return None,
        })
    }

    /// The end of a set-up places everything that is left by dice.
    fn weighable(&self, state: &Self::State, command: &Self::Command) -> bool {
        *command != Command::Done || !matches!(state.step(), Step::UsSetup | Step::Setup)
    }

    fn standing(&self, seen: &Self::State, side: Self::Side) -> Vec<Term> {
        // With what an end of the game would add: that is what objectives are.
        let margin = i64::from(self.score_sheet(seen).margin);
        let worth = |whose| -> i64 {
            let there = seen.units().filter(|(_, unit)| unit.side() == whose && unit.place != Place::Gone);
            there.map(|(_, unit)| worth_of(unit.kind)).sum()
        };
        let pinned = |whose| {
            let count = seen.units().filter(|(_, unit)| unit.side() == whose && unit.is_pinned()).count();
            i64::try_from(count).unwrap_or(0)
        };
        let mut named: Vec<Hex> = seen.probes().iter().map(|probe| probe.at).collect();
        named.sort_unstable();
        named.dedup();
        let own = side == search_and_destroy::Side::Us;
        let seeks = if own { i64::try_from(named.len()).unwrap_or(0) } else { 0 };
        let shells = if own { self.called_down(seen) } else { 0 };
        let sign = if own { 1 } else { -1 };
        let term = |what, points, better, worse| Term { what, points, better, worse };
        vec![
            term("points", sign * margin * 4, "wins points", "loses points"),
            term("own units", worth(side), "keeps your units in the fight", "may cost you units"),
            term("enemy units", -worth(side.enemy()), "costs the enemy units", "lets the enemy advance"),
            term("own pins", -pinned(side) * 4, "frees pinned units", "may get units pinned"),
            term("enemy pins", pinned(side.enemy()) * 4, "pins the enemy down", "lets pinned enemies recover"),
            term(
                "way",
                self.nearness(seen, side),
                "brings you nearer to what counts",
                "takes you away from what counts",
            ),
            term("shelter", self.shelter(seen, side), "puts your troops into cover", "takes your troops out of cover"),
            term("search", seeks * 6, "reveals hidden enemies", "leaves the enemy hidden"),
            term("shells", shells * 3, "brings shells down on the enemy", "calls shells where they do no good"),
        ]
    }

    fn account(&self, state: &Self::State) -> Vec<(&'static str, i64)> {
        let sheet = self.score_sheet(state);
        let (us, nlf) = (i64::from(sheet.us), i64::from(sheet.nlf));
        vec![
            ("US points", us),
            ("NLF points", nlf),
            ("US less NLF", us - nlf),
            ("the same less the par", i64::from(sheet.margin)),
        ]
    }

    fn settle(&self, state: &Self::State) -> Option<Self::Command> {
        match state.pending() {
            Pending::Nothing => None,
            Pending::Answer(_) => Some(Command::Answer { double: false }),
            Pending::Retreat { .. } | Pending::Advance { .. } => {
                let mut options = Vec::new();
                self.options(state, &mut options);
                options.into_iter().next()
            }
        }
    }
}

/// What keeping a counter is worth, in the teacher's points.
const fn worth_of(kind: units::Kind) -> i64 {
    match kind {
        // A face-down counter may be nobody.
        units::Kind::Suspect => 3,
        units::Kind::Dummy => 1,
        units::Kind::Sniper | units::Kind::Mortar81 | units::Kind::Mortar82 => 5,
        units::Kind::M113
        | units::Kind::M48
        | units::Kind::Transport
        | units::Kind::Gunship
        | units::Kind::PatrolBoat => 15,
        _ => 10,
    }
}

/// What each attacker brings, and what it is compared with.
fn strengths(before: &State, found: &Forecast, rule: RuleId) -> Vec<Line> {
    let called = |id: UnitId| {
        before
            .unit(id)
            .map_or_else(|| format!("Counter {}", id.0), |unit| capital(&format!("{} {}", unit.kind.name(), id.0)))
    };
    let mut lines: Vec<Line> =
        found.parts.iter().map(|part| Line::new(called(part.unit), eighths(part.eighths), None)).collect();
    lines.push(Line::new("Combined Attack Strength", eighths(found.eighths), Some(rule)));
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
        lines.push(Line::new(text, signed(rules.numbers.modifier(*modifier)), Some(rule)));
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
