//! The curtain between two players at one machine: one of them looks away, the other sits down.

use egui::{Align, Layout, RichText, ScrollArea, Ui, vec2};

use crate::Intent;
use crate::theme::{Face, Press, SideBadge, SideMark, Theme, Weight, note, paragraph, scrolling, side_badge, size};

/// What the curtain says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurtainModel {
    /// Who is to sit down.
    pub side: SideMark,
    /// Turn and phase.
    pub moment: String,
    /// What this side noticed since it looked last, a sentence each; oldest first.
    pub noticed: Vec<String>,
}

/// The curtain: fills the window. Nothing behind it can be seen, read or pressed.
pub fn curtain_screen(ui: &mut Ui, model: &CurtainModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let c = Theme::of(ui).colours;
    let width = ui.available_width().min(640.0);
    let side = ((ui.available_width() - width) / 2.0).max(0.0);
    let height = ui.available_height();
    ui.horizontal_top(|ui| {
        ui.add_space(side);
        ui.allocate_ui_with_layout(vec2(width, height), Layout::top_down(Align::LEFT), |ui| {
            ui.set_width(width);
            ui.add_space(height * 0.16);
            side_badge(ui, model.side, SideBadge::Name);
            ui.add_space(8.0);
            let font = Theme::font(ui, Face::Bold, size::DISPLAY);
            let words = format!("{} sits down", model.side.name);
            ui.add(egui::Label::new(RichText::new(words).font(font).color(c.text)).wrap());
            paragraph(ui, &format!("{} The other player looks away now.", sentence(&model.moment)));
            ui.add_space(16.0);
            ui.horizontal_wrapped(|ui| {
                let open = Press::new("Show the table").key("Enter").weight(Weight::Primary);
                if ui.add(open).clicked() {
                    intents.push(Intent::OpenCurtain);
                }
                let keep = Press::new("I play both sides").weight(Weight::Quiet);
                if ui.add(keep.hover("Turn the curtain off for this game.")).clicked() {
                    intents.push(Intent::KeepCurtainOpen);
                }
            });
            ui.add_space(16.0);
            if model.noticed.is_empty() {
                note(ui, "Nothing new has happened.");
                return;
            }
            note(ui, "Noticed since this side last looked:");
            scrolling(ui, ScrollArea::vertical().id_salt("noticed").max_height(height * 0.4), |ui| {
                for line in &model.noticed {
                    ui.add(egui::Label::new(RichText::new(line).color(c.text)).wrap());
                    ui.add_space(4.0);
                }
            });
        });
    });
    intents
}

/// With a full stop at its end.
fn sentence(words: &str) -> String {
    if words.ends_with(['.', '!', '?']) { words.to_owned() } else { format!("{words}.") }
}
