//! The tray at the board's edge: counters that have to be laid on the map now.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use block_by_block::{BlockByBlock, Event};
use egui::{Align2, Area, Frame, Order as Layer, vec2};
use panels::area::inspector::{tray_model, tray_panel};
use panels::theme::Theme;

use super::hand::Hand;
use super::words::question;
use crate::hud::floating::board_rect;
use crate::shell::camera::BoardRect;
use crate::shell::game::Play;
use crate::shell::order::{HudSystems, Room};
use crate::shell::playback::Playback;
use crate::shell::said::Said;
use crate::shell::screen::on_board;
use crate::shell::table::Look;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        EguiPrimaryContextPass,
        tray.before(question)
            .run_if(on_board)
            .run_if(resource_exists::<Play<BlockByBlock>>)
            .in_set(HudSystems::Over.of(Room::Board)),
    );
}

fn tray(
    mut contexts: EguiContexts,
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    hand: Res<Hand>,
    look: Res<Look>,
    board: Res<BoardRect>,
    mut said: MessageWriter<Said>,
) -> Result {
    if !play.is_now() || !playback.is_idle() {
        return Ok(());
    }
    let options: Vec<_> = hand.offers.commands().cloned().collect();
    let Some(model) = tray_model(play.game.rules(), play.state(), &options, hand.selected) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let rect = board_rect(&board, ctx.zoom_factor());
    let offset = rect.left_bottom() - ctx.viewport_rect().left_bottom() + vec2(8.0, -8.0);
    let mut intents = Vec::new();
    Area::new("tray".into()).order(Layer::Middle).anchor(Align2::LEFT_BOTTOM, offset).show(&ctx, |ui| {
        let c = Theme::of(ui).colours;
        Frame::popup(ui.style()).fill(c.panel).show(ui, |ui| intents.extend(tray_panel(ui, &model, &look.0)));
    });
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}
