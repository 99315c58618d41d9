//! Points. Rule P-victory.

use serde::Serialize;
use table::{INCH, Point};
use tabletop::{Outcome, Sourced};

use crate::Platoon;
use crate::state::{Condition, Fate, Figure, Squad, State, Tally};
use crate::tables::Length;
use crate::troops::{Kind, Side, SquadId, number};

/// A line of the points table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    pub side: Side,
    pub what: &'static str,
    pub count: i32,
    /// What each is worth.
    pub each: i32,
}

/// The points as they stand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Every line of the table.
    pub lines: Vec<Line>,
    pub allied: i32,
    pub vc: i32,
    /// What the game would end in.
    pub result: Outcome,
}

/// Allied casualties that nobody able is near; the rules ask both sides to recover theirs. Beside a real table those who were
/// named at the end.
fn abandoned(rules: &Platoon, state: &State) -> i32 {
    let count = if state.asks_distances() {
        state.abandoned.as_ref().map_or(0, Vec::len)
    } else if state.board.is_some() {
        abandoned_at(rules, state).len()
    } else {
        // Once, beside a real table, those of squads of which nobody is left.
        lying(rules, state).filter(|(s, ..)| s.strength() == 0).count()
    };
    i32::try_from(count).unwrap_or(0)
}

/// Where they lie on the computer's table; nowhere beside a real one.
pub(crate) fn abandoned_at(rules: &Platoon, state: &State) -> Vec<Point> {
    if state.board.is_none() {
        return Vec::new();
    }
    // Once villagers of the Allied side watched over them.
    let soldiers = |s: &&Squad| s.kind != Kind::Peasants || state.options.rulings.before(11);
    let friends = state.squads.iter().filter(|s| s.side == Side::Allied && s.in_play()).filter(soldiers);
    let able: Vec<Point> = friends.flat_map(|s| s.able().map(|(_, f)| f.at)).collect();
    let reach = rules.tables().numbers.recovery.inches();
    let casualties = lying(rules, state).map(|(_, _, f)| f.at);
    casualties.filter(|at| !able.iter().any(|friend| at.within(*friend, reach))).collect()
}

/// Allied casualties whom nobody carries.
fn lying<'a>(rules: &'a Platoon, state: &'a State) -> impl Iterator<Item = (&'a Squad, usize, &'a Figure)> {
    // Once villagers of the Allied side counted as casualties of theirs.
    let counts = |s: &&Squad| s.kind != Kind::Peasants || state.options.rulings.before(10);
    let down = state.squads.iter().filter(|s| s.side == Side::Allied).filter(counts);
    let down = down.flat_map(|s| s.figures.iter().enumerate().map(move |(n, f)| (s, n, f)));
    let down = down.filter(|(_, _, f)| matches!(f.fate, Fate::Killed | Fate::Wounded));
    // Who fell in a vehicle left the table with it. Ruling P-R62.
    let down =
        down.filter(|(s, n, _)| state.options.rulings.before(5) || !(s.gone && state.lies_aboard(s, *n).is_some()));
    // The crew of a wreck has left the table with it. Ruling P-R58.
    let down = down.filter(|(s, ..)| state.options.rulings.before(8) || !s.is_wreck());
    down.filter(|(s, n, _)| !u8::try_from(*n).is_ok_and(|n| state.is_carried(rules, s.id, n)))
}

/// Beside a real table: the casualties of whom it is asked at the end whether anybody is near. Those of hidden squads lie with
/// them, and nobody learns of them by the question. Ruling P-R64.
pub(crate) fn left_lying(rules: &Platoon, state: &State) -> Vec<(SquadId, u8)> {
    let seen = lying(rules, state).filter(|(s, ..)| !state.is_hidden(s));
    seen.map(|(s, n, _)| (s.id, number(n))).collect()
}

/// Whether the Allies still have something to fetch when the enemy has nobody left: stores that they found, and on the computer's
/// table casualties that nobody is near. Rule P-turn.
pub(crate) fn is_unfinished(rules: &Platoon, state: &State, beaten: Side) -> bool {
    let stores = || state.markers.iter().any(|m| m.side == beaten && m.condition == Condition::Found);
    let casualties = || !abandoned_at(rules, state).is_empty();
    beaten == Side::Vc && !state.options.rulings.before(16) && (stores() || casualties())
}

/// What the line for armoured vehicles counts.
pub(crate) const ARMOUR: &str = "armoured vehicles destroyed";
/// What the line for helicopters counts.
pub(crate) const HELICOPTERS: &str = "helicopters destroyed";

/// The points table with these counts.
pub(crate) fn table(rules: &Platoon, t: &Tally, abandoned: i32) -> Vec<Line> {
    let worth = &rules.tables().numbers.points;
    let line = |side, what, count: i32, each: &Sourced<i8>| Line { side, what, count, each: i32::from(each.value) };
    let ours = |what, count: u8, each| line(Side::Allied, what, i32::from(count), each);
    let theirs = |what, count: u8, each| line(Side::Vc, what, i32::from(count), each);
    vec![
        ours("caches destroyed", t.caches_destroyed, &worth.cache_destroyed),
        ours("caches captured", t.caches_captured, &worth.cache_captured),
        ours("fire missions and airstrikes", t.missions, &worth.mission),
        ours("VC captured", t.vc_captured, &worth.vc_captured),
        ours("VC killed", t.vc_killed, &worth.vc_killed),
        line(Side::Allied, "casualties abandoned", abandoned, &worth.abandoned),
        ours("casualties from friendly fire", t.friendly_fire, &worth.friendly_fire),
        theirs("US killed", t.us_killed, &worth.us_killed),
        theirs("US captured", t.us_captured, &worth.us_captured),
        theirs("peasants killed by the US", t.peasants_killed, &worth.peasant_killed),
        theirs(ARMOUR, t.vehicles_destroyed, &worth.armour),
        theirs(HELICOPTERS, t.choppers_destroyed, &worth.helicopter),
    ]
}

/// Every line of the points table as it stands.
pub(crate) fn score(rules: &Platoon, state: &State) -> Score {
    let lines = table(rules, &state.tally, abandoned(rules, state));
    let sum = |side| lines.iter().filter(|l| l.side == side).map(|l| l.count * l.each).sum::<i32>();
    let (allied, vc) = (sum(Side::Allied), sum(Side::Vc));
    let (winner, title) = match allied.cmp(&vc) {
        std::cmp::Ordering::Greater => (Some(Side::Allied.name().to_owned()), "Allied victory"),
        std::cmp::Ordering::Less => (Some(Side::Vc.name().to_owned()), "VC/NVA victory"),
        std::cmp::Ordering::Equal => (None, "Draw"),
    };
    let because = format!("The Allies have {allied} points and VC/NVA {vc}.");
    Score { lines, allied, vc, result: Outcome { winner, title: title.into(), because } }
}

/// How many inches the squads of a side that are in the open are away from the nearest enemy or marker in this view, all
/// together. Who hides waits. Nothing beside a real table.
pub fn way_to_enemies(seen: &State, side: Side) -> i64 {
    if seen.board.is_none() {
        return 0;
    }
    let squads = || seen.squads.iter().filter(|squad| squad.in_play() && squad.hidden.is_none());
    let enemies = squads().filter(|squad| squad.side != side).map(Squad::lead);
    let markers = seen.markers.iter().filter(|marker| marker.side != side).map(|marker| marker.at);
    let goals: Vec<Point> = enemies.chain(markers).collect();
    let away = |at: Point| goals.iter().map(|goal| at.distance(*goal)).min();
    let lengths = squads().filter(|squad| squad.side == side).filter_map(|squad| away(squad.lead()));
    lengths.map(|length| i64::from(length / INCH)).sum()
}
