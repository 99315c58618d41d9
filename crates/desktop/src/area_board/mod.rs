//! A board of areas with counters on it: Block by Block.

use bevy::prelude::*;
use block_by_block::{BlockByBlock, Command, Event};

use crate::shell::game::{Order, Play};
use crate::shell::order::GameSystems;
use crate::shell::playback::Playback;
use crate::shell::printed;
use crate::shell::screen::OnTable;
use crate::shell::seat::{Seat, sit};

mod aloud;
pub mod animation;
mod around;
mod board;
pub mod counters;
pub mod dice;
pub mod fan;
mod foreseen;
mod fought;
pub mod hand;
pub mod hit;
mod keys;
mod markers;
pub mod mouse;
mod obey;
pub mod offers;
mod overlay;
mod rings;
pub mod shown;
mod sidebar;
mod spots;
mod staged;
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
            printed::plugin::<BlockByBlock>,
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
            (fought::plugin, foreseen::plugin, obey::plugin),
            words::plugin,
            aloud::plugin,
            spots::plugin,
        ))
        .add_systems(OnEnter(OnTable::of::<BlockByBlock>()), set_up)
        .add_systems(Update, catch_up.after(sit::<BlockByBlock>).before(GameSystems::Board).in_set(AreaBoardSystems));
}

/// Everything that is done while a game of Block by Block lies on the table, and only then.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AreaBoardSystems;

fn set_up(mut commands: Commands, paint: Res<crate::shell::drawing::Paint>, play: Res<Play<BlockByBlock>>) {
    commands.insert_resource(Shown::of(play.state()));
    commands.insert_resource(Hand::default());
    overlay::spawn(&mut commands, &paint);
    counters::spawn(&mut commands, &paint);
}

/// Once everything has been shown, the board is the position again, and the hand is what can be done in it.
fn catch_up(
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    seat: Res<Seat<BlockByBlock>>,
    shown: Option<ResMut<Shown>>,
    mut hand: ResMut<Hand>,
    mut orders: MessageWriter<Order<Command>>,
    mut renewed: Local<bool>,
) {
    let Some(mut shown) = shown else { return };
    if !playback.is_idle() {
        if std::mem::take(&mut *renewed) {
            hand.rest();
        }
        return;
    }
    if *renewed && !seat.is_changed() && !play.is_added() {
        return;
    }
    *renewed = true;
    if play.is_added() {
        // What was looked at belonged to the game before.
        hand.inspected = None;
    }
    let now = Shown::of(play.state());
    shown.set_if_neq(now);
    if play.is_asked() {
        hand.renew(play.state(), seat.offers().to_vec());
        if let Some(level) = hand.level_meant(play.state()) {
            orders.write(Order(vec![level]));
        }
    } else {
        hand.rest();
    }
}
