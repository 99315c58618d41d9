//! The painted ground of a table.

use table::{Board, Terrain};

use super::layout::{Cells, is_water};
use super::noise::{clouds, corner, noise, planted, step};
use super::pigment::{EARTH, GLINT, MUD, RICE, pigment};
use super::{growth, works};
use crate::colour::Colour;
use crate::geometry::{Point, Rect, pt};
use crate::raster::{Picture, RasterError};
use crate::sheet::Sheet;

/// How many pixels an inch the soil is painted with.
const SOIL: u32 = 24;

/// A board ready to be painted, at any number of pixels an inch.
pub struct Ground {
    cells: Cells,
    standing: Sheet,
}

impl Ground {
    /// Reads a board.
    pub fn new(board: &Board) -> Self {
        let cells = Cells::new(board);
        let mut standing = Sheet::new();
        works::low(&mut standing, &cells);
        growth::draw(&mut standing, &cells);
        works::high(&mut standing, &cells);
        Self { cells, standing }
    }

    /// Width and height in inches.
    pub fn size(&self) -> (u32, u32) {
        (self.cells.columns as u32, self.cells.lines as u32)
    }

    /// The whole table with this many pixels an inch: first the soil, pixel by pixel, then what stands on it.
    ///
    /// # Errors
    /// [`RasterError::Size`] if that would be larger than a picture can be.
    pub fn picture(&self, pixels: u32) -> Result<Picture, RasterError> {
        let (columns, lines) = self.size();
        let mut picture = Picture::blank((columns * pixels, lines * pixels))?;
        // Soil is soft: it is painted coarsely and drawn out, which takes a fraction of the time and looks the same.
        let coarse = pixels.min(SOIL);
        let soil = self.soils(coarse);
        let (from, to) = ((columns * coarse) as usize, (columns * pixels) as usize);
        let ratio = coarse as f32 / pixels as f32;
        for (n, pixel) in picture.bytes_mut().chunks_exact_mut(4).enumerate() {
            let (u, v) = ((n % to) as f32 + 0.5, (n / to) as f32 + 0.5);
            let colour = between(&soil, from, u * ratio - 0.5, v * ratio - 0.5);
            let speck = 1.0 + (corner(n as i32, 0, 5) - 0.5) * 0.05;
            for (byte, value) in pixel.iter_mut().zip(colour) {
                *byte = tabletop::between(value * speck + 0.5, 0.0, 255.0) as u8;
            }
            pixel[3] = 255;
        }
        picture.paint(&self.standing, Rect::new(0.0, 0.0, columns as f32, lines as f32));
        Ok(picture)
    }

    /// The bare ground, rows from the top.
    fn soils(&self, pixels: u32) -> Vec<[f32; 3]> {
        let (columns, lines) = self.size();
        let (width, height) = ((columns * pixels) as usize, (lines * pixels) as usize);
        let mut soil = vec![[0.0; 3]; width * height];
        let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(8);
        let band = height.div_ceil(threads);
        std::thread::scope(|scope| {
            for (n, part) in soil.chunks_mut(band * width).enumerate() {
                scope.spawn(move || {
                    for (i, colour) in part.iter_mut().enumerate() {
                        let (x, y) = (i % width, n * band + i / width);
                        *colour = self.soil(pt((x as f32 + 0.5) / pixels as f32, (y as f32 + 0.5) / pixels as f32));
                    }
                });
            }
        });
        soil
    }

    /// The colour of the bare ground at a point.
    fn soil(&self, at: Point) -> [f32; 3] {
        // Edges of natural ground wander.
        let wander = |seed: u32| {
            (noise(at.x * 0.9, at.y * 0.9, seed) - 0.5) * 0.55 + (noise(at.x * 2.7, at.y * 2.7, seed + 1) - 0.5) * 0.22
        };
        let bent = pt(at.x + wander(11), at.y + wander(23));
        let (u, v) = (bent.x - 0.5, bent.y - 0.5);
        let (i, j) = (u.floor(), v.floor());
        let soft = |t: f32| step(0.22, 0.78, t);
        let (s, t) = (soft(u - i), soft(v - j));
        let (i, j) = (i as i32, j as i32);
        let corners = [
            (i, j, (1.0 - s) * (1.0 - t)),
            (i + 1, j, s * (1.0 - t)),
            (i, j + 1, (1.0 - s) * t),
            (i + 1, j + 1, s * t),
        ];

        let (mut land, mut weight, mut wet, mut depth, mut height) = ([0.0; 3], 0.0, 0.0, 0.0, 0.0);
        let mut shares: Vec<(Terrain, f32)> = Vec::with_capacity(4);
        for (x, y, share) in corners {
            height += self.cells.height(x, y) * share;
            let kind = self.cells.ground(x, y);
            if is_water(kind) {
                wet += share;
                depth += self.cells.depth(x, y) * share;
                continue;
            }
            // The same paint is mixed once, however many corners have it.
            match shares.iter_mut().find(|(one, _)| *one == kind) {
                Some((_, sum)) => *sum += share,
                None => shares.push((kind, share)),
            }
        }
        for (kind, share) in shares.into_iter().filter(|(_, share)| *share > 0.004) {
            add(&mut land, paint(kind, at), share);
            weight += share;
        }
        let mut colour = if weight > 0.0 { land.map(|v| v / weight) } else { [0.0; 3] };
        if wet > 0.0 {
            colour = shore(colour, at, wet, depth / wet.max(1e-3));
        }
        colour = self.threads(colour, at, bent);
        self.lit(colour, at, height)
    }

    /// Streams, bunds and footpaths.
    fn threads(&self, mut colour: [f32; 3], at: Point, bent: Point) -> [f32; 3] {
        let (x, y) = (bent.x.floor() as i32, bent.y.floor() as i32);
        let mut nearest: [(f32, Point); 3] = [(9.0, at); 3];
        for cy in y - 1..=y + 1 {
            for cx in x - 1..=x + 1 {
                let inside = (0..self.cells.columns).contains(&cx) && (0..self.cells.lines).contains(&cy);
                let slot = match self.cells.kind(cx, cy) {
                    Terrain::Trail => 0,
                    Terrain::Bund => 1,
                    Terrain::Stream => 2,
                    _ => continue,
                };
                if !inside {
                    continue;
                }
                for (from, to) in self.cells.threads(cx, cy) {
                    let along = to - from;
                    let share = tabletop::between((bent - from).dot(along) / along.dot(along), 0.0, 1.0);
                    let foot = from + along * share;
                    let distance = bent.distance(foot);
                    if distance < nearest[slot].0 {
                        nearest[slot] = (distance, foot);
                    }
                }
            }
        }
        let [(trail, _), (bund, ridge), (stream, _)] = nearest;
        if bund < 0.42 {
            let side = (bent - ridge).unit();
            // The sun stands in the north-west: that flank is light, the other one dark.
            let flank = step(0.05, 0.22, bund) * (-(side.x + side.y) * 0.7);
            let grass = paint(Terrain::Bund, at).map(|v| v * (1.0 + 0.16 * flank));
            colour = mix(colour, rgb(MUD), 0.55 * (1.0 - step(0.2, 0.42, bund)));
            colour = mix(colour, grass, 1.0 - step(0.19, 0.26, bund));
        }
        if stream < 0.6 {
            let bank = mix(colour, rgb(MUD), 0.6);
            colour = mix(colour, bank, 1.0 - step(0.33, 0.6, stream));
            let water = mix(paint(Terrain::Stream, at), paint(Terrain::River, at), 1.0 - step(0.0, 0.3, stream));
            colour = mix(colour, water, 1.0 - step(0.31, 0.37, stream));
            let glint = step(0.72, 0.8, noise(at.x * 5.0 + at.y, at.y * 2.0, 77)) * (1.0 - step(0.15, 0.28, stream));
            colour = mix(colour, rgb(GLINT), 0.35 * glint);
        }
        if trail < 0.4 {
            let worn = 0.75 + 0.25 * clouds(at.x * 2.0, at.y * 2.0, 31);
            let earth = rgb(EARTH).map(|v| v * (0.92 + 0.14 * noise(at.x * 9.0, at.y * 9.0, 33)));
            colour = mix(colour, rgb(MUD), 0.22 * (1.0 - step(0.22, 0.4, trail)));
            colour = mix(colour, earth, worn * (1.0 - step(0.14, 0.27, trail)));
        }
        colour
    }

    /// Light and shade of slopes, a line at every inch of height, and the grain of everything.
    fn lit(&self, colour: [f32; 3], at: Point, height: f32) -> [f32; 3] {
        let broad = 0.97 + 0.06 * noise(at.x * 0.21, at.y * 0.21, 91);
        if self.cells.flat {
            return colour.map(|v| v * broad);
        }
        let smooth = |x: f32, y: f32| {
            let (u, v) = (x - 0.5, y - 0.5);
            let (i, j) = (u.floor(), v.floor());
            let (s, t) = (step(0.0, 1.0, u - i), step(0.0, 1.0, v - j));
            let h = |dx: i32, dy: i32| self.cells.height(i as i32 + dx, j as i32 + dy);
            (h(0, 0) * (1.0 - s) + h(1, 0) * s) * (1.0 - t) + (h(0, 1) * (1.0 - s) + h(1, 1) * s) * t
        };
        let slope = (smooth(at.x + 0.3, at.y) - smooth(at.x - 0.3, at.y))
            + (smooth(at.x, at.y + 0.3) - smooth(at.x, at.y - 0.3));
        let mut light = 1.0 + tabletop::between(slope * 0.34, -0.32, 0.26) + height * 0.025;
        let level = (height + 0.5).fract();
        if height > 0.02 && !(0.05..=0.95).contains(&level) {
            light *= 0.86;
        }
        light *= broad;
        colour.map(|v| v * light)
    }
}

/// The paint of a kind of land at a point.
fn paint(kind: Terrain, at: Point) -> [f32; 3] {
    let paint = pigment(kind);
    let patch = clouds(at.x * paint.patches, at.y * paint.patches, 3 + kind as u32);
    let mut colour = mix(rgb(paint.tones[0]), rgb(paint.tones[1]), step(0.25, 0.75, patch));
    let grain = (noise(at.x * 13.0, at.y * 13.0, 41) - 0.5) * 0.6 + (noise(at.x * 29.0, at.y * 29.0, 43) - 0.5) * 0.4;
    colour = colour.map(|v| v * (1.0 + 2.0 * paint.grain * grain));
    match kind {
        Terrain::WetPaddy => {
            let sky = step(0.55, 0.8, clouds(at.x * 0.6 + at.y * 0.2, at.y * 0.9, 57));
            colour = mix(colour, rgb(GLINT), 0.14 * sky);
            let stand = 1.0 - step(0.25, 0.62, planted(at.x, at.y, 0.2, 61));
            mix(colour, rgb(RICE), 0.8 * stand)
        }
        Terrain::DryPaddy => {
            let furrow = (at.y * std::f32::consts::TAU * 4.0 + noise(at.x * 0.7, at.y * 0.7, 63) * 2.0).sin();
            colour = colour.map(|v| v * (1.0 + 0.045 * furrow));
            let stubble = 1.0 - step(0.2, 0.5, planted(at.x, at.y, 0.25, 67));
            mix(colour, rgb(EARTH).map(|v| v * 0.78), 0.4 * stubble)
        }
        Terrain::Swamp => {
            let pool = step(0.46, 0.54, clouds(at.x * 0.9, at.y * 0.9, 71));
            let water = self::paint(Terrain::Shallows, at).map(|v| v * 0.78);
            mix(colour, water, 0.85 * pool)
        }
        Terrain::Open | Terrain::Village => {
            let tuft = 1.0 - step(0.15, 0.45, planted(at.x, at.y, 0.31, 73));
            let some = step(0.5, 0.7, noise(at.x * 1.3, at.y * 1.3, 74));
            let green = if kind == Terrain::Open { 0.35 } else { 0.16 };
            mix(colour, rgb(RICE).map(|v| v * 0.72), green * tuft * some)
        }
        Terrain::Road => {
            let stone = 1.0 - step(0.12, 0.3, planted(at.x, at.y, 0.17, 79));
            mix(colour, rgb(MUD), 0.18 * stone)
        }
        _ => colour,
    }
}

/// Where land meets water: wet bank, a line of light, then deeper and deeper.
fn shore(land: [f32; 3], at: Point, wet: f32, depth: f32) -> [f32; 3] {
    let bank = mix(land, rgb(MUD), 0.7 * step(0.12, 0.46, wet));
    let deep = step(0.35, 2.6, depth + 0.5 * (clouds(at.x * 0.4, at.y * 0.9, 83) - 0.5));
    let mut water = mix(paint(Terrain::Shallows, at), paint(Terrain::River, at), deep);
    let ripple = step(0.66, 0.78, noise(at.x * 1.6, at.y * 6.0, 87)) * noise(at.x * 0.8, at.y * 0.8, 89);
    water = mix(water, rgb(GLINT), 0.22 * ripple);
    let foam = step(0.5, 0.56, wet) * (1.0 - step(0.58, 0.72, wet));
    water = mix(water, rgb(GLINT), 0.45 * foam);
    mix(bank, water, step(0.45, 0.53, wet))
}

/// The soil between its pixels.
fn between(soil: &[[f32; 3]], width: usize, x: f32, y: f32) -> [f32; 3] {
    let height = soil.len() / width;
    let (x, y) = (tabletop::between(x, 0.0, width as f32 - 1.0), tabletop::between(y, 0.0, height as f32 - 1.0));
    let (left, top) = (x as usize, y as usize);
    let (right, low) = ((left + 1).min(width - 1), (top + 1).min(height - 1));
    let (s, t) = (x - left as f32, y - top as f32);
    let far = mix(soil[top * width + left], soil[top * width + right], s);
    mix(far, mix(soil[low * width + left], soil[low * width + right], s), t)
}

fn rgb(colour: Colour) -> [f32; 3] {
    [f32::from(colour.r), f32::from(colour.g), f32::from(colour.b)]
}

fn mix(one: [f32; 3], other: [f32; 3], share: f32) -> [f32; 3] {
    let share = tabletop::between(share, 0.0, 1.0);
    std::array::from_fn(|i| one[i] * (1.0 - share) + other[i] * share)
}

fn add(sum: &mut [f32; 3], colour: [f32; 3], share: f32) {
    for (total, value) in sum.iter_mut().zip(colour) {
        *total += value * share;
    }
}
