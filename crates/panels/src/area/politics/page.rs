//! The page of a turn that is over, on screen.

use egui::{
    Align, Align2, CornerRadius, Layout, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    WidgetType, pos2, vec2,
};

use tabletop::between;

use super::turn_end::{Rise, TurnEndModel, ZoneEnd};
use crate::Intent;
use crate::theme::{
    Face, Press, Theme, Weight, bar, heading, note, paint_side_symbol, paragraph, rule_chip, section, side_by_side,
    side_colours, size,
};

/// The part of the time in which the zones are told; then the tracks, then the score.
const ZONES: f32 = 0.4;
const TRACKS: f32 = 0.75;

/// How far a number has been counted up when this much of its time has passed.
fn counted(from: u8, to: u8, share: f32) -> u8 {
    let way = f32::from(to) - f32::from(from);
    // Between two numbers of a byte.
    (f32::from(from) + way * between(share, 0.0, 1.0)).round() as u8
}

/// How much of a part's own time has passed.
fn share(told: f32, from: f32, to: f32) -> f32 {
    between((told - from) / (to - from), 0.0, 1.0)
}

/// Zones, tracks and score, counted up: `told` goes from 0, nothing yet, to 1, everything.
pub fn turn_end_panel(ui: &mut Ui, model: &TurnEndModel, told: f32) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        let font = Theme::font(ui, Face::Bold, size::TITLE);
        ui.label(RichText::new(format!("Turn {} is over", model.turn)).font(font));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let press = Press::new("Go on").key("Enter").weight(Weight::Primary);
            if ui.add(press.hover("The log keeps this page under “Results of turn …”.")).clicked() {
                intents.push(Intent::CloseDialog);
            }
        });
    });
    ui.add_space(4.0);
    let room = (ui.ctx().content_rect().height() - 130.0).max(120.0);
    ScrollArea::vertical().id_salt("turn end").max_height(room).show(ui, |ui| {
        let columns = if ui.available_width() < 560.0 { 1 } else { 2 };
        side_by_side(ui, columns, |columns| {
            zones(&mut columns[0], model, share(told, 0.0, ZONES));
            if let Some(right) = columns.last_mut() {
                for rise in &model.tracks {
                    track(right, rise, model.track_end, share(told, ZONES, TRACKS), &mut intents);
                }
                score(right, model, share(told, TRACKS, 1.0), &mut intents);
            }
        });
    });
    intents
}

/// Zone by zone: whose it was and is, what was cleared.
fn zones(ui: &mut Ui, model: &TurnEndModel, share: f32) {
    section(ui, "Zones: control and areas cleared by PAVN/NLF", |ui| {
        let count = model.zones.len().max(1) as f32;
        for (n, zone) in model.zones.iter().enumerate() {
            zone_row(ui, zone, share * count > n as f32);
        }
    });
}

fn zone_row(ui: &mut Ui, zone: &ZoneEnd, told: bool) {
    let theme = Theme::of(ui);
    let c = &theme.colours;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::hover());
    let cleared = match zone.to.saturating_sub(zone.from) {
        0 => format!("cleared {} of {}", zone.to, zone.size),
        more => format!("cleared {} of {}, {more} more", zone.to, zone.size),
    };
    let control = if zone.before == zone.control {
        format!("{} control", zone.control.name())
    } else {
        format!("taken by {}", zone.control.name())
    };
    response.widget_info(|| {
        WidgetInfo::labeled(WidgetType::Label, true, format!("Zone {}: {control}, {cleared}", zone.name))
    });
    let painter = ui.painter();
    if told && zone.is_changed() {
        painter.rect_filled(rect, CornerRadius::same(4), c.accent_ground);
    }
    let middle = rect.center().y;
    let bold = Theme::font(ui, Face::CondensedSemiBold, size::BODY);
    painter.text(pos2(rect.left() + 6.0, middle), Align2::LEFT_CENTER, zone.name, bold, c.text);
    let holder = if told { zone.control } else { zone.before };
    let (plate, ink) = side_colours(&theme, holder);
    let sign = Rect::from_center_size(pos2(rect.left() + 46.0, middle), vec2(24.0, 18.0));
    painter.rect_filled(sign, CornerRadius::same(3), plate);
    paint_side_symbol(painter, Rect::from_center_size(sign.center(), vec2(13.0, 12.0)), holder, ink);
    for step in 0..zone.size {
        let center = pos2(rect.left() + 74.0 + 14.0 * f32::from(step), middle);
        let pip = Rect::from_center_size(center, vec2(11.0, 11.0));
        let fresh = (zone.from..zone.to).contains(&step);
        if step < zone.from || (fresh && told) {
            painter.rect_filled(pip, CornerRadius::same(2), if fresh { c.accent } else { c.pavn_nlf_ink });
        } else {
            painter.rect_stroke(pip, CornerRadius::same(2), Stroke::new(1.0, c.edge), StrokeKind::Inside);
        }
    }
    let words = match (zone.before == zone.control, zone.to.saturating_sub(zone.from)) {
        (false, _) => control,
        (true, 0) => String::new(),
        (true, more) => format!("+{more} cleared"),
    };
    if told && !words.is_empty() {
        let font = Theme::font(ui, Face::Condensed, size::SMALL);
        ui.painter().text(pos2(rect.right() - 6.0, middle), Align2::RIGHT_CENTER, words, font, c.text);
    }
}

/// A track as it rises, and why.
fn track(ui: &mut Ui, rise: &Rise, end: u8, share: f32, intents: &mut Vec<Intent>) {
    let c = Theme::of(ui).colours;
    let now = counted(rise.from, rise.to, share);
    ui.horizontal(|ui| {
        heading(ui, rise.name);
        let figures = Theme::font(ui, Face::SemiBold, size::LEAD);
        ui.label(RichText::new(now.to_string()).font(figures));
        note(
            ui,
            &match rise.to.saturating_sub(rise.from) {
                0 => format!("of {end}, unchanged"),
                by => format!("of {end}, up by {by}"),
            },
        );
    });
    bar(ui, rise.name, now, end, c.accent, None);
    for (words, by, rule) in &rise.causes {
        ui.horizontal(|ui| {
            note(ui, &format!("+{by}  {words}"));
            rule_chip(ui, rule, intents);
        });
    }
    ui.add_space(6.0);
}

/// The clearing score as a sum, who leads, and what is still needed.
fn score(ui: &mut Ui, model: &TurnEndModel, share: f32, intents: &mut Vec<Intent>) {
    let c = Theme::of(ui).colours;
    let figures = Theme::font(ui, Face::Mono, size::BODY);
    heading(ui, "Clearing score");
    for part in &model.parts {
        ui.horizontal(|ui| {
            paragraph(ui, &part.text);
            if !part.sum.is_empty() {
                note(ui, &part.sum);
            }
            rule_chip(ui, &part.rule, intents);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(RichText::new(part.points.to_string()).font(figures.clone()));
            });
        });
    }
    ui.separator();
    ui.horizontal(|ui| {
        let strong = Theme::font(ui, Face::SemiBold, size::LEAD);
        ui.label(RichText::new("Together").font(strong.clone()));
        note(ui, &format!("{} before the turn", model.before));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(counted(model.before, model.total, share).to_string()).font(strong));
        });
    });
    ui.add_space(6.0);
    note(ui, "If the game ended now");
    let result = Theme::font(ui, Face::SemiBold, size::LEAD);
    ui.label(RichText::new(&model.result).font(result).color(c.text));
    for need in &model.needs {
        paragraph(ui, need);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_counted_from_where_they_stood_to_where_they_stand() {
        assert_eq!([0.0, 0.5, 1.0, 2.0].map(|share| counted(4, 10, share)), [4, 7, 10, 10]);
        assert_eq!(counted(9, 3, 0.5), 6, "a score may fall as well");
        assert_eq!(
            [0.0, 0.4, 0.575, 1.0].map(|told| (share(told, ZONES, TRACKS) * 100.0).round()),
            [0.0, 0.0, 50.0, 100.0]
        );
    }
}
