//! What people have built or torn: huts, houses, bunkers, trenches, walls, craters, rubble; and rocks.

use table::Terrain;

use super::layout::Cells;
use super::pigment::{BAGS, EARTH, MUD, SHADOW, STONE, THATCH, TILES};
use crate::colour::Colour;
use crate::geometry::{Point, Rect, Scatter, pt};
use crate::path::Path;
use crate::sheet::Sheet;

/// What lies in the ground or flat on it.
pub(super) fn low(sheet: &mut Sheet, cells: &Cells) {
    for (x, y) in cells.every() {
        let mut scatter = Scatter::new(0xc0de << 32 | (y as u64) << 16 | x as u64);
        let middle = pt(x as f32 + 0.5, y as f32 + 0.5);
        match cells.kind(x, y) {
            Terrain::Crater => {
                let at = middle + pt(scatter.between(-0.1, 0.1), scatter.between(-0.1, 0.1));
                crater(sheet, at, scatter.between(0.34, 0.48));
            }
            Terrain::Rubble => (0..9).for_each(|_| {
                let at = middle + pt(scatter.between(-0.45, 0.45), scatter.between(-0.45, 0.45));
                let size = scatter.between(0.06, 0.17);
                rock(sheet, at, size, &mut scatter, [STONE, TILED][usize::from(scatter_brick(x, y))]);
            }),
            Terrain::Boulders => (0..3).for_each(|n| {
                let at = middle + pt(scatter.between(-0.35, 0.35), scatter.between(-0.35, 0.35));
                rock(sheet, at, [0.38, 0.26, 0.16][n], &mut scatter, STONE);
            }),
            Terrain::SteepHill => (0..5).for_each(|_| {
                let at = middle + pt(scatter.between(-0.45, 0.45), scatter.between(-0.45, 0.45));
                let size = scatter.between(0.05, 0.14);
                rock(sheet, at, size, &mut scatter, [EARTH, MUD.mix(EARTH, 0.5), MUD]);
            }),
            _ => {}
        }
    }
    trenches(sheet, cells);
}

const TILED: [Colour; 3] = [TILES[0], TILES[1], TILES[3]];

const fn scatter_brick(x: i32, y: i32) -> bool {
    (x * 7 + y * 3) % 4 == 0
}

/// What stands up: shadows first, so that no building darkens its neighbour's roof.
pub(super) fn high(sheet: &mut Sheet, cells: &Cells) {
    let (huts, houses, bunkers) =
        (cells.blocks(Terrain::Hooch), cells.blocks(Terrain::Masonry), cells.blocks(Terrain::Bunker));
    let mut shadows = Path::default();
    for (blocks, fall) in [(&huts, 0.22), (&houses, 0.32), (&bunkers, 0.1)] {
        for block in blocks {
            let [a, b, c, d] = block.grown(-0.06).corners();
            let away = pt(fall, fall);
            shadows.add_polygon(&[a, b, b + away, c + away, d + away, d]);
        }
    }
    sheet.fill(shadows, SHADOW.alpha(0.36));
    walls(sheet, cells);
    bunkers.iter().for_each(|block| bunker(sheet, *block));
    huts.iter().for_each(|block| roof(sheet, block.grown(-0.04), THATCH, 0.09, true));
    houses.iter().for_each(|block| roof(sheet, block.grown(-0.06), TILES, 0.13, false));
}

/// A hipped roof with its courses.
fn roof(sheet: &mut Sheet, rect: Rect, tones: [Colour; 4], course: f32, ragged: bool) {
    let [a, b, c, d] = rect.corners();
    let wide = rect.width() >= rect.height();
    let rise = rect.width().min(rect.height()) / 2.0;
    let (one, other) = if wide {
        (pt(a.x + rise, rect.middle().y), pt(b.x - rise, rect.middle().y))
    } else {
        (pt(rect.middle().x, a.y + rise), pt(rect.middle().x, d.y - rise))
    };
    // North, west, east, south: from the light to the dark.
    let [north, west, east, south] = tones;
    let sides: [(Vec<Point>, Colour, Point, Point); 4] = if wide {
        [
            (vec![a, b, other, one], north, a, b),
            (vec![d, a, one], west, d, a),
            (vec![b, c, other], east, b, c),
            (vec![c, d, one, other], south, c, d),
        ]
    } else {
        [
            (vec![a, b, one], north, a, b),
            (vec![d, a, one, other], west, d, a),
            (vec![b, c, other, one], east, b, c),
            (vec![c, d, other], south, c, d),
        ]
    };
    for (outline, tone, from, to) in sides {
        sheet.fill(Path::polygon(&outline), tone);
        // Courses run along the eaves; they get shorter towards the ridge.
        let up = (to - from).unit().turned();
        let mut lines = Path::default();
        let mut at = course;
        while at < rise {
            let cut = |p: Point, ahead: Point| p + ahead * at + up * at;
            let ahead = (to - from).unit();
            let (l, r) = (cut(from, ahead), cut(to, ahead * -1.0));
            if (r - l).dot(ahead) > 0.04 {
                lines.add_line(&[l, r]);
            }
            at += course;
        }
        sheet.stroke(lines, if ragged { 0.025 } else { 0.03 }, SHADOW.alpha(0.2));
        if ragged {
            let mut straw = Path::default();
            let length = (to - from).length();
            let count = (length / 0.1) as usize;
            for n in 1..count {
                let foot = from.toward(to, n as f32 / count as f32);
                let reach = rise.min((n as f32 * 0.1).min(length - n as f32 * 0.1));
                let lean = ((n * 37) % 11) as f32 / 11.0;
                straw.add_line(&[foot + up * (reach * lean * 0.4), foot + up * (reach * (0.45 + lean * 0.4))]);
            }
            sheet.stroke(straw, 0.014, SHADOW.alpha(0.17));
        }
    }
    let mut hips = Path::line(&[one, other]);
    for (from, to) in [(a, one), (d, if wide { one } else { other }), (c, other), (b, if wide { other } else { one })] {
        hips.add_line(&[from, to]);
    }
    sheet.round_stroke(hips, 0.05, tones[0].mix(Colour::WHITE, 0.18).alpha(0.75));
    sheet.stroke(Path::polygon(&[a, b, c, d]), 0.03, SHADOW.alpha(0.5));
}

/// Logs under earth, with bags around and a dark slit.
fn bunker(sheet: &mut Sheet, rect: Rect) {
    sheet.fill(Path::rounded(rect.grown(-0.02), 0.22), BAGS[2]);
    sheet.fill(Path::rounded(rect.grown(-0.07), 0.18), BAGS[1]);
    let inner = rect.grown(-0.2);
    sheet.fill(Path::rounded(inner, 0.06), MUD.mix(SHADOW, 0.3));
    let mut y = inner.min.y + 0.04;
    while y + 0.1 <= inner.max.y {
        let log = Rect::new(inner.min.x + 0.03, y, inner.width() - 0.06, 0.1);
        sheet.fill(Path::rounded(log, 0.05), EARTH.mix(MUD, 0.55));
        sheet.stroke(
            Path::line(&[log.min + pt(0.03, 0.025), pt(log.max.x - 0.03, log.min.y + 0.025)]),
            0.02,
            BAGS[0].alpha(0.6),
        );
        y += 0.125;
    }
    let rim: Vec<Point> = rect.grown(-0.12).corners().to_vec();
    for n in 0..4 {
        bags(sheet, rim[n], rim[(n + 1) % 4]);
    }
}

/// A row of sandbags.
fn bags(sheet: &mut Sheet, from: Point, to: Point) {
    let ahead = (to - from).unit();
    let count = ((to - from).length() / 0.17).round().max(1.0) as usize;
    for n in 0..count {
        let middle = from.toward(to, (n as f32 + 0.5) / count as f32);
        let bag = |grow: f32, shift: f32| {
            let (long, wide) = (ahead * (0.085 + grow), ahead.turned() * (0.06 + grow));
            let middle = middle + pt(shift, shift);
            Path::polygon(&[
                middle + long * 0.7 + wide,
                middle + long,
                middle + long * 0.7 - wide,
                middle - long * 0.7 - wide,
                middle - long,
                middle - long * 0.7 + wide,
            ])
        };
        sheet.fill(bag(0.012, 0.02), BAGS[2]);
        sheet.fill(bag(0.0, 0.0), if n.is_multiple_of(3) { BAGS[1].mix(BAGS[0], 0.5) } else { BAGS[0] });
    }
}

/// Trenches: spoil on both sides, then the dark cut with a lit far lip.
fn trenches(sheet: &mut Sheet, cells: &Cells) {
    let mut path = Path::default();
    for (x, y) in cells.every().filter(|(x, y)| cells.kind(*x, *y) == Terrain::Trench) {
        cells.threads(x, y).iter().for_each(|(from, to)| path.add_line(&[*from, *to]));
    }
    sheet.round_stroke(path.clone(), 0.72, EARTH.mix(MUD, 0.25).alpha(0.85));
    sheet.round_stroke(path.clone(), 0.46, MUD.mix(SHADOW, 0.35));
    sheet.round_stroke(path.placed(crate::geometry::Placement::at(pt(0.04, 0.05), 1.0)), 0.34, MUD.mix(EARTH, 0.25));
    sheet.round_stroke(path, 0.26, MUD.mix(SHADOW, 0.15));
}

/// Low walls stone by stone, and lines of sandbags.
fn walls(sheet: &mut Sheet, cells: &Cells) {
    for (x, y) in cells.every() {
        match cells.kind(x, y) {
            Terrain::Sandbags => cells.threads(x, y).iter().for_each(|(from, to)| {
                let aside = (*to - *from).unit().turned() * 0.07;
                bags(sheet, *from + aside, *to + aside);
                bags(sheet, *from - aside, *to - aside);
            }),
            Terrain::Wall => {
                for (from, to) in cells.threads(x, y) {
                    let line = Path::line(&[from, to]);
                    sheet.stroke(
                        line.placed(crate::geometry::Placement::at(pt(0.1, 0.1), 1.0)),
                        0.22,
                        SHADOW.alpha(0.3),
                    );
                    sheet.round_stroke(line.clone(), 0.24, STONE[2]);
                    sheet.round_stroke(line.clone(), 0.18, STONE[1]);
                    sheet.stroke(crate::path::dashes(&[from, to], 0.12, 0.04), 0.1, STONE[0]);
                }
            }
            _ => {}
        }
    }
}

/// A shell hole: thrown-up rim, dark wall towards the sun, lit wall away from it.
fn crater(sheet: &mut Sheet, at: Point, radius: f32) {
    sheet.fill(Path::star(at, 11, radius * 1.12, radius * 0.9), EARTH.alpha(0.75));
    sheet.fill(Path::circle(at, radius * 0.78), MUD.mix(SHADOW, 0.35));
    sheet.fill(Path::circle(at + pt(0.1, 0.1) * radius, radius * 0.64), MUD);
    sheet.fill(Path::circle(at + pt(0.22, 0.22) * radius, radius * 0.4), EARTH.mix(MUD, 0.5));
}

/// A stone with a lit side and a shadow.
fn rock(sheet: &mut Sheet, at: Point, size: f32, scatter: &mut Scatter, tones: [Colour; 3]) {
    let turn = scatter.between(0.0, std::f32::consts::TAU);
    let corners: Vec<Point> = (0..7)
        .map(|n| {
            let angle = turn + n as f32 * std::f32::consts::TAU / 7.0;
            pt(angle.cos(), angle.sin()) * (size * scatter.between(0.78, 1.08))
        })
        .collect();
    let outline =
        |shift: Point, scale: f32| Path::polygon(&corners.iter().map(|p| at + shift + *p * scale).collect::<Vec<_>>());
    sheet.fill(outline(pt(0.35, 0.35) * size, 1.0), SHADOW.alpha(0.3));
    sheet.fill(outline(pt(0.0, 0.0), 1.0), tones[2]);
    sheet.fill(outline(pt(-0.08, -0.08) * size, 0.86), tones[1]);
    sheet.fill(outline(pt(-0.2, -0.22) * size, 0.52), tones[0]);
}
