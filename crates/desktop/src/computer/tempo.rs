//! Slower, faster, pause, and on to the next decision: by button and by key.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::Intent;
use panels::computer::Tempo;

use crate::shell::course::Course;
use crate::shell::focus::{Focus, Held};
use crate::shell::order::{GameSystems, Room};
use crate::shell::said::Said;
use crate::shell::settings::Settings;
use crate::shell::standing::Standing;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (press, obey).chain().in_set(GameSystems::Input.of(Room::Computer)));
}

/// What a key means while the computer plays.
fn stroke(key: &Key) -> Option<Tempo> {
    let Key::Character(text) = key else { return None };
    Some(match text.as_str() {
        "p" | "P" => Tempo::Pause,
        "n" | "N" => Tempo::Skip,
        "[" => Tempo::Slower,
        "]" => Tempo::Faster,
        _ => return None,
    })
}

fn press(
    mut pressed: MessageReader<KeyboardInput>,
    buttons: Res<ButtonInput<KeyCode>>,
    mut held: Local<Held>,
    focus: Res<Focus>,
    course: Res<Course>,
    mut said: MessageWriter<Said>,
) {
    for input in pressed.read() {
        held.note(input);
        if course.now.is_some() && focus.on_board() && input.state == ButtonState::Pressed && !held.ctrl {
            said.write_batch(stroke(&input.logical_key).map(|tempo| Said(Intent::Tempo(tempo))));
        }
    }
    *held = Held::at_end(&buttons);
}

pub(super) fn obey(
    mut said: MessageReader<Said>,
    standing: Res<Standing>,
    mut course: ResMut<Course>,
    mut settings: ResMut<Settings>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Said(intent) in said.read() {
        let Intent::Tempo(tempo) = intent else { continue };
        redraw.write(RequestRedraw);
        match tempo {
            Tempo::Slower | Tempo::Faster => {
                let now = settings.speed;
                let next = if *tempo == Tempo::Slower { now.slower() } else { now.faster() };
                if let Some(next) = next {
                    settings.0.speed = next;
                }
            }
            Tempo::Pause => course.paused = !course.paused,
            Tempo::Skip => (course.paused, course.skipping) = (false, true),
            Tempo::Seen => course.seen = standing.cursor,
        }
    }
}
