//! What a path meets.

use serde::{Deserialize, Serialize};

use crate::board::ONE;
use crate::{Board, Going, Point, Terrain};

/// What is lost to rounding on a leg of a few inches, in parts of [`ONE`].
const SLACK: i64 = 8;

/// What a path over the table meets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Walk {
    /// Its length in hundredths of an inch.
    pub length: i32,
    /// How much of it is bad going.
    pub bad: i32,
    /// How much of it nobody can go.
    pub impassable: i32,
    /// Obstacles crossed: walls, hedges, bunds and streams that the path enters.
    pub obstacles: u8,
}

impl Board {
    /// A straight leg on foot or on land wheels.
    pub fn walk(&self, from: Point, to: Point) -> Walk {
        if self.is_easy_between(from, to) {
            return Walk { length: from.distance(to), ..Walk::default() };
        }
        self.leg(from, to, Terrain::going)
    }

    /// Whether a straight leg on foot is no longer than `reach`, bad going counted so many times: to a hair, where lengths in
    /// hundredths of an inch are rounded.
    pub fn is_within(&self, from: Point, to: Point, reach: i32, bad_going: i32) -> bool {
        if bad_going == 1 || self.is_easy_between(from, to) {
            return from.within(to, reach);
        }
        let mut line = Self::cells_between(from, to);
        let pieces = std::iter::from_fn(|| line.piece());
        let bad: i64 = pieces.filter(|(at, _)| self.terrain(*at).going() == Going::Bad).map(|(_, part)| part).sum();
        let parts = i128::from(ONE + bad * i64::from(bad_going - 1));
        // Cuts are rounded down, each by less than a part.
        let most = i128::from(reach) * i128::from(ONE + SLACK);
        i128::from(from.squared(to)) * parts * parts <= most * most
    }

    /// A straight leg of a boat.
    pub fn voyage(&self, from: Point, to: Point) -> Walk {
        self.leg(from, to, Terrain::afloat)
    }

    fn leg(&self, from: Point, to: Point, going: impl Fn(Terrain) -> Going) -> Walk {
        let mut walk = Walk { length: from.distance(to), ..Walk::default() };
        let mut before = self.terrain(from);
        for (at, length) in Self::cells_between(from, to) {
            let here = self.terrain(at);
            match going(here) {
                Going::Good => {}
                Going::Bad => walk.bad += length,
                Going::Impassable => walk.impassable += length.max(1),
            }
            if here.is_obstacle() && !before.is_obstacle() {
                walk.obstacles = walk.obstacles.saturating_add(1);
            }
            before = here;
        }
        walk
    }

    /// The terrain of a straight leg in order, with the length of each piece.
    pub fn crossed(&self, from: Point, to: Point) -> Vec<(Terrain, i32)> {
        let mut met: Vec<(Terrain, i32)> = Vec::new();
        for (at, length) in self.line(from, to) {
            let here = self.terrain(at);
            match met.last_mut() {
                Some((kind, sum)) if *kind == here => *sum += length,
                _ => met.push((here, length)),
            }
        }
        met
    }

    /// A path of straight legs on foot.
    pub fn path(&self, points: &[Point]) -> Walk {
        let legs = points.windows(2).map(|leg| self.walk(leg[0], leg[1]));
        legs.fold(Walk::default(), |sum, leg| Walk {
            length: sum.length + leg.length,
            bad: sum.bad + leg.bad,
            impassable: sum.impassable + leg.impassable,
            obstacles: sum.obstacles.saturating_add(leg.obstacles),
        })
    }
}
