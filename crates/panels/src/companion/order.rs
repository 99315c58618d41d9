//! The order of the turn: small beside a board, large enough to be read across a table.

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align, Color32, CornerRadius, Label, Layout, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    WidgetType, pos2, vec2,
};
use tabletop::between;

use super::flag::{flag_colours, flag_ink, paint_flag};
use super::{OrderLine, Part, Progress, Want};
use crate::theme::{Face, Theme, hint, mix, rule_chip, size};

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
        hint(ui, "Nobody is in the order yet.");
        return wants;
    }
    let (acting, other) = how.letters(lines.len(), ui.available_height());
    ScrollArea::vertical().auto_shrink([false, how == OrderSize::Small]).id_salt(("order", how as u8)).show(ui, |ui| {
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
    });
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
    let height = (letters * 1.45).round().max(28.0);
    let sense = if line.id == 0 || how == OrderSize::Huge { Sense::hover() } else { Sense::click() };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), sense);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, spoken(line)));
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
    let sign = vec2(letters * 0.9, letters * 0.75);
    let left = rect.left() + 8.0;
    let sign_ink = if acts {
        ink
    } else if done {
        mix(flag_ink(&theme, line.flag), c.panel, 0.4)
    } else {
        flag_ink(&theme, line.flag)
    };
    paint_flag(painter, Rect::from_center_size(pos2(left + sign.x / 2.0, rect.center().y), sign), line.flag, sign_ink);
    // Level and progress stand at the right; marks between, as far as there is room.
    let level_font = Theme::font(ui, Face::Condensed, letters);
    let level = painter.layout_no_wrap(line.level.clone(), level_font, ink);
    let mut right = rect.right() - 12.0 - level.size().x;
    painter.galley(pos2(right, rect.center().y - level.size().y / 2.0), level, ink);
    let small = (letters * 0.5).max(size::SMALL);
    if line.progress != Progress::Waiting {
        let word_font = Theme::font(ui, Face::CondensedSemiBold, small);
        let word_ink = if line.progress == Progress::Next { c.accent } else { ink };
        let word = painter.layout_no_wrap(line.progress.word().to_uppercase(), word_font, word_ink);
        right -= word.size().x + 12.0;
        painter.galley(pos2(right, rect.center().y - word.size().y / 2.0), word, word_ink);
    }
    let name_left = left + sign.x + 8.0;
    let face = if acts { Face::SemiBold } else { Face::Medium };
    let name = elided(ui, &line.name, face, letters, ink, right - 12.0 - name_left);
    let name_right = name_left + name.size().x;
    ui.painter().galley(pos2(name_left, rect.center().y - name.size().y / 2.0), name, ink);
    let room = right - 12.0 - name_right - 12.0;
    if room > 40.0 && !line.marks.is_empty() {
        let words: Vec<&str> = line.marks.iter().map(|m| m.text.as_str()).collect();
        let bad = line.marks.iter().any(|m| m.bad);
        let colour = if acts {
            ink
        } else if bad {
            c.danger
        } else {
            c.muted
        };
        let marks = elided(ui, &words.join(" · "), Face::Condensed, small, colour, room);
        let at = pos2(name_right + 12.0, rect.center().y - marks.size().y / 2.0);
        ui.painter().galley(at, marks, colour);
    }
    response
}

/// One line of text that ends in an ellipsis if it is too long.
pub(super) fn elided(
    ui: &Ui,
    text: &str,
    face: Face,
    letters: f32,
    ink: Color32,
    width: f32,
) -> std::sync::Arc<egui::Galley> {
    let font = Theme::font(ui, face, letters);
    let mut job = LayoutJob::single_section(text.to_owned(), TextFormat::simple(font, ink));
    job.wrap = TextWrapping::truncate_at_width(width.max(24.0));
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// Room for a rule's chip and the gaps of a line, in points.
const CHIP: f32 = 84.0;

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
