//! The page of a turn that is over, where points decide: it opens by itself for one person against the computer, when everything of the
//! turn has been seen.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::screens::PointsTurnModel;

use crate::shell::course::Course;
use crate::shell::dialog::{Dialog, TurnModel, TurnPage};
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::phase::{Turn, turn_ended};
use crate::shell::playback::{Pace, Ticker, elapsed};
use crate::shell::staged::Staged;
use crate::shell::standing::Standing;

/// How long a page counts its numbers up, in seconds at normal speed.
const fn counting(page: &TurnModel) -> f32 {
    match page {
        TurnModel::Zones(_) => 2.4,
        TurnModel::Points(_) => 1.6,
    }
}

/// The page for games of this ruleset.
pub fn of<R: Staged>(app: &mut App) {
    app.add_systems(
        Update,
        open::<R>
            .after(count)
            .in_set(GameSystems::After.of(Room::Hud))
            .run_if(resource_exists::<Play<R>>)
            .run_if(not(beside_a_table)),
    );
}

/// What all of them share.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, count.in_set(GameSystems::After.of(Room::Hud)));
}

fn beside_a_table(standing: Res<Standing>) -> bool {
    standing.beside
}

/// What the turn came to that had ended after so many orders; none where points do not decide.
fn page<R: Staged>(play: &Play<R>, turn: u32) -> Option<TurnModel> {
    let (game, rules) = (&play.game, &**play.game.rules());
    let within = |n: &usize| rules.moment(game.state_at(*n)).0 >= turn;
    let first = (0..=game.cursor()).rev().take_while(within).last().unwrap_or(0);
    let before = rules.points_known(&rules.known_to_all(game.state_at(first)))?;
    let shown = rules.known_to_all(game.state());
    let now = rules.points_known(&shown)?;
    Some(TurnModel::Points(PointsTurnModel::new(turn, &before, &now, format!("Next: {}.", rules.moment(&shown).1))))
}

fn open<R: Staged>(
    play: Res<Play<R>>,
    standing: Res<Standing>,
    course: Res<Course>,
    mut passed: MessageReader<StateTransitionEvent<Turn>>,
    mut dialog: ResMut<Dialog>,
    mut shown: ResMut<TurnPage>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(ended) = turn_ended(&mut passed) else { return };
    let game = &play.game;
    let seen = play.is_now() && !standing.curtain && game.outcome().is_none();
    let learns = play.practice().is_some();
    // Two persons at one machine are told by the curtain between them what there is to know.
    let alone = game.whole().is_some() && game.persons().len() == 1;
    if !seen || learns || course.skipping || !alone || *dialog != Dialog::None {
        return;
    }
    let Some(model) = page(&play, ended) else { return };
    *shown = TurnPage { model: Some(model), told: 0.0 };
    *dialog = Dialog::Turn;
    redraw.write(RequestRedraw);
}

/// Counts the numbers of the page up.
fn count(
    mut ticker: ResMut<Ticker>,
    pace: Res<Pace>,
    dialog: Res<Dialog>,
    mut shown: ResMut<TurnPage>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(length) = shown.model.as_ref().map(counting).filter(|_| *dialog == Dialog::Turn && shown.told < 1.0)
    else {
        return;
    };
    let more = elapsed(*ticker, *pace).map_or(1.0, |seconds| seconds / length);
    shown.told = (shown.told + more).min(1.0);
    ticker.keep_going(&mut redraw);
}
