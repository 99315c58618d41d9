//! The orders worth a thought: the rules' own list, and for the next units to move every place they can reach.

use ::search_and_destroy::state::{Place, Step};
use ::search_and_destroy::{Command, SearchAndDestroy, State, UnitId};
use tabletop::Ruleset;

use crate::level::Level;
use crate::thinking::Candidate;
use crate::view::View;

/// Units of which a Regular looks at every place.
const MOVERS: usize = 2;
/// Units of which a Veteran looks at every place at once, before he looks at those of the others.
const AT_ONCE: usize = 5;

pub(super) fn list(
    rules: &SearchAndDestroy,
    view: &View<SearchAndDestroy>,
    level: Level,
    found: &mut Vec<Candidate<SearchAndDestroy>>,
) {
    let state = view.seen();
    // Whoever is set up by the rules stands well enough, and all at once.
    if matches!(state.step(), Step::UsSetup | Step::Setup) && rules.check(state, &Command::Done).is_ok() {
        found.push(Candidate::plain(Command::Done));
        return;
    }
    let mut orders = Vec::new();
    rules.options(state, &mut orders);
    let moving = matches!(state.step(), Step::UsMovement | Step::NlfMovement);
    if moving && level > Level::Recruit {
        // Every place that they can reach takes the place of the sample.
        let movers = if level == Level::Veteran { waiting(state, &orders).0 } else { movers(&orders, MOVERS) };
        orders.retain(|order| mover(order).is_none_or(|unit| !movers.contains(&unit)));
        movers.into_iter().for_each(|unit| add_moves(rules, state, unit, &mut orders));
    }
    if moving && level == Level::Veteran {
        add_landings(rules, state, &mut orders);
    }
    if !rules.flies_out(state) {
        // A helicopter that brings nobody and fetches nobody is only a target.
        orders
            .retain(|order| !matches!(order, Command::Land { passengers, supply: false, .. } if passengers.is_empty()));
    }
    // A unit that strays is lost; who digs all turn does nothing else. A beginner does either only when he must.
    let only = orders.len() == 1;
    orders.retain(|order| only || !matches!(order, Command::Stray { .. } | Command::Forgo { .. }));
    found.extend(orders.into_iter().map(Candidate::plain));
}

/// Where all the others can go, when nothing better was found for a Veteran than to end the movement.
pub(super) fn others(
    rules: &SearchAndDestroy,
    view: &View<SearchAndDestroy>,
    level: Level,
    found: &mut Vec<Candidate<SearchAndDestroy>>,
) {
    let state = view.seen();
    let moving = matches!(state.step(), Step::UsMovement | Step::NlfMovement);
    if !moving || level < Level::Veteran {
        return;
    }
    let mut orders = Vec::new();
    rules.options(state, &mut orders);
    let (_, rest) = waiting(state, &orders);
    orders.retain(|order| *order == Command::Done);
    rest.into_iter().for_each(|unit| add_moves(rules, state, unit, &mut orders));
    found.extend(orders.into_iter().map(Candidate::plain));
}

/// The units that may move, in the order of their numbers; so many of them.
fn movers(orders: &[Command], most: usize) -> Vec<UnitId> {
    let mut movers: Vec<UnitId> = orders.iter().filter_map(mover).collect();
    movers.sort_unstable();
    movers.dedup();
    movers.truncate(most);
    movers
}

/// The units that have not gone yet: whose turn it is to be thought of, and the others. Whoever moves passes the turn on, so that
/// those who stand well do not keep the others waiting.
fn waiting(state: &State, orders: &[Command]) -> (Vec<UnitId>, Vec<UnitId>) {
    let mut first = movers(orders, usize::MAX);
    first.retain(|id| state.unit(*id).is_some_and(|unit| unit.spent == 0));
    let gone = state.units().filter(|(_, unit)| Some(unit.side()) == state.step().side() && unit.spent > 0).count();
    let turn = gone * AT_ONCE % first.len().max(1);
    first.rotate_left(turn);
    let rest = first.split_off(first.len().min(AT_ONCE));
    (first, rest)
}

/// Every place that a unit can reach.
fn add_moves(rules: &SearchAndDestroy, state: &State, unit: UnitId, orders: &mut Vec<Command>) {
    let entering = state.unit(unit).is_some_and(|unit| matches!(unit.place, Place::Reserve(_)));
    for (to, _, path) in rules.reach(state, unit) {
        let stays = !entering && state.unit(unit).and_then(|unit| unit.hex()) == Some(to);
        orders.extend((!stays).then_some(Command::Move { unit, path }));
    }
}

fn mover(order: &Command) -> Option<UnitId> {
    match order {
        Command::Move { unit, .. } => Some(*unit),
        _ => None,
    }
}

/// Every hex in which a helicopter may land, for the first load of each sort.
fn add_landings(rules: &SearchAndDestroy, state: &State, orders: &mut Vec<Command>) {
    let mut loads: Vec<(UnitId, Vec<UnitId>)> = Vec::new();
    for order in orders.iter() {
        let Command::Land { helicopter, passengers, supply: false, .. } = order else { continue };
        let kind = |load: &[UnitId]| load.first().and_then(|rider| state.unit(*rider)).map(|rider| rider.kind);
        if !passengers.is_empty() && !loads.iter().any(|(_, other)| kind(other) == kind(passengers)) {
            loads.push((*helicopter, passengers.clone()));
        }
    }
    for (helicopter, passengers) in loads {
        for at in rules.map().hexes() {
            let land = Command::Land { helicopter, passengers: passengers.clone(), supply: false, at };
            if rules.check(state, &land).is_ok() && !orders.contains(&land) {
                orders.push(land);
            }
        }
    }
}
