//! Choosing a saved game.

use egui::{Align, Image, Layout, RichText, ScrollArea, Sense, Ui, Vec2, WidgetInfo, WidgetType, vec2};

use super::title::middle;
use super::{BoardPicture, page};
use crate::Intent;
use crate::theme::{Face, Press, Theme, Weight, card, note, scrolling, size};

/// What the list of saved games shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadModel {
    /// The saved games, latest first.
    pub saves: Vec<SaveLine>,
}

/// A saved game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SaveLine {
    pub title: String,
    /// The ruleset and scenario.
    pub scenario: String,
    /// Turn and step.
    pub moment: String,
    pub board: SavedBoard,
    pub saved: String,
    /// Whether the program saved it by itself.
    pub automatic: bool,
    /// What is wrong with it, if it cannot be loaded.
    pub problem: Option<String>,
}

/// The picture of a saved game's board as both sides know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SavedBoard {
    /// Nobody has asked for it yet.
    #[default]
    Unasked,
    /// It is on its way, or there is none.
    Nothing,
    Drawn(BoardPicture),
}

/// How large the picture of a saved game is, in points, and how wide the page must be before there is one.
const BOARD: Vec2 = vec2(168.0, 108.0);
const WITH_BOARD: f32 = 620.0;

/// What a player who hands a game on as a file must know.
const HANDED_ON: &str = "A saved game can be handed on as a file. The file holds everything: hidden troops and the dice to come, too. \
     Pointman shows each side only its own, but somebody who opens the file with other means can read it. To play without that \
     trust, choose Invite somebody in the game's menu: your friend's machine is then sent only what its side may know.";

/// The saved games.
pub fn load_screen(ui: &mut Ui, model: &LoadModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    page(ui, "Saved games", Intent::OpenTitle, &mut intents, |ui, intents| {
        if model.saves.is_empty() {
            note(ui, "No saved games yet. Every game is saved automatically after each order.");
        } else {
            note(ui, HANDED_ON);
            ui.add_space(8.0);
        }
        scrolling(ui, ScrollArea::vertical().auto_shrink(false), |ui| {
            for (index, save) in model.saves.iter().enumerate() {
                save_card(ui, index, save, intents);
                ui.add_space(8.0);
            }
        });
    });
    intents
}

fn save_card(ui: &mut Ui, index: usize, save: &SaveLine, intents: &mut Vec<Intent>) {
    ui.push_id(index, |ui| {
        card(ui, |ui| {
            ui.horizontal_top(|ui| {
                if ui.available_width() > WITH_BOARD {
                    saved_board(ui, index, save, intents);
                }
                let width = (ui.available_width() - 168.0).max(120.0);
                ui.vertical(|ui| {
                    ui.set_width(width);
                    save_words(ui, save);
                });
                ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
                    let delete = Press::new("Delete").weight(Weight::Quiet).name(format!("Delete {}", save.title));
                    if ui.add(delete).clicked() {
                        intents.push(Intent::DeleteGame(index));
                    }
                    let load = Press::new("Load").enabled(save.problem.is_none()).name(format!("Load {}", save.title));
                    let load = if index == 0 { load.weight(Weight::Primary) } else { load };
                    if ui.add(load).clicked() {
                        intents.push(Intent::LoadGame(index));
                    }
                });
            });
        });
    });
}

/// The picture of the board. One that comes into sight for the first time is asked for.
fn saved_board(ui: &mut Ui, index: usize, save: &SaveLine, intents: &mut Vec<Intent>) {
    let (rect, shown) = ui.allocate_exact_size(BOARD, Sense::hover());
    ui.painter().rect_filled(rect, 4.0, Theme::of(ui).colours.ground);
    match save.board {
        SavedBoard::Unasked if save.problem.is_none() && ui.is_rect_visible(rect) => {
            intents.push(Intent::ShowSavedBoard(index));
        }
        SavedBoard::Unasked | SavedBoard::Nothing => {}
        SavedBoard::Drawn(picture) => {
            let image = Image::new((picture.texture, rect.size())).uv(middle(picture, rect.size())).corner_radius(4.0);
            image.paint_at(ui, rect);
            shown.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, format!("The board of {}", save.title)));
        }
    }
    ui.add_space(8.0);
}

fn save_words(ui: &mut Ui, save: &SaveLine) {
    let c = Theme::of(ui).colours;
    let font = Theme::font(ui, Face::SemiBold, size::LEAD);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&save.title).font(font));
        if save.automatic {
            note(ui, "saved automatically");
        }
    });
    match &save.problem {
        Some(problem) => {
            ui.add(egui::Label::new(RichText::new(format!("Damaged: {problem}")).color(c.danger)).wrap());
        }
        None => {
            note(ui, &format!("{} · {}", save.scenario, save.moment));
        }
    }
    note(ui, &save.saved);
}
