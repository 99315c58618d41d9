//! Where the teacher's card lies: in the corner of the board where it covers least, and where the player drags it.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui;
use egui::{Align2, Area, Frame, Margin, Order as Layer, Pos2, pos2, vec2};
use panels::{Intent, Theme};

use super::Teacher;
use crate::hud::floating::{Card, board_rect};
use crate::shell::camera::{BoardRect, View};
use crate::shell::order::{GameSystems, Room};
use crate::shell::probe::Spots;
use crate::shell::screen::on_board;
use crate::shell::standing::Standing;

/// Width of the card, in points.
const WIDTH: f32 = 372.0;
/// Between the card and the edges of the board, in points.
const MARGIN: f32 = 12.0;
/// Kept free at the top for what the board says of the selection, in points.
const STRIP: f32 = 72.0;
/// What the timeline takes at the bottom while the past is looked at, in points.
const TIMELINE: f32 = 116.0;
/// How far around a piece the card should stay away, in points.
const APART: f32 = 22.0;
/// How many frames a board and the card take to be as they will stay.
const SETTLED: u8 = 6;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Place>()
        .add_systems(Update, choose.in_set(GameSystems::After.of(Room::Teacher)).run_if(on_board));
}

/// A corner of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Corner {
    #[default]
    LowerLeft,
    LowerRight,
    UpperRight,
    UpperLeft,
}

impl Corner {
    /// From the best to the worst, where all cover the same.
    const ALL: [Self; 4] = [Self::LowerLeft, Self::LowerRight, Self::UpperRight, Self::UpperLeft];

    const fn align(self) -> Align2 {
        match self {
            Self::LowerLeft => Align2::LEFT_BOTTOM,
            Self::LowerRight => Align2::RIGHT_BOTTOM,
            Self::UpperRight => Align2::RIGHT_TOP,
            Self::UpperLeft => Align2::LEFT_TOP,
        }
    }

    /// Where the card's own corner lies.
    fn of(self, room: egui::Rect) -> Pos2 {
        self.align().pos_in_rect(&room)
    }
}

/// Where the card lies, and what is still to be found out about it.
#[derive(Resource, Default)]
pub(super) struct Place {
    corner: Corner,
    size: egui::Vec2,
    /// In how many frames the corner is chosen again; 0 if it stays.
    wait: u8,
    /// It has just got another corner.
    fresh: bool,
    /// The player put it somewhere: there it stays.
    dragged: bool,
    room: Option<egui::Rect>,
}

impl Place {
    /// A new lesson: nobody has put its card anywhere yet.
    pub fn begin(&mut self) {
        *self = Self { size: self.size, wait: SETTLED, fresh: true, ..Self::default() };
    }

    /// The text has changed, and perhaps what lies under it.
    pub fn look_again(&mut self) {
        self.wait = SETTLED;
    }
}

/// The part of the board where the card may lie.
fn room(rect: egui::Rect) -> egui::Rect {
    egui::Rect::from_min_max(rect.min + vec2(MARGIN, STRIP), rect.max - vec2(MARGIN, MARGIN))
}

/// Takes the corner where the card covers least, and stays where it is if nowhere is better.
pub(super) fn choose(
    mut place: ResMut<Place>,
    mut teacher: ResMut<Teacher>,
    spots: Res<Spots>,
    view: Res<View>,
    board: Res<BoardRect>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    teacher.asks_where = place.wait > 0;
    if place.wait == 0 {
        return;
    }
    redraw.write(RequestRedraw);
    place.wait -= 1;
    let Some(room) = place.room.filter(|_| place.wait == 0 && !place.dragged) else { return };
    // Points of the panels are so many pixels of the board.
    let zoom = board.0.width() / (room.width() + 2.0 * MARGIN).max(1.0);
    let pixel = |at: Vec2| {
        let pixel = view.to_screen(at, board.0) / zoom;
        pos2(pixel.x, pixel.y)
    };
    let lit = spots.lit.iter().map(|lit| (pixel(lit.at), 3));
    let things: Vec<(Pos2, u32)> = spots.pieces.iter().map(|(_, at)| (pixel(*at), 1)).chain(lit).collect();
    let best = least_covering(room, place.size, &things, place.corner);
    place.fresh |= best != place.corner;
    place.corner = best;
}

/// The corner in which a card of this size covers the least of things with their weights.
fn least_covering(room: egui::Rect, size: egui::Vec2, things: &[(Pos2, u32)], now: Corner) -> Corner {
    let covers = |corner: &Corner| -> u32 {
        let card = corner.align().anchor_size(corner.of(room), size).expand(APART);
        things.iter().filter(|(at, _)| card.contains(*at)).map(|(_, weight)| weight).sum()
    };
    let least = Corner::ALL.iter().map(covers).min().unwrap_or(0);
    if covers(&now) == least {
        return now;
    }
    Corner::ALL.into_iter().find(|corner| covers(corner) == least).unwrap_or(now)
}

/// Draws the card.
pub(super) fn show(
    ctx: &egui::Context,
    board: &BoardRect,
    standing: &Standing,
    place: &mut Place,
    covered: &mut Card,
    name: &'static str,
    add: impl FnOnce(&mut egui::Ui) -> Vec<Intent>,
) -> Vec<Intent> {
    let mut rect = board_rect(board, ctx.zoom_factor());
    let room = room(rect);
    if place.room.replace(room) != Some(room) {
        place.fresh |= !place.dragged;
    }
    if !standing.now {
        rect.max.y -= TIMELINE;
    }
    let mut area = Area::new(name.into())
        .order(Layer::Middle)
        .pivot(place.corner.align())
        .default_pos(place.corner.of(room))
        .constrain_to(rect)
        .movable(true);
    if std::mem::take(&mut place.fresh) {
        area = area.current_pos(place.corner.of(room));
    }
    let mut intents = Vec::new();
    let shown = area.show(ctx, |ui| {
        let c = Theme::of(ui).colours;
        Frame::popup(ui.style()).fill(c.panel).inner_margin(Margin::same(12)).show(ui, |ui| {
            ui.set_width(WIDTH.min(rect.width() - 48.0));
            intents = add(ui);
        });
    });
    place.dragged |= shown.response.dragged();
    covered.0 = Some(shown.response.rect);
    // A card stands on one edge, by the height it had in the frame before: when that has changed, it must be laid out once
    // more, or its buttons would move away under the next touch of the mouse.
    if place.size != shown.response.rect.size() {
        place.size = shown.response.rect.size();
        ctx.request_repaint();
    }
    intents
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: egui::Rect = egui::Rect { min: pos2(0.0, 0.0), max: pos2(900.0, 600.0) };
    const SIZE: egui::Vec2 = vec2(400.0, 200.0);

    #[test]
    fn the_card_goes_where_it_covers_nobody_and_stays_where_it_covers_as_little() {
        let best = |things: &[(Pos2, u32)], now| least_covering(ROOM, SIZE, things, now);
        let clay = (pos2(320.0, 545.0), 1);
        assert_eq!(best(&[clay], Corner::LowerLeft), Corner::LowerRight);
        assert_eq!(best(&[], Corner::UpperRight), Corner::UpperRight, "it does not hop without need");
        let pointed_at = (pos2(700.0, 500.0), 3);
        assert_eq!(best(&[clay, pointed_at], Corner::LowerRight), Corner::UpperRight);
        let everywhere = [clay, pointed_at, (pos2(700.0, 50.0), 1), (pos2(100.0, 50.0), 1)];
        assert_eq!(best(&everywhere, Corner::LowerRight), Corner::LowerLeft, "what is pointed at counts more");
    }
}
