//! The Turn Record Track on screen.

use egui::{CornerRadius, Frame, Label, Margin, RichText, Stroke, Ui, WidgetInfo, WidgetType};

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
            ui.label(RichText::new(&turn.dates).color(c.muted));
        });
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
                note(ui, &if arrival.coming { format!("to {}", arrival.areas) } else { "have come".to_owned() });
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
