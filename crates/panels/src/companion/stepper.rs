//! A number with a button to either side.

use egui::{Align, Layout, RichText, Ui};

use crate::theme::{Face, Press, Theme, note, size};

/// A word and its number, with buttons for one less and one more; the new number if one was pressed.
pub fn stepper(ui: &mut Ui, word: &str, value: u8, least: u8, most: u8) -> Option<u8> {
    let mut changed = None;
    ui.horizontal(|ui| {
        note(ui, word);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let more = Press::new("+").small().name(format!("One more: {word}")).enabled(value < most);
            if ui.add(more).clicked() {
                changed = Some(value + 1);
            }
            let font = Theme::font(ui, Face::Mono, size::BODY);
            ui.label(RichText::new(format!("{value:>2}")).font(font));
            let less = Press::new("−").small().name(format!("One less: {word}")).enabled(value > least);
            if ui.add(less).clicked() {
                changed = Some(value - 1);
            }
        });
    });
    changed
}
