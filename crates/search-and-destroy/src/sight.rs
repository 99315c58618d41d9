//! Line of sight [6.2], rule base-4.5: whole numbers only, so that a line along a hexside or through a corner is exactly that.

use crate::hex::{Direction, Hex, Point};
use crate::map::Map;

/// One end of a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eye {
    /// The centre of a hex.
    Hex(Hex),
    /// The middle of the river hexside with this number: a boat. Rule 33.2, ruling SD-A52.
    River(u8),
    /// Above a hex: a gunship, which sees and is seen over everything. Rule base-4.14.
    Air(Hex),
}

/// What lies on a line between its ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// The line goes through this hex.
    Through(Hex),
    /// The line runs along the side between these two.
    Along(Hex, Hex),
}

struct End {
    point: Point,
    /// The hex, or both bank hexes.
    hexes: [Hex; 2],
    level: u8,
}

impl Map {
    fn end(&self, eye: Eye) -> Option<End> {
        match eye {
            Eye::Hex(hex) | Eye::Air(hex) => {
                self.contains(hex).then(|| End { point: hex.centre(), hexes: [hex, hex], level: self.level(hex) })
            }
            Eye::River(number) => {
                let &(hex, side) = self.river().get(usize::from(number))?;
                Some(End { point: hex.side_middle(side), hexes: [hex, hex.neighbour(side)], level: 0 })
            }
        }
    }

    /// How far apart two ends are: hexes, the target counted and the firer not. A boat counts the nearer bank hex as the
    /// first one, both ways (rule 33.2, ruling SD-A52).
    pub fn range(&self, from: Eye, to: Eye) -> Option<u8> {
        if let (Eye::Hex(a) | Eye::Air(a), Eye::Hex(b) | Eye::Air(b)) = (from, to) {
            return (self.contains(a) && self.contains(b)).then(|| a.distance(b));
        }
        let (a, b) = (self.end(from)?, self.end(to)?);
        let nearest = a.hexes.iter().flat_map(|x| b.hexes.iter().map(|y| x.distance(*y))).min()?;
        let boats = u8::from(matches!(from, Eye::River(_))) + u8::from(matches!(to, Eye::River(_)));
        Some(nearest + boats)
    }

    /// What blocks the line between two ends: a hex it goes through, or both hexes of a side it runs along. Ends that are not
    /// on the map do not see each other.
    pub fn blocker(&self, from: Eye, to: Eye) -> Option<Crossing> {
        let (Some(a), Some(b)) = (self.end(from), self.end(to)) else { return Some(Crossing::Through(Hex::at(0, 0))) };
        if matches!(from, Eye::Air(_)) || matches!(to, Eye::Air(_)) {
            return None;
        }
        if a.hexes.iter().any(|x| b.hexes.iter().any(|y| x.distance(*y) <= 1)) && from_hexes(from, to) {
            return None;
        }
        let mut found = None;
        self.walk(&a, &b, &mut |crossing| {
            let blocks = |hex: Hex| self.blocks(hex, &a, &b);
            let stops = match crossing {
                Crossing::Through(hex) => blocks(hex),
                Crossing::Along(one, other) => blocks(one) && blocks(other),
            };
            found = stops.then_some(crossing);
            stops
        });
        found
    }

    /// What lies between two ends, in no particular order.
    pub fn crossings(&self, from: Eye, to: Eye) -> Vec<Crossing> {
        let mut all = Vec::new();
        if let (Some(a), Some(b)) = (self.end(from), self.end(to)) {
            self.walk(&a, &b, &mut |crossing| {
                all.push(crossing);
                false
            });
        }
        all
    }

    /// Whether a hex on the way blocks. Off the map nothing does. The hexes of the ends never do.
    fn blocks(&self, hex: Hex, a: &End, b: &End) -> bool {
        if !self.contains(hex) || a.hexes.contains(&hex) || b.hexes.contains(&hex) {
            return false;
        }
        let (thick, high) = (self.terrain(hex).blocks(), self.level(hex) == 1);
        match (a.level, b.level) {
            (0, 0) => thick || high,
            (1, 1) => thick && high,
            (low, _) => {
                let lower = if low == 0 { a } else { b };
                thick && (high || lower.hexes.iter().any(|h| h.is_adjacent(hex)))
            }
        }
    }

    /// Hands over what the line crosses until `stop` says so.
    fn walk(&self, a: &End, b: &End, stop: &mut dyn FnMut(Crossing) -> bool) {
        let (dx, dy) = (b.point.x - a.point.x, b.point.y - a.point.y);
        // How far from the line a hex's centre may lie for the line to touch it; the corner that reaches farthest.
        let reach = (4 * dy).abs().max((2 * (dx + dy)).abs()).max((2 * (dx - dy)).abs());
        let along = dy == 0 || dx.abs() == dy.abs();
        let (columns, rows) = self.extent();
        let column_of = |x: i32| (x + 3).div_euclid(6);
        let first = (column_of(a.point.x.min(b.point.x)) - 1).max(1);
        let last = (column_of(a.point.x.max(b.point.x)) + 1).min(i32::from(columns));
        for column in first..=last {
            // Where the line is in this column, give or take its width.
            let x = 6 * column;
            let mut ys = [a.point.y.min(b.point.y), a.point.y.max(b.point.y)];
            if dx != 0 {
                let y = |x: i32| a.point.y + (x - a.point.x) * dy / dx;
                let (one, other) = (y(x - 4), y(x + 4));
                ys = [one.min(other).max(ys[0]), one.max(other).min(ys[1])];
            }
            let top = ((ys[0] - 6).div_euclid(4)).max(1);
            let bottom = ((ys[1] + 6).div_euclid(4)).min(i32::from(rows));
            for row in top..=bottom {
                let (Ok(column), Ok(row)) = (u8::try_from(column), u8::try_from(row)) else { continue };
                let hex = Hex::at(column, row);
                if a.hexes.contains(&hex) || b.hexes.contains(&hex) {
                    continue;
                }
                if let Some(crossing) = cross(hex, a.point, dx, dy, reach, along)
                    && stop(crossing)
                {
                    return;
                }
            }
        }
    }
}

/// Hexes beside each other always see each other; a boat beside a hex too, for its bank hexes never block.
fn from_hexes(from: Eye, to: Eye) -> bool {
    matches!((from, to), (Eye::Hex(_), Eye::Hex(_)))
}

/// How a line that starts at `start` and goes on by (`dx`, `dy`) crosses a hex.
fn cross(hex: Hex, start: Point, dx: i32, dy: i32, reach: i32, along: bool) -> Option<Crossing> {
    let centre = hex.centre();
    let (cx, cy) = (centre.x - start.x, centre.y - start.y);
    let offset = dx * cy - dy * cx;
    if offset.abs() > reach || (offset.abs() == reach && !along) {
        return None;
    }
    let square = dx * dx + dy * dy;
    if offset.abs() < reach {
        // The corner that lies farthest from the line on one side; between it and its opposite the line passes.
        let (vx, vy) = [(4, 0), (2, 2), (2, -2), (-4, 0), (-2, -2), (-2, 2)]
            .into_iter()
            .find(|(vx, vy)| dx * vy - dy * vx == reach)?;
        let (along_line, here) = (dx * vx + dy * vy, dx * cx + dy * cy);
        let t = i64::from(here) * i64::from(reach) - i64::from(offset) * i64::from(along_line);
        return (t > 0 && t < i64::from(square) * i64::from(reach)).then_some(Crossing::Through(hex));
    }
    // The line runs along one of the sides: report it once, from the hex that lies on the line's right.
    let side = Direction::ALL.into_iter().find(|side| {
        let middle = hex.side_middle(*side);
        let (mx, my) = (middle.x - start.x, middle.y - start.y);
        dx * my - dy * mx == 0
    })?;
    let middle = hex.side_middle(side);
    let t = dx * (middle.x - start.x) + dy * (middle.y - start.y);
    (t > 0 && t < square).then(|| Crossing::Along(hex, hex.neighbour(side)))
}
