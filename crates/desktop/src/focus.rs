//! Who gets the keys: the board, or the panels. F6 goes from one to the other, as on any desktop.

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiInput, EguiPreUpdateSet, PrimaryEguiContext, egui};

use crate::pointer::Pointer;
use crate::screen::{Page, Screen};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Focus>().add_systems(
        PreUpdate,
        (turn, keep_keys).chain().after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
    );
}

/// Who gets the keys.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Focus {
    panels: bool,
    writing: bool,
    page: bool,
    /// Whether a dialog lies over the board; it gets every key.
    pub dialog: bool,
}

impl Focus {
    /// Whether keys go to the board.
    pub fn on_board(self) -> bool {
        !self.panels && !self.writing && !self.page && !self.dialog
    }
}

fn turn(
    mut keys: MessageReader<KeyboardInput>,
    pointer: Res<Pointer>,
    screen: Res<State<Screen>>,
    page: Res<Page>,
    mut contexts: EguiContexts,
    mut focus: ResMut<Focus>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    focus.writing = ctx.text_edit_focused() || ctx.any_popup_open();
    for key in keys.read().filter(|k| k.state == ButtonState::Pressed && k.logical_key == Key::F6) {
        focus.panels = !focus.panels && !key.repeat;
    }
    focus.page = *screen.get() != Screen::Game || *page != Page::Home;
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
fn keep_keys(focus: Res<Focus>, mut input: Single<&mut EguiInput, With<PrimaryEguiContext>>) {
    if !focus.on_board() {
        return;
    }
    use egui::Key;
    let of_board =
        [Key::Tab, Key::Enter, Key::Space, Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown, Key::Escape];
    let is_of_board = |event: &egui::Event| matches!(event, egui::Event::Key { key, .. } if of_board.contains(key));
    if input.0.events.iter().any(is_of_board) {
        input.0.events.retain(|event| !is_of_board(event));
    }
}
