//! What the map of Huế tells the probe.

use bevy::prelude::*;
use block_by_block::{Place, UnitId};

use super::counters::Counter;
use super::foreseen::Foreseen;
use super::hand::Hand;
use crate::shell::drawing::world;
use crate::shell::probe::{Spots, is_on};
use crate::shell::table::Table;
use crate::teacher::{Teacher, lit_by_name};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, tell.run_if(is_on).in_set(super::AreaBoardSystems));
}

/// How far the teacher's rings reach about a counter and about an area, in map units.
const REACH: (f32, f32) = (24.0, 34.0);

fn tell(
    table: Res<Table>,
    hand: Res<Hand>,
    teacher: Res<Teacher>,
    counters: Query<&Counter>,
    foreseen: Res<Foreseen>,
    mut spots: ResMut<Spots>,
) {
    let mut lying: Vec<&Counter> = counters.iter().filter(|c| c.place.is_some()).collect();
    lying.sort_by_key(|c| c.unit);
    let places: Vec<(String, Vec2)> =
        Place::all().map(|p| (p.name().to_owned(), world(table.rules.map().at(p)))).collect();
    let pieces: Vec<(String, Vec2)> = lying.iter().map(|c| (c.unit.name().to_owned(), world(c.at))).collect();
    spots.set_if_neq(Spots {
        lit: lit_by_name(&teacher, &pieces, &places, REACH),
        places,
        pieces,
        selected: UnitId::each(hand.selected).map(|u| u.name().to_owned()).collect(),
        moving: lying.iter().any(|c| c.is_moving()) || foreseen.is_coming(),
    });
}
