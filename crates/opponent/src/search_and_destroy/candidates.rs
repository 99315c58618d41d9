//! The orders worth a thought: the rules' own list, and for the next units to move every place they can reach.

use ::search_and_destroy::state::{Place, Step};
use ::search_and_destroy::units::Kind;
use ::search_and_destroy::{Command, SearchAndDestroy, State, UnitId};
use tabletop::Ruleset;

use crate::level::Level;
use crate::thinking::Candidate;
use crate::view::View;

/// Units of which a Regular looks at every place.
const MOVERS: usize = 2;

pub(super) fn list(
    rules: &SearchAndDestroy,
    view: &View<SearchAndDestroy>,
    level: Level,
    found: &mut Vec<Candidate<SearchAndDestroy>>,
) {
    let state = view.seen();
    // A counter that is set up by the rules stands well enough, and all at once.
    if matches!(state.step(), Step::UsSetup | Step::Setup) && rules.check(state, &Command::Done).is_ok() {
        found.push(Candidate::plain(Command::Done));
        return;
    }
    let mut orders = Vec::new();
    rules.options(state, &mut orders);
    let moving = matches!(state.step(), Step::UsMovement | Step::NlfMovement);
    if moving && level > Level::Recruit {
        // Every place that they can reach takes the place of the sample: for a Veteran all who have not gone yet.
        let mut movers: Vec<UnitId> = orders.iter().filter_map(mover).collect();
        movers.sort_unstable();
        movers.dedup();
        if level == Level::Veteran {
            movers.retain(|id| state.unit(*id).is_some_and(|unit| unit.spent == 0));
        } else {
            movers.truncate(MOVERS);
        }
        orders.retain(|order| mover(order).is_none_or(|unit| movers.binary_search(&unit).is_err()));
        for unit in movers {
            let entering = state.unit(unit).is_some_and(|unit| matches!(unit.place, Place::Reserve(_)));
            for (to, _, path) in rules.reach(state, unit) {
                let stays = !entering && state.unit(unit).and_then(|unit| unit.hex()) == Some(to);
                orders.extend((!stays).then_some(Command::Move { unit, path }));
            }
        }
    }
    if moving && level == Level::Veteran {
        add_landings(rules, state, &mut orders);
    }
    if !rules.flies_out(state) {
        // A helicopter that brings nobody and fetches nobody is only a target.
        orders
            .retain(|order| !matches!(order, Command::Land { passengers, supply: false, .. } if passengers.is_empty()));
    }
    // The first unit that hides ends the close assaults: hiding is thought of when nobody assaults any more.
    if orders.iter().any(assaults) {
        orders.retain(|order| !matches!(order, Command::Hide { .. }));
    }
    // A unit that strays is lost; who digs all turn does nothing else. A beginner does either only when he must.
    let only = orders.len() == 1;
    orders.retain(|order| only || !matches!(order, Command::Stray { .. } | Command::Forgo { .. }));
    found.extend(orders.into_iter().map(Candidate::plain));
}

fn assaults(order: &Command) -> bool {
    matches!(order, Command::Assault { .. })
}

/// Who may hide, where none of the close assaults that are left is worth making.
pub(super) fn hides(
    rules: &SearchAndDestroy,
    view: &View<SearchAndDestroy>,
    found: &mut Vec<Candidate<SearchAndDestroy>>,
) {
    let mut orders = Vec::new();
    rules.options(view.seen(), &mut orders);
    if orders.iter().any(assaults) {
        orders.retain(|order| matches!(order, Command::Hide { .. } | Command::Done));
        found.extend(orders.into_iter().map(Candidate::plain));
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
    // An empty one comes for men who are to be flown out.
    let empty = state.units().find(|(_, unit)| unit.kind == Kind::Transport && unit.place == Place::Base);
    loads.extend(empty.filter(|_| rules.flies_out(state)).map(|(id, _)| (id, Vec::new())));
    for (helicopter, passengers) in loads {
        for at in rules.map().hexes().filter(|at| !passengers.is_empty() || rules.fetches(state, *at)) {
            let land = Command::Land { helicopter, passengers: passengers.clone(), supply: false, at };
            if rules.check(state, &land).is_ok() && !orders.contains(&land) {
                orders.push(land);
            }
        }
    }
}
