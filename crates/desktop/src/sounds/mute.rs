//! Ctrl+M, on every page.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::screens::Hearing;

use super::Ears;
use crate::shell::banner::Banner;
use crate::shell::focus::Held;
use crate::shell::order::{GameSystems, Room};
use crate::shell::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    // Any key puts the last news away; this one's come after that.
    app.add_systems(Update, press.before(super::mix).in_set(GameSystems::After.of(Room::Sounds)));
}

fn is_mute(input: &KeyboardInput, held: Held) -> bool {
    let key = matches!(&input.logical_key, Key::Character(text) if text.eq_ignore_ascii_case("m"));
    key && held.ctrl && input.state == ButtonState::Pressed && !input.repeat
}

fn press(
    mut pressed: MessageReader<KeyboardInput>,
    buttons: Res<ButtonInput<KeyCode>>,
    mut held: Local<Held>,
    ears: Res<Ears>,
    mut settings: ResMut<Settings>,
    mut banner: ResMut<Banner>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for input in pressed.read() {
        held.note(input);
        if is_mute(input, *held) {
            redraw.write(RequestRedraw);
            if ears.0 == Hearing::Ready {
                settings.muted = !settings.muted;
            }
            banner.news = Some(news(ears.0, settings.muted).into());
        }
    }
    *held = Held::at_end(&buttons);
}

/// What is said of it.
fn news(hearing: Hearing, muted: bool) -> &'static str {
    match hearing.why_silent() {
        Some(why) => why,
        None if muted => "The sound is muted. Ctrl+M lets it be heard again.",
        None => "The sound is on. Ctrl+M mutes it.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str, repeat: bool) -> KeyboardInput {
        KeyboardInput {
            key_code: KeyCode::KeyM,
            logical_key: Key::Character(text.into()),
            state: ButtonState::Pressed,
            text: None,
            repeat,
            window: Entity::PLACEHOLDER,
        }
    }

    #[test]
    fn ctrl_m_mutes_and_m_alone_is_the_board_s() {
        let ctrl = Held { ctrl: true, shift: false };
        assert!(is_mute(&key("m", false), ctrl) && is_mute(&key("M", false), ctrl));
        assert!(!is_mute(&key("m", false), Held::default()) && !is_mute(&key("m", true), ctrl));
    }

    #[test]
    fn a_program_without_sound_says_why() {
        assert_eq!(Some(news(Hearing::NotBuilt, false)), Hearing::NotBuilt.why_silent());
        assert_ne!(news(Hearing::Ready, true), news(Hearing::Ready, false));
    }
}
