//! What is said over the map of Huế: what the selection can do, why something is refused, which of several orders is meant.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use block_by_block::{BlockByBlock, Command, Event, UnitId, UnitSet};
use egui::{Area, Frame, Order as Layer, RichText};
use panels::Intent;
use panels::area::AreaIntent;
use panels::area::inspector::{area_model, unit_model};
use panels::area::words::{list_units, place_words};
use panels::theme::{Face, Press, Theme, size};
use tabletop::Ruleset;

use super::hand::Hand;
use super::mouse::Hovered;
use super::offers::Target;
use crate::hud::floating::{Whisper, board_rect};
use crate::shell::camera::{BoardRect, View};
use crate::shell::drawing::world;
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, HudSystems, Room};
use crate::shell::playback::Playback;
use crate::shell::said::Said;
use crate::shell::screen::on_board;
use crate::shell::standing::Standing;
use crate::shell::table::Table;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, whisper.in_set(GameSystems::After.of(Room::Board)).in_set(super::AreaBoardSystems))
        .add_systems(
            EguiPrimaryContextPass,
            question
                .run_if(on_board)
                .run_if(resource_exists::<Play<BlockByBlock>>)
                .in_set(HudSystems::Over.of(Room::Board)),
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
    let news = hovered.is_changed() || hand.is_changed();
    let pointed = if news { pointed(&hovered, &hand, &play) } else { whisper.pointed.clone() };
    whisper.set_if_neq(Whisper { refusal: hovered.refusal.clone(), words, pointed });
    let holding = !hand.selected.is_empty() || hand.plan.is_some() || hand.question.is_some() || hand.cursor.is_some();
    if standing.holding != holding {
        standing.holding = holding;
    }
}

/// What is under the pointer: name, state, what it can do.
fn pointed(hovered: &Hovered, hand: &Hand, play: &Play<BlockByBlock>) -> Vec<String> {
    let (rules, state) = (play.game.rules(), play.state());
    let mut lines = Vec::new();
    if let Some(unit) = hovered.unit {
        let options: Vec<Command> = hand.offers.commands().cloned().collect();
        let model = unit_model(rules, state, unit, &options);
        lines.push(format!("{}: {}, {}", model.name, model.kind, model.condition));
        let group = model.group.map_or_else(String::new, |group| format!(", in group {group}"));
        lines.push(format!("Attacks with {}, defends with {}{group}", model.attack, model.defence));
        let may: Vec<String> = model.may.iter().take(MAY).map(|may| lower_first(may)).collect();
        if !may.is_empty() {
            lines.push(format!("May {}.", may.join("; ")));
        }
    } else if let Some(place) = hovered.place {
        lines.push(place_words(rules, place));
        lines.push(area_model(rules, state, place).standing());
        if hand.offers.target_places(hand.selected).has(place) {
            lines.push("Lit: a click sends the selected units here, or asks first.".to_owned());
        }
    }
    lines
}

/// How much of what a unit may do is told.
const MAY: usize = 3;

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
    let places = hand.offers.target_places(hand.selected).len();
    let units = hand.offers.target_units(hand.selected).len();
    let confirm = hand.offers.confirmed(hand.selected).map(|command| play.game.rules().phrase(play.state(), command));
    Some(match (places, units, confirm) {
        _ if hand.offers.gathers() => gathered(&mine),
        (_, _, Some(phrase)) => format!("{phrase} Press Enter, or the button above."),
        (1.., _, _) if moves_on(hand, play, mine[0]) => {
            format!("{names}: click a lit place, or drag the counter there. Shift+click adds another unit.")
        }
        (1.., _, _) => format!("{names}: click a lit place, or drag the counter there."),
        (_, 1.., _) => format!("{names}: click a ringed counter."),
        _ => return None,
    })
}

/// What is gathered into a group; that it could never assault is said before it is formed. Ruling BB-R35.
pub(super) fn gathered(units: &[UnitId]) -> String {
    let names = list_units(units);
    match units.iter().find(|unit| unit.kind().is_static()) {
        Some(unit) => format!("Selected: {names}. {unit} never leaves its area: a group with it cannot assault."),
        None => format!("Selected: {names}. Clicking a counter again puts it back."),
    }
}

/// Whether others of its place could go along with a unit.
fn moves_on(hand: &Hand, play: &Play<BlockByBlock>, unit: UnitId) -> bool {
    let place = play.state().place(unit);
    let fellows = place.map_or(UnitSet::EMPTY, |place| play.state().side_at(unit.side(), place));
    !(fellows & hand.offers.actors()).is_within(hand.selected) && hand.offers.picked(unit) == unit.set()
}

/// A line as part of a sentence.
fn lower_first(line: &str) -> String {
    let mut letters = line.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// Which of several orders is meant.
pub(super) fn question(
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
                ui.label(
                    RichText::new(if question.answers.len() > 1 { "Which?" } else { "Give this order?" })
                        .font(Theme::font(ui, Face::SemiBold, size::BODY)),
                );
                for (n, answer) in question.answers.iter().enumerate() {
                    let words: Vec<String> =
                        answer.iter().map(|command| play.game.rules().phrase(play.state(), command)).collect();
                    let row = Press::new(words.join(" ")).full_width().selected(question.pointed == n);
                    let row = if question.answers.len() > 1 { row.key((n + 1).to_string()) } else { row.key("Enter") };
                    if ui.add(row).clicked() {
                        said.write_batch(
                            answer.iter().cloned().map(|command| Said(Intent::Area(AreaIntent::Order(command)))),
                        );
                    }
                }
            });
        });
    Ok(())
}
