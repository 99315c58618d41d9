//! The page of a turn that is over: it opens by itself when the Political Phase has been seen, and again from the log; and the
//! result of the game.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use block_by_block::{BlockByBlock, Event};
use panels::Intent;
use panels::area::politics::{TurnEndModel, game_over_model, turn_end_model};

use crate::shell::course::Course;
use crate::shell::dialog::{Dialog, TheEnd, TurnModel, TurnPage};
use crate::shell::game::Play;
use crate::shell::held::Held;
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::{Happened, Playback};
use crate::shell::said::Said;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, open.in_set(GameSystems::Seats.of(Room::Board)).in_set(super::AreaBoardSystems))
        .add_systems(Update, sum_up.in_set(GameSystems::After.of(Room::Board)).in_set(super::AreaBoardSystems));
}

/// The result of the game.
fn sum_up(play: Res<Play<BlockByBlock>>, mut end: ResMut<TheEnd>) {
    if play.is_changed() {
        let game = &play.game;
        let over = game.outcome().is_some();
        end.set_if_neq(TheEnd(over.then(|| game_over_model(game.rules(), game.state(), game.given()))));
    }
}

/// What the turn came to that ended with this order; none if none did.
fn page(game: &Held<BlockByBlock>, order: usize) -> Option<TurnEndModel> {
    let begins = |event: &Event| matches!(event, Event::TurnBegan { turn } if *turn > 1);
    let mut last = game.events(order);
    last.truncate(last.iter().position(begins)?);
    let first = (0..order).rev().find(|n| game.events(*n).iter().any(|event| matches!(event, Event::TurnBegan { .. })));
    let first = first.map_or(0, |n| n + 1);
    let mut events: Vec<Event> = (first..order).flat_map(|n| game.events(n)).collect();
    events.append(&mut last);
    Some(turn_end_model(game.rules(), game.state_at(first), &events, game.state_at(order + 1)))
}

/// Opens the page once the end of a turn has been seen, or when the log is asked for it.
fn open(
    mut happened: MessageReader<Happened<Event>>,
    mut said: MessageReader<Said>,
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    course: Res<Course>,
    mut ended: Local<bool>,
    mut dialog: ResMut<Dialog>,
    mut shown: ResMut<TurnPage>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    *ended |= happened.read().any(|Happened(event)| matches!(event, Event::TurnBegan { turn } if *turn > 1));
    let asked = said.read().filter_map(|Said(intent)| match intent {
        Intent::OpenTurnEnd(order) => Some((*order, 1.0)),
        _ => None,
    });
    let mut wanted = asked.last();
    if *ended && playback.is_idle() {
        *ended = false;
        // A lesson goes on by itself, and says what it has to say.
        let learns = play.practice().is_some();
        // A spectator, or a player in a hurry, opens it from the log.
        let hurries = course.skipping || play.game.persons().is_empty();
        wanted = play
            .game
            .cursor()
            .checked_sub(1)
            .filter(|_| play.is_now() && !learns && !hurries)
            .map(|order| (order, 0.0));
    }
    let Some((order, told)) = wanted.filter(|(order, _)| *order < play.game.cursor()) else { return };
    let Some(model) = page(&play.game, order) else { return };
    *shown = TurnPage { model: Some(TurnModel::Zones(model)), told };
    *dialog = Dialog::Turn;
    redraw.write(RequestRedraw);
}
