//! The timeline under the board while the past is looked at.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align2, Area, Frame, Order as Layer, vec2};
use panels::Theme;
use panels::timeline::{TimelineModel, timeline_panel};
use tabletop::Ruleset;

use super::floating::board_rect;
use crate::shell::camera::BoardRect;
use crate::shell::game::Play;
use crate::shell::order::{HudSystems, Room};
use crate::shell::said::Said;
use crate::shell::screen::on_board;
use crate::shell::seat::Seat;
use crate::shell::staged::Staged;

/// The timeline for games of this ruleset.
pub fn plugin<R: Staged>(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        timeline::<R>
            .after(super::chart::draw)
            .run_if(on_board)
            .run_if(resource_exists::<Play<R>>)
            .in_set(HudSystems::Over.of(Room::Hud)),
    );
}

/// Where each turn begins: how many orders had been given, and its name.
fn turns<R: Ruleset>(play: &Play<R>) -> Vec<(usize, String)> {
    let mut turns: Vec<(usize, String)> = Vec::new();
    let mut last = None;
    for n in 0..=play.game.len() {
        let turn = play.game.rules().moment(play.game.state_at(n)).0;
        if last != Some(turn) {
            last = Some(turn);
            turns.push((n, format!("Turn {turn}")));
        }
    }
    turns
}

/// The way back to the present, while the past is looked at.
fn timeline<R: Staged>(
    mut contexts: EguiContexts,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    board: Res<BoardRect>,
    mut said: MessageWriter<Said>,
) -> Result {
    if play.is_now() {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let rect = board_rect(&board, ctx.zoom_factor());
    let (game, at) = (&play.game, play.point());
    // Of the other side's orders only what may be known.
    let eyes = seat.eyes(game);
    let order = at
        .checked_sub(1)
        .and_then(|n| game.log_for(n..n + 1, eyes.readers()).pop())
        .and_then(|line| line.phrase.or_else(|| line.told.into_iter().next()));
    let model = TimelineModel {
        at,
        length: game.len(),
        moment: game.rules().moment(play.state()).1,
        order: order.unwrap_or_default(),
        turns: turns(&play),
        live: play.is_now(),
        elsewhere: game.whole().is_none(),
    };
    let offset = rect.center_bottom() - ctx.viewport_rect().center_bottom() - vec2(0.0, 12.0);
    let mut intents = Vec::new();
    Area::new("timeline".into()).order(Layer::Foreground).anchor(Align2::CENTER_BOTTOM, offset).show(&ctx, |ui| {
        let c = Theme::of(ui).colours;
        Frame::popup(ui.style()).fill(c.panel).show(ui, |ui| {
            ui.set_width((rect.width() - 48.0).min(760.0));
            intents.extend(timeline_panel(ui, &model));
        });
    });
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}
