//! What lies over the board: hints and refusals, the question which order is meant, dice, whose turn it is, banners.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use block_by_block::{BlockByBlock, Event, Side, Step, UnitId};
use egui::{Align2, Area, Color32, Frame, Margin, Order as Layer, RichText, vec2};
use panels::prompt::{Hint, hint_strip};
use panels::theme::{Face, Press, Theme, paint_die, size};
use panels::timeline::{TimelineModel, timeline_panel};
use panels::{Intent, words::list_units};
use tabletop::Ruleset;

use super::{HudSystems, Said};
use crate::area_board::dice::Rolling;
use crate::area_board::hand::Hand;
use crate::area_board::mouse::Hovered;
use crate::area_board::offers::Target;
use crate::banner::Banner;
use crate::camera::{BoardRect, View};
use crate::drawing::world;
use crate::game::{Play, Refused};
use crate::playback::{Pace, Playback, Ticker, elapsed};
use crate::pointer::Pointer;
use crate::screen::on_board;
use crate::table::Table;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Turnover>()
        .add_systems(Update, announce.run_if(on_board))
        .add_systems(EguiPrimaryContextPass, banner.in_set(HudSystems::Over))
        .add_systems(
            EguiPrimaryContextPass,
            (hint, question, dice, turnover, timeline).run_if(on_board).in_set(HudSystems::Over),
        );
}

/// The board's part of the window, in points.
fn board_rect(board: &BoardRect, zoom: f32) -> egui::Rect {
    let (min, max) = (board.0.min / zoom, board.0.max / zoom);
    egui::Rect::from_min_max(egui::pos2(min.x, min.y), egui::pos2(max.x, max.y))
}

/// Why something is refused, or what the selection can do, at the top of the board.
fn hint(
    mut contexts: EguiContexts,
    refused: Res<Refused>,
    banner: Res<Banner>,
    hovered: Res<Hovered>,
    hand: Res<Hand>,
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    board: Res<BoardRect>,
    mut said: MessageWriter<Said>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let rect = board_rect(&board, ctx.zoom_factor());
    let words = refused
        .0
        .clone()
        .or_else(|| hovered.refusal.clone())
        .map(Hint::Refused)
        .or_else(|| banner.news.clone().map(Hint::Plain))
        .or_else(|| plain_hint(&hand, &play).filter(|_| playback.is_idle()).map(Hint::Plain));
    let Some(words) = words else { return Ok(()) };
    let mut intents = Vec::new();
    Area::new("hint".into()).order(Layer::Middle).fixed_pos(rect.min + vec2(12.0, 8.0)).show(&ctx, |ui| {
        ui.set_max_width((rect.width() - 24.0).min(720.0));
        intents.extend(hint_strip(ui, &words));
    });
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}

/// What went wrong outside the rules, below the prompt, on every page.
fn banner(mut contexts: EguiContexts, banner: Res<Banner>, mut said: MessageWriter<Said>) -> Result {
    let Some(sentence) = &banner.problem else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let width = (ctx.content_rect().width() - 24.0).min(820.0);
    Area::new("banner".into()).order(Layer::Foreground).anchor(Align2::CENTER_TOP, vec2(0.0, 120.0)).show(&ctx, |ui| {
        ui.set_max_width(width);
        said.write_batch(panels::screens::banner(ui, sentence).into_iter().map(Said));
    });
    Ok(())
}

/// What the selection is about, in a sentence.
fn plain_hint(hand: &Hand, play: &Play<BlockByBlock>) -> Option<String> {
    if !play.is_now() || hand.plan.is_some() {
        return None;
    }
    let mine: Vec<UnitId> = UnitId::each(hand.selected & hand.offers.actors()).collect();
    if mine.is_empty() {
        return None;
    }
    let names = list_units(&mine);
    let places = hand.offers.target_places(hand.selected).count_ones();
    let units = hand.offers.target_units(hand.selected).count_ones();
    let confirm = hand.offers.confirmed(hand.selected).map(|command| play.game.rules().phrase(play.state(), command));
    Some(match (places, units, confirm) {
        (_, _, Some(phrase)) => format!("{phrase} Press Enter, or the button above."),
        (1.., _, _) => format!("{names}: click one of the lit places, or drag the counter there."),
        (_, 1.., _) => format!("{names}: click one of the ringed counters."),
        _ => return None,
    })
}

/// Which of several orders is meant.
fn question(
    mut contexts: EguiContexts,
    hand: Res<Hand>,
    play: Res<Play<BlockByBlock>>,
    table: Res<Table>,
    view: Res<View>,
    board: Res<BoardRect>,
    mut said: MessageWriter<Said>,
) -> Result {
    let Some(question) = &hand.question else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let zoom = ctx.zoom_factor();
    let place = match question.target {
        Target::Place(place) => Some(place),
        Target::Unit(unit) => play.state().place(unit),
    };
    let at = place.map_or(board.0.center(), |place| view.to_screen(world(table.rules.map().at(place)), board.0)) / zoom;
    let rect = board_rect(&board, zoom);
    Area::new("question".into())
        .order(Layer::Foreground)
        .constrain_to(rect)
        .fixed_pos(egui::pos2(at.x + 16.0, at.y + 16.0))
        .show(&ctx, |ui| {
            let c = Theme::of(ui).colours;
            Frame::popup(ui.style()).fill(c.panel).show(ui, |ui| {
                ui.set_max_width(380.0);
                ui.label(RichText::new("Which?").font(Theme::font(ui, Face::SemiBold, size::BODY)));
                for answer in &question.answers {
                    let words: Vec<String> =
                        answer.iter().map(|command| play.game.rules().phrase(play.state(), command)).collect();
                    if ui.add(Press::new(words.join(" ")).full_width()).clicked() {
                        said.write_batch(answer.iter().cloned().map(|command| Said(Intent::Order(command))));
                    }
                }
            });
        });
    Ok(())
}

/// Dice rolling over the board.
fn dice(mut contexts: EguiContexts, rolling: Res<Rolling>, board: Res<BoardRect>) -> Result {
    let Some(throw) = rolling.throw() else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let rect = board_rect(&board, ctx.zoom_factor());
    Area::new("dice".into())
        .order(Layer::Middle)
        .interactable(false)
        .anchor(Align2::CENTER_BOTTOM, rect.center_bottom() - ctx.viewport_rect().center_bottom() - vec2(0.0, 16.0))
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

fn side_ink(theme: &Theme, side: Side) -> Color32 {
    match side {
        Side::UsArvn => theme.colours.us_arvn_ink,
        Side::PavnNlf => theme.colours.pavn_nlf_ink,
    }
}

/// Whose turn it has become, shown for a moment.
#[derive(Resource, Default)]
struct Turnover {
    acting: Option<(Side, Step)>,
    shown: Option<(Side, String)>,
    left: f32,
}

/// How long the change of sides is shown, in seconds.
const TURNOVER: f32 = 1.3;

fn announce(
    play: Option<Res<Play<BlockByBlock>>>,
    playback: Res<Playback<Event>>,
    mut ticker: ResMut<Ticker>,
    pace: Res<Pace>,
    pointer: Res<Pointer>,
    keys: Res<ButtonInput<KeyCode>>,
    mut turnover: ResMut<Turnover>,
    mut banner: ResMut<Banner>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(play) = play else { return };
    // Whoever acts has seen it.
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
    if !playback.is_idle() || !play.is_now() {
        return;
    }
    let acting = play.game.to_act().map(|side| (side, play.state().step()));
    if acting != turnover.acting {
        let before = std::mem::replace(&mut turnover.acting, acting);
        if let Some((side, _)) = acting
            && before.map(|(side, _)| side) != Some(side)
        {
            turnover.shown = Some((side, play.game.rules().moment(play.state()).1));
            turnover.left = TURNOVER;
            ticker.keep_going(&mut redraw);
        }
    }
}

fn turnover(mut contexts: EguiContexts, turnover: Res<Turnover>, board: Res<BoardRect>) -> Result {
    let Some((side, moment)) = &turnover.shown else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let rect = board_rect(&board, ctx.zoom_factor());
    let offset = rect.center_top() - ctx.viewport_rect().center_top() + vec2(0.0, 56.0);
    Area::new("turnover".into()).order(Layer::Middle).interactable(false).anchor(Align2::CENTER_TOP, offset).show(
        &ctx,
        |ui| {
            panels::screens::side_banner(ui, *side, moment);
        },
    );
    Ok(())
}

/// The way back to the present, while the past is looked at.
fn timeline(
    mut contexts: EguiContexts,
    play: Res<Play<BlockByBlock>>,
    board: Res<BoardRect>,
    mut said: MessageWriter<Said>,
) -> Result {
    if play.is_now() {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let rect = board_rect(&board, ctx.zoom_factor());
    let (game, at) = (&play.game, play.point());
    let order = at
        .checked_sub(1)
        .and_then(|n| game.entries().get(n).map(|e| game.rules().phrase(game.state_at(n), &e.command)));
    let mut turns: Vec<(usize, String)> = Vec::new();
    let mut last = 0;
    for n in 0..=game.len() {
        let turn = game.state_at(n).turn();
        if turn != last {
            last = turn;
            turns.push((n, format!("Turn {turn}")));
        }
    }
    let model = TimelineModel {
        at,
        length: game.len(),
        moment: game.rules().moment(play.state()).1,
        order: order.unwrap_or_default(),
        turns,
        live: play.is_now(),
    };
    let offset = rect.center_bottom() - ctx.viewport_rect().center_bottom() - vec2(0.0, 12.0);
    let mut intents = Vec::new();
    Area::new("timeline".into()).order(Layer::Foreground).anchor(Align2::CENTER_BOTTOM, offset).show(&ctx, |ui| {
        let c = Theme::of(ui).colours;
        Frame::popup(ui.style()).fill(c.panel).show(ui, |ui| {
            ui.set_width((rect.width() - 48.0).min(760.0));
            intents.extend(timeline_panel(ui, &model));
        });
    });
    said.write_batch(intents.into_iter().map(Said));
    Ok(())
}
