//! Ctrl+M, on every page.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::screens::Hearing;

use super::Ears;
use crate::shell::banner::Banner;
use crate::shell::order::{GameSystems, Room};
use crate::shell::pressed::{Keys, Pressed};
use crate::shell::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    // Any key puts the last news away; this one's come after that.
    app.add_systems(Update, press.before(super::mix).in_set(GameSystems::After.of(Room::Sounds)));
}

fn is_mute(pressed: &Pressed) -> bool {
    let key = matches!(&pressed.key, Key::Character(text) if text.eq_ignore_ascii_case("m"));
    key && pressed.held.ctrl && !pressed.repeat
}

fn press(
    mut keys: Keys,
    ears: Res<Ears>,
    mut settings: ResMut<Settings>,
    mut banner: ResMut<Banner>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for pressed in keys.all() {
        if is_mute(&pressed) {
            redraw.write(RequestRedraw);
            if ears.0 == Hearing::Ready {
                settings.muted = !settings.muted;
            }
            banner.news = Some(news(ears.0, settings.muted).into());
        }
    }
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
    use crate::shell::focus::Held;

    fn key(text: &str, ctrl: bool, repeat: bool) -> Pressed {
        Pressed { key: Key::Character(text.into()), held: Held { ctrl, shift: false }, repeat }
    }

    #[test]
    fn ctrl_m_mutes_and_m_alone_is_the_board_s() {
        assert!(is_mute(&key("m", true, false)) && is_mute(&key("M", true, false)));
        assert!(!is_mute(&key("m", false, false)) && !is_mute(&key("m", true, true)));
    }

    #[test]
    fn a_program_without_sound_says_why() {
        assert_eq!(Some(news(Hearing::NotBuilt, false)), Hearing::NotBuilt.why_silent());
        assert_ne!(news(Hearing::Ready, true), news(Hearing::Ready, false));
    }
}
