//! The citadel: its wall with bastions in the manner of Vauban, the moat before it, and the small fort at its corner.

use crate::area::map::Painter;
use crate::area::map::roads::wall_corners;
use crate::colour::Colour;
use crate::geometry::{Point, inset, pt};
use crate::path::Path;
use crate::sheet::Sheet;

/// Half the width of the rampart.
pub(crate) const RAMPART: f32 = 3.4;
/// How far a bastion stands out.
const BASTION: f32 = 8.5;
/// Distance of the middle of the moat from the wall, and its width.
pub(crate) const MOAT: (f32, f32) = (15.0, 5.6);

/// Draws moat, wall and bastions over the streets.
pub fn wall(painter: &mut Painter<'_>) {
    let corners = wall_corners(painter.map);
    if corners.len() < 3 {
        return;
    }
    let palette = painter.palette;
    let map = &palette.map;
    let sheet = &mut painter.sheet;
    let outer = trace(&corners, RAMPART, BASTION);
    // Moat: a band of water that follows the bastions from afar.
    let moat = crate::geometry::inset(&corners, -MOAT.0);
    let moat = Path::polygon(&soften(&moat));
    sheet.round_stroke(moat.clone(), MOAT.1 + 2.0, map.shore);
    sheet.round_stroke(moat.clone(), MOAT.1, map.water);
    sheet.round_stroke(moat, MOAT.1 * 0.3, map.water_deep.mix(map.water, 0.4));
    // The shadow of the wall falls to the south-east, as all shadows here.
    let cast: Vec<Point> = outer.iter().map(|p| *p + pt(1.8, 2.4)).collect();
    let inner: Vec<Point> = inset(&corners, RAMPART);
    let hole: Vec<Point> = inner.iter().rev().copied().collect();
    let cast_hole: Vec<Point> = inset(&corners, RAMPART - 0.4).into_iter().map(|p| p + pt(1.8, 2.4)).rev().collect();
    sheet.fill(Path::polygon(&cast).with_hole(&cast_hole), Colour::rgb(40, 28, 14).alpha(0.3));
    sheet.fill(Path::polygon(&outer).with_hole(&hole), map.wall_light);
    earthwork(sheet, &corners, map.wall.alpha(0.5));
    sheet.stroke(Path::polygon(&outer), 1.5, map.wall);
    sheet.stroke(Path::polygon(&inner), 1.0, map.wall);
    // The parapet: a second line inside the outer one makes the wall heavy.
    let parapet = trace(&corners, RAMPART - 1.9, BASTION - 2.4);
    sheet.stroke(Path::polygon(&parapet), 0.6, map.wall);
    fort(painter, &corners);
}

/// Cuts the corners of a closed line a little.
fn soften(line: &[Point]) -> Vec<Point> {
    let count = line.len();
    (0..count)
        .flat_map(|i| {
            let (before, here, after) = (line[(i + count - 1) % count], line[i], line[(i + 1) % count]);
            let cut = 7.0;
            [here + (before - here).unit() * cut, here + (after - here).unit() * cut]
        })
        .collect()
}

/// The outer line of the wall: straight curtains, four bastions to a side and one on each corner.
fn trace(corners: &[Point], half: f32, reach: f32) -> Vec<Point> {
    let count = corners.len();
    let clockwise = crate::geometry::signed_area(corners) > 0.0;
    let mut out = Vec::new();
    for i in 0..count {
        let (a, b) = (corners[i], corners[(i + 1) % count]);
        let along = (b - a).unit();
        let outward = along.turned() * if clockwise { -1.0 } else { 1.0 };
        let length = a.distance(b);
        // Corner bastion: a spade whose point lies on the bisector.
        let before = (corners[(i + count - 1) % count] - a).unit();
        let point = (along + before).unit() * -1.0;
        let other = before.turned() * if clockwise { 1.0 } else { -1.0 };
        let neck = reach * 1.25;
        out.push(a + before * neck + other * half);
        out.push(a + before * (neck * 0.95) + other * (reach * 0.86));
        out.push(a + point * (reach * 1.5));
        out.push(a + along * (neck * 0.95) + outward * (reach * 0.86));
        out.push(a + along * neck + outward * half);
        for k in 1..=4 {
            let at = a + along * (length * k as f32 / 5.0);
            let p = |x: f32, y: f32| at + along * x + outward * y;
            let w = reach * 1.05;
            out.extend([
                p(-w * 0.72, half),
                p(-w, reach * 0.72),
                p(0.0, reach * 1.12),
                p(w, reach * 0.72),
                p(w * 0.72, half),
            ]);
        }
    }
    out
}

/// Short strokes across the rampart: earth banked up between two walls.
fn earthwork(sheet: &mut Sheet, corners: &[Point], ink: Colour) {
    let count = corners.len();
    let mut path = Path::default();
    for i in 0..count {
        let (a, b) = (corners[i], corners[(i + 1) % count]);
        let along = (b - a).unit();
        let across = along.turned();
        let steps = (a.distance(b) / 3.2) as usize;
        for k in 1..steps {
            let p = a + along * (k as f32 * 3.2);
            path.add_line(&[p - across * (RAMPART * 0.75), p + across * (RAMPART * 0.75)]);
        }
    }
    sheet.stroke(path, 0.35, ink);
}

/// Mang Cá Nhỏ, the small star fort before the north-eastern corner: out of the way of the bridges that lead past it.
fn fort(painter: &mut Painter<'_>, corners: &[Point]) {
    let corner = corners.iter().copied().max_by(|a, b| (a.x - a.y).total_cmp(&(b.x - b.y)));
    let Some(corner) = corner else { return };
    let middle = corners.iter().fold(pt(0.0, 0.0), |s, p| s + *p) * (1.0 / corners.len() as f32);
    let way = (corner - middle).unit();
    let at = corner + way * 15.0;
    let map = &painter.palette.map;
    let turn = way.y.atan2(way.x);
    let star = |outer: f32, inner: f32| -> Vec<Point> {
        (0..12)
            .map(|i| {
                let angle = turn + std::f32::consts::TAU * i as f32 / 12.0;
                at + pt(angle.cos(), angle.sin()) * if i % 2 == 0 { outer } else { inner }
            })
            .collect()
    };
    let sheet = &mut painter.sheet;
    sheet.round_stroke(Path::polygon(&star(11.5, 8.4)), 3.6, map.shore);
    sheet.round_stroke(Path::polygon(&star(11.5, 8.4)), 2.2, map.water);
    sheet.fill(Path::polygon(&star(9.6, 6.6)), map.wall_light);
    sheet.stroke(Path::polygon(&star(9.6, 6.6)), 1.1, map.wall);
    sheet.fill(Path::polygon(&star(6.2, 4.4)), painter.palette.map.country);
    sheet.stroke(Path::polygon(&star(6.2, 4.4)), 0.5, map.wall);
}

/// Takes the room of the wall and the moat, so that no house stands there.
pub fn take_room(painter: &mut Painter<'_>) {
    let corners = wall_corners(painter.map);
    if corners.len() < 3 {
        return;
    }
    let mut ring = corners.clone();
    ring.push(corners[0]);
    painter.mask.line(&ring, RAMPART * 2.0 + 4.0);
    let mut moat = crate::geometry::inset(&corners, -(MOAT.0 - 4.0));
    moat.push(moat[0]);
    painter.mask.line(&moat, 20.0);
}
