//! What is good on the table: points above all, men, and being where points are to be had.

use ::platoon::state::{Condition, Mission, Order, Squad};
use ::platoon::{Kind, Platoon, Side, State};
use table::{Cover, INCH, Point};

use super::threat;
use crate::thinking::{MOST_TERMS, Term, term};

pub(super) const TERMS: [Term; 18] = [
    term("points", "wins points", "loses points", [400, 400]).counted(),
    term("own men", "spares your men", "may cost you men", [500, 400]).counted(),
    term("enemy men", "costs the enemy men", "spares the enemy", [400, 500]).counted(),
    term("finding", "finds who hides", "lets the enemy hide", [300, 0]),
    term("hiding", "keeps your squads hidden", "shows a hidden squad", [0, 200]),
    term("way", "goes where points are to be had", "strays from where points are to be had", [30, 0]),
    term("enemy near", "closes with the enemy", "keeps away from the enemy", [0, 10]),
    term("cover", "takes cover", "leaves cover", [60, 60]),
    term("own pinned", "keeps your men free to move", "gets your men pinned", [80, 80]),
    term("enemy pinned", "pins the enemy", "lets the enemy move", [80, 80]),
    term("own morale", "keeps your squads steady", "may break a squad of yours", [200, 200]),
    term("enemy morale", "breaks the enemy's nerve", "lets the enemy recover his nerve", [200, 200]),
    term("ready", "keeps fire in hand", "spends fire", [60, 60]),
    term("markers", "clears up what lies under a marker", "leaves markers as they are", [150, 0]),
    term("stores", "has found stores to take", "leaves stores to be found", [4000, 0]),
    term("danger", "stays out of the enemy's fire", "stands in the enemy's fire", [0, 0]),
    term("bearing", "has the enemy in its fire", "has nobody to fire at", [0, 0]),
    term("shells", "brings shells down among the enemy", "asks for shells that cost more than they bring", [220, 0])
        .for_the_second("keeps out of the enemy's shells", "stays where shells are to fall"),
];

/// Where the terms of the fire to come stand among them.
const DANGER: usize = 15;
const BEARING: usize = 16;

pub(super) fn measure(
    rules: &Platoon,
    state: &State,
    side: Side,
    weights: &[i64; MOST_TERMS],
    counts: &mut [i64; MOST_TERMS],
) {
    let score = rules.score(state);
    let lead = i64::from(score.allied - score.vc);
    let number = |n: usize| i64::try_from(n).unwrap_or(0);
    let fights = |squad: &&Squad| squad.in_play() && squad.kind != Kind::Peasants;
    let of = |whose: Side| state.squads.iter().filter(move |squad| squad.side == whose).filter(fights);
    let men = |whose: Side| -> i64 {
        of(whose).map(|squad| if squad.strength() == 0 { 5 } else { number(squad.strength()) * worth(squad) }).sum()
    };
    let hidden = |whose: Side| number(of(whose).filter(|squad| squad.hidden.is_some()).count());
    let pinned = |whose: Side| -> i64 {
        of(whose).map(|squad| number(squad.able().filter(|(_, figure)| figure.pinned.is_some()).count())).sum()
    };
    let shaken = |whose: Side| -> i64 { of(whose).map(|squad| i64::from(shaken(squad.order))).sum() };
    let goals = goals(rules, state, side);
    let minded = [DANGER, BEARING].iter().any(|term| weights[*term] != 0);
    let (ours, theirs) = if minded { threat::fire_to_come(rules, state, side) } else { (0, 0) };
    let mut way = 0;
    let mut cover = 0;
    let mut near = 0;
    for squad in of(side).filter(|squad| squad.on_table() && squad.kind != Kind::Helicopter) {
        let at = squad.lead();
        if let Some(distance) = goals.iter().map(|goal| at.distance(*goal)).min() {
            way -= i64::from(distance / INCH);
        }
        let here = state.ground(squad).cover();
        cover += if here == Cover::Hard { 2 } else { i64::from(here == Cover::Soft) };
        let enemies = of(side.enemy()).filter(|enemy| enemy.on_table());
        let nearest = enemies.map(|enemy| at.distance(enemy.at())).min();
        near -= i64::from(nearest.unwrap_or(0) / INCH);
    }
    let enemy_markers = || state.markers.iter().filter(|marker| marker.side != side);
    let found = number(enemy_markers().filter(|marker| marker.condition == Condition::Found).count());
    let list = [
        if side == Side::Allied { lead } else { -lead },
        men(side),
        -men(side.enemy()),
        -hidden(side.enemy()),
        hidden(side),
        way,
        near,
        cover,
        -pinned(side),
        pinned(side.enemy()),
        -shaken(side),
        shaken(side.enemy()),
        number(of(side).filter(|squad| !squad.has_fired(&state.options) && !squad.turn.no_fire).count()),
        -number(enemy_markers().filter(|marker| marker.condition == Condition::Down).count()),
        found,
        -theirs,
        ours,
        shells(state, side) - shells(state, side.enemy()),
    ];
    counts[..list.len()].copy_from_slice(&list);
}

/// How far from its target a salvo is feared.
const FEARED: i32 = 7 * INCH;
/// How far it is hoped for.
const HOPED: i32 = 4 * INCH;
/// Men in a salvo's reach, salvo by salvo, that make up for the points a mission costs: it costs as many as five of the enemy's
/// killed bring. With 18 a Regular asked in a quarter of the games of an ambush, and lost by it.
const PAID_BY: i64 = 40;

/// What shells at a target are worth to a side, by the men near it: its own count double, and so do peasants.
pub(super) fn shells_worth(state: &State, side: Side, target: Point) -> i64 {
    let near = |squad: &&Squad| {
        let ours = squad.side == side || squad.kind == Kind::Peasants;
        squad.on_table() && squad.at().within(target, if ours { FEARED } else { HOPED })
    };
    let men = |squad: &Squad| i64::try_from(squad.strength()).unwrap_or(0) * worth(squad);
    let of =
        |squad: &Squad| if squad.side == side || squad.kind == Kind::Peasants { -2 * men(squad) } else { men(squad) };
    state.squads.iter().filter(near).map(of).sum()
}

/// What the missions under way are worth to a side that sees this.
fn shells(state: &State, side: Side) -> i64 {
    let of = |mission: &Mission| {
        let cost = if mission.arrived { 0 } else { PAID_BY };
        // How often an aircraft attacks is not known before it has come.
        i64::from(mission.left) * shells_worth(state, side, mission.target) - cost
    };
    state.missions.iter().filter(|mission| mission.side == side).map(of).sum()
}

/// What a figure of a squad is worth against a rifleman.
fn worth(squad: &Squad) -> i64 {
    match squad.kind {
        Kind::Tank | Kind::Helicopter => 8,
        Kind::Apc | Kind::Boat => 5,
        Kind::Soft => 3,
        _ => 1,
    }
}

fn shaken(order: Order) -> u8 {
    match order {
        Order::Steady => 0,
        Order::Halted => 1,
        Order::Withdrawing => 2,
        Order::Leaving => 3,
    }
}

/// Where points are to be had: the enemy's markers, stores that were found, and enemies in sight; where there is none of these, Allied
/// casualties that nobody is near.
pub(super) fn goals(rules: &Platoon, state: &State, side: Side) -> Vec<Point> {
    let markers = state.markers.iter().filter(|m| m.side != side && m.condition != Condition::Removed).map(|m| m.at);
    let enemies = state.squads.iter().filter(|s| s.side != side && s.on_table() && s.kind != Kind::Peasants);
    let found: Vec<Point> = markers.chain(enemies.map(Squad::at)).collect();
    if found.is_empty() && side == Side::Allied { rules.abandoned(state) } else { found }
}
