//! What lies over the board: hints and refusals, dice, whose turn it is, banners.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use egui::{Align2, Area, Frame, Margin, Order as Layer, RichText, vec2};
use panels::Intent;
use panels::prompt::{Hint, hint_strip};
use panels::theme::{Face, Press, SideMark, Theme, Weight, paint_die, rule_chip, side_ink, size};
use tabletop::Refusal;

use crate::shell::banner::Banner;
use crate::shell::camera::BoardRect;
use crate::shell::course::Course;
use crate::shell::dice::Rolling;
use crate::shell::game::{OwnDice, Refused};
use crate::shell::order::{GameSystems, HudSystems, Room};
use crate::shell::playback::{Pace, Ticker, elapsed};
use crate::shell::pointer::Pointer;
use crate::shell::said::Said;
use crate::shell::screen::on_board;
use crate::shell::standing::Standing;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Turnover>()
        .init_resource::<Whisper>()
        .init_resource::<Card>()
        .add_systems(Update, announce.in_set(GameSystems::Seats.of(Room::Hud)).run_if(on_board))
        .add_systems(OnExit(crate::shell::screen::Screen::Game), |mut whisper: ResMut<Whisper>| {
            *whisper = Whisper::default()
        })
        .add_systems(EguiPrimaryContextPass, banner.in_set(HudSystems::Over.of(Room::Hud)))
        .add_systems(
            EguiPrimaryContextPass,
            (hint, pointed, dice, own_dice, turnover)
                .chain()
                .after(banner)
                .run_if(on_board)
                .in_set(HudSystems::Over.of(Room::Hud)),
        );
}

/// What the board says about what the player points at and holds. The board on the table keeps it true.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Whisper {
    /// Why nothing can be done where the pointer rests.
    pub refusal: Option<Refusal>,
    /// What can be done with what is held, in a sentence.
    pub words: Option<String>,
    /// What is under the pointer: its name, then its state and what it can do, a line each. None where the board says it itself.
    pub pointed: Vec<String>,
}

/// What the teacher's card covers of the board, in points: dice fall beside it, and what is pointed at is told beside it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Card(pub Option<egui::Rect>);

impl Card {
    /// The lower corner of the board that neither the card nor the pointer takes, and how far from it things keep: at the left
    /// above what stands there.
    pub fn corner(self, rect: egui::Rect, pointer: Option<egui::Pos2>, ctx: &egui::Context) -> (Align2, egui::Vec2) {
        let right = egui::Rect::from_min_max(rect.max - vec2(TOLD + 80.0, 180.0), rect.max);
        let taken = |corner: egui::Pos2| self.0.is_some_and(|card| card.distance_to_pos(corner) < 60.0);
        let pointed = pointer.is_some_and(|pointer| right.contains(pointer)) && !taken(rect.left_bottom());
        if taken(rect.right_bottom()) || pointed {
            let shown = |id: egui::Id| {
                let layer = egui::LayerId::new(Layer::Middle, id);
                ctx.memory(|memory| memory.area_rect(id).filter(|_| memory.areas().visible_last_frame(&layer)))
            };
            let tops = IN_THE_LEFT_CORNER.iter().filter_map(|name| shown(egui::Id::new(*name))).map(|area| area.min.y);
            (Align2::LEFT_BOTTOM, vec2(12.0, tops.fold(rect.max.y, f32::min) - rect.max.y - 12.0))
        } else {
            (Align2::RIGHT_BOTTOM, vec2(-12.0, -12.0))
        }
    }

    /// The middle of the board's lower edge, as far as the card leaves it free.
    fn free_middle(self, rect: egui::Rect) -> egui::Pos2 {
        let low = self.0.filter(|card| card.max.y > rect.max.y - LOW);
        let (mut left, mut right) = (rect.min.x, rect.max.x);
        match low {
            Some(card) if card.center().x < rect.center().x => left = card.max.x.max(left),
            Some(card) => right = card.min.x.min(right),
            None => {}
        }
        egui::pos2(f32::midpoint(left, right), rect.max.y - 16.0)
    }
}

/// What stands in the lower left corner of the board.
const IN_THE_LEFT_CORNER: [&str; 2] = ["teacher", "tray"];

/// How wide what is told of the thing under the pointer may be, in points.
const TOLD: f32 = 330.0;

/// How high dice stand above the lower edge of the board, in points.
const LOW: f32 = 170.0;

/// The least room for what floats over the board, in points: while the window changes, the board's part is of the frame before.
const LEAST_BOARD: Vec2 = Vec2::new(240.0, 160.0);

/// The board's part of the window, in points, and never less than what floats over it needs.
pub fn board_rect(board: &BoardRect, zoom: f32) -> egui::Rect {
    let (min, size) = (board.0.min / zoom, (board.0.size() / zoom).max(LEAST_BOARD));
    egui::Rect::from_min_size(egui::pos2(min.x, min.y), egui::vec2(size.x, size.y))
}

pub fn in_points(pointer: &Pointer, ctx: &egui::Context) -> Option<egui::Pos2> {
    pointer.pixel.map(|pixel| egui::pos2(pixel.x, pixel.y) / ctx.zoom_factor())
}

/// What is under the pointer, in a lower corner of the board.
fn pointed(
    mut contexts: EguiContexts,
    whisper: Res<Whisper>,
    standing: Res<Standing>,
    board: Res<BoardRect>,
    (card, pointer): (Res<Card>, Res<Pointer>),
) -> Result {
    if whisper.pointed.is_empty() || standing.curtain || !standing.now {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let rect = board_rect(&board, ctx.zoom_factor());
    let (align, margin) = card.corner(rect, in_points(&pointer, &ctx), &ctx);
    let offset = align.pos_in_rect(&rect) - align.pos_in_rect(&ctx.viewport_rect()) + margin;
    Area::new("pointed at".into()).order(Layer::Middle).interactable(false).anchor(align, offset).show(&ctx, |ui| {
        let c = Theme::of(ui).colours;
        Frame::popup(ui.style()).fill(c.panel).show(ui, |ui| {
            ui.set_max_width(TOLD.min(rect.width() - 24.0));
            for (n, line) in whisper.pointed.iter().enumerate() {
                let text = RichText::new(line).color(c.text);
                let text = if n == 0 { text.font(Theme::font(ui, Face::SemiBold, size::BODY)) } else { text };
                ui.add(egui::Label::new(text).wrap());
            }
        });
    });
    Ok(())
}

/// Where the pointer rested when an order was carried out: what it is over then has just been done, and is not refused.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Rested {
    point: usize,
    pixel: Option<Vec2>,
}

/// Why something is refused, or what the selection can do, at the top of the board.
fn hint(
    mut contexts: EguiContexts,
    refused: Res<Refused>,
    banner: Res<Banner>,
    whisper: Res<Whisper>,
    (standing, pointer): (Res<Standing>, Res<Pointer>),
    mut rested: Local<Rested>,
    board: Res<BoardRect>,
    mut said: MessageWriter<Said>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let rect = board_rect(&board, ctx.zoom_factor());
    if rested.point != standing.point {
        *rested = Rested { point: standing.point, pixel: pointer.pixel };
    } else if rested.pixel != pointer.pixel {
        rested.pixel = None;
    }
    let words = refused
        .0
        .clone()
        .or_else(|| whisper.refusal.clone().filter(|_| rested.pixel.is_none()))
        .map(Hint::Refused)
        .or_else(|| banner.news.clone().map(Hint::Plain))
        .or_else(|| whisper.words.clone().map(Hint::Plain));
    let Some(words) = words else { return Ok(()) };
    let mut intents = Vec::new();
    Area::new("hint".into()).order(Layer::Middle).fixed_pos(rect.min + vec2(12.0, 8.0)).show(&ctx, |ui| {
        ui.set_max_width((rect.width() - 24.0).min(860.0));
        intents.extend(hint_strip(ui, &words));
    });
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}

/// What went wrong outside the rules, below the prompt, on every page.
fn banner(mut contexts: EguiContexts, banner: Res<Banner>, mut said: MessageWriter<Said>) -> Result {
    if banner.unsaved.is_none() && banner.problem.is_none() {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let width = (ctx.content_rect().width() - 24.0).min(820.0);
    Area::new("banner".into()).order(Layer::Foreground).anchor(Align2::CENTER_TOP, vec2(0.0, 120.0)).show(&ctx, |ui| {
        ui.set_max_width(width);
        if let Some(sentence) = &banner.unsaved {
            panels::screens::banner(ui, sentence, true);
        }
        if let Some(sentence) = &banner.problem {
            said.write_batch(panels::screens::banner(ui, sentence, false).into_iter().map(Said));
        }
    });
    Ok(())
}

/// Dice rolling over the board.
fn dice(mut contexts: EguiContexts, rolling: Res<Rolling>, board: Res<BoardRect>, card: Res<Card>) -> Result {
    let Some(throw) = rolling.throw() else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let rect = board_rect(&board, ctx.zoom_factor());
    Area::new("dice".into())
        .order(Layer::Middle)
        .interactable(false)
        .anchor(Align2::CENTER_BOTTOM, card.free_middle(rect) - ctx.viewport_rect().center_bottom())
        .show(&ctx, |ui| {
            let theme = Theme::of(ui);
            let c = theme.colours;
            Frame::popup(ui.style()).fill(c.panel).inner_margin(Margin::symmetric(20, 12)).show(ui, |ui| {
                ui.vertical_centered(|ui| {
                    ui.set_max_width(132.0 * throw.dice.len() as f32);
                    ui.horizontal(|ui| {
                        for (number, die) in throw.dice.iter().enumerate() {
                            ui.vertical(|ui| {
                                let ink = die.side.map_or(c.text, |side| side_ink(&theme, side));
                                ui.label(RichText::new(&die.label).small().color(ink));
                                let (spot, _) = ui.allocate_exact_size(vec2(56.0, 56.0), egui::Sense::hover());
                                let lift = if rolling.at_rest() { 0.0 } else { 4.0 };
                                paint_die(
                                    ui.painter(),
                                    spot.translate(vec2(0.0, -lift)),
                                    rolling.face(number),
                                    c.paper,
                                    c.ink,
                                );
                            });
                        }
                    });
                    let words = if rolling.at_rest() { throw.result.as_str() } else { " " };
                    ui.label(RichText::new(words).font(Theme::font(ui, Face::Medium, size::BODY)).color(c.text));
                });
            });
        });
    Ok(())
}

/// Asks for a die that was rolled on the table.
fn own_dice(
    mut contexts: EguiContexts,
    own: Res<OwnDice>,
    board: Res<BoardRect>,
    card: Res<Card>,
    mut said: MessageWriter<Said>,
) -> Result {
    let Some(need) = &own.need else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let rect = board_rect(&board, ctx.zoom_factor());
    let mut intents = Vec::new();
    // A digit is the die, while nothing else wants it.
    if !ctx.text_edit_focused() && need.sides <= 9 {
        let typed = ctx.input_mut(|input| {
            (1..=need.sides).find(|face| {
                egui::Key::from_name(&face.to_string()).is_some_and(|key| input.consume_key(egui::Modifiers::NONE, key))
            })
        });
        intents.extend(typed.map(Intent::TypeDie));
    }
    Area::new("own dice".into())
        .order(Layer::Foreground)
        .anchor(Align2::CENTER_BOTTOM, card.free_middle(rect) - ctx.viewport_rect().center_bottom())
        .show(&ctx, |ui| {
            let c = Theme::of(ui).colours;
            Frame::popup(ui.style()).fill(c.panel).inner_margin(Margin::symmetric(16, 12)).show(ui, |ui| {
                ui.set_max_width(420.0);
                ui.horizontal_wrapped(|ui| {
                    let font = Theme::font(ui, Face::SemiBold, size::LEAD);
                    let begin = if own.whose.is_empty() { "Roll".into() } else { format!("{}: roll", own.whose) };
                    let words =
                        format!("{begin} a die of {} sides for {}. What does it show?", need.sides, need.purpose);
                    ui.label(RichText::new(words).font(font).color(c.text));
                    rule_chip(ui, &need.rule, &mut intents);
                });
                ui.horizontal_wrapped(|ui| {
                    for face in 1..=need.sides {
                        if ui.add(Press::new(face.to_string())).clicked() {
                            intents.push(Intent::TypeDie(face));
                        }
                    }
                    if ui.add(Press::new("Cancel the order").weight(Weight::Quiet)).clicked() {
                        intents.push(Intent::ForgetDice);
                    }
                    let computer = Press::new("Let the computer roll").weight(Weight::Quiet);
                    if ui.add(computer).clicked() {
                        intents.push(Intent::TypeDice(false));
                    }
                });
                let rolled: Vec<String> = own.typed().map(|value| value.to_string()).collect();
                if !rolled.is_empty() {
                    ui.label(
                        RichText::new(format!("Typed for this order so far: {}.", rolled.join(", "))).color(c.muted),
                    );
                }
            });
        });
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}

/// Whose turn it has become, shown for a moment.
#[derive(Resource, Default)]
pub(super) struct Turnover {
    acting: Option<SideMark>,
    shown: Option<SideMark>,
    left: f32,
}

/// How long the change of sides is shown, in seconds.
const TURNOVER: f32 = 1.3;

fn announce(
    standing: Res<Standing>,
    mut ticker: ResMut<Ticker>,
    pace: Res<Pace>,
    pointer: Res<Pointer>,
    keys: Res<ButtonInput<KeyCode>>,
    card: Res<Card>,
    mut turnover: ResMut<Turnover>,
    mut banner: ResMut<Banner>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // The acting side has seen it.
    if pointer.pressed.is_some() || keys.get_just_pressed().next().is_some() {
        turnover.shown = None;
        banner.news = None;
    }
    if turnover.shown.is_some() {
        turnover.left -= elapsed(*ticker, *pace).unwrap_or(ticker.seconds());
        if turnover.left <= 0.0 {
            turnover.shown = None;
        }
        ticker.keep_going(&mut redraw);
    }
    if !standing.still || !standing.now {
        return;
    }
    if standing.acting != turnover.acting {
        turnover.acting = standing.acting;
        // The teacher says himself whose turn it is.
        if let Some(side) = standing.acting.filter(|_| card.0.is_none()) {
            turnover.shown = Some(side);
            turnover.left = TURNOVER;
            ticker.keep_going(&mut redraw);
        }
    }
}

pub(super) fn turnover(
    mut contexts: EguiContexts,
    turnover: Res<Turnover>,
    (standing, course): (Res<Standing>, Res<Course>),
    board: Res<BoardRect>,
) -> Result {
    // Where the other side's turn is told, that it is over is told as well.
    let Some(side) = turnover.shown.filter(|_| course.card.is_none()) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let rect = board_rect(&board, ctx.zoom_factor());
    let offset = rect.center_top() - ctx.viewport_rect().center_top() + vec2(0.0, 56.0);
    Area::new("turnover".into()).order(Layer::Middle).interactable(false).anchor(Align2::CENTER_TOP, offset).show(
        &ctx,
        |ui| {
            panels::screens::side_banner(ui, side, &standing.moment);
        },
    );
    Ok(())
}
