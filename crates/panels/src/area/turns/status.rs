//! The slim bar at the bottom: turns, tracks, score, and the way to the log.

use block_by_block::{BlockByBlock, State};
use egui::{
    Align, Align2, CornerRadius, Layout, Rect, RichText, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType, pos2,
    vec2,
};
use tabletop::Ruleset;

use crate::Intent;
use crate::area::Part;
use crate::theme::{Face, Press, Theme, Weight, size};

/// What the bottom bar shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusModel {
    /// The turn being played, from 1 to 5.
    pub turn: u8,
    pub over: bool,
    pub publicity: u8,
    pub destruction: u8,
    /// The end of both tracks.
    pub track_end: u8,
    /// Zones under US/ARVN control.
    pub zones: u8,
    /// The clearing score.
    pub score: u8,
    /// The result if the game ended now.
    pub result: String,
    /// Whether the log stands open.
    pub log_open: bool,
}

/// The bottom bar of a position.
pub fn status_model(rules: &BlockByBlock, state: &State, log_open: bool) -> StatusModel {
    let score = rules.score(state);
    StatusModel {
        turn: state.turn(),
        over: rules.to_act(state).is_none(),
        publicity: score.publicity,
        destruction: score.destruction,
        track_end: rules.numbers().track_end.value,
        zones: score.us_arvn_zones,
        score: score.total,
        result: score.result.title,
        log_open,
    }
}

/// The bar: 36 points high.
pub fn status_bar(ui: &mut Ui, model: &StatusModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        ui.set_min_height(36.0);
        ui.spacing_mut().item_spacing.x = 16.0;
        turns(ui, model, &mut intents);
        for (name, value, of) in [
            ("Publicity", model.publicity, Some(model.track_end)),
            ("Destruction", model.destruction, Some(model.track_end)),
            ("US/ARVN zones", model.zones, Some(11)),
            ("Clearing score", model.score, None),
        ] {
            figure(ui, name, value, of, &mut intents);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let log = Press::new("Log").key("L").selected(model.log_open).hover("Every order and every die.");
            if ui.add(log).clicked() {
                intents.push(Intent::ToggleLog);
            }
            if ui.available_width() > 360.0 {
                let fit = Press::new("Fit map").key("F").weight(Weight::Quiet).hover("Show the whole map.");
                if ui.add(fit).clicked() {
                    intents.push(Intent::FitMap);
                }
            }
            if ui.available_width() > 200.0 {
                let words = if model.over { model.result.clone() } else { format!("Now: {}", model.result) };
                let result =
                    Press::new(words).weight(Weight::Quiet).hover("The result if the game ended now. Opens the score.");
                if ui.add(result).clicked() {
                    intents.push(Intent::ShowPart(Part::Politics as usize));
                }
            }
        });
    });
    intents
}

/// Five boxes, the current turn lit.
fn turns(ui: &mut Ui, model: &StatusModel, intents: &mut Vec<Intent>) {
    let c = Theme::of(ui).colours;
    let (rect, response) = ui.allocate_exact_size(vec2(48.0 + 5.0 * 28.0, 32.0), Sense::click());
    let words = if model.over { "The game is over".to_owned() } else { format!("Turn {} of 5", model.turn) };
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &words));
    let painter = ui.painter();
    let middle = rect.center().y;
    let hot = response.hovered() || response.has_focus();
    painter.text(
        pos2(rect.left(), middle),
        Align2::LEFT_CENTER,
        "Turn",
        Theme::font(ui, Face::Regular, size::BODY),
        if hot { c.text } else { c.muted },
    );
    for turn in 1..=5_u8 {
        let cell =
            Rect::from_center_size(pos2(rect.left() + 48.0 + 28.0 * (f32::from(turn) - 0.5), middle), vec2(24.0, 24.0));
        let now = turn == model.turn && !model.over;
        let past = turn < model.turn || model.over;
        let fill = if now {
            c.accent
        } else if past {
            c.raised
        } else {
            c.ground
        };
        painter.rect(
            cell,
            CornerRadius::same(3),
            fill,
            Stroke::new(1.0, if now { c.accent } else { c.line }),
            StrokeKind::Inside,
        );
        let font = Theme::font(ui, if now { Face::SemiBold } else { Face::Regular }, size::BODY);
        painter.text(
            cell.center(),
            Align2::CENTER_CENTER,
            turn.to_string(),
            font,
            if now { c.on_accent } else { c.muted },
        );
    }
    if response.has_focus() {
        painter.rect_stroke(rect.expand(2.0), CornerRadius::same(4), Stroke::new(2.0, c.accent), StrokeKind::Inside);
    }
    if response.clicked() {
        intents.push(Intent::ShowPart(Part::Turns as usize));
    }
    response.on_hover_text("Open the Turn Record Track.");
}

fn figure(ui: &mut Ui, name: &str, value: u8, of: Option<u8>, intents: &mut Vec<Intent>) {
    let c = Theme::of(ui).colours;
    let word_font = Theme::font(ui, Face::Regular, size::BODY);
    let figure_font = Theme::font(ui, Face::SemiBold, size::LEAD);
    let word = ui.painter().layout_no_wrap(name.to_owned(), word_font.clone(), c.muted);
    let number = ui.painter().layout_no_wrap(value.to_string(), figure_font, c.text);
    let tail = of.map(|of| ui.painter().layout_no_wrap(format!("/{of}"), word_font, c.muted));
    let tail_width = tail.as_ref().map_or(0.0, |t| t.size().x);
    let width = word.size().x + 6.0 + number.size().x + tail_width;
    if ui.available_width() < width + 80.0 {
        return;
    }
    let (rect, response) = ui.allocate_exact_size(vec2(width, 32.0), Sense::click());
    let words = of.map_or_else(|| format!("{name} {value}"), |of| format!("{name} {value} of {of}"));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &words));
    let painter = ui.painter();
    let middle = rect.center().y;
    let number_at = rect.left() + word.size().x + 6.0;
    let tail_at = number_at + number.size().x;
    let base = middle + number.size().y / 2.0 - 3.0;
    painter.galley(pos2(rect.left(), base - word.size().y + 1.0), word, c.muted);
    painter.galley(pos2(number_at, middle - number.size().y / 2.0), number, c.text);
    if let Some(tail) = tail {
        painter.galley(pos2(tail_at, base - tail.size().y + 1.0), tail, c.muted);
    }
    if response.hovered() || response.has_focus() {
        painter.hline(rect.x_range(), rect.bottom() - 4.0, Stroke::new(2.0, c.accent));
    }
    if response.clicked() {
        intents.push(Intent::ShowPart(Part::Politics as usize));
    }
    response.on_hover_ui(|ui| {
        ui.label(RichText::new(words));
    });
}
