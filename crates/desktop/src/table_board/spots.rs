//! What the table tells the probe.

use bevy::prelude::*;

use super::fielded::Fielded;
use super::hand::Hand;
use super::pieces::Lying;
use super::space::{UNIT, world};
use crate::game::Play;
use crate::probe::{Spots, is_on};
use crate::seat::Seat;

pub(super) fn plugin<R: Fielded>(app: &mut App) {
    app.add_systems(PostUpdate, tell::<R>.run_if(is_on).run_if(resource_exists::<Play<R>>));
}

/// Every inch both ways is a place, by its column and row.
fn tell<R: Fielded>(
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    hand: Res<Hand<R>>,
    lying: Query<&Lying>,
    mut spots: ResMut<Spots>,
) {
    let Some(view) = seat.view() else { return };
    let mut pieces: Vec<&Lying> = lying.iter().collect();
    pieces.sort_by_key(|piece| piece.key);
    let places = R::board(view).map_or_else(Vec::new, |board| {
        let (columns, lines) = (board.columns() as i32, board.lines() as i32);
        let every = (0..lines).flat_map(|y| (0..columns).map(move |x| (x, y)));
        every.map(|(x, y)| (format!("{x},{y}"), Vec2::new(x as f32 + 0.5, -(y as f32) - 0.5) * UNIT)).collect()
    });
    let name = |group: u16| play.game.rules().name(view, group);
    spots.set_if_neq(Spots {
        places,
        pieces: pieces.iter().map(|piece| (piece.name.clone(), world(piece.goal))).collect(),
        selected: hand.selected.map(name).into_iter().collect(),
        moving: pieces.iter().any(|piece| piece.is_moving()),
    });
}
