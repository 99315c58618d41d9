//! The head of a saved game: what a list of games shows, read from the beginning of a file however long it is.

use std::path::Path;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use super::{FORMAT, Note};
use crate::files::text_of;
use crate::notation::{locate, parse_ron_seed};
use crate::{DataError, disk};

/// The head of a saved game: it can be told without the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The format it is in ([`FORMAT`] and before).
    pub format: u32,
    /// The id of the ruleset it belongs to.
    pub ruleset: String,
    /// What was written on it.
    pub note: Note,
    /// What the scenario was called when it was chosen.
    pub scenario_name: String,
}

/// How much of a file [`read_header`] looks at, in bytes. A head is a few hundred long.
const HEAD: usize = 16 * 1024;

/// Whether this is meant to be a saved game, even if it is cut off or of a format to come.
pub fn is_saved_game(text: &str) -> bool {
    let mut found = Found::default();
    let _ = parse_ron_seed("", text, UpTo(&mut found, Stop::Stamp));
    // A file that is cut off can only be known by its beginning.
    let is_stamped = |line: &str| line.trim_start().trim_start_matches('(').trim_start().starts_with("format:");
    found.format.is_some() || text.lines().take(5).any(is_stamped)
}

/// Reads the head of a save from its text; `file` names it in errors. What follows the head is not looked at.
///
/// # Errors
/// It is no saved game, it is cut off within the head, or it is of a format this program does not know.
pub fn header(file: &str, text: &str) -> Result<Header, DataError> {
    let mut found = Found::default();
    let read = parse_ron_seed(file, text, UpTo(&mut found, Stop::Head));
    match found.format {
        Some(format) if !is_known(format) => return Err(other_format(file, text, format)),
        None if read.is_ok() => {
            return Err(DataError::whole(file, "This is not a saved game: the field `format` is missing."));
        }
        _ => {}
    }
    let Found {
        format: Some(format),
        ruleset: Some(ruleset),
        title: Some(title),
        saved: Some(saved),
        scenario_name: Some(scenario_name),
        ..
    } = found
    else {
        let missing = "The head of this saved game lacks `ruleset`, `title`, `saved` or `scenario_name`. Add it.";
        return Err(read.err().unwrap_or_else(|| DataError::whole(file, missing)));
    };
    Ok(Header { format, ruleset, note: Note { title, saved }, scenario_name })
}

/// Whether this program reads saved games of a format.
fn is_known(format: u32) -> bool {
    (1..=FORMAT).contains(&format)
}

fn other_format(file: &str, text: &str, format: u32) -> DataError {
    let (line, column) = locate(text, "format:", 0);
    let problem = if format > FORMAT {
        format!(
            "This game was saved in format {format}; this program reads formats up to {FORMAT}. Open it with a newer program."
        )
    } else {
        format!("Saved games never had a format {format}. This program reads formats up to {FORMAT}.")
    };
    DataError { file: file.to_owned(), line, column, problem }
}

/// Reads the head of a saved game from its file, and no more of the file than its first 16 kB.
///
/// # Errors
/// As [`header`]; or the file cannot be read.
pub fn read_header(path: &Path) -> Result<Header, DataError> {
    let file = path.display().to_string();
    let bytes = disk::read_head(path, HEAD).map_err(|problem| DataError::whole(file.as_str(), problem.to_string()))?;
    header(&file, &beginning_of_text(&file, bytes)?)
}

/// Whether a file is meant to be a saved game, from no more of it than its first 16 kB.
pub fn is_saved_game_at(path: &Path) -> bool {
    let beginning = disk::read_head(path, HEAD).ok().and_then(|bytes| beginning_of_text("", bytes).ok());
    beginning.is_some_and(|text| is_saved_game(&text))
}

/// Text that may stop in the middle of a letter.
fn beginning_of_text(file: &str, mut bytes: Vec<u8>) -> Result<String, DataError> {
    if let Err(error) = std::str::from_utf8(&bytes)
        && error.error_len().is_none()
    {
        bytes.truncate(error.valid_up_to());
    }
    text_of(file, bytes)
}

/// As much of the head as has been read.
#[derive(Default)]
struct Found {
    format: Option<u32>,
    ruleset: Option<String>,
    title: Option<String>,
    saved: Option<String>,
    scenario_name: Option<String>,
}

impl Found {
    fn is_whole(&self) -> bool {
        let texts = [&self.ruleset, &self.title, &self.saved, &self.scenario_name];
        self.format.is_some() && texts.iter().all(|text| text.is_some())
    }
}

#[derive(Clone, Copy)]
enum Stop {
    Stamp,
    Head,
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Field {
    Format,
    Ruleset,
    Title,
    Saved,
    ScenarioName,
    #[serde(other)]
    Other,
}

/// Reads fields until there are enough of them, and then stops with an error, whatever may follow.
struct UpTo<'a>(&'a mut Found, Stop);

impl<'de> DeserializeSeed<'de> for UpTo<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        const FIELDS: &[&str] = &["format", "ruleset", "title", "saved", "scenario_name"];
        deserializer.deserialize_struct("", FIELDS, self)
    }
}

impl<'de> Visitor<'de> for UpTo<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.write_str("a saved game")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self(found, stop) = self;
        while let Some(field) = map.next_key()? {
            match field {
                Field::Format => found.format = Some(map.next_value()?),
                Field::Ruleset => found.ruleset = Some(map.next_value()?),
                Field::Title => found.title = Some(map.next_value()?),
                Field::Saved => found.saved = Some(map.next_value()?),
                Field::ScenarioName => found.scenario_name = Some(map.next_value()?),
                Field::Other => drop(map.next_value::<IgnoredAny>()?),
            }
            let is_enough = match stop {
                Stop::Stamp => found.format.is_some(),
                Stop::Head => found.format.is_some_and(|format| !is_known(format)) || found.is_whole(),
            };
            if is_enough {
                return Err(A::Error::custom("This is enough."));
            }
        }
        Ok(())
    }
}
