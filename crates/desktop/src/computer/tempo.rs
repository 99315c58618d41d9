//! Slower, faster, pause, and on to the next decision: by button and by key.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::Intent;
use panels::computer::Tempo;

use crate::shell::course::Course;
use crate::shell::order::{GameSystems, Room};
use crate::shell::pressed::{Keys, Pressed};
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

fn press(mut keys: Keys, course: Res<Course>, mut said: MessageWriter<Said>) {
    for Pressed { key, held, .. } in keys.on_board() {
        if course.now.is_some() && !held.ctrl {
            said.write_batch(stroke(&key).map(|tempo| Said(Intent::Tempo(tempo))));
        }
    }
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
