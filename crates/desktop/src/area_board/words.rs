//! What is said over the map of Huế: what the selection can do, why something is refused, which of several orders is meant.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use block_by_block::{BlockByBlock, Event, UnitId};
use egui::{Area, Frame, Order as Layer, RichText};
use panels::theme::{Face, Press, Theme, size};
use panels::{Intent, words::list_units};
use tabletop::Ruleset;

use super::hand::Hand;
use super::mouse::Hovered;
use super::offers::Target;
use crate::camera::{BoardRect, View};
use crate::drawing::world;
use crate::game::{GameSystems, Play};
use crate::hud::floating::{Whisper, board_rect};
use crate::hud::{HudSystems, Said};
use crate::playback::Playback;
use crate::screen::on_board;
use crate::standing::Standing;
use crate::table::Table;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, whisper.after(GameSystems::Board).in_set(super::AreaBoardSystems)).add_systems(
        EguiPrimaryContextPass,
        question.run_if(on_board).run_if(resource_exists::<Play<BlockByBlock>>).in_set(HudSystems::Over),
    );
}

/// Keeps what is said at the top of the board true, and whether the hand holds something.
fn whisper(
    hovered: Res<Hovered>,
    hand: Res<Hand>,
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    mut whisper: ResMut<Whisper>,
    mut standing: ResMut<Standing>,
) {
    let words = plain_hint(&hand, &play).filter(|_| playback.is_idle());
    whisper.set_if_neq(Whisper { refusal: hovered.refusal.clone(), words });
    let holding = hand.selected != 0 || hand.plan.is_some() || hand.question.is_some() || hand.cursor.is_some();
    if standing.holding != holding {
        standing.holding = holding;
    }
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
        _ if hand.offers.gathers() => format!("In hand: {names}. A second click on a counter puts it back."),
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
