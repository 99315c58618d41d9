//! Saved games of every format ever released load for ever, and lead to the same end.
//! A new format adds a folder to `tests/museum`; what lies there is never changed.

use std::sync::Arc;

use block_by_block::BlockByBlock;
use opponent::{Level, Mind, Patience, View};
use platoon::Platoon;
use pointman_tests::{library, root};
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::{Game, Player, Ruleset, save};

/// Every game of a ruleset in the museum ends as its title says: in a result, or in a turn.
fn saved_games_load<R: Ruleset>(at_least: usize, turn: impl Fn(&R::State) -> u8) {
    let rules = Arc::new(library().load::<R>().unwrap());
    let mut seen = 0;
    for folder in std::fs::read_dir(root().join("tests/museum")).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let header = save::header(&path.display().to_string(), &text).unwrap_or_else(|e| panic!("{e}"));
            if header.ruleset != R::ID {
                continue;
            }
            let (game, note) = save::read(Arc::clone(&rules), &path).unwrap_or_else(|e| panic!("{e}"));
            let ending = game.outcome().map_or_else(|| format!("turn {}", turn(game.state())), |o| o.title);
            assert_eq!(Some(ending.as_str()), note.title.split(": ").last(), "{}", path.display());
            assert!(game.len() > 10, "{}", path.display());
            seen += 1;
        }
    }
    assert!(seen >= at_least, "the museum has {seen} games of {}", R::TITLE);
}

#[test]
fn saved_games_of_block_by_block_load() {
    saved_games_load::<BlockByBlock>(3, |state| state.turn());
}

#[test]
fn saved_games_of_platoon_load() {
    saved_games_load::<Platoon>(6, |state| state.turn);
}

#[test]
fn saved_games_of_search_and_destroy_load() {
    saved_games_load::<SearchAndDestroy>(1, |state| state.turn());
}

#[test]
fn saved_games_of_skirmish_load() {
    saved_games_load::<Skirmish>(2, |state| state.turn());
}

#[test]
fn a_game_against_the_computer_says_who_played() {
    let rules = Arc::new(library().load::<BlockByBlock>().unwrap());
    let path = root().join("tests/museum/format-2/against-a-recruit.ron");
    let (game, _) = save::read(Arc::clone(&rules), &path).unwrap();
    assert_eq!(game.players(), [Player::Person, Player::Recruit]);
    for (n, entry) in game.entries().iter().enumerate() {
        let side = rules.giver(game.state_at(n), &entry.command).unwrap();
        assert_eq!(entry.by, game.player(side), "entry {n}");
    }
}

/// Writes a game against the computer for the museum, by hand.
#[test]
#[ignore = "writes a file; what lies in the museum is never changed"]
fn a_game_against_the_computer_for_the_museum() {
    let rules = Arc::new(library().load::<BlockByBlock>().unwrap());
    let scenario = library().scenario::<BlockByBlock>("historical").unwrap();
    let mut game = Game::new(Arc::clone(&rules), scenario, "historical", 16).unwrap();
    game.seat([Player::Person, Player::Recruit]);
    let read = |path: &str| library().read(path);
    while game.state().turn() < 2 {
        let side = game.to_act().unwrap();
        let level = Level::of(game.player(side)).unwrap_or(Level::Regular);
        let mind = Mind::<BlockByBlock>::load(&read, level, game.seed()).unwrap();
        let decision = mind.decide(&rules, &View::of(&*rules, game.state(), side), &Patience::ENDLESS).unwrap();
        game.play(decision.command).unwrap();
    }
    let note = save::Note { title: "against a Recruit: turn 2".into(), saved: "2026-11-22 22:15".into() };
    save::write(&root().join("tests/museum/format-2/against-a-recruit.ron"), &game, &note).unwrap();
}
