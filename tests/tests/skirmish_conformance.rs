//! Vietnam Skirmish under the suite that every ruleset runs, from every scenario in the folder.

use std::sync::Arc;

use pointman_tests::library;
use skirmish::{Command, FigureId, Grenade, RocketAim, Skirmish, State, Weapon, Work};
use table::{Heading, Point};
use tabletop::conformance::{Settings, run};
use tabletop::dice::Seeded;

/// The same kinds of commands with other figures, other points, other facings.
fn spoilt(_: &Skirmish, state: &State, _: &Command, picks: &mut Seeded) -> Vec<Command> {
    let count = state.figures().count() + 1;
    let mut anybody = || FigureId(u8::try_from(picks.choose(count)).unwrap());
    let (figure, target) = (anybody(), anybody());
    let mut far = |most: usize| i32::try_from(picks.choose(most)).unwrap() - 100;
    let at = Point::new(far(4200), far(2600));
    let facing = Heading { dx: far(300), dy: far(300) };
    let weapon = Weapon::ALL[picks.choose(Weapon::ALL.len())];
    let grenade = Grenade::ALL[picks.choose(4)];
    let near = state.figure(figure).and_then(|f| f.at).map_or(at, |p| p.plus(150, 50));
    vec![
        Command::Done,
        Command::CallFire { at },
        Command::NextRound,
        Command::SpottingRound { at },
        Command::Correct { over: i8::try_from(picks.choose(60)).unwrap() - 30, right: 3 },
        Command::Move { figure, to: at, facing },
        Command::Move { figure, to: near, facing: Heading { dx: 1, dy: 0 } },
        Command::Turn { figure, facing },
        Command::Prepare { figure, work: Work::ALL[picks.choose(8)] },
        Command::Sneak { figure, to: near, facing: Heading { dx: 0, dy: 1 } },
        Command::Fire { figure, weapon },
        Command::Suppress { target },
        Command::Spray { figure, weapon, at },
        Command::Listen { figure },
        Command::Throw { figure, grenade, at: near },
        Command::Launch { figure, grenade, at },
        Command::Rocket { figure, aim: RocketAim::Vehicle(target) },
        Command::Rocket { figure, aim: RocketAim::Ground(at) },
        Command::Shell { figure, grenade, at },
        Command::Finish { figure },
        Command::PlaceClaymore { figure, at: near, facing },
        Command::FireClaymore { figure, number: u8::try_from(picks.choose(3)).unwrap() },
        Command::Fight { figure, target },
        Command::Mount { figure, vehicle: target },
        Command::Dismount { figure, to: near, facing: Heading { dx: 1, dy: 0 } },
        Command::Spot { figure, target },
        Command::Leave { figure },
    ]
}

#[test]
fn vietnam_skirmish_conforms() {
    let games = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(3);
    let settings = Settings { games, mutate: &spoilt, odds_every: 41, ..Settings::default() };
    let rules = Arc::new(library().load::<Skirmish>().unwrap());
    let files = library().scenarios("skirmish").unwrap();
    assert!(files.len() >= 4, "four scenarios at least");
    for file in files {
        let scenario = library().scenario::<Skirmish>(&file.name).unwrap();
        let report = run(&rules, &[(&file.name, scenario)], &settings).unwrap_or_else(|failure| panic!("{failure}"));
        println!("{}: {report:?}", file.name);
        assert_eq!(report.games, games, "{report:?}");
        assert!(report.refused > 1_000 && report.odds > 0 && report.needed_rolls > 50, "{report:?}");
        assert!(report.disguised > 50, "hidden knowledge was tried: {report:?}");
    }
}
