//! The column at the right: support, points, the log.

use egui::{Align, Label, Layout, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType, vec2};
use tabletop::numbers::counted;

use super::flag::{flag_ink, flag_sign};
use super::order::{CHIP, rule};
use super::{ClockLine, Flag, LogEntry, Points, Want};
use crate::Intent;
use crate::teacher::explanation;
use crate::theme::{
    Face, Press, Theme, beside, card, disclosure, hint, note, paragraph, scrolling, section, size, width_of,
};

/// Support on its way: what, for whom, and how many turns it takes.
pub fn clock_panel(ui: &mut Ui, lines: &[ClockLine]) -> Vec<Want> {
    let mut wants = Vec::new();
    section(ui, "Support", |ui| {
        if lines.is_empty() {
            hint(ui, "Nothing on its way.");
        }
        for line in lines {
            card(ui, |ui| {
                ui.horizontal_wrapped(|ui| {
                    flag_sign(ui, line.flag, 16.0);
                    let font = Theme::font(ui, Face::Medium, size::BODY);
                    ui.add(Label::new(RichText::new(&line.what).font(font)).wrap());
                    rule(ui, &line.rule, &mut wants);
                });
                ui.horizontal_wrapped(|ui| {
                    if let Some(turns) = line.turns_left {
                        hourglass(ui, turns);
                    }
                    note(ui, &line.when);
                    if !line.left.is_empty() {
                        note(ui, &line.left);
                    }
                });
            });
        }
    });
    wants
}

/// A box for every turn that is still to come.
fn hourglass(ui: &mut Ui, turns: u8) {
    let c = Theme::of(ui).colours;
    let shown = turns.min(8);
    let (rect, response) = ui.allocate_exact_size(vec2(12.0 * f32::from(shown).max(1.0), 14.0), Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(WidgetType::Label, true, format!("{} to go", counted(turns, "turn", "turns")))
    });
    for n in 0..shown {
        let at = egui::pos2(rect.left() + 12.0 * f32::from(n), rect.top() + 2.0);
        let one = egui::Rect::from_min_size(at, vec2(9.0, 10.0));
        ui.painter().rect_stroke(one, 2.0, Stroke::new(1.4, c.accent), StrokeKind::Inside);
    }
    if shown == 0 {
        ui.painter().circle_filled(rect.center(), 4.0, c.accent);
    }
}

/// The points line by line, and what the game would end in.
pub fn points_panel(ui: &mut Ui, points: &Points) -> Vec<Want> {
    let mut wants = Vec::new();
    section(ui, "Points", |ui| {
        for flag in [Flag::First, Flag::Second] {
            let place = flag.place();
            card(ui, |ui| {
                ui.horizontal(|ui| {
                    flag_sign(ui, flag, 20.0);
                    let font = Theme::font(ui, Face::SemiBold, size::LEAD);
                    let theme = Theme::of(ui);
                    ui.label(RichText::new(&points.names[place]).font(font.clone()).color(flag_ink(&theme, flag)));
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        let response = ui.label(RichText::new(points.sums[place].to_string()).font(font));
                        let words =
                            format!("{} has {}", points.names[place], counted(points.sums[place], "point", "points"));
                        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, words.clone()));
                    });
                });
                for line in points.lines.iter().filter(|l| l.flag == flag) {
                    point_line(ui, line, &mut wants);
                }
            });
        }
        if !points.result.is_empty() {
            ui.add_space(4.0);
            note(ui, &format!("If it ended now: {}", points.result));
        }
    });
    wants
}

fn point_line(ui: &mut Ui, line: &super::PointLine, wants: &mut Vec<Want>) {
    let c = Theme::of(ui).colours;
    let ink = if line.points != 0 { c.text } else { c.muted };
    let mono = Theme::font(ui, Face::Mono, size::BODY);
    let sum = match line.count {
        Some(count) => format!("{count} × {} = {:>3}", line.each, line.points),
        None => format!("{:>3}", line.points),
    };
    let what = RichText::new(&line.what).font(Theme::font(ui, Face::Regular, size::BODY)).color(ink);
    let wide = width_of(ui, &sum, &mono) + CHIP;
    beside(ui, what, wide, |ui| {
        rule(ui, &line.rule, wants);
        ui.label(RichText::new(sum).font(mono).color(ink));
    });
}

/// Everything that was done, the latest at the bottom.
pub(super) fn log_panel(ui: &mut Ui, log: &[LogEntry], wants: &mut Vec<Want>) {
    if log.is_empty() {
        hint(ui, "Nothing has happened yet.");
    }
    scrolling(ui, ScrollArea::vertical().auto_shrink([false, false]).stick_to_bottom(true).id_salt("log"), |ui| {
        let mut moment = "";
        for entry in log {
            if entry.moment != moment {
                moment = &entry.moment;
                ui.add_space(8.0);
                hint(ui, moment);
            }
            ui.push_id(entry.order, |ui| log_entry(ui, entry, wants));
        }
    });
}

/// An order with what came of it; a click opens it into its arithmetic.
fn log_entry(ui: &mut Ui, entry: &LogEntry, wants: &mut Vec<Want>) {
    let font = Theme::font(ui, Face::Medium, size::BODY);
    let words = if entry.phrase.is_empty() { "What was noticed" } else { &entry.phrase };
    if disclosure(ui, words, font, entry.opened.is_some()).clicked() {
        wants.push(Want::Unfold(entry.order));
    }
    match &entry.opened {
        None => entry.rolls.iter().for_each(|roll| _ = hint(ui, roll)),
        Some(parts) => {
            let mut intents = Vec::new();
            card(ui, |ui| {
                for part in parts {
                    explanation(ui, part, &mut intents);
                    ui.add_space(4.0);
                }
                if parts.is_empty() {
                    entry.rolls.iter().for_each(|roll| _ = hint(ui, roll));
                }
                if parts.is_empty() && entry.rolls.is_empty() {
                    note(ui, "No dice were rolled, and nothing needed counting.");
                }
                if ui.add(Press::new("The position at this point").small()).clicked() {
                    wants.push(Want::LookBack(Some(entry.order + 1)));
                }
            });
            let rules = intents.into_iter().filter_map(|intent| match intent {
                Intent::OpenRule(rule) => Some(Want::OpenRule(rule)),
                _ => None,
            });
            wants.extend(rules);
        }
    }
    for told in &entry.told {
        paragraph(ui, told);
    }
}
