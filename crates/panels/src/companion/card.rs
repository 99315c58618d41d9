//! The card of a squad or figure: what it is, what presses on it, and everybody in it.

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Color32, CornerRadius, Label, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType,
    pos2, vec2,
};

use super::flag::flag_badge;
use super::order::rule;
use super::{Card, FigureLine, Flag, Mark, Want};
use crate::theme::{self, Face, Theme, beside, card, fact, hint, scrolling, size, width_of};

/// Markers as small plates; those that hurt have an edge and a struck corner, and every one its word.
pub fn mark_row(ui: &mut Ui, marks: &[Mark]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        for mark in marks {
            plate(ui, mark);
        }
    });
}

fn plate(ui: &mut Ui, mark: &Mark) {
    let theme = Theme::of(ui);
    let c = &theme.colours;
    let font = Theme::font(ui, Face::Condensed, size::SMALL);
    let galley = ui.painter().layout_no_wrap(mark.text.clone(), font, c.text);
    let lead = if mark.bad { 12.0 } else { 0.0 };
    let (rect, response) = ui.allocate_exact_size(vec2(galley.size().x + 12.0 + lead, 20.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &mark.text));
    let (fill, edge) = if mark.bad { (c.danger_ground, c.danger) } else { (c.panel, c.edge) };
    let painter = ui.painter();
    painter.rect(rect, CornerRadius::same(4), fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    if mark.bad {
        let at = pos2(rect.left() + 10.0, rect.center().y);
        painter.add(egui::Shape::convex_polygon(
            vec![at + vec2(0.0, -4.0), at + vec2(4.5, 4.0), at + vec2(-4.5, 4.0)],
            c.danger,
            Stroke::NONE,
        ));
    }
    let at = pos2(rect.left() + 6.0 + lead, rect.center().y - galley.size().y / 2.0);
    painter.galley(at, galley, c.text);
    response.on_hover_text(format!("Rule {}", mark.rule));
}

/// A card. A closed one shows name and markers; an open one everything.
pub fn card_panel(ui: &mut Ui, it: &Card, side_name: &str, open: bool) -> Vec<Want> {
    let mut wants = Vec::new();
    card(ui, |ui| {
        wants.extend(head(ui, it, open));
        if !it.marks.is_empty() {
            mark_row(ui, &it.marks);
        }
        if let Some((name, value, most)) = &it.boxes {
            boxes(ui, name, *value, *most, it.flag);
        }
        if !open {
            return;
        }
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            flag_badge(ui, it.flag, side_name);
            hint(ui, &it.kind);
        });
        for (word, value) in &it.facts {
            fact(ui, word, value);
        }
        if !it.figures.is_empty() {
            ui.add_space(4.0);
            it.figures.iter().for_each(|figure| figure_line(ui, figure));
        }
        if !it.marks.is_empty() {
            ui.add_space(4.0);
            ui.horizontal_wrapped(|ui| {
                let mut told: Vec<&tabletop::RuleId> = Vec::new();
                for mark in &it.marks {
                    if !told.contains(&&mark.rule) {
                        told.push(&mark.rule);
                        rule(ui, &mark.rule, &mut wants);
                    }
                }
            });
        }
    });
    wants
}

fn head(ui: &mut Ui, it: &Card, open: bool) -> Vec<Want> {
    let mut wants = Vec::new();
    let theme = Theme::of(ui);
    let c = &theme.colours;
    let font = Theme::font(ui, Face::SemiBold, size::LEAD);
    let name =
        ui.painter().layout(it.name.clone(), font, Color32::PLACEHOLDER, (ui.available_width() - 44.0).max(48.0));
    let size = vec2(ui.available_width(), name.size().y.max(20.0) + 4.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, open, format!("Card of {}", it.name)));
    let ink = if response.hovered() || response.has_focus() { c.accent } else { c.text };
    let sign = Rect::from_center_size(pos2(rect.left() + 8.0, rect.center().y), vec2(16.0, 13.0));
    super::paint_flag(ui.painter(), sign, it.flag, super::flag::flag_ink(&theme, it.flag));
    ui.painter().galley(pos2(rect.left() + 24.0, rect.center().y - name.size().y / 2.0), name, ink);
    let tip = pos2(rect.right() - 8.0, rect.center().y);
    let way = if open { -1.0 } else { 1.0 };
    ui.painter().add(egui::Shape::convex_polygon(
        vec![tip + vec2(-4.0, -2.0 * way), tip + vec2(4.0, -2.0 * way), tip + vec2(0.0, 3.0 * way)],
        c.muted,
        Stroke::NONE,
    ));
    if response.has_focus() {
        ui.painter().rect_stroke(rect, CornerRadius::same(4), Stroke::new(2.0, c.accent), StrokeKind::Outside);
    }
    if response.clicked() {
        wants.push(Want::Select(it.id));
    }
    wants
}

/// A count out of a total, as boxes.
fn boxes(ui: &mut Ui, name: &str, value: u8, most: u8, flag: Flag) {
    let theme = Theme::of(ui);
    let c = &theme.colours;
    ui.horizontal(|ui| {
        hint(ui, name);
        let wide = 14.0 * f32::from(most);
        let (rect, response) = ui.allocate_exact_size(vec2(wide, 14.0), Sense::hover());
        response.widget_info(|| {
            WidgetInfo::labeled(WidgetType::ProgressIndicator, true, format!("{name}: {value} of {most}"))
        });
        for n in 0..most {
            let at = pos2(rect.left() + 14.0 * f32::from(n), rect.top() + 1.0);
            let one = Rect::from_min_size(at, vec2(11.0, 11.0));
            let ink = super::flag::flag_ink(&theme, flag);
            if n < value {
                ui.painter().rect_filled(one, 2.0, ink);
            } else {
                ui.painter().rect_stroke(one, 2.0, Stroke::new(1.0, c.edge), StrokeKind::Inside);
            }
        }
        hint(ui, &format!("{value} of {most}"));
    });
}

fn figure_line(ui: &mut Ui, figure: &FigureLine) {
    let c = Theme::of(ui).colours;
    let ink = if figure.out { c.muted } else { c.text };
    let mut words = LayoutJob::default();
    for (text, face, apart) in [(&figure.name, Face::Mono, 0.0), (&figure.what, Face::Regular, 8.0)] {
        let mut format = TextFormat::simple(Theme::font(ui, face, size::BODY), ink);
        if figure.out {
            format.strikethrough = Stroke::new(1.0, ink);
        }
        words.append(text, apart, format);
    }
    let font = Theme::font(ui, Face::Condensed, size::BODY);
    let wide = width_of(ui, &figure.state, &font);
    let state = RichText::new(&figure.state).font(font).color(if figure.bad { c.danger } else { c.muted });
    beside(ui, words, wide, |ui| _ = ui.add(Label::new(state).wrap()));
}

/// Every card of both sides; the one that is looked at is open.
pub(super) fn cards(ui: &mut Ui, cards: &[Card], names: &[String; 2], selected: Option<u8>) -> Vec<Want> {
    let mut wants = Vec::new();
    scrolling(ui, ScrollArea::vertical().auto_shrink([false, false]).id_salt("cards"), |ui| {
        ui.spacing_mut().item_spacing.y = 8.0;
        for flag in [Flag::First, Flag::Second] {
            let own: Vec<&Card> = cards.iter().filter(|c| c.flag == flag).collect();
            theme::section(ui, &names[flag.place()], |ui| {
                if own.is_empty() {
                    hint(ui, "No units in sight.");
                }
                for it in own {
                    ui.push_id(("card", it.id), |ui| {
                        wants.extend(card_panel(ui, it, &names[flag.place()], selected == Some(it.id)));
                    });
                }
            });
        }
    });
    wants
}
