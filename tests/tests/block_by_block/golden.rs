//! Whole games as text that can be read, so that a change of the rules shows itself as a change of a story.
//! `UPDATE_EXPECT=1 cargo test -p pointman-tests --test block_by_block golden` writes them again; the difference is then reviewed.

use std::sync::Arc;

use block_by_block::{BlockByBlock, Command, Rulings};
use expect_test::expect_file;
use pointman_tests::story::story;
use pointman_tests::*;
use tabletop::Game;
use tabletop::dice::Seeded;

/// A game by the rulings that were in force when its story was first written down, as a saved game goes on by them.
fn random_game(seed: u64) -> Game<BlockByBlock> {
    let rules = Arc::new(library().load::<BlockByBlock>().unwrap());
    let mut scenario = library().scenario::<BlockByBlock>("historical").unwrap();
    scenario.options.rulings = Rulings::of(8);
    let mut game = Game::new(rules, scenario, "historical", seed).unwrap();
    let mut picks = Seeded::new(seed + 1_000);
    while game.to_act().is_some() {
        // Movement alone would fill the page: every second move is left out.
        let (options, _) = game.options();
        let command = match &options[picks.choose(options.len())] {
            Command::Move { .. } if picks.choose(2) == 0 && options.contains(&Command::Done) => Command::Done,
            command => command.clone(),
        };
        game.play(command).unwrap();
    }
    game
}

#[test]
fn the_first_random_game_reads_as_it_did() {
    let game = random_game(1);
    expect_file!["../../golden/block-by-block-random-1.txt"].assert_eq(&story(&game));
}

#[test]
fn the_second_random_game_reads_as_it_did() {
    let game = random_game(2);
    expect_file!["../../golden/block-by-block-random-2.txt"].assert_eq(&story(&game));
}

#[test]
fn the_combat_example_reads_as_it_did() {
    let rules = Arc::new(library().load::<BlockByBlock>().unwrap());
    let scenario = library().scenario::<BlockByBlock>("combat-example").unwrap();
    let mut game = Game::new(rules, scenario, "combat-example", 1).unwrap();
    let script: [(Command, &[u8]); 15] = [
        (close_combat(1), &[4, 2]),
        (Command::Retreat, &[]),
        (retreat_to("NLF Company 1", "N1-5"), &[]),
        (Command::Done, &[]),
        (assault(2, "N1-1"), &[2]),
        (loss("F/2/5 Marines"), &[]),
        (Command::Retreat, &[]),
        (retreat_to("800th Battalion", "O-1"), &[]),
        (heavy_assault(2, "Gate E"), &[4]),
        (level(2), &[2, 4]),
        (assault(2, "Gate E"), &[4, 5]),
        (assault(3, "N1-3"), &[2]),
        (loss("A/1/5 Marines"), &[]),
        (counterattack("802nd Battalion", "A/1/5 Marines"), &[6, 5]),
        (pause(3), &[]),
    ];
    for (command, dice) in script {
        game.play_tape(command.clone(), dice).unwrap_or_else(|stop| panic!("{command:?}: {stop:?}"));
    }
    expect_file!["../../golden/block-by-block-combat-example.txt"].assert_eq(&story(&game));
}
