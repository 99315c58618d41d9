//! The computer as a player beside a real table: it decides in the pool from what its side knows and was told, and the desk has its
//! orders carried out.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use opponent::{Level, Mind, Patience, View};
use panels::companion::{Announced, Companion, Deciding};
use tabletop::Player;
use tabletop::game::Game;

use super::desk::{Laptop, Outbox, carry_out};
use crate::shell::banner::Banner;
use crate::shell::course::hand_over;
use crate::shell::game::{Given, Play};
use crate::shell::pool::WorkedOut;
use crate::shell::staged::Staged;
use crate::shell::storage::Storage;
use crate::shell::table::Table;

/// An order, with what those at the table have to do for it.
pub type Decided<R> = (<R as tabletop::Ruleset>::Command, Option<Announced<<R as tabletop::Ruleset>::Command>>);

/// The decision that is being thought over.
#[derive(Resource)]
pub struct Decider<R: Staged>(Option<Thought<R>>);

impl<R: Staged> Default for Decider<R> {
    fn default() -> Self {
        Self(None)
    }
}

struct Thought<R: Staged> {
    /// From what, and after how many orders.
    from: (usize, Level, Deciding<R::Command>),
    work: WorkedOut<Result<Decided<R>, String>>,
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
        Self { from: (game.cursor(), level, from), work, unwanted }
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
    table: Res<Table>,
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
        decider.0 = None;
        return;
    };
    if decider.0.as_ref().is_none_or(|thought| thought.from != now) {
        decider.0 = Some(Thought::begin(&table, game, now.1, now.2.clone()));
    }
    let Some(answer) = decider.0.as_mut().and_then(|thought| thought.work.ready()) else {
        out.redraw.write(RequestRedraw);
        return;
    };
    decider.0 = None;
    laptop.stale = true;
    out.redraw.write(RequestRedraw);
    match answer.and_then(|answer| answer) {
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
