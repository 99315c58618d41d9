//! Who gets the keys: the board, or the panels. F6 goes from one to the other, as on any desktop.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiInput, EguiPreUpdateSet, PrimaryEguiContext, egui};

use super::pointer::Pointer;
use super::screen::{Page, Screen, board_in_sight};
use super::standing::Standing;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Focus>().add_systems(
        PreUpdate,
        (turn, keep_keys, hush_modifiers)
            .chain()
            .after(EguiPreUpdateSet::ProcessInput)
            .before(EguiPreUpdateSet::BeginPass),
    );
}

/// The modifier keys as they are held while the events of a frame are read in order: on a slow machine a whole chord can fit
/// into one frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// One of the Shift keys.
    pub shift: bool,
    /// One of the Control keys.
    pub ctrl: bool,
}

impl Held {
    /// Reads one event.
    pub fn note(&mut self, input: &KeyboardInput) {
        let down = input.state == ButtonState::Pressed;
        match input.logical_key {
            Key::Shift => self.shift = down,
            Key::Control => self.ctrl = down,
            _ => {}
        }
    }

    /// How they are held at the end of a frame.
    pub fn at_end(keys: &ButtonInput<KeyCode>) -> Self {
        Self {
            shift: keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight]),
            ctrl: keys.any_pressed([KeyCode::ControlLeft, KeyCode::ControlRight]),
        }
    }
}

/// Who gets the keys.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Focus {
    panels: bool,
    writing: bool,
    page: bool,
    /// Whether a dialog lies over the board; it gets every key.
    pub dialog: bool,
    /// Whether a page lies over the board that Escape puts away; the other keys are the board's.
    pub over: bool,
}

impl Focus {
    /// Whether a key is for the page over the board and not for the board.
    pub fn covers(self, key: &Key) -> bool {
        self.over && *key == Key::Escape
    }

    /// Whether keys go to the board.
    pub fn on_board(self) -> bool {
        !self.panels && !self.writing && !self.page && !self.dialog
    }
}

pub(super) fn turn(
    mut keys: MessageReader<KeyboardInput>,
    pointer: Res<Pointer>,
    screen: Res<State<Screen>>,
    page: Res<Page>,
    standing: Res<Standing>,
    mut contexts: EguiContexts,
    mut focus: ResMut<Focus>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    focus.writing = ctx.text_edit_focused() || egui::Popup::is_any_open(ctx);
    for key in keys.read().filter(|k| k.state == ButtonState::Pressed && k.logical_key == Key::F6) {
        focus.panels = !focus.panels && !key.repeat;
    }
    focus.page = !board_in_sight(**screen, *page, &standing);
    if pointer.pressed.is_some() || focus.page {
        focus.panels = false;
    }
    if focus.on_board() {
        ctx.memory_mut(|memory| {
            if let Some(id) = memory.focused() {
                memory.surrender_focus(id);
            }
        });
    }
    Ok(())
}

/// Takes the keys that mean something on the board away from the panels while the board has them.
fn keep_keys(focus: Res<Focus>, standing: Res<Standing>, mut input: Single<&mut EguiInput, With<PrimaryEguiContext>>) {
    if !focus.on_board() {
        return;
    }
    use egui::Key;
    // Undo and redo are chords, which egui only understands if they take longer than a frame.
    let of_board = [
        Key::Tab,
        Key::Enter,
        Key::Space,
        Key::ArrowLeft,
        Key::ArrowRight,
        Key::ArrowUp,
        Key::ArrowDown,
        Key::Escape,
        Key::U,
        Key::Y,
        Key::Z,
    ];
    // The comma leads into the past; once there, it is the timeline's.
    let now = standing.now;
    let is_of_board = |event: &egui::Event| match event {
        egui::Event::Key { key: Key::Comma, .. } => now,
        egui::Event::Key { key, .. } => of_board.contains(key),
        _ => false,
    };
    if input.0.events.iter().any(is_of_board) {
        input.0.events.retain(|event| !is_of_board(event));
    }
}

/// Takes away the news that the modifier keys are as they were. It comes in every frame, and egui wants another frame after
/// every piece of news: the window would never rest.
pub(super) fn hush_modifiers(
    mut input: Single<&mut EguiInput, With<PrimaryEguiContext>>,
    mut known: Local<Option<egui::Modifiers>>,
) {
    let mut news = false;
    for event in &input.0.events {
        if let egui::Event::ModifiersChanged(modifiers) = event {
            news |= known.replace(*modifiers) != Some(*modifiers);
        }
    }
    if !news {
        input.0.events.retain(|event| !matches!(event, egui::Event::ModifiersChanged(_)));
    }
}
