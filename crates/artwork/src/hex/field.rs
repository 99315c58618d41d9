//! From hexes to blobs: how much of a kind of terrain there is at each point, and the outline where it is half.

use crate::geometry::{Point, pt};
use crate::hex::grid::{COLUMN, HEIGHT, HexGrid, RADIUS};
use crate::hex::noise::warp;
use crate::path::Path;
use tabletop::between;

/// Distance between samples, in map units.
const STEP: f32 = 2.5;
/// How far beyond the canvas the samples go.
const BEYOND: f32 = 24.0;

/// Shares of one kind of ground, sampled on a square net.
#[derive(Clone, Debug)]
pub struct Field {
    origin: Point,
    width: usize,
    height: usize,
    shares: Vec<f32>,
}

/// How a field is made.
#[derive(Clone, Copy, Debug)]
pub struct Spread {
    /// How far a hex reaches, in map units.
    pub reach: f32,
    /// Seed of the bending of its edge.
    pub seed: u32,
    /// How much it is bent.
    pub bend: f32,
}

impl Spread {
    /// A hex reaches just to the middles of its neighbours, so that the edge between two kinds runs along their side.
    pub const fn edge(seed: u32) -> Self {
        Self { reach: 1.74 * RADIUS, seed, bend: 1.0 }
    }
}

impl Field {
    /// Samples a kind of ground; `is` says how much of it a hex has, 0 to 1. Beyond the map the ground goes on as at its edge.
    pub fn new(grid: HexGrid, spread: Spread, is: &dyn Fn(i32, i32) -> f32) -> Self {
        let [field] = Self::of_each(grid, spread, &|c, r| [is(c, r)]);
        field
    }

    /// Samples several kinds of ground at once; most of the work is the same for all.
    pub fn of_each<const N: usize>(grid: HexGrid, spread: Spread, are: &dyn Fn(i32, i32) -> [f32; N]) -> [Self; N] {
        let area = grid.canvas().grown(BEYOND);
        let (width, height) = ((area.width() / STEP) as usize + 2, (area.height() / STEP) as usize + 2);
        let (columns, rows) = grid.extent();
        let at_edge = |c: i32, r: i32| are(between(c, 1, columns), between(r, 1, rows));
        let mut shares: [Vec<f32>; N] = std::array::from_fn(|_| Vec::with_capacity(width * height));
        // A point lies at most half a column and half a row from the middle of its own hex.
        let (beside, above) = ((spread.reach / COLUMN + 0.5) as i32, (spread.reach / HEIGHT + 0.5) as i32);
        for y in 0..height {
            for x in 0..width {
                let p = area.min + pt(x as f32, y as f32) * STEP;
                let q = p + warp(p, spread.seed) * spread.bend;
                let column = ((q.x - RADIUS) / COLUMN).round() as i32 + 1;
                let (mut sums, mut whole) = ([0.0; N], 0.0);
                for c in column - beside..=column + beside {
                    let drop = if c.rem_euclid(2) == 0 { 0.5 } else { 0.0 };
                    let row = (q.y / HEIGHT - drop).floor() as i32 + 1;
                    for r in row - above..=row + above {
                        let far = grid.lattice(c, r).distance(q) / spread.reach;
                        if far < 1.0 {
                            let weight = (1.0 - far * far) * (1.0 - far * far);
                            for (sum, share) in sums.iter_mut().zip(at_edge(c, r)) {
                                *sum += weight * share;
                            }
                            whole += weight;
                        }
                    }
                }
                for (shares, sum) in shares.iter_mut().zip(sums) {
                    shares.push(if whole > 0.0 { sum / whole } else { 0.0 });
                }
            }
        }
        shares.map(|shares| Self { origin: area.min, width, height, shares })
    }

    /// The share at a point, between the samples.
    pub fn at(&self, p: Point) -> f32 {
        let (x, y) = ((p.x - self.origin.x) / STEP, (p.y - self.origin.y) / STEP);
        if x < 0.0 || y < 0.0 || x >= (self.width - 1) as f32 || y >= (self.height - 1) as f32 {
            return 0.0;
        }
        let (i, j) = (x as usize, y as usize);
        let (u, v) = (x - i as f32, y - j as f32);
        let row = |j: usize| self.sample(i, j) * (1.0 - u) + self.sample(i + 1, j) * u;
        row(j) * (1.0 - v) + row(j + 1) * v
    }

    /// Sample by sample, what two fields make together.
    pub fn with(&self, other: &Self, mix: impl Fn(f32, f32) -> f32) -> Self {
        let shares = self.shares.iter().zip(&other.shares).map(|(a, b)| mix(*a, *b)).collect();
        Self { shares, ..self.clone() }
    }

    /// Columns and rows of the net.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// The share at a point of the net.
    pub fn sample(&self, x: usize, y: usize) -> f32 {
        self.shares[y * self.width + x]
    }

    /// A point of the net.
    pub fn place(&self, x: usize, y: usize) -> Point {
        self.origin + pt(x as f32, y as f32) * STEP
    }

    /// The closed lines along which the share is `level`, with more of it on their left; holes run the other way round.
    pub fn contours(&self, level: f32) -> Vec<Vec<Point>> {
        const NONE: u32 = u32::MAX;
        // At the rim nothing is inside, so that every line closes.
        let (w, h) = (self.width, self.height);
        let value = |x: usize, y: usize| {
            if x == 0 || y == 0 || x + 1 == w || y + 1 == h { -1.0 } else { self.sample(x, y) - level }
        };
        // An edge of the net: to the right of or below a point.
        let edge = |x: usize, y: usize, down: bool| ((y * w + x) * 2 + usize::from(down)) as u32;
        let mut next = vec![NONE; w * h * 2];
        for y in 0..h - 1 {
            for x in 0..w - 1 {
                let inside = [value(x, y), value(x + 1, y), value(x + 1, y + 1), value(x, y + 1)].map(|v| v > 0.0);
                let case = inside.iter().enumerate().fold(0u8, |sum, (i, on)| sum | (u8::from(*on) << i));
                let (top, right) = (edge(x, y, false), edge(x + 1, y, true));
                let (bottom, left) = (edge(x, y + 1, false), edge(x, y, true));
                let lines: &[(u32, u32)] = match case {
                    1 => &[(left, top)],
                    2 => &[(top, right)],
                    3 => &[(left, right)],
                    4 => &[(right, bottom)],
                    5 => &[(left, bottom), (right, top)],
                    6 => &[(top, bottom)],
                    7 => &[(left, bottom)],
                    8 => &[(bottom, left)],
                    9 => &[(bottom, top)],
                    10 => &[(top, left), (bottom, right)],
                    11 => &[(bottom, right)],
                    12 => &[(right, left)],
                    13 => &[(right, top)],
                    14 => &[(top, left)],
                    _ => &[],
                };
                for (from, to) in lines {
                    next[*from as usize] = *to;
                }
            }
        }
        let crossing = |edge: u32| {
            let (cell, down) = (edge as usize / 2, edge % 2 == 1);
            let (x, y) = (cell % w, cell / w);
            let (x2, y2) = if down { (x, y + 1) } else { (x + 1, y) };
            let (a, b) = (value(x, y), value(x2, y2));
            let share = if (a - b).abs() > f32::EPSILON { between(a / (a - b), 0.0, 1.0) } else { 0.5 };
            self.place(x, y).toward(self.place(x2, y2), share)
        };
        let mut loops = Vec::new();
        for start in 0..next.len() {
            let mut line = Vec::new();
            let mut here = start;
            while next[here] != NONE {
                line.push(crossing(here as u32));
                here = std::mem::replace(&mut next[here], NONE) as usize;
            }
            if line.len() > 3 {
                loops.push(rounded(&line));
            }
        }
        loops
    }

    /// The area with at least this share.
    pub fn area(&self, level: f32) -> Path {
        let mut path = Path::default();
        for line in self.contours(level) {
            path.add_polygon(&line);
        }
        path
    }
}

/// A closed line without the corners of the net it was sampled on.
fn rounded(line: &[Point]) -> Vec<Point> {
    let count = line.len();
    (0..count)
        .map(|i| {
            let (before, after) = (line[(i + count - 1) % count], line[(i + 1) % count]);
            line[i] * 0.5 + (before + after) * 0.25
        })
        .collect()
}
