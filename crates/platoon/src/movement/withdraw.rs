//! Halting and going back. Rule P-morale, rulings P-R34 and P-R49.

use table::{Compass, INCH, Point};

use super::plan::plan_unburdened;
use super::{
    SHORTEST, acting, check_bearers, check_fly, check_free, check_march, check_stand_up, check_unburdened, goers,
    movers,
};
use crate::command::Leg;
use crate::play::Play;
use crate::refuse::No;
use crate::state::{Flight, Order, Squad, State};
use crate::tables::Length;
use crate::troops::{Kind, Mode, SquadId};
use crate::{Platoon, air, rule};

/// How much of a step must lead away, of two parts.
const AWAY: i32 = 1;

/// Whether somebody on the table sees a squad within the range of his weapon. Beside a real table a squad is in range until
/// its player says that it is not.
pub(crate) fn under_guns(rules: &Platoon, state: &State, squad: &Squad) -> bool {
    let Some(board) = &state.board else { return !state.active.clear };
    let tables = rules.tables();
    // Once a helicopter in the air was seen as what stands on the ground, and rockets reached it.
    let flies = squad.flies() && !state.options.rulings.before(14);
    let reach = |s: &Squad, weapon| match s.kind {
        kind if flies && (kind == Kind::Sniper || !air::reaches_up(rules, state, s, weapon, true)) => -1,
        _ if flies => tables.volley_range(weapon),
        Kind::Sniper => tables.numbers.sniper_range.inches(),
        _ if crate::troops::Weapon::Nothing == weapon => -1,
        _ => tables.range(weapon).max(crate::fire::reach(rules, state.options.rulings.before(5), weapon)),
    };
    let enemies = state.squads.iter().filter(|s| s.side != squad.side && s.on_table() && s.kind != Kind::Peasants);
    enemies.into_iter().any(|enemy| {
        enemy.able().any(|(_, gun)| {
            let range = reach(enemy, gun.weapon);
            squad.able().any(|(_, man)| {
                let seen = || match flies {
                    true => air::sees_flying(rules, state, gun.at, man.at),
                    false => air::spots(rules, state, board, enemy, gun.at, man.at),
                };
                range >= 0 && gun.at.within(man.at, range) && seen()
            })
        })
    })
}

/// How far a point is from the nearest enemy in sight.
fn nearest_enemy(state: &State, squad: &Squad, at: Point) -> Option<i32> {
    let enemies = state.squads.iter().filter(|s| s.side != squad.side && s.on_table() && s.kind != Kind::Peasants);
    // Once the first figure of each alone counted.
    if state.options.rulings.before(8) {
        return enemies.map(|s| s.at().distance(at)).min();
    }
    enemies.flat_map(Squad::able).map(|(_, figure)| figure.at.distance(at)).min()
}

/// How far a point is from the nearest edge of the table.
fn to_edge(state: &State, at: Point) -> i32 {
    state.board.as_ref().map_or(0, |board| {
        let corner = board.corner();
        at.x.min(at.y).min(corner.x - at.x).min(corner.y - at.y)
    })
}

/// Whether a squad stands where it may leave the table.
pub(crate) fn at_edge(rules: &Platoon, state: &State, squad: &Squad) -> bool {
    state.board.is_some() && to_edge(state, squad.place(&state.options)) <= rules.tables().numbers.edge.inches()
}

/// Who is halted does not go nearer to the enemy, who withdraws goes away from him, and who leaves goes away from him or to
/// the edge.
pub(super) fn check_order(state: &State, squad: &Squad, from: Point, to: Point) -> Result<(), No> {
    if squad.order == Order::Steady {
        return Ok(());
    }
    let (Some(before), Some(after)) = (nearest_enemy(state, squad, from), nearest_enemy(state, squad, to)) else {
        return Ok(());
    };
    let earlier = state.options.rulings.before(2);
    let nearer = if earlier { nearer_by_squares(state, squad, from, to) } else { after < before };
    if nearer {
        return Err(nearer_to_enemy());
    }
    let length = from.distance(to);
    let leads = |gained: i32| 2 * gained >= AWAY * length;
    let away =
        leads(after - before) || (squad.order == Order::Leaving && leads(to_edge(state, from) - to_edge(state, to)));
    if squad.order >= Order::Withdrawing && !away && !earlier {
        return Err(No::new(
            rule!("P-R49"),
            "This squad is withdrawing, and that leads it off its line.",
            "Move straight away from the nearest enemy, or nearly so.",
        ));
    }
    Ok(())
}

pub(super) fn nearer_to_enemy() -> No {
    No::new(
        rule!("P-morale"),
        "This squad's morale keeps it from going nearer to the enemy.",
        "Stay, or move away from the enemy.",
    )
}

/// As the first saved games measured it.
fn nearer_by_squares(state: &State, squad: &Squad, from: Point, to: Point) -> bool {
    let enemies = state.squads.iter().filter(|s| s.side != squad.side && s.on_table() && s.kind != Kind::Peasants);
    let nearest = |point: Point| enemies.clone().map(|s| s.at().squared(point)).min();
    matches!((nearest(from), nearest(to)), (Some(before), Some(after)) if after < before)
}

/// Whether the acting squad withdraws and can go farther: out of range of the enemy's fire, or off the table.
pub(crate) fn must_go(rules: &Platoon, state: &State) -> bool {
    let Ok(it) = acting(state, state.active.squad) else { return false };
    // At the edge of a real table a squad waits for its pinned figures.
    let waits = || state.board.is_none() && state.active.clear && check_free(state, it).is_err();
    let driven = match it.order {
        Order::Steady | Order::Halted => false,
        Order::Withdrawing => under_guns(rules, state, it),
        Order::Leaving => !at_edge(rules, state, it) && !waits(),
    };
    if !driven || it.aboard.is_some() || movers(it).is_empty() || state.locked_with(it).is_some() {
        return false;
    }
    if it.kind == Kind::Helicopter {
        let somewhere =
            if state.options.rulings.before(8) { Some(it.at()) } else { get_away(rules, state, it, 1).pop() };
        return !state.active.task
            && somewhere.is_some_and(|to| check_fly(rules, state, it.id, Some(to), (None, false)).is_ok());
    }
    let Some(march) = state.active.march else {
        let mode = (!it.kind.is_vehicle()).then_some(Mode::Patrol);
        let lies = !state.active.task && check_stand_up(state, it.id).is_ok();
        // Once who had too few bearers stayed for his casualties.
        let earlier = state.options.rulings.before(10);
        let march = if earlier { check_march } else { check_unburdened };
        return lies || march(rules, state, it.id, mode).is_ok();
    };
    if state.board.is_none() {
        return march.used + SHORTEST <= march.allowance();
    }
    let Some(from) = goers(state, it).first().map(|&n| it.figures[n].at) else { return false };
    Compass::ALL
        .iter()
        .any(|&way| plan_unburdened(rules, state, it.id, Leg::To(from.compass(way, SHORTEST + 1))).is_ok())
}

/// Whether a helicopter that withdraws has done so when it has flown to a point. Beside a real table any flight leads away.
pub(super) fn gets_away(rules: &Platoon, state: &State, squad: &Squad, to: Point) -> bool {
    let Some(board) = &state.board else { return true };
    let mut there = squad.clone();
    there.figures.iter_mut().for_each(|figure| figure.at = to);
    there.flight = Flight::Flying;
    let away = squad.order == Order::Withdrawing && !under_guns(rules, state, &there);
    board.contains(to) && (away || at_edge(rules, state, &there))
}

/// Some of the points at which a helicopter that withdraws is away from the enemy; none if it is away, or cannot get there.
/// Rule P-morale, ruling P-R49.
pub(crate) fn get_away(rules: &Platoon, state: &State, it: &Squad, most: usize) -> Vec<Point> {
    let driven = match it.order {
        Order::Steady | Order::Halted => false,
        Order::Withdrawing => under_guns(rules, state, it),
        Order::Leaving => !at_edge(rules, state, it),
    };
    let from = it.at();
    let Some(board) = state.board.as_ref().filter(|_| driven) else {
        return if driven { vec![from] } else { Vec::new() };
    };
    let goes = |to: &Point| check_order(state, it, from, *to).is_ok() && gets_away(rules, state, it, *to);
    // All the way to the edge, which is away in any case; else as near as may be.
    let ways = Compass::ALL.iter().flat_map(|&way| {
        let inches = (1..).map(|inch| from.compass(way, inch * INCH));
        let points: Vec<Point> = inches.take_while(|to| board.contains(*to)).collect();
        points.last().copied().into_iter().chain(points.into_iter().skip(5).step_by(6)).collect::<Vec<_>>()
    });
    ways.filter(goes).take(most).collect()
}

/// Who withdraws does nothing else before he has gone as far as he can.
pub(crate) fn check_goes(rules: &Platoon, state: &State) -> Result<(), No> {
    if state.options.rulings.before(2) || !must_go(rules, state) {
        return Ok(());
    }
    let lies = state.squad(state.active.squad).is_some_and(|s| movers(s).iter().any(|&n| s.figures[n].prone));
    let flies = state.squad(state.active.squad).is_some_and(|s| s.kind == Kind::Helicopter);
    let drops = state.squad(state.active.squad).is_some_and(|s| check_bearers(rules, state, s).is_err());
    let remedy = match (state.active.march, lies) {
        _ if drops => "Put the casualties down and go away from the enemy.",
        _ if flies => "Fly it away from the enemy.",
        (None, true) => "Stand up, roll for the move and go away from the enemy.",
        (None, false) => "Roll for the move and go away from the enemy.",
        (Some(_), _) => "Keep going away from the enemy until none can fire at the squad or its move is used up.",
    };
    Err(No::new(rule!("P-morale"), "This squad's morale makes it fall back.", remedy))
}

/// Who withdraws may not end his phase while he can go. Rule P-morale.
pub(crate) fn check_done(rules: &Platoon, state: &State) -> Result<(), No> {
    let squad = state.active.squad;
    let it = acting(state, squad)?;
    let mode = (!it.kind.is_vehicle()).then_some(Mode::Patrol);
    let stays = it.order >= Order::Withdrawing && !it.turn.moved && check_march(rules, state, squad, mode).is_ok();
    if state.options.rulings.before(2) && stays {
        return Err(No::new(
            rule!("P-morale"),
            "This squad's morale makes it fall back.",
            "Roll for the move and go away from the enemy.",
        ));
    }
    check_goes(rules, state)
}

impl Play<'_> {
    /// Whether what morale makes of a squad is not done with its phase: it was told so in this very phase, or has not gone back
    /// though the enemy can fire at it. Ruling P-R49.
    pub fn order_stands(&self, squad: SquadId) -> bool {
        let Some(it) = self.state.squad(squad).filter(|_| !self.state.options.rulings.before(2)) else {
            return false;
        };
        match it.order {
            Order::Steady | Order::Leaving => false,
            Order::Halted => self.state.active.ordered,
            Order::Withdrawing => !self.state.active.went_back && under_guns(self.rules, self.state, it),
        }
    }
}
