//! The panels around the board, and what lies over it.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use block_by_block::{BlockByBlock, Event};
use egui::{Frame, Margin, Panel};
use panels::prompt::{PromptContext, prompt_bar, prompt_model};
use panels::turns::{status_bar, status_model};
use panels::{Intent, Theme};
use tabletop::RuleId;

use crate::area_board::hand::Hand;
use crate::camera::BoardRect;
use crate::chronicle::Chronicle;
use crate::focus::Focus;
use crate::game::Play;
use crate::playback::Playback;
use crate::screen::on_board;
use crate::settings::Settings;

mod floating;
mod sidebar;

/// Width of the sidebar, in points.
const SIDEBAR: f32 = 340.0;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Said>()
        .init_resource::<Desk>()
        .add_plugins(floating::plugin)
        .add_systems(EguiPrimaryContextPass, around.run_if(on_board).in_set(HudSystems::Around))
        .configure_sets(EguiPrimaryContextPass, (HudSystems::Around, HudSystems::Over).chain());
}

/// The order in which the panels are laid out.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HudSystems {
    /// The panels around the board.
    Around,
    /// What lies over the board.
    Over,
}

/// What the player said through a panel.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Said(pub Intent);

/// How the panels stand.
#[derive(Resource, Clone, Debug, Default)]
pub struct Desk {
    /// The part of the sidebar that is shown.
    pub tab: panels::intent::Tab,
    /// The rulebook, if it is open, and the rule it is open at.
    pub rulebook: Option<Option<RuleId>>,
}

fn around(
    mut contexts: EguiContexts,
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    hand: Res<Hand>,
    focus: Res<Focus>,
    desk: Res<Desk>,
    settings: Res<Settings>,
    chronicle: Res<Chronicle>,
    mut board: ResMut<BoardRect>,
    mut said: MessageWriter<Said>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let mut intents = Vec::new();
    let builder = egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(ctx.viewport_rect());
    let mut root = egui::Ui::new(ctx.clone(), "window".into(), builder);
    let colours = Theme::of_context(&ctx).colours;
    let frame = |x: i8, y: i8| Frame::new().fill(colours.panel).inner_margin(Margin::symmetric(x, y));

    let options: Vec<_> = hand.offers.commands().cloned().collect();
    let rules = play.game.rules();
    let context = PromptContext {
        selection: hand.selected,
        undo: play.game.can_undo(),
        redo: play.game.can_redo(),
        busy: !playback.is_idle(),
        past: (!play.is_now()).then(|| (play.point(), play.game.len())),
        keys: focus.on_board(),
    };
    let prompt = prompt_model(rules, play.state(), &options, context);
    Panel::top("prompt").frame(frame(8, 4)).show(&mut root, |ui| intents.extend(prompt_bar(ui, &prompt)));
    let status = status_model(rules, play.state(), settings.log);
    Panel::bottom("status").frame(frame(12, 0)).show(&mut root, |ui| intents.extend(status_bar(ui, &status)));
    Panel::right("sidebar").frame(frame(0, 0)).resizable(false).exact_size(SIDEBAR).show(&mut root, |ui| {
        sidebar::sidebar(
            ui,
            &sidebar::Contents {
                play: &play,
                hand: &hand,
                desk: &desk,
                options: &options,
                chronicle: &chronicle,
                log: settings.log,
            },
            &mut intents,
        );
    });

    let rest = root.available_rect_before_wrap();
    let zoom = ctx.zoom_factor();
    board.set_if_neq(BoardRect(Rect::new(rest.min.x * zoom, rest.min.y * zoom, rest.max.x * zoom, rest.max.y * zoom)));
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}
