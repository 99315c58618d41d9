//! The terrain of a table.

use std::sync::Arc;
use tabletop::between;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{INCH, Point, Terrain};

#[derive(Debug, PartialEq, Eq)]
struct Ground {
    width: usize,
    terrain: Vec<Terrain>,
    /// Height of each cell in inches, or nothing if the table is flat.
    heights: Vec<u8>,
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
            return Err("A table has from 1 to 200 rows of 1 to 200 letters each.".into());
        }
        let mut terrain = Vec::with_capacity(width * rows.len());
        for (y, row) in rows.iter().enumerate() {
            for letter in row.as_ref().chars() {
                terrain.push(Terrain::lettered(letter).ok_or_else(|| {
                    let known: String = Terrain::ALL.iter().map(|kind| kind.letter()).collect();
                    format!("Row {}: `{letter}` is no terrain. The letters are {known}", y + 1)
                })?);
            }
            if terrain.len() != width * (y + 1) {
                return Err(format!("Row {} is not {width} letters long, as the first one is.", y + 1));
            }
        }
        let mut levels = Vec::new();
        for (y, row) in heights.iter().enumerate() {
            for digit in row.as_ref().chars() {
                let level = digit.to_digit(10).and_then(|d| u8::try_from(d).ok());
                levels.push(level.ok_or_else(|| format!("Height row {}: `{digit}` is no digit.", y + 1))?);
            }
        }
        if !levels.is_empty() && (levels.len() != terrain.len() || heights.len() != rows.len()) {
            return Err("There is not one digit of height for each letter of terrain.".into());
        }
        Ok(Self(Arc::new(Ground { width, terrain, heights: levels })))
    }

    /// Cells from left to right.
    pub fn columns(&self) -> usize {
        self.0.width
    }

    /// Cells from the far to the near edge.
    pub fn lines(&self) -> usize {
        self.0.terrain.len() / self.0.width
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

    fn index(&self, point: Point) -> usize {
        let cell = |v: i32, count: usize| usize::try_from(v / INCH).unwrap_or(0).min(count - 1);
        cell(point.y, self.lines()) * self.columns() + cell(point.x, self.columns())
    }

    /// The terrain at a point; off the table, that of the nearest edge.
    pub fn terrain(&self, point: Point) -> Terrain {
        self.0.terrain[self.index(point)]
    }

    /// The height of the ground at a point, in hundredths of an inch.
    pub fn height(&self, point: Point) -> i32 {
        self.0.heights.get(self.index(point)).map_or(0, |&inches| i32::from(inches) * INCH)
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
        if to < from {
            let mut back = self.line(to, from);
            back.reverse();
            return back;
        }
        let length = from.distance(to);
        if length == 0 {
            return vec![(from, 0)];
        }
        // Where the line crosses from cell to cell, in parts of 2^24.
        const ONE: i64 = 1 << 24;
        let mut cuts = vec![0, ONE];
        for (start, end) in [(from.x, to.x), (from.y, to.y)] {
            let (low, high) = (start.min(end), start.max(end));
            let first = low.div_euclid(INCH) + 1;
            for line in first..=high.div_euclid(INCH) {
                let cut = i64::from(line * INCH - start) * ONE / i64::from(end - start);
                cuts.push(between(cut, 0, ONE));
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        let at = |t: i64| {
            let along = |a: i32, b: i32| a + i32::try_from((i64::from(b - a) * t).div_euclid(ONE)).unwrap_or(0);
            Point::new(along(from.x, to.x), along(from.y, to.y))
        };
        // To the nearest hundredth: cuts are rounded down, and two inches are no longer for being cut into pieces.
        let upto = |t: i64| i32::try_from((i64::from(length) * t + ONE / 2) / ONE).unwrap_or(0);
        cuts.windows(2).map(|cut| (at(i64::midpoint(cut[0], cut[1])), upto(cut[1]) - upto(cut[0]))).collect()
    }

    pub(crate) fn same_cell(&self, one: Point, other: Point) -> bool {
        self.index(one) == self.index(other)
    }
}
