//! What the teacher points at lights up on the board, whichever board it is: rings at the spots the board tells.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Color32, LayerId, Order as Layer, Shape, Stroke, pos2, vec2};
use panels::Theme;
use serde_json::Value;

use super::Teacher;
use super::card::choose;
use crate::hud::floating::board_rect;
use crate::shell::camera::{BoardRect, Bounds, View};
use crate::shell::order::{GameSystems, HudSystems, Room};
use crate::shell::probe::{Lit, Spots, SpotsWanted};
use crate::shell::screen::on_board;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.run_if(on_board).in_set(HudSystems::Around.of(Room::Teacher)))
        .add_systems(Update, want_spots.in_set(GameSystems::Seats.of(Room::Teacher)))
        .add_systems(Update, come_nearer.after(choose).in_set(GameSystems::After.of(Room::Teacher)).run_if(on_board));
}

/// The radius of the smallest ring, and how far a ring stays away from what it is about, in points.
const SMALLEST: f32 = 14.0;
const CLEAR: f32 = 5.0;
/// How many frames a board takes to tell where the pieces of a new game are.
const SETTLED: u8 = 4;
/// How near a lesson comes at most.
const NEAREST: f32 = 2.2;
/// The ground around what a lesson is about, in map units.
const AROUND: f32 = 130.0;
/// By how much a lesson's card, in the lower left corner, pushes the middle aside, in pixels.
const BESIDE_CARD: Vec2 = Vec2::new(150.0, 70.0);

/// Asks for a nearer look at what the next game for practice is about, once it lies on the table.
pub fn ask_nearer(teacher: &mut Teacher) {
    teacher.nearer = SETTLED;
}

/// Shows the pieces of a lesson from as near as lets all of them be seen.
pub(super) fn come_nearer(
    mut teacher: ResMut<Teacher>,
    spots: Res<Spots>,
    bounds: Res<Bounds>,
    board: Res<BoardRect>,
    mut view: ResMut<View>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if teacher.nearer == 0 {
        return;
    }
    redraw.write(RequestRedraw);
    teacher.nearer -= 1;
    if teacher.nearer > 0 {
        return;
    }
    let points: Vec<Vec2> = spots.pieces.iter().map(|(_, at)| *at).chain(spots.lit.iter().map(|lit| lit.at)).collect();
    let Some(first) = points.first() else { return };
    let about =
        points.iter().fold(Rect::from_corners(*first, *first), |rect, at| rect.union_point(*at)).inflate(AROUND);
    let whole = View::fit(bounds.0, board.0);
    let magnification = (board.0.size() / about.size()).min_element().min(NEAREST);
    if magnification > whole.magnification * 1.2 {
        let centre = about.center() - BESIDE_CARD / magnification;
        *view = View { centre, magnification, fitted: false }.within(bounds.0, board.0);
    }
}

/// Boards tell where things are while anything lights up, or is looked for to come nearer or to be left free.
fn want_spots(teacher: Res<Teacher>, mut wanted: ResMut<SpotsWanted>) {
    wanted.set_if_neq(SpotsWanted(!teacher.lit.is_empty() || teacher.nearer > 0 || teacher.asks_where));
}

/// What the teacher points at on a board where everything has one name. `reach` is how far a ring about a counter and one about a
/// place go, in map units.
pub fn lit_by_name(
    teacher: &Teacher,
    pieces: &[(String, Vec2)],
    places: &[(String, Vec2)],
    reach: (f32, f32),
) -> Vec<Lit> {
    let found = |wanted: String| {
        let among = |list: &[(String, Vec2)], reach| {
            list.iter().find(|(name, _)| *name == wanted).map(|(_, at)| Lit { at: *at, reach })
        };
        among(pieces, reach.0).or_else(|| among(places, reach.1))
    };
    teacher.lit.iter().map(name).filter_map(found).collect()
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
    for lit in &spots.lit {
        let pixel = view.to_screen(lit.at, board.0) / zoom;
        let centre = pos2(pixel.x, pixel.y);
        let radius = (lit.reach * view.magnification / zoom).max(SMALLEST) + CLEAR;
        // A dark line on both sides, so that the ring is seen on every ground.
        painter.circle_stroke(centre, radius, Stroke::new(6.0, Color32::from_black_alpha(150)));
        painter.circle_stroke(centre, radius, Stroke::new(3.0, accent));
        // An arrow from above: rings alone would be taken for those of pieces that can act or be acted on.
        let tip = centre - vec2(0.0, radius + 5.0);
        let arrow = vec![tip, tip + vec2(-10.0, -15.0), tip + vec2(10.0, -15.0)];
        painter.add(Shape::convex_polygon(arrow, accent, Stroke::new(2.0, Color32::from_black_alpha(190))));
    }
    Ok(())
}
