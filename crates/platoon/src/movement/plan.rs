//! A part of a move before it is made: what it costs and where the figures go. Rules P-infantry-move and P-vehicle-move.

use table::{INCH, Point, Terrain, Walk};

use super::withdraw::nearer_to_enemy;
use super::{
    SHORTEST, acting, check_bearers, check_ground, check_order, check_unlocked, ends_badly, goers, longest, wrong_facts,
};
use crate::command::Leg;
use crate::hidden::check_reach;
use crate::refuse::{No, Part, said};
use crate::state::{Condition, Content, Hull, Marker, Order, State};
use crate::tables::Length;
use crate::troops::{Kind, MarkerId, SquadId};
use crate::{Platoon, rule, scenario};

/// Obstacles that a part of a move crosses at most.
const MOST_OBSTACLES: u8 = 9;

/// A part of a move, as it would be.
pub(crate) struct Planned {
    pub to: Option<Point>,
    pub length: i32,
    pub bad: bool,
    pub obstacles: u8,
    /// Where each figure goes.
    pub figures: Vec<(usize, Point)>,
    pub ends_in: Option<Terrain>,
    pub noticed: bool,
    /// Beside a real table: whether no enemy can fire at it there.
    pub clear: bool,
    /// Beside a real table: the marker it comes to.
    pub meets: Option<MarkerId>,
}

impl Planned {
    /// What it takes of the move. Rule P-infantry-move.
    pub fn cost(&self, rules: &Platoon) -> i32 {
        self.length.saturating_add(i32::from(self.obstacles) * rules.tables().numbers.obstacle.inches())
    }
}

pub(crate) fn plan_step(rules: &Platoon, state: &State, squad: SquadId, leg: Leg) -> Result<Planned, No> {
    let planned = plan_unburdened(rules, state, squad, leg)?;
    // Once bearers were counted only before the move.
    if !state.options.rulings.before(7) {
        check_bearers(rules, state, acting(state, squad)?)?;
    }
    Ok(planned)
}

/// The same, as if the squad had put its casualties down.
pub(super) fn plan_unburdened(rules: &Platoon, state: &State, squad: SquadId, leg: Leg) -> Result<Planned, No> {
    let it = acting(state, squad)?;
    let Some(march) = state.active.march else {
        return Err(No::new(rule!("P-infantry-move"), "The move has not been rolled yet.", "Roll for the move first."));
    };
    if !state.options.rulings.before(5) {
        check_unlocked(state)?;
    }
    let movers = goers(state, it);
    if movers.is_empty() || it.hull != Hull::Running {
        return Err(No::new(rule!("P-fire"), "No figure of this squad can move now.", "Fire, or end the phase."));
    }
    let planned = match (leg, &state.board) {
        (Leg::Measured { length, bad, obstacles, ends_in, noticed, nearer, clear, meets }, None) => {
            check_ground(state, squad, ends_in)?;
            if nearer && it.order > Order::Steady {
                return Err(nearer_to_enemy());
            }
            Planned {
                to: None,
                length,
                bad: bad || ends_badly(state, it.kind, ends_in),
                obstacles,
                figures: Vec::new(),
                ends_in: Some(ends_in),
                noticed: noticed && it.hidden.is_some(),
                // Once it held for an order that came later.
                clear: clear && (it.order >= Order::Withdrawing || state.options.rulings.before(13)),
                meets: meets.map(|marker| check_reach(state, squad, marker).map(|()| marker)).transpose()?,
            }
        }
        (Leg::To(to), Some(board)) => {
            if !board.contains(to) {
                return Err(No::new(rule!("P-turn"), "That is off the table.", "Choose a point of the table."));
            }
            let from = it.figures[movers[0]].at;
            let way = from.heading(to);
            let walk = |a: Point, b: Point| if it.kind == Kind::Boat { board.voyage(a, b) } else { board.walk(a, b) };
            let lead = walk(from, to);
            if lead.impassable > 0 {
                return Err(No::new(rule!("P-R09"), "The squad cannot get through there.", "Go round."));
            }
            let mut sum = Walk { length: lead.length, ..Walk::default() };
            let mut figures = Vec::new();
            // Who drives takes all along that sit in the vehicle. Ruling P-R61.
            let whole = it.kind.is_vehicle() && !state.options.rulings.before(3);
            if whole {
                (sum.bad, sum.obstacles) = (lead.bad, lead.obstacles);
                let inside = |n: &usize| it.figures[*n].able() || it.figures[*n].at == it.at();
                figures.extend((0..it.figures.len()).filter(inside).map(|n| (n, to)));
            }
            for &n in movers.iter().filter(|_| !whole) {
                let at = it.figures[n].at;
                let goal = if n == movers[0] || it.kind.is_vehicle() {
                    to
                } else if at.within(from, straggles(n)) {
                    scenario::fit(board, to, at.plus(way.dx, way.dy))
                } else {
                    // Who was pinned and stayed behind closes up, as far as the others go.
                    let place = scenario::place(board, it.kind, to, n);
                    let near = at.toward(place, at.distance(place).min(lead.length));
                    if walk(at, near).impassable > 0 { at } else { scenario::fit(board, near, near) }
                };
                let leg = walk(at, goal);
                sum.bad += leg.bad;
                sum.obstacles = sum.obstacles.max(leg.obstacles);
                figures.push((n, goal));
            }
            check_order(state, it, from, to)?;
            Planned {
                to: Some(to),
                length: lead.length,
                bad: sum.bad > 0,
                obstacles: sum.obstacles,
                figures,
                ends_in: None,
                noticed: false,
                clear: false,
                meets: None,
            }
        }
        (_, board) => return Err(wrong_facts(board.is_some())),
    };
    if planned.length < SHORTEST {
        return Err(No::new(
            rule!("P-turn"),
            said!("Each part of a move is at least {}.", Part::Length(SHORTEST)),
            "Go farther, or let the move end here.",
        ));
    }
    // Beside a real table the others say stop.
    if state.board.is_some() && planned.length > longest(rules) {
        return Err(No::new(
            rule!("P-turn"),
            said!("Each part of a move is at most {}.", Part::Length(longest(rules))),
            "Move in shorter parts, so that the enemy may interrupt.",
        ));
    }
    if planned.obstacles > MOST_OBSTACLES {
        return Err(No::new(
            rule!("P-turn"),
            said!("No part of a move crosses more than {} obstacles.", MOST_OBSTACLES),
            "Cross some of them in this part and the others in the next.",
        ));
    }
    let mut after = march;
    after.met_bad |= planned.bad;
    after.used = after.used.saturating_add(planned.cost(rules));
    if after.used > after.allowance() {
        return Err(No::new(
            rule!("P-infantry-move"),
            said!(
                "That takes {}, and {} are left.",
                Part::Length(planned.cost(rules)),
                Part::Length((after.allowance() - march.used).max(0))
            ),
            "Move a shorter distance, or over better ground.",
        ));
    }
    Ok(planned)
}

/// The same, but no farther than to the first marker of the enemy's that somebody would pass within reach and not end at: nobody
/// steps over what he comes across. Rules P-hidden and P-traps.
pub(crate) fn plan_to_marker(rules: &Platoon, state: &State, squad: SquadId, leg: Leg) -> Result<Planned, No> {
    let planned = plan_step(rules, state, squad, leg)?;
    let (Some(it), Some(to)) = (state.squad(squad).filter(|_| !state.options.rulings.before(5)), planned.to) else {
        return Ok(planned);
    };
    let reach = rules.tables().numbers.trap_reach.inches();
    let lies = |m: &&Marker| m.side != it.side && m.condition == Condition::Down && m.content != Content::Cache;
    let passed = |m: &&Marker| !planned.figures.iter().any(|(_, goal)| goal.within(m.at, reach));
    let markers: Vec<&Marker> = state.markers.iter().filter(lies).filter(passed).collect();
    // Tenths of an inch that the first figure has gone, and the others in proportion.
    let meets = |gone: i32| {
        let place = |&(n, goal): &(usize, Point)| {
            let at = it.figures[n].at;
            at.toward(goal, at.distance(goal) * gone / planned.length.max(1))
        };
        let there = |m: &&&Marker| planned.figures.iter().any(|figure| place(figure).within(m.at, reach));
        markers.iter().find(there).map(|m| (gone, m.id))
    };
    let Some((gone, marker)) = (1..planned.length / 10).find_map(|n| meets(n * 10)) else { return Ok(planned) };
    let from = it.figures[goers(state, it)[0]].at;
    let short = Leg::To(from.toward(to, gone.max(SHORTEST + 1)));
    Ok(Planned { meets: Some(marker), ..plan_step(rules, state, squad, short).unwrap_or(planned) })
}

/// How far from its leader a figure stands at most while it has not been left behind: its place in the double row, and
/// two inches.
fn straggles(n: usize) -> i32 {
    let (x, y) = scenario::formation(n);
    Point::default().distance(Point::new(x, y)) + 2 * INCH
}
