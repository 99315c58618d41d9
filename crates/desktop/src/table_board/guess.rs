//! The card for calling fire by two distances from the edges of the table.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align2, Area, Frame, Order as Layer, vec2};
use panels::Theme;
use panels::guess::{Distances, GuessModel, GuessWant, guess_panel};
use table::{Board, INCH, Point};

use super::card::question;
use super::fielded::Fielded;
use super::hand::Hand;
use super::mouse::give;
use crate::hud::floating::board_rect;
use crate::shell::camera::BoardRect;
use crate::shell::game::{Order, Play, Refused};
use crate::shell::order::{HudSystems, Room};
use crate::shell::said::Said;
use crate::shell::screen::on_board;
use crate::shell::seat::Seat;

pub(super) fn plugin<R: Fielded>(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        card::<R>
            .after(question::<R>)
            .run_if(on_board)
            .run_if(resource_exists::<Play<R>>)
            .in_set(HudSystems::Over.of(Room::Board)),
    );
}

/// The length and the depth of a table in whole inches.
fn whole_inches(board: &Board) -> [u32; 2] {
    [board.columns(), board.lines()].map(|inches| u32::try_from(inches).unwrap_or(0))
}

/// The point so many inches from the left edge and from the upper edge.
fn named([across, down]: [u32; 2], board: &Board) -> Point {
    let length = |inches: u32| i32::try_from(inches).unwrap_or(0) * INCH;
    let corner = board.corner();
    Point { x: length(across).min(corner.x), y: length(down).min(corner.y) }
}

/// Beside the table, so that it hides nothing that is guessed at.
fn card<R: Fielded>(
    mut contexts: EguiContexts,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    hand: Res<Hand<R>>,
    board: Res<BoardRect>,
    mut distances: Local<(Option<super::fielded::Group>, Distances)>,
    mut refused: ResMut<Refused>,
    mut orders: MessageWriter<Order<R::Command>>,
    mut said: MessageWriter<Said>,
) -> Result {
    let Some(view) = seat.view() else { return Ok(()) };
    let caller = hand.selected.filter(|group| hand.actors.contains(group) && !seat.offers().is_empty());
    let (Some(group), Some(table)) = (caller, R::board(view)) else { return Ok(()) };
    let rules = play.game.rules();
    let most = whole_inches(table);
    if distances.0 != Some(group) {
        *distances = (Some(group), Distances::default());
    }
    let at = distances.1.inches(most).map(|inches| named(inches, table));
    let Some((rule, meant)) = rules.guesses(view, group, at.unwrap_or_default()) else { return Ok(()) };
    let checked: Vec<_> = meant.into_iter().map(|order| (seat.check(rules, &order), order)).collect();
    let first = checked.iter().find_map(|(check, _)| check.clone().err());
    let legal: Vec<&R::Command> = checked.iter().filter(|(check, _)| check.is_ok()).map(|(_, order)| order).collect();
    let named = at.is_some();
    let model = GuessModel {
        who: rules.name(view, group),
        most,
        calls: legal.iter().filter(|_| named).map(|order| rules.phrase(view, order)).collect(),
        refusal: first.filter(|_| named && legal.is_empty()).map(|refusal| refusal.because),
        rule,
    };
    let ctx = contexts.ctx_mut()?.clone();
    let rect = board_rect(&board, ctx.zoom_factor());
    let offset = rect.right_top() - ctx.viewport_rect().right_top() + vec2(-12.0, 84.0);
    let mut wants = Vec::new();
    Area::new("guess".into()).order(Layer::Middle).anchor(Align2::RIGHT_TOP, offset).show(&ctx, |ui| {
        let c = Theme::of(ui).colours;
        Frame::popup(ui.style()).fill(c.panel).show(ui, |ui| {
            ui.set_max_width(280.0_f32.min(rect.width() - 24.0));
            wants = guess_panel(ui, &model, &mut distances.1);
        });
    });
    for want in wants {
        match want {
            GuessWant::Call(n) => {
                if let Some(order) = legal.get(n) {
                    give((*order).clone(), &play, &seat, &mut orders, &mut refused);
                }
            }
            GuessWant::Say(intent) => _ = said.write(Said(intent)),
        }
    }
    Ok(())
}
