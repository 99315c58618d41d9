//! Who is at the table, beside the board, and what is said to each other.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align2, Area, Frame, Margin, Order as Layer, vec2};
use panels::elsewhere::{Away, company_panel};
use panels::{Intent, Theme};

use super::Company;
use crate::hud::floating::board_rect;
use crate::shell::camera::BoardRect;
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, HudSystems, Room};
use crate::shell::said::Said;
use crate::shell::screen::on_board;
use crate::shell::staged::Staged;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, draw.run_if(on_board).in_set(HudSystems::Over.of(Room::Elsewhere)))
        .add_systems(Update, note_down.in_set(GameSystems::Before.of(Room::Elsewhere)));
}

/// What is said to the others of this ruleset's game.
pub(super) fn of<R: Staged>(app: &mut App) {
    app.add_systems(
        Update,
        pass_on::<R>.in_set(GameSystems::Input.of(Room::Elsewhere)).run_if(resource_exists::<Play<R>>),
    );
}

fn draw(
    mut contexts: EguiContexts,
    company: Res<Company>,
    board: Res<BoardRect>,
    mut said: MessageWriter<Said>,
) -> Result {
    let Some(model) = &company.model else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let rect = board_rect(&board, ctx.zoom_factor());
    // What is said of the place under the pointer lies in the very corner.
    let offset = rect.right_bottom() - ctx.viewport_rect().right_bottom() + vec2(-12.0, -84.0);
    let mut intents = Vec::new();
    Area::new("company".into()).order(Layer::Middle).anchor(Align2::RIGHT_BOTTOM, offset).show(&ctx, |ui| {
        let c = Theme::of(ui).colours;
        Frame::popup(ui.style()).fill(c.panel).inner_margin(Margin::same(8)).show(ui, |ui| {
            ui.set_width(280.0_f32.min(rect.width() - 48.0));
            intents = company_panel(ui, model);
        });
    });
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}

/// What concerns this window alone.
fn note_down(mut said: MessageReader<Said>, mut company: ResMut<Company>, mut redraw: MessageWriter<RequestRedraw>) {
    for Said(intent) in said.read() {
        let Intent::Elsewhere(away) = intent else { continue };
        let Company { model: Some(model), read } = &mut *company else { continue };
        redraw.write(RequestRedraw);
        match away {
            Away::Talk => {
                model.open = !model.open;
                (model.unread, *read) = (0, model.said.len());
            }
            Away::Draft(draft) => model.draft.clone_from(draft),
            _ => {}
        }
    }
}

fn pass_on<R: Staged>(mut said: MessageReader<Said>, mut play: ResMut<Play<R>>, mut company: ResMut<Company>) {
    for Said(intent) in said.read() {
        let (Intent::Elsewhere(away), Some(told)) = (intent, play.bypass_change_detection().game.told_mut()) else {
            continue;
        };
        match away {
            Away::Say => {
                let draft = company.model.as_mut().map(|model| std::mem::take(&mut model.draft)).unwrap_or_default();
                if !draft.trim().is_empty() {
                    told.say(&draft);
                }
            }
            Away::Agree(agreed) => told.answer(*agreed),
            _ => {}
        }
    }
}
