//! Ways over a table of terrain: how far it is to a goal from every inch, round what cannot be crossed.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use table::{Board, Cover, Going, INCH, Point, Terrain};

/// What an inch of good ground costs.
const INCH_COST: u32 = 10;
/// There is no way.
const NOWHERE: u32 = u32::MAX;
/// Inches within which covered places on the way to a goal are looked for.
const BOUND: i32 = 10;
/// A place nearer than this to a goal is not on the way to it, but there; and one that is not nearer by as much leads nowhere.
const SHORT: i32 = 2 * INCH;

/// How far it is to a goal from everywhere.
#[derive(Debug)]
pub(crate) struct Ways {
    goal: Point,
    columns: usize,
    lines: usize,
    cost: Vec<u32>,
}

impl Ways {
    /// The ways to a goal; `going` says how a kind of ground is crossed.
    pub(crate) fn to(board: &Board, goal: Point, going: impl Fn(Terrain) -> Going) -> Arc<Self> {
        let (columns, lines) = (board.columns(), board.lines());
        let mut ways = Self { goal, columns, lines, cost: vec![NOWHERE; columns * lines] };
        let ground: Vec<Terrain> = (0..columns * lines).map(|cell| board.terrain(ways.middle(cell))).collect();
        let start = ways.cell(goal);
        ways.cost[start] = 0;
        let mut open = BinaryHeap::from([Reverse((0, start))]);
        while let Some(Reverse((cost, cell))) = open.pop() {
            if cost > ways.cost[cell] {
                continue;
            }
            // The way leads from `next` into `cell`; the goal itself may be somewhere that nobody enters.
            let enter = match going(ground[cell]) {
                Going::Good => 10,
                Going::Bad => 16,
                Going::Impassable if cell == start => 10,
                Going::Impassable => continue,
            };
            let hurdle = if ground[cell].is_obstacle() { 2 * INCH_COST } else { 0 };
            for (next, diagonal) in ways.beside(cell) {
                let step = if diagonal { enter * 14 / 10 } else { enter };
                let sum = cost + step + hurdle;
                if sum < ways.cost[next] {
                    ways.cost[next] = sum;
                    open.push(Reverse((sum, next)));
                }
            }
        }
        Arc::new(ways)
    }

    /// How far it is, in tenths of an inch of good ground; `None` if there is no way.
    pub(crate) fn from(&self, at: Point) -> Option<u32> {
        let cost = self.cost[self.cell(at)];
        (cost != NOWHERE).then_some(cost)
    }

    /// Points on the way from here, nearest first, an inch or so apart, the goal last; at most `count`.
    pub(crate) fn along(&self, at: Point, count: usize) -> Vec<Point> {
        let mut points = Vec::new();
        let mut cell = self.cell(at);
        while points.len() < count && self.cost[cell] != 0 {
            let next = self.beside(cell).map(|(next, _)| next).min_by_key(|next| (self.cost[*next], *next));
            match next.filter(|next| self.cost[*next] < self.cost[cell]) {
                Some(next) => cell = next,
                None => break,
            }
            points.push(if self.cost[cell] == 0 { self.goal } else { self.middle(cell) });
        }
        if self.cost[cell] == 0 && points.is_empty() && at != self.goal {
            points.push(self.goal);
        }
        points
    }

    fn cell(&self, at: Point) -> usize {
        let part = |v: i32, count: usize| usize::try_from(v / INCH).unwrap_or(0).min(count.saturating_sub(1));
        part(at.y, self.lines) * self.columns + part(at.x, self.columns)
    }

    fn middle(&self, cell: usize) -> Point {
        let inch = |v: usize| i32::try_from(v).unwrap_or(0);
        Point::inches(inch(cell % self.columns), inch(cell / self.columns)).middle()
    }

    /// The cells around a cell, and whether they touch it with a corner only.
    fn beside(&self, cell: usize) -> impl Iterator<Item = (usize, bool)> + use<> {
        let (columns, lines) = (self.columns, self.lines);
        let (x, y) = (cell % columns, cell / columns);
        const AROUND: [(isize, isize); 8] = [(0, -1), (1, 0), (0, 1), (-1, 0), (1, -1), (1, 1), (-1, 1), (-1, -1)];
        AROUND.into_iter().filter_map(move |(dx, dy)| {
            let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
            (x < columns && y < lines).then_some((y * columns + x, dx != 0 && dy != 0))
        })
    }
}

/// The covered places on the way to the nearest goal, in hard cover and in soft: of each the nearest, and the one that brings it farthest.
pub(crate) fn covered_on_the_way(board: &Board, at: Point, goals: &[Point]) -> Vec<Point> {
    let Some(goal) = goals.iter().min_by_key(|goal| (goal.squared(at), **goal)) else { return Vec::new() };
    let nearer = SHORT..at.distance(*goal) - SHORT;
    let around = (-BOUND..=BOUND).flat_map(|dx| (-BOUND..=BOUND).map(move |dy| (dx, dy)));
    let places = around.map(|(dx, dy)| at.plus(dx * INCH, dy * INCH).middle());
    let on_the_way: Vec<Point> =
        places.filter(|place| board.contains(*place) && nearer.contains(&place.distance(*goal))).collect();
    let best = |cover: Cover| {
        let covered = || on_the_way.iter().filter(move |place| board.terrain(**place).cover() == cover).copied();
        let nearest = covered().min_by_key(|place| (place.squared(at), *place));
        let farthest = covered().min_by_key(|place| (place.squared(*goal), *place));
        nearest.into_iter().chain(farthest)
    };
    best(Cover::Hard).chain(best(Cover::Soft)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cover_on_the_way_is_the_nearest_and_the_farthest_of_each_kind_within_ten_inches_and_leads_nearer() {
        let board =
            Board::new(&["J...S.J.SJ..J..J....J", ".....................", "....................."], &[]).unwrap();
        let middle = |column: i32| Point::new(column * INCH, 0).middle();
        let at = middle(1);
        let found = covered_on_the_way(&board, at, &[middle(20), middle(19)]);
        assert_eq!(found, [4, 8, 6, 9].map(middle));
        assert_eq!(
            covered_on_the_way(&board, at, &[middle(5)]),
            [],
            "what is nearer by less than two inches is not on the way"
        );
        assert_eq!(covered_on_the_way(&board, at, &[]), []);
    }
}
