//! Whole games of Vietnam Skirmish as text that can be read, and saved games that load for ever.
//! `UPDATE_EXPECT=1 cargo test -p pointman-tests --test skirmish golden` writes the texts again.

use std::sync::Arc;

use expect_test::expect_file;
use pointman_tests::library;
use pointman_tests::story::story;
use skirmish::{Command, Skirmish};
use tabletop::Game;
use tabletop::dice::Seeded;

/// A random game in which every figure that can fire, throw or call does so rather than walk about.
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
    expect_file!["../../golden/skirmish-patrol.txt"].assert_eq(&story(&random_game("patrol-and-ambush", 1)));
}

#[test]
fn a_random_night_in_the_village_reads_as_it_did() {
    expect_file!["../../golden/skirmish-village.txt"].assert_eq(&story(&random_game("village-at-night", 2)));
}

#[test]
fn a_random_game_beside_a_table_reads_as_it_did() {
    expect_file!["../../golden/skirmish-beside.txt"].assert_eq(&story(&random_game("beside-your-table", 3)));
}

#[test]
fn every_scenario_is_played_to_its_end() {
    for file in library().scenarios("skirmish").unwrap() {
        let game = random_game(&file.name, 11);
        assert!(game.outcome().is_some() && game.len() > 20, "{}: {} commands", file.name, game.len());
    }
}
