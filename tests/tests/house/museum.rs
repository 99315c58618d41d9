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

/// A game of format 3 says of each set of rulings whether it is in force, as far as there were sets when it was saved; a later one is not.
fn switches_are_counted<R: Ruleset>(scenario: &str, sets: impl Fn(&R::Scenario) -> u8) {
    let rules = Arc::new(library().load::<R>().unwrap());
    let game = Game::new(Arc::clone(&rules), library().scenario::<R>(scenario).unwrap(), scenario, 3).unwrap();
    let note = save::Note { title: "T".into(), saved: "never".into() };
    // Sets that came since have no switch.
    let latest = sets(game.scenario());
    assert!(usize::from(latest) >= R::SWITCHES.len());
    let text = save::to_text(&game, &note).unwrap();
    let number = format!("rulings: {latest},");
    let unsealed: String = text
        .lines()
        .filter(|line| !line.contains("sealed:") && !line.contains("begun:"))
        .flat_map(|l| [l, "\n"])
        .collect();
    let of_old = unsealed.replace("format: 4", "format: 3");
    assert!(of_old.contains(&number) && of_old != unsealed);
    for known in 0..=R::SWITCHES.len() {
        let said: String = R::SWITCHES[..known].iter().map(|switch| format!("{switch}: false, ")).collect();
        let (back, _) = save::from_text(Arc::clone(&rules), "old", &of_old.replace(&number, &said))
            .unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(usize::from(sets(back.scenario())), known, "{}: {said}", R::TITLE);
        let again = save::to_text(&back, &note).unwrap();
        assert!(again.contains(&format!("rulings: {known},")), "saved once more it stays what it is");
        let said = said.replacen("false", "true", 1);
        let (back, _) = save::from_text(Arc::clone(&rules), "old", &of_old.replace(&number, &said))
            .unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(sets(back.scenario()), 0, "{}: {said}", R::TITLE);
    }
}

#[test]
fn saved_games_from_before_rulings_had_numbers_keep_theirs() {
    switches_are_counted::<BlockByBlock>("historical", |scenario| scenario.options.rulings.sets());
    switches_are_counted::<Platoon>("ambush", |scenario| scenario.options.rulings.sets());
    switches_are_counted::<SearchAndDestroy>("27-23-trail-ambush", |scenario| scenario.rulings.sets());
}

/// Games of Vietnam Skirmish had numbers from the second set on; the first games say none.
#[test]
fn saved_games_of_skirmish_keep_the_rulings_they_name() {
    let rules = Arc::new(library().load::<Skirmish>().unwrap());
    let scenario = library().scenario::<Skirmish>("patrol-and-ambush").unwrap();
    let text = save::to_text(
        &Game::new(Arc::clone(&rules), scenario, "test", 1).unwrap(),
        &save::Note { title: "T".into(), saved: "never".into() },
    )
    .unwrap();
    let unsealed: String = text
        .lines()
        .filter(|line| !line.contains("sealed:") && !line.contains("begun:"))
        .flat_map(|l| [l, "\n"])
        .collect();
    let latest = format!("rulings: {},", skirmish::scenario::Rulings::default().sets());
    for (format, said, sets) in [
        (1, "", 1),
        (1, "rulings: 2,", 2),
        (3, "rulings: 8,", 8),
        (4, "", skirmish::scenario::Rulings::default().sets()),
    ] {
        let old = unsealed.replace("format: 4", &format!("format: {format}")).replace(&latest, said);
        let (game, _) = save::from_text(Arc::clone(&rules), "old", &old).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(game.scenario().rulings.sets(), sets, "format {format}: {said}");
    }
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
