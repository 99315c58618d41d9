//! What has happened so far, ready to be read: the log, and the last attack.

use bevy::prelude::*;
use block_by_block::{BlockByBlock, Event};
use panels::log::LogBook;

use crate::game::{GameSystems, Play};
use crate::playback::Playback;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Chronicle>()
        .add_systems(Update, write_down.after(GameSystems::Events).run_if(resource_exists::<Play<BlockByBlock>>));
}

/// The log and the last attack of the game on the table.
#[derive(Resource, Default)]
pub struct Chronicle {
    /// Everything that happened, as prose.
    pub book: LogBook,
    /// The events from the last declared attack on, as far as the position that is looked at.
    pub last_attack: Vec<Event>,
    written: usize,
    corrected: u64,
    seen: Option<usize>,
}

/// How many orders back an attack is looked for: none takes more decisions.
const LONGEST_ATTACK: usize = 48;

fn write_down(play: Res<Play<BlockByBlock>>, playback: Res<Playback<Event>>, mut chronicle: ResMut<Chronicle>) {
    if play.is_added() {
        *chronicle = Chronicle::default();
    }
    if !playback.is_idle() {
        return;
    }
    let game = &play.game;
    let end = game.cursor();
    if chronicle.corrected != game.corrected() {
        chronicle.corrected = game.corrected();
        chronicle.book.take_back(0);
        chronicle.written = 0;
    }
    if chronicle.written > end {
        chronicle.book.take_back(end);
        chronicle.written = end;
    }
    for order in chronicle.written..end {
        chronicle.book.write(game.rules(), Some(order), &game.events(order));
        if !game.by_person(order) {
            chronicle.book.reason(order);
        }
        chronicle.written = order + 1;
    }
    if chronicle.seen != Some(play.point()) || play.is_changed() {
        chronicle.seen = Some(play.point());
        chronicle.last_attack = last_attack(&play);
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
