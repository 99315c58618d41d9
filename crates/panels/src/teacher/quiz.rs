//! A question of the quiz beside the board it is about.

use egui::{Label, RichText, Ui};
use tabletop::RuleId;

use super::{Ask, card_text};
use crate::Intent;
use crate::theme::{Face, Press, Theme, Verdict, Weight, hint, note, paragraph, rule_chip, size, verdict};

/// What the panel shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuizModel {
    /// Turn and phase in words.
    pub moment: String,
    pub asks: String,
    pub answers: Vec<String>,
    /// What was answered.
    pub given: Option<usize>,
    pub right: usize,
    /// Why; shown once it is answered.
    pub explanation: String,
    /// The rule to read; shown once it is answered.
    pub rule: Option<RuleId>,
    /// Questions asked and answered rightly, this one included.
    pub score: (u32, u32),
}

/// The question, and once it is answered the verdict.
pub fn quiz_panel(ui: &mut Ui, model: &QuizModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        let font = Theme::font(ui, Face::SemiBold, size::HEADING);
        ui.label(RichText::new("Quiz").font(font));
        let (asked, right) = model.score;
        if asked > 0 {
            note(ui, &format!("{right} of {asked} correct"));
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let leave = Press::new("Leave").small().weight(Weight::Quiet).hover("Back to the lessons.");
            if ui.add(leave).clicked() {
                intents.push(Intent::Teacher(Ask::LeaveLesson));
            }
        });
    });
    card_text(ui, "quiz", |ui| asked(ui, model, &mut intents));
    if model.given.is_some() {
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            if ui.add(Press::new("Next question").weight(Weight::Primary)).clicked() {
                intents.push(Intent::Teacher(Ask::NextQuestion));
            }
            if let Some(rule) = &model.rule {
                rule_chip(ui, rule, &mut intents);
            }
        });
    }
    intents
}

/// The question with its answers, and what is to be said of the one that was given.
fn asked(ui: &mut Ui, model: &QuizModel, intents: &mut Vec<Intent>) {
    let c = Theme::of(ui).colours;
    hint(ui, &model.moment);
    ui.add_space(4.0);
    let font = Theme::font(ui, Face::SemiBold, size::LEAD);
    ui.add(Label::new(RichText::new(&model.asks).font(font)).wrap());
    ui.add_space(4.0);
    for (index, answer) in model.answers.iter().enumerate() {
        let sign = match model.given {
            Some(_) if index == model.right => Some(Verdict::Right),
            Some(given) if index == given => Some(Verdict::Wrong),
            _ => None,
        };
        ui.horizontal(|ui| {
            if let Some(sign) = sign {
                verdict(ui, sign);
            } else if model.given.is_some() {
                ui.add_space(24.0);
            }
            let press = Press::new(answer).enabled(model.given.is_none());
            let press = press.selected(model.given.is_some() && index == model.right);
            if ui.add(press).clicked() {
                intents.push(Intent::Teacher(Ask::Answer(index)));
            }
        });
    }
    if let Some(given) = model.given {
        ui.add_space(4.0);
        let (word, ink) = if given == model.right { ("Right.", c.accent) } else { ("Wrong.", c.danger) };
        let font = Theme::font(ui, Face::SemiBold, size::BODY);
        ui.label(RichText::new(word).font(font).color(ink));
        for line in model.explanation.lines() {
            paragraph(ui, line);
        }
    }
}
