//! Block by Block under the suite that every ruleset runs, from every scenario in the folder.

use std::sync::Arc;

use block_by_block::units::UNIT_COUNT;
use block_by_block::{BlockByBlock, Command, Gate, Place, State, UnitId};
use pointman_tests::*;
use tabletop::conformance::{Settings, run};
use tabletop::dice::Seeded;

/// The same kind of command with another unit, another place, another group or another order.
fn spoilt(_: &BlockByBlock, _: &State, command: &Command, picks: &mut Seeded) -> Vec<Command> {
    let units: Vec<UnitId> = UnitId::all().collect();
    let places: Vec<Place> = Place::all().collect();
    let gates: Vec<Gate> = Gate::all().collect();
    assert_eq!(units.len(), UNIT_COUNT);
    let unit = units[picks.choose(units.len())];
    let to = places[picks.choose(places.len())];
    let gate = gates[picks.choose(gates.len())];
    let group = u8::try_from(picks.choose(12)).unwrap();
    let heavy_weapons = picks.choose(2) == 0;
    let mut spoilt = vec![
        Command::Restore { unit },
        Command::Move { unit, to },
        Command::Detach { unit, gate, to },
        Command::Return { unit, to },
        Command::Reinforce { unit, to },
        Command::Exit { unit },
        Command::TakeLoss { unit },
        Command::RetreatTo { unit, to },
        Command::Infiltrate { gate, step_out: Some(to) },
        Command::Infiltrate { gate, step_out: None },
        Command::Assault { group, target: to, heavy_weapons },
        Command::CloseCombat { group, heavy_weapons },
        Command::WalkThrough { group, to },
        Command::Pause { group },
        Command::FormGroup { units: vec![] },
        Command::FormGroup { units: vec![unit] },
        Command::FormGroup { units: vec![unit, unit] },
        Command::Defend { units: vec![] },
        Command::Defend { units: vec![unit] },
        Command::Split { group, units: vec![unit], as_group: heavy_weapons },
        Command::Done,
        Command::Hold,
        Command::Retreat,
    ];
    // Lists have one order: the same units the other way round are another spelling, which is no command.
    match command.clone() {
        Command::FormGroup { mut units } => {
            units.reverse();
            spoilt.push(Command::FormGroup { units });
        }
        Command::Defend { mut units } => {
            units.reverse();
            spoilt.push(Command::Defend { units });
        }
        Command::Split { group, mut units, as_group } => {
            units.reverse();
            spoilt.push(Command::Split { group, units, as_group });
        }
        _ => {}
    }
    spoilt
}

#[test]
fn block_by_block_conforms() {
    let games = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(12);
    let settings = Settings { games, mutate: &spoilt, odds_every: 41, ..Settings::default() };
    let rules = Arc::new(library().load::<BlockByBlock>().unwrap());
    for file in library().scenarios("block-by-block").unwrap() {
        let scenario = library().scenario::<BlockByBlock>(&file.name).unwrap();
        let report = run(&rules, &[(&file.name, scenario)], &settings).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(report.games, games, "{report:?}");
        assert!(report.refused > 1_000 && report.odds > 0 && report.needed_rolls > 50, "{report:?}");
        println!("{}: {report:?}", file.name);
    }
}
