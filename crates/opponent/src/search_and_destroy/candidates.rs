//! The orders worth a thought: the rules' own list, and for the next units to move every place they can reach.

use ::search_and_destroy::state::{Place, Step};
use ::search_and_destroy::{Command, SearchAndDestroy, UnitId};
use tabletop::Ruleset;

use crate::level::Level;
use crate::thinking::Candidate;
use crate::view::View;

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
        // Every place that the next units can reach takes the place of the sample.
        let movers: Vec<UnitId> = {
            let mut movers: Vec<UnitId> = orders.iter().filter_map(mover).collect();
            movers.sort_unstable();
            movers.dedup();
            movers.truncate(if level == Level::Veteran { 3 } else { 2 });
            movers
        };
        for unit in movers {
            let entering = state.unit(unit).is_some_and(|unit| matches!(unit.place, Place::Reserve(_)));
            for (to, _, path) in rules.reach(state, unit) {
                let stays = !entering && state.unit(unit).and_then(|unit| unit.hex()) == Some(to);
                let order = Command::Move { unit, path };
                if !stays && !orders.contains(&order) {
                    orders.push(order);
                }
            }
        }
    }
    // A unit that strays is lost; who digs all turn does nothing else. A beginner does either only when he must.
    let only = orders.len() == 1;
    orders.retain(|order| only || !matches!(order, Command::Stray { .. } | Command::Forgo { .. }));
    found.extend(orders.into_iter().map(Candidate::plain));
}

fn mover(order: &Command) -> Option<UnitId> {
    match order {
        Command::Move { unit, .. } => Some(*unit),
        _ => None,
    }
}
