//! Badges and chips: whose turn it is, where a number comes from, which rule says so. Each has a shape and a word,
//! never a colour alone.

use egui::{
    Align2, Color32, CornerRadius, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo,
    WidgetType, pos2, vec2,
};
use tabletop::{Provenance, RuleId};

use super::{Face, Theme, size};
use crate::Intent;

/// On which side of the war somebody stands: decides colour and sign, in every ruleset alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Camp {
    /// United States, their allies and the Republic of Vietnam.
    Allied,
    /// The People's Army and the National Liberation Front.
    Liberation,
}

/// A side as every part of the window shows it: its camp and its name in the ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SideMark {
    /// Decides colour and sign.
    pub camp: Camp,
    /// The name players say.
    pub name: &'static str,
}

impl SideMark {
    /// A side of the allied camp.
    pub const fn allied(name: &'static str) -> Self {
        Self { camp: Camp::Allied, name }
    }

    /// A side of the camp of the Liberation Front.
    pub const fn liberation(name: &'static str) -> Self {
        Self { camp: Camp::Liberation, name }
    }
}

impl From<block_by_block::Side> for SideMark {
    fn from(side: block_by_block::Side) -> Self {
        match side {
            block_by_block::Side::UsArvn => Self::allied(side.name()),
            block_by_block::Side::PavnNlf => Self::liberation(side.name()),
        }
    }
}

/// Fill and text colour of a side.
pub fn side_colours(theme: &Theme, side: impl Into<SideMark>) -> (Color32, Color32) {
    let c = &theme.colours;
    match side.into().camp {
        Camp::Allied => (c.us_arvn, c.on_us_arvn),
        Camp::Liberation => (c.pavn_nlf, c.on_pavn_nlf),
    }
}

/// The colour in which a side's name is written on a panel.
pub fn side_ink(theme: &Theme, side: impl Into<SideMark>) -> Color32 {
    match side.into().camp {
        Camp::Allied => theme.colours.us_arvn_ink,
        Camp::Liberation => theme.colours.pavn_nlf_ink,
    }
}

/// The sign of a side: the crossed frame of a staff map for the allied camp, the crossed diamond for the other.
pub fn paint_side_symbol(painter: &Painter, rect: Rect, side: impl Into<SideMark>, ink: Color32) {
    let stroke = Stroke::new(1.6, ink);
    let center = rect.center();
    match side.into().camp {
        Camp::Allied => {
            let frame = Rect::from_center_size(center, vec2(rect.width(), rect.height() * 0.7));
            painter.rect_stroke(frame, CornerRadius::ZERO, stroke, StrokeKind::Inside);
            painter.line_segment([frame.left_top(), frame.right_bottom()], stroke);
            painter.line_segment([frame.right_top(), frame.left_bottom()], stroke);
        }
        Camp::Liberation => {
            let r = rect.width().min(rect.height()) / 2.0;
            let tips = [vec2(0.0, -r), vec2(r, 0.0), vec2(0.0, r), vec2(-r, 0.0)].map(|v| center + v);
            painter.add(Shape::closed_line(tips.to_vec(), stroke));
            let d = r / 2.0;
            painter.line_segment([center + vec2(-d, -d), center + vec2(d, d)], stroke);
            painter.line_segment([center + vec2(d, -d), center + vec2(-d, d)], stroke);
        }
    }
}

/// What a side badge says beside its sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SideBadge {
    /// The name alone.
    Name,
    /// The name and that this side acts.
    Acts,
}

/// A plate in the side's colour with its sign and name.
pub fn side_badge(ui: &mut Ui, side: impl Into<SideMark>, says: SideBadge) -> Response {
    let side = side.into();
    let theme = Theme::of(ui);
    let (fill, ink) = side_colours(&theme, side);
    let big = says == SideBadge::Acts;
    let font = Theme::font(ui, Face::SemiBold, if big { size::LEAD } else { size::SMALL });
    let galley = ui.painter().layout_no_wrap(side.name.to_owned(), font, ink);
    let sign = if big { vec2(24.0, 20.0) } else { vec2(14.0, 12.0) };
    let pad = if big { 12.0 } else { 6.0 };
    let height = if big { 40.0 } else { 20.0 };
    let (rect, response) =
        ui.allocate_exact_size(vec2(pad * 2.0 + sign.x + 8.0 + galley.size().x, height), Sense::hover());
    response.widget_info(|| {
        let name = if big { format!("{} acts", side.name) } else { side.name.to_owned() };
        WidgetInfo::labeled(WidgetType::Label, true, name)
    });
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(4), fill);
    let at = pos2(rect.left() + pad + sign.x / 2.0, rect.center().y);
    paint_side_symbol(painter, Rect::from_center_size(at, sign), side, ink);
    painter.galley(pos2(rect.left() + pad + sign.x + 8.0, rect.center().y - galley.size().y / 2.0), galley, ink);
    response
}

/// The badge of a number's origin: a shape and its word; the reason under the pointer.
pub fn provenance_badge(ui: &mut Ui, from: &Provenance) -> Response {
    let theme = Theme::of(ui);
    let c = &theme.colours;
    let font = Theme::font(ui, Face::Condensed, size::SMALL);
    let galley = ui.painter().layout_no_wrap(from.word().to_owned(), font, c.muted);
    let (rect, response) = ui.allocate_exact_size(vec2(14.0 + galley.size().x, 16.0), Sense::hover());
    response
        .widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{}: {}", from.word(), from.detail())));
    paint_provenance(ui.painter(), pos2(rect.left() + 5.0, rect.center().y), from, c.muted);
    ui.painter().galley(pos2(rect.left() + 14.0, rect.center().y - galley.size().y / 2.0), galley, c.muted);
    response.on_hover_text(origin(from))
}

/// Where a number is from, as a sentence.
pub(crate) fn origin(from: &Provenance) -> String {
    match from {
        Provenance::Printed(heading) => format!("Printed in the rules: {heading}."),
        Provenance::Inferred(how) => format!("Inferred: {how}."),
        Provenance::Reconstructed(why) => format!("Reconstructed: {why}."),
        Provenance::House(who) => format!("House rule: {who}."),
    }
}

/// Filled square: printed. Half-filled square: inferred. Ring: reconstructed. House: house rule.
pub(crate) fn paint_provenance(painter: &Painter, at: Pos2, from: &Provenance, ink: Color32) {
    let square = Rect::from_center_size(at, vec2(8.0, 8.0));
    let stroke = Stroke::new(1.4, ink);
    match from {
        Provenance::Printed(_) => {
            painter.rect_filled(square, CornerRadius::ZERO, ink);
        }
        Provenance::Inferred(_) => {
            painter.rect_stroke(square, CornerRadius::ZERO, stroke, StrokeKind::Inside);
            painter.add(Shape::convex_polygon(
                vec![square.left_bottom(), square.right_bottom(), square.right_top()],
                ink,
                Stroke::NONE,
            ));
        }
        Provenance::Reconstructed(_) => {
            painter.circle_stroke(at, 3.6, stroke);
        }
        Provenance::House(_) => {
            painter.add(Shape::closed_line(
                vec![
                    at + vec2(0.0, -5.0),
                    at + vec2(4.5, -1.0),
                    at + vec2(4.5, 4.0),
                    at + vec2(-4.5, 4.0),
                    at + vec2(-4.5, -1.0),
                ],
                stroke,
            ));
        }
    }
}

/// A chip with a rule's number; pressing it opens the rulebook there.
pub fn rule_chip(ui: &mut Ui, rule: &RuleId, intents: &mut Vec<Intent>) -> Response {
    let label = if rule.as_str().starts_with(|first: char| first.is_ascii_digit()) {
        format!("§{rule}")
    } else {
        rule.to_string()
    };
    let response = chip(ui, &label, &format!("Rule {rule}"), &format!("Open the rulebook at rule {rule}."));
    if response.clicked() {
        intents.push(Intent::OpenRule(rule.clone()));
    }
    response
}

fn chip(ui: &mut Ui, label: &str, name: &str, hover: &str) -> Response {
    let theme = Theme::of(ui);
    let c = &theme.colours;
    let font = Theme::font(ui, Face::Condensed, size::SMALL);
    let text_width = ui.painter().layout_no_wrap(label.to_owned(), font.clone(), c.accent).size().x;
    let (rect, response) = ui.allocate_exact_size(vec2(text_width + 12.0, 20.0), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Link, true, name));
    let hot = response.hovered() || response.has_focus();
    let painter = ui.painter();
    painter.rect(
        rect,
        CornerRadius::same(10),
        if hot { c.lifted } else { c.raised },
        Stroke::new(if response.has_focus() { 2.0 } else { 1.0 }, if hot { c.accent } else { c.line }),
        StrokeKind::Inside,
    );
    painter.text(rect.center(), Align2::CENTER_CENTER, label, font, if hot { c.text } else { c.muted });
    response.on_hover_text(hover)
}
