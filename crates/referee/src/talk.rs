//! `referee talk`: JSON Lines. A request a line, an answer a line, in order, until the input ends.

mod playing;
mod request;

use std::io::{self, BufRead, Write};

use serde_json::{Map, Value};
use tabletop::{Halt, Library, Refusal, Stop};

use playing::Session;
use request::Request;

/// Anything but `ok`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Trouble {
    /// The rules forbid it.
    Refused(Refusal),
    /// A roll is missing.
    NeedsRoll(tabletop::Need),
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

impl From<Stop> for Trouble {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Halt(Halt::Refused(refusal)) => Self::Refused(refusal),
            Stop::Halt(Halt::NeedsRoll(need)) => Self::NeedsRoll(need),
            other => Self::error(other),
        }
    }
}

/// Answers every line of `input` on `out`.
///
/// # Errors
/// The input cannot be read or the output not be written.
pub fn talk(library: &Library, input: &mut dyn BufRead, out: &mut dyn Write) -> io::Result<()> {
    let mut session = Session::new(library);
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let answer = answer(&mut session, &line);
        serde_json::to_writer(&mut *out, &answer)?;
        out.write_all(b"\n")?;
        // Whoever asked waits for the answer.
        out.flush()?;
    }
}

fn answer(session: &mut Session<'_>, line: &[u8]) -> Value {
    let (id, answer) = match Request::parse(line) {
        Ok((id, request)) => (id, request.and_then(|request| session.answer(&request))),
        Err(trouble) => (None, Err(trouble)),
    };
    let (word, told) = match answer {
        Ok(value) => ("ok", Ok(value)),
        Err(Trouble::Refused(refusal)) => ("refused", serde_json::to_value(refusal)),
        Err(Trouble::NeedsRoll(need)) => ("needs_roll", serde_json::to_value(need)),
        Err(Trouble::Error { because, at }) => {
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
