//! The referee without a window: how scripts, bots, tests and other programs play, and how games and data files are
//! checked, replayed and measured.
//!
//! Every subcommand is a function that gives its answer as text; [`run`] prints it. What each ruleset needs to be known
//! stands in one line of [`rulesets`].

pub mod arguments;
pub mod check;
pub mod contest;
pub mod crowd;
pub mod games;
pub mod players;
pub mod replay;
pub mod selfplay;
pub mod serve;
pub mod tune;

pub use host::{rulesets, talk};

use std::ffi::OsString;
use std::io::{self, BufRead, Write};

use clap::Parser;
use tabletop::{Library, NoLibrary};

use crate::arguments::{Arguments, Call};

/// Done.
pub const DONE: u8 = 0;
/// The input is wrong, and it was said in what way.
pub const WRONG_INPUT: u8 = 1;
/// The program was called in a way it does not know.
pub const WRONG_USAGE: u8 = 2;

/// An answer for standard output, and whether it says that something is wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// The answer.
    pub text: String,
    /// Remarks that are no part of it, for standard error.
    pub remarks: Vec<String>,
    /// Whether the answer is that the input is wrong.
    pub wrong: bool,
}

impl From<String> for Answer {
    fn from(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

/// Does what the arguments say and gives the exit status: [`DONE`], [`WRONG_INPUT`] or [`WRONG_USAGE`].
///
/// `find` looks for the project's data; it is only asked when they are needed.
pub fn run(
    arguments: impl IntoIterator<Item = OsString>,
    find: &dyn Fn() -> Result<Library, NoLibrary>,
    input: &mut (dyn BufRead + Send),
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> u8 {
    let call = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments.call,
        Err(usage) => {
            // Help and version are answers, not mistakes.
            let to: &mut dyn Write = if usage.use_stderr() { err } else { out };
            let _ = write!(to, "{usage}").and_then(|()| to.flush());
            return if usage.use_stderr() { WRONG_USAGE } else { DONE };
        }
    };
    let library = match find() {
        Ok(library) => library,
        Err(nowhere) => {
            let _ = writeln!(err, "{nowhere}");
            return WRONG_INPUT;
        }
    };
    let answer = match call {
        Call::Talk => return printed(talk::talk(&library, input, out), DONE),
        Call::Serve(order) => serve::serve(&library, &order, out).map(|()| Answer::default()),
        Call::Crowd(order) => crowd::crowd(&order),
        Call::List { json } => games::list(&library, json),
        Call::New { ruleset, scenario, seed, agree, output } => {
            games::new(&library, &ruleset, &scenario, &agree, seed, &output)
        }
        Call::Briefing { ruleset, scenario } => games::briefing(&library, &ruleset, &scenario),
        Call::Show { file, side, at } => games::show(&library, &file, side.as_deref(), at),
        Call::Check { files } => Ok(check::check(&library, &files)),
        Call::Replay { file, report } => replay::replay(&library, &file, report.as_deref()),
        Call::Selfplay(order) => selfplay::selfplay(&library, &order),
        Call::Tune(order) => tune::tune(&library, &order),
        Call::Match(order) => contest::contest(&library, &order),
    };
    match answer {
        Ok(answer) => {
            for remark in &answer.remarks {
                let _ = writeln!(err, "{remark}");
            }
            let said = out.write_all(answer.text.as_bytes()).and_then(|()| out.flush());
            printed(said, if answer.wrong { WRONG_INPUT } else { DONE })
        }
        Err(sentence) => {
            let _ = writeln!(err, "{sentence}");
            WRONG_INPUT
        }
    }
}

/// A reader who went away has heard enough; any other failure to print is one.
fn printed(said: io::Result<()>, status: u8) -> u8 {
    match said {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => WRONG_INPUT,
        _ => status,
    }
}
