//! What the table tells the probe.

use bevy::prelude::*;
use serde_json::Value;
use table::Point;

use super::fielded::Fielded;
use super::foreseen::Foreseen;
use super::hand::Hand;
use super::pieces::Lying;
use super::space::{UNIT, world};
use crate::shell::game::Play;
use crate::shell::probe::{Lit, Spots, is_on};
use crate::shell::seat::Seat;
use crate::teacher::Teacher;

pub(super) fn plugin<R: Fielded>(app: &mut App) {
    app.add_systems(PostUpdate, tell::<R>.run_if(is_on).run_if(resource_exists::<Play<R>>));
}

/// Every inch both ways is a place, by its column and row.
fn tell<R: Fielded>(
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    hand: Res<Hand<R>>,
    teacher: Res<Teacher>,
    lying: Query<&Lying>,
    foreseen: Res<Foreseen<R>>,
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
        lit: teacher.lit.iter().filter_map(|value| lit(value, &pieces)).collect(),
        selected: hand.selected.map(name).into_iter().collect(),
        moving: pieces.iter().any(|piece| piece.is_moving()) || foreseen.is_coming(),
    });
}

/// Ground that is pointed at, in map units.
const GROUND: f32 = 0.5 * UNIT;

/// Where the teacher points: a number is a squad or a figure, a word the name of a piece, two numbers a point.
fn lit(value: &Value, pieces: &[&Lying]) -> Option<Lit> {
    if let Some([x, y]) = value.as_array().map(Vec::as_slice) {
        let whole = |value: &Value| value.as_i64().and_then(|number| i32::try_from(number).ok());
        return Some(Lit { at: world(Point::new(whole(x)?, whole(y)?)), reach: GROUND });
    }
    let meant = |piece: &&&Lying| match value {
        Value::String(name) => piece.name == *name,
        _ => value.as_u64().is_some_and(|number| piece.group.is_some_and(|group| u64::from(group) == number)),
    };
    let members: Vec<&&Lying> = pieces.iter().filter(meant).collect();
    let middle = members.iter().map(|piece| piece.at).sum::<Vec2>() / (members.len().max(1) as f32);
    let reach = members.iter().map(|piece| piece.at.distance(middle) + piece.reach).reduce(f32::max)?;
    Some(Lit { at: middle, reach })
}
