//! The end of a game.

use block_by_block::{BlockByBlock, State};
use egui::{RichText, Ui};

use crate::Intent;
use crate::politics::{PoliticsModel, politics_model, score_lines};
use crate::theme::{Face, Press, Theme, Weight, note, paragraph, size};

/// What the end of a game shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOverModel {
    /// The score and the result.
    pub politics: PoliticsModel,
    /// How many orders the game took.
    pub orders: usize,
}

/// The end of a game; `orders` is how many orders it took.
pub fn game_over_model(rules: &BlockByBlock, state: &State, orders: usize) -> GameOverModel {
    GameOverModel { politics: politics_model(rules, state), orders }
}

/// The result with the score's parts, and what to do next.
pub fn game_over_panel(ui: &mut Ui, model: &GameOverModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let c = Theme::of(ui).colours;
    let font = Theme::font(ui, Face::Bold, size::TITLE);
    ui.add(egui::Label::new(RichText::new(&model.politics.result).font(font).color(c.text)).wrap());
    paragraph(ui, &model.politics.because);
    ui.add_space(8.0);
    score_lines(ui, &model.politics, &mut intents);
    note(ui, &format!("{} orders were given.", model.orders));
    ui.add_space(12.0);
    ui.horizontal_wrapped(|ui| {
        for (press, intent) in [
            (Press::new("Look at the map").weight(Weight::Primary), Intent::CloseDialog),
            (Press::new("Play again"), Intent::PlayAgain),
            (Press::new("Title screen").weight(Weight::Quiet), Intent::OpenTitle),
        ] {
            if ui.add(press).clicked() {
                intents.push(intent);
            }
        }
    });
    intents
}
