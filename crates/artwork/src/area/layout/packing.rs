//! How many counters stand side by side in an area, and where.

use std::ops::Range;
use tabletop::between;

use crate::area::layout::COUNTER;
use crate::geometry::{Point, Rect, distance_to_outline, inside, pt, rect_inside};

/// Distance between the edges of counters side by side, at least.
const BETWEEN: f32 = 0.75;
/// Distance of a counter's edge from the outline, at least.
const MARGIN: f32 = 0.9;
/// Most counters that are spread: more lie in piles.
const MOST: usize = 16;
/// How far from the wished point counters and labels may go: no farther, or a stack of a wide area would be hard to find.
const REACH: f32 = 150.0;
/// Fineness of the grid on which counters are tried.
const STEP: f32 = 1.25;
// A row of the grid fits into the bits of one number.
const _: () = assert!(REACH / STEP < 127.0);

/// An area and what is already taken of it.
#[derive(Clone, Debug)]
pub struct Room {
    /// Side of the counters that shall lie here.
    counter: f32,
    /// Steps of the grid from the middle of a counter to that of the next.
    pitch: usize,
    pub outline: Vec<Point>,
    /// Where the map's author wants the counters.
    pub at: Point,
    blocked: Vec<Rect>,
    /// How far each point of the grid lies from the outline; nothing outside.
    clearance: Vec<f32>,
    /// Squares of the grid no label may stand on: they lie outside, or on something that is taken, or on quiet ground
    /// (walls, canals, the railway: counters may lie there).
    no_label: Vec<bool>,
    /// For every corner of the grid, how many such squares lie above and to the left of it.
    hindrance: Vec<u32>,
    /// The part of the area that is used.
    pub window: Rect,
    columns: usize,
    rows: usize,
    /// Where a counter may have its middle: row by row, a bit for each column.
    open: Vec<u128>,
    /// The same, column by column.
    upright: Vec<u128>,
}

impl Room {
    pub fn new(outline: Vec<Point>, at: Point, blocked: &[Rect], quiet: &[Rect]) -> Self {
        let bounds = Rect::bounding(outline.iter().copied());
        let reach = Rect::around(at, REACH, REACH);
        let window = Rect {
            min: pt(bounds.min.x.max(reach.min.x), bounds.min.y.max(reach.min.y)),
            max: pt(bounds.max.x.min(reach.max.x), bounds.max.y.min(reach.max.y)),
        };
        let (columns, rows) = ((window.width() / STEP) as usize + 1, (window.height() / STEP) as usize + 1);
        let blocked: Vec<Rect> = blocked.iter().copied().filter(|r| r.overlaps(window)).collect();
        let mut room = Self {
            counter: COUNTER,
            pitch: pitch(COUNTER),
            outline,
            at,
            blocked,
            clearance: Vec::new(),
            no_label: Vec::new(),
            hindrance: Vec::new(),
            window,
            columns,
            rows,
            open: Vec::new(),
            upright: Vec::new(),
        };
        room.clearance = (0..rows * columns)
            .map(|i| room.point(i % columns, i / columns))
            .map(|p| if inside(&room.outline, p) { distance_to_outline(&room.outline, p) } else { 0.0 })
            .collect();
        room.no_label = room.clearance.iter().map(|clear| *clear <= 0.0).collect();
        for rect in room.blocked.clone().iter().chain(quiet) {
            room.paint(*rect);
        }
        room.sum();
        room.open_up();
        room
    }

    /// The same room, with all that is taken of it, for counters of another size.
    pub fn resized(&self, counter: f32) -> Self {
        let mut room = Self { counter, pitch: pitch(counter), ..self.clone() };
        room.open_up();
        room
    }

    /// Finds where counters may have their middles.
    fn open_up(&mut self) {
        // Near the outline it is too narrow for certain, far from it wide enough; in between one must look.
        let half = self.counter / 2.0 + MARGIN;
        let fits = |c: usize, r: usize| {
            let clear = self.clearance[r * self.columns + c];
            let square = Rect::around(self.point(c, r), self.counter, self.counter);
            clear >= half
                && !self.blocked.iter().any(|b| b.overlaps(square))
                && (clear > half * 1.415 || rect_inside(&self.outline, square, MARGIN))
        };
        let bits = |r: usize| (0..self.columns).filter(|c| fits(*c, r)).fold(0_u128, |bits, c| bits | 1 << c);
        self.open = (0..self.rows).map(bits).collect();
        self.transpose();
    }

    fn transpose(&mut self) {
        let column =
            |c: usize| (0..self.rows).filter(|r| self.open[*r] >> c & 1 == 1).fold(0_u128, |bits, r| bits | 1 << r);
        self.upright = (0..self.columns).map(column).collect();
    }

    /// The squares of the grid that a rectangle covers: columns from and to, rows from and to.
    fn squares(&self, rect: Rect) -> (usize, usize, usize, usize) {
        let cell = |x: f32, most: usize| between((x / STEP).round(), 0.0, most as f32) as usize;
        let (low, high) = (rect.min - self.window.min, rect.max - self.window.min);
        let (left, top) = (cell(low.x, self.columns), cell(low.y, self.rows));
        (left, cell(high.x, self.columns).max(left), top, cell(high.y, self.rows).max(top))
    }

    fn paint(&mut self, rect: Rect) {
        let (left, right, top, bottom) = self.squares(rect);
        for r in top..bottom {
            self.no_label[r * self.columns + left..r * self.columns + right].fill(true);
        }
    }

    /// Reckons `hindrance` again.
    fn sum(&mut self) {
        let width = self.columns + 1;
        let mut sums = vec![0; width * (self.rows + 1)];
        for r in 0..self.rows {
            let mut row = 0;
            for c in 0..self.columns {
                row += u32::from(self.no_label[r * self.columns + c]);
                sums[(r + 1) * width + c + 1] = sums[r * width + c + 1] + row;
            }
        }
        self.hindrance = sums;
    }

    /// How many squares of the grid within a rectangle no label may stand on.
    fn hindered(&self, rect: Rect) -> u32 {
        let (left, right, top, bottom) = self.squares(rect);
        let at = |c: usize, r: usize| self.hindrance[r * (self.columns + 1) + c];
        at(right, bottom) + at(left, top) - at(left, bottom) - at(right, top)
    }

    /// Takes a rectangle away.
    pub fn block(&mut self, rect: Rect) {
        self.blocked.push(rect);
        self.paint(rect);
        self.sum();
        let (columns, rows) = self.covering(rect);
        for r in rows {
            self.open[r] &= !bits(&columns);
        }
        self.transpose();
    }

    /// The middles at which a counter would lie over a rectangle: columns and rows.
    fn covering(&self, rect: Rect) -> (Range<usize>, Range<usize>) {
        let half = self.counter / 2.0;
        let span = |low: f32, high: f32, most: usize| {
            let from = ((low - half) / STEP).floor() + 1.0;
            let to = ((high + half) / STEP).ceil();
            between(from, 0.0, most as f32) as usize..between(to, 0.0, most as f32) as usize
        };
        let (low, high) = (rect.min - self.window.min, rect.max - self.window.min);
        (span(low.x, high.x, self.columns), span(low.y, high.y, self.rows))
    }

    /// Whether a rectangle lies inside, this far from the outline, and on nothing that is taken.
    pub fn is_free(&self, rect: Rect, margin: f32) -> bool {
        self.hindered(rect) == 0
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
        let count = |lines: &[u128], (across, along): (Range<usize>, Range<usize>)| {
            let mask = bits(&across);
            let line = |i: usize| if along.contains(&i) { lines[i] & !mask } else { lines[i] };
            (0..self.pitch)
                .map(|offset| {
                    (offset..lines.len())
                        .step_by(self.pitch)
                        .map(|i| greedy(line(i), self.pitch).count())
                        .sum::<usize>()
                })
                .max()
                .unwrap_or(0)
        };
        let (columns, rows) = without.map_or((0..0, 0..0), |rect| self.covering(rect));
        count(&self.open, (columns.clone(), rows.clone())).max(count(&self.upright, (rows, columns)))
    }

    /// For each count from one, as long as there is room: where the counters stand, near the wished point.
    pub fn slots(&self) -> Vec<Vec<Point>> {
        let mut candidates: Vec<Vec<Point>> = self.lattices().chain(self.packings()).collect();
        for list in &mut candidates {
            list.sort_by(|a, b| a.distance(self.at).total_cmp(&b.distance(self.at)));
        }
        let most = candidates.iter().map(Vec::len).max().unwrap_or(0).min(MOST);
        (1..=most)
            .map(|count| {
                let spread = |list: &Vec<Point>| {
                    let away: f32 = list[..count].iter().map(|p| p.distance(self.at).powi(2)).sum();
                    // Few counters look best in one row.
                    let mut rows: Vec<i32> = list[..count].iter().map(|p| (p.y * 4.0) as i32).collect();
                    rows.sort_unstable();
                    rows.dedup();
                    away + rows.len() as f32 * 260.0
                };
                let best = candidates
                    .iter()
                    .filter(|c| c.len() >= count)
                    .min_by(|a, b| spread(a).total_cmp(&spread(b)))
                    .cloned();
                let mut slots = best.unwrap_or_default();
                slots.truncate(count);
                // Row by row, so that a player reads them as a text.
                slots.sort_by(|a, b| {
                    let (row_a, row_b) = ((a.y / self.counter * 2.0).round(), (b.y / self.counter * 2.0).round());
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
        (0..self.pitch * self.pitch).map(move |offset| {
            let (dx, dy) = (offset % self.pitch, offset / self.pitch);
            (dy..self.rows)
                .step_by(self.pitch)
                .flat_map(|r| (dx..self.columns).step_by(self.pitch).map(move |c| (c, r)))
                .filter(|(c, r)| self.open[*r] >> c & 1 == 1)
                .map(|(c, r)| self.point(c, r))
                .collect()
        })
    }

    /// Full rows, each begun where its room begins, and full columns likewise.
    fn packings(&self) -> impl Iterator<Item = Vec<Point>> + '_ {
        (0..self.pitch).flat_map(move |offset| {
            let rows = (offset..self.rows).step_by(self.pitch);
            let columns = (offset..self.columns).step_by(self.pitch);
            [
                rows.flat_map(|r| greedy(self.open[r], self.pitch).map(move |c| self.point(c, r))).collect(),
                columns.flat_map(|c| greedy(self.upright[c], self.pitch).map(move |r| self.point(c, r))).collect(),
            ]
        })
    }
}

/// Counters in a line, each as soon as the one before leaves room.
fn greedy(mut line: u128, pitch: usize) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if line == 0 {
            return None;
        }
        let at = line.trailing_zeros() as usize;
        let next = at + pitch;
        line = if next < 128 { line >> next << next } else { 0 };
        Some(at)
    })
}

fn bits(range: &Range<usize>) -> u128 {
    range.clone().fold(0, |bits, i| bits | 1 << i)
}

/// Steps of the grid from one counter to the next.
fn pitch(counter: f32) -> usize {
    ((counter + BETWEEN) / STEP).ceil() as usize
}
