//! What lies over the table in words: what is pointed at, what a shot may come to, and the question which order is meant.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Area, Frame, Order as Layer, RichText};
use panels::theme::{Face, Press, Theme, size};

use super::fielded::{Fielded, ground_words, is_step};
use super::foreseen::{Foreseen, deed};
use super::hand::{Hand, Hovered};
use super::mouse::answer;
use super::overlay::corners;
use super::pieces::Lying;
use super::space::world;
use crate::hud::floating::{Card, board_rect, in_points};
use crate::shell::camera::{BoardRect, View};
use crate::shell::game::{Order, Play, Refused};
use crate::shell::order::{HudSystems, Room};
use crate::shell::pointer::Pointer;
use crate::shell::screen::on_board;
use crate::shell::seat::Seat;

/// The digits that answer an open list.
pub const DIGITS: [char; 9] = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/// How many things that cannot be done are told of.
const BARRED: usize = 3;

/// How wide such a card may be, in points.
const WIDTH: f32 = 330.0;

/// How high an answer of two lines is, in points.
const ROW: f32 = 52.0;

/// The hint at the top of the board has so much of it, in points.
const HINT: f32 = 52.0;

pub(super) fn plugin<R: Fielded>(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        (pointed::<R>, question::<R>)
            .chain()
            .run_if(on_board)
            .run_if(resource_exists::<Play<R>>)
            .in_set(HudSystems::Over.of(Room::Board)),
    );
}

/// What is under the pointer, in the lower right corner: the piece, what could be done to it, the ground.
fn pointed<R: Fielded>(
    mut contexts: EguiContexts,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    hand: Res<Hand<R>>,
    (hovered, foreseen): (Res<Hovered<R>>, Res<Foreseen<R>>),
    board: Res<BoardRect>,
    (card, pointer): (Res<Card>, Res<Pointer>),
) -> Result {
    let Some(view) = seat.view() else { return Ok(()) };
    let (Some(at), Some(table)) = (hovered.at, R::board(view)) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    // The orders to choose from lie over it where there is no room for both.
    let shown = |name: &str| ctx.memory(|memory| memory.area_rect(egui::Id::new(name)));
    let covered = || shown("question").zip(shown("pointed")).is_some_and(|(question, card)| question.intersects(card));
    if hand.question.is_some() && covered() {
        return Ok(());
    }
    let rect = board_rect(&board, ctx.zoom_factor());
    let rules = play.game.rules();
    let mut lines: Vec<(bool, String)> = Vec::new();
    if let Some(group) = hovered.group {
        let read = rules.read(view, group);
        lines.extend(read.into_iter().take(3).enumerate().map(|(n, line)| (n == 0, line)));
    }
    if let Some(deed) = deed(&hand, &hovered) {
        lines.push((true, rules.phrase(view, deed)));
        lines.extend(foreseen.told().into_iter().flat_map(|told| &told.lines).map(|line| (false, line.clone())));
    }
    // Where the fall of shot is guessed, nobody reads off where a point is.
    let guesses = hand.selected.is_some_and(|group| rules.guesses(view, group, at).is_some());
    let ground = ground_words(table, at);
    lines.push((false, if guesses { ground } else { format!("{at}  {ground}") }));
    // In the corner that is nobody else's: the teacher's cards and buttons stand in the other one.
    let (align, margin) = card.corner(rect, in_points(&pointer, &ctx), &ctx);
    let offset = align.pos_in_rect(&rect) - align.pos_in_rect(&ctx.viewport_rect()) + margin;
    Area::new("pointed".into()).order(Layer::Middle).interactable(false).anchor(align, offset).show(&ctx, |ui| {
        let c = Theme::of(ui).colours;
        Frame::popup(ui.style()).fill(c.panel).show(ui, |ui| {
            ui.set_max_width(WIDTH.min(rect.width() - 24.0));
            for (strong, line) in &lines {
                let text = RichText::new(line).color(c.text);
                let text = if *strong { text.font(Theme::font(ui, Face::SemiBold, size::BODY)) } else { text };
                ui.add(egui::Label::new(text).wrap());
            }
        });
    });
    Ok(())
}

/// Where a list of this size stands that is about what lies in `pieces`: at the right of it, at the left, below or above, where it
/// hides least of what is besides.
fn beside(pieces: egui::Rect, besides: &[egui::Rect], size: egui::Vec2, board: egui::Rect) -> egui::Pos2 {
    const APART: f32 = 8.0;
    let board = board.with_min_y(board.min.y + HINT).shrink(APART);
    let hidden = |list: &egui::Rect| -> f32 {
        let parts = besides.iter().map(|other| list.intersect(*other)).filter(egui::Rect::is_positive);
        parts.map(|part| part.area()).sum()
    };
    let places = [
        egui::pos2(pieces.max.x + APART, pieces.min.y + APART),
        egui::pos2(pieces.min.x - APART - size.x, pieces.min.y + APART),
        egui::pos2(pieces.min.x, pieces.max.y + APART),
        egui::pos2(pieces.min.x, pieces.min.y - APART - size.y),
    ];
    let lists = places.map(|at| {
        let highest = (board.max - size).max(board.min);
        egui::Rect::from_min_size(at.clamp(board.min, highest), size)
    });
    let free = lists.into_iter().filter(|list| !list.intersects(pieces));
    let best = free.min_by(|one, other| hidden(one).total_cmp(&hidden(other)));
    best.map_or(places[2], |list| list.min)
}

/// Which of several orders is meant.
pub(super) fn question<R: Fielded>(
    mut contexts: EguiContexts,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    eye: Res<View>,
    board: Res<BoardRect>,
    lying: Query<&Lying>,
    mut hand: ResMut<Hand<R>>,
    mut refused: ResMut<Refused>,
    mut orders: MessageWriter<Order<R::Command>>,
) -> Result {
    let (Some(view), Some(question)) = (seat.view(), &hand.question) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let zoom = ctx.zoom_factor();
    let rect = board_rect(&board, zoom);
    let pointed_at = lying.iter().find(|piece| piece.goal == question.at).and_then(|piece| piece.group);
    let rules = play.game.rules();
    let spot = |at: Vec2| {
        let at = eye.to_screen(at, board.0) / zoom;
        egui::pos2(at.x, at.y)
    };
    let (own, others): (Vec<&Lying>, Vec<&Lying>) =
        lying.iter().partition(|piece| piece.group.is_some() && piece.group == pointed_at);
    let base = |piece: &&Lying| {
        egui::Rect::from_center_size(spot(piece.at), egui::Vec2::splat(2.0 * piece.reach * eye.magnification / zoom))
    };
    let ground = egui::Rect::from_center_size(spot(world(question.at)), egui::vec2(40.0, 0.0));
    let pieces = own.iter().map(base).fold(ground, egui::Rect::union);
    let deed = question.pointed.and_then(|n| question.answers.get(n)).or(question.answers.first());
    let marks = deed.map(|deed| Fielded::marks(&**rules, view, deed)).unwrap_or_default();
    let marked = marks.iter().map(|mark| egui::Rect::from_points(&corners(mark).map(&spot)));
    let besides: Vec<egui::Rect> = others.iter().map(base).chain(marked).collect();
    let rows = question.answers.len() + question.barred.len().min(BARRED);
    let size = egui::vec2(WIDTH + 24.0, (20.0 + ROW * rows as f32).min(rect.height() * 0.6));
    let at = beside(pieces, &besides, size, rect);
    let leads_on = hand.leads_on();
    let words = |order| {
        let phrase = rules.phrase(view, order);
        if leads_on && is_step::<R>(order) { format!("{phrase} Then on, as far as possible.") } else { phrase }
    };
    let (mut chosen, mut pointed) = (None, question.pointed);
    Area::new("question".into()).order(Layer::Foreground).constrain_to(rect.shrink(8.0)).fixed_pos(at).show(
        &ctx,
        |ui| {
            let c = Theme::of(ui).colours;
            Frame::popup(ui.style()).fill(c.panel).show(ui, |ui| {
                ui.set_max_width(WIDTH);
                // As high as it needs: an area that is new would give it next to no room.
                let highest = rect.height() * 0.6;
                egui::ScrollArea::vertical().max_height(highest).min_scrolled_height(highest).show(ui, |ui| {
                    for (n, order) in question.answers.iter().enumerate() {
                        let mut press = Press::new(words(order)).full_width().selected(question.pointed == Some(n));
                        if let (Some(digit), true) = (DIGITS.get(n), question.answers.len() > 1) {
                            press = press.key(*digit);
                        }
                        let response = ui.add(press);
                        if response.hovered() {
                            pointed = Some(n);
                        }
                        if response.clicked() {
                            chosen = Some(order.clone());
                        }
                    }
                    for (label, refusal) in question.barred.iter().take(BARRED) {
                        let why = RichText::new(format!("{label}: {}", refusal.because)).color(c.muted);
                        ui.add(egui::Label::new(why).wrap());
                    }
                });
            });
        },
    );
    if let Some(order) = chosen {
        answer(order, &play, &seat, &mut hand, &mut orders, &mut refused);
    } else if hand.question.as_ref().is_some_and(|question| question.pointed != pointed)
        && let Some(question) = &mut hand.question
    {
        question.pointed = pointed;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> egui::Rect {
        egui::Rect::from_min_max(egui::pos2(0.0, 60.0), egui::pos2(940.0, 680.0))
    }

    fn list(pieces: egui::Rect, besides: &[egui::Rect]) -> egui::Rect {
        let size = egui::vec2(WIDTH, 120.0);
        egui::Rect::from_min_size(beside(pieces, besides, size, board()), size)
    }

    #[test]
    fn a_list_does_not_lie_over_what_it_is_about() {
        for (x, y) in [(40.0, 100.0), (400.0, 300.0), (850.0, 300.0), (400.0, 590.0)] {
            let pieces = egui::Rect::from_min_size(egui::pos2(x, y), egui::vec2(80.0, 90.0));
            assert!(!list(pieces, &[]).intersects(pieces), "{:?} lies over {pieces:?}", list(pieces, &[]));
            assert!(board().contains_rect(list(pieces, &[])));
            assert!(list(pieces, &[]).min.y >= board().min.y + HINT, "{:?} lies over the hint", list(pieces, &[]));
        }
        let wide = egui::Rect::from_min_size(egui::pos2(100.0, 200.0), egui::vec2(800.0, 90.0));
        assert!(!list(wide, &[]).intersects(wide));
    }

    #[test]
    fn a_list_does_not_lie_over_a_target_or_a_friend_if_it_can_stand_elsewhere() {
        let shooter = egui::Rect::from_center_size(egui::pos2(250.0, 372.0), egui::Vec2::splat(40.0));
        for (x, y) in [(320.0, 395.0), (470.0, 375.0), (60.0, 395.0), (260.0, 460.0), (260.0, 280.0)] {
            let other = egui::Rect::from_center_size(egui::pos2(x, y), egui::Vec2::splat(40.0));
            assert!(!list(shooter, &[other]).intersects(other), "{:?} lies over {other:?}", list(shooter, &[other]));
        }
    }
}
