//! Line of sight and cover.

use serde::{Deserialize, Serialize};

use crate::{Board, Cover, INCH, Point, Veil};

/// How high a standing figure's eyes are above the ground: a fifth of an inch.
const EYES: i32 = 20;

/// How near before a figure something must be to be cover for it, in hundredths of an inch.
pub const COVER_REACH: i32 = INCH + INCH / 2;

/// How far one looks through what is solid from within it, in hundredths of an inch.
pub const THROUGH_SOLID: i32 = 2 * INCH;

/// What a line of sight meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Sight {
    /// From point to point, in hundredths of an inch.
    pub range: i32,
    /// How much of it is through thick growth.
    pub through: i32,
    /// Where it ends before its aim, if it does.
    pub blocked_at: Option<Point>,
}

impl Sight {
    /// Whether one sees the other.
    pub const fn clear(&self) -> bool {
        self.blocked_at.is_none()
    }
}

impl Board {
    /// The line of sight between two points. It goes over the ground between them, through at most `depth` of thick growth
    /// in all, and through nothing solid but what one of the two stands in. The same both ways.
    pub fn sight(&self, from: Point, to: Point, depth: i32) -> Sight {
        let mut sight = self.look(from, to, i32::MAX);
        // Thick growth blocks only as a whole, so that the line is the same both ways.
        if sight.clear() && sight.through > depth {
            sight.blocked_at = Some(to);
        }
        sight
    }

    /// Whether that line is clear, looked at no longer than until it is not.
    pub fn sees(&self, from: Point, to: Point, depth: i32) -> bool {
        let sight = self.look(from, to, depth);
        sight.clear() && sight.through <= depth
    }

    /// The line cell by cell; no farther than to where it is through more growth than `most`, or is blocked if there is a most.
    fn look(&self, from: Point, to: Point, most: i32) -> Sight {
        if self.is_clear_between(from, to) {
            return Sight { range: from.distance(to), through: 0, blocked_at: None };
        }
        let line = Self::cells_between(from, to);
        let range = line.length;
        let (first, last) = (self.index(from), self.index(to));
        let (low, high) = (self.height_of(first) + EYES, self.height_of(last) + EYES);
        let (mut through, mut gone, mut blocked_at) = (0, 0, None);
        for (at, length) in line {
            let cell = self.index(at);
            let here = self.terrain_of(cell);
            let ends = cell == first || cell == last;
            let own = |there: usize, point| here == self.terrain_of(there) && at.within(point, THROUGH_SOLID);
            let solid = match here.veil() {
                Veil::Clear => false,
                Veil::Thick => {
                    through += length;
                    false
                }
                Veil::Solid => !ends && !own(first, from) && !own(last, to),
            };
            let over = || low + (high - low) * (gone + length / 2) / range.max(1);
            let hidden = !ends && !self.is_flat() && self.height_of(cell) > over();
            if blocked_at.is_none() && (hidden || solid) {
                blocked_at = Some(at);
            }
            gone += length;
            if through > most || blocked_at.is_some() && most < i32::MAX {
                break;
            }
        }
        Sight { range, through, blocked_at }
    }

    /// The cover of a figure at `to` against fire from `from`: that of its own cell, or of whatever the line crosses within
    /// [`COVER_REACH`] before it.
    pub fn cover(&self, from: Point, to: Point) -> Cover {
        self.terrain(self.shelter(from, to)).cover()
    }

    /// The cell that gives this cover: the last of the best, its own if none is better. As near as the middle of what the line
    /// crosses of it.
    pub fn shelter(&self, from: Point, to: Point) -> Point {
        self.best_shelter(from, to, |at, _| at.within(to, COVER_REACH))
    }

    /// The same, each cell as near as the line comes to the figure in it.
    pub fn nearest_shelter(&self, from: Point, to: Point) -> Point {
        self.best_shelter(from, to, |_, away| away <= COVER_REACH)
    }

    /// `is_near`: whether a cell is near enough, by the middle of what the line crosses of it and how far away that begins.
    fn best_shelter(&self, from: Point, to: Point, is_near: impl Fn(Point, i32) -> bool) -> Point {
        let first = self.index(from);
        // From the figure outward, and no farther than matters.
        let cells = Self::cells_between(to, from).scan(0, |gone, (at, length)| {
            let away = *gone;
            *gone += length;
            Some((at, away))
        });
        let near = cells.take_while(|(_, away)| *away <= 2 * INCH).filter(|(at, away)| is_near(*at, *away));
        near.map(|(at, _)| at)
            .filter(|at| self.index(*at) != first)
            .fold(to, |best, at| if self.terrain(at).cover() > self.terrain(best).cover() { at } else { best })
    }
}
