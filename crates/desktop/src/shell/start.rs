//! How a game begins: from the command line, from a scenario, from a file.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use bevy::prelude::*;
use tabletop::agreement::{Agreement, agreed};
use tabletop::files::read_text;
use tabletop::game::Game;
use tabletop::journal::Throw;
use tabletop::save;
use tabletop::{Players, Ruleset};

use super::staged::Staged;
use super::table::Table;

/// Where the dice of new games come from.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Seeds {
    given: Option<u64>,
}

/// Seeds for new games: the one that was asked for, or a new one each time.
pub fn fresh_seed(given: Option<u64>) -> Seeds {
    Seeds { given }
}

impl Seeds {
    /// The seed of the next new game.
    pub fn next(self) -> u64 {
        self.given.unwrap_or_else(|| {
            let clock = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |d| d.as_nanos());
            // Mixed, so that two games begun in the same second share nothing; cut down so that a player can write it down.
            (clock.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u64 % 1_000_000_000
        })
    }
}

/// What a game begins from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The scenario of this name.
    Scenario(String),
    /// The scenario of this name, with what the players agreed on, variants and choices, and who plays.
    Agreed(String, Vec<Agreement>, Players),
    /// A saved game or a scenario in this file.
    File(PathBuf),
}

/// A game that is about to lie on the table.
pub struct Opened<R: Ruleset> {
    /// The game.
    pub game: Game<R>,
    /// The file it was saved in, and what was in it; none if it is new.
    pub read: Option<(PathBuf, String)>,
}

impl<R: Ruleset> Opened<R> {
    /// A game that is in no file yet.
    pub fn new(game: Game<R>) -> Self {
        Self { game, read: None }
    }

    /// The file and what was in it.
    pub fn read(&self) -> Option<(&Path, &str)> {
        self.read.as_ref().map(|(path, text)| (path.as_path(), text.as_str()))
    }
}

/// Opens a game.
///
/// # Errors
/// One sentence: what is not there or wrong.
pub fn open<R: Staged>(table: &Table, source: &Source, seeds: Seeds) -> Result<Opened<R>, String> {
    let rules = R::rules(table);
    match source {
        Source::Scenario(name) => {
            let scenario = table.library.scenario::<R>(name).map_err(|e| e.to_string())?;
            new_game(rules, scenario, name, seeds).map(Opened::new)
        }
        Source::Agreed(name, agreements, players) => {
            let scenario = table.library.scenario::<R>(name).map_err(|e| e.to_string())?;
            let scenario = agreed(&**rules, scenario, agreements);
            let mut game = new_game(rules, scenario, name, seeds)?;
            game.seat(*players);
            dealt(&game).map(Opened::new)
        }
        Source::File(path) => from_file(path, rules, seeds),
    }
}

/// A new game of a scenario.
///
/// # Errors
/// What is wrong with the scenario.
pub fn new_game<R: Ruleset>(
    rules: &Arc<R>,
    scenario: R::Scenario,
    name: &str,
    seeds: Seeds,
) -> Result<Game<R>, String> {
    Game::new(Arc::clone(rules), scenario, name, seeds.next())
        .map_err(|refusal| format!("the scenario `{name}` cannot be played: {refusal}"))
}

/// The same game before its first order, with what only its computers may know dealt again where it is played beside a real table.
///
/// # Errors
/// What is wrong with the scenario.
pub fn dealt<R: Staged>(game: &Game<R>) -> Result<Game<R>, String> {
    let mut scenario = game.scenario().clone();
    // Dice that were rolled for the first order stay as they fell.
    if !R::beside(&scenario) || game.record().opening_dice != Throw::Seeded {
        return Ok(game.clone());
    }
    for side in R::SEATS.into_iter().filter(|side| !game.player(*side).is_person()) {
        R::deal(&mut scenario, side, game.seed());
    }
    let again = Game::new(Arc::clone(game.rules()), scenario, game.scenario_name(), game.seed());
    let mut again = again.map_err(|refusal| refusal.to_string())?;
    again.seat(game.players());
    Ok(again)
}

/// The game of a file, which may be a saved game or a scenario.
///
/// # Errors
/// What is wrong with the file.
pub fn from_file<R: Ruleset>(path: &Path, rules: &Arc<R>, seeds: Seeds) -> Result<Opened<R>, String> {
    let name = path.display().to_string();
    let text = read_text(&name, path).map_err(|e| e.to_string())?;
    if save::is_saved_game(&text) {
        let (game, _) = save::from_text(Arc::clone(rules), &name, &text).map_err(|e| e.to_string())?;
        return Ok(Opened { game, read: Some((path.to_path_buf(), text)) });
    }
    let scenario: R::Scenario = tabletop::files::parse_ron(&name, &text).map_err(|e| e.to_string())?;
    let stem = path.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
    new_game(rules, scenario, &stem, seeds).map(Opened::new)
}
