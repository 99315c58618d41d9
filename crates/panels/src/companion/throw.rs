//! Dice that are typed, and dice as they fell.

use egui::{Label, RichText, Ui, vec2};
use tabletop::capital;
use tabletop::numbers::counted;

use super::order::rule;
use super::{Throw, Thrown, Together, Want};
use crate::theme::{self, Face, Press, Theme, Weight, hint, note, section, size};

/// Dice of one kind as they fell: six-sided ones as dice, others as numbers.
pub fn dice_row(ui: &mut Ui, thrown: &Thrown, width: f32) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        note(ui, &thrown.purpose);
        if thrown.sides == 6 {
            for value in &thrown.values {
                theme::die_face(ui, *value, width);
            }
        } else {
            let font = Theme::font(ui, Face::Mono, size::BODY);
            let fell: Vec<_> = thrown.values.iter().map(|value| format!("{value} of {}", thrown.sides)).collect();
            ui.label(RichText::new(fell.join(", ")).font(font));
        }
    });
}

/// The dice that are asked for.
pub(super) fn throw_panel(ui: &mut Ui, throw: &Throw) -> Vec<Want> {
    let mut wants = Vec::new();
    let c = Theme::of(ui).colours;
    note(ui, &throw.doing);
    let font = Theme::font(ui, Face::SemiBold, 28.0);
    let what = match throw.of {
        _ if throw.together.is_some() => {
            let dice = throw.together.as_ref().map_or(0, |together| together.dice);
            format!("Roll {}: {}", counted(dice, "die", "dice"), throw.purpose)
        }
        Some((this, of)) => format!("Die {this} of {of}: {}", throw.purpose),
        None if throw.sides == 6 => format!("Roll a die: {}", throw.purpose),
        None => format!("A number from 1 to {}: {}", throw.sides, throw.purpose),
    };
    ui.horizontal_wrapped(|ui| {
        ui.add(Label::new(RichText::new(what).font(font)).wrap());
        rule(ui, &throw.rule, &mut wants);
    });
    if !throw.who.is_empty() {
        let font = Theme::font(ui, Face::Medium, size::LEAD);
        ui.label(RichText::new(format!("for {}", throw.who)).font(font).color(c.text));
    }
    ui.add_space(8.0);
    match &throw.together {
        Some(together) => count(ui, together, &mut wants),
        None => faces(ui, throw.sides, &mut wants),
    }
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        if throw.together.is_none() {
            let lots = throw.sides != 6;
            let one = if lots { "Draw it for us" } else { "Roll this one for us" };
            let weight = if lots { Weight::Primary } else { Weight::Normal };
            if ui.add(Press::new(one).key("Space").weight(weight)).clicked() {
                wants.push(Want::RollOne);
            }
        }
        let rest = Press::new("Roll the rest for us").key("Enter").weight(Weight::Quiet);
        if ui
            .add(rest.hover("The computer rolls the dice of this side, up to the first die of the other side."))
            .clicked()
        {
            wants.push(Want::RollRest);
        }
        let counted = throw.together.as_ref().is_some_and(|together| !together.counted.is_empty());
        let back = match (counted, throw.so_far.is_empty()) {
            (true, _) => "That was miscounted",
            (false, true) => "Do something else",
            (false, false) => "That die was mistyped",
        };
        if ui.add(Press::new(back).key("Back").weight(Weight::Quiet)).clicked() {
            wants.push(Want::Unroll);
        }
        if throw.together.is_some() || throw.each {
            let (words, each) = if throw.each { ("Count them together", false) } else { ("Type each die", true) };
            if ui.add(Press::new(words).key("D").weight(Weight::Quiet)).clicked() {
                wants.push(Want::EachDie(each));
            }
        }
    });
    if !throw.so_far.is_empty() {
        section(ui, "Dice so far", |ui| {
            for thrown in &throw.so_far {
                dice_row(ui, thrown, 24.0);
            }
        });
    }
    if !throw.told.is_empty() {
        section(ui, "What they did", |ui| {
            for line in &throw.told {
                theme::paragraph(ui, line);
            }
        });
    }
    wants
}

/// How many of the dice thrown together show what counts.
fn count(ui: &mut Ui, together: &Together, wants: &mut Vec<Want>) {
    let font = Theme::font(ui, Face::SemiBold, 24.0);
    for (what, number) in &together.counted {
        ui.label(RichText::new(format!("{}: {number}", capital(what))).font(font.clone()));
    }
    ui.label(RichText::new(format!("How many {}?", together.asks)).font(font));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        for number in 0..=u8::try_from(together.most).unwrap_or(u8::MAX) {
            let mut press = Press::new(number.to_string()).name(format!("{}: {number}", capital(&together.asks)));
            if number < 10 {
                press = press.key(number.to_string());
            }
            if ui.add(press).clicked() {
                wants.push(Want::Count(number));
            }
        }
    });
    hint(ui, "The other dice do nothing. The log counts them as ones.");
}

/// A button for every face; ten faces a row.
fn faces(ui: &mut Ui, sides: u8, wants: &mut Vec<Want>) {
    if sides > 20 {
        hint(ui, "Type the number.");
    }
    let wide = if sides <= 6 { 64.0 } else { 44.0 };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(8.0, 8.0);
        for value in 1..=sides.min(100) {
            if face(ui, sides, value, wide) {
                wants.push(Want::Die(value));
            }
        }
    });
}

/// A die's face that can be pressed.
fn face(ui: &mut Ui, sides: u8, value: u8, width: f32) -> bool {
    let theme = Theme::of(ui);
    let c = &theme.colours;
    let (rect, response) = ui.allocate_exact_size(vec2(width, width), egui::Sense::click());
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, format!("The die shows {value}")));
    let hot = response.hovered() || response.has_focus();
    let shown = if response.is_pointer_button_down_on() { rect.translate(vec2(0.0, 1.0)) } else { rect };
    let painter = ui.painter();
    if sides == 6 {
        theme::paint_die(painter, shown.shrink(2.0), value, c.paper, c.ink);
    } else {
        painter.rect_filled(shown.shrink(2.0), 6.0, c.paper);
        let font = Theme::font(ui, Face::SemiBold, width * 0.45);
        painter.text(shown.center(), egui::Align2::CENTER_CENTER, value, font, c.ink);
    }
    if hot {
        painter.rect_stroke(rect, 8.0, egui::Stroke::new(2.0, c.accent), egui::StrokeKind::Inside);
    }
    response.clicked()
}
