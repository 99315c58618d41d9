//! The panels around the board, and what lies over it. What is in the panels, each board says.

use bevy::prelude::*;
use bevy_egui::egui;
use panels::Intent;
use panels::around::{self, Draw};
use panels::prompt::{Answer, PromptModel};

use crate::shell::camera::BoardRect;
use crate::shell::course::Course;
use crate::shell::focus::Focus;
use crate::shell::staged::Staged;
use crate::shell::standing::Standing;

pub mod chart;
pub mod floating;
mod timeline;
mod turns;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((floating::plugin, chart::plugin, turns::plugin));
}

/// What lies over the board of games of this ruleset.
pub(super) fn of<R: Staged>(app: &mut App) {
    app.add_plugins((timeline::plugin::<R>, chart::of::<R>, turns::of::<R>));
}

/// Lays the panels around the board: the prompt above, the status line below, the sidebar at the right. What is left of the
/// window is the board's.
pub fn surround(
    ctx: &egui::Context,
    board: &mut ResMut<BoardRect>,
    prompt: Draw<'_>,
    status: Draw<'_>,
    sidebar: Draw<'_>,
) -> Vec<Intent> {
    let (rest, intents) = around::surround(ctx, prompt, status, sidebar);
    let zoom = ctx.zoom_factor();
    board.set_if_neq(BoardRect(Rect::new(rest.min.x * zoom, rest.min.y * zoom, rest.max.x * zoom, rest.max.y * zoom)));
    intents
}

/// The prompt of a ruleset whose answers the board made: the rest of it is the same for all.
pub fn prompt_of(standing: &Standing, answers: Vec<Answer>, focus: &Focus, course: &Course) -> PromptModel {
    let past = (!standing.now).then_some((standing.point, standing.length));
    PromptModel {
        side: standing.acting,
        moment: standing.moment.clone(),
        question: standing.question.clone(),
        rule: standing.rule.clone(),
        answers: if past.is_some() { Vec::new() } else { answers },
        undo: standing.undo,
        redo: standing.redo,
        busy: !standing.still,
        past,
        before: standing.point.checked_sub(1),
        computer: course.now,
        keys: focus.on_board(),
    }
}
