//! The political panel on screen.

use egui::{
    Align, Align2, CornerRadius, Grid, Layout, Rect, RichText, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType,
    pos2, vec2,
};

use super::{PoliticsModel, ZoneLine};
use crate::Intent;
use crate::area::AreaIntent;
use crate::theme::{
    Face, Theme, bar, card, heading, note, paint_side_symbol, paragraph, rule_chip, section, side_by_side,
    side_colours, size,
};

/// Tracks, zones, score and the victory table.
pub fn politics_panel(ui: &mut Ui, model: &PoliticsModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    result_card(ui, model, &mut intents);
    section(ui, &format!("Tracks, of {}", model.track_end), |ui| tracks(ui, model));
    section(ui, "Zones: control and PAVN/NLF clearing", |ui| zones(ui, model, &mut intents));
    section(ui, "Victory", |ui| matrix(ui, model));
    intents
}

/// Publicity and destruction beside each other.
fn tracks(ui: &mut Ui, model: &PoliticsModel) {
    let c = Theme::of(ui).colours;
    side_by_side(ui, 2, |columns| {
        for (ui, (name, value)) in
            columns.iter_mut().zip([("Publicity", model.publicity), ("Destruction", model.destruction)])
        {
            ui.horizontal(|ui| {
                note(ui, name);
                let font = Theme::font(ui, Face::SemiBold, size::BODY);
                ui.label(RichText::new(value.to_string()).font(font));
            });
            bar(ui, name, value, model.track_end, c.muted, None);
        }
    });
}

fn result_card(ui: &mut Ui, model: &PoliticsModel, intents: &mut Vec<Intent>) {
    card(ui, |ui| {
        note(ui, if model.over { "The game ended in a" } else { "If the game ended now" });
        heading(ui, &model.result.title());
        paragraph(ui, &model.because);
        ui.add_space(4.0);
        score_lines(ui, model, intents);
    });
}

/// The four parts of the score, each with its arithmetic and its rule, and their sum.
pub(crate) fn score_lines(ui: &mut Ui, model: &PoliticsModel, intents: &mut Vec<Intent>) {
    let c = Theme::of(ui).colours;
    let figures = Theme::font(ui, Face::Mono, size::BODY);
    for part in &model.parts {
        ui.horizontal(|ui| {
            paragraph(ui, &part.text);
            if !part.sum.is_empty() {
                let font = Theme::font(ui, Face::Condensed, size::SMALL);
                ui.label(RichText::new(&part.sum).font(font).color(c.muted));
            }
            rule_chip(ui, &part.rule, intents);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(RichText::new(part.points.to_string()).font(figures.clone()));
            });
        });
    }
    ui.separator();
    ui.horizontal(|ui| {
        let font = Theme::font(ui, Face::SemiBold, size::BODY);
        ui.label(RichText::new("Clearing score").font(font.clone()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.label(RichText::new(model.total.to_string()).font(font));
        });
    });
}

/// Two columns: the citadel and the city south and east of it.
fn zones(ui: &mut Ui, model: &PoliticsModel, intents: &mut Vec<Intent>) {
    let (north, south): (Vec<&ZoneLine>, Vec<&ZoneLine>) = model.zones.iter().partition(|zone| zone.in_citadel);
    side_by_side(ui, 2, |columns| {
        for (ui, zones) in columns.iter_mut().zip([north, south]) {
            for zone in zones {
                zone_line(ui, zone, intents);
            }
        }
    });
}

fn zone_line(ui: &mut Ui, zone: &ZoneLine, intents: &mut Vec<Intent>) {
    let theme = Theme::of(ui);
    let c = &theme.colours;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::click());
    let words =
        format!("Zone {}: {} control, cleared {} of {}", zone.name, zone.control.name(), zone.clearing, zone.size);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &words));
    let painter = ui.painter();
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, CornerRadius::same(4), c.lifted);
    }
    if response.has_focus() {
        painter.rect_stroke(rect, CornerRadius::same(4), Stroke::new(2.0, c.accent), StrokeKind::Inside);
    }
    let middle = rect.center().y;
    let font = Theme::font(ui, Face::CondensedSemiBold, size::BODY);
    painter.text(pos2(rect.left() + 4.0, middle), Align2::LEFT_CENTER, zone.name, font, c.text);
    let (plate, ink) = side_colours(&theme, zone.control);
    let sign = Rect::from_center_size(pos2(rect.left() + 38.0, middle), vec2(22.0, 16.0));
    painter.rect_filled(sign, CornerRadius::same(3), plate);
    paint_side_symbol(painter, Rect::from_center_size(sign.center(), vec2(13.0, 12.0)), zone.control, ink);
    for step in 0..zone.size {
        let center = pos2(rect.left() + 62.0 + 13.0 * f32::from(step), middle);
        let pip = Rect::from_center_size(center, vec2(10.0, 10.0));
        if step < zone.clearing {
            painter.rect_filled(pip, CornerRadius::same(2), c.pavn_nlf_ink);
        } else {
            painter.rect_stroke(pip, CornerRadius::same(2), Stroke::new(1.0, c.edge), StrokeKind::Inside);
        }
    }
    if let (true, Some(place)) = (response.clicked(), zone.at) {
        intents.push(Intent::Area(AreaIntent::Focus(place)));
    }
    response.on_hover_text(words);
}

/// The victory table with the current result lit.
fn matrix(ui: &mut Ui, model: &PoliticsModel) {
    let c = Theme::of(ui).colours;
    let small = Theme::font(ui, Face::Condensed, size::SMALL);
    let width = ((ui.available_width() - 52.0 - 8.0) / 2.0).floor();
    Grid::new("victory").num_columns(3).spacing(vec2(4.0, 4.0)).min_col_width(0.0).show(ui, |ui| {
        cell(ui, 52.0, "zones", false, &c, &small);
        cell(ui, width, &format!("score below {}", model.lines.great_score), false, &c, &small);
        cell(ui, width, &format!("score {} or more", model.lines.great_score), false, &c, &small);
        ui.end_row();
        for row in &model.matrix {
            cell(ui, 52.0, &row.zones, false, &c, &small);
            for (result, lit) in row.results.into_iter().zip(row.lit) {
                told_cell(ui, width, &result.short(), &result.title(), lit, &c, &small);
            }
            ui.end_row();
        }
    });
}

fn cell(ui: &mut Ui, width: f32, text: &str, lit: bool, c: &crate::Colours, font: &egui::FontId) {
    told_cell(ui, width, text, text, lit, c, font);
}

/// A cell that is told by a longer name than is written in it.
fn told_cell(ui: &mut Ui, width: f32, text: &str, name: &str, lit: bool, c: &crate::Colours, font: &egui::FontId) {
    let (rect, response) = ui.allocate_exact_size(vec2(width, 24.0), Sense::hover());
    response.widget_info(|| {
        let spoken = if lit { format!("{name} (now)") } else { name.to_owned() };
        WidgetInfo::labeled(WidgetType::Label, true, spoken)
    });
    let (fill, ink) = if lit { (c.accent_ground, c.text) } else { (c.ground, c.muted) };
    ui.painter().rect_filled(rect, CornerRadius::same(3), fill);
    if lit {
        ui.painter().rect_stroke(rect, CornerRadius::same(3), Stroke::new(1.0, c.accent), StrokeKind::Inside);
    }
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, font.clone(), ink);
}
