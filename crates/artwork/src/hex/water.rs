//! The river: it runs along hexsides, so its middle goes through the middle of each of them.

use search_and_destroy::map::Map;

use crate::geometry::{Course, Point, Scatter, smooth};
use crate::hex::Painter;
use crate::hex::grid::{HexGrid, RADIUS};
use crate::hex::noise::noise;
use crate::palette::Palette;
use crate::path::{Path, span};
use crate::sheet::Sheet;

/// Half the width of the river, give or take a unit.
const HALF: f32 = 5.6;

/// The middle of the river, from the west edge to the east edge and a little beyond.
pub fn course(map: &Map, grid: HexGrid) -> Vec<Point> {
    let count = u8::try_from(map.river().len()).unwrap_or(u8::MAX);
    let mut line: Vec<Point> = (0..count).filter_map(|n| grid.river(map, n)).map(|(at, _)| at).collect();
    if let [first, second, ..] = line[..]
        && let [.., before, last] = line[..]
    {
        line.insert(0, first + (first - second).unit() * RADIUS * 1.6);
        line.push(last + (last - before).unit() * RADIUS * 1.6);
    }
    let course = Course::new(smooth(&line, 8));
    let steps = (course.length() / 2.5) as usize;
    (0..=steps).map(|i| course.walk(course.length() * i as f32 / steps.max(1) as f32).0).collect()
}

/// Takes the river's room before anything grows.
pub fn take(painter: &mut Painter<'_>) {
    let line = painter.river.clone();
    painter.mask.line(&line, HALF * 2.0 + 5.0);
}

/// The line this far to the right of the middle, less where the river is narrow: 1 is the right bank.
fn line(middle: &[Point], share: f32) -> Vec<Point> {
    let count = middle.len();
    (0..count)
        .map(|i| {
            let (before, after) = (middle[i.saturating_sub(2)], middle[(i + 2).min(count - 1)]);
            let across = (after - before).unit().turned();
            let half = HALF + noise(middle[i], 30.0, 71) * 1.1 + share * noise(middle[i], 11.0, 72) * 0.7;
            middle[i] + across * (half * share)
        })
        .collect()
}

/// Draws the river with its shores.
pub fn river(painter: &mut Painter<'_>) {
    let palette = painter.palette;
    let map = &palette.map;
    let middle = painter.river.clone();
    let (left, right) = (line(&middle, -1.0), line(&middle, 1.0));
    let sheet = &mut painter.sheet;
    let beach = map.paper.mix(palette.valley.village, 0.25);
    let outline: Vec<Point> = left.iter().copied().chain(right.iter().rev().copied()).collect();
    for (width, colour) in [(5.6, beach), (2.2, map.shore)] {
        for bank in [&left, &right] {
            sheet.round_stroke(Path::line(bank), width, colour);
        }
    }
    sheet.fill(Path::polygon(&outline), map.water);
    depth(sheet, &middle, palette);
    for (share, opacity) in [(0.72, 0.5), (0.46, 0.3)] {
        for side in [-1.0, 1.0] {
            sheet.stroke(Path::line(&line(&middle, side * share)), 0.42, map.shore.alpha(opacity));
        }
    }
    waves(sheet, &middle, palette);
}

/// Water that deepens from the banks to the middle.
fn depth(sheet: &mut Sheet, middle: &[Point], palette: &Palette) {
    let (shallow, deep) = (palette.map.water, palette.map.water_deep);
    let shares = [-1.0, -0.7, 0.0, 0.7, 1.0];
    let tones = [0.0, 0.55, 1.0, 0.55, 0.0].map(|t| shallow.mix(deep, t));
    let lines = shares.map(|s| line(middle, s));
    for i in 0..middle.len().saturating_sub(1) {
        for k in 0..shares.len() - 1 {
            sheet.quad([
                (lines[k][i], tones[k]),
                (lines[k][i + 1], tones[k]),
                (lines[k + 1][i + 1], tones[k + 1]),
                (lines[k + 1][i], tones[k + 1]),
            ]);
        }
    }
}

fn waves(sheet: &mut Sheet, middle: &[Point], palette: &Palette) {
    let mut scatter = Scatter::new(43);
    let ink = palette.map.water.mix(palette.map.paper, 0.6);
    let mut path = Path::default();
    for share in [-0.3, -0.1, 0.12, 0.32] {
        let course = Course::new(line(middle, share));
        for _ in 0..70 {
            let from = scatter.share() * course.length();
            path.add_line(&span(&course, from, (from + scatter.between(4.0, 11.0)).min(course.length())));
        }
    }
    sheet.stroke(path, 0.5, ink.alpha(0.7));
}
