//! The keys that were pressed since the frame before, each with the modifier keys as they were held with it.

use bevy::ecs::system::SystemParam;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

use super::focus::{Focus, Held};

/// A key that was pressed.
#[derive(Clone, Debug, PartialEq)]
pub struct Pressed {
    pub key: Key,
    /// The modifier keys.
    pub held: Held,
    /// Whether it comes of being held down.
    pub repeat: bool,
}

/// The keys, for a system that listens to them.
#[derive(SystemParam)]
pub struct Keys<'w, 's> {
    pressed: MessageReader<'w, 's, KeyboardInput>,
    buttons: Res<'w, ButtonInput<KeyCode>>,
    held: Local<'s, Held>,
    focus: Res<'w, Focus>,
}

impl Keys<'_, '_> {
    /// All of them, whoever they are meant for.
    pub fn all(&mut self) -> Vec<Pressed> {
        let mut keys = Vec::new();
        for input in self.pressed.read() {
            self.held.note(input);
            if input.state == ButtonState::Pressed {
                keys.push(Pressed { key: input.logical_key.clone(), held: *self.held, repeat: input.repeat });
            }
        }
        *self.held = Held::at_end(&self.buttons);
        keys
    }

    /// Those that go to the board or to what is around it.
    pub fn on_board(&mut self) -> Vec<Pressed> {
        let keys = self.all();
        if self.focus.on_board() { keys } else { Vec::new() }
    }

    /// Those that go to the board itself, and to no page that lies over it.
    pub fn on_map(&mut self) -> Vec<Pressed> {
        let mut keys = self.on_board();
        keys.retain(|pressed| !self.focus.covers(&pressed.key));
        keys
    }
}
