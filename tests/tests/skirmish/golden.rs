//! Whole games of Vietnam Skirmish as text that can be read, and saved games that load for ever.
//! `UPDATE_EXPECT=1 cargo test -p pointman-tests --test skirmish_golden` writes the texts anew.

use std::fmt::Write as _;
use std::sync::Arc;

use expect_test::expect_file;
use pointman_tests::{library, root};
use skirmish::{Command, Skirmish};
use tabletop::dice::Seeded;
use tabletop::{Game, Ruleset, save};

fn story(game: &Game<Skirmish>) -> String {
    let mut text = format!("{}, seed {}\n", Skirmish::title(game.scenario()), game.seed());
    let mut moment = String::new();
    for line in game.log(0..game.len(), None) {
        if line.moment.1 != moment {
            moment = line.moment.1;
            let _ = write!(text, "\n== {moment}\n");
        }
        let side = line.side.map_or("", Skirmish::side_name);
        let _ = writeln!(text, "{side}> {}", line.phrase.unwrap_or_default());
        for told in line.told {
            let _ = writeln!(text, "    {told}");
        }
    }
    if let Some(outcome) = game.outcome() {
        let _ = write!(text, "\n{}. {}\n", outcome.title, outcome.because);
    }
    text
}

/// A random game in which whoever can fire, throw or call does so rather than walk about.
fn random_game(name: &str, seed: u64) -> Game<Skirmish> {
    let rules = Arc::new(library().load::<Skirmish>().unwrap());
    let scenario = library().scenario::<Skirmish>(name).unwrap();
    let mut game = Game::new(rules, scenario, name, seed).unwrap();
    let mut picks = Seeded::new(seed + 1_000);
    while game.to_act().is_some() {
        let (options, _) = game.options();
        let tame = |command: &&Command| {
            matches!(command, Command::Done | Command::Turn { .. } | Command::Spray { .. } | Command::Leave { .. })
        };
        let bold: Vec<&Command> = options.iter().filter(|command| !tame(command)).collect();
        let command = match picks.choose(10) {
            0 => options[picks.choose(options.len())],
            1 if options.contains(&Command::Done) => Command::Done,
            _ if bold.is_empty() => options[picks.choose(options.len())],
            _ => *bold[picks.choose(bold.len())],
        };
        game.play(command).unwrap();
    }
    game
}

#[test]
fn a_random_patrol_reads_as_it_did() {
    expect_file!["../golden/skirmish-patrol.txt"].assert_eq(&story(&random_game("patrol-and-ambush", 1)));
}

#[test]
fn a_random_night_in_the_village_reads_as_it_did() {
    expect_file!["../golden/skirmish-village.txt"].assert_eq(&story(&random_game("village-at-night", 2)));
}

#[test]
fn a_random_game_beside_a_table_reads_as_it_did() {
    expect_file!["../golden/skirmish-beside.txt"].assert_eq(&story(&random_game("beside-your-table", 3)));
}

#[test]
fn every_scenario_is_played_to_its_end() {
    for file in library().scenarios("skirmish").unwrap() {
        let game = random_game(&file.name, 11);
        assert!(game.outcome().is_some() && game.len() > 20, "{}: {} commands", file.name, game.len());
    }
}

#[test]
fn saved_games_of_the_museum_load_and_replay() {
    let rules = Arc::new(library().load::<Skirmish>().unwrap());
    let mut seen = 0;
    for folder in std::fs::read_dir(root().join("tests/museum")).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            if !std::fs::read_to_string(&path).unwrap().contains("ruleset: \"skirmish\"") {
                continue;
            }
            let (game, note) = save::read(Arc::clone(&rules), &path).unwrap_or_else(|e| panic!("{e}"));
            let ending = game.outcome().map_or_else(|| format!("turn {}", game.state().turn()), |o| o.title);
            assert_eq!(Some(ending.as_str()), note.title.split(": ").last(), "{}", path.display());
            seen += 1;
        }
    }
    assert!(seen >= 2, "the museum has {seen} games of Vietnam Skirmish");
}
