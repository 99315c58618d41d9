//! Where the hexes of Search & Destroy lie on the paper: flat-topped, even columns half a hex lower.

use search_and_destroy::hex::{Direction, Hex};
use search_and_destroy::map::Map;

use crate::geometry::{Point, Rect, pt};

/// From the middle of a hex to its corners, in map units.
pub const RADIUS: f32 = 20.0;
/// Width of a counter on the map, in map units.
pub const COUNTER: f32 = 21.0;
/// From side to opposite side, in map units.
pub const HEIGHT: f32 = RADIUS * SQRT_3;
/// From column to column, in map units.
pub const COLUMN: f32 = RADIUS * 1.5;

const SQRT_3: f32 = 1.732_050_8;

/// The net of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HexGrid {
    columns: u8,
    rows: u8,
}

impl HexGrid {
    /// Of a map.
    pub fn new(map: &Map) -> Self {
        let (columns, rows) = map.extent();
        Self { columns, rows }
    }

    /// The paper that hexes cover, its upper left corner at the origin.
    pub fn canvas(self) -> Rect {
        Rect::new(0.0, 0.0, RADIUS * (1.5 * f32::from(self.columns) + 0.5), HEIGHT * (f32::from(self.rows) + 0.5))
    }

    /// The middle of a hex. Hexes beyond the map have one too.
    pub fn centre(self, hex: Hex) -> Point {
        place(f32::from(hex.column), f32::from(hex.row), hex.column.is_multiple_of(2))
    }

    /// The middle of a place in the net that may lie beyond any edge.
    pub(crate) fn lattice(self, column: i32, row: i32) -> Point {
        place(column as f32, row as f32, column.rem_euclid(2) == 0)
    }

    /// The corners of a hex, clockwise; side `n` of [`Direction::ALL`] runs from corner `n` to the next.
    pub fn corners(self, hex: Hex) -> [Point; 6] {
        hexagon(self.centre(hex), RADIUS)
    }

    /// The two ends of a hex's side, clockwise.
    pub fn side(self, hex: Hex, side: Direction) -> (Point, Point) {
        let corners = self.corners(hex);
        (corners[side.index()], corners[(side.index() + 1) % 6])
    }

    /// Where a boat on a river hexside lies, and the way along the side.
    pub fn river(self, map: &Map, number: u8) -> Option<(Point, Point)> {
        let &(hex, side) = map.river().get(usize::from(number))?;
        let (a, b) = self.side(hex, side);
        // From west to east, as the hexsides are numbered.
        let way = if a.x <= b.x { b - a } else { a - b };
        Some((a.toward(b, 0.5), way.unit()))
    }

    /// The hex at a point of the paper.
    pub fn hex_at(self, at: Point) -> Option<Hex> {
        let column = ((at.x - RADIUS) / COLUMN).round() as i32 + 1;
        let near = |c: i32| {
            let low = if c.rem_euclid(2) == 0 { 0.5 } else { 0.0 };
            let row = (at.y / HEIGHT - low).floor() as i32 + 1;
            (c, row)
        };
        let (c, r) = [column - 1, column, column + 1]
            .map(near)
            .into_iter()
            .min_by(|a, b| self.lattice(a.0, a.1).distance(at).total_cmp(&self.lattice(b.0, b.1).distance(at)))?;
        let inside = (1..=i32::from(self.columns)).contains(&c) && (1..=i32::from(self.rows)).contains(&r);
        let hex = Hex::at(u8::try_from(c).ok()?, u8::try_from(r).ok()?);
        (inside && self.lattice(c, r).distance(at) <= RADIUS).then_some(hex)
    }

    /// Columns and rows.
    pub(crate) fn extent(self) -> (i32, i32) {
        (i32::from(self.columns), i32::from(self.rows))
    }
}

/// A flat-topped hexagon, clockwise from its upper left corner.
pub fn hexagon(middle: Point, radius: f32) -> [Point; 6] {
    let (half, rise) = (radius / 2.0, radius * SQRT_3 / 2.0);
    [(-half, -rise), (half, -rise), (radius, 0.0), (half, rise), (-half, rise), (-radius, 0.0)]
        .map(|(x, y)| middle + pt(x, y))
}

fn place(column: f32, row: f32, lower: bool) -> Point {
    let drop = if lower { 0.5 } else { 0.0 };
    pt(RADIUS * (1.5 * column - 0.5), HEIGHT * (row - 0.5 + drop))
}
