//! The board for those who do not see it: each place with its state and who is there, where it lies, in the window's
//! accessibility tree. Everything that can be done there stands in the prompt.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use block_by_block::{BlockByBlock, Place};
use panels::area::inspector::area_told;
use panels::theme::Landmark;

use super::words::question;
use crate::shell::camera::{BoardRect, View};
use crate::shell::drawing::world;
use crate::shell::game::Play;
use crate::shell::order::{HudSystems, Room};
use crate::shell::screen::on_board;
use crate::shell::table::Table;

/// Half the width of what is pointed out of a place, in points.
const REACH: f32 = 12.0;

pub(super) fn plugin(app: &mut App) {
    let there = resource_exists::<Play<BlockByBlock>>;
    app.add_systems(
        EguiPrimaryContextPass,
        tell.after(question).run_if(on_board).run_if(there).in_set(HudSystems::Over.of(Room::Board)),
    );
}

fn tell(
    mut contexts: EguiContexts,
    play: Res<Play<BlockByBlock>>,
    table: Res<Table>,
    view: Res<View>,
    board: Res<BoardRect>,
    mut told: Local<Vec<String>>,
) -> Result {
    if told.is_empty() || play.is_changed() {
        *told = Place::all().map(|place| area_told(play.game.rules(), play.state(), place)).collect();
    }
    let ctx = contexts.ctx_mut()?.clone();
    let zoom = ctx.zoom_factor();
    let area = egui::Area::new("board aloud".into()).order(egui::Order::Background).interactable(false);
    area.fixed_pos(egui::Pos2::ZERO).show(&ctx, |ui| {
        Landmark::Board.mark(ui);
        for (n, (place, words)) in Place::all().zip(&*told).enumerate() {
            // What lies beyond the edge is told at the edge.
            let at = view.to_screen(world(table.rules.map().at(place)), board.0).clamp(board.0.min, board.0.max) / zoom;
            let rect = egui::Rect::from_center_size(egui::pos2(at.x, at.y), egui::Vec2::splat(2.0 * REACH));
            Landmark::tell(ui, n, rect, words);
        }
    });
    Ok(())
}
