//! The computer's last order, and what was noticed of its turn, over the board.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align2, Area, Frame, Margin, Order as Layer, vec2};
use panels::Theme;
use panels::computer::course_card;

use crate::hud::floating::board_rect;
use crate::shell::camera::BoardRect;
use crate::shell::course::Course;
use crate::shell::order::{HudSystems, Room};
use crate::shell::said::Said;
use crate::shell::screen::on_board;
use crate::teacher::{Open, Teacher};

/// How wide it may be, in points.
const WIDE: f32 = 340.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.run_if(on_board).in_set(HudSystems::Over.of(Room::Computer)));
}

/// How far below the board's upper edge the card begins, in points: the hint of what is in hand stands above it.
const BELOW_HINT: f32 = 76.0;

fn draw(
    mut contexts: EguiContexts,
    course: Res<Course>,
    teacher: Res<Teacher>,
    board: Res<BoardRect>,
    mut said: MessageWriter<Said>,
) -> Result {
    let Some(model) = &course.card else { return Ok(()) };
    // What the teacher lays over the board lies in the same corner.
    if teacher.open != Open::Nothing || (!model.over && model.lines.is_empty()) {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let rect = board_rect(&board, ctx.zoom_factor());
    let offset = rect.right_top() - ctx.viewport_rect().right_top() + vec2(-12.0, BELOW_HINT);
    let mut intents = Vec::new();
    Area::new("what the computer does".into()).order(Layer::Middle).anchor(Align2::RIGHT_TOP, offset).show(
        &ctx,
        |ui| {
            let c = Theme::of(ui).colours;
            Frame::popup(ui.style()).fill(c.panel).inner_margin(Margin::symmetric(12, 8)).show(ui, |ui| {
                ui.set_width(WIDE.min(rect.width() - 48.0));
                ui.set_max_height((rect.height() - BELOW_HINT - 84.0).max(60.0));
                intents = course_card(ui, model);
            });
        },
    );
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}
