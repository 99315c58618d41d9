//! The title screen: the four rulesets as cards.

use block_by_block::BlockByBlock;
use egui::{
    Align, CornerRadius, Frame, Layout, Margin, Rect, RichText, ScrollArea, Sense, Stroke, StrokeKind, Ui, Vec2,
    WidgetInfo, WidgetType, pos2, vec2,
};
use platoon::Platoon;
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::{Ruleset, between};

use super::art::{Scene, paint};
use super::scenarios::BoardPicture;
use crate::Intent;
use crate::elsewhere::Away;
use crate::teacher::Ask;
use crate::theme::{Face, Press, Theme, Weight, note, scrolling, size};

/// What the title screen shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TitleModel {
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
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// What it is about.
    pub line: &'static str,
    /// The board of its whole game, when it has been drawn.
    pub picture: Option<BoardPicture>,
}

/// The four rulesets.
pub fn ruleset_cards() -> Vec<RulesetCard> {
    [
        card_of::<BlockByBlock>("Huế 1968. Areas, gates and headlines: who holds the city, and at what price?"),
        card_of::<SearchAndDestroy>("Battalions on hexes hunt an enemy who prefers not to be found."),
        card_of::<Platoon>("Squads and fire teams at the edge of the village, in 20 mm."),
        card_of::<Skirmish>("A handful of figures and a long walk back to the landing zone."),
    ]
    .into()
}

fn card_of<R: Ruleset>(line: &'static str) -> RulesetCard {
    RulesetCard { id: R::ID, title: R::TITLE, line, picture: None }
}

/// How wide the title screen becomes in a large window, in points.
const WIDEST: f32 = 1720.0;

/// The title screen. Fills the window.
pub fn title_screen(ui: &mut Ui, model: &TitleModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let c = Theme::of(ui).colours;
    let width = ui.available_width().min(WIDEST);
    let side = ((ui.available_width() - width) / 2.0).max(0.0);
    let above = between(ui.available_height() * 0.08, 8.0, 160.0);
    let left = ui.available_height() - above - BESIDE_ART;
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
                        "Four wargames of the Vietnam War. The computer keeps the rules; you make the decisions.",
                    )
                    .font(lead)
                    .color(c.muted),
                );
                ui.add_space(24.0);
                cards(ui, model, left, &mut intents);
                ui.add_space(24.0);
                buttons(ui, model, &mut intents);
            });
        })
    });
    intents
}

/// `left` is the height that the page has for pictures, if the cards stand in one row.
fn cards(ui: &mut Ui, model: &TitleModel, left: f32, intents: &mut Vec<Intent>) {
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
    let shape = if columns == 4 { between(left / width, 0.62, 1.3) } else { 0.62 };
    for row in model.cards.chunks(columns) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for card in row {
                ruleset_card(ui, card, (width, shape), intents);
            }
        });
        ui.add_space(gap - 4.0);
    }
}

/// What the title, the words of a card and the buttons below need of height beside the pictures, in points.
const BESIDE_ART: f32 = 340.0;

fn ruleset_card(ui: &mut Ui, card: &RulesetCard, (width, shape): (f32, f32), intents: &mut Vec<Intent>) {
    let c = Theme::of(ui).colours;
    let frame = Frame::new()
        .fill(c.raised)
        .stroke(Stroke::new(1.0, c.edge))
        .corner_radius(CornerRadius::same(8))
        .inner_margin(Margin { left: 8, right: 8, top: 8, bottom: 12 });
    ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::LEFT), |ui| {
        frame.show(ui, |ui| {
            let inner = width - 18.0;
            ui.set_width(inner);
            let (art, shown) = ui.allocate_exact_size(vec2(inner, (inner * shape).floor()), Sense::hover());
            let scene = match card.id {
                "block-by-block" => Scene::Citadel,
                "search-and-destroy" => Scene::Hexes,
                "platoon" => Scene::Village,
                _ => Scene::Patrol,
            };
            match card.picture {
                Some(picture) => {
                    egui::Image::new((picture.texture, art.size())).uv(middle(picture, art.size())).paint_at(ui, art);
                    let name = format!("The board of {}", card.title);
                    shown.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, &name));
                }
                None => paint(&ui.painter_at(art), art, scene, &c),
            }
            ui.painter().rect_stroke(art, CornerRadius::ZERO, Stroke::new(1.0, c.line), StrokeKind::Outside);
            Frame::new().inner_margin(Margin::symmetric(8, 4)).show(ui, |ui| {
                let title = Theme::font(ui, Face::SemiBold, 20.0);
                ui.label(RichText::new(card.title).font(title).color(c.text));
                let body = Theme::font(ui, Face::Regular, size::BODY);
                // Cards beside each other are as high as each other.
                let line = ui.painter().layout(card.line.to_owned(), body.clone(), c.muted, ui.available_width());
                let rows = (line.size().y / line.rows.first().map_or(1.0, |row| row.height())).round();
                ui.label(RichText::new(card.line).font(body).color(c.muted));
                ui.add_space((LINES - rows).max(0.0) * line.size().y / rows.max(1.0) + 8.0);
                ways_in(ui, card, intents);
            });
        });
    });
}

/// The middle of a picture, as much of it as has the shape of `size`.
pub(super) fn middle(picture: BoardPicture, size: Vec2) -> Rect {
    let (wide, high) = (picture.size.0.max(1) as f32, picture.size.1.max(1) as f32);
    let scale = (size.x / wide).max(size.y / high);
    Rect::from_center_size(pos2(0.5, 0.5), vec2(size.x / (wide * scale), size.y / (high * scale)))
}

/// How many lines the words on a card have room for.
const LINES: f32 = 2.0;

/// To play and to learn: both as large, beside each other where there is room.
fn ways_in(ui: &mut Ui, card: &RulesetCard, intents: &mut Vec<Intent>) {
    let play = Press::new("Play").weight(Weight::Primary).name(format!("Play {}", card.title)).full_width();
    let learn = Press::new("Learn to play").name(format!("Learn to play {}", card.title)).full_width();
    let ways =
        [(play, Intent::ChooseRuleset(card.id.to_owned())), (learn, Intent::Teacher(Ask::LearnRuleset(card.id)))];
    let apart = 8.0;
    let half = ((ui.available_width() - apart) / 2.0).floor();
    let mut way = |ui: &mut Ui, (press, intent): (Press, Intent)| {
        if ui.add(press).clicked() {
            intents.push(intent);
        }
    };
    if ways.iter().any(|(press, _)| press.natural_width(ui) > half) {
        ways.into_iter().for_each(|it| way(ui, it));
        return;
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = apart;
        for it in ways {
            ui.allocate_ui(vec2(half, 0.0), |ui| {
                ui.set_width(half);
                way(ui, it);
            });
        }
    });
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
            "No saved games yet."
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
