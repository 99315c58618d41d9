//! The events of Search & Destroy that carry dice.

use bevy::prelude::*;
use search_and_destroy::tables::ODDS;
use search_and_destroy::{Event, SearchAndDestroy, Side};

use super::HexBoardSystems;
use crate::shell::dice::{Die, Rolling, Throw};
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::Happened;
use panels::log::Logged as _;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, take.in_set(GameSystems::Board.of(Room::Board)).in_set(HexBoardSystems));
}

/// The throw of an event, if it carries dice.
pub fn throw_of(rules: &SearchAndDestroy, event: &Event) -> Option<Throw> {
    let die = |label: &str, side: Side, value: u8| Die {
        label: label.into(),
        side: Some(SearchAndDestroy::mark(side)),
        value,
    };
    let throw = |dice: Vec<Die>, result: String| Some(Throw { dice, result });
    match event {
        Event::Attacked { by, close, column, die: value, modifiers, .. } => {
            let side = by.first().map_or(Side::Nlf, |who| who.kind.side());
            let shift = rules.numbers.shift(modifiers);
            let name = if *close { "Close assault" } else { "Fire" };
            let odds = ODDS.get(*column).copied().unwrap_or_default();
            let total = i8::try_from(*value).unwrap_or(0) + shift;
            throw(vec![die(name, side, *value)], format!("{odds}, {total} with modifiers"))
        }
        Event::FiredAntitank { who, die: value, modifier, result, .. } => {
            throw(vec![die("Antitank", who.kind.side(), *value)], format!("+{modifier}: {}", result.name()))
        }
        Event::Shelled { ordnance, column, die: value, modifiers, .. } => {
            let side = if *ordnance == search_and_destroy::event::Ordnance::Mortar82 { Side::Nlf } else { Side::Us };
            let shift = rules.numbers.shift(modifiers);
            let odds = ODDS.get(*column).copied().unwrap_or_default();
            let total = i8::try_from(*value).unwrap_or(0) + shift;
            throw(vec![die("Shells", side, *value)], format!("{odds}, {total} with modifiers"))
        }
        Event::Disarmed { die: value, .. } => throw(vec![die("Booby trap", Side::Us, *value)], "disarmed".into()),
        Event::TrapWentOff { die: value, .. } => {
            throw(vec![die("Booby trap", Side::Nlf, *value)], "it goes off".into())
        }
        _ => None,
    }
}

fn take(mut happened: MessageReader<Happened<Event>>, play: Res<Play<SearchAndDestroy>>, mut rolling: ResMut<Rolling>) {
    for Happened(event) in happened.read() {
        if let Some(throw) = throw_of(play.game.rules(), event) {
            rolling.begin(throw);
        }
    }
}
