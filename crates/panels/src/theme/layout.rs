//! How panels are laid out: headings, cards, facts and bars on a four-point grid.

use egui::{
    Align, Color32, CornerRadius, FontId, Frame, Label, Layout, Margin, Rect, Response, RichText, Sense, Stroke,
    TextStyle, TextWrapMode, Ui, UiBuilder, WidgetInfo, WidgetText, WidgetType, pos2, vec2,
};

use super::{Face, Theme, size};

/// A heading.
pub fn heading(ui: &mut Ui, text: &str) -> Response {
    let font = Theme::font(ui, Face::SemiBold, size::HEADING);
    let colour = Theme::of(ui).colours.text;
    ui.add(Label::new(RichText::new(text).font(font).color(colour)).wrap())
}

/// A section with a small heading over it.
pub fn section<R>(ui: &mut Ui, title: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.add_space(8.0);
    let font = Theme::font(ui, Face::CondensedSemiBold, size::SMALL);
    let colour = Theme::of(ui).colours.muted;
    ui.label(RichText::new(title.to_uppercase()).font(font).color(colour).extra_letter_spacing(0.6));
    add(ui)
}

/// Something that lies on the panel.
pub fn card<R>(ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
    let c = Theme::of(ui).colours;
    Frame::new()
        .fill(c.raised)
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::same(12))
        .show(ui, |ui| {
            ui.set_min_width(ui.available_width());
            add(ui)
        })
        .inner
}

/// Columns of the same width whose text is not stretched to fill its lines.
pub fn side_by_side(ui: &mut Ui, count: usize, add: impl FnOnce(&mut [Ui])) {
    #[expect(clippy::disallowed_methods, reason = "its stretched text is set ragged here, in one place")]
    ui.columns(count, |columns| {
        let ragged = || UiBuilder::new().layout(Layout::top_down(Align::LEFT));
        let mut inner: Vec<Ui> = columns.iter_mut().map(|column| column.new_child(ragged())).collect();
        add(&mut inner);
        for (column, inner) in columns.iter_mut().zip(&inner) {
            column.advance_cursor_after_rect(inner.min_rect());
        }
    });
}

/// Running text that wraps.
pub fn paragraph(ui: &mut Ui, text: &str) -> Response {
    ui.add(Label::new(text).wrap())
}

/// Text of lesser weight that wraps.
pub fn note(ui: &mut Ui, text: &str) -> Response {
    let colour = Theme::of(ui).colours.muted;
    ui.add(Label::new(RichText::new(text).color(colour)).wrap())
}

/// Stands where odds will, until they are worked out.
pub fn coming(ui: &mut Ui) {
    note(ui, "Working out the odds …");
}

/// Small text of lesser weight that wraps.
pub fn hint(ui: &mut Ui, text: &str) -> Response {
    let colour = Theme::of(ui).colours.muted;
    ui.add(Label::new(RichText::new(text).size(size::SMALL).color(colour)).wrap())
}

/// A word at the left and its value at the right of one line.
pub fn fact(ui: &mut Ui, word: &str, value: &str) {
    value_row(ui, word, |ui| {
        let font = Theme::font(ui, Face::Medium, size::BODY);
        ui.add(Label::new(RichText::new(value).font(font)).wrap());
    });
}

/// A word at the left and anything at the right of one line; what is added comes from the right inwards.
pub fn value_row<R>(ui: &mut Ui, word: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        note(ui, word);
        ui.with_layout(Layout::right_to_left(Align::Center), add).inner
    })
    .inner
}

/// Words at the left and something as wide as `wide` at the right of one line, from the right inwards; where they find no
/// room beside each other, the words stand above it.
pub fn beside(ui: &mut Ui, words: impl Into<WidgetText>, wide: f32, right: impl FnOnce(&mut Ui)) {
    let words = words.into();
    let galley = words.clone().into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Body);
    if galley.size().x + wide + 16.0 <= ui.available_width() {
        ui.horizontal(|ui| {
            ui.label(galley);
            ui.with_layout(Layout::right_to_left(Align::Center), right);
        });
    } else {
        ui.add(Label::new(words).wrap());
        ui.with_layout(Layout::right_to_left(Align::TOP), right);
    }
}

/// How wide a text is in one line.
pub(crate) fn width_of(ui: &Ui, text: &str, font: &FontId) -> f32 {
    ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Color32::WHITE).size().x
}

/// A bar filled from the left: `value` of `most`, with a tick at `tick` if there is one. `name` says what it shows.
pub fn bar(ui: &mut Ui, name: &str, value: u8, most: u8, fill: Color32, tick: Option<u8>) -> Response {
    let c = Theme::of(ui).colours;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 12.0), Sense::hover());
    response
        .widget_info(|| WidgetInfo::labeled(WidgetType::ProgressIndicator, true, format!("{name}: {value} of {most}")));
    let share = |v: u8| rect.left() + rect.width() * f32::from(v.min(most)) / f32::from(most.max(1));
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(3), c.ground);
    if value > 0 {
        painter.rect_filled(
            Rect::from_min_max(rect.min, pos2(share(value).max(rect.left() + 4.0), rect.bottom())),
            CornerRadius::same(3),
            fill,
        );
    }
    if let Some(tick) = tick {
        painter.vline(share(tick), rect.y_range().expand(2.0), Stroke::new(2.0, c.text));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_in_columns_is_not_stretched() {
        let mut seen = 0;
        let context = egui::Context::default();
        let mut output = context.run_ui(egui::RawInput::default(), |ui| {
            side_by_side(ui, 2, |columns| {
                seen = columns.iter().filter(|column| !column.layout().horizontal_justify()).count();
            });
        });
        output.textures_delta.clear();
        assert_eq!(seen, 2);
    }
}
