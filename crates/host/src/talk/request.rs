//! Reading a request, with the place of what is wrong in it.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use tabletop::Ruleset;
use tabletop::odds::Effort;

use super::Trouble;
use super::advise::Advise;
use super::listening::{Cancelled, USUAL, is_too_long};
use super::strict;

/// A request as far as it can be read without knowing the ruleset.
pub(crate) enum Request {
    New(New),
    Load(FilePath),
    Save(FilePath),
    Position,
    View(View),
    Options(Listing),
    Do(Piece, Option<Vec<u8>>),
    Odds(Piece, Limit),
    Advise(Advise, Limit),
    Undo,
    Rule(Rule),
    /// What was cancelled is known as soon as the request has come in.
    Cancel {
        id: Value,
        cancelled: Option<Cancelled>,
    },
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
struct Cancel {
    id: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// How the orders that may be given are told.
#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listing {
    /// Each as a sentence, too.
    #[serde(default)]
    phrases: bool,
}

/// The orders that may be given.
#[derive(Serialize)]
pub(crate) struct Listed<C> {
    complete: bool,
    commands: Vec<C>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phrases: Option<Vec<String>>,
}

impl Listing {
    /// The answer to `options`.
    pub(crate) fn of<R: Ruleset>(
        self,
        rules: &R,
        known: &R::State,
        (commands, complete): (Vec<R::Command>, bool),
    ) -> Listed<R::Command> {
        let phrases = self.phrases.then(|| commands.iter().map(|command| rules.phrase(known, command)).collect());
        Listed { complete, commands, phrases }
    }
}

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
    #[serde(default)]
    limit: Wished,
}

/// What somebody wishes about the work that goes into odds.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wished {
    runs: Option<u64>,
    seconds: Option<f64>,
}

/// How much work goes into odds.
pub(crate) struct Limit {
    pub(crate) effort: Effort,
    pub(crate) time: Duration,
}

impl Wished {
    const MOST_RUNS: u64 = 10_000_000;
    const MOST_SECONDS: f64 = 3_600.0;

    /// How many runs, if that was said.
    pub(crate) fn runs(self) -> Option<u64> {
        self.runs
    }

    fn limit(self) -> Result<Limit, Trouble> {
        let usual = Effort::default();
        let runs = self.runs.unwrap_or(usual.runs);
        let seconds = self.seconds.unwrap_or(USUAL.as_secs_f64());
        if !(1..=Self::MOST_RUNS).contains(&runs) {
            return Err(Trouble::error(format!("A limit has from 1 to {} runs.", Self::MOST_RUNS)));
        }
        if !(seconds > 0.0 && seconds <= Self::MOST_SECONDS) {
            let most = Self::MOST_SECONDS;
            return Err(Trouble::error(format!("A limit has more than 0 and at most {most} seconds.")));
        }
        let effort = Effort { runs, samples: usual.samples.min(runs), ..usual };
        Ok(Limit { effort, time: Duration::from_secs_f64(seconds).max(Duration::from_millis(1)) })
    }
}

/// A part of a line that is JSON, and how many bytes of the line stand before it.
#[derive(Clone)]
pub(crate) struct Piece {
    text: String,
    before: usize,
}

impl Piece {
    fn of(line: &str, raw: &RawValue) -> Self {
        let text = raw.get();
        Self { text: text.to_owned(), before: (text.as_ptr() as usize).saturating_sub(line.as_ptr() as usize) }
    }

    /// The same where it stands in another piece, of which it is a part.
    fn within(whole: &Self, raw: &RawValue) -> Self {
        let Self { text, before } = Self::of(&whole.text, raw);
        Self { text, before: whole.before + before }
    }

    /// A text that was no part of a line.
    pub(crate) fn whole(text: &str) -> Self {
        Self { text: text.to_owned(), before: 0 }
    }

    pub(crate) fn read<'a, T: Deserialize<'a>>(&'a self) -> Result<T, Trouble> {
        strict::from_str(&self.text).map_err(|slip| self.wrong(slip.because, slip.column))
    }

    /// Reads a command, which must be written as it is listed.
    pub(crate) fn read_command<C: DeserializeOwned + Serialize>(&self) -> Result<C, Trouble> {
        if self.text.starts_with('{') {
            let parts: BTreeMap<String, &RawValue> = self.read()?;
            let names: Vec<String> = parts.keys().map(|name| format!("`{}`", super::one_line(name, 40))).collect();
            if names.len() != 1 {
                let there = if names.is_empty() { "none".into() } else { names.join(", ") };
                let because = format!("A command has one name. Here stands {there}.");
                return Err(self.wrong(because, 1));
            }
        }
        let command = self.read()?;
        let known = serde_json::to_value(&command).map_err(Trouble::error)?;
        if !strict::is_spelled(&self.read()?, &known) {
            return Err(self.wrong(format!("Write this command as it is listed: {known}."), 1));
        }
        Ok(command)
    }

    /// A request of that name there is not.
    pub(crate) fn unknown(&self, name: &str, keys: &str) -> Trouble {
        let because = format!("There is no request `{}`. Write one of: {keys}.", super::one_line(name, 40));
        self.wrong(because, 1)
    }

    fn wrong(&self, because: String, column: usize) -> Trouble {
        Trouble::Error { because, at: Some(format!("line 1 column {}", self.before + column.max(1))) }
    }
}

/// Reads a request: the id to be echoed, as soon as the line is an object, and what `named` makes of its one word.
pub(crate) fn one_word<T>(
    line: &[u8],
    keys: &str,
    named: impl FnOnce(&str, &Piece) -> Result<T, Trouble>,
) -> Result<(Option<Value>, Result<T, Trouble>), Trouble> {
    if is_too_long(line) {
        return Err(Trouble::error("This line is longer than a megabyte, and no request is."));
    }
    let line = std::str::from_utf8(line).map_err(|error| Trouble::Error {
        because: "This is not text in UTF-8.".into(),
        at: Some(format!("line 1 column {}", error.valid_up_to() + 1)),
    })?;
    // Without the line's end, so that what is cut off is missing in this line and not in the next.
    let line = line.trim_end_matches(['\n', '\r']);
    let whole = Piece { text: line.to_owned(), before: 0 };
    let mut fields: BTreeMap<String, &RawValue> = whole.read()?;
    let id = fields.remove("id").map(|raw| Piece::within(&whole, raw).read()).transpose()?;
    let mut fields = fields.into_iter();
    let request = match (fields.next(), fields.next()) {
        (Some((key, raw)), None) => named(&key, &Piece::within(&whole, raw)),
        (None, _) => Err(Trouble::error(format!("There is no request here. Write one of: {keys}."))),
        (Some((one, _)), Some((other, _))) => {
            let [one, other] = [one, other].map(|name| super::one_line(&name, 40));
            Err(Trouble::error(format!("`{one}` and `{other}` are two requests. Write them in two lines.")))
        }
    };
    Ok((id, request))
}

const KEYS: &str = "new, load, save, position, view, options, do, odds, advise, undo, rule, cancel";

impl Request {
    /// The id to be echoed, as soon as the line is an object, and the request.
    pub(crate) fn parse(line: &[u8]) -> Result<(Option<Value>, Result<Self, Trouble>), Trouble> {
        one_word(line, KEYS, Self::named)
    }

    pub(crate) fn named(key: &str, piece: &Piece) -> Result<Self, Trouble> {
        Ok(match key {
            "new" => Self::New(piece.read()?),
            "load" => Self::Load(piece.read()?),
            "save" => Self::Save(piece.read()?),
            "position" => piece.read::<Nothing>().map(|_| Self::Position)?,
            "view" => Self::View(piece.read()?),
            "options" => Self::Options(piece.read()?),
            "do" => {
                let Do { command, dice } = piece.read()?;
                Self::Do(Piece::within(piece, command), dice)
            }
            "odds" => {
                let Odds { command, limit } = piece.read()?;
                Self::Odds(Piece::within(piece, command), limit.limit()?)
            }
            "advise" => {
                let advise: Advise = piece.read()?;
                let limit = advise.limit.limit()?;
                Self::Advise(advise, limit)
            }
            "undo" => piece.read::<Nothing>().map(|_| Self::Undo)?,
            "rule" => Self::Rule(piece.read()?),
            "cancel" => Self::Cancel { id: piece.read::<Cancel>()?.id, cancelled: None },
            other => return Err(piece.unknown(other, KEYS)),
        })
    }
}
