//! The luck ledger: who had it, and when.

use egui::{CornerRadius, Label, Rect, RichText, ScrollArea, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2};
use tabletop::between;
use tabletop::numbers::counted;

use super::Ask;
use super::explain::luck_words;
use crate::Intent;
use crate::theme::{
    Face, Press, SideBadge, SideMark, Theme, Weight, hint, note, paint_die, paragraph, scrolling, section, side_badge,
    size,
};

/// One side's luck.
#[derive(Clone, Debug, PartialEq)]
pub struct LuckSide {
    pub side: SideMark,
    /// Orders of his that rolled dice.
    pub throws: usize,
    /// Dice that were rolled for them.
    pub dice: usize,
    /// 0 is nothing but bad luck, 100 nothing but good, 50 as expected.
    pub percentile: f32,
}

/// The dice of one order.
#[derive(Clone, Debug, PartialEq)]
pub struct LuckLine {
    /// The order's place in the game.
    pub order: usize,
    pub side: SideMark,
    /// The order in words.
    pub phrase: String,
    /// The dice with the number of their faces.
    pub dice: Vec<(u8, u8)>,
    /// How lucky they were for him; nothing if they could change nothing.
    pub percentile: Option<u8>,
}

/// What the panel shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LuckModel {
    pub sides: Vec<LuckSide>,
    /// Every order that rolled dice, in the order of the game.
    pub lines: Vec<LuckLine>,
}

/// The ledger of the game so far.
pub fn luck_panel(ui: &mut Ui, model: &LuckModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        let font = Theme::font(ui, Face::SemiBold, size::HEADING);
        ui.label(RichText::new("Luck").font(font));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.add(Press::new("Close").small().weight(Weight::Quiet)).clicked() {
                intents.push(Intent::Teacher(Ask::Close));
            }
        });
    });
    hint(ui, "Each roll compared with everything it could have been: 0 the worst, 100 the best, 50 as expected.");
    for side in &model.sides {
        ui.add_space(4.0);
        ui.horizontal(|ui| {
            side_badge(ui, side.side, SideBadge::Name);
            note(ui, &format!("{}, {}", counted(side.throws, "order", "orders"), counted(side.dice, "die", "dice")));
        });
        let told = if side.throws == 0 { "no dice yet" } else { luck_words(side.percentile) };
        gauge(ui, &format!("{}: {told}", side.side.name), side.percentile);
        paragraph(ui, told);
    }
    section(ui, "Roll by roll", |ui| {
        if model.lines.is_empty() {
            note(ui, "No dice have been rolled yet.");
        }
        scrolling(ui, ScrollArea::vertical().id_salt("luck"), |ui| {
            for line in model.lines.iter().rev() {
                ui.push_id(line.order, |ui| roll(ui, line, &mut intents));
            }
        });
    });
    intents
}

fn roll(ui: &mut Ui, line: &LuckLine, intents: &mut Vec<Intent>) {
    let c = Theme::of(ui).colours;
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        side_badge(ui, line.side, SideBadge::Name);
        for &(value, sides) in &line.dice {
            if sides <= 6 {
                let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
                paint_die(ui.painter(), rect, value, c.paper, c.ink);
            } else {
                note(ui, &format!("{value} of {sides}"));
            }
        }
        ui.add(Label::new(&line.phrase).wrap());
    });
    ui.horizontal(|ui| {
        match line.percentile {
            Some(percentile) => note(ui, &format!("{percentile}: {}", luck_words(f32::from(percentile)))),
            None => note(ui, "made no difference"),
        };
        let explain = Press::new("Explain").small().name(format!("Explain: {}", line.phrase));
        if ui.add(explain).clicked() {
            intents.push(Intent::Teacher(Ask::Explain(line.order)));
        }
    });
}

/// A scale from bad luck to good with a mark on it.
fn gauge(ui: &mut Ui, name: &str, percentile: f32) {
    let c = Theme::of(ui).colours;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 12.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::ProgressIndicator, true, name));
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(3), c.ground);
    painter.vline(rect.center().x, rect.y_range(), Stroke::new(1.0, c.muted));
    let x = rect.left() + rect.width() * between(percentile / 100.0, 0.0, 1.0);
    let from = rect.center().x;
    let span = Rect::from_min_max(pos2(x.min(from), rect.top() + 3.0), pos2(x.max(from), rect.bottom() - 3.0));
    painter.rect_filled(span, CornerRadius::same(2), c.muted);
    painter.vline(x, rect.y_range(), Stroke::new(3.0, c.text));
}
