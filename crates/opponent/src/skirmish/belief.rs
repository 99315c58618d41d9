//! Where hidden enemies may be: in cover, not under one's nose, rather toward what they are after.

use std::collections::BTreeMap;

use ::skirmish::figure::{FigureId, Grenade, Kit, Standing, Weapon};
use ::skirmish::{Skirmish, State};
use table::{Cover, Going, INCH, Point, Veil};
use tabletop::dice::Seeded;

use crate::view::View;

/// Points that are thought of for each of them; the likeliest is taken.
const TRIED: usize = 6;

pub(super) fn resample(rules: &Skirmish, view: &View<Skirmish>, seed: u64) -> State {
    let mut state = view.seen().clone();
    if state.is_beside() {
        return state;
    }
    let enemy = view.side().enemy();
    let mut lots = Seeded::new(seed);
    let hidden: Vec<FigureId> = state
        .of(enemy)
        .filter(|(_, figure)| figure.standing == Standing::Up && figure.at.is_none())
        .map(|(id, _)| id)
        .collect();
    let own: Vec<Point> = state.placed().filter(|(_, figure, _)| figure.side != enemy).map(|(_, _, at)| at).collect();
    for id in hidden {
        let tried: Vec<Point> = (0..TRIED).map(|_| anywhere(&state, &mut lots)).collect();
        let best = tried.into_iter().max_by_key(|at| (likely(rules, &state, enemy, *at, &own), *at));
        let Some(at) = best else { continue };
        let facing = own.iter().min_by_key(|point| (point.squared(at), **point));
        let facing = Skirmish::facing(at, facing.copied().unwrap_or_default());
        state.suppose(
            id,
            at,
            facing,
            Kit::new(&[Weapon::AssaultRifle], &BTreeMap::from([(Grenade::Fragmentation, 1)]), 0, false),
        );
    }
    state
}

fn anywhere(state: &State, lots: &mut Seeded) -> Point {
    let corner = state.board().corner();
    let mut along = |to: i32| i32::try_from(lots.choose(usize::try_from(to).unwrap_or(0) + 1)).unwrap_or(0);
    Point::new(along(corner.x), along(corner.y))
}

/// How likely somebody hides there, as a number to compare.
fn likely(rules: &Skirmish, state: &State, enemy: ::skirmish::Side, at: Point, own: &[Point]) -> i64 {
    let ground = state.board().terrain(at);
    // An enemy so near would have been seen.
    let seen = i32::from(rules.numbers().see_in.value) * INCH;
    let near = own.iter().any(|point| point.within(at, seen));
    if ground.going() == Going::Impassable || near {
        return -1_000;
    }
    let cover = i64::from(ground.cover() != Cover::None) * 20 + i64::from(ground.veil() != Veil::Clear) * 10;
    let to_goal = super::terms::posts(state, enemy).map(|post| at.distance(post.at)).min().unwrap_or(0);
    cover - i64::from(to_goal / INCH)
}
