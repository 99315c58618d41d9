//! What is shown after the program ended by a fault of its own: what happened, where the report lies, how to go on.

use egui::{Key, Label, Modifiers, RichText, ScrollArea, Ui};

use crate::theme::{Face, Press, Theme, Weight, heading, note, paragraph, size};

/// A fault that ended the program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaultModel {
    /// What happened, in one sentence.
    pub sentence: String,
    /// The file of the log that holds the report.
    pub log: String,
    /// The report itself, for the programmer who mends the fault.
    pub report: String,
    /// Whether the report has just been copied.
    pub copied: bool,
}

/// What a player wants after a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultWant {
    /// The report goes to the clipboard.
    Copy,
    /// The program starts again.
    Restart,
    /// The page closes.
    Close,
}

/// The page. Enter starts the program again, Escape closes the page.
pub fn fault_page(ui: &mut Ui, model: &FaultModel) -> Option<FaultWant> {
    let mut want = None;
    heading(ui, "Pointman has stopped");
    paragraph(ui, &model.sentence);
    paragraph(ui, "Your game was saved after its last order: start Pointman again and choose Continue.");
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        if ui.add(Press::new("Start again").key("Enter").weight(Weight::Primary)).clicked() {
            want = Some(FaultWant::Restart);
        }
        if ui.add(Press::new("Copy the report").key("C")).clicked() {
            want = Some(FaultWant::Copy);
        }
        if ui.add(Press::new("Close").key("Esc")).clicked() {
            want = Some(FaultWant::Close);
        }
    });
    note(
        ui,
        if model.copied { "The report is copied." } else { "The report says what went wrong. It contains no secrets." },
    );
    note(ui, &format!("It is also saved in {}.", model.log));
    ui.add_space(8.0);
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        let font = Theme::font(ui, Face::Mono, size::SMALL);
        ui.add(Label::new(RichText::new(&model.report).font(font)).wrap().selectable(true));
    });
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let by_key = [(Key::Enter, FaultWant::Restart), (Key::C, FaultWant::Copy), (Key::Escape, FaultWant::Close)];
    want.or_else(|| by_key.into_iter().find(|(key, _)| pressed(*key)).map(|(_, want)| want))
}
