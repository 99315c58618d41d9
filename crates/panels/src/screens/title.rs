//! The title screen: the four rulesets as cards.

use egui::{
    Align, CornerRadius, Layout, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType,
    pos2, vec2,
};
use tabletop::between;

use super::art::{Scene, paint};
use crate::Intent;
use crate::elsewhere::Away;
use crate::theme::{Face, Press, Theme, Weight, note, scrolling, size};

/// What the title screen shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TitleModel {
    /// The rulesets.
    pub cards: Vec<RulesetCard>,
    /// The game that was played last, in a few words; none if there is none.
    pub last_game: Option<String>,
    /// Whether there are saved games.
    pub saves: bool,
    /// The program's version.
    pub version: String,
}

/// A ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetCard {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// What it is about.
    pub line: &'static str,
    /// Whether it can be played.
    pub ready: bool,
}

/// The four rulesets; those with an id in `ready` can be played.
pub fn ruleset_cards(ready: &[&str]) -> Vec<RulesetCard> {
    [
        (
            "block-by-block",
            "Block by Block",
            "Huế 1968. Areas, gates and headlines: who holds the city, and at what price?",
        ),
        ("search-and-destroy", "Search & Destroy", "Battalions on hexes look for an enemy who need not be found."),
        ("platoon", "Platoon", "Squads and fire teams at the edge of the village, in 20 mm."),
        ("skirmish", "Vietnam Skirmish", "A handful of figures and a long walk back to the landing zone."),
    ]
    .into_iter()
    .map(|(id, title, line)| RulesetCard { id, title, line, ready: ready.contains(&id) })
    .collect()
}

/// The title screen. Fills the window.
pub fn title_screen(ui: &mut Ui, model: &TitleModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let c = Theme::of(ui).colours;
    let width = ui.available_width().min(1200.0);
    let side = ((ui.available_width() - width) / 2.0).max(0.0);
    let above = between(ui.available_height() * 0.11, 8.0, 200.0);
    scrolling(ui, ScrollArea::vertical().auto_shrink(false), |ui| {
        ui.horizontal_top(|ui| {
            ui.add_space(side);
            ui.allocate_ui_with_layout(vec2(width, ui.available_height()), Layout::top_down(Align::LEFT), |ui| {
                ui.set_width(width - 16.0);
                ui.add_space(above);
                let display = Theme::font(ui, Face::Bold, size::DISPLAY);
                ui.label(RichText::new("Pointman").font(display).color(c.text));
                let lead = Theme::font(ui, Face::Regular, size::LEAD);
                ui.label(
                    RichText::new(
                        "Four wargames of the Vietnam War. The computer keeps the rules, you make the decisions.",
                    )
                    .font(lead)
                    .color(c.muted),
                );
                ui.add_space(24.0);
                cards(ui, model, &mut intents);
                ui.add_space(24.0);
                buttons(ui, model, &mut intents);
            });
        })
    });
    intents
}

fn cards(ui: &mut Ui, model: &TitleModel, intents: &mut Vec<Intent>) {
    let gap = 16.0;
    let room = ui.available_width();
    let columns = if room >= 900.0 {
        4
    } else if room >= 440.0 {
        2
    } else {
        1
    };
    let width = ((room - gap * (columns as f32 - 1.0)) / columns as f32).floor();
    for row in model.cards.chunks(columns) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for card in row {
                ruleset_card(ui, card, width, intents);
            }
        });
        ui.add_space(gap - 4.0);
    }
}

fn ruleset_card(ui: &mut Ui, card: &RulesetCard, width: f32, intents: &mut Vec<Intent>) {
    let c = Theme::of(ui).colours;
    let art_height = (width * 0.62).floor();
    let sense = if card.ready { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(width, art_height + 136.0), sense);
    response.widget_info(|| {
        let words = if card.ready { format!("Play {}", card.title) } else { format!("{}: not there yet", card.title) };
        WidgetInfo::labeled(WidgetType::Button, card.ready, words)
    });
    let hot = card.ready && (response.hovered() || response.has_focus());
    let painter = ui.painter_at(rect.expand(4.0));
    let edge = if hot {
        c.accent
    } else if card.ready {
        c.edge
    } else {
        c.line
    };
    painter.rect_filled(rect, CornerRadius::same(8), if hot { c.lifted } else { c.raised });
    let art = Rect::from_min_size(rect.min + vec2(8.0, 8.0), vec2(width - 16.0, art_height - 8.0));
    let scene = match card.id {
        "block-by-block" => Scene::Citadel,
        "search-and-destroy" => Scene::Hexes,
        "platoon" => Scene::Village,
        _ => Scene::Patrol,
    };
    paint(&ui.painter_at(art), art, scene, &c, card.ready);
    painter.rect_stroke(art, CornerRadius::ZERO, Stroke::new(1.0, c.line), StrokeKind::Outside);
    painter.rect_stroke(
        rect,
        CornerRadius::same(8),
        Stroke::new(if hot { 2.0 } else { 1.0 }, edge),
        StrokeKind::Inside,
    );
    let title = Theme::font(ui, Face::SemiBold, 20.0);
    let body = Theme::font(ui, Face::Regular, size::BODY);
    let left = rect.left() + 16.0;
    let inner = width - 32.0;
    let heading = painter.layout(card.title.to_owned(), title, if card.ready { c.text } else { c.muted }, inner);
    let mut top = art.bottom() + 12.0;
    let height = heading.size().y;
    painter.galley(pos2(left, top), heading, c.text);
    top += height + 4.0;
    let line = painter.layout(card.line.to_owned(), body.clone(), c.muted, inner);
    painter.galley(pos2(left, top), line, c.muted);
    let (state, ink) = if card.ready { ("Play", c.accent) } else { ("Not there yet", c.muted) };
    let font = Theme::font(ui, Face::SemiBold, size::BODY);
    painter.text(pos2(left, rect.bottom() - 12.0), egui::Align2::LEFT_BOTTOM, state, font, ink);
    if response.clicked() {
        intents.push(Intent::ChooseRuleset(card.id.to_owned()));
    }
}

fn buttons(ui: &mut Ui, model: &TitleModel, intents: &mut Vec<Intent>) {
    ui.horizontal_wrapped(|ui| {
        if let Some(last) = &model.last_game {
            if ui.add(Press::new("Continue").weight(Weight::Primary).hover(last)).clicked() {
                intents.push(Intent::ContinueGame);
            }
            note(ui, last);
            ui.add_space(8.0);
        }
        let load = Press::new("Load").enabled(model.saves).hover(if model.saves {
            "Choose a saved game."
        } else {
            "There are no saved games yet."
        });
        if ui.add(load).clicked() {
            intents.push(Intent::OpenLoad);
        }
        let join = Press::new("Join").hover("Sit down at a game to which somebody elsewhere invites you.");
        if ui.add(join).clicked() {
            intents.push(Intent::Elsewhere(Away::OpenJoin));
        }
        if ui.add(Press::new("Options")).clicked() {
            intents.push(Intent::OpenOptions);
        }
        if ui.add(Press::new("Keys").weight(Weight::Quiet)).clicked() {
            intents.push(Intent::OpenKeys);
        }
        if ui.add(Press::new("Quit").weight(Weight::Quiet)).clicked() {
            intents.push(Intent::Quit);
        }
        note(ui, &model.version);
    });
}
