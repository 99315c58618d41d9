//! Saved games of Search & Destroy of every format ever released load for ever, and lead to the same end.

use std::sync::Arc;

use pointman_tests::{library, root};
use search_and_destroy::SearchAndDestroy;
use tabletop::save;

#[test]
fn every_saved_game_of_the_museum_loads_and_replays() {
    let rules = Arc::new(library().load::<SearchAndDestroy>().unwrap());
    let mut seen = 0;
    for folder in std::fs::read_dir(root().join("tests/museum")).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            if !std::fs::read_to_string(&path).unwrap().contains("ruleset: \"search-and-destroy\"") {
                continue;
            }
            let (game, note) = save::read(Arc::clone(&rules), &path).unwrap_or_else(|e| panic!("{e}"));
            let expected = note.title.split(": ").last().unwrap().to_owned();
            let ending = game.outcome().map_or_else(|| format!("turn {}", game.state().turn()), |o| o.title);
            assert!(game.len() > 10 && ending == expected, "{}: {ending}", path.display());
            seen += 1;
        }
    }
    assert!(seen >= 1, "the museum is empty");
}
