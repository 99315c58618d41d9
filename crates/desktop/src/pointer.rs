//! Where the pointer is and what it does to the board: hover, click, double click, drag.

use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;

use crate::camera::{BoardRect, View};

/// How far the pointer may stray during a click, in pixels.
const SLOP: f32 = 5.0;
/// How quickly a second click must follow, in seconds.
const DOUBLE: f64 = 0.4;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Pointer>().add_systems(PreUpdate, follow.after(bevy_egui::EguiPreUpdateSet::BeginPass));
}

/// What the pointer does on the board in this frame.
#[derive(Resource, Clone, Debug, Default)]
pub struct Pointer {
    /// Its place in the window, y downwards.
    pub pixel: Option<Vec2>,
    /// The map point under it, y upwards.
    pub map: Option<Vec2>,
    /// Whether the board is under it, not a panel.
    pub on_board: bool,
    /// How far it went since the last frame, in pixels.
    pub moved: Vec2,
    /// The primary button went down here, on the board, in this frame.
    pub pressed: Option<Vec2>,
    /// Where the primary button went down, while it is down.
    pub held: Option<Vec2>,
    /// Whether the pointer went so far with the button down that this is a drag.
    pub dragging: bool,
    /// A click was finished here in this frame.
    pub clicked: Option<Vec2>,
    /// The click is the second of two.
    pub double: bool,
    /// A drag was finished in this frame: from where to where.
    pub dropped: Option<(Vec2, Vec2)>,
    /// The map moves with the pointer: set by the middle or right button, or by whoever sees a drag begin on nothing.
    pub panning: bool,
    /// The drag in hand carries something, so it does not move the map.
    pub carrying: bool,
    start: Option<Vec2>,
    hand: bool,
    last_click: Option<(f64, Vec2)>,
}

fn follow(
    mut pointer: ResMut<Pointer>,
    window: Single<&Window, With<PrimaryWindow>>,
    buttons: Res<ButtonInput<MouseButton>>,
    egui: Res<EguiWantsInput>,
    view: Res<View>,
    board: Res<BoardRect>,
    time: Res<Time<Real>>,
) {
    let pointer = &mut *pointer;
    let pixel = window.cursor_position();
    pointer.moved = pixel.zip(pointer.pixel).map_or(Vec2::ZERO, |(now, before)| now - before);
    pointer.pixel = pixel.or(pointer.pixel.filter(|_| pointer.start.is_some()));
    pointer.map = pointer.pixel.map(|p| view.to_map(p, board.0));
    pointer.on_board = pixel.is_some_and(|p| board.0.contains(p)) && !egui.wants_any_pointer_input();
    (pointer.pressed, pointer.clicked, pointer.dropped, pointer.double) = (None, None, None, false);

    let any_hand = [MouseButton::Middle, MouseButton::Right];
    if buttons.any_just_pressed(any_hand) && pointer.on_board {
        pointer.hand = true;
    }
    if !buttons.any_pressed(any_hand) {
        pointer.hand = false;
    }
    let (Some(pixel), Some(map)) = (pointer.pixel, pointer.map) else { return };
    if buttons.just_pressed(MouseButton::Left) && pointer.on_board {
        pointer.start = Some(pixel);
        pointer.held = Some(map);
        pointer.pressed = Some(map);
        pointer.dragging = false;
        pointer.carrying = false;
    }
    if let Some(start) = pointer.start {
        pointer.dragging |= start.distance(pixel) > SLOP;
    }
    if !buttons.pressed(MouseButton::Left)
        && let (Some(start), Some(held)) = (pointer.start.take(), pointer.held.take())
    {
        if pointer.dragging {
            pointer.dropped = Some((held, map)).filter(|_| pointer.carrying);
        } else {
            let now = time.elapsed_secs_f64();
            pointer.double = pointer.last_click.is_some_and(|(when, at)| now - when < DOUBLE && at.distance(start) < 2.0 * SLOP);
            pointer.last_click = Some((now, start)).filter(|_| !pointer.double);
            pointer.clicked = Some(held);
        }
        pointer.dragging = false;
        pointer.carrying = false;
    }
    pointer.panning = pointer.hand || (pointer.dragging && !pointer.carrying);
}
