//! The screens around the game, and what lies over it: title, scenarios, saved games, options, dialogs.

mod art;
mod curtain;
mod dialogs;
mod fault;
mod load;
mod options;
mod over;
mod scenarios;
mod settings;
mod title;
mod turn;

use egui::{Align, Layout, RichText, Ui, vec2};

pub use curtain::{CurtainModel, curtain_screen};
pub use dialogs::{
    ConfirmModel, KEYS, MenuModel, banner, confirm_dialog, game_menu, keys_panel, modal, save_dialog, side_banner,
};
pub use fault::{FaultModel, FaultWant, fault_page};
pub use load::{LoadModel, SaveLine, SavedBoard, load_screen};
pub use options::{OptionsModel, options_screen};
pub use over::{GameOverModel, ResultParts, game_over_panel, plain_game_over_model};
pub use scenarios::{BoardPicture, ScenarioLine, ScenariosModel, scenarios_screen};
pub use settings::{Hearing, Settings, Speed, WindowSize};
pub use title::{RulesetCard, TitleModel, ruleset_cards, title_screen};
pub use turn::{PointsTurnModel, points_turn_panel};

use crate::Intent;
use crate::theme::{Face, Press, Theme, Weight, size};

/// How wide a page is at most, in points.
const PAGE: f32 = 1040.0;

/// A screen with a heading, the way back, and a column that is never too wide to read.
pub(crate) fn page(
    ui: &mut Ui,
    heading: &str,
    back: Intent,
    intents: &mut Vec<Intent>,
    add: impl FnOnce(&mut Ui, &mut Vec<Intent>),
) {
    page_within(ui, PAGE, heading, back, intents, add);
}

/// The same, for pages that use more of a large window than prose does.
pub(crate) fn page_within(
    ui: &mut Ui,
    widest: f32,
    heading: &str,
    back: Intent,
    intents: &mut Vec<Intent>,
    add: impl FnOnce(&mut Ui, &mut Vec<Intent>),
) {
    let width = ui.available_width().min(widest);
    let side = ((ui.available_width() - width) / 2.0).max(0.0);
    ui.horizontal_top(|ui| {
        ui.add_space(side);
        ui.allocate_ui_with_layout(vec2(width, ui.available_height()), Layout::top_down(Align::LEFT), |ui| {
            ui.set_width(width);
            ui.add_space(16.0);
            ui.horizontal(|ui| {
                if ui.add(Press::new("Back").key("Esc").weight(Weight::Quiet)).clicked() {
                    intents.push(back);
                }
                let font = Theme::font(ui, Face::SemiBold, size::TITLE);
                ui.label(RichText::new(heading).font(font));
            });
            ui.add_space(16.0);
            add(ui, intents);
        });
    });
}
