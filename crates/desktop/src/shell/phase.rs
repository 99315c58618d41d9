//! Turn and phase of the game on the table as states of Bevy's, so that systems run when one begins or ends. They follow the
//! game as it stands, not what is looked at, and only once everything that happened has been shown.

use std::fmt::Debug;
use std::hash::Hash;

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::game::Play;
use super::order::{GameSystems, Room};
use super::playback::Playback;
use super::screen::OnTable;
use super::staged::Staged;

/// The turn of the game on the table, from 1; none without a game.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn(pub Option<u32>);

/// The phase of a ruleset's game on the table, in the rules' own type; none without such a game.
#[derive(States, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Phase<P: Copy + Eq + Hash + Debug + Send + Sync + 'static>(pub Option<P>);

impl<P: Copy + Eq + Hash + Debug + Send + Sync + 'static> Default for Phase<P> {
    fn default() -> Self {
        Self(None)
    }
}

/// What all rulesets share.
pub fn plugin(app: &mut App) {
    app.init_state::<Turn>();
}

/// Keeps both true for games of this ruleset.
pub(super) fn of<R: Staged>(app: &mut App) {
    app.init_state::<Phase<R::Phase>>()
        .add_systems(Update, follow::<R>.in_set(GameSystems::Seats.of(Room::Shell)).run_if(resource_exists::<Play<R>>))
        .add_systems(OnExit(OnTable::of::<R>()), forget::<R>);
}

fn follow<R: Staged>(
    play: Res<Play<R>>,
    playback: Res<Playback<R::Event>>,
    (turn, phase): (Res<State<Turn>>, Res<State<Phase<R::Phase>>>),
    (mut next_turn, mut next_phase): (ResMut<NextState<Turn>>, ResMut<NextState<Phase<R::Phase>>>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if !playback.is_idle() {
        return;
    }
    let state = play.game.state();
    // Between two games there is none, or the second would seem to go on where the first stood.
    let now = match play.is_added() {
        true => (Turn::default(), Phase::default()),
        false => (Turn(Some(play.game.rules().moment(state).0)), Phase(Some(R::phase(state)))),
    };
    if **turn != now.0 {
        next_turn.set(now.0);
        redraw.write(RequestRedraw);
    }
    if **phase != now.1 {
        next_phase.set(now.1);
        redraw.write(RequestRedraw);
    }
}

/// The turn that has just ended because the next one began. A turn that is taken back has not ended.
pub fn turn_ended(passed: &mut MessageReader<StateTransitionEvent<Turn>>) -> Option<u32> {
    let ended =
        |passed: &StateTransitionEvent<Turn>| passed.exited?.0.filter(|turn| passed.entered > Some(Turn(Some(*turn))));
    passed.read().filter_map(ended).last()
}

fn forget<R: Staged>(mut turn: ResMut<NextState<Turn>>, mut phase: ResMut<NextState<Phase<R::Phase>>>) {
    turn.set(Turn::default());
    phase.set(Phase::default());
}
