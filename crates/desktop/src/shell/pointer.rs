//! Where the pointer is and what it does to the board: hover, click, double click, drag.
//!
//! Events are read in the order they came, so that a quick drag within one slow frame is still a drag.

use bevy::input::ButtonState;
use bevy::input::keyboard::Key;
use bevy::input::mouse::{MouseButton, MouseButtonInput};
use bevy::prelude::*;
use bevy::window::WindowEvent;
use bevy_egui::input::EguiWantsInput;
use bevy_egui::{EguiContext, PrimaryEguiContext, egui};

use super::camera::{BoardRect, View};
use super::focus::Held;
use super::screen::{Page, Screen, board_in_sight};
use super::standing::Standing;

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
    /// Whether the keyboard was used since the pointer moved: what it rests on is then of no interest.
    pub asleep: bool,
    /// How far it went with the map in its hand since the last frame, in pixels.
    pub panned: Vec2,
    /// The map point where the primary button went down on the board in this frame.
    pub pressed: Option<Vec2>,
    /// The map point where the primary button went down, while it is down.
    pub held: Option<Vec2>,
    /// Whether the pointer went so far with the button down that this is a drag.
    pub dragging: bool,
    /// The map point of a click that was finished in this frame.
    pub clicked: Option<Vec2>,
    /// Shift or Control was held at the click: it adds to the selection.
    pub adds: bool,
    /// The click is the second of two.
    pub double: bool,
    /// A drag that was finished in this frame: the map points from where to where.
    pub dropped: Option<(Vec2, Vec2)>,
    /// The drag in hand carries something, so it does not move the map. Said by the system that gives it something to carry.
    pub carrying: bool,
    press: Option<Press>,
    hand: bool,
    keys: Held,
    last_click: Option<(f64, Vec2)>,
}

#[derive(Clone, Copy, Debug)]
struct Press {
    pixel: Vec2,
    map: Vec2,
}

/// What the geometry of the window is.
struct Window<'a> {
    view: View,
    board: Rect,
    /// Whether a panel lies over this pixel. It is asked for each event: where the pointer was a frame ago says nothing about
    /// a press that came with the movement to it.
    covered: &'a dyn Fn(Vec2) -> bool,
    now: f64,
}

impl Pointer {
    /// Whether the map moves with the pointer.
    pub fn panning(&self) -> bool {
        self.hand || (self.dragging && !self.carrying)
    }

    fn begin_frame(&mut self) {
        (self.pressed, self.clicked, self.dropped, self.double) = (None, None, None, false);
        self.panned = Vec2::ZERO;
        if self.press.is_none() {
            (self.dragging, self.carrying, self.held) = (false, false, None);
        }
    }

    fn is_over_board(pixel: Vec2, window: &Window<'_>) -> bool {
        window.board.contains(pixel) && !(window.covered)(pixel)
    }

    fn moved(&mut self, pixel: Vec2, window: &Window<'_>) {
        let by = pixel - self.pixel.unwrap_or(pixel);
        self.asleep &= self.pixel == Some(pixel);
        self.pixel = Some(pixel);
        if let Some(press) = self.press {
            self.dragging |= press.pixel.distance(pixel) > SLOP;
        }
        // Before anybody could say that it carries something, a fresh press moves nothing.
        if self.panning() && self.pressed.is_none() {
            self.panned += by;
        }
        self.map = Some(window.view.to_map(pixel, window.board));
        self.on_board = Self::is_over_board(pixel, window);
    }

    fn button(&mut self, button: MouseButton, down: bool, window: &Window<'_>) {
        let Some(pixel) = self.pixel else { return };
        self.asleep = false;
        let map = window.view.to_map(pixel, window.board);
        match (button, down) {
            (MouseButton::Left, true) if Self::is_over_board(pixel, window) => {
                self.press = Some(Press { pixel, map });
                self.held = Some(map);
                self.pressed = Some(map);
                (self.dragging, self.carrying) = (false, false);
            }
            (MouseButton::Left, false) => {
                let Some(press) = self.press.take() else { return };
                if self.dragging {
                    self.dropped = Some((press.map, map));
                } else {
                    self.double = self
                        .last_click
                        .is_some_and(|(when, at)| window.now - when < DOUBLE && at.distance(press.pixel) < 2.0 * SLOP);
                    self.last_click = Some((window.now, press.pixel)).filter(|_| !self.double);
                    self.clicked = Some(press.map);
                    self.adds = self.keys.shift || self.keys.ctrl;
                }
            }
            (MouseButton::Middle | MouseButton::Right, down) => {
                self.hand = down && Self::is_over_board(pixel, window);
            }
            _ => {}
        }
    }
}

/// Whether something of the panels floats over this pixel of the window. What stands around the board does not count.
fn lies_over(context: &egui::Context, pixel: Vec2) -> bool {
    let at = pixel / context.zoom_factor();
    context.layer_id_at(egui::pos2(at.x, at.y)).is_some_and(|layer| layer.order != egui::Order::Background)
}

fn follow(
    mut pointer: ResMut<Pointer>,
    mut events: MessageReader<WindowEvent>,
    buttons: Res<ButtonInput<KeyCode>>,
    egui: Res<EguiWantsInput>,
    mut contexts: Query<&mut EguiContext, With<PrimaryEguiContext>>,
    screen: Res<State<Screen>>,
    page: Res<Page>,
    standing: Res<Standing>,
    view: Res<View>,
    board: Res<BoardRect>,
    time: Res<Time<Real>>,
) {
    // A panel that has the pointer in hand keeps it wherever it goes, and an open popup takes the click that closes it.
    let claimed = !board_in_sight(**screen, *page, &standing) || egui.is_using_pointer() || egui.is_popup_open();
    let context = contexts.single_mut().ok().map(|mut context| context.get_mut().clone());
    let covered = |pixel: Vec2| claimed || context.as_ref().is_some_and(|context| lies_over(context, pixel));
    let window = Window { view: *view, board: board.0, covered: &covered, now: time.elapsed_secs_f64() };
    pointer.begin_frame();
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => pointer.moved(moved.position, &window),
            WindowEvent::CursorLeft(_) if pointer.press.is_none() => {
                (pointer.pixel, pointer.map) = (None, None);
            }
            WindowEvent::KeyboardInput(key) => {
                pointer.keys.note(key);
                pointer.asleep |=
                    key.state == ButtonState::Pressed && !matches!(key.logical_key, Key::Shift | Key::Control);
            }
            WindowEvent::MouseButtonInput(MouseButtonInput { button, state, .. }) => {
                pointer.button(*button, *state == ButtonState::Pressed, &window);
            }
            _ => {}
        }
    }
    pointer.keys = Held::at_end(&buttons);
    // The view or the panels may have moved under a pointer at rest.
    if let Some(pixel) = pointer.pixel {
        pointer.map = Some(view.to_map(pixel, board.0));
    }
    pointer.on_board = pointer.pixel.is_some_and(|pixel| Pointer::is_over_board(pixel, &window));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(now: f64) -> Window<'static> {
        let board = Rect::new(0.0, 0.0, 800.0, 600.0);
        let view = View { centre: Vec2::ZERO, magnification: 1.0, fitted: false };
        Window { view, board, covered: &|_| false, now }
    }

    fn click(pointer: &mut Pointer, at: (f32, f32), now: f64) {
        pointer.begin_frame();
        pointer.moved(at.into(), &window(now));
        pointer.button(MouseButton::Left, true, &window(now));
        pointer.begin_frame();
        pointer.button(MouseButton::Left, false, &window(now));
    }

    #[test]
    fn a_press_and_release_in_one_place_is_a_click() {
        let mut pointer = Pointer::default();
        click(&mut pointer, (410.0, 290.0), 1.0);
        assert_eq!(pointer.clicked, Some(Vec2::new(10.0, 10.0)));
        assert!(!pointer.double && pointer.dropped.is_none());
    }

    #[test]
    fn two_quick_clicks_are_one_double_click_and_a_third_begins_anew() {
        let mut pointer = Pointer::default();
        let mut doubles = Vec::new();
        for now in [1.0, 1.2, 1.4, 5.0, 6.0] {
            click(&mut pointer, (410.0, 290.0), now);
            doubles.push(pointer.double);
        }
        assert_eq!(doubles, [false, true, false, false, false]);
    }

    #[test]
    fn a_drag_within_one_frame_is_a_drag() {
        let mut pointer = Pointer::default();
        pointer.moved((100.0, 100.0).into(), &window(0.0));
        pointer.begin_frame();
        pointer.button(MouseButton::Left, true, &window(0.0));
        pointer.moved((200.0, 100.0).into(), &window(0.0));
        pointer.button(MouseButton::Left, false, &window(0.0));
        assert_eq!(pointer.dropped, Some((Vec2::new(-300.0, 200.0), Vec2::new(-200.0, 200.0))));
        assert!(pointer.clicked.is_none() && pointer.pressed.is_some());
    }

    #[test]
    fn a_drag_that_carries_something_does_not_move_the_map() {
        for carrying in [false, true] {
            let mut pointer = Pointer::default();
            pointer.moved((100.0, 100.0).into(), &window(0.0));
            pointer.button(MouseButton::Left, true, &window(0.0));
            pointer.carrying = carrying;
            pointer.begin_frame();
            pointer.moved((150.0, 100.0).into(), &window(0.0));
            assert_eq!(pointer.panned != Vec2::ZERO, !carrying);
        }
    }

    #[test]
    fn presses_on_panels_are_not_for_the_board() {
        let mut pointer = Pointer::default();
        let left_half = Window { covered: &|pixel| pixel.x < 400.0, ..window(0.0) };
        pointer.moved((100.0, 100.0).into(), &left_half);
        pointer.button(MouseButton::Left, true, &left_half);
        assert!(pointer.pressed.is_none() && pointer.held.is_none());
        // All in one frame, from the panel to the board: the press is the board's, and the other way round it is not.
        pointer.moved((500.0, 100.0).into(), &left_half);
        pointer.button(MouseButton::Left, true, &left_half);
        assert_eq!(pointer.pressed, Some(Vec2::new(100.0, 200.0)));
        pointer.button(MouseButton::Left, false, &left_half);
        pointer.begin_frame();
        pointer.moved((100.0, 100.0).into(), &left_half);
        pointer.button(MouseButton::Left, true, &left_half);
        assert!(pointer.pressed.is_none());
    }
}
