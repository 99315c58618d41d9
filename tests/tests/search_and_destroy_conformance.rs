//! Search & Destroy under the suite that every ruleset runs, from every scenario in the folder.

use std::sync::Arc;

use pointman_tests::library;
use search_and_destroy::command::{Command, Rate, Shot};
use search_and_destroy::{Hex, SearchAndDestroy, State, UnitId};
use tabletop::conformance::{Settings, run};
use tabletop::dice::Seeded;

/// The same kinds of command with other units, other hexes and other orders.
fn spoilt(_: &SearchAndDestroy, _: &State, command: &Command, picks: &mut Seeded) -> Vec<Command> {
    let mut number = |count| u8::try_from(picks.choose(count)).unwrap();
    let (unit, target) = (UnitId(number(70)), UnitId(number(70)));
    let (at, to) = (Hex::at(number(42), number(30)), Hex::at(number(42), number(30)));
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
fn the_standard_game_conforms() {
    conforms(&["standard"]);
}

#[test]
fn boats_and_close_assault_conform() {
    conforms(&["33-a", "33-b"]);
}

#[test]
fn the_other_scenarios_conform() {
    conforms(&["trail-ambush", "outpost"]);
}
