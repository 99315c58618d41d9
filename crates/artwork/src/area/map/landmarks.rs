//! Places people know: the palace, the airfield, the flag tower, the lakes, the station, the cathedral and the rest.

use block_by_block::{Map, Place};

use crate::area::map::Painter;
use crate::area::map::fabric::Town;
use crate::area::map::south_bank;
use crate::area::map::water::pond;
use crate::colour::Colour;
use crate::geometry::{Placement, Point, Rect, inset, pt};
use crate::path::{Path, dashes};

/// Draws them and takes their room.
pub fn landmarks(painter: &mut Painter<'_>) {
    let mut town = Town::default();
    palace(painter, &mut town);
    airfield(painter, &mut town);
    lakes(painter);
    flag_tower(painter);
    barracks(painter, &mut town);
    south_bank::south_bank(painter, &mut town);
    compound(painter, &mut town);
    station(painter, &mut town);
    town.build(painter);
}

/// Builds a hall unless a label is in the way, and takes its room.
pub fn hall(painter: &mut Painter<'_>, town: &mut Town, frame: Placement, rect: Rect, tone: usize) {
    let outline = rect.corners().map(|p| frame.apply(p));
    if painter.mask.all_free(&outline) {
        town.house(frame, rect, tone);
        let grown = rect.grown(1.4).corners().map(|p| frame.apply(p));
        painter.mask.polygon(&grown);
    }
}

/// A frame along the citadel's axes around a point of the drawing.
pub fn axes(painter: &Painter<'_>, at: Point) -> Placement {
    Placement { origin: at, ..painter.citadel }
}

/// The Imperial Palace: moat, wall, and the halls on its axis.
fn palace(painter: &mut Painter<'_>, town: &mut Town) {
    let outline = painter.layout.outline(Place::PALACE).to_vec();
    let map = &painter.palette.map;
    let (moat, wall) = (inset(&outline, 4.6), inset(&outline, 8.6));
    let sheet = &mut painter.sheet;
    sheet.stroke(Path::polygon(&moat), 4.6, map.shore);
    sheet.stroke(Path::polygon(&moat), 3.4, map.water);
    sheet.stroke(Path::polygon(&wall), 2.2, map.landmark.mix(map.wall, 0.5));
    sheet.stroke(Path::polygon(&wall), 0.8, map.wall_light);
    let middle = crate::geometry::centroid(&outline);
    let local: Vec<Point> = outline
        .iter()
        .map(|p| pt((*p - middle).dot(painter.citadel.right), (*p - middle).dot(painter.citadel.down)))
        .collect();
    let room = Rect::bounding(local).grown(-9.0);
    let frame = axes(painter, middle);
    // The way of the emperor, with bridges over the moat at the four gates.
    let line = |a: Point, b: Point| Path::line(&[frame.apply(a), frame.apply(b)]);
    let (top, bottom, left, right) = (room.min.y, room.max.y, room.min.x, room.max.x);
    let paving = map.road.mix(map.palace, 0.35);
    let sheet = &mut painter.sheet;
    sheet.stroke(line(pt(0.0, bottom + 9.0), pt(0.0, top)), 4.4, paving);
    sheet.stroke(line(pt(left - 9.0, 6.0), pt(right + 9.0, 6.0)), 2.4, paving);
    sheet.stroke(line(pt(0.0, top - 9.0), pt(0.0, top)), 3.0, paving);
    sheet.fill(
        Path::polygon(&Rect::around(pt(0.0, bottom - 19.0), 40.0, 11.0).corners().map(|p| frame.apply(p))),
        paving,
    );
    for (x, y, w, h) in [
        (0.0, bottom - 1.5, 22.0, 5.5),
        (0.0, bottom - 28.5, 28.0, 8.0),
        (0.0, top + 34.0, 20.0, 6.0),
        (0.0, top + 19.0, 16.0, 6.0),
        (0.0, top + 5.0, 22.0, 5.0),
        (-14.0, top + 26.0, 4.0, 13.0),
        (14.0, top + 26.0, 4.0, 13.0),
        (left + 14.0, bottom - 12.0, 20.0, 6.5),
        (left + 14.0, bottom - 23.0, 14.0, 4.0),
        (right - 14.0, bottom - 12.0, 20.0, 6.5),
        (right - 14.0, bottom - 23.0, 14.0, 4.0),
        (left + 13.0, top + 30.0, 16.0, 6.0),
        (left + 13.0, top + 20.0, 12.0, 4.0),
        (right - 14.0, top + 26.0, 15.0, 5.0),
        (right - 12.0, top + 36.0, 10.0, 4.0),
    ] {
        hall(painter, town, frame, Rect::around(pt(x, y), w, h), 3);
    }
    for (x, y) in [(-17.0, -36.0), (17.0, -36.0)] {
        let pool = Rect::around(pt(x, bottom + y + 23.0), 9.0, 5.0).corners().map(|p| frame.apply(p));
        if painter.mask.all_free(&pool) {
            pond(&mut painter.sheet, &pool, painter.palette);
        }
    }
    let mut scatter = crate::geometry::Scatter::new(77);
    for _ in 0..170 {
        let p = pt(scatter.between(left, right), scatter.between(top, bottom));
        let radius = scatter.between(0.9, 1.8);
        let at = frame.apply(p);
        if p.x.abs() > 12.0 && painter.mask.free(at) && painter.mask.free(at + pt(1.5, 1.5)) {
            town.tree(at, radius);
        }
    }
}

/// The runway of Tây Lộc with its apron and sheds.
fn airfield(painter: &mut Painter<'_>, town: &mut Town) {
    let map = &painter.palette.map;
    let c = |u: f32, v: f32| painter.citadel.apply(pt(u, v));
    let (top, bottom, u) = (c(177.5, 68.0), c(177.5, 140.0), 177.5);
    let grass = Path::polygon(&[c(u - 9.0, 67.0), c(u + 9.0, 67.0), c(u + 9.0, 142.0), c(u - 9.0, 142.0)]);
    let tar = map.ink.mix(map.paper, 0.62);
    let sheet = &mut painter.sheet;
    sheet.fill(grass, map.country.mix(map.tree, 0.18));
    sheet.stroke(Path::line(&[top, bottom]), 9.4, tar.mix(map.ink, 0.4));
    sheet.stroke(Path::line(&[top, bottom]), 8.4, tar);
    sheet.stroke(dashes(&[top.toward(bottom, 0.12), top.toward(bottom, 0.88)], 4.5, 3.0), 0.7, map.paper);
    for (end, way) in [(68.0, 1.0), (140.0, -1.0)] {
        for k in -2..=2 {
            let x = u + k as f32 * 1.5;
            sheet.stroke(Path::line(&[c(x, end + 1.5 * way), c(x, end + 6.0 * way)]), 0.7, map.paper);
        }
    }
    let apron = [c(u - 17.0, 108.0), c(u - 4.2, 108.0), c(u - 4.2, 119.0), c(u - 17.0, 119.0)];
    let free = painter.mask.all_free(&apron);
    if free {
        sheet.fill(Path::polygon(&apron), tar);
    }
    let frame = painter.citadel;
    let strip = [c(u - 9.5, 66.0), c(u + 9.5, 66.0), c(u + 9.5, 143.0), c(u - 9.5, 143.0)];
    if free {
        for k in 0..3 {
            hall(painter, town, frame, Rect::new(u - 22.0, 107.0 + k as f32 * 5.0, 5.0, 3.8), 1);
        }
        painter.mask.polygon(&apron);
    }
    painter.mask.polygon(&strip);
}

/// Tịnh Tâm lake with its islands and causeway, and the small ponds of the citadel.
fn lakes(painter: &mut Painter<'_>) {
    let palette = painter.palette;
    let map = &palette.map;
    let frame = painter.citadel;
    let shape = |rect: Rect| rect.corners().map(|p| frame.apply(p)).to_vec();
    let lake = Rect::new(300.0, 134.5, 37.0, 30.0);
    let outline = round_corners(&shape(lake), 3.0);
    pond(&mut painter.sheet, &outline, palette);
    for island in [Rect::new(307.0, 145.0, 8.0, 8.0), Rect::new(321.5, 145.5, 8.0, 7.5)] {
        let land = round_corners(&shape(island), 2.2);
        painter.sheet.fill(Path::polygon(&land), map.country);
        painter.sheet.stroke(Path::polygon(&land), 0.7, map.shore);
    }
    let causeway = [frame.apply(pt(315.0, 149.0)), frame.apply(pt(322.0, 149.0))];
    painter.sheet.stroke(Path::line(&causeway), 1.4, map.road);
    lotus(painter, lake, 34, 5);
    painter.mask.polygon(&outline);
    for (x, y, w, h) in [
        (22.0, 232.0, 14.0, 8.0),
        (52.0, 262.0, 17.0, 9.0),
        (104.0, 188.0, 12.0, 9.0),
        (62.0, 24.0, 16.0, 8.0),
        (252.0, 26.0, 15.0, 8.0),
        (395.0, 176.0, 12.0, 9.0),
        (318.0, 214.0, 11.0, 9.0),
    ] {
        let rect = Rect::new(x, y, w, h);
        let outline = round_corners(&shape(rect), 2.4);
        if painter.mask.all_free(&outline) {
            pond(&mut painter.sheet, &outline, palette);
            lotus(painter, rect, 7, x as u64);
            painter.mask.polygon(&crate::geometry::inset(&outline, -1.5));
        }
    }
}

fn lotus(painter: &mut Painter<'_>, rect: Rect, count: usize, seed: u64) {
    let frame = painter.citadel;
    let mut scatter = crate::geometry::Scatter::new(500 + seed);
    let rim = rect.grown(-2.0);
    let leaves = (0..count)
        .map(|_| {
            let at = frame.apply(pt(scatter.between(rim.min.x, rim.max.x), scatter.between(rim.min.y, rim.max.y)));
            let r = scatter.between(0.5, 0.9);
            (0..6).map(|i| at + pt((i as f32 * 1.047).cos(), (i as f32 * 1.047).sin()) * r).collect()
        })
        .collect();
    painter.sheet.pieces(leaves, painter.palette.map.tree.mix(painter.palette.map.water, 0.2));
}

/// A polygon with its corners cut by quarter circles.
fn round_corners(polygon: &[Point], radius: f32) -> Vec<Point> {
    let count = polygon.len();
    (0..count)
        .flat_map(|i| {
            let (before, here, after) = (polygon[(i + count - 1) % count], polygon[i], polygon[(i + 1) % count]);
            let (a, b) = (here + (before - here).unit() * radius, here + (after - here).unit() * radius);
            (0..=4).map(move |k| {
                let t = k as f32 / 4.0;
                a.toward(here, t).toward(here.toward(b, t), t)
            })
        })
        .collect()
}

/// Where the flag tower stands: on the palace's axis, close before the southern wall.
pub fn flag_tower_site(map: &Map) -> Point {
    let (axes, size) = crate::area::map::citadel(map);
    let palace: Vec<Point> = crate::area::map::points(&map.area(Place::PALACE).outline);
    let middle = crate::geometry::centroid(&palace) - axes.origin;
    axes.apply(pt(middle.dot(axes.right), size.y - 14.0))
}

/// Kỳ Đài, the flag tower: three terraces and the flag.
fn flag_tower(painter: &mut Painter<'_>) {
    let map = &painter.palette.map;
    let at = flag_tower_site(painter.map);
    let frame = axes(painter, at);
    let sheet = &mut painter.sheet;
    for (size, share) in [(19.0, 0.1), (13.5, 0.3), (8.0, 0.5)] {
        let terrace = |grow: f32, shift: Point| {
            Path::polygon(
                &Rect::around(pt(0.0, 0.0), size + grow, (size + grow) * 0.72)
                    .corners()
                    .map(|p| frame.apply(p) + shift),
            )
        };
        sheet.fill(terrace(0.0, pt(1.0, 1.3)), map.ink.alpha(0.28));
        sheet.fill(terrace(0.0, pt(0.0, 0.0)), map.wall_light.mix(Colour::WHITE, share));
        sheet.stroke(terrace(0.0, pt(0.0, 0.0)), 0.7, map.wall);
    }
    sheet.round_stroke(Path::line(&[at, at + pt(0.0, -13.0)]), 0.9, map.ink);
    let flag = [at + pt(0.2, -13.0), at + pt(9.0, -11.6), at + pt(0.2, -8.0)];
    sheet.fill(Path::polygon(&flag), map.zone_line);
    painter.mask.polygon(&Rect::around(pt(0.0, 0.0), 23.0, 18.0).corners().map(|p| frame.apply(p)));
}

/// Barracks of Mang Cá and of the ordnance company.
fn barracks(painter: &mut Painter<'_>, town: &mut Town) {
    let frame = painter.citadel;
    for row in 0..3 {
        for column in 0..4 {
            let rect = Rect::new(334.0 + column as f32 * 21.0, 17.0 + row as f32 * 12.5, 16.0, 4.6);
            hall(painter, town, frame, rect, 1 + row % 2);
        }
    }
    for row in 0..4 {
        for column in 0..3 {
            let rect = Rect::new(203.0 + column as f32 * 33.0, 77.0 + row as f32 * 12.0, 24.0, 5.2);
            hall(painter, town, frame, rect, 2);
        }
    }
}

/// The MACV compound: a wall with corner posts around rows of billets.
fn compound(painter: &mut Painter<'_>, town: &mut Town) {
    let outline = painter.layout.outline(Place::MACV).to_vec();
    let wall = inset(&outline, 4.4);
    let map = &painter.palette.map;
    painter.sheet.stroke(Path::polygon(&wall), 1.6, map.wall);
    painter.sheet.stroke(dashes(&[wall.clone(), vec![wall[0]]].concat(), 1.2, 1.4), 0.6, map.paper);
    for p in &wall {
        painter.sheet.fill(Path::rect(Rect::around(*p, 4.4, 4.4)), map.wall);
        painter.sheet.fill(Path::rect(Rect::around(*p, 2.4, 2.4)), map.wall_light);
    }
    let frame = axes(painter, crate::geometry::centroid(&outline));
    for row in 0..3 {
        for column in 0..5 {
            let rect = Rect::around(pt(column as f32 * 19.0 - 36.0, row as f32 * 12.0 - 10.0), 14.0, 4.6);
            hall(painter, town, frame, rect, 1);
        }
    }
}

/// The station with its platforms and sidings.
fn station(painter: &mut Painter<'_>, town: &mut Town) {
    let map = &painter.palette.map;
    let frame = Placement::turned(pt(92.0, 575.5), 1.0, -9.0);
    for y in [3.4, 6.2] {
        let siding = [
            frame.apply(pt(-26.0, y - 2.0)),
            frame.apply(pt(-18.0, y)),
            frame.apply(pt(20.0, y)),
            frame.apply(pt(30.0, y - 1.0)),
        ];
        painter.sheet.stroke(Path::line(&siding), 1.8, map.rail);
        painter.sheet.stroke(dashes(&siding, 1.6, 1.6), 1.0, map.paper);
        painter.mask.line(&siding, 3.0);
    }
    hall(painter, town, frame, Rect::around(pt(0.0, -5.4), 30.0, 4.6), 3);
    hall(painter, town, frame, Rect::around(pt(0.0, 13.0), 9.0, 4.0), 3);
}
