//! `referee talk`: JSON Lines. A request a line, an answer a line, in order, until the input ends.
//!
//! One thread listens, so that a request can be given up while it is worked on; another one answers.

mod advise;
pub(crate) mod listening;
pub(crate) mod playing;
pub(crate) mod request;
mod strict;

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::sync_channel;
use std::thread;

use serde_json::{Map, Value};
use tabletop::odds::NoOdds;
use tabletop::{Halt, Library, Refusal, Stop};

use listening::{Asked, Closed, Watch, listen};
use playing::Session;

/// Anything but `ok`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Trouble {
    /// The rules forbid it.
    Refused(Refusal),
    /// A roll is missing.
    NeedsRoll(tabletop::Need),
    /// Nobody waits for it any more.
    GivenUp,
    /// Everything else; `at` is a place in the request.
    Error { because: String, at: Option<String> },
}

impl Trouble {
    pub(crate) fn error(because: impl std::fmt::Display) -> Self {
        Self::Error { because: because.to_string(), at: None }
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<NoOdds> for Trouble {
    fn from(none: NoOdds) -> Self {
        match none {
            NoOdds::Refused(refusal) => Self::Refused(refusal),
            NoOdds::GivenUp => Self::GivenUp,
        }
    }
}

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Halt(Halt::Refused(refusal)) => Self::Refused(refusal),
            Stop::Halt(Halt::NeedsRoll(need)) => Self::NeedsRoll(need),
            other => Self::error(other),
        }
    }
}

/// Requests that are read ahead of the one that is worked on.
const AHEAD: usize = 64;

/// Answers every line of `input` on `out`.
///
/// # Errors
/// The input cannot be read or the output not be written.
pub fn talk(library: &Library, input: &mut (dyn BufRead + Send), out: &mut dyn Write) -> io::Result<()> {
    let mut session = Session::new(library);
    let closed = Closed::default();
    let (send, asked) = sync_channel(AHEAD);
    thread::scope(|scope| {
        let listener = scope.spawn(|| listen(input, send, &closed));
        for asked in asked {
            let answer = answer(&mut session, asked, &closed);
            serde_json::to_writer(&mut *out, &answer)?;
            out.write_all(b"\n")?;
            // The asker waits for the answer.
            out.flush()?;
        }
        listener.join().unwrap_or_else(|_| Err(io::Error::other("the listener stopped")))
    })
}

/// No answer says more than this about what is wrong, whatever was asked, in letters.
const LONGEST_SENTENCE: usize = 400;

/// Whether a letter is none to be read: one that ends a line, say, or that turns the direction of those after it.
fn is_no_letter(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// A text on one line, and cut off where it is longer than it may be.
pub(crate) fn one_line(text: &str, most: usize) -> String {
    let mut letters = text.chars().map(|letter| if is_no_letter(letter) { ' ' } else { letter });
    let mut line: String = letters.by_ref().take(most).collect();
    line.extend(letters.next().map(|_| '…'));
    line
}

fn answer(session: &mut Session<'_>, asked: Asked, closed: &Closed) -> Value {
    let watch = Watch::begin(&asked.fate, closed);
    // The listener must be told, and must not be left waiting for a program that ended in the middle.
    let mut worked_out = |request| catch_unwind(AssertUnwindSafe(|| session.answer(&request, &watch)));
    let answer = match asked.request {
        _ if asked.fate.is_given_up() => Err(Trouble::GivenUp),
        Ok(request) => worked_out(request).unwrap_or_else(|_| {
            Err(Trouble::error(
                "This is a fault of the program, and nothing has changed: please report what you asked.",
            ))
        }),
        Err(trouble) => Err(trouble),
    };
    if answer == Err(Trouble::GivenUp) {
        asked.fate.was_given_up();
    }
    envelope(asked.id, answer)
}

/// An answer as it is sent, with the id of its request.
pub(crate) fn envelope(id: Option<Value>, answer: Result<Value, Trouble>) -> Value {
    let (word, told) = match answer {
        Ok(value) => ("ok", Ok(value)),
        Err(Trouble::Refused(Refusal { rule, because, remedy })) => {
            let [because, remedy] = [because, remedy].map(|sentence| one_line(&sentence, LONGEST_SENTENCE));
            ("refused", serde_json::to_value(Refusal { rule, because, remedy }))
        }
        Err(Trouble::NeedsRoll(need)) => ("needs_roll", serde_json::to_value(need)),
        Err(Trouble::GivenUp) => ("error", Ok(serde_json::json!({"because": "given up"}))),
        Err(Trouble::Error { because, at }) => {
            let because = one_line(&because, LONGEST_SENTENCE);
            let mut error = Map::from_iter([("because".to_owned(), Value::from(because))]);
            error.extend(at.map(|at| ("at".to_owned(), Value::from(at))));
            ("error", Ok(Value::Object(error)))
        }
    };
    let mut object = Map::new();
    object.extend(id.map(|id| ("id".to_owned(), id)));
    match told {
        Ok(value) => object.insert(word.to_owned(), value),
        Err(error) => object.insert("error".to_owned(), serde_json::json!({"because": error.to_string()})),
    };
    Value::Object(object)
}

/// An answer as it is sent, where what is told is JSON already.
pub(crate) fn answered(id: Option<Value>, answer: Result<String, Trouble>) -> String {
    match answer {
        Ok(told) => {
            let id = id.map_or_else(String::new, |id| format!("\"id\":{id},"));
            format!("{{{id}\"ok\":{told}}}")
        }
        Err(trouble) => envelope(id, Err(trouble)).to_string(),
    }
}
