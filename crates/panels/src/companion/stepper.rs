//! A number with a button to either side.

use egui::{RichText, Ui};

use crate::theme::{Face, Press, Theme, beside, size};

/// A word and its number, with buttons for one less and one more; the new number if one was pressed.
pub fn stepper(ui: &mut Ui, word: &str, value: u8, least: u8, most: u8) -> Option<u8> {
    let mut changed = None;
    let font = Theme::font(ui, Face::Mono, size::BODY);
    let words = RichText::new(word).color(Theme::of(ui).colours.muted);
    beside(ui, words, 96.0, |ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let more = Press::new("+").small().name(format!("One more: {word}")).enabled(value < most);
        if ui.add(more).clicked() {
            changed = Some(value + 1);
        }
        ui.label(RichText::new(format!("{value:>2}")).font(font));
        let less = Press::new("−").small().name(format!("One less: {word}")).enabled(value > least);
        if ui.add(less).clicked() {
            changed = Some(value - 1);
        }
    });
    changed
}
