//! The computer as a player beside a real table: it decides in the pool from what its side knows and was told, and the desk has its
//! orders carried out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;
use opponent::{Level, Mind, Patience, View};
use panels::companion::{Announced, Companion, Deciding};
use tabletop::Player;
use tabletop::game::Game;

use super::desk::{Laptop, Outbox, carry_out};
use crate::computer::{Beat, beat_of};
use crate::shell::banner::Banner;
use crate::shell::course::hand_over;
use crate::shell::game::{Given, Play};
use crate::shell::playback::{Pace, Ticker};
use crate::shell::pool::WorkedOut;
use crate::shell::staged::Staged;
use crate::shell::storage::Storage;
use crate::shell::table::Table;

/// An order, with what those at the table have to do for it.
pub type Decided<R> = (<R as tabletop::Ruleset>::Command, Option<Announced<<R as tabletop::Ruleset>::Command>>);

/// How often the computer decides, in seconds: that it takes its time tells nobody how much there was to think of.
const BEAT: f32 = 0.3;

/// The decision that is being thought over.
#[derive(Resource)]
pub struct Decider<R: Staged> {
    thought: Option<Thought<R>>,
    beat: Beat,
}

impl<R: Staged> Default for Decider<R> {
    fn default() -> Self {
        Self { thought: None, beat: Beat::default() }
    }
}

/// What came of a thought, or why nothing did.
type Answer<R> = Result<Decided<R>, String>;

struct Thought<R: Staged> {
    /// From what, and after how many orders.
    from: (usize, Level, Deciding<R::Command>),
    work: Option<WorkedOut<Answer<R>>>,
    answer: Option<Answer<R>>,
    unwanted: Arc<AtomicBool>,
}

impl<R: Staged> Drop for Thought<R> {
    fn drop(&mut self) {
        self.unwanted.store(true, Ordering::Relaxed);
    }
}

impl<R: Staged> Thought<R> {
    fn begin(table: &Table, game: &Game<R>, level: Level, from: Deciding<R::Command>) -> Self {
        let (rules, library, seed) = (Arc::clone(game.rules()), table.library.clone(), game.seed());
        let view = View::of(&*rules, game.state(), R::SEATS[from.side]);
        let unwanted = Arc::new(AtomicBool::new(false));
        let (gone, deciding) = (Arc::clone(&unwanted), from.clone());
        let work = WorkedOut::begin(move || {
            let mind = Mind::<R>::load(&|path| library.read(path), level, seed).map_err(|error| error.to_string())?;
            let patience = Patience { given_up: &|| gone.load(Ordering::Relaxed), ..Patience::ENDLESS };
            let decided = rules.decide_beside(&mind, &view, &deciding, &patience);
            decided.ok_or_else(|| "It found no order to give.".to_owned())
        });
        Self { from: (game.cursor(), level, from), work: Some(work), answer: None, unwanted }
    }
}

/// Which sides the computer plays, in the order of the rulebook.
pub(super) fn plays(players: [Player; 2]) -> [bool; 2] {
    players.map(|player| !player.is_person())
}

/// The computer decides, once everything is told that it asks.
pub fn decide<R: Staged + Companion>(
    mut play: ResMut<Play<R>>,
    mut laptop: ResMut<Laptop<R>>,
    mut decider: ResMut<Decider<R>>,
    mut given: ResMut<Given<R>>,
    (table, pace): (Res<Table>, Res<Pace>),
    mut ticker: ResMut<Ticker>,
    mut storage: ResMut<Storage>,
    mut out: Outbox<R>,
) {
    if !play.is_now() || given.0.is_some() {
        return;
    }
    let Some(game) = play.game.whole() else { return };
    let now = laptop.desk.deciding(game).and_then(|deciding| {
        let player = game.players()[deciding.side];
        Level::of(player).map(|level| (game.cursor(), level, deciding))
    });
    let Some(now) = now else {
        *decider = Decider::default();
        return;
    };
    ticker.keep_going(&mut out.redraw);
    let Decider { thought, beat } = &mut *decider;
    let thought = match thought {
        Some(thought) if thought.from == now => thought,
        _ => thought.insert(Thought::begin(&table, game, now.1, now.2.clone())),
    };
    if let Some(answer) = thought.work.as_mut().and_then(WorkedOut::ready) {
        (thought.work, thought.answer) = (None, Some(answer.and_then(|answer| answer)));
    }
    let length = beat_of(pace.0).map(|_| BEAT);
    if !beat.strikes(ticker.seconds(), thought.answer.is_some(), length) {
        return;
    }
    let Some(answer) = decider.thought.take().and_then(|mut thought| thought.answer.take()) else { return };
    laptop.stale = true;
    match answer {
        Ok((command, announced)) => {
            if let Some(deed) = laptop.desk.decided(game, command, announced) {
                carry_out(game, deed, &mut out, &mut given);
            }
        }
        Err(why) => give_up(&mut play, now.2.side, &why, &mut out.banner, &mut storage),
    }
}

/// A person goes on with the side.
fn give_up<R: Staged>(play: &mut Play<R>, side: usize, why: &str, banner: &mut Banner, storage: &mut Storage) {
    if let Some(game) = play.game.whole_mut() {
        hand_over(game, R::SEATS[side], why, banner);
        banner.kept(storage.autosave(game));
    }
}
