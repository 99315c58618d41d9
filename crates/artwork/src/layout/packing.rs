//! How many counters stand side by side in an area, and where.

use crate::geometry::{Point, Rect, distance_to_outline, inside, pt, rect_inside};
use crate::layout::COUNTER;

/// Distance between the middles of counters side by side.
const PITCH: f32 = COUNTER + 1.0;
/// Distance of a counter's edge from the outline, at least.
const MARGIN: f32 = 0.9;
/// Most counters that are spread: more lie in piles.
const MOST: usize = 16;
/// How far from the wished point counters and labels may go: no farther, or a stack of a wide area would be hard to find.
const REACH: f32 = 150.0;
/// Fineness of the grid on which counters are tried.
const STEP: f32 = 1.25;

/// An area and what is already taken of it.
#[derive(Clone, Debug)]
pub struct Room {
    pub outline: Vec<Point>,
    /// Where the map's author wants the counters.
    pub at: Point,
    blocked: Vec<Rect>,
    /// The part of the area that is used.
    pub window: Rect,
    columns: usize,
    rows: usize,
    /// Whether a counter may have its middle at a point of the grid.
    open: Vec<bool>,
}

impl Room {
    pub fn new(outline: Vec<Point>, at: Point, blocked: &[Rect]) -> Self {
        let bounds = Rect::bounding(outline.iter().copied());
        let reach = Rect::around(at, REACH, REACH);
        let window = Rect {
            min: pt(bounds.min.x.max(reach.min.x), bounds.min.y.max(reach.min.y)),
            max: pt(bounds.max.x.min(reach.max.x), bounds.max.y.min(reach.max.y)),
        };
        let (columns, rows) = ((window.width() / STEP) as usize + 1, (window.height() / STEP) as usize + 1);
        let blocked: Vec<Rect> = blocked.iter().copied().filter(|r| r.overlaps(window)).collect();
        let mut room = Self { outline, at, blocked, window, columns, rows, open: Vec::new() };
        room.open = (0..rows * columns)
            .map(|i| {
                let middle = room.point(i % columns, i / columns);
                let square = Rect::around(middle, COUNTER, COUNTER);
                if !inside(&room.outline, middle) || room.blocked.iter().any(|b| b.overlaps(square)) {
                    return false;
                }
                // Near the outline it is too narrow for certain, far from it wide enough; in between one must look.
                let clear = distance_to_outline(&room.outline, middle);
                let half = COUNTER / 2.0 + MARGIN;
                clear >= half && (clear > half * 1.415 || rect_inside(&room.outline, square, MARGIN))
            })
            .collect();
        room
    }

    /// Takes a rectangle away.
    pub fn block(&mut self, rect: Rect) {
        self.blocked.push(rect);
        for i in 0..self.open.len() {
            let square = Rect::around(self.point(i % self.columns, i / self.columns), COUNTER, COUNTER);
            self.open[i] &= !square.overlaps(rect);
        }
    }

    /// Whether a rectangle lies inside, this far from the outline, and on nothing that is taken.
    pub fn is_free(&self, rect: Rect, margin: f32) -> bool {
        inside(&self.outline, rect.min)
            && !self.blocked.iter().any(|b| b.overlaps(rect))
            && rect_inside(&self.outline, rect, margin)
    }

    /// Points of a grid over the window.
    pub fn grid(&self, step: f32) -> impl Iterator<Item = Point> + use<> {
        let window = self.window;
        let (columns, rows) = ((window.width() / step) as usize, (window.height() / step) as usize);
        (0..=rows).flat_map(move |r| (0..=columns).map(move |c| window.min + pt(c as f32 * step, r as f32 * step)))
    }

    /// How many counters have room side by side, if `without` were taken as well.
    pub fn capacity(&self, without: Option<Rect>) -> usize {
        self.packings(without, 3).map(|p| p.len()).max().unwrap_or(0)
    }

    /// For each count from one, as long as there is room: where the counters stand, near the wished point.
    pub fn slots(&self) -> Vec<Vec<Point>> {
        let mut candidates: Vec<Vec<Point>> = self.lattices().chain(self.packings(None, 1)).collect();
        for list in &mut candidates {
            list.sort_by(|a, b| a.distance(self.at).total_cmp(&b.distance(self.at)));
        }
        let most = candidates.iter().map(Vec::len).max().unwrap_or(0).min(MOST);
        (1..=most)
            .map(|count| {
                let spread = |list: &Vec<Point>| list[..count].iter().map(|p| p.distance(self.at).powi(2)).sum::<f32>();
                let best =
                    candidates.iter().filter(|c| c.len() >= count).min_by(|a, b| spread(a).total_cmp(&spread(b))).cloned();
                let mut slots = best.unwrap_or_default();
                slots.truncate(count);
                // Row by row, so that a player reads them as a text.
                slots.sort_by(|a, b| {
                    let (row_a, row_b) = ((a.y / PITCH * 2.0).round(), (b.y / PITCH * 2.0).round());
                    row_a.total_cmp(&row_b).then(a.x.total_cmp(&b.x))
                });
                slots
            })
            .collect()
    }

    fn point(&self, column: usize, row: usize) -> Point {
        self.window.min + pt(column as f32 * STEP, row as f32 * STEP)
    }

    /// Squares in rows and columns, for every offset of the lattice.
    fn lattices(&self) -> impl Iterator<Item = Vec<Point>> + '_ {
        let pitch = (PITCH / STEP).ceil() as usize;
        (0..pitch * pitch).map(move |offset| {
            let (dx, dy) = (offset % pitch, offset / pitch);
            (dy..self.rows)
                .step_by(pitch)
                .flat_map(|r| (dx..self.columns).step_by(pitch).map(move |c| (c, r)))
                .filter(|(c, r)| self.open[r * self.columns + c])
                .map(|(c, r)| self.point(c, r))
                .collect()
        })
    }

    /// Full rows, each begun where its room begins, and full columns likewise.
    fn packings(&self, without: Option<Rect>, stride: usize) -> impl Iterator<Item = Vec<Point>> + '_ {
        let pitch = (PITCH / STEP).ceil() as usize;
        (0..pitch).step_by(stride).flat_map(move |offset| {
            [false, true].map(|upright| {
                let (lines, length) = if upright { (self.columns, self.rows) } else { (self.rows, self.columns) };
                let mut out = Vec::new();
                for line in (offset..lines).step_by(pitch) {
                    let mut next = 0;
                    for i in 0..length {
                        let (c, r) = if upright { (line, i) } else { (i, line) };
                        if i < next || !self.open[r * self.columns + c] {
                            continue;
                        }
                        let p = self.point(c, r);
                        if without.is_none_or(|w| !w.overlaps(Rect::around(p, COUNTER, COUNTER))) {
                            out.push(p);
                            next = i + pitch;
                        }
                    }
                }
                out
            })
        })
    }
}
