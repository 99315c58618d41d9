//! The panels around the board, and what lies over it. What is in the panels, each board says.

use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};
use egui::{Frame, Margin, Panel, Ui};
use panels::log::{LogModel, log_panel};
use panels::prompt::{Answer, PromptModel};
use panels::{Intent, Theme};
use tabletop::RuleId;

use crate::camera::BoardRect;
use crate::focus::Focus;
use crate::standing::Standing;

pub mod floating;
pub mod timeline;

/// Height of the log, in points.
const LOG: f32 = 210.0;

/// Width of the sidebar, in points.
const SIDEBAR: f32 = 340.0;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Said>()
        .init_resource::<Desk>()
        .add_plugins(floating::plugin)
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
    /// The part of the sidebar that is shown, for Block by Block.
    pub tab: panels::intent::Tab,
    /// The part of the sidebar that is shown, for a ruleset that numbers its parts.
    pub part: usize,
    /// The rulebook, if it is open, and the rule it is open at.
    pub rulebook: Option<Option<RuleId>>,
}

/// Draws one of the panels; what the player said goes to the end of the list.
pub type Draw<'a> = Box<dyn FnOnce(&mut Ui, &mut Vec<Intent>) + 'a>;

/// Lays the panels around the board: the prompt above, the status line below, the sidebar at the right. What is left of the
/// window is the board's.
pub fn surround(
    ctx: &egui::Context,
    board: &mut ResMut<BoardRect>,
    prompt: Draw<'_>,
    status: Draw<'_>,
    sidebar: Draw<'_>,
) -> Vec<Intent> {
    let mut intents = Vec::new();
    let builder = egui::UiBuilder::new().layer_id(egui::LayerId::background()).max_rect(ctx.viewport_rect());
    let mut root = egui::Ui::new(ctx.clone(), "window".into(), builder);
    let colours = Theme::of_context(ctx).colours;
    let frame = |x: i8, y: i8| Frame::new().fill(colours.panel).inner_margin(Margin::symmetric(x, y));
    Panel::top("prompt").frame(frame(8, 4)).show(&mut root, |ui| prompt(ui, &mut intents));
    Panel::bottom("status").frame(frame(12, 0)).show(&mut root, |ui| status(ui, &mut intents));
    Panel::right("sidebar")
        .frame(frame(0, 0))
        .resizable(false)
        .exact_size(SIDEBAR)
        .show(&mut root, |ui| sidebar(ui, &mut intents));
    let rest = root.available_rect_before_wrap();
    let zoom = ctx.zoom_factor();
    board.set_if_neq(BoardRect(Rect::new(rest.min.x * zoom, rest.min.y * zoom, rest.max.x * zoom, rest.max.y * zoom)));
    intents
}

/// The log at the foot of the sidebar: a third of it, and with large letters in a small window as much as still shows a line.
pub fn log_below(ui: &mut Ui, log: &LogModel<'_>) -> Vec<Intent> {
    let room = ui.available_height();
    let height = LOG.min((room / 3.0).max(130.0)).min(room / 2.0);
    let frame =
        Frame::new().fill(Theme::of(ui).colours.panel).inner_margin(Margin { left: 12, right: 8, top: 8, bottom: 8 });
    let shown = Panel::bottom("log").frame(frame).resizable(false).exact_size(height).show(ui, |ui| log_panel(ui, log));
    shown.inner
}

/// The prompt of a ruleset whose answers the board made: the rest of it is the same for all.
pub fn prompt_of(standing: &Standing, answers: Vec<Answer>, focus: &Focus) -> PromptModel {
    let past = (!standing.now).then_some((standing.point, standing.length));
    PromptModel {
        side: standing.acting,
        moment: standing.moment.clone(),
        question: standing.question.clone(),
        rule: standing.rule.clone(),
        answers: if past.is_some() { Vec::new() } else { answers },
        undo: standing.undo,
        redo: standing.redo,
        busy: !standing.still,
        past,
        keys: focus.on_board(),
    }
}
