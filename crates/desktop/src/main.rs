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
mod banner;
mod camera;
mod cli;
mod companion;
mod computer;
mod dialogs;
mod diary;
mod dice;
mod drawing;
mod elsewhere;
mod fault;
mod focus;
mod frame;
mod game;
mod held;
mod hex_board;
mod hud;
mod keys;
mod kits;
mod leaving;
mod look;
mod obey;
mod picture;
mod plate;
mod playback;
mod pointer;
mod preflight;
mod probe;
mod screen;
mod screens;
mod seat;
mod settings;
mod sounds;
mod staged;
mod standing;
mod start;
mod storage;
mod table;
mod table_board;
mod teacher;
mod traces;
mod turns;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    let done = match cli.task {
        Some(cli::Task::Picture(task)) => picture::draw(&task).map(|()| ExitCode::SUCCESS),
        Some(cli::Task::Fault { report }) => fault::show(&report),
        None => app::run(cli.start),
    };
    done.unwrap_or_else(|sentence| {
        eprintln!("pointman: {sentence}");
        ExitCode::FAILURE
    })
}
