//! How figures go on when an order is played on in thought.

use ::skirmish::figure::{Figure, FigureId, Weapon, Work};
use ::skirmish::state::Step;
use ::skirmish::{Command, Skirmish, State};
use table::{Heading, INCH, Point};
use tabletop::Ruleset;

use super::{Plan, terms};
use crate::thinking::{Horizon, Thought};
use crate::ways::Ways;

/// What the side to decide does; `None` where the thought ends.
pub(super) fn next(rules: &Skirmish, state: &State, thought: &Thought<'_, Skirmish>) -> Option<Command> {
    if state.step() == Step::Over || state.is_beside() {
        return None;
    }
    let own_turn = state.side() == thought.side && state.turn() == thought.from.turn();
    let near = thought.horizon == Horizon::Near;
    if !own_turn && (near || state.side() == thought.side) {
        return None;
    }
    if state.pending().is_some() {
        return suppress(rules, state);
    }
    if state.step() == Step::Support {
        return if near { None } else { Some(Command::Done) };
    }
    let active =
        state.active().and_then(|id| state.figure(id).map(|figure| (id, figure))).filter(|(_, f)| f.phases > 0);
    if let Some((id, figure)) = active {
        if let Some(command) = own_turn.then(|| planned(rules, state, thought.plan, id, figure)).flatten() {
            return Some(command);
        }
        if let Some(command) = fire(rules, state, id, figure) {
            return Some(command);
        }
    }
    if near {
        // The turn is ended in every thought, or what its end brings would speak for ending it at once.
        return Some(Command::Done);
    }
    let able = |(_, figure): &(FigureId, &Figure)| figure.phases > 0 && figure.in_play();
    for (id, figure) in state.of(state.side()).filter(able) {
        if let Some(command) = fire(rules, state, id, figure).or_else(|| advance(rules, state, id, figure)) {
            return Some(command);
        }
    }
    Some(Command::Done)
}

/// What a plan wants done next.
fn planned(rules: &Skirmish, state: &State, plan: &Plan, active: FigureId, figure: &Figure) -> Option<Command> {
    let legal = |command: Command| rules.check(state, &command).is_ok().then_some(command);
    match plan {
        Plan::Go(id, ways) if *id == active => step_along(rules, state, active, figure.place()?, figure, &ways.0),
        Plan::Sneak(id, ways) if *id == active => sneak_along(rules, state, active, figure.place()?, figure, &ways.0),
        Plan::Claymore(id, at, facing) if *id == active => {
            legal(Command::PlaceClaymore { figure: active, at: *at, facing: *facing })
                .or_else(|| legal(Command::Prepare { figure: active, work: Work::Claymore }))
        }
        Plan::Mortar(id) if *id == active => legal(Command::Finish { figure: active })
            .filter(|_| figure.mortar.is_some_and(|mortar| !mortar.ready))
            .or_else(|| legal(Command::Prepare { figure: active, work: Work::SetUp })),
        Plan::Grenade(id, work, grenade, at) if *id == active => {
            let (figure, grenade, at) = (active, *grenade, *at);
            legal(Command::Throw { figure, grenade, at })
                .or_else(|| legal(Command::Launch { figure, grenade, at }))
                .or_else(|| legal(Command::Prepare { figure, work: *work }))
        }
        Plan::Rocket(id, aim) if *id == active => legal(Command::Rocket { figure: active, aim: *aim })
            .or_else(|| legal(Command::Prepare { figure: active, work: Work::Rocket })),
        _ => None,
    }
}

/// A phase of fire, if a figure can fire at anybody.
pub(super) fn fire(rules: &Skirmish, state: &State, id: FigureId, figure: &Figure) -> Option<Command> {
    let legal = |weapon: Weapon| {
        let target = best_targets(rules, state, id, weapon).into_iter().next()?;
        let command = Command::Fire { figure: id, weapon, at: Some(target) };
        rules.check(state, &command).is_ok().then_some(command)
    };
    // The heavier ones stand later in the table.
    Skirmish::direct_weapons(figure).collect::<Vec<_>>().into_iter().rev().find_map(legal)
}

/// Who could take a firer's counter, the best first: the one that has most already and is not past help, then the nearest.
pub(super) fn best_targets(rules: &Skirmish, state: &State, firer: FigureId, weapon: Weapon) -> Vec<FigureId> {
    let from = state.figure(firer).and_then(Figure::place).unwrap_or_default();
    let mut targets = rules.targets(state, firer, weapon);
    targets.sort_by_key(|id| {
        let figure = state.figure(*id);
        let near = figure.and_then(Figure::place).map_or(i32::MAX, |at| at.distance(from));
        (std::cmp::Reverse(figure.map_or(0, |figure| figure.counters).min(5)), near, *id)
    });
    targets
}

/// The counter that waits in a game of earlier rulings.
fn suppress(rules: &Skirmish, state: &State) -> Option<Command> {
    let pending = state.pending()?;
    let target = best_targets(rules, state, pending.firer, pending.weapon).into_iter().next()?;
    Some(Command::Suppress { target })
}

/// A phase's walk toward what the side is after, straight on.
fn advance(rules: &Skirmish, state: &State, id: FigureId, figure: &Figure) -> Option<Command> {
    let at = figure.place()?;
    if figure.vehicle || figure.trace.hidden && !state.is_known(id) {
        return None;
    }
    let goal = terms::posts(state, figure.side).map(|post| post.at).min_by_key(|goal| (goal.squared(at), *goal));
    let enemy = || {
        let located = state.placed().filter(|(other, them, _)| them.side != figure.side && state.is_located(*other));
        located.map(|(_, _, place)| place).min_by_key(|place| (place.squared(at), *place))
    };
    let goal = goal.or_else(enemy).filter(|goal| !goal.within(at, 2 * INCH))?;
    [190, 95].into_iter().find_map(|length| {
        let to = at.toward(goal, length);
        let command = Command::Move { figure: id, to, facing: Skirmish::facing(at, goal) };
        rules.check(state, &command).is_ok().then_some(command)
    })
}

/// The next phase's walk on the ways to a goal, as long as may be.
pub(super) fn step_along(
    rules: &Skirmish,
    state: &State,
    id: FigureId,
    at: Point,
    figure: &Figure,
    ways: &Ways,
) -> Option<Command> {
    let points = ways.along(at, if figure.vehicle { 5 } else { 3 });
    points.iter().rev().find_map(|&to| {
        let command = Command::Move { figure: id, to, facing: looking(state, at, figure, to) };
        rules.check(state, &command).is_ok().then_some(command)
    })
}

/// The same as a tactical move: its last phase, or what comes before it.
pub(super) fn sneak_along(
    rules: &Skirmish,
    state: &State,
    id: FigureId,
    at: Point,
    figure: &Figure,
    ways: &Ways,
) -> Option<Command> {
    let sneak = |&to: &Point| {
        let command = Command::Sneak { figure: id, to, facing: looking(state, at, figure, to) };
        rules.check(state, &command).is_ok().then_some(command)
    };
    ways.along(at, 2).iter().rev().find_map(sneak).or_else(|| {
        let prepare = Command::Prepare { figure: id, work: Work::Tactical };
        rules.check(state, &prepare).is_ok().then_some(prepare)
    })
}

/// Where a figure looks that has come to a point: at the nearest known enemy near by, else straight on.
fn looking(state: &State, at: Point, figure: &Figure, to: Point) -> Heading {
    let enemies = state.placed().filter(|(other, them, _)| them.side != figure.side && state.is_located(*other));
    let nearest = enemies.map(|(_, _, place)| place).min_by_key(|place| (place.squared(to), *place));
    let look = nearest.filter(|place| place.within(to, 16 * INCH)).unwrap_or(to.plus(to.x - at.x, to.y - at.y));
    Skirmish::facing(to, look)
}
