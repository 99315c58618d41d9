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
    /// All of them, for every listener.
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

/// The one after or before `current` in a list that goes round.
pub fn next<T: Copy + PartialEq>(list: &[T], current: Option<T>, by: i8) -> Option<T> {
    let count = i32::try_from(list.len()).ok().filter(|count| *count > 0)?;
    let at = current.and_then(|current| list.iter().position(|one| *one == current));
    let index = match at {
        Some(at) => (i32::try_from(at).unwrap_or(0) + i32::from(by)).rem_euclid(count),
        None if by < 0 => count - 1,
        None => 0,
    };
    list.get(usize::try_from(index).unwrap_or(0)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_of_a_list_goes_round() {
        assert_eq!(next(&[1, 2, 3], Some(3), 1), Some(1));
        assert_eq!(next(&[1, 2, 3], None, -1), Some(3));
        assert_eq!(next(&[1, 2, 3], Some(9), 1), Some(1));
        assert_eq!(next::<u8>(&[], None, 1), None);
    }
}
