//! Saved games: a game as RON text that can be read, compared and mended, one entry of the journal a line.
//!
//! A save holds its scenario whole, so that it never depends on another file, and both the part of the game that is in
//! force and the part that was taken back.

mod head;

use std::path::Path;
use std::sync::Arc;

use ron::value::RawValue;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::dice::Roll;
use crate::disk::{self, NotOpened, NotWritten, OpenGame, WhyNot};
use crate::files::read_text;
use crate::journal::{Entry, Record, ReplayError, Throw};
use crate::notation::{locate, parse_ron, parse_ron_borrowed, write_ron, write_ron_line};
use crate::players::{Players, all_persons};
use crate::{DataError, Game, Ruleset};

pub use head::{Header, header, is_saved_game, is_saved_game_at, read_header};

/// The newest format that this program reads. It writes the oldest that can say all there is to say: 1 while only persons play.
///
/// 2: the computer plays a side (`players`), or has given an order (`by`).
pub const FORMAT: u32 = 2;

/// What the one who saves writes on it. The kernel has no clock and gives no names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// A name for the list of saved games.
    pub title: String,
    /// When it was saved, in any form the caller likes to sort and show by.
    pub saved: String,
}

#[derive(Deserialize)]
struct Outline<'a> {
    cursor: usize,
    #[serde(borrow)]
    journal: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "S: DeserializeOwned, C: DeserializeOwned"))]
#[expect(dead_code, reason = "the head is read as an outline; it stands here so that it is not taken for unknown")]
struct Body<S, C> {
    format: u32,
    ruleset: String,
    title: String,
    saved: String,
    scenario_name: String,
    scenario: S,
    seed: u64,
    #[serde(default)]
    players: Players,
    #[serde(default)]
    opening_dice: Throw,
    #[serde(default = "Vec::new")]
    opening: Vec<Roll>,
    cursor: usize,
    journal: Vec<Entry<C>>,
}

/// A game as the text of a save file.
///
/// # Errors
/// A scenario or a command that RON cannot write; that is a fault of the ruleset's types.
pub fn to_text<R: Ruleset>(game: &Game<R>, note: &Note) -> Result<String, String> {
    let record = game.record();
    let mut text = format!(
        "// {}: a saved game. One entry of the journal a line; the cursor says how many of them are in force.\n(\n",
        R::TITLE
    );
    let mut field = |name: &str, value: Result<String, String>| -> Result<(), String> {
        text.push_str(&format!("    {name}: {},\n", value?));
        Ok(())
    };
    let persons = all_persons(&record.players) && record.journal.iter().all(|entry| entry.by.is_person());
    field("format", Ok(if persons { "1".into() } else { FORMAT.to_string() }))?;
    field("ruleset", write_ron_line(R::ID))?;
    field("title", write_ron_line(&note.title))?;
    field("saved", write_ron_line(&note.saved))?;
    field("scenario_name", write_ron_line(&record.scenario_name))?;
    field("scenario", write_ron(&record.scenario).map(|lines| lines.replace('\n', "\n    ")))?;
    field("seed", Ok(record.seed.to_string()))?;
    if !all_persons(&record.players) {
        field("players", write_ron_line(&record.players))?;
    }
    if !record.opening_dice.is_seeded() {
        field("opening_dice", write_ron_line(&record.opening_dice))?;
    }
    field("opening", one_a_line(&record.opening))?;
    field("cursor", Ok(record.cursor.to_string()))?;
    field("journal", one_a_line(&record.journal))?;
    text.push_str(")\n");
    Ok(text)
}

fn one_a_line<T: Serialize>(values: &[T]) -> Result<String, String> {
    if values.is_empty() {
        return Ok("[]".into());
    }
    let mut text = String::from("[\n");
    for value in values {
        text.push_str(&format!("        {},\n", write_ron_line(value)?));
    }
    text.push_str("    ]");
    Ok(text)
}

/// Reads a saved game and plays it again from its beginning, checking every command and every roll.
///
/// # Errors
/// What is wrong with the file and where: no save, cut off, unknown format, another ruleset, or an entry that cannot have
/// been played.
pub fn from_text<R: Ruleset>(rules: Arc<R>, file: &str, text: &str) -> Result<(Game<R>, Note), DataError> {
    let Header { ruleset, note, .. } = header(file, text)?;
    if ruleset != R::ID {
        let (line, column) = locate(text, "ruleset:", 0);
        let problem = format!("This is a game of `{ruleset}`. Open it with that ruleset; this one is `{}`.", R::ID);
        return Err(DataError { file: file.to_owned(), line, column, problem });
    }
    let mut body: Body<R::Scenario, R::Command> = parse_ron(file, text)?;
    R::as_saved(&mut body.scenario);
    let record = Record {
        scenario_name: body.scenario_name,
        scenario: body.scenario,
        seed: body.seed,
        players: body.players,
        opening_dice: body.opening_dice,
        opening: body.opening,
        cursor: body.cursor,
        journal: body.journal,
    };
    match Game::replay(rules, record) {
        Ok(game) => Ok((game, note)),
        Err(error) => {
            let (line, column) = entry_place(text, &parse_ron_borrowed(file, text)?, &error);
            Err(DataError { file: file.to_owned(), line, column, problem: error.to_string() })
        }
    }
}

/// Where the entry that cannot have been played stands: its raw text is a piece of the file's.
fn entry_place(text: &str, outline: &Outline<'_>, error: &ReplayError) -> (usize, usize) {
    let Some(raw) = error.entry.and_then(|number| outline.journal.get(number)) else {
        return locate(text, if outline.cursor > outline.journal.len() { "cursor:" } else { "opening:" }, 0);
    };
    let entry = raw.get_ron();
    let offset = (entry.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let blank = entry.len() - entry.trim_start().len();
    let before = text.get(..offset + blank).unwrap_or_default();
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (1 + before.matches('\n').count(), 1 + before[line_start..].chars().count())
}

/// Saves a game once; see [`disk::write_atomically`]. A game that is played on has an [`Autosave`].
///
/// # Errors
/// Why it could not be written: a file of that name is no saved game or is open elsewhere, among others. An older file is
/// untouched.
pub fn write<R: Ruleset>(path: &Path, game: &Game<R>, note: &Note) -> Result<(), NotWritten> {
    let failed = |why| NotWritten { path: path.to_path_buf(), why };
    let text = to_text(game, note).map_err(|problem| failed(WhyNot::Content(problem)))?;
    let target = disk::target_of(path).map_err(failed)?;
    let _held = disk::Lock::hold(&target).map_err(|why| failed(why.into()))?;
    if target.exists() && !is_saved_game_at(&target) {
        return Err(failed(WhyNot::NoSave));
    }
    disk::write_atomically(&target, &text).map_err(|error| failed(error.why))
}

/// Reads a saved game; see [`from_text`].
///
/// # Errors
/// The file cannot be read, or what [`from_text`] says.
pub fn read<R: Ruleset>(rules: Arc<R>, path: &Path) -> Result<(Game<R>, Note), DataError> {
    let file = path.display().to_string();
    from_text(rules, &file, &read_text(&file, path)?)
}

/// Opens the file of a game that is to be played on: nobody else opens it until the [`Autosave`] is dropped.
///
/// # Errors
/// Another window or program has it open; or as [`read`].
pub fn open<R: Ruleset>(rules: Arc<R>, path: &Path) -> Result<(Game<R>, Note, Autosave), NotOpened> {
    let autosave = Autosave::resume(path)?;
    let (game, note) = from_text(rules, &path.display().to_string(), autosave.open.text().unwrap_or_default())?;
    Ok((game, note, autosave))
}

/// Keeps one file equal to the game as it stands, for going on after a crash.
#[derive(Debug)]
pub struct Autosave {
    open: OpenGame,
}

impl Autosave {
    /// Keeps a new game in `path`. Nothing is written yet.
    ///
    /// # Errors
    /// There is a file of that name already, or somebody is about to write one.
    pub fn begin(path: &Path) -> Result<Self, NotOpened> {
        OpenGame::begin(path).map(|open| Self { open })
    }

    /// Keeps a game in `path` from where it was read just now; [`open`] reads it, too.
    ///
    /// # Errors
    /// As [`OpenGame::resume`].
    pub fn resume(path: &Path) -> Result<Self, NotOpened> {
        OpenGame::resume(path).map(|open| Self { open })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.open.path()
    }

    /// To be called after every command, undo and redo: writes the file if the game has changed since the last time.
    /// Says whether it did.
    ///
    /// # Errors
    /// Why it could not be written; the last state saved is still there, and the next call tries again.
    pub fn keep<R: Ruleset>(&mut self, game: &Game<R>, note: &Note) -> Result<bool, NotWritten> {
        let failed = |problem| NotWritten { path: self.path().to_path_buf(), why: WhyNot::Content(problem) };
        let text = to_text(game, note).map_err(failed)?;
        self.open.write(text)
    }
}

#[cfg(test)]
mod tests;
