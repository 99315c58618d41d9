//! Vietnam Skirmish under the suite that every ruleset runs, from every scenario in the folder.

use std::sync::Arc;

use pointman_tests::library;
use skirmish::event::Delivery;
use skirmish::{Aim, Command, Crowd, Deed, Facts, FigureId, Grenade, RocketAim, Said, Skirmish, State, Weapon, Work};
use table::{Cover, Heading, Point, Walk};
use tabletop::conformance::{Settings, run};
use tabletop::dice::Seeded;

/// The same kinds of commands with other figures, other points, other facings.
fn spoilt(_: &Skirmish, state: &State, _: &Command, picks: &mut Seeded) -> Vec<Command> {
    let count = state.figures().count() + 1;
    let mut anybody = || FigureId(u8::try_from(picks.choose(count)).unwrap());
    let (figure, target) = (anybody(), anybody());
    let weapon = Weapon::ALL[picks.choose(Weapon::ALL.len())];
    let grenade = Grenade::ALL[picks.choose(4)];
    let mut far = |most: usize| i32::try_from(picks.choose(most)).unwrap() - 100;
    let at = Point::new(far(4200), far(2600));
    let facing = Heading { dx: far(300), dy: far(300) };
    let facts = Facts { range: far(3000).abs(), in_arc: far(200) > 0, clear: far(200) > -50, cover: Cover::Soft };
    let aim = Aim {
        range: facts.range,
        in_arc: facts.in_arc,
        clear: facts.clear,
        identified: far(200) > 0,
        shift: far(2000),
        mate: [None, Some(true), Some(false)][usize::try_from(far(300).rem_euclid(3)).unwrap()],
    };
    let way = Walk { length: far(400), bad: far(300), impassable: 0, obstacles: 0 };
    let crowd: Crowd = [figure, target].into_iter().collect();
    let nobody = Crowd::default();
    let near = state.figure(figure).and_then(|f| f.at).map_or(at, |p| p.plus(150, 50));
    let mut commands = vec![
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
        Command::Fire { figure, weapon, at: None },
        Command::Fire { figure, weapon, at: Some(target) },
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
    ];
    commands.extend(
        [
            Said::Go { figure, way, tactical: false },
            Said::Face { figure },
            Said::SetOff { figure },
            Said::Over { vehicle: figure, figure: target },
            Said::Mark { target, facts },
            Said::Spare,
            Said::Spray { figure, weapon, aim },
            Said::Send { figure, delivery: Delivery::Thrown, grenade, aim },
            Said::Rocket { figure, target, facts },
            Said::Seek { figure, target, facts },
            Said::Show { figure: target },
            Said::Plant { figure },
            Said::GetOut { figure },
            Said::CallFire,
            Said::SpottingRound,
            Said::Noise { figures: crowd },
            Said::Struck { inner: crowd, outer: nobody, covered: nobody },
            Said::Heard { figures: crowd },
            Said::Near { near: true },
            Said::LookOut,
            Said::Sighted { figures: crowd },
            Said::Hark { figure, spoilt: facts.in_arc },
            Said::Room { room: facts.in_arc },
            Said::Try { figure, deed: Deed::Mount(target), near: facts.clear },
            Said::Try { figure, deed: Deed::Fight(target), near: facts.clear },
            Said::Try { figure, deed: Deed::FireClaymore(0), near: facts.clear },
            Said::Try { figure, deed: Deed::Finish, near: facts.clear },
            Said::Try { figure, deed: Deed::Leave, near: facts.clear },
        ]
        .map(Command::Beside),
    );
    commands
}

/// A command without its points, facings and measurements.
fn plainly(command: &Command) -> Option<Command> {
    let (to, at) = (Point::default(), Point::default());
    let facing = Heading::default();
    let facts = Facts { range: 0, in_arc: true, clear: true, cover: Cover::None };
    let (aim, nobody) = (Aim::default(), Crowd::default());
    Some(match *command {
        // Any point may be sprayed; offered are those ahead and in the middle, where nobody is known.
        Command::Spray { .. } => return None,
        Command::CallFire { .. } => Command::CallFire { at },
        Command::SpottingRound { .. } => Command::SpottingRound { at },
        Command::Correct { .. } => Command::Correct { over: 0, right: 0 },
        Command::Move { figure, .. } => Command::Move { figure, to, facing },
        Command::Turn { figure, .. } => Command::Turn { figure, facing },
        Command::Sneak { figure, .. } => Command::Sneak { figure, to, facing },
        Command::Throw { figure, grenade, .. } => Command::Throw { figure, grenade, at },
        Command::Launch { figure, grenade, .. } => Command::Launch { figure, grenade, at },
        Command::Rocket { figure, aim: RocketAim::Ground(_) } => Command::Rocket { figure, aim: RocketAim::Ground(at) },
        Command::Shell { figure, grenade, .. } => Command::Shell { figure, grenade, at },
        Command::PlaceClaymore { figure, .. } => Command::PlaceClaymore { figure, at, facing },
        Command::Dismount { figure, .. } => Command::Dismount { figure, to, facing },
        Command::Beside(said) => Command::Beside(match said {
            Said::Go { figure, tactical, .. } => Said::Go { figure, tactical, way: Walk::default() },
            Said::Mark { target, .. } => Said::Mark { target, facts },
            Said::Spray { figure, weapon, .. } => Said::Spray { figure, weapon, aim },
            Said::Send { figure, delivery, grenade, .. } => Said::Send { figure, delivery, grenade, aim },
            Said::Rocket { figure, target, .. } => Said::Rocket { figure, target, facts },
            Said::Seek { figure, target, .. } => Said::Seek { figure, target, facts },
            Said::Noise { .. } => Said::Noise { figures: nobody },
            Said::Struck { .. } => Said::Struck { inner: nobody, outer: nobody, covered: nobody },
            Said::Heard { .. } => Said::Heard { figures: nobody },
            Said::Sighted { .. } => Said::Sighted { figures: nobody },
            other => other,
        }),
        other => other,
    })
}

#[test]
fn vietnam_skirmish_conforms() {
    let stands_for =
        |option: &Command, command: &Command| plainly(command).is_none_or(|plain| plainly(option) == Some(plain));
    let games = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(3);
    let settings = Settings { games, mutate: &spoilt, stands_for: &stands_for, odds_every: 41, ..Settings::default() };
    let rules = Arc::new(library().load::<Skirmish>().unwrap());
    let files = library().scenarios("skirmish").unwrap();
    assert!(files.len() >= 4, "four scenarios at least");
    for file in files {
        let scenario = library().scenario::<Skirmish>(&file.name).unwrap();
        let report = run(&rules, &[(&file.name, scenario)], &settings).unwrap_or_else(|failure| panic!("{failure}"));
        println!("{}: {report:?}", file.name);
        assert_eq!(report.games, games, "{report:?}");
        assert!(report.refused > 1_000 && report.odds > 0 && report.needed_rolls > 30, "{report:?}");
        assert!(report.disguised > 50, "hidden knowledge was tried: {report:?}");
    }
}
