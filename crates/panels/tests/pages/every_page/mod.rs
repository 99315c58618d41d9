//! Every panel and page, from positions of games of every ruleset, in windows of every size, with letters of every size: nothing
//! ends the program, is cut, lies over something else, cannot be reached, or has no name for screen readers.
//!
//! `PANEL_PAGES` looks at the pages with that in their name, window and place alone (`Block by Block attack 1280x720 100%`);
//! `PANEL_PICTURES` names a folder for pictures of them.

mod around;
mod block;
mod books;
mod companion;
mod hex;
mod questions;
mod screens;
mod stage;
mod table;

use std::sync::Arc;

use crate::common::{asset, root};
use panels::log::{LogBook, Logged};
use stage::{Case, Page, Stage};
use tabletop::dice::Seeded;
use tabletop::{Game, Ruleset};

/// Draws each page in one window after the other: `each` is in how many. The pages of one kind see every window.
fn look_at(what: &str, each: usize, pages: impl IntoIterator<Item = Page>) {
    let mut stage = Stage::default();
    let mut seen: std::collections::HashMap<String, usize> = std::collections::HashMap::new();
    for page in pages {
        let next = seen.entry(page.name.clone()).or_default();
        for _ in 0..each {
            stage.look(&page, Case::nth(*next));
            *next += 1;
        }
    }
    stage.finish(what);
}

fn rules<R: Ruleset>() -> Arc<R> {
    Arc::new(R::load(&asset).expect("the data files are right"))
}

/// The files of a ruleset's scenarios.
fn scenarios<R: Ruleset>() -> Vec<(String, R::Scenario)> {
    let folder = root().join("scenarios").join(R::ID);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "ron"));
    files.sort();
    let read = |path: std::path::PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let scenario = tabletop::parse_ron(&name, &std::fs::read_to_string(&path).unwrap()).unwrap();
        (name, scenario)
    };
    files.into_iter().map(read).collect()
}

/// A game played by chance for so many orders.
fn played<R: Ruleset>(rules: &Arc<R>, name: &str, scenario: R::Scenario, seed: u64, orders: usize) -> Game<R> {
    let mut game = Game::new(Arc::clone(rules), scenario, name, seed).unwrap();
    let mut choice = Seeded::new(seed ^ 0x5eed);
    for _ in 0..orders {
        let (mut options, _) = game.options();
        if options.is_empty() {
            break;
        }
        let chosen = options.swap_remove(choice.choose(options.len()));
        game.play(chosen).unwrap();
    }
    game
}

/// The log of the first orders of a game as a side reads it.
fn log_of<R: Logged>(game: &Game<R>, orders: usize, reader: Option<R::Side>) -> LogBook {
    let mut book = LogBook::default();
    for line in game.log(0..orders, reader) {
        book.write(&**game.rules(), line);
    }
    book
}
