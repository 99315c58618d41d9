//! Line of sight and cover.

use serde::{Deserialize, Serialize};

use crate::{Board, Cover, INCH, Point, Veil};

/// How high a standing figure's eyes are above the ground: a fifth of an inch.
const EYES: i32 = 20;

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
        let range = from.distance(to);
        let (low, high) = (self.height(from) + EYES, self.height(to) + EYES);
        let (mut through, mut gone, mut blocked_at) = (0, 0, None);
        for (at, length) in Self::cells_between(from, to) {
            let here = self.terrain(at);
            let ends = self.same_cell(at, from) || self.same_cell(at, to);
            let inside = here.veil() == Veil::Solid
                && (here == self.terrain(from) && at.within(from, 2 * INCH)
                    || here == self.terrain(to) && at.within(to, 2 * INCH));
            if here.veil() == Veil::Thick {
                through += length;
            }
            let middle = gone + length / 2;
            let line = low + (high - low) * middle / range.max(1);
            let hidden = !ends && self.height(at) > line;
            let solid = here.veil() == Veil::Solid && !ends && !inside;
            if blocked_at.is_none() && (hidden || solid) {
                blocked_at = Some(at);
            }
            gone += length;
        }
        // Thick growth blocks only as a whole, so that the line is the same both ways.
        if blocked_at.is_none() && through > depth {
            blocked_at = Some(to);
        }
        Sight { range, through, blocked_at }
    }

    /// The cover of a figure at `to` against fire from `from`: that of its own cell, or of whatever the line crosses in the
    /// last inch before it.
    pub fn cover(&self, from: Point, to: Point) -> Cover {
        self.terrain(self.shelter(from, to)).cover()
    }

    /// The cell that gives this cover: the last of the best, its own if none is better.
    pub fn shelter(&self, from: Point, to: Point) -> Point {
        let before = |at: &Point| at.within(to, INCH + INCH / 2) && !self.same_cell(*at, from);
        let crossed = Self::cells_between(from, to).map(|(at, _)| at).filter(before);
        crossed.chain([to]).max_by_key(|at| self.terrain(*at).cover()).unwrap_or(to)
    }
}
