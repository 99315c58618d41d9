//! The end of a game.

use egui::{RichText, Ui};
use tabletop::Outcome;
use tabletop::numbers::counted;

use crate::Intent;
use crate::area::politics::{PoliticsModel, score_lines};
use crate::theme::{Face, Press, Theme, Weight, note, paragraph, size};

/// What the end of a game shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOverModel {
    /// The rulebook's name of the result.
    pub result: String,
    pub because: String,
    /// What it is made of.
    pub parts: ResultParts,
    /// How many orders the game took; none where a seat has not noticed each of them.
    pub orders: Option<usize>,
}

/// What a result is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultParts {
    /// The clearing score of Block by Block.
    Score(Box<PoliticsModel>),
    /// Lines, each a name and a value.
    Lines(Vec<(String, String)>),
}

/// The end of a game whose result is told in lines.
pub fn plain_game_over_model(
    outcome: Outcome,
    lines: Vec<(String, String)>,
    orders: impl Into<Option<usize>>,
) -> GameOverModel {
    GameOverModel {
        result: outcome.title,
        because: outcome.because,
        parts: ResultParts::Lines(lines),
        orders: orders.into(),
    }
}

/// The result with its parts, and what to do next: `again` if the game can be played again from here.
pub fn game_over_panel(ui: &mut Ui, model: &GameOverModel, again: bool) -> Vec<Intent> {
    let mut intents = Vec::new();
    let c = Theme::of(ui).colours;
    let font = Theme::font(ui, Face::Bold, size::TITLE);
    ui.add(egui::Label::new(RichText::new(&model.result).font(font).color(c.text)).wrap());
    paragraph(ui, &model.because);
    ui.add_space(8.0);
    match &model.parts {
        ResultParts::Score(politics) => score_lines(ui, politics, &mut intents),
        ResultParts::Lines(lines) => {
            egui::Grid::new("result").num_columns(2).spacing([16.0, 4.0]).show(ui, |ui| {
                for (name, value) in lines {
                    ui.label(RichText::new(name).color(c.muted));
                    ui.label(RichText::new(value).font(Theme::font(ui, Face::SemiBold, size::BODY)));
                    ui.end_row();
                }
            });
        }
    }
    if let Some(orders) = model.orders {
        note(ui, &format!("{} given.", counted(orders, "order", "orders")));
    }
    ui.add_space(12.0);
    ui.horizontal_wrapped(|ui| {
        let look = (Press::new("Look at the board").weight(Weight::Primary), Intent::CloseDialog);
        let again = again.then(|| (Press::new("Play again"), Intent::PlayAgain));
        let leave = (Press::new("Title screen").weight(Weight::Quiet), Intent::OpenTitle);
        for (press, intent) in [look].into_iter().chain(again).chain([leave]) {
            if ui.add(press).clicked() {
                intents.push(intent);
            }
        }
    });
    intents
}
