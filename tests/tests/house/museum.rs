//! Saved games of every format ever released load for ever, and lead to the same end.
//! A new format adds a folder to `tests/museum`; what lies there is never changed.

use std::sync::Arc;

use block_by_block::BlockByBlock;
use pointman_tests::*;
use tabletop::save;

#[test]
fn every_saved_game_of_the_museum_loads_and_replays() {
    let rules = Arc::new(library().load::<BlockByBlock>().unwrap());
    let mut seen = 0;
    for folder in std::fs::read_dir(root().join("tests/museum")).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            // Those of the other rulesets have tests of their own.
            if !std::fs::read_to_string(&path).unwrap().contains("ruleset: \"block-by-block\"") {
                continue;
            }
            let (game, note) = save::read(Arc::clone(&rules), &path).unwrap_or_else(|e| panic!("{e}"));
            assert!(!note.title.is_empty() && game.len() > 10, "{}", path.display());
            let expected = note.title.split(": ").last().unwrap().to_owned();
            let ending = game.outcome().map_or_else(|| format!("turn {}", game.state().turn()), |o| o.title);
            assert_eq!(ending, expected, "{}", path.display());
            seen += 1;
        }
    }
    assert!(seen >= 2, "the museum is empty");
}
