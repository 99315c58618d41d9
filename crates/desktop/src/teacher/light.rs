//! What the teacher points at lights up on the board, whichever board it is: rings at the spots the board tells.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Color32, LayerId, Order as Layer, Stroke, pos2};
use panels::Theme;
use serde_json::Value;

use super::Teacher;
use crate::camera::{BoardRect, View};
use crate::hud::HudSystems;
use crate::hud::floating::board_rect;
use crate::probe::Spots;
use crate::screen::on_board;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.run_if(on_board).in_set(HudSystems::Around));
}

/// Whether anything lights up: then boards tell where things are.
pub fn is_lit(teacher: &Teacher) -> bool {
    !teacher.lit.is_empty()
}

/// The name under which a board tells a place or a piece.
fn name(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn draw(
    mut contexts: EguiContexts,
    teacher: Res<Teacher>,
    spots: Res<Spots>,
    view: Res<View>,
    board: Res<BoardRect>,
) -> Result {
    if teacher.lit.is_empty() {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let zoom = ctx.zoom_factor();
    let accent = Theme::of_context(&ctx).colours.accent;
    let layer = LayerId::new(Layer::Background, "teacher's light".into());
    let painter = ctx.layer_painter(layer).with_clip_rect(board_rect(&board, zoom));
    for wanted in teacher.lit.iter().map(name) {
        let piece = spots.pieces.iter().find(|(name, _)| *name == wanted).map(|(_, at)| (*at, 24.0));
        let place = spots.places.iter().find(|(name, _)| *name == wanted).map(|(_, at)| (*at, 34.0));
        let Some((at, radius)) = piece.or(place) else { continue };
        let pixel = view.to_screen(at, board.0) / zoom;
        let centre = pos2(pixel.x, pixel.y);
        let radius = radius * view.magnification.clamp(0.7, 2.0);
        // A dark line on both sides, so that the ring is seen on every ground.
        painter.circle_stroke(centre, radius, Stroke::new(6.0, Color32::from_black_alpha(150)));
        painter.circle_stroke(centre, radius, Stroke::new(3.0, accent));
    }
    Ok(())
}
