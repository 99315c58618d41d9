//! The slim bar at the bottom: the moment, figures worth knowing, and the way to the log.

use egui::{Align, Layout, RichText, Ui};

use crate::Intent;
use crate::theme::{Face, Press, Theme, Weight, size};

/// What the bottom bar shows of a ruleset without tracks of its own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlainStatusModel {
    /// Turn and phase.
    pub moment: String,
    /// Figures worth knowing at any time, each with its name.
    pub figures: Vec<(String, String)>,
    /// Whether the log stands open.
    pub log_open: bool,
    /// Whether the dice are rolled on the table and typed in; nothing where the players cannot choose.
    pub typed_dice: Option<bool>,
}

/// The bottom bar of a ruleset without tracks of its own: 36 points high.
pub fn plain_status_bar(ui: &mut Ui, model: &PlainStatusModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        ui.set_min_height(36.0);
        ui.spacing_mut().item_spacing.x = 16.0;
        let c = Theme::of(ui).colours;
        ui.label(RichText::new(&model.moment).color(c.muted));
        for (name, value) in &model.figures {
            if ui.available_width() < 420.0 {
                break;
            }
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 6.0;
                ui.label(RichText::new(name).color(c.muted));
                ui.label(RichText::new(value).font(Theme::font(ui, Face::SemiBold, size::BODY)).color(c.text));
            });
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let log = Press::new("Log").key("L").selected(model.log_open).hover("Every order and every die.");
            if ui.add(log).clicked() {
                intents.push(Intent::ToggleLog);
            }
            if ui.available_width() > 220.0 {
                let fit = Press::new("Fit").key("F").weight(Weight::Quiet).hover("Show the whole board.");
                if ui.add(fit).clicked() {
                    intents.push(Intent::FitMap);
                }
            }
            if let Some(typed) = model.typed_dice.filter(|_| ui.available_width() > 120.0) {
                let words = if typed {
                    "You roll real dice. Let the computer roll again."
                } else {
                    "The computer rolls. Roll real dice and type them in instead."
                };
                let dice = Press::new("Own dice").weight(Weight::Quiet).selected(typed).hover(words);
                if ui.add(dice).clicked() {
                    intents.push(Intent::TypeDice(!typed));
                }
            }
        });
    });
    intents
}
