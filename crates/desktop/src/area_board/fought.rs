//! The last attack, for the panel that tells of it.

use bevy::prelude::*;
use block_by_block::{BlockByBlock, Event};

use super::AreaBoardSystems;
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::Playback;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Fought>()
        .add_systems(Update, look_back.in_set(GameSystems::Seats.of(Room::Board)).in_set(AreaBoardSystems));
}

/// The events from the last declared attack on, as far as the position that is looked at.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Fought(pub Vec<Event>);

/// How many orders back an attack is looked for: none takes more decisions.
const LONGEST_ATTACK: usize = 48;

fn look_back(
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    mut fought: ResMut<Fought>,
    mut seen: Local<Option<usize>>,
) {
    if playback.is_idle() && (*seen != Some(play.point()) || play.is_changed()) {
        *seen = Some(play.point());
        fought.set_if_neq(Fought(last_attack(&play)));
    }
}

fn last_attack(play: &Play<BlockByBlock>) -> Vec<Event> {
    let point = play.point();
    let mut events = Vec::new();
    for order in (point.saturating_sub(LONGEST_ATTACK)..point).rev() {
        let mut earlier = play.game.events(order);
        let declared = earlier.iter().rposition(|event| matches!(event, Event::AttackDeclared { .. }));
        let ended = |event: &Event| matches!(event, Event::TurnBegan { .. });
        if declared.is_none() && earlier.iter().any(ended) {
            return Vec::new();
        }
        if let Some(declared) = declared {
            earlier.drain(..declared);
            earlier.append(&mut events);
            return earlier;
        }
        earlier.append(&mut events);
        events = earlier;
    }
    Vec::new()
}
