//! What is good in a skirmish: points, figures that stand, being where points are to be had, and having the enemy before one.

use ::skirmish::figure::{Figure, Work};
use ::skirmish::scenario::Goal;
use ::skirmish::{Side, Skirmish, State};
use table::{Cover, INCH, Point};

use super::threat;
use crate::thinking::{MOST_TERMS, Term, term};

pub(super) const TERMS: [Term; 19] = [
    term("points", "wins points", "loses points", [300, 300]).counted(),
    term("own figures", "keeps your figures in the fight", "may cost you figures", [300, 300]).counted(),
    term("enemy figures", "costs the enemy figures", "lets the enemy come on", [300, 300]).counted(),
    term("own counters", "keeps your figures steady", "gets your figures suppressed", [60, 60]).counted(),
    term("enemy counters", "suppresses the enemy", "lets the enemy recover", [70, 70]).counted(),
    term("badly hit", "brings an enemy near his end", "lets the badly hit get away", [60, 60]),
    term("own badly hit", "spares those who are badly hit", "brings one of yours near his end", [60, 60]),
    term("way", "goes where points are to be had", "strays from where points are to be had", [40, 6]),
    term("held", "holds the place that counts", "gives up the place that counts", [300, 300]),
    term("finding", "finds who hides", "loses sight of the enemy", [30, 30]),
    term("hiding", "keeps hidden", "shows a hidden figure", [10, 40]),
    term("facing", "looks at the enemy", "looks away from the enemy", [20, 20]),
    term("cover", "takes cover", "leaves cover", [15, 15]),
    term("enemy near", "closes with the enemy", "keeps away from the enemy", [3, 3]),
    term("grenades", "keeps grenades in hand", "spends grenades", [10, 10]),
    term("danger", "stays out of the enemy's sight", "comes under the enemy's eyes", [0, 0]),
    term("claymores", "lays a Claymore on the enemy's way", "uses a Claymore up", [60, 60]),
    term("mortars", "gets a mortar ready to fire", "has no mortar ready", [25, 25]),
    term("fire to come", "comes where its fire counts", "leaves where its fire counts", [0, 0]),
];

/// Where the fire to come stands among them.
const FIRE_TO_COME: usize = 18;

/// Phases of setting up that a mortar ready to fire counts as.
const READY: i64 = 12;

/// How many counters are nearly the end of somebody.
const BADLY: u8 = 3;

/// A place that a side is to hold.
#[derive(Clone, Copy)]
pub(super) struct Post {
    pub at: Point,
    /// How near one must be to hold it.
    within: i32,
}

impl Post {
    /// Whether a side has somebody there who can hold it.
    pub fn has(self, state: &State, side: Side) -> bool {
        ::skirmish::score::is_at(state, side, self.at, self.within)
    }
}

/// Places that a side is to hold.
pub(super) fn posts(state: &State, side: Side) -> impl Iterator<Item = Post> + '_ {
    state.setting().goals[side as usize].iter().filter_map(|goal| match goal {
        Goal::Hold { at, within_in, .. } => Some(Post { at: *at, within: i32::from(*within_in) * INCH }),
        _ => None,
    })
}

pub(super) fn measure(
    rules: &Skirmish,
    state: &State,
    side: Side,
    weights: &[i64; MOST_TERMS],
    counts: &mut [i64; MOST_TERMS],
) {
    let points = |whose| i64::from(::skirmish::score::points(state, whose));
    let fights = |whose: Side| state.of(whose).map(|(_, figure)| figure).filter(|figure| figure.in_play());
    let number = |n: usize| i64::try_from(n).unwrap_or(0);
    let worth = |figure: &Figure| if figure.vehicle { 4 } else { 1 };
    let men = |whose: Side| -> i64 { fights(whose).map(worth).sum() };
    let suppressed = |whose: Side| -> i64 { fights(whose).map(|figure| i64::from(figure.counters)).sum() };
    let badly = |whose: Side| number(fights(whose).filter(|figure| figure.counters >= BADLY).count());
    let located =
        |whose: Side| number(state.of(whose).filter(|(id, figure)| figure.in_play() && state.is_located(*id)).count());
    let grenades = |whose: Side| -> i64 { fights(whose).map(|f| i64::from(f.kit.grenades[0])).sum() };
    let mut faced = 0;
    let mut danger = 0;
    let mut near = 0;
    let mut cover = 0;
    for (_, figure, at) in state.placed().filter(|(_, figure, _)| figure.side == side) {
        let enemies = state.placed().filter(|(id, other, _)| other.side != side && state.is_located(*id));
        if let Some((distance, enemy, to)) =
            enemies.map(|(_, other, to)| (at.distance(to), other, to)).min_by_key(|e| e.0)
        {
            faced += i64::from(before(figure, at, to));
            danger += i64::from(before(enemy, to, at) && enemy.counters < BADLY);
            near -= i64::from(distance / INCH);
        }
        cover += match state.board().terrain(at).cover() {
            Cover::Hard => 2,
            Cover::Soft => 1,
            Cover::None => 0,
        };
    }
    let holds = |whose: Side| -> i64 {
        let balance = |post: Post| i64::from(post.has(state, whose)) - i64::from(post.has(state, whose.enemy()));
        posts(state, whose).map(balance).sum()
    };
    let minded = weights[FIRE_TO_COME] != 0;
    let list = [
        points(side) - points(side.enemy()),
        men(side),
        -men(side.enemy()),
        -suppressed(side),
        suppressed(side.enemy()),
        badly(side.enemy()),
        -badly(side),
        -::skirmish::score::way_to_goals(state, side),
        holds(side) - holds(side.enemy()),
        located(side.enemy()),
        -located(side),
        faced,
        cover,
        near,
        grenades(side),
        -danger,
        number(state.claymores().iter().filter(|claymore| claymore.side == side).count()),
        fights(side).map(mortar).sum(),
        if minded { threat::fire_to_come(rules, state, side) } else { 0 },
    ];
    counts[..list.len()].copy_from_slice(&list);
}

/// How far a mortar is from being ready to fire, as phases done.
fn mortar(figure: &Figure) -> i64 {
    match (figure.mortar, figure.work) {
        (Some(mortar), _) if mortar.ready => READY,
        (Some(_), Some((Work::SetUp, done))) => i64::from(done),
        _ => 0,
    }
}

/// Whether a point lies in the half before a figure.
fn before(figure: &Figure, at: Point, to: Point) -> bool {
    let (dx, dy) = (i64::from(to.x - at.x), i64::from(to.y - at.y));
    i64::from(figure.facing.dx) * dx + i64::from(figure.facing.dy) * dy > 0
}
