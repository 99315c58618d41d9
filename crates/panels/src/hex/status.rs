//! The slim bar at the bottom: the turn, the light, the score, what is shaded.

use egui::{Align, Layout, RichText, Ui};
use search_and_destroy::SearchAndDestroy;
use search_and_destroy::state::State;

use super::{HexIntent, Shade};
use crate::Intent;
use crate::theme::{Face, Press, Theme, Weight, note, size};

/// What the bar shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexStatusModel {
    /// The turn and how many there are.
    pub turn: (u8, u8),
    /// How far one sees, in hexes.
    pub sight: u8,
    /// Points: US, NLF, par.
    pub points: (i32, i32, i32),
    /// The level of victory if the game ended now.
    pub level: String,
    /// What is shaded.
    pub shade: Shade,
    /// Whether the log stands open.
    pub log_open: bool,
}

/// The bar, from a side's view.
pub fn hex_status_model(rules: &SearchAndDestroy, view: &State, shade: Shade, log_open: bool) -> HexStatusModel {
    let sheet = rules.score_sheet(view);
    HexStatusModel {
        turn: (view.turn(), view.turns()),
        sight: view.sight(),
        points: (sheet.us, sheet.nlf, sheet.par),
        level: sheet.level.title,
        shade,
        log_open,
    }
}

/// As far as nobody has to count: further than any map is wide.
const FAR: u8 = 60;

/// The bar: 36 points high.
pub fn hex_status_bar(ui: &mut Ui, model: &HexStatusModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        ui.set_min_height(36.0);
        ui.spacing_mut().item_spacing.x = 12.0;
        let figure = |ui: &mut Ui, word: &str, value: String| {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                note(ui, word);
                let font = Theme::font(ui, Face::SemiBold, size::BODY);
                ui.label(RichText::new(value).font(font));
            });
        };
        figure(ui, "Turn", format!("{} of {}", model.turn.0, model.turn.1));
        // By day the whole map is in sight.
        figure(ui, "Sight", if model.sight >= FAR { "by day".into() } else { format!("{} hexes", model.sight) });
        figure(ui, "US", model.points.0.to_string());
        figure(ui, "NLF", model.points.1.to_string());
        figure(ui, "Now", model.level.clone());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let log = Press::new("Log").weight(Weight::Quiet).selected(model.log_open);
            if ui.add(log).clicked() {
                intents.push(Intent::ToggleLog);
            }
            ui.spacing_mut().item_spacing.x = 4.0;
            for shade in Shade::ALL.into_iter().rev() {
                let what = match shade {
                    Shade::Reach => "Where the selection can go",
                    Shade::Threat => "What known enemies can fire at (key G)",
                    Shade::Command => "What leaders lead and Cadres command (key C)",
                    Shade::Sight => "What the selection sees (key V)",
                };
                let button = Press::new(shade.name()).weight(Weight::Quiet).selected(model.shade == shade).hover(what);
                if ui.add(button).clicked() {
                    intents.push(Intent::Hex(HexIntent::Show(shade)));
                }
            }
        });
    });
    intents
}
