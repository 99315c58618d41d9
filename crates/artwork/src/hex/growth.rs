//! Broken ground with brush and elephant grass, and jungle.

use search_and_destroy::map::Terrain;
use tabletop::between;

use crate::area::map::Detail;
use crate::colour::Colour;
use crate::geometry::{Point, pt};
use crate::hex::Painter;
use crate::hex::land::jittered;
use crate::hex::noise::{hash, noise};
use crate::sheet::Sheet;

/// Draws broken ground.
pub fn broken(painter: &mut Painter<'_>, detail: Detail) {
    let valley = &painter.palette.valley;
    let field = &painter.grounds[Terrain::Broken as usize];
    // A soft edge: brush thins out.
    painter.sheet.fill(field.area(0.4), valley.broken.mix(valley.clear, 0.5).alpha(0.75));
    painter.sheet.fill(field.area(0.5), valley.broken);
    painter.sheet.fill(field.area(0.78), valley.broken.mix(valley.scrub, 0.1));
    // High ground under brush keeps some of its warmth.
    painter.sheet.fill(painter.hills.area(0.36), valley.hill.alpha(0.28));
    if detail == Detail::Full {
        let area = painter.canvas.grown(18.0);
        let mut sheet = Sheet::new();
        let free = |p: Point| painter.mask.free(p);
        let share = |p: Point| painter.share(Terrain::Broken, p);
        brush(&mut sheet, painter, jittered(area, 7.4, 31), &|p| if free(p) { share(p) } else { 0.0 });
        painter.sheet.append(sheet);
    }
}

/// Tufts of elephant grass and bushes where there is enough of it.
pub fn brush(
    sheet: &mut Sheet,
    painter: &Painter<'_>,
    places: impl Iterator<Item = (Point, f32)>,
    share: &dyn Fn(Point) -> f32,
) {
    let valley = &painter.palette.valley;
    let [mut blades, mut shadows, mut bushes, mut lit] = [const { Vec::new() }; 4];
    for (at, chance) in places {
        let dense = share(at);
        if dense < 0.44 || chance > 0.35 + dense * 0.6 {
            continue;
        }
        if chance < 0.3 && dense > 0.5 {
            let radius = 1.3 + 2.6 * chance;
            shadows.push(blob(at + pt(0.7, 0.9), radius, 4, 0));
            bushes.push(blob(at, radius, 5, (at.x * 3.0) as i32));
            lit.push(blob(at - pt(0.3, 0.4) * radius, radius * 0.5, 4, 3));
        } else {
            let size = 1.0 + 0.9 * chance;
            for lean in [-1.1, -0.4, 0.4, 1.1] {
                let (root, tip) = (at + pt(lean * 0.5, 0.4), at + pt(lean * size, -1.9 * size));
                blades.push(vec![root - pt(0.5, 0.0), tip, root + pt(0.5, 0.0)]);
            }
        }
    }
    sheet.pieces(blades, valley.scrub.mix(valley.broken, 0.15));
    sheet.pieces(shadows, valley.broken.mix(valley.scrub, 0.62));
    sheet.pieces(bushes, valley.scrub.mix(valley.jungle, 0.45));
    sheet.pieces(lit, valley.scrub.mix(valley.jungle_light, 0.72));
}

/// Draws jungle.
pub fn jungle(painter: &mut Painter<'_>, detail: Detail) {
    let palette = painter.palette;
    let valley = &palette.valley;
    let field = painter.ground(Terrain::Jungle);
    let (edge, mass) = (field.area(0.5), field.area(0.53));
    // The shadow the forest throws on the open ground to its south-east.
    for (far, opacity) in [(3.4, 0.1), (2.0, 0.16)] {
        let shadow = edge.placed(crate::geometry::Placement::at(pt(far * 0.8, far), 1.0));
        painter.sheet.fill(shadow, Colour::rgb(40, 40, 16).alpha(opacity));
    }
    painter.sheet.fill(edge, valley.jungle_dark.mix(valley.jungle, 0.35));
    painter.sheet.fill(mass, valley.jungle.mix(valley.jungle_dark, 0.4));
    if detail == Detail::Full {
        let area = painter.canvas.grown(18.0);
        let mut sheet = Sheet::new();
        let free = |p: Point| painter.mask.free(p);
        let share = |p: Point| painter.share(Terrain::Jungle, p);
        canopy(&mut sheet, painter, jittered(area, 5.9, 41), &|p| if free(p) { share(p) } else { 0.0 });
        painter.sheet.append(sheet);
    } else {
        painter.sheet.fill(painter.ground(Terrain::Jungle).area(0.6), valley.jungle);
    }
}

/// Crowns of trees, the nearer ones over the farther ones.
pub fn canopy(
    sheet: &mut Sheet,
    painter: &Painter<'_>,
    places: impl Iterator<Item = (Point, f32)>,
    share: &dyn Fn(Point) -> f32,
) {
    let valley = &painter.palette.valley;
    let mut crowns: Vec<(Point, f32, f32)> = places
        .filter_map(|(at, chance)| {
            let dense = share(at);
            let rim = between(dense - 0.5, 0.0, 0.2) / 0.2;
            // Smaller trees at the edge, a few giants inside.
            let radius = 2.3 + 1.3 * rim * chance + if chance > 0.93 { 1.2 } else { 0.5 };
            (dense > 0.515).then_some((at, radius, chance))
        })
        .collect();
    crowns.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    let tones =
        [valley.jungle.mix(valley.jungle_dark, 0.22), valley.jungle, valley.jungle.mix(valley.jungle_light, 0.5)];
    for band in crowns.chunk_by(|a, b| (a.0.y / 6.5) as i32 == (b.0.y / 6.5) as i32) {
        let shadows = band.iter().map(|(at, r, c)| blob(*at + pt(0.7, 1.0), r + 0.35, 5, (c * 99.0) as i32)).collect();
        sheet.pieces(shadows, valley.jungle_dark);
        for (n, tone) in tones.into_iter().enumerate() {
            let chosen = |at: Point, chance: f32| {
                let drift = noise(at, 70.0, 47) * 0.28 + chance;
                between(drift * 3.0, 0.0, 2.0) as usize == n
            };
            let bodies = band.iter().filter(|(at, _, c)| chosen(*at, *c));
            sheet.pieces(bodies.clone().map(|(at, r, c)| blob(*at, *r, 6, (c * 99.0) as i32)).collect(), tone);
            let lit = tone.mix(valley.jungle_light, 0.75);
            sheet.pieces(
                bodies.map(|(at, r, c)| blob(*at - pt(0.28, 0.36) * *r, r * 0.52, 4, (c * 77.0) as i32)).collect(),
                lit,
            );
        }
    }
}

/// A round thing that is not quite round, and still convex.
pub fn blob(at: Point, radius: f32, corners: usize, seed: i32) -> Vec<Point> {
    let turn = hash(seed, corners as i32, 3) * std::f32::consts::TAU;
    (0..corners)
        .map(|i| {
            let angle = turn + std::f32::consts::TAU * i as f32 / corners as f32;
            at + pt(angle.cos(), angle.sin() * 0.94) * (radius * (0.93 + 0.14 * hash(seed, i as i32, 4)))
        })
        .collect()
}
