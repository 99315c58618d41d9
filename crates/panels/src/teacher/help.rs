//! "What can I do?" and the hints.

use egui::{Label, RichText, ScrollArea, Ui};
use tabletop::RuleId;

use super::Ask;
use crate::Intent;
use crate::theme::{Face, Press, Theme, Weight, card, hint, note, paragraph, rule_chip, scrolling, section, size};

/// A kind of decision that is open now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceLine {
    /// What one can do.
    pub title: String,
    /// The rule to read about it.
    pub rule: Option<RuleId>,
    /// How many ways there are.
    pub count: usize,
    /// A few of them, in words.
    pub examples: Vec<String>,
}

/// A command that looks good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HintLine {
    pub phrase: String,
    pub reason: String,
    /// The rule to read about it.
    pub rule: Option<RuleId>,
}

/// What the panel shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HelpModel {
    pub question: String,
    /// Whether the kinds are made from everything that is legal, or from a fair choice.
    pub complete: bool,
    /// The kinds of decision.
    pub choices: Vec<ChoiceLine>,
    /// The hints; nothing while they are off.
    pub hints: Option<Vec<HintLine>>,
    /// What a Veteran would do; nothing while hints are off, or where the computer does not play.
    pub veteran: Option<Veteran>,
}

/// What a Veteran would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Veteran {
    Thinking,
    Would(HintLine),
}

/// What can be done now, by kinds, and what looks good.
pub fn help_panel(ui: &mut Ui, model: &HelpModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        let font = Theme::font(ui, Face::SemiBold, size::HEADING);
        ui.label(RichText::new("What can I do?").font(font));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.add(Press::new("Close").small().weight(Weight::Quiet)).clicked() {
                intents.push(Intent::Teacher(Ask::Close));
            }
            let on = model.hints.is_some();
            let word = if on { "Hide hints" } else { "Show hints" };
            let press = Press::new(word).small().hover("What looks good one decision ahead. Treat it as advice.");
            if ui.add(press).clicked() {
                intents.push(Intent::Teacher(Ask::Hints(!on)));
            }
        });
    });
    note(ui, &model.question);
    scrolling(ui, ScrollArea::vertical().id_salt("what can I do"), |ui| {
        if let Some(veteran) = &model.veteran {
            section(ui, "A Veteran would", |ui| match veteran {
                Veteran::Thinking => _ = note(ui, "The Veteran is thinking …"),
                Veteran::Would(line) => {
                    let place = model.hints.as_ref().map_or(0, Vec::len);
                    ui.push_id("veteran", |ui| hint_card(ui, place, line, &mut intents));
                }
            });
            ui.add_space(8.0);
        }
        if let Some(hints) = &model.hints {
            section(ui, "Hints", |ui| {
                for (index, line) in hints.iter().enumerate() {
                    ui.push_id(("hint", index), |ui| hint_card(ui, index, line, &mut intents));
                }
                if hints.is_empty() {
                    note(ui, "No decision is due.");
                }
            });
            ui.add_space(8.0);
        }
        for (kind, choice) in model.choices.iter().enumerate() {
            ui.push_id(kind, |ui| choice_card(ui, kind, choice, &mut intents));
        }
        if !model.complete {
            hint(ui, "There are too many options to list: these are some of them.");
        }
    });
    intents
}

fn choice_card(ui: &mut Ui, kind: usize, choice: &ChoiceLine, intents: &mut Vec<Intent>) {
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        let font = Theme::font(ui, Face::SemiBold, size::BODY);
        ui.add(Label::new(RichText::new(&choice.title).font(font)));
        if choice.count > 1 {
            note(ui, &format!("{} ways", choice.count));
        }
        if let Some(rule) = &choice.rule {
            rule_chip(ui, rule, intents);
        }
    });
    for (example, words) in choice.examples.iter().enumerate() {
        let press = Press::new(words).small().hover("Show it on the board.");
        if ui.add(press.name(format!("Show: {words}"))).clicked() {
            intents.push(Intent::Teacher(Ask::ShowExample { kind, example }));
        }
    }
}

fn hint_card(ui: &mut Ui, index: usize, line: &HintLine, intents: &mut Vec<Intent>) {
    ui.add_space(4.0);
    card(ui, |ui| {
        let font = Theme::font(ui, Face::SemiBold, size::BODY);
        ui.add(Label::new(RichText::new(&line.phrase).font(font)).wrap());
        paragraph(ui, &line.reason);
        ui.horizontal(|ui| {
            let show = Press::new("Show").small().name(format!("Show: {}", line.phrase));
            if ui.add(show).clicked() {
                intents.push(Intent::Teacher(Ask::ShowHint(index)));
            }
            if let Some(rule) = &line.rule {
                rule_chip(ui, rule, intents);
            }
        });
    });
}
