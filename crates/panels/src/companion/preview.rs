//! What an action would do, before it is done.

use egui::{Align, Layout, RichText, Ui};

use super::order::parts;
use super::{Preview, Want};
use crate::theme::{Face, Theme, card, mix, section, size};

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
            let title = if preview.exact { "What may come of it" } else { "What may come of it, from a sample" };
            section(ui, title, |ui| chances(ui, &preview.chances));
        }
    });
    wants
}

fn chances(ui: &mut Ui, chances: &[(String, f32)]) {
    let c = Theme::of(ui).colours;
    for (what, chance) in chances {
        ui.horizontal(|ui| {
            let font = Theme::font(ui, Face::Mono, size::BODY);
            ui.label(RichText::new(percent(*chance)).font(font));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                crate::theme::paragraph(ui, what);
            });
        });
        let (rect, _) = ui.allocate_exact_size(egui::vec2(ui.available_width(), 4.0), egui::Sense::hover());
        ui.painter().rect_filled(rect, 2.0, c.ground);
        let full = egui::Rect::from_min_size(rect.min, egui::vec2(rect.width() * chance.clamp(0.0, 1.0), 4.0));
        ui.painter().rect_filled(full, 2.0, mix(c.muted, c.text, 0.4));
    }
}

/// A chance as players say it: never nought or a hundred unless it is.
pub(super) fn percent(chance: f32) -> String {
    let hundredths = (chance * 100.0).round();
    match hundredths {
        h if h < 1.0 && chance > 0.0 => " <1%".into(),
        h if h > 99.0 && chance < 1.0 => ">99%".into(),
        h => format!("{h:>3.0}%"),
    }
}
