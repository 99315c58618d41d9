//! An order of the log opened into its arithmetic.

use egui::{Align, Color32, Label, Layout, RichText, ScrollArea, Ui, vec2};
use teacher::explain::{Account, Explanation, Line};

use super::Ask;
use crate::Intent;
use crate::theme::{
    Face, Press, Theme, Weight, card, heading, hint, note, paragraph, provenance_badge, rule_chip, scrolling, size,
};

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
    scrolling(ui, ScrollArea::vertical().id_salt("arithmetic"), |ui| {
        for (number, part) in model.parts.iter().enumerate() {
            ui.push_id(number, |ui| {
                if part.lines.is_empty() {
                    paragraph(ui, &part.result);
                } else {
                    card(ui, |ui| explanation(ui, part, &mut intents));
                }
            });
            ui.add_space(4.0);
        }
    });
    intents
}

/// An order of the log opened in its place: `sentence` says which of its lines was, and its own arithmetic is shown if it has
/// any, or else that of the order it came of.
pub fn account_lines(ui: &mut Ui, account: &Account, sentence: Option<usize>, intents: &mut Vec<Intent>) {
    let parts = account.of(sentence);
    let own = parts.len() == 1 && sentence.and_then(|n| account.parts.get(n)) == parts.first().copied();
    if !own && let Some(phrase) = &account.phrase {
        ui.horizontal_wrapped(|ui| {
            note(ui, &format!("Order: {phrase}"));
            if let Some(rule) = &account.rule {
                rule_chip(ui, rule, intents);
            }
        });
    }
    for (number, part) in parts.iter().enumerate() {
        ui.push_id(number, |ui| explanation(ui, part, intents));
        ui.add_space(4.0);
    }
    for line in &account.dice {
        arithmetic_line(ui, line, intents);
    }
    if parts.is_empty() && account.dice.is_empty() {
        note(ui, "No dice were rolled, and nothing needed counting.");
    }
    if let Some(luck) = account.luck {
        let words = luck_words(f32::from(luck));
        hint(ui, &format!("Luck: {luck} of 100, {words}. 50 is as expected."));
    }
}

/// How lucky somebody was, in words; 0 is the worst that could come, 100 the best.
pub fn luck_words(percentile: f32) -> &'static str {
    match percentile {
        p if p < 15.0 => "very unlucky",
        p if p < 40.0 => "unlucky",
        p if p <= 60.0 => "as expected",
        p if p <= 85.0 => "lucky",
        _ => "very lucky",
    }
}

/// What one thing was made of: its title, each line with its rule, what came of it.
pub fn explanation(ui: &mut Ui, part: &Explanation, intents: &mut Vec<Intent>) {
    let font = Theme::font(ui, Face::SemiBold, size::BODY);
    ui.horizontal_wrapped(|ui| {
        ui.add(Label::new(RichText::new(&part.title).font(font)));
        if let Some(from) = &part.from {
            provenance_badge(ui, from);
        }
    });
    for line in &part.lines {
        arithmetic_line(ui, line, intents);
    }
    if !part.result.is_empty() {
        paragraph(ui, &part.result);
    }
}

/// A line of the arithmetic: what, its rule, and the number at the right. A long value goes below.
fn arithmetic_line(ui: &mut Ui, line: &Line, intents: &mut Vec<Intent>) {
    let chip = |ui: &mut Ui, intents: &mut Vec<Intent>| {
        if let Some(rule) = &line.rule {
            rule_chip(ui, rule, intents);
        }
    };
    // A minus sign, but no dash between two numbers.
    let value = line.value.strip_prefix('-').map_or_else(|| line.value.clone(), |rest| format!("−{rest}"));
    if value.chars().count() > 8 {
        ui.horizontal_wrapped(|ui| {
            paragraph(ui, &line.text);
            chip(ui, intents);
        });
        ui.indent("value", |ui| note(ui, &value));
        return;
    }
    ui.horizontal(|ui| {
        let font = Theme::font(ui, Face::Mono, size::BODY);
        let right = ui.painter().layout_no_wrap(value.clone(), font.clone(), Color32::WHITE).size().x;
        let room = (ui.available_width() - right - 12.0).max(60.0);
        ui.allocate_ui(vec2(room, 20.0), |ui| {
            ui.set_width(room);
            ui.horizontal_wrapped(|ui| {
                if line.value.is_empty() {
                    note(ui, &line.text);
                } else {
                    paragraph(ui, &line.text);
                }
                chip(ui, intents);
            });
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(value).font(font));
        });
    });
}
