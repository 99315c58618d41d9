//! Whole games of Search & Destroy as text that can be read, so that a change of the rules shows itself as a change of a story.
//! `UPDATE_EXPECT=1 cargo test -p pointman-tests --test search_and_destroy golden` writes them again; the difference is then
//! reviewed.

use std::sync::Arc;

use expect_test::expect_file;
use pointman_tests::library;
use pointman_tests::story::story;
use search_and_destroy::{Command, SearchAndDestroy};
use tabletop::Game;
use tabletop::dice::Seeded;

fn random_game(name: &str, seed: u64) -> Game<SearchAndDestroy> {
    let rules = Arc::new(library().load::<SearchAndDestroy>().unwrap());
    let scenario = library().scenario::<SearchAndDestroy>(name).unwrap();
    let mut game = Game::new(rules, scenario, name, seed).unwrap();
    let mut picks = Seeded::new(seed + 1_000);
    while game.to_act().is_some() {
        // Movement alone would fill the page: most moves are left out.
        let (options, _) = game.options();
        let command = match &options[picks.choose(options.len())] {
            Command::Move { .. } | Command::Place { .. }
                if picks.choose(8) == 0 && options.contains(&Command::Done) =>
            {
                Command::Done
            }
            command => command.clone(),
        };
        game.play(command).unwrap();
    }
    game
}

#[test]
fn a_random_search_of_two_villages_reads_as_it_did() {
    let game = random_game("27-22-cordon-and-search", 1);
    expect_file!["../../golden/search-and-destroy-cordon-and-search.txt"].assert_eq(&story(&game));
}

#[test]
fn a_random_night_reads_as_it_did() {
    let game = random_game("27-12-night-perimeter", 2);
    expect_file!["../../golden/search-and-destroy-night-perimeter.txt"].assert_eq(&story(&game));
}

/// Writes a saved game for the museum: once for each format, by hand.
#[test]
#[ignore = "writes a file; what lies in the museum is never changed"]
fn a_game_for_the_museum() {
    let game = random_game("27-12-night-perimeter", 3);
    let title = format!("a night: {}", game.outcome().unwrap().title);
    let note = tabletop::save::Note { title, saved: "2026-11-22 03:30".into() };
    let folder = pointman_tests::root().join(format!("tests/museum/format-{}", tabletop::save::FORMAT));
    tabletop::save::write(&folder.join("search-and-destroy-night.ron"), &game, &note).unwrap();
}
