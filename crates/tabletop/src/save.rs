//! Saved games: a game as RON text that can be read, compared and mended, one entry of the journal a line.
//!
//! A save holds its scenario whole, so that it never depends on another file, and both the part of the game that is in
//! force and the part that was taken back.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ron::value::RawValue;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::dice::Roll;
use crate::disk::{NotWritten, write_atomically};
use crate::files::read_text;
use crate::journal::{Entry, Record, ReplayError, Throw};
use crate::notation::{locate, parse_ron, parse_ron_borrowed, write_ron, write_ron_line};
use crate::{DataError, Game, Ruleset};

/// The format this program writes, and the newest it reads.
pub const FORMAT: u32 = 1;

/// What the one who saves writes on it. The kernel has no clock and gives no names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// A name for the list of saved games.
    pub title: String,
    /// When it was saved, in any form the caller likes to sort and show by.
    pub saved: String,
}

/// The head of a saved game, as far as it can be told without the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The id of the ruleset it belongs to.
    pub ruleset: String,
    /// What was written on it.
    pub note: Note,
    /// What the scenario was called when it was chosen.
    pub scenario_name: String,
    /// How many entries are in force.
    pub cursor: usize,
    /// How many there are.
    pub entries: usize,
}

/// What every format of every program to come has in common.
#[derive(Deserialize)]
struct Stamp {
    format: Option<u32>,
}

#[derive(Deserialize)]
struct Outline<'a> {
    ruleset: String,
    title: String,
    saved: String,
    scenario_name: String,
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
    field("format", Ok(FORMAT.to_string()))?;
    field("ruleset", write_ron_line(R::ID))?;
    field("title", write_ron_line(&note.title))?;
    field("saved", write_ron_line(&note.saved))?;
    field("scenario_name", write_ron_line(&record.scenario_name))?;
    field("scenario", write_ron(&record.scenario).map(|lines| lines.replace('\n', "\n    ")))?;
    field("seed", Ok(record.seed.to_string()))?;
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

/// Whether this is meant to be a saved game, even if it is cut off or of a format to come.
pub fn is_saved_game(text: &str) -> bool {
    let has_stamp = parse_ron::<Stamp>("", text).is_ok_and(|stamp| stamp.format.is_some());
    // A file that is cut off can only be known by its beginning.
    let is_stamped = |line: &str| line.trim_start().trim_start_matches('(').trim_start().starts_with("format:");
    has_stamp || text.lines().take(5).any(is_stamped)
}

/// Reads the head of a save; `file` names it in errors.
///
/// # Errors
/// It is no saved game, it is cut off, or it is of a format this program does not know.
pub fn header(file: &str, text: &str) -> Result<Header, DataError> {
    let outline = outline(file, text)?;
    Ok(Header {
        ruleset: outline.ruleset,
        note: Note { title: outline.title, saved: outline.saved },
        scenario_name: outline.scenario_name,
        cursor: outline.cursor,
        entries: outline.journal.len(),
    })
}

fn outline<'a>(file: &str, text: &'a str) -> Result<Outline<'a>, DataError> {
    let stamp: Stamp = parse_ron(file, text)?;
    match stamp.format {
        Some(FORMAT) => parse_ron_borrowed(file, text),
        Some(format) => {
            let (line, column) = locate(text, "format:", 0);
            let problem = if format > FORMAT {
                format!(
                    "This game was saved in format {format}; this program reads format {FORMAT}. Open it with a newer program."
                )
            } else {
                format!("There never was a format {format} of saved games. This program reads format {FORMAT}.")
            };
            Err(DataError { file: file.to_owned(), line, column, problem })
        }
        None => Err(DataError::whole(file, "This is no saved game: the field `format` is missing.")),
    }
}

/// Reads a saved game and plays it again from its beginning, checking every command and every roll.
///
/// # Errors
/// What is wrong with the file and where: no save, cut off, unknown format, another ruleset, or an entry that cannot have
/// been played.
pub fn from_text<R: Ruleset>(rules: Arc<R>, file: &str, text: &str) -> Result<(Game<R>, Note), DataError> {
    let outline = outline(file, text)?;
    if outline.ruleset != R::ID {
        let (line, column) = locate(text, "ruleset:", 0);
        let problem =
            format!("This is a game of `{}`. Open it with that ruleset; this one is `{}`.", outline.ruleset, R::ID);
        return Err(DataError { file: file.to_owned(), line, column, problem });
    }
    let mut body: Body<R::Scenario, R::Command> = parse_ron(file, text)?;
    R::as_saved(&mut body.scenario);
    let record = Record {
        scenario_name: body.scenario_name,
        scenario: body.scenario,
        seed: body.seed,
        opening_dice: body.opening_dice,
        opening: body.opening,
        cursor: body.cursor,
        journal: body.journal,
    };
    match Game::replay(rules, record) {
        Ok(game) => Ok((game, Note { title: outline.title, saved: outline.saved })),
        Err(error) => {
            let (line, column) = entry_place(text, &outline, &error);
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

/// Saves a game; see [`write_atomically`].
///
/// # Errors
/// Why it could not be written; an older file is untouched.
pub fn write<R: Ruleset>(path: &Path, game: &Game<R>, note: &Note) -> Result<(), NotWritten> {
    let text = to_text(game, note).map_err(|problem| NotWritten { path: path.to_path_buf(), problem })?;
    write_atomically(path, &text)
}

/// Reads a saved game; see [`from_text`].
///
/// # Errors
/// The file cannot be read, or what [`from_text`] says.
pub fn read<R: Ruleset>(rules: Arc<R>, path: &Path) -> Result<(Game<R>, Note), DataError> {
    let file = path.display().to_string();
    from_text(rules, &file, &read_text(&file, path)?)
}

/// Keeps one file equal to the game as it stands, for going on after a crash.
#[derive(Clone, Debug)]
pub struct Autosave {
    path: PathBuf,
    written: Option<String>,
}

impl Autosave {
    /// Keeps the game in `path`.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), written: None }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// To be called after every command, undo and redo: writes the file if the game has changed since the last time.
    /// Says whether it did.
    ///
    /// # Errors
    /// Why it could not be written; the last state saved is still there, and the next call tries again.
    pub fn keep<R: Ruleset>(&mut self, game: &Game<R>, note: &Note) -> Result<bool, NotWritten> {
        let failed = |problem| NotWritten { path: self.path.clone(), problem };
        let text = to_text(game, note).map_err(failed)?;
        if self.written.as_ref() == Some(&text) {
            return Ok(false);
        }
        write_atomically(&self.path, &text)?;
        self.written = Some(text);
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
