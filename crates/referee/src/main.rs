//! The program `referee`: plays, checks, replays and measures games without a window.

use std::io::{self, BufReader, BufWriter};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let answer = referee::run(
        std::env::args_os(),
        &tabletop::Library::find,
        &mut BufReader::new(io::stdin()),
        &mut out,
        // Not locked: a thread that stops with a fault says so there.
        &mut io::stderr(),
    );
    ExitCode::from(answer)
}
