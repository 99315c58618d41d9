//! The order of the turn: small beside a board, large enough to be read across a table.

use egui::{
    Align, Color32, CornerRadius, Label, Layout, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    WidgetType, pos2, vec2,
};
use tabletop::between;

use super::flag::{flag_colours, flag_ink, paint_flag};
use super::{OrderLine, Part, Progress, Want};
use crate::theme::{Face, Landmark, Theme, hint, mix, rule_chip, scrolling, size};

/// How large the order is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderSize {
    /// In a sidebar.
    Small,
    /// As the main thing of a screen.
    Large,
    /// Over the whole screen: to be read from the far end of a table.
    Huge,
}

impl OrderSize {
    /// Letters of a line that is acting, and of the others, if so many lines are to find room in this height.
    fn letters(self, lines: usize, height: f32) -> (f32, f32) {
        let (most, least) = match self {
            Self::Small => (18.0, 14.0),
            Self::Large => (34.0, 16.0),
            Self::Huge => (88.0, 28.0),
        };
        // The line that acts counts one and a half times.
        let room = height / (lines.max(1) as f32 + 0.5) / 1.7;
        let other = between(room, least, most / 1.4);
        ((other * 1.4).min(most), other)
    }
}

/// The order of the turn. Pressing a line looks at that squad or figure; the line that is looked at shows its sum.
pub fn order_panel(ui: &mut Ui, lines: &[OrderLine], selected: Option<u8>, how: OrderSize) -> Vec<Want> {
    let mut wants = Vec::new();
    if lines.is_empty() {
        hint(ui, "No unit is in the order yet.");
        return wants;
    }
    let (acting, other) = how.letters(lines.len(), ui.available_height());
    scrolling(
        ui,
        ScrollArea::vertical().auto_shrink([false, how == OrderSize::Small]).id_salt(("order", how as u8)),
        |ui| {
            Landmark::Order.mark(ui);
            ui.spacing_mut().item_spacing.y = 4.0;
            for line in lines {
                let letters = if line.progress == Progress::Acting { acting } else { other };
                let response = row(ui, line, letters, how);
                if line.progress == Progress::Acting && !ui.clip_rect().contains_rect(response.rect) {
                    response.scroll_to_me(Some(Align::Center));
                }
                if line.id != 0 && response.clicked() {
                    wants.push(Want::Select(line.id));
                }
                if how != OrderSize::Huge && line.id != 0 && selected == Some(line.id) {
                    sum_panel(ui, line, &mut wants);
                }
            }
        },
    );
    wants
}

/// What a screen reader says of a line.
fn spoken(line: &OrderLine) -> String {
    let marks: Vec<&str> = line.marks.iter().map(|m| m.text.as_str()).collect();
    let marks = if marks.is_empty() { String::new() } else { format!(", {}", marks.join(", ")) };
    let level = if line.level.is_empty() { String::new() } else { format!(", {}", line.level) };
    format!("{}{level}, {}{marks}", line.name, line.progress.word())
}

fn row(ui: &mut Ui, line: &OrderLine, letters: f32, how: OrderSize) -> egui::Response {
    let theme = Theme::of(ui);
    let c = &theme.colours;
    let acts = line.progress == Progress::Acting;
    let done = line.progress == Progress::Done;
    let small = (letters * 0.5).max(size::SMALL);
    let sign = vec2(letters * 0.9, letters * 0.75);
    let wide = ui.available_width();
    // Level and progress stand at the right of the name; marks below it, on as many lines as they need.
    let lay = |text: String, face: Face, size: f32, room: f32| {
        ui.painter().layout(text, Theme::font(ui, face, size), Color32::PLACEHOLDER, room)
    };
    let level = lay(line.level.clone(), Face::Condensed, letters, f32::INFINITY);
    let word = if line.progress == Progress::Waiting { String::new() } else { line.progress.word().to_uppercase() };
    let word = lay(word, Face::CondensedSemiBold, small, f32::INFINITY);
    let name_left = 8.0 + sign.x + 8.0;
    let beside = level.size().x + if word.is_empty() { 24.0 } else { word.size().x + 36.0 };
    let face = if acts { Face::SemiBold } else { Face::Medium };
    let name = lay(line.name.clone(), face, letters, (wide - name_left - beside).max(3.0 * letters));
    let marks: Vec<&str> = line.marks.iter().map(|m| m.text.as_str()).collect();
    let marks = lay(marks.join(" · "), Face::Condensed, small, (wide - name_left - 12.0).max(3.0 * small));
    let first = (letters * 1.45).round().max(28.0).max(name.size().y + 8.0);
    let below = if marks.is_empty() { 0.0 } else { marks.size().y + 6.0 };
    let sense = if line.id == 0 || how == OrderSize::Huge { Sense::hover() } else { Sense::click() };
    let (rect, response) = ui.allocate_exact_size(vec2(wide, first + below), sense);
    let kind = if sense.senses_click() { WidgetType::Button } else { WidgetType::Label };
    response.widget_info(|| WidgetInfo::labeled(kind, true, spoken(line)));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let hot = sense.senses_click() && (response.hovered() || response.has_focus());
    let (fill, ink) = if acts {
        flag_colours(&theme, line.flag)
    } else {
        (if hot { c.lifted } else { c.raised }, if done { c.muted } else { c.text })
    };
    let painter = ui.painter();
    let edge = if acts { Stroke::new(2.0, c.accent) } else { Stroke::NONE };
    painter.rect(rect, CornerRadius::same(6), fill, edge, StrokeKind::Inside);
    if response.has_focus() {
        painter.rect_stroke(rect, CornerRadius::same(6), Stroke::new(2.0, c.accent), StrokeKind::Inside);
    }
    let middle = rect.top() + first / 2.0;
    let sign_ink = if acts {
        ink
    } else if done {
        mix(flag_ink(&theme, line.flag), c.panel, 0.4)
    } else {
        flag_ink(&theme, line.flag)
    };
    let at = pos2(rect.left() + 8.0 + sign.x / 2.0, middle);
    paint_flag(painter, Rect::from_center_size(at, sign), line.flag, sign_ink);
    let write = |galley: std::sync::Arc<egui::Galley>, left: f32, top: f32, ink: Color32| {
        painter.galley(pos2(left, top), galley, ink);
    };
    let mut right = rect.right() - 12.0 - level.size().x;
    let top = middle - level.size().y / 2.0;
    write(level, right, top, ink);
    right -= word.size().x + 12.0;
    let word_ink = if line.progress == Progress::Next { c.accent } else { ink };
    let top = middle - word.size().y / 2.0;
    write(word, right, top, word_ink);
    let top = middle - name.size().y / 2.0;
    write(name, rect.left() + name_left, top, ink);
    let marks_ink = match line.marks.iter().any(|mark| mark.bad) {
        _ if acts => ink,
        true => c.danger,
        false => c.muted,
    };
    write(marks, rect.left() + name_left, rect.top() + first - 2.0, marks_ink);
    response
}

/// Room for a rule's chip and the gaps of a line, in points.
pub(super) const CHIP: f32 = 84.0;

/// A sum, a part a line with its rule; a value that finds no room beside what it is of stands below it.
pub(super) fn parts(ui: &mut Ui, parts: &[Part], wants: &mut Vec<Want>) {
    for part in parts {
        let font = Theme::font(ui, Face::Regular, size::BODY);
        // Numbers stand in columns; words need not.
        let in_words = part.value.chars().any(char::is_alphabetic);
        let value_font = Theme::font(ui, if in_words { Face::Medium } else { Face::Mono }, size::BODY);
        let width = |text: &str, font: &egui::FontId| {
            ui.painter().layout_no_wrap(text.to_owned(), font.clone(), Color32::WHITE).size().x
        };
        let fits = width(&part.what, &font) + width(&part.value, &value_font) + CHIP < ui.available_width();
        let what = Label::new(RichText::new(&part.what).font(font)).wrap();
        let value = RichText::new(&part.value).font(value_font);
        ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
            rule(ui, &part.rule, wants);
            if fits {
                ui.label(value.clone());
            }
            ui.with_layout(Layout::left_to_right(Align::TOP), |ui| ui.add(what));
        });
        if !fits && !part.value.is_empty() {
            ui.add(Label::new(value.color(Theme::of(ui).colours.muted)).wrap());
        }
    }
}

/// A rule's chip.
pub(super) fn rule(ui: &mut Ui, rule: &tabletop::RuleId, wants: &mut Vec<Want>) {
    let mut intents = Vec::new();
    rule_chip(ui, rule, &mut intents);
    if !intents.is_empty() {
        wants.push(Want::OpenRule(rule.clone()));
    }
}

fn sum_panel(ui: &mut Ui, line: &OrderLine, wants: &mut Vec<Want>) {
    if line.sum.is_empty() {
        return;
    }
    crate::theme::card(ui, |ui| {
        parts(ui, &line.sum, wants);
        ui.separator();
        crate::theme::fact(ui, "Together", &line.level);
        if !line.tie.is_empty() {
            hint(ui, &line.tie);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_of_any_length_has_letters_at_any_height() {
        for how in [OrderSize::Small, OrderSize::Large, OrderSize::Huge] {
            for lines in 0..60 {
                for height in [-8.0, 0.0, 24.0, 300.0, 700.0, 2000.0, f32::INFINITY, f32::NAN] {
                    let (acting, other) = how.letters(lines, height);
                    assert!(
                        acting >= other && other >= size::BODY && acting <= 88.0,
                        "{how:?}, {lines} lines in {height}: {acting} and {other}"
                    );
                }
            }
        }
    }
}
