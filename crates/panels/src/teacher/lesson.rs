//! The lesson beside the board: what is explained, what is to be done, and what was said to the last try.

use egui::{Frame, Label, Margin, RichText, Stroke, Ui};
use tabletop::RuleId;
use tabletop::numbers::counted;

use super::{Ask, card_text};
use crate::Intent;
use crate::theme::{Face, Press, Theme, Verdict, Weight, bar, hint, note, paragraph, rule_chip, size, verdict};

/// What was said to the last try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feedback {
    Right(String),
    /// It was not what was asked; if the rules forbid it too, why.
    Wrong(String, Option<(RuleId, String)>),
}

/// What the learner has to do with the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Turning {
    /// Read it and go on.
    #[default]
    Read,
    /// Do something on the board.
    Act,
    /// Solve a task with so many commands left.
    Solve(u16),
    /// Begin the task again: it cannot be solved any more.
    Retry,
    /// Everything is done; whether there is another lesson.
    Done(bool),
}

/// What the panel shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonModel {
    pub title: String,
    /// Steps done.
    pub step: usize,
    /// Steps there are.
    pub of: usize,
    pub text: String,
    /// What is to be done.
    pub task: String,
    /// What the learner has to do with the page.
    pub turning: Turning,
    /// What was said to the last try.
    pub feedback: Option<Feedback>,
    /// Whether there is a step before.
    pub back: bool,
    /// Whether something is being shown on the board: nothing can be pressed then.
    pub busy: bool,
}

/// The lesson under way.
pub fn lesson_panel(ui: &mut Ui, model: &LessonModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let c = Theme::of(ui).colours;
    ui.horizontal(|ui| {
        let font = Theme::font(ui, Face::SemiBold, size::HEADING);
        let room = (ui.available_width() - 88.0).max(80.0);
        ui.scope(|ui| {
            ui.set_max_width(room);
            ui.add(Label::new(RichText::new(&model.title).font(font)).wrap());
        });
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let leave = Press::new("Leave").small().weight(Weight::Quiet).hover("Back to the list of lessons.");
            if ui.add(leave).clicked() {
                intents.push(Intent::Teacher(Ask::LeaveLesson));
            }
        });
    });
    let small = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    bar(ui, "Step", small(model.step), small(model.of), c.accent, None);
    ui.add_space(4.0);
    card_text(ui, "lesson", |ui| {
        // What was said to the last step stands before the text of the next.
        if let Some(feedback) = &model.feedback {
            said(ui, feedback, &mut intents);
            ui.add_space(4.0);
        }
        paragraph(ui, &model.text);
        if !model.task.is_empty() {
            ui.add_space(4.0);
            let font = Theme::font(ui, Face::SemiBold, size::BODY);
            ui.add(Label::new(RichText::new(&model.task).font(font).color(c.accent)).wrap());
        }
        if let Turning::Solve(left) = model.turning {
            hint(ui, &format!("{} left.", counted(left, "command", "commands")));
        }
    });
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let (label, ask) = match model.turning {
            Turning::Read => ("Go on", Some(Ask::GoOn)),
            Turning::Retry => ("Try again", Some(Ask::Back)),
            Turning::Done(true) => ("Next lesson", Some(Ask::NextLesson)),
            Turning::Done(false) => ("All lessons", Some(Ask::LeaveLesson)),
            Turning::Act | Turning::Solve(_) => ("", None),
        };
        if let Some(ask) = ask {
            let press = Press::new(label).weight(Weight::Primary).enabled(!model.busy);
            if ui.add(press).clicked() {
                intents.push(Intent::Teacher(ask));
            }
        }
        if matches!(model.turning, Turning::Act | Turning::Solve(_)) {
            let show = Press::new("Show me").enabled(!model.busy).hover("Let the teacher do it.");
            if ui.add(show).clicked() {
                intents.push(Intent::Teacher(Ask::ShowMe));
            }
        }
        if model.back && model.turning != Turning::Retry {
            let back = Press::new("Back").weight(Weight::Quiet).enabled(!model.busy).hover("Go back a step.");
            if ui.add(back).clicked() {
                intents.push(Intent::Teacher(Ask::Back));
            }
        }
    });
    intents
}

fn said(ui: &mut Ui, feedback: &Feedback, intents: &mut Vec<Intent>) {
    let c = Theme::of(ui).colours;
    let (sign, ink, text, refusal) = match feedback {
        Feedback::Right(text) => (Verdict::Right, c.accent, text, None),
        Feedback::Wrong(text, refusal) => (Verdict::Wrong, c.danger, text, refusal.as_ref()),
    };
    Frame::new().fill(c.raised).stroke(Stroke::new(1.0, ink)).corner_radius(4).inner_margin(Margin::same(8)).show(
        ui,
        |ui| {
            ui.set_min_width(ui.available_width());
            ui.horizontal_top(|ui| {
                verdict(ui, sign);
                ui.vertical(|ui| {
                    paragraph(ui, text);
                    if let Some((rule, because)) = refusal {
                        ui.horizontal_wrapped(|ui| {
                            note(ui, because);
                            rule_chip(ui, rule, intents);
                        });
                    }
                });
            });
        },
    );
}
