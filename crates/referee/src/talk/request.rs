//! Reading a request, with the place of what is wrong in it.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::value::RawValue;

use super::Trouble;

/// A request as far as it can be read without knowing the ruleset.
pub(crate) enum Request<'a> {
    New(New),
    Load(FilePath),
    Save(FilePath),
    Position,
    View(View),
    Options,
    Do(Piece<'a>, Option<Vec<u8>>),
    Odds(Piece<'a>),
    Undo,
    Rule(Rule),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct New {
    pub(crate) ruleset: String,
    pub(crate) scenario: String,
    /// The same request gives the same game, so there is no lot: it is 0 if it is not said.
    #[serde(default)]
    pub(crate) seed: u64,
    /// What the players agreed on: `variant=choice` each.
    #[serde(default)]
    pub(crate) agree: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FilePath {
    pub(crate) path: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct View {
    pub(crate) side: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rule {
    pub(crate) id: String,
    /// Whose rule; if it is not said, that of the game being played.
    pub(crate) ruleset: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Do<'a> {
    #[serde(borrow)]
    command: &'a RawValue,
    dice: Option<Vec<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Odds<'a> {
    #[serde(borrow)]
    command: &'a RawValue,
}

/// A part of a line that is JSON, and how many bytes of the line stand before it.
#[derive(Clone, Copy)]
pub(crate) struct Piece<'a> {
    text: &'a str,
    before: usize,
}

impl<'a> Piece<'a> {
    fn of(line: &'a str, raw: &'a RawValue) -> Self {
        let text = raw.get();
        Self { text, before: (text.as_ptr() as usize).saturating_sub(line.as_ptr() as usize) }
    }

    /// Reads it.
    pub(crate) fn read<T: DeserializeOwned>(self) -> Result<T, Trouble> {
        self.borrow()
    }

    fn borrow<T: Deserialize<'a>>(self) -> Result<T, Trouble> {
        serde_json::from_str(self.text).map_err(|error| wrong(&error, self.before))
    }
}

/// What serde says, with the column counted in the whole line.
fn wrong(error: &serde_json::Error, before: usize) -> Trouble {
    let told = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let told = told.strip_suffix(&place).unwrap_or(&told).trim_end_matches('.');
    let mut letters = told.chars();
    let because =
        letters.next().map_or_else(String::new, |first| format!("{}{}.", first.to_uppercase(), letters.as_str()));
    Trouble::Error { because, at: Some(format!("line 1 column {}", before + error.column().max(1))) }
}

const KEYS: &str = "new, load, save, position, view, options, do, odds, undo, rule";

impl<'a> Request<'a> {
    /// The id to be echoed, as soon as the line is an object, and the request.
    pub(crate) fn parse(line: &'a [u8]) -> Result<(Option<Value>, Result<Self, Trouble>), Trouble> {
        let line = std::str::from_utf8(line).map_err(|error| Trouble::Error {
            because: "This is not text in UTF-8.".into(),
            at: Some(format!("line 1 column {}", error.valid_up_to() + 1)),
        })?;
        // Without the line's end, so that what is cut off is missing in this line and not in the next.
        let line = line.trim_end_matches(['\n', '\r']);
        let whole = Piece { text: line, before: 0 };
        let mut fields: BTreeMap<String, &'a RawValue> = whole.borrow()?;
        let id = fields.remove("id").map(|raw| Piece::of(line, raw).read()).transpose()?;
        let mut fields = fields.into_iter();
        let request = match (fields.next(), fields.next()) {
            (Some((key, raw)), None) => Self::named(&key, Piece::of(line, raw)),
            (None, _) => Err(Trouble::error(format!("There is no request here. Write one of: {KEYS}."))),
            (Some((one, _)), Some((other, _))) => {
                Err(Trouble::error(format!("`{one}` and `{other}` are two requests. Write them in two lines.")))
            }
        };
        Ok((id, request))
    }

    fn named(key: &str, piece: Piece<'a>) -> Result<Self, Trouble> {
        let command = |raw: &'a RawValue| {
            let within = (raw.get().as_ptr() as usize).saturating_sub(piece.text.as_ptr() as usize);
            Piece { text: raw.get(), before: piece.before + within }
        };
        Ok(match key {
            "new" => Self::New(piece.read()?),
            "load" => Self::Load(piece.read()?),
            "save" => Self::Save(piece.read()?),
            "position" => piece.read::<Nothing>().map(|_| Self::Position)?,
            "view" => Self::View(piece.read()?),
            "options" => piece.read::<Nothing>().map(|_| Self::Options)?,
            "do" => {
                let Do { command: raw, dice } = piece.borrow()?;
                Self::Do(command(raw), dice)
            }
            "odds" => Self::Odds(command(piece.borrow::<Odds<'_>>()?.command)),
            "undo" => piece.read::<Nothing>().map(|_| Self::Undo)?,
            "rule" => Self::Rule(piece.read()?),
            other => {
                let at = Some(format!("line 1 column {}", piece.before + 1));
                let because = format!("There is no request `{other}`. Write one of: {KEYS}.");
                return Err(Trouble::Error { because, at });
            }
        })
    }
}
