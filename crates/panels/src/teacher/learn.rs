//! The page with the lessons of a ruleset.

use egui::{Align, Label, Layout, RichText, ScrollArea, Ui};
use tabletop::numbers::counted;

use super::Ask;
use crate::Intent;
use crate::screens::page;
use crate::theme::{Face, Press, Theme, Verdict, Weight, bar, card, note, paragraph, scrolling, size, verdict};

/// What the page shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LearnModel {
    pub ruleset: String,
    pub lessons: Vec<LessonLine>,
    /// Questions of the quiz asked and answered rightly so far.
    pub quiz: (u32, u32),
    /// Why the lessons cannot be shown.
    pub problem: Option<String>,
}

/// A lesson in the list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonLine {
    pub title: String,
    /// What one can do afterwards.
    pub about: String,
    /// How long it takes.
    pub minutes: u8,
    /// Steps done in it.
    pub done: u16,
    /// Steps it has.
    pub of: u16,
    /// Whether it was finished once.
    pub finished: bool,
}

/// The lessons with what was done of them, and the quiz.
pub fn learn_screen(ui: &mut Ui, model: &LearnModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let heading = format!("Learn {}", model.ruleset);
    page(ui, &heading, Intent::Teacher(Ask::LeavePage), &mut intents, |ui, intents| {
        if let Some(problem) = &model.problem {
            let colour = Theme::of(ui).colours.danger;
            ui.add(Label::new(RichText::new(problem).color(colour)).wrap());
        }
        if model.lessons.is_empty() && model.problem.is_none() {
            note(ui, "This game has no lessons yet. The quiz and the rulebook are open.");
        }
        // The first that is not finished is the one to take.
        let next = model.lessons.iter().position(|lesson| !lesson.finished);
        scrolling(ui, ScrollArea::vertical().auto_shrink(false), |ui| {
            if !model.lessons.is_empty() {
                progress(ui, &model.lessons);
            }
            quiz_card(ui, model.quiz, intents);
            ui.add_space(8.0);
            for (index, lesson) in model.lessons.iter().enumerate() {
                lesson_card(ui, index, lesson, next == Some(index), intents);
                ui.add_space(8.0);
            }
        });
    });
    intents
}

/// The quiz, above the lessons: below sixteen of them nobody would find it.
fn quiz_card(ui: &mut Ui, (asked, right): (u32, u32), intents: &mut Vec<Intent>) {
    card(ui, |ui| {
        ui.horizontal_top(|ui| {
            let width = (ui.available_width() - 152.0).max(120.0);
            ui.vertical(|ui| {
                ui.set_width(width);
                let font = Theme::font(ui, Face::SemiBold, size::LEAD);
                ui.label(RichText::new("Quiz").font(font));
                paragraph(
                    ui,
                    "Each question shows a position from a computer-played game. The referee marks your answers.",
                );
                if asked > 0 {
                    note(ui, &format!("{right} of {asked} answered correctly so far."));
                }
            });
            ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
                if ui.add(Press::new("Ask me")).clicked() {
                    intents.push(Intent::Teacher(Ask::Quiz));
                }
            });
        });
    });
}

fn progress(ui: &mut Ui, lessons: &[LessonLine]) {
    let finished = lessons.iter().filter(|lesson| lesson.finished).count();
    let minutes: u32 = lessons.iter().filter(|lesson| !lesson.finished).map(|lesson| u32::from(lesson.minutes)).sum();
    let left = if minutes == 0 {
        "All done.".to_owned()
    } else {
        format!("About {} left.", counted(minutes, "minute is", "minutes are"))
    };
    note(ui, &format!("{finished} of {} lessons finished. {left}", lessons.len()));
    let fill = Theme::of(ui).colours.accent;
    let small = |n: usize| u8::try_from(n).unwrap_or(u8::MAX);
    bar(ui, "Lessons finished", small(finished), small(lessons.len()), fill, None);
    ui.add_space(8.0);
}

fn lesson_card(ui: &mut Ui, index: usize, lesson: &LessonLine, next: bool, intents: &mut Vec<Intent>) {
    ui.push_id(index, |ui| {
        card(ui, |ui| {
            ui.horizontal_top(|ui| {
                let width = (ui.available_width() - 152.0).max(120.0);
                ui.vertical(|ui| {
                    ui.set_width(width);
                    let font = Theme::font(ui, Face::SemiBold, size::LEAD);
                    ui.horizontal_wrapped(|ui| {
                        ui.label(RichText::new(format!("{}. {}", index + 1, lesson.title)).font(font));
                        note(ui, &format!("{} min", lesson.minutes));
                    });
                    paragraph(ui, &lesson.about);
                    match (lesson.finished, lesson.done) {
                        (true, _) => {
                            ui.horizontal(|ui| {
                                verdict(ui, Verdict::Right);
                                note(ui, "finished");
                            });
                        }
                        (false, 0) => {}
                        (false, done) => _ = note(ui, &format!("{done} of {} steps", lesson.of)),
                    }
                });
                ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
                    let word = if lesson.finished { "Again" } else { "Begin" };
                    let press = Press::new(word).name(format!("{word}: {}", lesson.title));
                    let press = if next { press.weight(Weight::Primary) } else { press };
                    if ui.add(press).clicked() {
                        intents.push(Intent::Teacher(Ask::Lesson(index)));
                    }
                });
            });
        });
    });
}
