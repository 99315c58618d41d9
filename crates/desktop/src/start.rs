//! How a game begins: from the command line, from a scenario, from a file.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use bevy::prelude::*;
use block_by_block::{BlockByBlock, Scenario};
use tabletop::Ruleset;
use tabletop::files::read_text;
use tabletop::game::Game;
use tabletop::save;

use crate::cli::Start;
use crate::storage::Storage;
use crate::table::Table;

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

/// The scenario of a ruleset that is named alone.
const HISTORICAL: &str = "historical";

/// The game the window opens with.
pub enum Opening {
    /// A new one.
    New(Box<Game<BlockByBlock>>),
    /// One from this file.
    Loaded(PathBuf, Box<Game<BlockByBlock>>),
}

impl Opening {
    /// What the command line asks for; nothing if it asks for the title page.
    ///
    /// # Errors
    /// One sentence: what is not there or wrong.
    pub fn of(start: &Start, table: &Table) -> Result<Option<Self>, String> {
        let (ruleset, game) = match (&start.ruleset, &start.game) {
            (None, _) => return Ok(None),
            (Some(first), None) if Path::new(first).is_file() => (None, Some(first)),
            (Some(first), game) => (Some(first), game.as_ref()),
        };
        if let Some(ruleset) = ruleset.filter(|r| *r != BlockByBlock::ID) {
            return Err(format!(
                "there is no ruleset `{ruleset}` and no such file: the ruleset there is so far is `{}`.",
                BlockByBlock::ID
            ));
        }
        let historical = HISTORICAL.to_owned();
        let Some(word) = game.or(ruleset.map(|_| &historical)) else { return Ok(None) };
        if Path::new(word).is_file() {
            return from_file(Path::new(word), table, fresh_seed(start.seed)).map(Some);
        }
        let scenario: Scenario = table.library.scenario::<BlockByBlock>(word).map_err(|e| e.to_string())?;
        let game = new_game(&table.rules, scenario, word, fresh_seed(start.seed))?;
        Ok(Some(Self::New(Box::new(game))))
    }
}

/// A new game of a scenario.
///
/// # Errors
/// What is wrong with the scenario.
pub fn new_game(
    rules: &Arc<BlockByBlock>,
    scenario: Scenario,
    name: &str,
    seeds: Seeds,
) -> Result<Game<BlockByBlock>, String> {
    Game::new(Arc::clone(rules), scenario, name, seeds.next())
        .map_err(|refusal| format!("the scenario `{name}` cannot be played: {refusal}"))
}

/// The game of a file, which may be a saved game or a scenario.
///
/// # Errors
/// What is wrong with the file.
pub fn from_file(path: &Path, table: &Table, seeds: Seeds) -> Result<Opening, String> {
    let name = path.display().to_string();
    let text = read_text(&name, path).map_err(|e| e.to_string())?;
    if save::header(&name, &text).is_ok() || !looks_like_a_scenario(&text) {
        let game = Storage::load(&table.rules, path).map_err(|e| e.to_string())?;
        return Ok(Opening::Loaded(path.to_path_buf(), Box::new(game)));
    }
    let scenario: Scenario = tabletop::files::parse_ron(&name, &text).map_err(|e| e.to_string())?;
    let stem = path.file_stem().map_or_else(String::new, |s| s.to_string_lossy().into_owned());
    new_game(&table.rules, scenario, &stem, seeds).map(|game| Opening::New(Box::new(game)))
}

/// Only a scenario has units at its top and no journal.
fn looks_like_a_scenario(text: &str) -> bool {
    text.contains("units:") && !text.contains("journal:")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start(words: &[&str]) -> Start {
        let mut words = words.iter().map(|w| (*w).to_string());
        Start { ruleset: words.next(), game: words.next(), seed: Some(4), ..Start::default() }
    }

    #[test]
    fn nothing_asked_for_is_the_title_page() {
        let table = Table::read().unwrap();
        assert!(Opening::of(&start(&[]), &table).unwrap().is_none());
    }

    #[test]
    fn a_ruleset_alone_begins_its_historical_scenario() {
        let table = Table::read().unwrap();
        let Some(Opening::New(game)) = Opening::of(&start(&["block-by-block"]), &table).unwrap() else {
            panic!("no new game")
        };
        assert_eq!(game.scenario_name(), HISTORICAL);
    }

    #[test]
    fn a_scenario_begins_and_its_save_goes_on() {
        let table = Table::read().unwrap();
        let Some(Opening::New(game)) = Opening::of(&start(&["block-by-block", "historical"]), &table).unwrap() else {
            panic!("no new game")
        };
        assert_eq!(game.seed(), 4);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.ron");
        save::write(&path, &game, &save::Note::default()).unwrap();
        let word = path.display().to_string();
        for words in [vec![word.as_str()], vec!["block-by-block", word.as_str()]] {
            let Some(Opening::Loaded(_, loaded)) = Opening::of(&start(&words), &table).unwrap() else {
                panic!("not loaded")
            };
            assert_eq!(loaded.record(), game.record());
        }
    }

    #[test]
    fn wrong_words_are_answered_with_what_there_is() {
        let table = Table::read().unwrap();
        let said = |words: &[&str]| Opening::of(&start(words), &table).err().unwrap();
        assert!(said(&["chess"]).contains("block-by-block"));
        assert!(said(&["block-by-block", "nowhere"]).contains("historical"));
    }

    #[test]
    fn without_a_seed_each_game_has_its_own() {
        let seeds = fresh_seed(None);
        let some: std::collections::BTreeSet<u64> = (0..20).map(|_| seeds.next()).collect();
        assert!(some.len() > 10);
        assert_eq!(fresh_seed(Some(3)).next(), 3);
    }
}
