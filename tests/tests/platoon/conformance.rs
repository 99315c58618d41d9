//! 20mm Platoon under the suite that every ruleset runs, from every scenario in the folder.

use std::sync::Arc;

use platoon::{Command, Deed, Leg, Mode, Nearby, News, Platoon, SquadId, State, Target, Way};
use pointman_tests::library;
use table::Point;
use tabletop::conformance::{Settings, run};
use tabletop::dice::Seeded;

/// The same kind of command with another squad, another place or another marker.
fn spoilt(_: &Platoon, _: &State, _: &Command, picks: &mut Seeded) -> Vec<Command> {
    let mut number = |count: usize| u8::try_from(picks.choose(count)).unwrap();
    let (squad, target, marker) = (SquadId(number(16)), SquadId(number(16)), platoon::MarkerId(number(10)));
    let to = Point::new(i32::from(number(45)) * 100, i32::from(number(30)) * 100);
    vec![
        Command::March { squad, mode: Some(Mode::Fast) },
        Command::March { squad, mode: None },
        Command::Step { squad, leg: Leg::To(to) },
        Command::LieDown { squad, only_pinned: false },
        Command::StandUp { squad },
        Command::Fire { squad, target: Target::Squad(target), facts: None },
        Command::Fire { squad, target: Target::Marker(marker), facts: None },
        Command::Launch { squad, figure: number(6), target, facts: None },
        Command::Snipe { squad, target, figure: 1, range: None, from: None },
        Command::BugOut { squad, target: Some(target), sees: None, from: None },
        Command::Search { squad, marker },
        Command::Deed { squad, deed: Deed::Search(marker), facts: Nearby::GRANTED },
        Command::Deed {
            squad,
            deed: Deed::Capture(target),
            facts: Nearby { near: false, which: Some(pointman_tests::platoon::figures([1, 2])), ground: None },
        },
        Command::Deed { squad, deed: Deed::Dismount, facts: Nearby::GRANTED },
        Command::Mortar { squad, figure: 1, target, facts: None },
        Command::Close { squad, target, facts: None },
        Command::Question { squad, target },
        Command::Capture { squad, target },
        Command::Mount { squad, vehicle: target },
        Command::Dismount { squad },
        Command::Fly { squad, to: Some(to), below: None, nearer: false },
        Command::Reveal { squad },
        Command::MoveMarker { marker, to },
        Command::Reach { squad, marker },
        Command::Strike { squad, target: to, path: None },
        Command::FireAtAircraft { squad, range: None },
        Command::Burst { caught: vec![(squad, 1)], markers: vec![marker] },
        Command::Tell { marker },
        Command::Carry { squad, of: target, figure: number(4) },
        Command::PutDown { squad },
        Command::Message { squad, to: target, way: Way::Radio, news: News::Enemy(target) },
        Command::LeaveTable { squad },
        Command::OutOfReach { squad },
        Command::Pass,
        Command::Done,
    ]
}

/// A command without its points, texts and measurements, and without what is one choice of many like it; nothing for what no list
/// can offer.
fn plainly(command: &Command) -> Option<Command> {
    let to = Point::default();
    Some(match *command {
        // Whatever the players think of.
        Command::Try { .. } | Command::Message { .. } | Command::Correct { .. } => return None,
        // Any point may be aimed at; offered are those near the enemy, if there are any.
        Command::Request { .. } | Command::Strike { .. } | Command::MoveMarker { .. } => return None,
        // Any point may be gone to; offered are eight ways and some goals, of which none may be open where another way is.
        Command::Step { .. } => return None,
        Command::Stand { squad, .. } => Command::Stand { squad, ground: table::Terrain::Open },
        Command::Fire { squad, target, .. } => Command::Fire { squad, target, facts: None },
        Command::Launch { squad, figure, target, .. } => Command::Launch { squad, figure, target, facts: None },
        Command::Mortar { squad, figure, target, .. } => Command::Mortar { squad, figure, target, facts: None },
        // Whom he aims at of a squad hangs on nothing.
        Command::Snipe { squad, target, .. } => Command::Snipe { squad, target, figure: 1, range: None, from: None },
        Command::BugOut { squad, target, .. } => Command::BugOut { squad, target, sees: None, from: None },
        Command::FireAtAircraft { squad, .. } => Command::FireAtAircraft { squad, range: None },
        Command::Close { squad, target, .. } => Command::Close { squad, target, facts: None },
        Command::Fly { squad, to: way, .. } => Command::Fly { squad, to: way.map(|_| to), below: None, nearer: false },
        Command::Deed { squad, deed, .. } => Command::Deed { squad, deed, facts: Nearby::GRANTED },
        Command::Burst { .. } => Command::Burst { caught: Vec::new(), markers: Vec::new() },
        ref other => other.clone(),
    })
}

#[test]
fn platoon_conforms() {
    let games = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(8);
    let settings = Settings {
        games,
        mutate: &spoilt,
        stands_for: &|option, command| plainly(command).is_none_or(|plain| plainly(option).as_ref() == Some(&plain)),
        odds_every: 23,
        effort: tabletop::odds::Effort { runs: 1_500, samples: 300, seed: 0 },
        throws: 300,
        ..Settings::default()
    };
    let rules = Arc::new(library().load::<Platoon>().unwrap());
    let files = library().scenarios("platoon").unwrap();
    assert!(files.len() >= 5);
    for file in files {
        let scenario = library().scenario::<Platoon>(&file.name).unwrap();
        let report = run(&rules, &[(&file.name, scenario)], &settings).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(report.games, games, "{report:?}");
        assert!(report.refused > 1_000 && report.needed_rolls > 50 && report.disguised > 50, "{report:?}");
        println!("{}: {report:?}", file.name);
    }
}
