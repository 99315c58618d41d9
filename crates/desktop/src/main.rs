//! Pointman: Vietnam rulesets on one table, played on screen with the computer as referee.

#![expect(
    clippy::too_many_arguments,
    clippy::type_complexity,
    reason = "a system of Bevy's says in its arguments and their types what it reads and writes"
)]

use std::process::ExitCode;

use clap::Parser;

mod app;
mod area_board;
mod asked;
mod cli;
mod companion;
mod computer;
mod elsewhere;
mod hex_board;
mod hud;
mod kits;
mod pages;
mod picture;
mod shell;
mod sounds;
mod table_board;
mod teacher;
#[cfg(test)]
mod tests;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    let done = match cli.task {
        Some(cli::Task::Picture(task)) => picture::draw(&task).map(|()| ExitCode::SUCCESS),
        Some(cli::Task::Fault { report }) => shell::fault::show(&report),
        None => {
            shell::lean::give_memory_back();
            app::run(cli.start)
        }
    };
    done.unwrap_or_else(|sentence| {
        eprintln!("pointman: {sentence}");
        ExitCode::FAILURE
    })
}
