//! Points and the result. The rules print none: a scenario says what each side is after.

use serde::Serialize;
use table::{INCH, Point};
use tabletop::Outcome;

use crate::Skirmish;
use crate::figure::{Side, Standing};
use crate::scenario::{Edge, Goal};
use crate::state::{State, Step};

/// Whether a side has somebody on foot within so many hundredths of an inch of a point: a vehicle holds nothing.
pub fn is_at(state: &State, side: Side, at: Point, within: i32) -> bool {
    state.placed().any(|(_, figure, place)| figure.side == side && !figure.vehicle && place.within(at, within))
}

/// What a goal is worth now.
fn worth(state: &State, side: Side, goal: &Goal) -> u16 {
    let enemies = |wreck: bool| {
        let gone = state.of(side.enemy()).filter(|(_, f)| f.standing == Standing::Removed && (!wreck || f.vehicle));
        u16::try_from(gone.count()).unwrap_or(u16::MAX)
    };
    match *goal {
        Goal::Kill { points } => enemies(false) * u16::from(points),
        Goal::Wreck { points } => enemies(true) * u16::from(points),
        Goal::Exit { edge, points } => {
            let all = state.setting().rulings.before(7);
            // Beside a real table all edges of a side are worth the same: the first one stands for them.
            let unsaid = exits(state, side).next();
            let by = |id| state.gone(id).and_then(|gone| gone.by).or(unsaid);
            let left = state.of(side).filter(|(_, f)| f.standing == Standing::Left);
            let out = left.filter(|(id, _)| all || by(*id) == Some(edge)).count();
            u16::try_from(out).unwrap_or(u16::MAX) * u16::from(points)
        }
        Goal::Hold { at, within_in, points } => {
            let within = i32::from(within_in) * INCH;
            let there = |side| is_at(state, side, at, within);
            if state.step() == Step::Over && there(side) && !there(side.enemy()) { u16::from(points) } else { 0 }
        }
    }
}

/// The edges that a scenario lets a side leave by.
pub(crate) fn exits(state: &State, side: Side) -> impl Iterator<Item = Edge> + '_ {
    let goals = state.setting().goals[side as usize].iter();
    goals.filter_map(|goal| if let Goal::Exit { edge, .. } = goal { Some(*edge) } else { None })
}

/// A goal with what it has brought so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScoreLine {
    pub goal: Goal,
    /// In words: `2 points for each enemy figure removed`.
    pub words: String,
    /// Points so far.
    pub points: u16,
    /// Whether it is counted at the end only.
    pub at_the_end: bool,
}

impl Goal {
    /// In words.
    pub fn words(&self) -> String {
        let points = |n: u8| crate::words::count(n, "point");
        match *self {
            Self::Kill { points: n } => format!("{} for each enemy figure removed", points(n)),
            Self::Wreck { points: n } => format!("{} for each enemy vehicle that exploded", points(n)),
            Self::Exit { edge, points: n } => {
                format!("{} for each of its figures that leaves by the {} edge", points(n), edge.name())
            }
            Self::Hold { at, within_in, points: n } => {
                format!(
                    "{} for a figure on foot within {within_in}\" of {at}, if the enemy has none there at the end",
                    points(n)
                )
            }
        }
    }
}

/// A side's points line by line, in the order of its goals. Ask it about a view: what it counts is public.
pub fn lines(state: &State, side: Side) -> Vec<ScoreLine> {
    let line = |goal: &Goal| ScoreLine {
        goal: goal.clone(),
        words: goal.words(),
        points: worth(state, side, goal),
        at_the_end: matches!(goal, Goal::Hold { .. }),
    };
    state.setting().goals[side as usize].iter().map(line).collect()
}

/// A side's points. What is held counts at the end only, or it would tell where hidden figures are.
pub fn points(state: &State, side: Side) -> u16 {
    state.setting().goals[side as usize].iter().map(|goal| worth(state, side, goal)).fold(0, u16::saturating_add)
}

/// The result, once the game is over.
pub(crate) fn outcome(rules: &Skirmish, state: &State) -> Option<Outcome> {
    if state.step() != Step::Over {
        return None;
    }
    let [us, vc] = Side::ALL.map(|side| points(state, side));
    let because = format!("US/ARVN has {us} points, VC/NVA {vc}.");
    let (winner, more, less) = match us.cmp(&vc) {
        std::cmp::Ordering::Equal => {
            return Some(Outcome { winner: None, title: "Draw".into(), because });
        }
        std::cmp::Ordering::Greater => (Side::UsArvn, us, vc),
        std::cmp::Ordering::Less => (Side::VcNva, vc, us),
    };
    let clear = u32::from(rules.numbers().clear_victory.value) * u32::from(less);
    let kind = if u32::from(more) >= clear { "clear victory" } else { "narrow victory" };
    let name = winner.name();
    Some(Outcome { winner: Some(name.into()), title: format!("{name} {kind}"), because })
}

/// How many inches the figures of a side are away from what brings it points, all together: the place to be held, the edge to
/// leave by. Where only the enemy counts, from the nearest of those in this view. Nothing beside a real table.
pub fn way_to_goals(seen: &State, side: Side) -> i64 {
    if seen.is_beside() {
        return 0;
    }
    let goals = &seen.setting().goals[side as usize];
    let enemies: Vec<Point> = seen.placed().filter(|(_, other, _)| other.side != side).map(|(_, _, at)| at).collect();
    let away = |at: Point| -> Option<i32> {
        let to_goals = goals.iter().filter_map(|goal| match *goal {
            Goal::Hold { at: place, .. } => Some(at.distance(place)),
            Goal::Exit { edge, .. } => Some(edge.distance(seen.board(), at)),
            Goal::Kill { .. } | Goal::Wreck { .. } => None,
        });
        to_goals.min().or_else(|| enemies.iter().map(|enemy| at.distance(*enemy)).min())
    };
    let figures = seen.placed().filter(|(_, figure, _)| figure.side == side);
    figures.filter_map(|(_, _, at)| away(at)).map(|length| i64::from(length / INCH)).sum()
}
