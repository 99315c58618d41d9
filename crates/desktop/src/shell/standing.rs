//! The game on the table in words that every part of the window understands, whichever ruleset it belongs to.

use bevy::prelude::*;
use panels::theme::SideMark;
use tabletop::{Outcome, RuleId};

use super::game::Play;
use super::order::{GameSystems, Room};
use super::playback::Playback;
use super::seat::sit;
use super::seat::{OnItsWay, Seat};
use super::staged::Staged;

/// How the game on the table stands; as nothing, if there is none.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Standing {
    /// The ruleset's id; empty if no game lies on the table.
    pub ruleset: &'static str,
    /// The keys of its board alone, each with what it does.
    pub keys: &'static [(&'static str, &'static str)],
    /// Who decides in the position that is looked at; none if the game is over.
    pub acting: Option<SideMark>,
    /// Turn and phase of that position in words.
    pub moment: String,
    /// What is asked in that position.
    pub question: String,
    /// The rule it comes from.
    pub rule: Option<RuleId>,
    /// The result of the game, if that position is its end.
    pub outcome: Option<Outcome>,
    /// How many orders that position has seen.
    pub point: usize,
    /// How many orders are in force.
    pub cursor: usize,
    /// How many there are, also those that were taken back.
    pub length: usize,
    /// Whether the game is seen as it stands, so that orders can be given.
    pub now: bool,
    /// Whether an order can be taken back.
    pub undo: bool,
    /// Whether an order can be given again.
    pub redo: bool,
    /// Whether nothing is being shown: the board is the position.
    pub still: bool,
    pub curtain: bool,
    /// Whether the game is played beside a real table: there is no board, the whole window is the companion's.
    pub beside: bool,
    /// Whether another machine keeps the game.
    pub shared: bool,
    /// Whether the board holds something that Escape lets go of. Boards say so.
    pub holding: bool,
}

pub fn plugin(app: &mut App) {
    app.init_resource::<Standing>();
}

/// Keeps [`Standing`] true for games of this ruleset.
pub fn keep_true<R: Staged>(app: &mut App) {
    app.add_systems(
        Update,
        stand::<R>.after(sit::<R>).in_set(GameSystems::Seats.of(Room::Shell)).run_if(resource_exists::<Play<R>>),
    )
    .add_systems(OnExit(super::screen::OnTable::of::<R>()), |mut standing: ResMut<Standing>| {
        *standing = Standing::default();
    });
}

fn stand<R: Staged>(
    play: Res<Play<R>>,
    playback: Res<Playback<R::Event>>,
    seat: Res<Seat<R>>,
    on_its_way: Res<OnItsWay>,
    mut standing: ResMut<Standing>,
) {
    if on_its_way.is_at(&play) && standing.ruleset == R::ID {
        return;
    }
    let curtain = seat.curtain().is_some();
    let still = playback.is_idle();
    if play.is_changed() || standing.ruleset != R::ID || seat.is_changed() {
        let game = &play.game;
        let rules = game.rules();
        // What one side may not know is in no sentence either.
        let state = seat.view().unwrap_or_else(|| play.state());
        let now = Standing {
            ruleset: R::ID,
            keys: R::KEYS,
            acting: rules.to_act(play.state()).map(R::mark),
            moment: rules.moment(state).1,
            question: play.game.waits_for().unwrap_or_else(|| rules.question(state)),
            rule: Some(rules.question_rule(state)),
            outcome: rules.outcome(play.state()),
            point: play.point(),
            cursor: game.cursor(),
            length: game.len(),
            now: play.is_now(),
            undo: game.before_last_decision().is_some(),
            redo: game.after_next_decision().is_some(),
            still,
            curtain,
            beside: game.beside(),
            shared: game.told().is_some(),
            holding: standing.holding,
        };
        standing.set_if_neq(now);
    } else if (standing.still, standing.curtain) != (still, curtain) {
        (standing.still, standing.curtain) = (still, curtain);
    }
}
