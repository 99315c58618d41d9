//! The computer's turn: how fast it is shown, what it does, and what one noticed of it.

use egui::{Label, RichText, ScrollArea, Ui, vec2};

use crate::Intent;
use crate::teacher::Ask;
use crate::theme::{Face, Press, SideBadge, SideMark, Theme, Weight, note, scrolling, side_badge, size};

/// How the computer's turn is to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tempo {
    Slower,
    Faster,
    /// Stop after this order, or go on.
    Pause,
    /// Everything at once, up to the next decision of a person.
    Skip,
    /// Put away what was noticed.
    Seen,
}

/// The computer at its turn, as the prompt shows it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ComputerModel {
    /// Its strength: `Recruit`.
    pub name: &'static str,
    /// Whether it waits until the player lets it go on.
    pub paused: bool,
    /// Whether everything is shown at once until a person decides.
    pub skipping: bool,
    /// Whether it can be slower.
    pub slower: bool,
    /// Whether it can be faster.
    pub faster: bool,
    /// Whether a person plays the other side, so that there is a decision to skip to.
    pub opposed: bool,
}

impl ComputerModel {
    /// What it does.
    fn doing(&self) -> String {
        match (self.paused, self.skipping) {
            (true, _) => format!("{} waits.", self.name),
            (false, true) => format!("{} plays on …", self.name),
            (false, false) => format!("{} is thinking …", self.name),
        }
    }
}

/// The buttons of the computer's turn, and what it does: last, or they would move when that changes.
pub fn turn_row(ui: &mut Ui, model: &ComputerModel, intents: &mut Vec<Intent>) {
    let mut press = |ui: &mut Ui, press: Press, tempo: Tempo| {
        if ui.add(press).clicked() {
            intents.push(Intent::Tempo(tempo));
        }
    };
    let (word, weight) = if model.paused { ("Go on", Weight::Primary) } else { ("Pause", Weight::Normal) };
    press(ui, Press::new(word).key("P").weight(weight), Tempo::Pause);
    press(ui, Press::new("Slower").key("[").weight(Weight::Quiet).enabled(model.slower), Tempo::Slower);
    press(ui, Press::new("Faster").key("]").weight(Weight::Quiet).enabled(model.faster), Tempo::Faster);
    if model.opposed {
        let skip = Press::new("Skip to my decision").key("N").weight(Weight::Quiet).enabled(!model.skipping);
        press(ui, skip.hover("Show the rest of its turn at once."), Tempo::Skip);
    }
    let font = Theme::font(ui, Face::SemiBold, size::BODY);
    ui.label(RichText::new(model.doing()).font(font));
}

/// An order of the computer, as far as one may know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseLine {
    /// The number of the order, from 0.
    pub order: usize,
    /// What was ordered; or what was noticed of it.
    pub ordered: String,
    pub told: String,
}

/// What the computer does and did since a person decided last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CourseModel {
    /// Whose orders these are.
    pub side: SideMark,
    /// The orders, oldest first, as far as they were noticed.
    pub lines: Vec<CourseLine>,
    /// Whether its turn is over: then all of them are listed, else the last one is.
    pub over: bool,
    /// Whether one may ask why.
    pub why: bool,
}

/// The last order of the computer in one line; or, once its turn is over, what was noticed of it.
pub fn course_card(ui: &mut Ui, model: &CourseModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    if !model.over {
        if let Some(line) = model.lines.last() {
            // A player elsewhere may have done much since one looked: what is farther back is scrolled to.
            latest(ui, "last order", |ui| {
                ui.horizontal_wrapped(|ui| {
                    side_badge(ui, model.side, SideBadge::Name);
                    ui.add(Label::new(&line.ordered).wrap());
                    why(ui, model, line.order, &mut intents);
                });
            });
        }
        return intents;
    }
    ui.horizontal_wrapped(|ui| {
        side_badge(ui, model.side, SideBadge::Name);
        let font = Theme::font(ui, Face::SemiBold, size::BODY);
        ui.label(RichText::new("What you noticed").font(font));
        if ui.add(Press::new("Close").small().weight(Weight::Quiet).name("Close what you noticed")).clicked() {
            intents.push(Intent::Tempo(Tempo::Seen));
        }
    });
    if model.lines.is_empty() {
        note(ui, "You noticed none of its turn.");
        return intents;
    }
    latest(ui, "noticed", |ui| {
        for line in &model.lines {
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(6.0, 2.0);
                ui.add(Label::new(if line.told.is_empty() { &line.ordered } else { &line.told }).wrap());
                why(ui, model, line.order, &mut intents);
            });
            ui.add_space(2.0);
        }
    });
    intents
}

/// What is told, no higher than a few lines or a fifth of the window, with the end in sight.
fn latest(ui: &mut Ui, salt: &str, add: impl FnOnce(&mut Ui)) {
    let highest = ui.available_height().min((ui.ctx().content_rect().height() * 0.22).max(132.0));
    let area = ScrollArea::vertical().id_salt(salt).auto_shrink([false, true]).max_height(highest);
    scrolling(ui, area.stick_to_bottom(true), add);
}

fn why(ui: &mut Ui, model: &CourseModel, order: usize, intents: &mut Vec<Intent>) {
    if model.why {
        let press = Press::new("Why?")
            .small()
            .weight(Weight::Quiet)
            .hover("What it aimed for, and the other orders it considered.");
        if ui.add(press).clicked() {
            intents.push(Intent::Teacher(Ask::Why(order)));
        }
    }
}
