//! What the table says: ranges, arcs, sight and cover between figures.

use table::{Angle, Board, COVER_REACH, Cover, Heading, INCH, Point, THROUGH_SOLID, Veil};

use crate::facts::{Facts, Looked, Obstruction};
use crate::figure::FigureId;
use crate::state::State;
use crate::survey::Shelter;
use crate::tables::WeaponRow;
use crate::{Skirmish, tables};

/// Half the width of a vehicle, in hundredths of an inch.
pub(crate) const VEHICLE_HALF: i32 = 60;
/// Two figures cannot stand nearer to each other: the width of a base. Ruling S-R30.
pub(crate) const BASE: i32 = 50;

/// Whether two figures would stand nearer to each other than half an inch; in earlier saved games by a hundredth at least. Ruling
/// S-R30.
pub(crate) fn are_too_close(state: &State, one: Point, other: Point) -> bool {
    if state.setting().rulings.before(7) {
        return one.within(other, BASE - 1);
    }
    one.squared(other) < i64::from(BASE) * i64::from(BASE)
}

/// A heading in lowest terms, so that each direction has one spelling.
pub fn lowest(heading: Heading) -> Heading {
    let (mut a, mut b) = (heading.dx.unsigned_abs(), heading.dy.unsigned_abs());
    while b > 0 {
        (a, b) = (b, a % b);
    }
    let divisor = i32::try_from(a.max(1)).unwrap_or(1);
    Heading { dx: heading.dx / divisor, dy: heading.dy / divisor }
}

/// A direction made so long that its length in whole hundredths is as good as exact.
pub(crate) fn lengthened(heading: Heading) -> Heading {
    const LONG: i32 = 100 * 100 * INCH;
    let times = (LONG / heading.dx.abs().max(heading.dy.abs()).max(1)).max(1);
    Heading { dx: heading.dx * times, dy: heading.dy * times }
}

/// The direction from one point to another in lowest terms; `otherwise` if they are the same.
pub fn toward(from: Point, to: Point, otherwise: Heading) -> Heading {
    if from == to { otherwise } else { lowest(from.heading(to)) }
}

/// Whether a segment comes as near to a point as `reach`, exactly.
pub(crate) fn passes(from: Point, to: Point, point: Point, reach: i32) -> bool {
    let (dx, dy) = (i128::from(to.x - from.x), i128::from(to.y - from.y));
    let (px, py) = (i128::from(point.x - from.x), i128::from(point.y - from.y));
    let (length, along) = (dx * dx + dy * dy, px * dx + py * dy);
    if along <= 0 || length == 0 {
        return from.within(point, reach);
    }
    if along >= length {
        return to.within(point, reach);
    }
    let cross = dx * py - dy * px;
    cross * cross <= i128::from(reach) * i128::from(reach) * length
}

/// Whether a point lies beyond the beginning of a line and before its end, however far to the side.
fn is_between(from: Point, to: Point, at: Point) -> bool {
    let (dx, dy) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let along = i64::from(at.x - from.x) * dx + i64::from(at.y - from.y) * dy;
    0 < along && along < dx * dx + dy * dy
}

/// How far one point is from another in hundredths of an inch, rounded up: a hair beyond a range is beyond it. Earlier saved games
/// rounded down.
pub(crate) fn range(state: &State, one: Point, other: Point) -> i32 {
    let down = one.distance(other);
    if state.setting().rulings.before(5) || one.within(other, down) { down } else { down + 1 }
}

/// What ends a line of sight.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Veiling {
    /// The dark.
    Night,
    /// Smoke, its middle and its radius.
    Smoke(Point, i32),
    /// A building, a hill or growth, where the line ends; and how much growth lies on all of it.
    Ground(Point, i32),
}

/// The night or the smoke that a line of sight ends at. Rule S-smoke.
fn dim(state: &State, from: Point, to: Point) -> Option<Veiling> {
    if !from.within(to, state.setting().sight.min(100 * 200 * INCH)) {
        return Some(Veiling::Night);
    }
    let mut smokes = state.smokes().iter().filter_map(|smoke| Some((smoke.at()?, smoke.radius)));
    smokes.find(|(at, radius)| passes(from, to, *at, *radius)).map(|(at, radius)| Veiling::Smoke(at, radius))
}

/// The ground that gives a point its cover, as near as its nearest end on the line. Ruling S-R06.
fn ground_shelter(state: &State, from: Point, to: Point) -> Point {
    let middle = state.setting().rulings.before(9);
    if middle { state.board().shelter(from, to) } else { state.board().nearest_shelter(from, to) }
}

/// Whether a point is behind hard cover from where a round came down. Ruling S-R13.
pub(crate) fn is_behind_hard_cover(state: &State, landed: Point, at: Point) -> bool {
    state.board().terrain(ground_shelter(state, landed, at)).cover() == Cover::Hard
}

/// Where a line that the board leaves clear is through more of the building of an end than figures see through, or meets another of
/// the same kind. Ruling S-R32.
fn building(state: &State, from: Point, to: Point) -> Option<Point> {
    let solid = |at: Point| state.board().terrain(at).veil() == Veil::Solid;
    if state.setting().rulings.before(8) || !(solid(from) || solid(to)) {
        return None;
    }
    let cells = state.board().line(from, to);
    let same = |end: Point| move |cell: &&(Point, i32)| state.board().terrain(cell.0) == state.board().terrain(end);
    let (head, tail) = (cells.iter().take_while(same(from)).count(), cells.iter().rev().take_while(same(to)).count());
    let deep = |end: Point, part: &[(Point, i32)]| {
        solid(end) && part.iter().map(|(_, length)| length).sum::<i32>() > THROUGH_SOLID
    };
    if !state.setting().rulings.before(12) {
        if deep(from, &cells[..head]) {
            return cells.get(head / 2).map(|(at, _)| *at);
        }
        if deep(to, &cells[cells.len() - tail..]) {
            return cells.get(cells.len() - 1 - tail / 2).map(|(at, _)| *at);
        }
    }
    cells.get(head..cells.len() - tail)?.iter().map(|(at, _)| *at).find(|at| solid(*at))
}

/// The ends of a line of sight, the lower one first: looked along from there it is the same both ways. Ruling S-R32.
fn ends(state: &State, from: Point, to: Point) -> (Point, Point) {
    let height = |at: Point| (state.board().height(at), at);
    if state.setting().rulings.before(12) || height(from) <= height(to) { (from, to) } else { (to, from) }
}

impl Skirmish {
    /// Whether one sees from point to point. Ruling S-R32.
    pub fn sees(&self, state: &State, from: Point, to: Point) -> bool {
        let growth = tables::inches(&self.numbers().growth_in);
        let (low, high) = ends(state, from, to);
        dim(state, from, to).is_none() && state.board().sees(low, high, growth) && building(state, from, to).is_none()
    }

    /// What a line of sight ends at, looked at no longer than until something is found: night, smoke, terrain and growth.
    /// Ruling S-R32, rule S-smoke.
    pub(crate) fn veil(&self, state: &State, from: Point, to: Point) -> Option<Veiling> {
        dim(state, from, to).or_else(|| {
            let (low, high) = ends(state, from, to);
            let sight = state.board().sight(low, high, tables::inches(&self.numbers().growth_in));
            // Growth ends the line as a whole.
            let blocked_at = sight.blocked_at.map(|at| if at == high { to } else { at });
            let blocked_at = blocked_at.or_else(|| building(state, from, to));
            blocked_at.map(|at| Veiling::Ground(at, sight.through))
        })
    }

    /// What a point has of cover from another: terrain, and vehicles in between. Ruling S-R06.
    pub fn cover(&self, state: &State, from: Point, to: Point) -> Cover {
        match self.shelter(state, from, to) {
            Some(Shelter::Terrain { terrain, .. }) => terrain.cover(),
            Some(Shelter::Vehicle { .. }) => Cover::Soft,
            None => Cover::None,
        }
    }

    /// What gives a point its cover from another: the best of what counts. Ruling S-R06.
    pub(crate) fn shelter(&self, state: &State, from: Point, to: Point) -> Option<Shelter> {
        let at = ground_shelter(state, from, to);
        let terrain = state.board().terrain(at);
        if terrain.cover() != Cover::None {
            return Some(Shelter::Terrain { at, terrain });
        }
        let anywhere = state.setting().rulings.before(8);
        let middle = state.setting().rulings.before(9);
        let reach = COVER_REACH + if middle { 0 } else { VEHICLE_HALF };
        let near = |at: Point| at.within(to, reach) && at != to && at != from && (anywhere || is_between(from, to, at));
        let found = state.placed().find(|(_, f, at)| f.vehicle && near(*at) && passes(from, to, *at, VEHICLE_HALF));
        found.map(|(figure, _, at)| Shelter::Vehicle { figure, at })
    }

    /// The facts about fire from one figure at another; none if the place of either is not known.
    /// A vehicle's gun turns all round (S-apc); everybody else has an arc of 90° (S-R05).
    pub fn facts(&self, state: &State, firer: FigureId, target: FigureId) -> Option<Facts> {
        let (from, to) = (state.figure(firer)?, state.figure(target)?);
        let (here, there) = (from.place()?, to.place()?);
        Some(Facts {
            range: range(state, here, there),
            in_arc: from.vehicle || in_arc(here, from.facing, there),
            clear: self.sees(state, here, there),
            cover: self.cover(state, here, there),
        })
    }

    /// What keeps a firer's die from suppressing a target, looked at no longer than until something is found. None if the place
    /// of either is not known or the weapon is not fired at figures.
    pub(crate) fn hindrance(
        &self,
        state: &State,
        firer: FigureId,
        row: &WeaponRow,
        target: FigureId,
    ) -> Option<Option<Obstruction>> {
        let (from, to) = (state.figure(firer)?, state.figure(target)?);
        let (here, there) = (from.place()?, to.place()?);
        let looked = Looked {
            range: &|| range(state, here, there),
            in_arc: &|| from.vehicle || in_arc(here, from.facing, there),
            clear: &|| self.sees(state, here, there),
            cover: &|| self.cover(state, here, there),
        };
        Some(looked.obstruction(self.numbers(), row, to))
    }

    /// What protects a figure from a burst: nothing if it came down behind the cover, within an inch or with nothing but the same
    /// ground in between. Rule S-grenade: beyond the cover; ruling S-R07.
    pub(crate) fn covered_from_burst(&self, state: &State, burst: Point, figure: Point) -> bool {
        let board: &Board = state.board();
        let ground = board.terrain(figure);
        let same_kind = ground.cover() != Cover::None && board.contains(burst) && board.terrain(burst) == ground;
        let joined = || board.line(burst, figure).iter().all(|(at, _)| board.terrain(*at) == ground);
        let same_ground = same_kind && (state.setting().rulings.before(8) || joined());
        let beyond = burst.within(figure, INCH) || same_ground;
        !beyond && self.cover(state, burst, figure) != Cover::None
    }
}

/// Whether a point lies in a figure's firing arc. Ruling S-R05.
pub(crate) fn in_arc(from: Point, facing: Heading, to: Point) -> bool {
    from == to || facing.holds(from.heading(to), Angle::FortyFive)
}
