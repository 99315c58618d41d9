//! The orders worth a thought: all that aim at something, and for going a few goals with the ways to them.

use std::sync::Arc;

use ::platoon::state::{Order, Pattern, Squad, Support};
use ::platoon::{Command, Kind, Mode, Phase, Platoon, Side, State};
use table::{Board, Cover, INCH, Point, Terrain};
use tabletop::Ruleset;

use super::{Goal, Plan, doctrine, terms};
use crate::level::Level;
use crate::thinking::Candidate;
use crate::view::View;
use crate::ways::{Ways, covered_on_the_way};

/// Goals that are thought of, nearest first.
const fn goals_of(level: Level) -> usize {
    match level {
        Level::Recruit => 2,
        Level::Regular => 4,
        Level::Veteran => 5,
    }
}

pub(super) fn list(rules: &Platoon, view: &View<Platoon>, level: Level, found: &mut Vec<Candidate<Platoon>>) {
    let state = view.seen();
    let mut options = Vec::new();
    rules.options(state, &mut options);
    let asked = options.iter().any(|option| !matches!(option, Command::Pass | Command::HoldFire));
    for option in options {
        let good = match &option {
            // Going and support are planned below. Talk and bluff are left alone.
            Command::Step { .. }
            | Command::March { .. }
            | Command::MoveMarker { .. }
            | Command::Message { .. }
            | Command::Try { .. }
            | Command::Request { .. }
            | Command::Correct { .. } => {
                state.board.is_none() && !matches!(option, Command::Message { .. } | Command::Try { .. })
            }
            // Who holds his fire for good may want it later.
            Command::HoldFire => false,
            _ => true,
        };
        if good {
            found.push(Candidate::plain(option));
        }
    }
    if !asked {
        found.truncate(1);
    }
    if let (Phase::Active(side), Some(board)) = (state.phase, &state.board) {
        ways(rules, state, board, level, found);
        if level > Level::Recruit {
            support(rules, state, side, found);
        }
    }
}

/// Support, where most of the enemies that are known stand together: a mission costs points whatever it hits.
fn support(rules: &Platoon, state: &State, side: Side, found: &mut Vec<Candidate<Platoon>>) {
    let squad = state.active.squad;
    if !state.squad(squad).is_some_and(|it| it.officer) {
        return;
    }
    let known = state.squads.iter().filter(|s| s.side != side && s.on_table() && s.kind != Kind::Peasants);
    let targets = known.map(|enemy| enemy.at().middle());
    let Some(target) = targets.max_by_key(|at| (terms::shells_worth(state, side, *at), *at)) else { return };
    let ask = |support| Command::Request { squad, support, target, pattern: Pattern::Box, path: None, facts: None };
    let legal = Support::ALL.map(ask).into_iter().filter(|command| rules.check(state, command).is_ok());
    found.extend(legal.map(Candidate::plain));
    let anew = Command::Correct { squad, target };
    let mut own = state.missions.iter().filter(|mission| mission.squad == Some(squad));
    if own.any(|mission| mission.target != target) && rules.check(state, &anew).is_ok() {
        found.push(Candidate::plain(anew));
    }
}

/// Going somewhere: how, and on which way.
fn ways(rules: &Platoon, state: &State, board: &Board, level: Level, found: &mut Vec<Candidate<Platoon>>) {
    let Some(squad) = state.squad(state.active.squad) else { return };
    let boat = squad.kind == Kind::Boat;
    let going = |terrain: Terrain| if boat { terrain.afloat() } else { terrain.going() };
    for goal in goals(rules, state, squad, board, level) {
        let ways = Ways::to(board, goal, going);
        if ways.from(squad.lead()).is_none() {
            continue;
        }
        let plan = |mode| Plan::Go { mode, ways: Goal(Arc::clone(&ways)) };
        if state.active.march.is_some() {
            if let Some(command) = doctrine::step_along(rules, state, squad.id, &ways) {
                found.push(Candidate { command, plan: plan(squad.turn.mode) });
            }
            continue;
        }
        let modes: &[Option<Mode>] = match (squad.kind.is_vehicle(), level) {
            (true, _) => &[None],
            (_, Level::Recruit) => &[Some(Mode::Patrol), Some(Mode::Fast)],
            _ => &[Some(Mode::Cautious), Some(Mode::Patrol), Some(Mode::Fast)],
        };
        found.extend(modes.iter().map(|&mode| {
            let command = Command::March { squad: squad.id, mode };
            Candidate { command, plan: plan(mode) }
        }));
    }
}

/// Where a squad may want to go.
fn goals(rules: &Platoon, state: &State, squad: &Squad, board: &Board, level: Level) -> Vec<Point> {
    let side = squad.side;
    let at = squad.lead();
    let mut goals = terms::goals(rules, state, side);
    goals.sort_by_key(|goal| (goal.squared(at), *goal));
    goals.dedup();
    if squad.order >= Order::Withdrawing {
        goals.clear();
    }
    goals.truncate(goals_of(level));
    // Away from the enemies in sight, into the nearest cover, and to the own edge.
    let enemies: Vec<Point> = state
        .squads
        .iter()
        .filter(|s| s.side != side && s.on_table() && s.kind != Kind::Peasants)
        .map(Squad::at)
        .collect();
    if level > Level::Recruit || goals.is_empty() {
        goals.extend(cover(board, at, squad.hidden.is_none()));
    }
    if level == Level::Veteran {
        let wanted = terms::goals(rules, state, side);
        goals.extend(covered_on_the_way(board, at, &wanted));
    }
    if let Some(nearest) = enemies.iter().min_by_key(|enemy| (enemy.squared(at), **enemy)) {
        let away = at.toward(*nearest, -12 * INCH);
        goals.push(board.clamp(away));
    }
    goals
}

/// The nearest cover within a move.
fn cover(board: &Board, at: Point, in_sight: bool) -> Option<Point> {
    if !in_sight || board.terrain(at).cover() != Cover::None {
        return None;
    }
    let reach = -8_i32..=8;
    let around = reach.clone().flat_map(|dx| reach.clone().map(move |dy| at.plus(dx * INCH, dy * INCH).middle()));
    let good = around.filter(|point| board.contains(*point) && board.terrain(*point).cover() != Cover::None);
    good.min_by_key(|point| (point.squared(at), *point))
}
