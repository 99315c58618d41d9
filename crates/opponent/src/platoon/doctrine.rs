//! How squads go on when an order is played on in thought.

use ::platoon::state::{Order, Squad};
use ::platoon::{Command, Kind, Leg, Mode, Phase, Platoon, Side, SquadId, State, Target};
use table::{INCH, Point};
use tabletop::Ruleset;

use super::{Plan, terms};
use crate::thinking::{Horizon, Thought};
use crate::ways::Ways;

/// Dice of a volley that are worth its being fired by somebody who then stands in the open.
const WORTH_SHOWING: u32 = 4;

/// What the side to decide does; `None` where the thought ends.
pub(super) fn next(rules: &Platoon, state: &State, thought: &Thought<'_, Platoon>) -> Option<Command> {
    let from = thought.from;
    let same_squad = state.active.squad == from.active.squad && state.turn == from.turn;
    match thought.horizon {
        Horizon::Near => {
            let own = matches!(from.phase, Phase::Active(_)) && same_squad;
            match state.phase {
                Phase::Active(side) if own && side == thought.side => Some(act(rules, state, thought.plan)),
                // The enemy is taken to let it pass.
                Phase::Interrupt(_) | Phase::Overflight(_) if own => Some(Command::Pass),
                Phase::Burst(_) | Phase::Ground(_) | Phase::Telling(_) => first(rules, state),
                _ => None,
            }
        }
        // To the end of the same phase, and the other side fires into it.
        Horizon::Far => {
            if !same_squad {
                return None;
            }
            match state.phase {
                Phase::Active(side) if side == thought.side => Some(act(rules, state, thought.plan)),
                Phase::Active(side) => Some(on_its_own(rules, state, side)),
                Phase::Interrupt(side) => Some(interrupt(rules, state, from, side)),
                Phase::Overflight(_) => Some(Command::Pass),
                Phase::Burst(_) | Phase::Ground(_) | Phase::Telling(_) => first(rules, state),
                Phase::Between | Phase::Over => None,
            }
        }
    }
}

fn first(rules: &Platoon, state: &State) -> Option<Command> {
    let mut options = Vec::new();
    rules.options(state, &mut options);
    options.into_iter().next()
}

/// The squad goes on with its plan, then fires, then is finished.
fn act(rules: &Platoon, state: &State, plan: &Plan) -> Command {
    let squad = state.active.squad;
    if let Plan::Go { mode, ways } = plan {
        if state.active.march.is_none() {
            let march = Command::March { squad, mode: *mode };
            if rules.check(state, &march).is_ok() {
                return march;
            }
        } else if let Some(step) = step_along(rules, state, squad, &ways.0) {
            return step;
        }
    }
    if let Some(shot) = best_shot(rules, state, squad, 1) {
        return shot;
    }
    done(rules, state)
}

/// `Done`, or what morale asks for instead.
fn done(rules: &Platoon, state: &State) -> Command {
    if rules.check(state, &Command::Done).is_ok() {
        return Command::Done;
    }
    let squad = state.active.squad;
    if state.squad(squad).is_some_and(|it| it.kind == Kind::Helicopter) {
        let mut options = Vec::new();
        rules.options(state, &mut options);
        let flies = options.into_iter().find(|option| matches!(option, Command::Fly { .. }));
        return flies.unwrap_or(Command::Done);
    }
    Command::March { squad, mode: Some(Mode::Patrol) }
}

/// A squad without a plan: it fires if it can, else an Allied one goes toward the nearest goal.
fn on_its_own(rules: &Platoon, state: &State, side: Side) -> Command {
    let Some(squad) = state.squad(state.active.squad) else { return Command::Done };
    let hidden = squad.hidden.is_some();
    if let Some(shot) = best_shot(rules, state, squad.id, if hidden { WORTH_SHOWING } else { 1 }) {
        return shot;
    }
    if side == Side::Allied && squad.kind == Kind::Foot && squad.order == Order::Steady && !hidden {
        let at = squad.lead();
        let goal = terms::goals(rules, state, side).into_iter().min_by_key(|goal| (goal.squared(at), *goal));
        if let Some(goal) = goal.filter(|goal| !goal.within(at, 2 * INCH)) {
            let next = if state.active.march.is_none() {
                Command::March { squad: squad.id, mode: Some(Mode::Patrol) }
            } else {
                let leg = at.toward(goal, at.distance(goal).min(290));
                Command::Step { squad: squad.id, leg: Leg::To(leg) }
            };
            if rules.check(state, &next).is_ok() {
                return next;
            }
        }
    }
    done(rules, state)
}

/// The other side's answer: the best volley at the squad that acts, if it is worth it, by those who are known to be there.
fn interrupt(rules: &Platoon, state: &State, from: &State, side: Side) -> Command {
    let target = state.active.squad;
    let mut best: Option<(u32, Command)> = None;
    let known = |squad: &&Squad| from.squad(squad.id).is_some();
    let ready =
        state.squads.iter().filter(|squad| squad.side == side && squad.in_play() && !squad.has_fired(&state.options));
    for squad in ready.filter(known) {
        let least = if squad.hidden.is_some() { WORTH_SHOWING } else { 2 };
        if let Some((dice, shot)) = volley(rules, state, squad, target)
            && dice >= least
            && best.as_ref().is_none_or(|(most, _)| dice > *most)
        {
            best = Some((dice, shot));
        }
    }
    best.map_or(Command::Pass, |(_, shot)| shot)
}

/// A volley at a squad, with the dice it would have.
fn volley(rules: &Platoon, state: &State, squad: &Squad, target: SquadId) -> Option<(u32, Command)> {
    if squad.kind == Kind::Sniper {
        return None;
    }
    let shot = Command::Fire { squad: squad.id, target: Target::Squad(target), facts: None };
    rules.check(state, &shot).ok()?;
    let volley = rules.volley(state, squad.id, Target::Squad(target), None).ok()?;
    Some((volley.near + volley.far / 2 + volley.cannon * 2, shot))
}

/// The volley with most dice, if it has so many.
fn best_shot(rules: &Platoon, state: &State, squad: SquadId, least: u32) -> Option<Command> {
    let it = state.squad(squad).filter(|it| !it.has_fired(&state.options) && !it.turn.no_fire)?;
    let enemies = state.squads.iter().filter(|s| s.side != it.side && s.on_table() && s.kind != Kind::Peasants);
    let shots = enemies.filter_map(|enemy| volley(rules, state, it, enemy.id));
    shots.filter(|(dice, _)| *dice >= least).max_by_key(|(dice, _)| *dice).map(|(_, shot)| shot)
}

/// The next part of a move on the ways to a goal, as long as may be.
pub(super) fn step_along(rules: &Platoon, state: &State, squad: SquadId, ways: &Ways) -> Option<Command> {
    let it = state.squad(squad)?;
    let leader = it.lead();
    let points = ways.along(leader, 4);
    let fits = |to: &&Point| (50..=300).contains(&leader.distance(**to));
    points.iter().rev().filter(fits).find_map(|&to| {
        let command = Command::Step { squad, leg: Leg::To(to) };
        rules.check(state, &command).is_ok().then_some(command)
    })
}
