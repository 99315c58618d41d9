//! The prompt bar on screen.

use egui::{
    Align, Color32, CornerRadius, Event, Frame, Id, InputState, Key, Label, Layout, Margin, Modifiers, Popup,
    PopupCloseBehavior, RichText, ScrollArea, Shape, Stroke, Ui, vec2,
};
use tabletop::between;

use super::weigh::with_odds;
use super::{Answer, Does, Hint, Item, LETTERS, PromptModel};
use crate::Intent;
use crate::computer::turn_row;
use crate::theme::{
    Face, Press, SideBadge, Theme, Weight, hint, icon_button, note, rule_chip, scrolling, side_badge, size,
};

/// Height of the question and a row of answers, in points.
const ROWS: f32 = 57.0;

/// The bar across the top: 72 points high unless question or answers need more rows.
pub fn prompt_bar(ui: &mut Ui, model: &PromptModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let waiting = armed(ui);
    let opened_by_key = if model.keys { keys(ui, model, &mut intents) } else { None };
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        ui.vertical(|ui| {
            ui.add_space(4.0);
            if let Some(side) = model.side {
                side_badge(ui, side, SideBadge::Acts);
            } else {
                let font = Theme::font(ui, Face::SemiBold, size::LEAD);
                ui.label(RichText::new("Game over").font(font));
            }
        });
        let tools = 5.0 * 36.0;
        let width = (ui.available_width() - tools - 12.0).max(200.0);
        ui.allocate_ui_with_layout(vec2(width, 64.0), Layout::top_down(Align::LEFT), |ui| {
            ui.set_width(width);
            // As high without answers as with them, or the board would jump whenever nobody is asked.
            ui.set_min_height(ROWS);
            question(ui, model, &mut intents);
            answer_row(ui, model, opened_by_key, &mut intents);
        });
        ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            tools_row(ui, model, &mut intents);
        });
    });
    // Another click or key says that something else is wanted first.
    if waiting.is_some() && armed(ui) == waiting && ui.input(does_something) {
        arm(ui, None);
    }
    intents
}

fn question(ui: &mut Ui, model: &PromptModel, intents: &mut Vec<Intent>) {
    let c = Theme::of(ui).colours;
    ui.horizontal_wrapped(|ui| {
        let small = Theme::font(ui, Face::Condensed, size::BODY);
        let lead = Theme::font(ui, Face::SemiBold, size::LEAD);
        ui.label(RichText::new(&model.moment).font(small).color(c.muted));
        ui.label(RichText::new(&model.question).font(lead).color(c.text));
        if let Some(rule) = &model.rule {
            rule_chip(ui, rule, intents);
        }
    });
}

fn answer_row(ui: &mut Ui, model: &PromptModel, opened_by_key: Option<usize>, intents: &mut Vec<Intent>) {
    if let Some((at, of)) = model.past {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
            note(ui, &format!("You are looking at the position after order {at} of {of}."));
            if ui.add(Press::new("Return to now").weight(Weight::Primary)).clicked() {
                intents.push(Intent::ReturnToNow);
            }
            if ui.add(Press::new("Continue from here")).clicked() {
                intents.push(Intent::ContinueFromHere);
            }
        });
        return;
    }
    if let Some(computer) = &model.computer {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
            if model.busy && ui.add(Press::new("Skip").key("Space").weight(Weight::Quiet)).clicked() {
                intents.push(Intent::SkipAnimation);
            }
            turn_row(ui, computer, intents);
        });
        return;
    }
    let ending = model.answers.iter().position(|answer| answer.key == Some(ENDS));
    let shown = fitting(ui, model, ending);
    let rest: Vec<usize> = (0..model.answers.len()).filter(|i| !shown.contains(i) && Some(*i) != ending).collect();
    let row = |ui: &mut Ui, intents: &mut Vec<Intent>| {
        ui.spacing_mut().item_spacing = vec2(8.0, 4.0);
        if model.busy && ui.add(Press::new("Skip").key("Space").weight(Weight::Quiet)).clicked() {
            intents.push(Intent::SkipAnimation);
        }
        for &index in &shown {
            answer_button(ui, model, index, opened_by_key == Some(index), intents);
        }
        if !rest.is_empty() {
            more_button(ui, model, &rest, opened_by_key.is_some_and(|i| rest.contains(&i)), intents);
        }
    };
    let ends = |ui: &mut Ui, intents: &mut Vec<Intent>| {
        if let Some(ending) = ending {
            answer_button(ui, model, ending, opened_by_key == Some(ending), intents);
        }
    };
    let widths = |index: usize| press(ui, model, &model.answers[index]).natural_width(ui) + 8.0;
    let skip = if model.busy { MORE } else { 0.0 };
    let more = if rest.is_empty() { 0.0 } else { MORE };
    let last = ending.map_or(0.0, |ending| widths(ending) + APART);
    if skip + shown.iter().map(|i| widths(*i)).sum::<f32>() + more + last <= ui.available_width() {
        // In a place of its own, at the end of the row: nobody presses it for another.
        ui.horizontal(|ui| {
            row(ui, intents);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| ends(ui, intents));
        });
    } else {
        ui.horizontal_wrapped(|ui| {
            row(ui, intents);
            ends(ui, intents);
        });
    }
}

/// What the button of the answers without room takes at most, and the one that skips, in points.
const MORE: f32 = 120.0;

/// The key of the answer that ends the step.
const ENDS: char = '0';

/// How wide an answer may be before its words take a second line, in points. The bar grows then and the board below it moves, so it
/// holds the longest group of three units.
const WIDEST: f32 = 480.0;

/// The space that is kept before that answer, in points.
const APART: f32 = 24.0;

/// The answers that fit beside each other, and beside the one that ends the step.
fn fitting(ui: &Ui, model: &PromptModel, ending: Option<usize>) -> Vec<usize> {
    let width = |answer: &Answer| press(ui, model, answer).natural_width(ui) + 8.0;
    let others: Vec<usize> = (0..model.answers.len()).filter(|i| Some(*i) != ending).collect();
    let last = ending.map_or(0.0, |ending| width(&model.answers[ending]) + APART);
    let room = ui.available_width() - last;
    let widths: Vec<f32> = others.iter().map(|i| width(&model.answers[*i])).collect();
    if widths.iter().sum::<f32>() <= room || others.len() < 2 {
        return others;
    }
    let mut room = room - MORE;
    let mut shown = Vec::new();
    for (index, width) in others.into_iter().zip(widths) {
        room -= width;
        if room < 0.0 && !shown.is_empty() {
            break;
        }
        shown.push(index);
    }
    shown
}

/// The answer that was pressed once and waits for the second press; it is another as soon as anything about it changes.
fn armed(ui: &Ui) -> Option<String> {
    ui.data(|data| data.get_temp(Id::new("answer pressed once")))
}

/// Whether something was clicked or a key pressed.
fn does_something(input: &InputState) -> bool {
    let key = |event: &Event| matches!(event, Event::Key { pressed: true, repeat: false, .. });
    input.pointer.any_click() || input.events.iter().any(key)
}

fn arm(ui: &Ui, what: Option<String>) {
    ui.data_mut(|data| match what {
        Some(what) => _ = data.insert_temp(Id::new("answer pressed once"), what),
        None => data.remove::<String>(Id::new("answer pressed once")),
    });
}

/// What an answer is recognised by.
fn mark(model: &PromptModel, answer: &Answer) -> String {
    format!("{} {}", model.moment, answer.label)
}

/// A press of an answer: what loses much is asked about once.
fn take(ui: &Ui, model: &PromptModel, answer: &Answer, intent: &Intent, intents: &mut Vec<Intent>) {
    let mark = mark(model, answer);
    if answer.confirm.is_some() && armed(ui).as_ref() != Some(&mark) {
        arm(ui, Some(mark));
    } else {
        arm(ui, None);
        intents.push(intent.clone());
    }
}

fn press(ui: &Ui, model: &PromptModel, answer: &Answer) -> Press {
    let mut press = Press::new(&answer.label).weight(answer.weight).enabled(!model.busy).max_width(WIDEST);
    if let Some(left) = answer.confirm.as_ref().filter(|_| armed(ui).as_ref() == Some(&mark(model, answer))) {
        press = Press::new(format!("Sure? {left}")).weight(Weight::Danger).enabled(!model.busy).max_width(WIDEST);
    }
    if !answer.hover.is_empty() {
        press = press.hover(&answer.hover);
    }
    if let Some(key) = answer.key {
        press = press.key(key);
    }
    if matches!(answer.does, Does::Menu(_)) { press.opens_menu() } else { press }
}

fn answer_button(ui: &mut Ui, model: &PromptModel, index: usize, open: bool, intents: &mut Vec<Intent>) {
    let answer = &model.answers[index];
    let button = press(ui, model, answer);
    match &answer.does {
        Does::At(intent) => {
            let response = ui.add(button);
            if with_odds(response, intent).clicked() {
                take(ui, model, answer, intent, intents);
            }
        }
        Does::Menu(items) => {
            let response = ui.push_id(("answer", index), |ui| ui.add(button)).inner;
            under(ui, &response, open, || items.iter().map(Line::from).collect(), intents);
        }
    }
}

/// The answers that found no room.
fn more_button(ui: &mut Ui, model: &PromptModel, rest: &[usize], open: bool, intents: &mut Vec<Intent>) {
    let button = Press::new("More").opens_menu().enabled(!model.busy);
    let response = ui.push_id("more answers", |ui| ui.add(button)).inner;
    let lines = || rest.iter().flat_map(|i| lines_of(&model.answers[*i])).collect();
    under(ui, &response, open, lines, intents);
}

/// What an answer is in the list of those without room.
fn lines_of(answer: &Answer) -> Vec<Line<'_>> {
    match &answer.does {
        Does::At(intent) => {
            let letter = answer.key.filter(|key| LETTERS.contains(*key));
            vec![Line { letter, group: "", label: &answer.label, intent }]
        }
        Does::Menu(items) => items.iter().map(Line::from).collect(),
    }
}

/// A line of an open menu.
struct Line<'a> {
    /// The letter it has in the bar.
    letter: Option<char>,
    group: &'a str,
    label: &'a str,
    intent: &'a Intent,
}

impl<'a> From<&'a Item> for Line<'a> {
    fn from(item: &'a Item) -> Self {
        Self { letter: None, group: &item.group, label: &item.label, intent: &item.intent }
    }
}

/// The menu under a button; its lines are made while it is open.
fn under<'a>(
    ui: &Ui,
    response: &egui::Response,
    open: bool,
    lines: impl FnOnce() -> Vec<Line<'a>>,
    intents: &mut Vec<Intent>,
) {
    if open {
        Popup::open_id(ui.ctx(), Popup::default_response_id(response));
    }
    let opens = open || response.clicked();
    Popup::menu(response)
        .close_behavior(PopupCloseBehavior::CloseOnClick)
        .show(|ui| menu(ui, &lines(), opens, intents));
}

/// The lines of a menu: the arrows and Enter choose one, digits the first nine, and letters those that have one. If it `opens` now, the
/// first is chosen already.
fn menu(ui: &mut Ui, lines: &[Line], opens: bool, intents: &mut Vec<Intent>) {
    ui.set_width(300.0);
    let highest = between(ui.ctx().content_rect().height() - 160.0, 120.0, 480.0);
    scrolling(ui, ScrollArea::vertical().max_height(highest), |ui| {
        let mut group: Option<&str> = None;
        for (place, line) in lines.iter().enumerate() {
            if group != Some(line.group) {
                group = Some(line.group);
                if !line.group.is_empty() {
                    ui.add_space(4.0);
                    hint(ui, line.group);
                }
            }
            let mut press = Press::new(line.label).line();
            let letter = line.letter.and_then(|letter| Some((Key::from_name(&letter.to_string())?, letter)));
            let key = letter.or_else(|| DIGITS.get(place + 1).copied());
            if let Some((_, face)) = key {
                press = press.key(face);
            }
            let response = ui.add(press);
            if opens && place == 0 {
                response.request_focus();
            }
            let by_key = key.is_some_and(|(key, _)| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)));
            if with_odds(response, line.intent).clicked() || by_key {
                intents.push(line.intent.clone());
                ui.close();
            }
        }
    });
}

fn tools_row(ui: &mut Ui, model: &PromptModel, intents: &mut Vec<Intent>) {
    let menu = icon_button(ui, "Menu (Esc)", true, |painter, rect, ink| {
        for y in [rect.top() + 2.0, rect.center().y, rect.bottom() - 2.0] {
            painter.hline(rect.x_range(), y, Stroke::new(2.0, ink));
        }
    });
    if menu.clicked() {
        intents.push(Intent::OpenMenu);
    }
    let book = icon_button(ui, "Rulebook (R)", true, |painter, rect, ink| {
        let stroke = Stroke::new(1.6, ink);
        let (top, bottom) = (rect.top() + 2.0, rect.bottom() - 1.0);
        for side in [-1.0, 1.0] {
            let outer = rect.center().x + side * rect.width() / 2.0;
            let spine = [egui::pos2(rect.center().x, top + 2.0), egui::pos2(rect.center().x, bottom)];
            painter.add(Shape::line(
                vec![spine[0], egui::pos2(outer, top), egui::pos2(outer, bottom - 2.0), spine[1]],
                stroke,
            ));
        }
        painter.vline(rect.center().x, (top + 2.0)..=bottom, stroke);
    });
    if book.clicked() {
        intents.push(Intent::OpenRulebook);
    }
    let looks = model.before.filter(|_| !model.busy && model.past.is_none());
    let back = icon_button(ui, "Look back (comma)", looks.is_some(), |painter, rect, ink| {
        let stroke = Stroke::new(1.8, ink);
        painter.circle_stroke(rect.center(), rect.width() / 2.0 - 1.0, stroke);
        painter.line_segment([rect.center(), rect.center() - vec2(0.0, rect.height() * 0.32)], stroke);
        painter.line_segment([rect.center(), rect.center() + vec2(rect.width() * 0.24, 0.0)], stroke);
    });
    if let Some(point) = looks.filter(|_| back.clicked()) {
        intents.push(Intent::Seek(point));
    }
    let enabled = !model.busy && model.past.is_none();
    for (name, on, mirrored, intent) in [
        ("Redo (Ctrl+Y)", model.redo && enabled, true, Intent::Redo),
        ("Undo (U)", model.undo && enabled, false, Intent::Undo),
    ] {
        let response = icon_button(ui, name, on, |painter, rect, ink| {
            let x = |share: f32| {
                if mirrored { rect.right() - share * rect.width() } else { rect.left() + share * rect.width() }
            };
            let y = |share: f32| rect.top() + share * rect.height();
            let stroke = Stroke::new(2.0, ink);
            let arc: Vec<_> = (0..=10u8)
                .map(|i| {
                    let angle = -std::f32::consts::FRAC_PI_2 + std::f32::consts::PI * f32::from(i) / 10.0;
                    egui::pos2(x(0.62 + 0.34 * angle.cos()), y(0.62 + 0.32 * angle.sin()))
                })
                .collect();
            let mut line = vec![egui::pos2(x(0.05), y(0.30))];
            line.extend(arc);
            line.push(egui::pos2(x(0.25), y(0.94)));
            painter.add(Shape::line(line, stroke));
            painter.add(Shape::line(
                vec![egui::pos2(x(0.32), y(0.04)), egui::pos2(x(0.05), y(0.30)), egui::pos2(x(0.32), y(0.56))],
                stroke,
            ));
        });
        if response.clicked() {
            intents.push(intent);
        }
    }
}

/// The sentence under the bar: why something is refused, or what the selection can do. Float it over the board, so that
/// the board does not jump.
pub fn hint_strip(ui: &mut Ui, words: &Hint) -> Vec<Intent> {
    let mut intents = Vec::new();
    let c = Theme::of(ui).colours;
    let refused = matches!(words, Hint::Refused(_));
    let (fill, edge) = if refused { (c.danger_ground, c.danger) } else { (c.panel, c.line) };
    Frame::new()
        .fill(fill)
        .stroke(Stroke::new(1.0, edge))
        .corner_radius(CornerRadius::same(6))
        .inner_margin(Margin::symmetric(12, 8))
        .show(ui, |ui| {
            ui.horizontal_wrapped(|ui| match words {
                Hint::Plain(text) => {
                    ui.add(Label::new(text).wrap());
                    let clear =
                        Press::new("Clear").key("Esc").small().weight(Weight::Quiet).name("Clear the selection");
                    if ui.add(clear.hover("Select nothing.")).clicked() {
                        intents.push(Intent::ClearSelection);
                    }
                }
                Hint::Refused(refusal) => {
                    no_entry(ui, c.danger);
                    let font = Theme::font(ui, Face::Medium, size::BODY);
                    ui.label(RichText::new(&refusal.because).font(font).color(c.text));
                    rule_chip(ui, &refusal.rule, &mut intents);
                    ui.label(RichText::new(&refusal.remedy).color(c.text));
                }
            });
        });
    intents
}

/// A struck circle: the sign of a refusal.
fn no_entry(ui: &mut Ui, ink: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(16.0, 20.0), egui::Sense::hover());
    let center = rect.center();
    ui.painter().circle_stroke(center, 7.0, Stroke::new(2.0, ink));
    ui.painter().line_segment([center + vec2(-5.0, 5.0), center + vec2(5.0, -5.0)], Stroke::new(2.0, ink));
}

const DIGITS: [(Key, char); 10] = [
    (Key::Num0, '0'),
    (Key::Num1, '1'),
    (Key::Num2, '2'),
    (Key::Num3, '3'),
    (Key::Num4, '4'),
    (Key::Num5, '5'),
    (Key::Num6, '6'),
    (Key::Num7, '7'),
    (Key::Num8, '8'),
    (Key::Num9, '9'),
];

/// Presses what digits, letters and the undo keys stand for; the number of the menu a digit opened.
fn keys(ui: &Ui, model: &PromptModel, intents: &mut Vec<Intent>) -> Option<usize> {
    if ui.ctx().text_edit_focused() || Popup::is_any_open(ui.ctx()) {
        return None;
    }
    let pressed = |modifiers, key| ui.input_mut(|input| input.consume_key(modifiers, key));
    let mut opened = None;
    let letters = model.answers.iter().filter_map(|answer| answer.key).filter(|key| LETTERS.contains(*key));
    let letters = letters.filter_map(|letter| Some((Key::from_name(&letter.to_string())?, letter)));
    for (key, face) in DIGITS.into_iter().chain(letters) {
        if pressed(Modifiers::NONE, key) {
            match model.pressed(face) {
                Some(Ok(intent)) => match model.answers.iter().find(|answer| answer.key == Some(face)) {
                    Some(answer) => take(ui, model, answer, &intent, intents),
                    None => intents.push(intent),
                },
                Some(Err(menu)) => opened = Some(menu),
                None => {}
            }
        }
    }
    let enabled = !model.busy && model.past.is_none();
    let redo = pressed(Modifiers::COMMAND, Key::Y) || pressed(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    let undo = pressed(Modifiers::COMMAND, Key::Z) || pressed(Modifiers::NONE, Key::U);
    if redo && model.redo && enabled {
        intents.push(Intent::Redo);
    } else if undo && model.undo && enabled {
        intents.push(Intent::Undo);
    }
    opened
}
