//! Keys that mean the same on every board: the view, steps through time, skipping what is being shown.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::Intent;

use super::camera::{BoardRect, Bounds, View, ViewChange};
use super::game::TimeStep;
use super::order::{GameSystems, Room};
use super::pressed::{Keys, Pressed};
use super::said::Said;
use super::standing::Standing;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, press.before(super::obey::obey_in_time).in_set(GameSystems::Input.of(Room::Shell)));
}

/// What such a key means.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stroke {
    View(ViewChange),
    Time(TimeStep),
    Skip,
}

fn stroke(key: &Key, shift: bool, ctrl: bool) -> Option<Stroke> {
    use Stroke::{Skip, Time, View};
    use ViewChange::{Fit, In, Out, Pan};
    Some(match key {
        Key::Space => Skip,
        Key::ArrowLeft if ctrl => View(Pan(-1, 0)),
        Key::ArrowRight if ctrl => View(Pan(1, 0)),
        Key::ArrowUp if ctrl => View(Pan(0, -1)),
        Key::ArrowDown if ctrl => View(Pan(0, 1)),
        Key::Home => View(Fit),
        Key::Character(text) if !ctrl => match text.as_str() {
            "f" | "F" => View(Fit),
            "+" | "=" => View(In),
            "-" | "_" => View(Out),
            "u" | "U" => Time(TimeStep::Undo),
            _ => return None,
        },
        Key::Character(text) => match text.as_str() {
            "z" if !shift => Time(TimeStep::Undo),
            "y" | "Y" | "z" | "Z" => Time(TimeStep::Redo),
            _ => return None,
        },
        _ => return None,
    })
}

fn press(
    mut keys: Keys,
    standing: Res<Standing>,
    bounds: Res<Bounds>,
    board: Res<BoardRect>,
    mut view: ResMut<View>,
    mut said: MessageWriter<Said>,
    mut steps: MessageWriter<TimeStep>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Pressed { key, held, .. } in keys.on_board() {
        let Some(stroke) = stroke(&key, held.shift, held.ctrl) else { continue };
        redraw.write(RequestRedraw);
        match stroke {
            Stroke::View(change) => *view = view.changed(change, bounds.0, board.0),
            Stroke::Time(step) if standing.still => _ = steps.write(step),
            Stroke::Skip if !standing.still => _ = said.write(Said(Intent::SkipAnimation)),
            Stroke::Time(_) | Stroke::Skip => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn character(text: &str) -> Key {
        Key::Character(text.into())
    }

    #[test]
    fn undo_and_redo_have_the_keys_of_any_desktop() {
        for (key, shift, ctrl, step) in [
            ("u", false, false, TimeStep::Undo),
            ("z", false, true, TimeStep::Undo),
            ("y", false, true, TimeStep::Redo),
            ("Z", true, true, TimeStep::Redo),
        ] {
            assert_eq!(stroke(&character(key), shift, ctrl), Some(Stroke::Time(step)), "{key}");
        }
    }

    #[test]
    fn no_letter_of_an_answer_is_heard_here_too() {
        for letter in panels::prompt::LETTERS.chars() {
            for shift in [false, true] {
                assert_eq!(stroke(&character(&letter.to_string()), shift, false), None, "{letter}");
                assert_eq!(stroke(&character(&letter.to_lowercase().to_string()), shift, false), None, "{letter}");
            }
        }
    }

    #[test]
    fn plain_arrows_belong_to_the_board() {
        assert_eq!(stroke(&Key::ArrowLeft, false, false), None);
        assert_eq!(stroke(&Key::ArrowLeft, false, true), Some(Stroke::View(ViewChange::Pan(-1, 0))));
    }
}
