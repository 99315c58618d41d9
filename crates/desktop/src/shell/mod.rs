//! What every game in the window stands on, whichever ruleset it is of: the game itself, who sits at it, the screen, the map's
//! view, files, settings. Nothing here knows a board, the panels around it, the teacher, the computer or another machine.

pub mod banner;
pub mod camera;
pub mod counter;
pub mod course;
pub mod dialog;
pub mod diary;
pub mod dice;
pub mod drawing;
pub mod eyes;
pub mod fault;
#[cfg(test)]
pub mod fixture;
pub mod focus;
pub mod folders;
pub mod foreseen;
pub mod frame;
pub mod game;
pub mod held;
mod keys;
pub mod lean;
mod leaving;
mod look;
mod obey;
mod one_key;
pub mod order;
pub mod phase;
pub mod plate;
pub mod playback;
pub mod pointer;
pub mod pool;
pub mod preflight;
pub mod pressed;
pub mod printed;
pub mod probe;
pub mod said;
pub mod screen;
pub mod seat;
pub mod settings;
pub mod staged;
pub mod standing;
pub mod start;
pub mod storage;
pub mod table;
pub mod told;
pub mod traces;

use bevy::prelude::*;

use staged::Staged;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        said::plugin,
        dialog::plugin,
        screen::plugin,
        phase::plugin,
        playback::plugin,
        pointer::plugin,
        focus::plugin,
        one_key::plugin,
        look::plugin,
        camera::plugin,
        plate::plugin,
        pool::plugin,
        obey::plugin,
        probe::plugin,
    ))
    .add_plugins((
        storage::plugin,
        leaving::plugin,
        frame::plugin,
        diary::begin,
        course::plugin,
        standing::plugin,
        order::plugin,
        game::plugin,
        dice::plugin,
        keys::plugin,
        traces::plugin,
    ));
}

/// What the games of one ruleset stand on.
pub(super) fn of<R: Staged>(app: &mut App) {
    app.add_plugins((game::GamePlugin::<R>::default(), seat::plugin::<R>, phase::of::<R>));
}
