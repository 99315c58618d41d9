//! The slim bar at the bottom: the turn, the light, the score, what is shaded.

use egui::{Align, Layout, RichText, Ui, vec2};
use search_and_destroy::SearchAndDestroy;
use search_and_destroy::state::{State, Step};
use tabletop::numbers::{counted, number};

use super::{HexIntent, Shade};
use crate::Intent;
use crate::theme::{Face, Press, Theme, Weight, size, width_of};

/// What the bar shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexStatusModel {
    /// The turn and how many there are.
    pub turn: (u8, u8),
    /// How far one sees, in hexes.
    pub sight: u8,
    /// Points: US, NLF, par.
    pub points: (i32, i32, i32),
    /// The level of victory if the game ended now; none before both have set up.
    pub level: Option<String>,
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
        level: (!matches!(view.step(), Step::UsSetup | Step::Setup)).then_some(sheet.level.title),
        shade,
        log_open,
    }
}

/// As far as nobody has to count: further than any map is wide.
const FAR: u8 = 60;

/// The bar: 36 points high, or higher where everything does not fit beside each other.
pub fn hex_status_bar(ui: &mut Ui, model: &HexStatusModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    // By day the whole map is in sight.
    let sight = if model.sight >= FAR { "by day".into() } else { counted(model.sight, "hex", "hexes") };
    let mut figures = vec![
        ("Turn", format!("{} of {}", model.turn.0, model.turn.1)),
        ("Sight", sight),
        ("US", number(model.points.0)),
        ("NLF", number(model.points.1)),
        // Without it a level at the beginning seems to come from nowhere.
        ("Par", number(model.points.2)),
    ];
    figures.extend(model.level.iter().map(|level| ("If it ended now", level.clone())));
    let (light, heavy) = (Theme::font(ui, Face::Regular, size::BODY), Theme::font(ui, Face::SemiBold, size::BODY));
    let figure = |ui: &mut Ui, (word, value): &(&str, String)| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            ui.label(RichText::new(*word).font(light.clone()).color(Theme::of(ui).colours.muted));
            ui.label(RichText::new(value).font(heavy.clone()));
        });
    };
    let buttons: Vec<(Press, Intent)> = Shade::ALL
        .into_iter()
        .map(|shade| (shade_press(shade, model.shade == shade), Intent::Hex(HexIntent::Show(shade))))
        .chain([(Press::new("Log").weight(Weight::Quiet).selected(model.log_open), Intent::ToggleLog)])
        .collect();
    let wide = figures.iter().map(|(word, value)| width_of(ui, word, &light) + width_of(ui, value, &heavy) + 16.0);
    let wide = wide.sum::<f32>() + buttons.iter().map(|(press, _)| press.natural_width(ui) + 4.0).sum::<f32>();
    let one_row = wide + 24.0 <= ui.available_width();
    let mut press = |ui: &mut Ui, (press, intent): (Press, Intent)| {
        if ui.add(press).clicked() {
            intents.push(intent);
        }
    };
    if one_row {
        ui.horizontal(|ui| {
            ui.set_min_height(36.0);
            ui.spacing_mut().item_spacing.x = 12.0;
            figures.iter().for_each(|line| figure(ui, line));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                buttons.into_iter().rev().for_each(|button| press(ui, button));
            });
        });
    } else {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(12.0, 4.0);
            figures.iter().for_each(|line| figure(ui, line));
            ui.spacing_mut().item_spacing.x = 4.0;
            buttons.into_iter().for_each(|button| press(ui, button));
        });
    }
    intents
}

fn shade_press(shade: Shade, shown: bool) -> Press {
    let what = match shade {
        Shade::Reach => "Where the selection can go",
        Shade::Threat => "What known enemies can fire at (key G)",
        Shade::Command => "What leaders lead and Cadres command (key C)",
        Shade::Sight => "What the selected units see (key V)",
    };
    Press::new(shade.name()).weight(Weight::Quiet).selected(shown).hover(what)
}
