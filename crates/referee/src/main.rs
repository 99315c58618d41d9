//! The program `referee`: plays, checks, replays and measures games without a window.

use std::io::{self, BufWriter};
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let answer = referee::run(
        std::env::args_os(),
        &tabletop::Library::find,
        &mut io::stdin().lock(),
        &mut out,
        &mut io::stderr().lock(),
    );
    ExitCode::from(answer)
}
