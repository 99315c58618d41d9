//! What may come of an order in a skirmish, by name.

use std::collections::BTreeSet;

use ::skirmish::figure::{FigureId, Standing};
use ::skirmish::{Side, State};

use super::terms;
use crate::prospects::Named;

/// Something that may come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A figure is killed or wrecked; none for one of those out of sight, here and below.
    Out(Option<FigureId>),
    /// A figure gets counters of suppression.
    Suppressed(Option<FigureId>),
    /// A figure is known to the enemy that was not.
    Shown(Option<FigureId>),
    /// A side comes to a place that it is to hold; which of the places, in their order.
    Comes(Side, usize),
    /// A side leaves such a place.
    Leaves(Side, usize),
}

pub(super) fn between(seen: &State, before: &State, after: &State) -> BTreeSet<Mark> {
    let mut found = BTreeSet::new();
    // A side sees where its own figures are.
    let in_view = |id| Some(id).filter(|id| seen.is_located(*id) || seen.whereabouts(*id).is_some());
    for (id, figure) in before.figures() {
        let Some(now) = after.figure(id) else { continue };
        if figure.in_play() && now.standing == Standing::Removed {
            found.insert(Mark::Out(in_view(id)));
        } else if now.counters > figure.counters {
            found.insert(Mark::Suppressed(in_view(id)));
        }
        if !before.is_located(id) && after.is_located(id) && now.in_play() {
            found.insert(Mark::Shown(in_view(id)));
        }
    }
    for side in [Side::UsArvn, Side::VcNva] {
        for (n, post) in terms::posts(before, side).enumerate() {
            match (post.has(before, side), post.has(after, side)) {
                (false, true) => found.extend([Mark::Comes(side, n)]),
                (true, false) => found.extend([Mark::Leaves(side, n)]),
                _ => {}
            }
        }
    }
    found
}

pub(super) fn named(seen: &State, side: Side, mark: Mark) -> Named {
    let figure = |id: Option<FigureId>| id.and_then(|id| seen.figure(id));
    let ours = |id| figure(id).is_some_and(|figure| figure.side == side);
    let who = |id: Option<FigureId>| id.map_or("an enemy out of sight", |id| seen.name(id)).to_owned();
    let worth = |id| if figure(id).is_some_and(|figure| figure.vehicle) { 3 } else { 1 };
    let against = |id| if ours(id) { -worth(id) } else { worth(id) };
    let place = |whose, n| terms::posts(seen, whose).nth(n).map_or_else(String::new, |post| post.at.to_string());
    let (words, stake) = match mark {
        Mark::Out(id) => (format!("{} is removed", who(id)), against(id) * 400),
        Mark::Suppressed(id) => (format!("{} is suppressed", who(id)), against(id) * 100),
        Mark::Shown(id) if ours(id) => (format!("the enemy gets to know where {} is", who(id)), -40),
        Mark::Shown(_) => ("an enemy out of sight comes to light".to_owned(), 60),
        Mark::Comes(whose, n) if whose == side => (format!("your side stands at {}", place(whose, n)), 200),
        Mark::Comes(whose, n) => (format!("the enemy comes to {}", place(whose, n)), -200),
        Mark::Leaves(whose, n) if whose == side => (format!("your side is gone from {}", place(whose, n)), -200),
        Mark::Leaves(whose, n) => (format!("the enemy is gone from {}", place(whose, n)), 200),
    };
    Named { words, stake }
}
