//! A whole game as text that can be read, so that a change of the rules shows itself as a change of a story.
//!
//! `UPDATE_EXPECT=1 cargo test -p pointman-tests golden` writes the stories again; the difference is then reviewed.

use std::fmt::Write as _;

use tabletop::{Game, Ruleset};

/// The game as a story: what was decided, what was rolled, what happened.
pub fn story<R: Ruleset>(game: &Game<R>) -> String {
    let mut text = format!("{}, seed {}\n", R::title(game.scenario()), game.seed());
    let mut moment = String::new();
    for line in game.log(0..game.len(), None) {
        if line.moment.1 != moment {
            moment = line.moment.1;
            let _ = write!(text, "\n== {moment}\n");
        }
        let side = line.side.map_or("", R::side_name);
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
