//! A unit as a line of a list, with its counter in small.

use block_by_block::{BlockByBlock, Condition, State, UnitId, UnitSet};
use egui::{Align2, CornerRadius, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::Intent;
use crate::area::AreaIntent;
use crate::area::words::condition_word;
use crate::theme::{Face, Theme, paint_side_symbol, side_colours, size};

/// A unit in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitLine {
    pub unit: UnitId,
    /// Fresh, spent or routed.
    pub condition: Condition,
    /// Its attack value as it stands.
    pub value: u8,
    pub group: Option<u8>,
    /// What else is to be said.
    pub note: String,
}

/// The units of a set as lines.
pub fn unit_lines(rules: &BlockByBlock, state: &State, units: UnitSet) -> Vec<UnitLine> {
    let line = |unit: UnitId| UnitLine {
        unit,
        condition: state.condition(unit),
        value: rules.attack_value(state, unit),
        group: state.group_of(unit),
        note: String::new(),
    };
    UnitId::each(units).map(line).collect()
}

pub(super) fn line_words(line: &UnitLine) -> String {
    let mut words = format!("{}, {}, attack value {}", line.unit, condition_word(line.condition), line.value);
    if let Some(group) = line.group {
        words.push_str(&format!(", group {group}"));
    }
    if !line.note.is_empty() {
        words.push_str(&format!(", {}", line.note));
    }
    words
}

/// Draws the line; pressing it selects the unit.
pub(super) fn unit_line(ui: &mut Ui, line: &UnitLine, intents: &mut Vec<Intent>) {
    let theme = Theme::of(ui);
    let c = &theme.colours;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 28.0), Sense::click());
    let words = line_words(line);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &words));
    let painter = ui.painter();
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, CornerRadius::same(4), c.lifted);
    }
    if response.has_focus() {
        painter.rect_stroke(rect, CornerRadius::same(4), Stroke::new(2.0, c.accent), StrokeKind::Inside);
    }
    let (plate, ink) = side_colours(&theme, line.unit.side());
    let counter = Rect::from_center_size(pos2(rect.left() + 18.0, rect.center().y), vec2(24.0, 22.0));
    painter.rect_filled(counter, CornerRadius::same(3), plate);
    paint_side_symbol(painter, Rect::from_center_size(counter.center(), vec2(15.0, 13.0)), line.unit.side(), ink);
    let middle = rect.center().y;
    let name = Theme::font(ui, Face::Medium, size::BODY);
    painter.text(pos2(rect.left() + 38.0, middle), Align2::LEFT_CENTER, line.unit.name(), name, c.text);
    let small = Theme::font(ui, Face::Condensed, size::BODY);
    let value = Theme::font(ui, Face::SemiBold, size::BODY);
    painter.text(pos2(rect.right() - 6.0, middle), Align2::RIGHT_CENTER, line.value.to_string(), value, c.text);
    let mut state = if line.note.is_empty() { condition_word(line.condition).to_owned() } else { line.note.clone() };
    if let Some(group) = line.group {
        state = format!("group {group} · {state}");
    }
    let tone = if line.condition == Condition::Routed { c.danger } else { c.muted };
    painter.text(pos2(rect.right() - 26.0, middle), Align2::RIGHT_CENTER, state, small, tone);
    if response.clicked() {
        intents.push(Intent::Area(AreaIntent::SelectUnit(line.unit)));
    }
}
