//! What the hex board tells the probe.

use artwork::hex::HEX_COUNTER;
use bevy::prelude::*;
use search_and_destroy::{SearchAndDestroy, UnitId};

use super::HexBoardSystems;
use super::counters::Counter;
use super::foreseen::{Planned, Plotted};
use super::ground::Net;
use super::hand::Hand;
use crate::shell::drawing::world;
use crate::shell::game::Play;
use crate::shell::probe::{Spots, is_on};
use crate::shell::seat::Seat;
use crate::teacher::{Teacher, lit_by_name};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, tell.run_if(is_on).in_set(HexBoardSystems));
}

/// How far the teacher's rings reach about a counter and about a hex, in map units.
const REACH: (f32, f32) = (HEX_COUNTER * 0.75, HEX_COUNTER * 0.85);

/// Hexes by number, and those that can be ordered to once more with a star; counters by number, those that can act with a star,
/// those that can be attacked with an exclamation mark.
fn tell(
    play: Res<Play<SearchAndDestroy>>,
    seat: Res<Seat<SearchAndDestroy>>,
    net: Option<Res<Net>>,
    hand: Res<Hand>,
    teacher: Res<Teacher>,
    counters: Query<&Counter>,
    (planned, plotted): (Res<Planned>, Res<Plotted>),
    mut spots: ResMut<Spots>,
) {
    let (Some(net), Some(_)) = (net, seat.view()) else { return };
    let mut lying: Vec<&Counter> = counters.iter().filter(|c| c.place.is_some()).collect();
    lying.sort_by_key(|c| c.unit);
    let name = |unit: UnitId| {
        let mark = if hand.offers.targets.contains_key(&unit) {
            "!"
        } else if hand.can_take(unit) {
            "*"
        } else {
            ""
        };
        format!("{}{mark}", unit.0)
    };
    let at = |hex| {
        let p = net.0.centre(hex);
        Vec2::new(p.x, -p.y)
    };
    let hexes: Vec<(String, Vec2)> = play.game.rules().map().hexes().map(|hex| (hex.to_string(), at(hex))).collect();
    let numbers: Vec<(String, Vec2)> = lying.iter().map(|c| (c.unit.0.to_string(), world(c.at))).collect();
    let lit = lit_by_name(&teacher, &numbers, &hexes, REACH);
    let offered = hand.offers.hexes.keys().map(|hex| (format!("{hex}*"), at(*hex)));
    spots.set_if_neq(Spots {
        lit,
        places: hexes.into_iter().chain(offered).collect(),
        pieces: lying.iter().map(|c| (name(c.unit), world(c.at))).collect(),
        selected: hand.held.iter().map(|u| u.0.to_string()).collect(),
        moving: lying.iter().any(|c| c.is_moving()) || planned.is_coming() || plotted.is_coming(),
    });
}
