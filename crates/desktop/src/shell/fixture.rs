//! A game at a table without a window, for tests.

use bevy::input::keyboard::KeyboardInput;
use bevy::prelude::*;
use bevy::state::app::StatesPlugin;
use bevy::window::RequestRedraw;
use panels::screens::Speed;
use tabletop::Game;

use super::banner::Banner;
use super::dialog::{Desk, Dialog};
use super::focus::Focus;
use super::game::Play;
use super::playback::Pace;
use super::said::Said;
use super::screen::{OnTable, Screen};
use super::settings::Settings;
use super::staged::Staged;
use super::start::fresh_seed;
use super::storage::Storage;
use super::table::Table;

/// The shell's part of a game, with nothing around it and no board.
pub fn bare<R: Staged>(game: Game<R>, storage: Storage, seed: u64, speed: Speed) -> App {
    around(Play::new(game), storage, seed, speed)
}

/// The same around a game that is kept here or elsewhere.
pub fn around<R: Staged>(play: Play<R>, storage: Storage, seed: u64, speed: Speed) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, StatesPlugin))
        .add_message::<Said>()
        .add_message::<RequestRedraw>()
        .add_message::<KeyboardInput>()
        .init_resource::<ButtonInput<KeyCode>>()
        .init_resource::<Banner>()
        .init_resource::<Dialog>()
        .init_resource::<Desk>()
        .init_resource::<Focus>()
        .insert_resource(Pace(speed))
        .insert_resource(Settings(panels::screens::Settings { speed, ..Default::default() }))
        .insert_resource(fresh_seed(Some(seed)))
        .insert_resource(Table::read().unwrap())
        .insert_resource(storage)
        .add_plugins((
            super::order::plugin,
            super::screen::plugin,
            super::playback::plugin,
            super::standing::plugin,
            super::course::plugin,
            super::phase::plugin,
            super::game::plugin,
            super::of::<R>,
        ))
        .insert_resource(play)
        .insert_state(Screen::Game)
        .insert_state(OnTable::of::<R>());
    app
}
