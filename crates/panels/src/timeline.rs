//! Stepping through the game so far and back.

use egui::{Key, RichText, Shape, Slider, Stroke, Ui, WidgetInfo, pos2, vec2};
use tabletop::between;

use crate::Intent;
use crate::theme::{Face, Press, Theme, Weight, icon_button, note, size};

/// What the timeline shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimelineModel {
    /// How many orders the position shown has seen.
    pub at: usize,
    /// How many orders there are.
    pub length: usize,
    /// Turn and step of the position shown.
    pub moment: String,
    /// The order that led here, as a sentence; empty at the beginning.
    pub order: String,
    /// Where each turn begins: how many orders had been given, and its name.
    pub turns: Vec<(usize, String)>,
    /// Whether the game stands at the position shown, so that there is nothing to return to.
    pub live: bool,
    /// Whether the game is kept elsewhere, so that nobody plays on from the past.
    pub elsewhere: bool,
}

/// First, back, slider, forth, last; and the ways out.
pub fn timeline_panel(ui: &mut Ui, model: &TimelineModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let seek = |ui: &mut Ui, intents: &mut Vec<Intent>, name: &str, to: Option<usize>, bar: bool, left: bool| {
        let response = icon_button(ui, name, to.is_some(), |painter, rect, ink| {
            let (tip, tail) = if left { (rect.left(), rect.right()) } else { (rect.right(), rect.left()) };
            let shift = if bar { if left { 3.0 } else { -3.0 } } else { 0.0 };
            let triangle =
                vec![pos2(tip + shift, rect.center().y), pos2(tail, rect.top() + 1.0), pos2(tail, rect.bottom() - 1.0)];
            painter.add(Shape::convex_polygon(triangle, ink, Stroke::NONE));
            if bar {
                painter.vline(tip, rect.y_range(), Stroke::new(2.0, ink));
            }
        });
        if let (true, Some(to)) = (response.clicked(), to) {
            intents.push(Intent::Seek(to));
        }
    };
    ui.horizontal_wrapped(|ui| {
        ui.set_min_height(36.0);
        ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
        let back = model.at.checked_sub(1);
        let forth = (model.at < model.length).then_some(model.at + 1);
        seek(ui, &mut intents, "First position", back.map(|_| 0), true, true);
        seek(ui, &mut intents, "Back one order (comma)", back, false, true);
        seek(ui, &mut intents, "Forward one order (full stop)", forth, false, false);
        seek(ui, &mut intents, "Last position", forth.map(|_| model.length), true, false);
        ui.add_space(8.0);
        slider(ui, model, &mut intents);
        ui.add_space(8.0);
        let font = Theme::font(ui, Face::Medium, size::BODY);
        ui.label(RichText::new(format!("{} / {}", model.at, model.length)).font(font));
        ui.add_space(8.0);
        if !model.live {
            if ui.add(Press::new("Return to now").weight(Weight::Primary)).clicked() {
                intents.push(Intent::ReturnToNow);
            }
            if !model.elsewhere
                && ui.add(Press::new("Continue from here").hover("Play on from this position.")).clicked()
            {
                intents.push(Intent::ContinueFromHere);
            }
        }
    });
    let words =
        if model.order.is_empty() { model.moment.clone() } else { format!("{}: {}", model.moment, model.order) };
    note(ui, &words);
    if !ui.ctx().text_edit_focused() {
        let pressed = |key| ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, key));
        if pressed(Key::Comma) && model.at > 0 {
            intents.push(Intent::Seek(model.at - 1));
        }
        if pressed(Key::Period) && model.at < model.length {
            intents.push(Intent::Seek(model.at + 1));
        }
    }
    intents
}

fn slider(ui: &mut Ui, model: &TimelineModel, intents: &mut Vec<Intent>) {
    let mut at = model.at;
    ui.spacing_mut().slider_width = between(ui.available_width() * 0.35, 80.0, 480.0);
    let response = ui.add(Slider::new(&mut at, 0..=model.length.max(1)).show_value(false));
    response.widget_info(|| WidgetInfo::slider(true, model.at as f64, "Position in the game"));
    let c = Theme::of(ui).colours;
    let rail = response.rect;
    for (orders, _) in &model.turns {
        let share = *orders as f32 / model.length.max(1) as f32;
        let x = rail.left() + 6.0 + (rail.width() - 12.0) * share;
        ui.painter().vline(x, (rail.top() - 2.0)..=(rail.top() + 2.0), Stroke::new(1.0, c.muted));
    }
    if at != model.at && at <= model.length {
        intents.push(Intent::Seek(at));
    }
    let turn = model.turns.iter().rev().find(|t| t.0 <= model.at).map_or("", |t| t.1.as_str());
    response.on_hover_ui(|ui| {
        note(ui, turn);
    });
}
