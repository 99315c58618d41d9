//! The log on screen. Only the lines in view are laid out, so that a whole game scrolls as fast as a short one.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{
    CornerRadius, FontId, Id, Rect, Response, ScrollArea, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo,
    WidgetType, pos2, vec2,
};

use super::{LogBook, LogKind, LogLine, LogModel};
use crate::Intent;
use crate::teacher::{Ask, account_lines};
use crate::theme::{
    Face, Landmark, Press, Theme, Weight, card, note, paint_die, paint_side_symbol, paint_triangle, rule_chip,
    scrolling_in_view, side_colours, size,
};

/// A line whichever log it stands in: its order, and which of the sentences of that order it is.
type Place = (usize, Option<usize>);

/// What the log remembers between frames: filters, opened lines, heights.
#[derive(Clone, Default)]
struct Memory {
    hidden: BTreeSet<LogKind>,
    opened: BTreeSet<Place>,
    /// Orders whose arithmetic was asked for.
    asked: BTreeSet<usize>,
    heights: HashMap<usize, f32>,
    width: f32,
    /// The line that was just opened, and for how many frames more it is kept in sight while its height settles.
    lead: Option<(Place, u8)>,
}

/// How many frames an opened line needs to find its height.
const SETTLING: u8 = 4;

const LINE: f32 = 24.0;
/// The side of a die before a sentence.
const DIE: f32 = 18.0;
/// From one die to the next.
const DIE_STEP: f32 = 22.0;
/// What a long word needs beside the dice of its line.
const WORD: f32 = 80.0;

/// The log with its filters. A line opens in its place to the arithmetic of what it says; from there one goes to the position after
/// its order.
pub fn log_panel(ui: &mut Ui, model: &LogModel<'_>) -> Vec<Intent> {
    Landmark::Log.mark(ui);
    let mut intents = Vec::new();
    let id = Id::new("log memory");
    let mut memory: Memory =
        ui.data(|data| data.get_temp::<Arc<Memory>>(id)).map(Arc::unwrap_or_clone).unwrap_or_default();
    filters(ui, model.book, &mut memory);
    if model.book.lines().is_empty() {
        note(ui, "Nothing has happened yet.");
    }
    let width = ui.available_width();
    if (memory.width - width).abs() > 0.5 {
        memory.width = width;
        memory.heights.clear();
    }
    let shown: Vec<usize> =
        (0..model.book.lines().len()).filter(|i| !memory.hidden.contains(&model.book.lines()[*i].kind)).collect();
    let last_of_order =
        model.at.checked_sub(1).and_then(|order| model.book.lines().iter().rposition(|line| line.order == order));
    scrolling_in_view(
        ui,
        ScrollArea::vertical().id_salt("log").auto_shrink(false).stick_to_bottom(true),
        |ui, viewport| {
            let tops: Vec<f32> = shown
                .iter()
                .scan(0.0, |top, i| {
                    let here = *top;
                    *top += memory.heights.get(i).copied().unwrap_or(LINE);
                    Some(here)
                })
                .collect();
            let total = tops
                .last()
                .map_or(0.0, |top| top + shown.last().and_then(|i| memory.heights.get(i)).copied().unwrap_or(LINE));
            ui.set_height(total);
            let origin = ui.max_rect().min;
            let first = tops.partition_point(|top| *top < viewport.min.y - 200.0).saturating_sub(1);
            for (place, index) in shown.iter().enumerate().skip(first) {
                if tops[place] > viewport.max.y + 200.0 {
                    break;
                }
                let rect = Rect::from_min_size(origin + vec2(0.0, tops[place]), vec2(ui.available_width(), LINE));
                let mut child = ui.new_child(UiBuilder::new().id_salt(("log line", *index)).max_rect(rect));
                line(
                    &mut child,
                    model.book,
                    &model.book.lines()[*index],
                    last_of_order == Some(*index),
                    &mut memory,
                    &mut intents,
                );
                let height = child.min_rect().height() + 2.0;
                if memory.heights.get(index).is_none_or(|known| (known - height).abs() > 0.5) {
                    memory.heights.insert(*index, height);
                    ui.ctx().request_repaint();
                }
            }
        },
    );
    ui.data_mut(|data| data.insert_temp(id, Arc::new(memory)));
    intents
}

fn filters(ui: &mut Ui, book: &LogBook, memory: &mut Memory) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for &(kind, name) in book.filters() {
            let on = !memory.hidden.contains(&kind);
            let press =
                Press::new(name).small().selected(on).hover(if on { "Hide these lines." } else { "Show these lines." });
            if ui.add(press.name(format!("Show {}", name.to_lowercase()))).clicked() {
                if on {
                    memory.hidden.insert(kind);
                } else {
                    memory.hidden.remove(&kind);
                }
            }
        }
    });
}

fn line(ui: &mut Ui, book: &LogBook, line: &LogLine, marked: bool, memory: &mut Memory, intents: &mut Vec<Intent>) {
    let (face, text_size, indent) = match line.kind {
        LogKind::Turn => (Face::SemiBold, size::LEAD, 4.0),
        LogKind::Step => (Face::CondensedSemiBold, size::BODY, 4.0),
        LogKind::TurnEnd => (Face::SemiBold, size::BODY, 28.0),
        _ => (Face::Regular, size::BODY, 28.0),
    };
    let font = Theme::font(ui, face, text_size);
    let place: Place = (line.order, line.sentence);
    let opens = !matches!(line.kind, LogKind::Turn | LogKind::TurnEnd | LogKind::Step) || !line.dice.is_empty();
    let open = opens && memory.opened.contains(&place);
    let response = sentence(ui, line, font, indent, marked, opens);
    // The log clings to its end; what somebody has just opened must not run away from under his pointer.
    if let Some((lead, frames)) = memory.lead
        && lead == place
    {
        response.scroll_to_me(Some(egui::Align::TOP));
        memory.lead = frames.checked_sub(1).map(|left| (lead, left));
        ui.ctx().request_repaint();
    }
    let pressed = opens && opener(ui, &response, open).clicked();
    if opens && (pressed || response.clicked()) {
        if open {
            memory.opened.remove(&place);
        } else {
            memory.opened.insert(place);
            memory.lead = Some((place, SETTLING));
        }
    } else if response.clicked() {
        // A heading has nothing to open: it shows where the game stood.
        intents.push(match line.kind {
            LogKind::TurnEnd => Intent::OpenTurnEnd(line.order),
            _ => Intent::Seek(line.order + 1),
        });
    }
    if !memory.opened.contains(&place) || !opens {
        return;
    }
    let order = line.order;
    let account = book.explained(order);
    if account.is_some() {
        memory.asked.remove(&order);
    } else if memory.asked.insert(order) {
        intents.push(Intent::Teacher(Ask::Unfold(order)));
    }
    card(ui, |ui| {
        for sentence in &line.gathered {
            note(ui, sentence);
        }
        match account {
            _ if !line.gathered.is_empty() => {}
            Some(account) => account_lines(ui, account, line.sentence, intents),
            None => plain_dice(ui, line, intents),
        }
        ui.add_space(4.0);
        ui.horizontal_wrapped(|ui| {
            let seek = Press::new("Show the position").small().weight(Weight::Quiet);
            if ui.add(seek.hover("Show the position after this order.")).clicked() {
                intents.push(Intent::Seek(order + 1));
            }
            let why = Press::new("Why?").small().weight(Weight::Quiet);
            if book.is_reasoned(order) && ui.add(why.hover("What the computer wanted with this order.")).clicked() {
                intents.push(Intent::Teacher(Ask::Why(order)));
            }
        });
    });
}

/// What the line itself knows of its dice.
fn plain_dice(ui: &mut Ui, line: &LogLine, intents: &mut Vec<Intent>) {
    for die in &line.dice {
        ui.horizontal_wrapped(|ui| {
            crate::theme::die_face(ui, die.value, 24.0);
            note(ui, &format!("{}: {}", die.purpose, die.value));
            rule_chip(ui, &die.rule, intents);
        });
    }
}

/// The sentence with the side's sign and the dice before it, under which it goes on.
fn sentence(ui: &mut Ui, line: &LogLine, font: FontId, indent: f32, marked: bool, opens: bool) -> Response {
    let theme = Theme::of(ui);
    let c = &theme.colours;
    let heading = matches!(line.kind, LogKind::Turn | LogKind::Step);
    let right = if opens { 24.0 } else { 0.0 };
    let ink = match line.kind {
        LogKind::Step => c.muted,
        LogKind::TurnEnd => c.accent,
        _ => c.text,
    };
    let room = (ui.available_width() - indent - right - 4.0).max(80.0);
    // Dice that leave no room for a word beside them are seen when the line is opened. The lots of a set-up are nothing to read.
    let most = if line.gathered.is_empty() { ((room - WORD) / DIE_STEP) as usize } else { 0 };
    let dice: Vec<u8> = line.dice.iter().map(|roll| roll.value).take(most).collect();
    let mut job = LayoutJob::simple(line.text.clone(), font, ink, room);
    if let Some(first) = job.sections.first_mut() {
        first.leading_space = DIE_STEP * dice.len() as f32;
    }
    let galley = ui.painter().layout_job(job);
    let top = if line.kind == LogKind::Turn {
        12.0
    } else if heading {
        6.0
    } else {
        2.0
    };
    let height = galley.size().y.max(DIE) + top + 2.0;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &line.text));
    let painter = ui.painter();
    if marked {
        painter.rect_filled(rect, CornerRadius::same(3), c.accent_ground);
    } else if response.hovered() {
        painter.rect_filled(rect, CornerRadius::same(3), c.raised);
    }
    if response.has_focus() {
        painter.rect_stroke(rect, CornerRadius::same(3), Stroke::new(2.0, c.accent), StrokeKind::Inside);
    }
    let text_top = rect.top() + top;
    if let (Some(side), false) = (line.side, heading) {
        let (plate, sign) = side_colours(&theme, side);
        let spot = Rect::from_min_size(pos2(rect.left() + 4.0, text_top + 1.0), vec2(18.0, 16.0));
        painter.rect_filled(spot, CornerRadius::same(3), plate);
        paint_side_symbol(painter, Rect::from_center_size(spot.center(), vec2(12.0, 11.0)), side, sign);
    }
    let left = rect.left() + indent;
    for (place, die) in dice.into_iter().enumerate() {
        let corner = pos2(left + DIE_STEP * place as f32, text_top);
        paint_die(painter, Rect::from_min_size(corner, vec2(DIE, DIE)), die, c.paper, c.ink);
    }
    painter.galley(pos2(left, text_top), galley, ink);
    if line.kind == LogKind::Turn {
        painter.hline(rect.x_range(), rect.top() + 5.0, Stroke::new(1.0, c.line));
    }
    response.on_hover_text(match (opens, line.kind) {
        (true, _) => "How this happened: strengths, dice, modifiers, rules.",
        (false, LogKind::TurnEnd) => "Zones, tracks and score at the end of the turn.",
        (false, _) => "Show the position after this order.",
    })
}

/// The small triangle at the right of a line that opens.
fn opener(ui: &mut Ui, beside: &Response, open: bool) -> Response {
    let c = Theme::of(ui).colours;
    let rect = Rect::from_min_size(pos2(beside.rect.right() - 24.0, beside.rect.top()), vec2(24.0, 22.0));
    let response = ui.interact(rect, ui.id().with("opener"), Sense::click());
    response.widget_info(|| {
        WidgetInfo::labeled(WidgetType::Button, true, if open { "Hide the arithmetic" } else { "Show the arithmetic" })
    });
    let ink = if response.hovered() || response.has_focus() { c.text } else { c.muted };
    paint_triangle(ui.painter(), rect.center(), open, ink);
    if response.has_focus() {
        ui.painter().rect_stroke(rect, CornerRadius::same(3), Stroke::new(2.0, c.accent), StrokeKind::Inside);
    }
    response.on_hover_text(if open { "Hide the arithmetic." } else { "Show the arithmetic." })
}
