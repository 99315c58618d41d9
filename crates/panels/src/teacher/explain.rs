//! An order of the log opened into its arithmetic.

use egui::{Align, Label, Layout, RichText, ScrollArea, Ui};
use teacher::explain::Explanation;

use super::Ask;
use crate::Intent;
use crate::theme::{Face, Press, Theme, Weight, card, heading, note, paragraph, provenance_badge, rule_chip, size};

/// What the panel shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExplainModel {
    /// The order in words.
    pub phrase: String,
    /// What happened, one after the other.
    pub parts: Vec<Explanation>,
}

/// The arithmetic of an order, each line with its rule.
pub fn explain_panel(ui: &mut Ui, model: &ExplainModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal_top(|ui| {
        let room = (ui.available_width() - 72.0).max(120.0);
        ui.vertical(|ui| {
            ui.set_width(room);
            heading(ui, &model.phrase);
        });
        ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
            if ui.add(Press::new("Close").small().weight(Weight::Quiet)).clicked() {
                intents.push(Intent::Teacher(Ask::Close));
            }
        });
    });
    ScrollArea::vertical().id_salt("arithmetic").show(ui, |ui| {
        for (number, part) in model.parts.iter().enumerate() {
            ui.push_id(number, |ui| {
                if part.lines.is_empty() {
                    paragraph(ui, &part.result);
                } else {
                    card(ui, |ui| sum(ui, part, &mut intents));
                }
            });
            ui.add_space(4.0);
        }
    });
    intents
}

fn sum(ui: &mut Ui, part: &Explanation, intents: &mut Vec<Intent>) {
    let font = Theme::font(ui, Face::SemiBold, size::BODY);
    ui.horizontal_wrapped(|ui| {
        ui.add(Label::new(RichText::new(&part.title).font(font)));
        if let Some(from) = &part.from {
            provenance_badge(ui, from);
        }
    });
    for line in &part.lines {
        ui.horizontal(|ui| {
            if line.value.is_empty() {
                note(ui, &line.text);
            } else {
                paragraph(ui, &line.text);
            }
            if let Some(rule) = &line.rule {
                rule_chip(ui, rule, intents);
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let font = Theme::font(ui, Face::Mono, size::BODY);
                ui.label(RichText::new(line.value.replace('-', "−")).font(font));
            });
        });
    }
    if !part.result.is_empty() {
        paragraph(ui, &part.result);
    }
}
