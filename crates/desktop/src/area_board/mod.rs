//! A board of areas with counters on it: Block by Block.

use bevy::prelude::*;
use block_by_block::{BlockByBlock, Event};
use tabletop::Ruleset as _;

use crate::game::{GameSystems, Play};
use crate::playback::Playback;
use crate::screen::OnTable;

mod aloud;
pub mod animation;
mod around;
mod board;
pub mod counters;
pub mod dice;
pub mod fan;
pub mod hand;
pub mod hit;
mod keys;
mod markers;
pub mod mouse;
pub mod offers;
mod overlay;
mod rings;
pub mod shown;
mod sidebar;
mod spots;
#[cfg(test)]
mod tests;
mod tray;
mod turn_end;
mod words;

pub use keys::KEYS;

use hand::Hand;
use shown::Shown;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hand>()
        .configure_sets(Update, AreaBoardSystems.run_if(resource_exists::<Play<BlockByBlock>>))
        .configure_sets(PostUpdate, AreaBoardSystems.run_if(resource_exists::<Play<BlockByBlock>>))
        .add_plugins((
            board::plugin,
            markers::plugin,
            counters::plugin,
            fan::plugin,
            overlay::plugin,
            mouse::plugin,
            keys::plugin,
            dice::plugin,
            around::plugin,
            tray::plugin,
            turn_end::plugin,
            words::plugin,
            aloud::plugin,
            spots::plugin,
            crate::hud::timeline::plugin::<BlockByBlock>,
        ))
        .add_systems(OnEnter(OnTable::of::<BlockByBlock>()), set_up)
        .add_systems(OnExit(OnTable::of::<BlockByBlock>()), clear_away)
        .add_systems(Update, catch_up.after(GameSystems::Events).before(GameSystems::Board).in_set(AreaBoardSystems));
}

/// Everything that is done while a game of Block by Block lies on the table, and only then.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AreaBoardSystems;

/// Everything that goes away with the board.
#[derive(Component)]
pub struct OnBoard;

fn set_up(mut commands: Commands, paint: Res<crate::drawing::Paint>, play: Res<Play<BlockByBlock>>) {
    commands.insert_resource(Shown::of(play.state()));
    commands.insert_resource(Hand::default());
    overlay::spawn(&mut commands, &paint);
    counters::spawn(&mut commands, &paint);
}

fn clear_away(mut commands: Commands, pieces: Query<Entity, With<OnBoard>>) {
    for piece in &pieces {
        commands.entity(piece).despawn();
    }
}

/// Once everything has been shown, the board is the position again, and the hand is what can be done in it.
fn catch_up(
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    shown: Option<ResMut<Shown>>,
    mut hand: ResMut<Hand>,
    mut renewed: Local<Option<(usize, usize, bool, bool, tabletop::Players, u64)>>,
) {
    let Some(mut shown) = shown else { return };
    if !playback.is_idle() {
        if renewed.take().is_some() {
            hand.rest();
        }
        return;
    }
    let point =
        (play.point(), play.game.len(), play.is_now(), play.is_asked(), play.game.players(), play.game.corrected());
    if *renewed == Some(point) && !play.is_added() {
        return;
    }
    *renewed = Some(point);
    if play.is_added() {
        // What was looked at belonged to the game before.
        hand.inspected = None;
    }
    let now = Shown::of(play.state());
    shown.set_if_neq(now);
    if play.is_asked() {
        let mut options = play.game.options().0;
        let asked = |command: &block_by_block::Command| {
            let giver = play.game.rules().giver(play.state(), command);
            giver.is_none_or(|side| play.game.decides_here(side))
        };
        options.retain(asked);
        hand.renew(play.state(), options);
    } else {
        hand.rest();
    }
}
