//! The program `referee`: plays, checks, replays and measures games without a window.

use std::io::{self, BufReader, BufWriter};
use std::process::ExitCode;

use mimalloc::MiMalloc;

/// A host with a thousand games makes and drops short lists all the time: the system's allocator takes a fifth of its work.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

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
