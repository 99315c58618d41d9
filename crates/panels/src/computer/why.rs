//! Why the computer gave an order: what it promised, and what else was looked at.

use egui::{Label, RichText, ScrollArea, Ui};
use tabletop::RuleId;

use crate::Intent;
use crate::teacher::Ask;
use crate::theme::{
    Face, Press, Theme, Weight, card, heading, hint, note, paragraph, rule_chip, scrolling, section, size,
};

/// An order that was looked at, and what it promised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Promise {
    /// The order in words.
    pub phrase: String,
    /// What it promised, in a sentence.
    pub because: String,
    /// How much it promised beside the other orders, in the computer's own points; rounded.
    pub worth: i64,
    /// The rule to read about it.
    pub rule: Option<RuleId>,
}

/// The reasons for an order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The order itself.
    pub order: Promise,
    /// What it comes to most often, if dice decide.
    pub likeliest: Option<String>,
    /// What else was looked at, best first.
    pub others: Vec<Promise>,
}

/// What can be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyState {
    /// It is being worked out.
    Thinking,
    /// The reasons may betray what one may not know: they are told when the game is over.
    Withheld,
    /// There is nothing to be told, and this is why.
    Nothing(&'static str),
    /// The reasons.
    Told(Told),
}

/// What the panel shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WhyModel {
    /// Who gave the order: `Recruit, PAVN/NLF`.
    pub who: String,
    /// Turn and phase.
    pub moment: String,
    /// What can be said.
    pub state: WhyState,
    /// The order of the computer before this one, and the next, to walk through the game.
    pub around: [Option<usize>; 2],
}

/// Why an order was given. Each order of the computer leads to the one before and the next.
pub fn why_panel(ui: &mut Ui, model: &WhyModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    heading(ui, "Why?");
    ui.horizontal_wrapped(|ui| {
        for (word, name, order) in
            [("Before", "Its order before this", model.around[0]), ("After", "Its next order", model.around[1])]
        {
            let press = Press::new(word).small().name(name).hover(name).enabled(order.is_some());
            if ui.add(press).clicked()
                && let Some(order) = order
            {
                intents.push(Intent::Seek(order + 1));
                intents.push(Intent::Teacher(Ask::Why(order)));
            }
        }
        if ui.add(Press::new("Close").small().weight(Weight::Quiet)).clicked() {
            intents.push(Intent::Teacher(Ask::Close));
        }
    });
    note(ui, &format!("{}. {}", model.who, model.moment));
    match &model.state {
        WhyState::Thinking => _ = paragraph(ui, "Working it out …"),
        WhyState::Withheld => {
            _ = paragraph(ui, "The answer might reveal what you may not know yet. It is shown when the game is over.");
        }
        WhyState::Nothing(why) => _ = paragraph(ui, why),
        WhyState::Told(told) => {
            scrolling(ui, ScrollArea::vertical().id_salt("why"), |ui| reasons(ui, told, &mut intents));
        }
    }
    intents
}

fn reasons(ui: &mut Ui, told: &Told, intents: &mut Vec<Intent>) {
    promise(ui, &told.order, None, intents);
    if let Some(likeliest) = &told.likeliest {
        paragraph(ui, likeliest);
    }
    if told.others.is_empty() {
        return;
    }
    section(ui, "Other orders it considered", |ui| {
        for (number, other) in told.others.iter().enumerate() {
            ui.push_id(number, |ui| {
                card(ui, |ui| promise(ui, other, Some(told.order.worth - other.worth), intents));
            });
            ui.add_space(4.0);
        }
        hint(ui, "Points are the computer's own estimate of ground, troops and time.");
    });
}

/// An order with what it promised; `behind`: by how much it fell behind the one that was given.
fn promise(ui: &mut Ui, line: &Promise, behind: Option<i64>, intents: &mut Vec<Intent>) {
    ui.horizontal_wrapped(|ui| {
        let font = Theme::font(ui, Face::SemiBold, size::BODY);
        ui.add(Label::new(RichText::new(&line.phrase).font(font)).wrap());
        if let Some(rule) = &line.rule {
            rule_chip(ui, rule, intents);
        }
    });
    paragraph(ui, &line.because);
    match behind {
        Some(points) if points > 0 => _ = note(ui, &format!("Promised {points} less.")),
        Some(_) => _ = note(ui, "Looked as good at first, but worse on a second look."),
        None => {}
    }
}
