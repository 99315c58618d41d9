//! Saved games: a game as RON text that can be read, compared and mended, one entry of the journal a line.
//!
//! A save holds its scenario whole, so that it never depends on another file, and both the part of the game that is in
//! force and the part that was taken back.

mod chain;
mod head;
mod switches;

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::dice::Roll;
use crate::disk::{self, NotOpened, NotWritten, OpenGame, WhyNot};
use crate::fair::Fair;
use crate::files::read_text;
use crate::journal::{Entry, Record, ReplayError, Throw};
use crate::notation::{locate, parse_ron, parse_ron_borrowed, piece_place, write_ron, write_ron_line};
use crate::players::{Player, Players, all_persons};
use crate::{DataError, Game, Ruleset};
use chain::{Break, Chain, Outline};

pub use head::{Header, header, is_saved_game, is_saved_game_at, read_header};

/// The format that this program writes, and the newest that it reads. What each brought:
///
/// 2: the computer plays a side (`players`), or has given an order (`by`).
///
/// 3: dice are fair (`fair`); the last seal is over `fair` and `players`, too.
///
/// 4: the rulings that are in force are a number ([`crate::Rulings`]).
pub const FORMAT: u32 = 4;

/// The first format in which the last seal is over `fair` and `players`.
const SEALED_WHOLE: u32 = 3;

/// The first format that numbers the rulings.
const NUMBERED: u32 = 4;

/// What the one who saves writes on it. The kernel has no clock and gives no names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// A name for the list of saved games.
    pub title: String,
    /// When it was saved, in any form the caller likes to sort and show by.
    pub saved: String,
}

impl Note {
    /// Between the scenario and the moment in a title.
    const BETWEEN: &'static str = " · ";

    /// What is written on a game: its scenario and how far it is.
    pub fn of<R: Ruleset>(game: &Game<R>, saved: String) -> Self {
        let moment = match game.outcome() {
            Some(outcome) => outcome.title,
            None => game.rules().moment(game.state()).1,
        };
        Self { title: format!("{}{}{moment}", R::title(game.scenario()), Self::BETWEEN), saved }
    }

    /// The same under the player's own name for it, if there is one.
    #[must_use]
    pub fn named(mut self, name: &str) -> Self {
        let name = name.replace(Self::BETWEEN, " ");
        let (_, moment) = self.parts();
        if !name.trim().is_empty() {
            self.title = format!("{}{}{moment}", name.trim(), Self::BETWEEN);
        }
        self
    }

    /// The scenario or the player's own name, and how far the game is; nothing for the second where the title was not made by [`Note::of`].
    pub fn parts(&self) -> (&str, &str) {
        self.title.split_once(Self::BETWEEN).unwrap_or((&self.title, ""))
    }
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
    #[serde(default)]
    fair: Vec<Fair>,
    cursor: usize,
    begun: Option<String>,
    sealed: Option<String>,
    journal: Vec<Line<C>>,
}

/// An [`Entry`] as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<C> {
    command: C,
    #[serde(default)]
    by: Player,
    #[serde(default)]
    dice: Throw,
    #[serde(default = "Vec::new")]
    rolls: Vec<Roll>,
    #[serde(default)]
    #[expect(
        dead_code,
        reason = "the chain is followed in the text; it stands here so that it is not taken for unknown"
    )]
    link: Option<String>,
}

impl<C> From<Line<C>> for Entry<C> {
    fn from(Line { command, by, dice, rolls, .. }: Line<C>) -> Self {
        Self { command, by, dice, rolls }
    }
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
    let scenario_name = write_ron_line(&record.scenario_name)?;
    let scenario = write_ron(&record.scenario)?.replace('\n', "\n    ");
    let seed = record.seed.to_string();
    let opening_dice =
        if record.opening_dice.is_seeded() { String::new() } else { write_ron_line(&record.opening_dice)? };
    let opening = one_a_line(record.opening.iter().map(write_ron_line))?;
    let mut chain = Chain::begin([&scenario_name, &scenario, &seed, &opening_dice, &opening]);
    let begun = chain.seal();
    let linked = |entry| write_ron_line(entry).map(|text| chain::with_link(&text, &chain.link(&text)));
    let journal = one_a_line(record.journal.iter().map(linked))?;
    field("scenario_name", Ok(scenario_name))?;
    field("scenario", Ok(scenario))?;
    field("seed", Ok(seed))?;
    let players = if all_persons(&record.players) { String::new() } else { write_ron_line(&record.players)? };
    let fair = if record.fair.is_empty() { String::new() } else { one_a_line(record.fair.iter().map(write_ron_line))? };
    let sealed = chain.end(record.cursor, [&players, &fair]);
    if !players.is_empty() {
        field("players", Ok(players))?;
    }
    if !opening_dice.is_empty() {
        field("opening_dice", Ok(opening_dice))?;
    }
    field("opening", Ok(opening))?;
    if !fair.is_empty() {
        field("fair", Ok(fair))?;
    }
    field("cursor", Ok(record.cursor.to_string()))?;
    field("begun", write_ron_line(&begun))?;
    field("sealed", write_ron_line(&sealed))?;
    field("journal", Ok(journal))?;
    text.push_str(")\n");
    Ok(text)
}

/// One entry of a journal as text, for ledgers that keep orders one by one.
///
/// # Errors
/// A command that RON cannot write; that is a fault of the ruleset's types.
pub fn entry_text<C: Serialize>(entry: &Entry<C>) -> Result<String, String> {
    write_ron_line(entry)
}

/// A game from its beginning, which is a saved game without orders, and the texts of its orders ([`entry_text`]); all but the
/// first `cursor` were taken back. `fair` is what fair dice come from by now. It is played again and checked like any saved game.
///
/// # Errors
/// What is wrong with the beginning, or with which order.
pub fn from_entries<R: Ruleset>(
    rules: Arc<R>,
    name: &str,
    beginning: &str,
    lines: &[String],
    cursor: usize,
    fair: Vec<Fair>,
) -> Result<Game<R>, DataError> {
    let (game, _) = from_text(Arc::clone(&rules), name, beginning)?;
    let mut record = game.record().clone();
    for line in lines {
        record.journal.push(parse_ron(name, line)?);
    }
    record.cursor = cursor;
    record.fair = fair;
    Game::replay(rules, record).map_err(|error| DataError::whole(name, error.to_string()))
}

fn one_a_line(values: impl Iterator<Item = Result<String, String>>) -> Result<String, String> {
    let mut text = String::from("[\n");
    for value in values {
        text.push_str(&format!("        {},\n", value?));
    }
    text.push_str("    ]");
    Ok(if text.lines().count() == 2 { "[]".into() } else { text })
}

/// Reads a saved game and plays it again from its beginning, checking every command and every roll.
///
/// # Errors
/// What is wrong with the file and where: no save, cut off, unknown format, another ruleset, or an entry that cannot have
/// been played.
pub fn from_text<R: Ruleset>(rules: Arc<R>, file: &str, text: &str) -> Result<(Game<R>, Note), DataError> {
    let Header { format, ruleset, note, .. } = header(file, text)?;
    if ruleset != R::ID {
        let (line, column) = locate(text, "ruleset:", 0);
        let problem = format!("This is a game of `{ruleset}`. Open it with that ruleset; this one is `{}`.", R::ID);
        return Err(DataError { file: file.to_owned(), line, column, problem });
    }
    let (readable, sets) = match format < NUMBERED {
        true => switches::numbered(file, text, R::SWITCHES),
        false => (Cow::Borrowed(text), 0),
    };
    let mut body: Body<R::Scenario, R::Command> = parse_ron(file, &readable)?;
    if format < NUMBERED {
        R::as_saved(&mut body.scenario, sets);
    }
    let record = Record {
        scenario_name: body.scenario_name,
        scenario: body.scenario,
        seed: body.seed,
        players: body.players,
        opening_dice: body.opening_dice,
        opening: body.opening,
        fair: body.fair,
        cursor: body.cursor,
        journal: body.journal.into_iter().map(Entry::from).collect(),
    };
    let outline: Outline<'_> = parse_ron_borrowed(file, text)?;
    let wrong = |(line, column), problem| Err(DataError { file: file.to_owned(), line, column, problem });
    match (Game::replay(rules, record), outline.broken()) {
        (Ok(game), None) => Ok((game, note)),
        // What the rules say about the same place says more than that it was changed.
        (Ok(_), Some(broken)) => wrong(seal_place(text, &outline, broken), broken.sentence()),
        (Err(error), Some(broken)) if broken < error.entry.map_or(Break::Beginning, Break::Entry) => {
            wrong(seal_place(text, &outline, broken), broken.sentence())
        }
        (Err(error), _) => wrong(entry_place(text, &outline, &error), error.to_string()),
    }
}

/// Where the text is not as it was saved.
fn seal_place(text: &str, outline: &Outline<'_>, broken: Break) -> (usize, usize) {
    match broken {
        Break::Beginning => locate(text, "scenario_name:", 0),
        Break::Entry(number) => outline.journal.get(number).map_or((1, 1), |entry| piece_place(text, entry.get_ron())),
        Break::End => locate(text, "sealed:", 0),
    }
}

/// Where the entry that cannot have been played stands: its raw text is a piece of the file's.
fn entry_place(text: &str, outline: &Outline<'_>, error: &ReplayError) -> (usize, usize) {
    let Some(raw) = error.entry.and_then(|number| outline.journal.get(number)) else {
        return locate(text, if outline.cursor > outline.journal.len() { "cursor:" } else { "opening:" }, 0);
    };
    piece_place(text, raw.get_ron())
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
