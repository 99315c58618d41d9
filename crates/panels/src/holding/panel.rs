//! The page on which a side says when it fires: over the table, for its own eyes.

use egui::{RichText, Ui, vec2};
use tabletop::RuleId;

use super::{Holds, InAdvance};
use crate::companion::ask::{Facts, fact_keys};
use crate::companion::{Manner, Want};
use crate::theme::{Face, Press, SideBadge, SideMark, Theme, Weight, hint, note, side_badge};

/// The page.
#[derive(Clone, Debug, PartialEq)]
pub struct HoldingModel {
    /// Whose fire it is.
    pub side: SideMark,
    /// Who of it may fire, as the enemy knows them.
    pub may_fire: InAdvance,
    /// What stands there for everybody together and for each.
    pub answers: Vec<Option<i32>>,
    /// The name of the other side, if its player sits beside this one and may want to say the same.
    pub other: Option<String>,
}

/// What is wanted on the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HoldingWant {
    /// This answer to the question with this number.
    Answer(usize, i32),
    /// What stands there holds from now on.
    Say,
    /// Nobody holds fire any longer.
    Forget,
    /// The player of the other side sits down and says when it fires.
    Other,
    /// What stood there before holds.
    Close,
    /// Open the rulebook at this rule.
    OpenRule(RuleId),
}

/// What stands over the page of a side, and on the buttons that open it.
pub fn heading(side: &str) -> String {
    format!("{side}: when to fire")
}

/// The page on which a side says when it fires. It listens to the digits, the arrows, Enter, E, X and Escape.
pub fn holding_panel(ui: &mut Ui, model: &HoldingModel) -> Vec<HoldingWant> {
    let questions = Holds::questions(&model.may_fire);
    let title = heading(model.side.name);
    let answers = model.answers.as_slice();
    let facts = Facts {
        title: &title,
        questions: &questions,
        answers,
        words: None,
        refusal: None,
        preview: None,
        manner: &Manner::Own,
    };
    let mut wants = Vec::new();
    let mut asked = if ui.memory(|memory| memory.focused().is_some()) { Vec::new() } else { fact_keys(ui, &facts) };
    // A digit answers for one after the other; what is said of everybody is said.
    if let [Want::Answer(question @ 1.., _)] = asked.as_slice() {
        facts.go_to(ui, question + 1);
    }
    side_badge(ui, model.side, SideBadge::Name);
    ui.label(RichText::new(&title).font(Theme::font(ui, Face::SemiBold, 24.0)));
    if questions.is_empty() {
        note(ui, "None of your units has fire left this turn.");
    } else {
        hint(
            ui,
            "Say it once, in secret. While nobody means to fire, the enemy goes on and this side is not asked. Distances are \
             measured from the nearest figure of a squad, or from your nearest marker.",
        );
    }
    // What is meant never scrolls away.
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        if !questions.is_empty() {
            if ui.add(Press::new("Say so").key("Enter").weight(Weight::Primary)).clicked() {
                wants.push(HoldingWant::Say);
            }
            if ui
                .add(Press::new("Ask every time").key("E").hover("No unit of this side holds fire any longer."))
                .clicked()
            {
                wants.push(HoldingWant::Forget);
            }
        }
        if ui.add(Press::new("Close").key("Esc").weight(Weight::Quiet)).clicked() {
            wants.push(HoldingWant::Close);
        }
        if let Some(other) = &model.other {
            let hand = Press::new(format!("Let {other} say")).key("X").weight(Weight::Quiet);
            if ui.add(hand.hover("The curtain falls, and the other player says when that side fires.")).clicked() {
                wants.push(HoldingWant::Other);
            }
        }
    });
    facts.rows(ui, &mut asked);
    let pressed = |key| ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key));
    if !ui.ctx().text_edit_focused() {
        if !questions.is_empty() && pressed(egui::Key::E) {
            wants.push(HoldingWant::Forget);
        }
        if model.other.is_some() && pressed(egui::Key::X) {
            wants.push(HoldingWant::Other);
        }
    }
    wants.extend(asked.into_iter().filter_map(|want| match want {
        Want::Answer(question, value) => Some(HoldingWant::Answer(question, value)),
        Want::Go if !questions.is_empty() => Some(HoldingWant::Say),
        Want::Go | Want::Back => Some(HoldingWant::Close),
        Want::OpenRule(rule) => Some(HoldingWant::OpenRule(rule)),
        _ => None,
    }));
    if wants.iter().any(|want| matches!(want, HoldingWant::Say | HoldingWant::Forget | HoldingWant::Close)) {
        Facts::begin_again(ui);
    }
    wants
}
