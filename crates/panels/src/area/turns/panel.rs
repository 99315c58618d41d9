//! The Turn Record Track on screen.

use egui::{
    Color32, CornerRadius, Frame, Label, Margin, RichText, Sense, Shape, Stroke, Ui, WidgetInfo, WidgetType, vec2,
};

use super::{TurnLine, TurnRecordModel};
use crate::Intent;
use crate::theme::{Face, SideBadge, Theme, note, paragraph, provenance_badge, rule_chip, section, side_badge, size};

/// The five turns, the current one lit.
pub fn turn_record_panel(ui: &mut Ui, model: &TurnRecordModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    section(ui, "Turn Record Track", |ui| {
        for turn in &model.turns {
            turn_card(ui, model, turn, &mut intents);
            ui.add_space(4.0);
        }
    });
    intents
}

fn turn_card(ui: &mut Ui, model: &TurnRecordModel, turn: &TurnLine, intents: &mut Vec<Intent>) {
    let c = Theme::of(ui).colours;
    let now = turn.number == model.current && !model.over;
    let past = turn.number < model.current || model.over;
    let frame = Frame::new()
        .fill(if now { c.accent_ground } else { c.raised })
        .stroke(if now { Stroke::new(1.0, c.accent) } else { Stroke::NONE })
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::symmetric(12, 8));
    let shown = frame.show(ui, |ui| {
        ui.set_min_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            let font = Theme::font(ui, Face::SemiBold, size::LEAD);
            let ink = if past { c.muted } else { c.text };
            ui.label(RichText::new(format!("Turn {}", turn.number)).font(font).color(ink));
            if turn.starred {
                star(ui, ink);
            }
            ui.label(RichText::new(&turn.dates).color(c.muted));
        });
        if past {
            return;
        }
        if now {
            ui.add(Label::new(RichText::new(&model.step).color(c.accent)).wrap());
        }
        ui.horizontal_wrapped(|ui| {
            let mut words = format!("US/ARVN points: {}", turn.points.value.saturating_sub(turn.withheld));
            if turn.withheld > 0 {
                words.push_str(&format!(" ({} − {})", turn.points.value, turn.withheld));
            }
            paragraph(ui, &words);
            provenance_badge(ui, &turn.points.from);
        });
        for arrival in &turn.arrivals {
            ui.horizontal_wrapped(|ui| {
                side_badge(ui, arrival.side, SideBadge::Name);
                let ink = if arrival.coming { c.text } else { c.muted };
                ui.add(Label::new(RichText::new(&arrival.units).color(ink)).wrap());
                note(ui, &arrival.whereabouts);
            });
        }
        for (words, rule) in &turn.notes {
            ui.horizontal_wrapped(|ui| {
                paragraph(ui, words);
                rule_chip(ui, rule, intents);
            });
        }
    });
    shown.response.widget_info(|| {
        let now = if now { ", being played" } else { "" };
        WidgetInfo::labeled(WidgetType::Label, true, format!("Turn {}{now}", turn.number))
    });
}

/// The star of the printed track.
fn star(ui: &mut Ui, ink: Color32) {
    let (rect, response) = ui.allocate_exact_size(vec2(14.0, 18.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, "star"));
    let tip = |i: u8| {
        let angle = std::f32::consts::PI * f32::from(i) / 5.0 - std::f32::consts::FRAC_PI_2;
        let reach = if i.is_multiple_of(2) { 7.0 } else { 3.0 };
        rect.center() + reach * vec2(angle.cos(), angle.sin())
    };
    for i in (0..10).step_by(2) {
        let points = vec![rect.center(), tip((i + 9) % 10), tip(i), tip(i + 1)];
        ui.painter().add(Shape::convex_polygon(points, ink, Stroke::NONE));
    }
}
