//! What an action would do, before it is done.

use egui::{RichText, Ui};

use super::order::parts;
use super::{Preview, Want};
use crate::theme::{Face, Theme, card, further, odds_told, section, size};

/// What an action is made of, what its dice must show, and what may come of it.
pub fn preview_panel(ui: &mut Ui, preview: &Preview) -> Vec<Want> {
    let mut wants = Vec::new();
    card(ui, |ui| {
        parts(ui, &preview.parts, &mut wants);
        if !preview.total.is_empty() {
            if !preview.parts.is_empty() {
                ui.separator();
            }
            let font = Theme::font(ui, Face::SemiBold, size::LEAD);
            ui.label(RichText::new(&preview.total).font(font));
        }
        if !preview.needs.is_empty() {
            section(ui, "What the dice must show", |ui| parts(ui, &preview.needs, &mut wants));
        }
        if !preview.chances.is_empty() {
            section(ui, "Possible results", |ui| {
                odds_told(ui, &preview.chances, preview.exact);
                if !preview.further.is_empty() {
                    ui.add_space(4.0);
                    preview.further.iter().for_each(|one| further(ui, one, preview.exact));
                }
            });
        }
    });
    wants
}
