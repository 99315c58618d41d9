//! The terrain of a table.

use std::sync::Arc;
use tabletop::between;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Going, INCH, Point, Terrain, Veil};

#[derive(Debug, PartialEq, Eq)]
struct Ground {
    width: usize,
    lines: usize,
    /// The kinds of terrain that there are, a bit for each.
    kinds: u64,
    terrain: Vec<Terrain>,
    /// Height of each cell in inches, or nothing if the table is flat.
    heights: Vec<u8>,
    /// Cells that are no clear ground to look over.
    veils: Sums,
    /// Cells that cost somebody on foot more than their length.
    hindrances: Sums,
}

/// The terrain of a table, checked and shared: cloning costs nothing. In files `(rows: ["..JJ", "…"], heights: ["0011", "…"])`,
/// a letter an inch ([`Terrain::letter`]), the far row first; heights are digits in inches and may be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board(Arc<Ground>);

#[derive(Serialize, Deserialize)]
#[serde(rename = "Board", deny_unknown_fields)]
struct Drawing {
    rows: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    heights: Vec<String>,
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Drawing { rows: self.rows(), heights: self.height_rows() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let drawing = Drawing::deserialize(deserializer)?;
        Self::new(&drawing.rows, &drawing.heights).map_err(serde::de::Error::custom)
    }
}

impl Board {
    /// A table from its drawing: rows of terrain letters and, unless the table is flat, as many rows of digits.
    ///
    /// # Errors
    /// What is wrong with the drawing, in a sentence.
    pub fn new<S: AsRef<str>>(rows: &[S], heights: &[S]) -> Result<Self, String> {
        let width = rows.first().map_or(0, |row| row.as_ref().chars().count());
        if width == 0 || rows.len() > 200 || width > 200 {
            return Err("A table has 1 to 200 rows of 1 to 200 letters each.".into());
        }
        let mut terrain = Vec::with_capacity(width * rows.len());
        for (y, row) in rows.iter().enumerate() {
            for letter in row.as_ref().chars() {
                terrain.push(Terrain::lettered(letter).ok_or_else(|| {
                    let known: String = Terrain::ALL.iter().map(|kind| kind.letter()).collect();
                    format!("Row {}: `{letter}` is not a terrain letter. The letters are {known}", y + 1)
                })?);
            }
            if terrain.len() != width * (y + 1) {
                return Err(format!("Row {} is not {width} letters long like the first row.", y + 1));
            }
        }
        let mut levels = Vec::new();
        for (y, row) in heights.iter().enumerate() {
            for digit in row.as_ref().chars() {
                let level = digit.to_digit(10).and_then(|d| u8::try_from(d).ok());
                levels.push(level.ok_or_else(|| format!("Height row {}: `{digit}` is not a digit.", y + 1))?);
            }
        }
        if !levels.is_empty() && (levels.len() != terrain.len() || heights.len() != rows.len()) {
            return Err("Heights need one digit for each letter of terrain.".into());
        }
        let kinds = terrain.iter().fold(0, |kinds, kind| kinds | 1 << *kind as u64);
        let veils = Sums::new(&terrain, width, |kind| kind.veil() != Veil::Clear);
        let hindrances = Sums::new(&terrain, width, |kind| kind.going() != Going::Good || kind.is_obstacle());
        Ok(Self(Arc::new(Ground { width, lines: rows.len(), kinds, terrain, heights: levels, veils, hindrances })))
    }

    /// Whether nothing can hinder sight between two points: the smallest rectangle of cells that holds both is flat and clear.
    pub(crate) fn is_clear_between(&self, from: Point, to: Point) -> bool {
        self.is_flat() && self.0.veils.has_none(self.cell(from), self.cell(to))
    }

    /// Whether nothing can hinder somebody on foot between two points: nothing in the smallest rectangle of cells that holds both does.
    pub(crate) fn is_easy_between(&self, from: Point, to: Point) -> bool {
        self.0.hindrances.has_none(self.cell(from), self.cell(to))
    }

    /// Cells from left to right.
    pub fn columns(&self) -> usize {
        self.0.width
    }

    /// Cells from the far to the near edge.
    pub fn lines(&self) -> usize {
        self.0.lines
    }

    /// The near right corner: width and depth in hundredths of an inch.
    pub fn corner(&self) -> Point {
        let inches = |cells: usize| i32::try_from(cells).unwrap_or(0) * INCH;
        Point::new(inches(self.columns()), inches(self.lines()))
    }

    /// Whether a point is on the table, edges included.
    pub fn contains(&self, point: Point) -> bool {
        let corner = self.corner();
        (0..=corner.x).contains(&point.x) && (0..=corner.y).contains(&point.y)
    }

    /// The nearest point of the table.
    pub fn clamp(&self, point: Point) -> Point {
        let corner = self.corner();
        Point::new(between(point.x, 0, corner.x), between(point.y, 0, corner.y))
    }

    /// The column and line of a point's cell.
    fn cell(&self, point: Point) -> (usize, usize) {
        let cell = |v: i32, count: usize| usize::try_from(v / INCH).unwrap_or(0).min(count - 1);
        (cell(point.x, self.columns()), cell(point.y, self.lines()))
    }

    /// The place of a point's cell among the others.
    pub(crate) fn index(&self, point: Point) -> usize {
        let (column, line) = self.cell(point);
        line * self.columns() + column
    }

    /// The terrain at a point; off the table, that of the nearest edge.
    pub fn terrain(&self, point: Point) -> Terrain {
        self.terrain_of(self.index(point))
    }

    pub(crate) fn terrain_of(&self, cell: usize) -> Terrain {
        self.0.terrain[cell]
    }

    /// The height of the ground at a point, in hundredths of an inch.
    pub fn height(&self, point: Point) -> i32 {
        self.height_of(self.index(point))
    }

    pub(crate) fn height_of(&self, cell: usize) -> i32 {
        self.0.heights.get(cell).map_or(0, |&inches| i32::from(inches) * INCH)
    }

    pub(crate) fn is_flat(&self) -> bool {
        self.0.heights.is_empty()
    }

    /// Whether there is any terrain of a kind.
    pub fn has(&self, kind: Terrain) -> bool {
        self.0.kinds >> kind as u64 & 1 == 1
    }

    /// The middles of all cells of a kind, row by row.
    pub fn cells(&self, kind: Terrain) -> impl Iterator<Item = Point> + '_ {
        let found = self.0.terrain.iter().enumerate().filter(move |(_, k)| **k == kind);
        found.map(|(n, _)| {
            let inch = |v: usize| i32::try_from(v).unwrap_or(0);
            Point::inches(inch(n % self.0.width), inch(n / self.0.width)).middle()
        })
    }

    /// The drawing of the terrain, far row first.
    pub fn rows(&self) -> Vec<String> {
        self.0.terrain.chunks(self.0.width).map(|row| row.iter().map(|kind| kind.letter()).collect()).collect()
    }

    fn height_rows(&self) -> Vec<String> {
        let row = |row: &[u8]| row.iter().map(|&h| char::from(b'0' + h)).collect();
        self.0.heights.chunks(self.0.width).map(row).collect()
    }

    /// The cells a straight line goes through, in order from `from`, with the length of line in each. The same cells in
    /// either direction.
    pub fn line(&self, from: Point, to: Point) -> Vec<(Point, i32)> {
        Self::cells_between(from, to).collect()
    }

    /// The same one after another.
    pub(crate) fn cells_between(from: Point, to: Point) -> Line {
        let back = to < from;
        let (start, end) = if back { (to, from) } else { (from, to) };
        let (x, y) = (Cuts::new(start.x, end.x, back), Cuts::new(start.y, end.y, back));
        let length = start.distance(end);
        let (last, upto) = if back { (ONE, length) } else { (0, 0) };
        Line { start, end, length, back, x, y, last, upto, done: false }
    }
}

/// How many cells of some kind lie before each line and column, far left corner first, so that those of a rectangle are counted by
/// four of these numbers. The 200 × 200 cells of the largest table fit.
#[derive(Debug, PartialEq, Eq)]
struct Sums {
    /// One more than there are columns.
    width: usize,
    before: Vec<u16>,
}

impl Sums {
    fn new(terrain: &[Terrain], columns: usize, counts: impl Fn(Terrain) -> bool) -> Self {
        let width = columns + 1;
        let mut before = vec![0; width];
        for row in terrain.chunks(columns) {
            let mut here = 0;
            before.push(0);
            for kind in row {
                here += u16::from(counts(*kind));
                before.push(before[before.len() - width] + here);
            }
        }
        Self { width, before }
    }

    /// Whether there is none in the rectangle with these cells at opposite corners.
    fn has_none(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        let (left, right) = (one.0.min(other.0), one.0.max(other.0) + 1);
        let (far, near) = (one.1.min(other.1), one.1.max(other.1) + 1);
        let before = |line: usize, column: usize| u32::from(self.before[line * self.width + column]);
        before(near, right) + before(far, left) == before(near, left) + before(far, right)
    }
}

/// A whole line, of which cuts are parts: so many bits.
const BITS: u32 = 24;
pub(crate) const ONE: i64 = 1 << BITS;

/// Where a line crosses from cell to cell along one axis, in parts of [`ONE`] rounded down, from the line's start or from its
/// end. Each cut is found by adding to the one before, remainders and all.
struct Cuts {
    /// Grid lines left.
    left: i32,
    /// The next cut, and what was rounded off of it, in parts of the span.
    cut: i64,
    rest: i64,
    /// From one cut to the next.
    step: i64,
    step_rest: i64,
    span: i64,
}

impl Cuts {
    fn new(start: i32, end: i32, back: bool) -> Self {
        let (low, high) = (start.min(end).div_euclid(INCH) + 1, start.max(end).div_euclid(INCH));
        let span = i64::from(start.abs_diff(end)).max(1);
        let first = if (end > start) == back { high } else { low };
        let first = i64::from((first * INCH).abs_diff(start)) << BITS;
        let step = i64::from(INCH) << BITS;
        // Cuts grow from the start on, and shrink from the end on.
        let sign = if back { -1 } else { 1 };
        Self {
            left: (high - low + 1).max(0),
            cut: first / span,
            rest: first % span,
            step: sign * (step / span),
            step_rest: sign * (step % span),
            span,
        }
    }

    fn next(&self) -> Option<i64> {
        (self.left > 0).then_some(self.cut)
    }

    /// Goes on to the next cut if this is the one.
    fn pass(&mut self, cut: i64) {
        if self.next() != Some(cut) {
            return;
        }
        self.left -= 1;
        self.cut += self.step;
        self.rest += self.step_rest;
        if self.rest >= self.span {
            (self.cut, self.rest) = (self.cut + 1, self.rest - self.span);
        } else if self.rest < 0 {
            (self.cut, self.rest) = (self.cut - 1, self.rest + self.span);
        }
    }
}

/// The cells of a straight line, one after another.
pub(crate) struct Line {
    start: Point,
    end: Point,
    pub(crate) length: i32,
    back: bool,
    x: Cuts,
    y: Cuts,
    /// The cut before, and the length of line up to it.
    last: i64,
    upto: i32,
    done: bool,
}

impl Line {
    /// The next cut of either axis; the end of the line if there is none.
    fn cut(&mut self) -> i64 {
        let next = match (self.x.next(), self.y.next()) {
            (Some(x), Some(y)) if self.back => x.max(y),
            (Some(x), Some(y)) => x.min(y),
            (Some(cut), None) | (None, Some(cut)) => cut,
            (None, None) => return if self.back { 0 } else { ONE },
        };
        self.x.pass(next);
        self.y.pass(next);
        next
    }

    fn at(&self, part: i64) -> Point {
        let along = |a: i32, b: i32| a + i32::try_from((i64::from(b - a) * part) >> BITS).unwrap_or(0);
        Point::new(along(self.start.x, self.end.x), along(self.start.y, self.end.y))
    }

    /// To the nearest hundredth: cuts are rounded down, and two inches are no longer for being cut into pieces.
    fn upto(&self, part: i64) -> i32 {
        i32::try_from((i64::from(self.length) * part + ONE / 2) >> BITS).unwrap_or(0)
    }
}

impl Line {
    /// The next cell, and what it has of the line in parts of [`ONE`].
    pub(crate) fn piece(&mut self) -> Option<(Point, i64)> {
        if self.length == 0 {
            // The line of a point is that point.
            return (!std::mem::replace(&mut self.done, true)).then_some((self.start, 0));
        }
        while !self.done {
            let cut = self.cut();
            self.done = cut == if self.back { 0 } else { ONE };
            if cut != self.last {
                let before = std::mem::replace(&mut self.last, cut);
                return Some((self.at(i64::midpoint(cut, before)), (cut - before).abs()));
            }
        }
        None
    }
}

impl Iterator for Line {
    type Item = (Point, i32);

    fn next(&mut self) -> Option<(Point, i32)> {
        let (middle, _) = self.piece()?;
        let upto = self.upto(self.last);
        let length = (upto - self.upto).abs();
        self.upto = upto;
        Some((middle, length))
    }
}
