//! The Perfume River, the canals, the moat's water.

use crate::area::map::{Painter, points};
use crate::geometry::{Course, Point, Rect, smooth};
use crate::palette::Palette;
use crate::path::{Path, span};
use crate::sheet::Sheet;

/// Half the width of a canal, in map units.
pub const CANAL: f32 = 4.6;
/// Half the width of the canal inside the citadel.
const NGU_HA: f32 = 3.0;
/// Cross-sections of the river.
const SECTIONS: usize = 190;

/// The river as two banks that run side by side, so that every point of it has a place along and a place across.
#[derive(Clone, Debug)]
pub struct River {
    left: Vec<Point>,
    right: Vec<Point>,
}

impl River {
    /// From its outline: the two edges that lie on the canvas's rim are where it comes in and goes out.
    pub fn new(outline: &[Point], canvas: Rect) -> Self {
        let count = outline.len();
        let on_rim = |p: Point, q: Point| {
            let near = |a: f32, b: f32| (a - b).abs() < 0.5;
            [canvas.min.x, canvas.max.x].iter().any(|x| near(p.x, *x) && near(q.x, *x))
                || [canvas.min.y, canvas.max.y].iter().any(|y| near(p.y, *y) && near(q.y, *y))
        };
        let rims: Vec<usize> = (0..count).filter(|i| on_rim(outline[*i], outline[(i + 1) % count])).collect();
        let [first, second] = rims[..] else { return Self { left: Vec::new(), right: Vec::new() } };
        let chain = |from: usize, to: usize| {
            let mut list = vec![outline[from % count]];
            let mut i = from;
            while i % count != to % count {
                i += 1;
                list.push(outline[i % count]);
            }
            list
        };
        let (one, mut other) = (chain(first + 1, second), chain(second + 1, first));
        other.reverse();
        let bank = |line: &[Point]| {
            let course = Course::new(smooth(line, 14));
            (0..=SECTIONS).map(|i| course.walk(course.length() * i as f32 / SECTIONS as f32).0).collect::<Vec<_>>()
        };
        // Downstream, from the west: the left bank is the northern one.
        let mut river = Self { left: bank(&one), right: bank(&other) };
        let start = (river.left[0], river.left[SECTIONS]);
        if start.0.x > start.1.x {
            river.left.reverse();
            river.right.reverse();
        }
        if (river.left[1] - river.left[0]).cross(river.right[0] - river.left[0]) < 0.0 {
            std::mem::swap(&mut river.left, &mut river.right);
        }
        river
    }

    /// The line `share` of the way from the left bank to the right one.
    pub fn line(&self, share: f32) -> Vec<Point> {
        self.left.iter().zip(&self.right).map(|(a, b)| a.toward(*b, share)).collect()
    }

    /// A point by its section and its share across.
    fn at(&self, section: usize, share: f32) -> Point {
        self.left[section].toward(self.right[section], share)
    }

    /// The line this far from a bank, as long as that is less than 42 % across.
    fn beside_bank(&self, right: bool, distance: f32) -> Vec<Point> {
        (0..self.left.len())
            .map(|i| {
                let share = (distance / self.left[i].distance(self.right[i]).max(1.0)).min(0.42);
                self.at(i, if right { 1.0 - share } else { share })
            })
            .collect()
    }

    /// The whole as a closed outline.
    pub fn outline(&self) -> Vec<Point> {
        self.left.iter().copied().chain(self.right.iter().rev().copied()).collect()
    }

    /// Its left bank, downstream.
    pub fn left(&self) -> &[Point] {
        &self.left
    }

    /// Its right bank, downstream.
    pub fn right(&self) -> &[Point] {
        &self.right
    }

    fn is_empty(&self) -> bool {
        self.left.is_empty()
    }
}

/// Draws all waters and takes their room.
pub fn waters(painter: &mut Painter<'_>) {
    let palette = painter.palette;
    let map = &palette.map;
    let courses = canals(painter);
    let sheet = &mut painter.sheet;
    // A pale beach, the shore line, then the water: canals first, so that their mouths open into the river.
    let beach = map.paper.mix(map.road_edge, 0.12);
    for (course, half) in &courses {
        sheet.stroke(Path::line(course), half * 2.0 + 4.2, beach);
    }
    if !painter.river.is_empty() {
        for bank in [painter.river.left(), painter.river.right()] {
            sheet.round_stroke(Path::line(bank), 5.0, beach);
        }
    }
    for (course, half) in &courses {
        sheet.stroke(Path::line(course), half * 2.0 + 1.7, map.shore);
    }
    if !painter.river.is_empty() {
        for bank in [painter.river.left(), painter.river.right()] {
            sheet.round_stroke(Path::line(bank), 2.0, map.shore);
        }
        depth(sheet, &painter.river, palette);
    }
    for (course, half) in &courses {
        sheet.stroke(Path::line(course), half * 2.0, map.water);
        // The deep of a canal begins a little way in, so that its mouth is as pale as the bank it opens in.
        let along = Course::new(course.clone());
        let deep = span(&along, 14.0_f32.min(along.length() / 2.0), (along.length() - 14.0).max(along.length() / 2.0));
        sheet.round_stroke(Path::line(&deep), half * 0.9, map.water_deep.mix(map.water, 0.45));
    }
    if !painter.river.is_empty() {
        lining(sheet, &painter.river, palette);
        waves(sheet, &painter.river, palette);
    }
}

/// The canals' smooth courses and half widths.
pub fn canals(painter: &Painter<'_>) -> Vec<(Vec<Point>, f32)> {
    let scenery = &painter.map.file.scenery;
    [(&scenery.dong_ba_canal, CANAL), (&scenery.phu_cam_canal, CANAL), (&scenery.ngu_ha_canal, NGU_HA)]
        .into_iter()
        .map(|(line, half)| {
            let mut line = points(line);
            // A course that ends on the canvas's rim runs on under the frame.
            if let [.., before, last] = line[..]
                && last.x >= painter.canvas.max.x - 0.5
            {
                line.push(last + (last - before).unit() * 12.0);
            }
            (smooth(&line, 10), half)
        })
        .collect()
}

/// Water that deepens from the banks to the middle.
fn depth(sheet: &mut Sheet, river: &River, palette: &Palette) {
    let (shallow, deep) = (palette.map.water, palette.map.water_deep);
    let shares = [0.0, 0.1, 0.26, 0.5, 0.74, 0.9, 1.0];
    let tones = [0.0, 0.35, 0.8, 1.0, 0.8, 0.35, 0.0].map(|t| shallow.mix(deep, t));
    sheet.fill(Path::polygon(&river.outline()), shallow);
    for i in 0..SECTIONS {
        for k in 0..shares.len() - 1 {
            sheet.quad([
                (river.at(i, shares[k]), tones[k]),
                (river.at(i + 1, shares[k]), tones[k]),
                (river.at(i + 1, shares[k + 1]), tones[k + 1]),
                (river.at(i, shares[k + 1]), tones[k + 1]),
            ]);
        }
    }
}

/// Lines along the banks, wider apart and fainter towards the middle, as engravers draw water.
fn lining(sheet: &mut Sheet, river: &River, palette: &Palette) {
    let ink = palette.map.shore;
    for (distance, opacity) in [(2.4, 0.55), (5.2, 0.4), (8.8, 0.28), (13.4, 0.18), (19.0, 0.1)] {
        for right in [false, true] {
            sheet.stroke(Path::line(&river.beside_bank(right, distance)), 0.42, ink.alpha(opacity));
        }
    }
}

/// Short waves along the stream.
fn waves(sheet: &mut Sheet, river: &River, palette: &Palette) {
    let mut scatter = crate::geometry::Scatter::new(41);
    let ink = palette.map.water.mix(palette.map.paper, 0.55);
    let mut path = Path::default();
    for _ in 0..260 {
        let course = Course::new(river.line(scatter.between(0.2, 0.8)));
        let from = scatter.share() * course.length();
        let length = scatter.between(4.0, 11.0);
        path.add_line(&span(&course, from, (from + length).min(course.length())));
    }
    sheet.stroke(path, 0.45, ink.alpha(0.6));
}

/// A pond or a lake with its shore.
pub fn pond(sheet: &mut Sheet, outline: &[Point], palette: &Palette) {
    let path = Path::polygon(outline);
    sheet.round_stroke(path.clone(), 2.2, palette.map.shore.mix(palette.map.paper, 0.25));
    sheet.fill(path, palette.map.water);
    let inner = crate::geometry::inset(outline, 1.1);
    sheet.stroke(Path::polygon(&inner), 0.35, palette.map.shore.alpha(0.45));
}
