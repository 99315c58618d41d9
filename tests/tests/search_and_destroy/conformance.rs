//! Search & Destroy under the suite that every ruleset runs, from every scenario in the folder.

use std::sync::Arc;

use pointman_tests::library;
use search_and_destroy::command::{Command, Rate, Shot};
use search_and_destroy::hex::Direction;
use search_and_destroy::state::Switch;
use search_and_destroy::{Hex, SearchAndDestroy, State, UnitId};
use tabletop::conformance::{Settings, run};
use tabletop::dice::Seeded;

/// A hex: now and then any, on the map or beside it, most often where somebody is or beside him.
fn somewhere(rules: &SearchAndDestroy, state: &State, picks: &mut Seeded) -> Hex {
    let mut number = |count| picks.choose(count);
    let units: Vec<_> = state.units().filter_map(|(_, unit)| unit.hex()).collect();
    if units.is_empty() || number(4) == 0 {
        return Hex::at(u8::try_from(number(42)).unwrap(), u8::try_from(number(30)).unwrap());
    }
    let near = units[number(units.len())];
    let around: Vec<Hex> = rules.map().neighbours(near).map(|(_, hex)| hex).chain([near]).collect();
    around[number(around.len())]
}

/// Commands of every kind with units and hexes of this position, and now and then with others that there are not; and the command
/// given in another order.
pub fn spoilt(rules: &SearchAndDestroy, state: &State, command: &Command, picks: &mut Seeded) -> Vec<Command> {
    let (at, to) = (somewhere(rules, state, picks), somewhere(rules, state, picks));
    let count = state.units().count() + 3;
    let mut number = |count| u8::try_from(picks.choose(count)).unwrap();
    let (unit, target) = (UnitId(number(count)), UnitId(number(count)));
    let river = number(100);
    let shot = Shot { unit, rate: Rate::Normal };
    let mut spoilt = vec![
        Command::Place { unit, at },
        Command::Moor { unit, river },
        Command::LayTrap { at },
        Command::HideCache { at },
        Command::Move { unit, path: vec![at] },
        Command::Move { unit, path: vec![at, to] },
        Command::Move { unit, path: vec![] },
        Command::Sail { unit, river },
        Command::Leave { unit },
        Command::Stray { unit },
        Command::Dig { unit },
        Command::Probe { unit, at },
        Command::Search { unit, at },
        Command::Fire { shots: vec![shot], target },
        Command::Fire { shots: vec![], target },
        Command::Fire { shots: vec![shot, shot], target },
        Command::Antitank { unit, target },
        Command::Assault { shots: vec![shot], target },
        Command::Answer { double: true },
        Command::Retreat { to },
        Command::Advance { unit },
        Command::Hide { unit },
        Command::Register { at },
        Command::Improve { at, dug: false },
        Command::Improve { at, dug: true },
        Command::Forgo { unit: Some(unit) },
        Command::Plot { unit, at },
        Command::CallStrike { unit, at, along: Direction::N },
        Command::CallStrike { unit, at, along: Direction::S },
        Command::Preplanned { at },
        Command::Mortar { weapon: unit, observer: target, at },
        Command::Land { helicopter: unit, passengers: vec![target], supply: false, at },
        Command::Land { helicopter: unit, passengers: vec![], supply: true, at },
        Command::Hover { helicopter: unit, at },
        Command::LiftOff { helicopter: unit },
        Command::Mount { unit, carrier: target },
        Command::Dismount { unit, at },
        Command::Load { unit, killed: 1, wounded: 0 },
        Command::Load { unit, killed: 200, wounded: 100 },
        Command::Unload { unit },
        Command::Haul { unit, weapon: target },
        Command::SetDown { unit },
        Command::Appoint { unit },
        Command::ClearCivilians { unit, at },
    ];
    // Lists have one order: the same units the other way round are no command.
    if let Command::Fire { mut shots, target } = command.clone() {
        shots.reverse();
        spoilt.push(Command::Fire { shots, target });
    }
    if let Command::Move { unit, mut path } = command.clone() {
        path.reverse();
        spoilt.push(Command::Move { unit, path });
    }
    spoilt
}

fn conforms(names: &[&str]) {
    let games = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(1);
    let mut settings = Settings { games, mutate: &spoilt, odds_every: 97, throws: 100, ..Settings::default() };
    (settings.effort.runs, settings.effort.samples) = (500, 200);
    let rules = Arc::new(library().load::<SearchAndDestroy>().unwrap());
    for name in names {
        let scenario = library().scenario::<SearchAndDestroy>(name).unwrap();
        let report = run(&rules, &[(name, scenario)], &settings).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(report.games, games, "{report:?}");
        assert!(report.refused > 500 && report.disguised > 20, "{report:?}");
        println!("{name}: {report:?}");
    }
}

#[test]
fn the_standard_game_and_the_boats_conform() {
    conforms(&["standard", "33-a", "33-b"]);
}

#[test]
fn vehicles_and_the_night_conform() {
    conforms(&["27-11-armored-sweep", "27-12-night-perimeter", "27-13-road-runner"]);
}

#[test]
fn helicopters_conform() {
    conforms(&["27-14-battalion-contact", "27-21-hot-lz", "27-26-extraction", "27-31-downed-aircraft"]);
}

#[test]
fn searches_and_camps_conform() {
    conforms(&["27-22-cordon-and-search", "27-23-trail-ambush", "27-24-base-camp", "27-25-outpost"]);
}

#[test]
fn hidden_counters_that_are_not_shown_conform() {
    let rules = Arc::new(library().load::<SearchAndDestroy>().unwrap());
    for name in ["standard", "27-22-cordon-and-search"] {
        let scenario = library().scenario::<SearchAndDestroy>(name).unwrap().switched(Switch::FullyHidden, true);
        let mut settings = Settings { games: 1, mutate: &spoilt, odds_every: 0, throws: 1, ..Settings::default() };
        settings.seed = 5;
        let report = run(&rules, &[(name, scenario)], &settings).unwrap_or_else(|failure| panic!("{failure}"));
        println!("{name}, fully hidden: {report:?}");
    }
}
