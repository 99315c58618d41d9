//! Saved games of 20mm Platoon of every format ever released load for ever, and lead to the same end.

use std::sync::Arc;

use platoon::Platoon;
use pointman_tests::{library, root};
use tabletop::{Ruleset, save};

#[test]
fn every_saved_game_of_the_museum_loads_and_replays() {
    let rules = Arc::new(library().load::<Platoon>().unwrap());
    let mut seen = 0;
    for folder in std::fs::read_dir(root().join("tests/museum")).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let header = save::header(&path.display().to_string(), &text).unwrap_or_else(|e| panic!("{e}"));
            if header.ruleset != Platoon::ID {
                continue;
            }
            let (game, note) = save::read(Arc::clone(&rules), &path).unwrap_or_else(|e| panic!("{e}"));
            let expected = note.title.split(": ").last().unwrap().to_owned();
            let ending = game.outcome().map_or_else(|| format!("turn {}", game.state().turn), |o| o.title);
            assert_eq!(ending, expected, "{}", path.display());
            assert!(game.len() > 10, "{}", path.display());
            seen += 1;
        }
    }
    assert!(seen >= 2, "there is no saved game of 20mm Platoon in the museum");
}
