//! Fire that is called by two distances from the edges of the table, guessed and not measured.

use egui::{RichText, TextEdit, Ui};
use tabletop::RuleId;

use crate::Intent;
use crate::theme::{Face, Press, Theme, note, rule_chip, size};

/// What the card shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuessModel {
    /// Who calls.
    pub who: String,
    /// The length and the depth of the table in whole inches.
    pub most: [u32; 2],
    /// What can be called down at the point that was named, in words; empty while none is named.
    pub calls: Vec<String>,
    /// Why nothing can, although a point is named.
    pub refusal: Option<String>,
    /// The rule to read about it.
    pub rule: RuleId,
}

/// What is done on the card.
#[derive(Clone, Debug, PartialEq)]
pub enum GuessWant {
    /// One of the calls is made.
    Call(usize),
    /// Something that any panel may say.
    Say(Intent),
}

/// The distances as they are being written: from the left edge and from the upper edge, in inches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distances([String; 2]);

impl Distances {
    /// As somebody wrote them.
    pub fn written(distances: [&str; 2]) -> Self {
        Self(distances.map(str::to_owned))
    }

    /// Both in inches, once both are written and lie on the table.
    pub fn inches(&self, most: [u32; 2]) -> Option<[u32; 2]> {
        let read = |n: usize| self.0[n].parse::<u32>().ok().filter(|inches| *inches <= most[n]);
        Some([read(0)?, read(1)?])
    }
}

/// Two fields for the distances, and what can be called there.
pub fn guess_panel(ui: &mut Ui, model: &GuessModel, distances: &mut Distances) -> Vec<GuessWant> {
    let mut wants = Vec::new();
    ui.horizontal_wrapped(|ui| {
        let font = Theme::font(ui, Face::SemiBold, size::BODY);
        ui.label(RichText::new(format!("{} estimates the target", model.who)).font(font));
        let mut intents = Vec::new();
        rule_chip(ui, &model.rule, &mut intents);
        wants.extend(intents.into_iter().map(GuessWant::Say));
    });
    note(ui, "How far is it? Do not measure. The round lands where you call it.");
    for (n, edge) in ["from the left edge", "from the upper edge"].into_iter().enumerate() {
        ui.horizontal(|ui| {
            let field = TextEdit::singleline(&mut distances.0[n])
                .desired_width(56.0)
                .hint_text(format!("0–{}", model.most[n]))
                .id(ui.id().with(("distance", n)));
            let response = ui.add(field);
            let name = format!("Inches {edge}");
            response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, name.clone()));
            note(ui, &format!("inches {edge}"));
            if response.changed() {
                distances.0[n].retain(|letter| letter.is_ascii_digit());
            }
        });
    }
    for (n, words) in model.calls.iter().enumerate() {
        if ui.add(Press::new(words).full_width()).clicked() {
            wants.push(GuessWant::Call(n));
        }
    }
    if let Some(refusal) = &model.refusal {
        note(ui, refusal);
    }
    wants
}
