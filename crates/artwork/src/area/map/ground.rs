//! Paper, land and the tints of the areas.

use block_by_block::{Place, Zone};

use crate::area::map::{MARGIN, Painter};
use crate::colour::Colour;
use crate::geometry::{Point, Rect, Scatter, distance_to_segment, edges, inset, pt};
use crate::path::Path;
use crate::sheet::{Corner, Sheet};

/// Land in its tints, with a glow along the inside of every zone's outline.
pub fn ground(painter: &mut Painter<'_>) {
    let palette = painter.palette;
    let map = &palette.map;
    let bounds = painter.canvas.grown(MARGIN);
    // The sheet of paper on the table.
    painter.sheet.shadow(
        Rect { min: bounds.min + pt(2.0, 4.0), max: bounds.max + pt(4.0, 8.0) },
        4.0,
        16.0,
        Colour::BLACK.alpha(0.5),
    );
    painter.sheet.fill(Path::rect(bounds), map.paper);
    painter.sheet.fill(Path::rect(painter.canvas.grown(1.0)), map.country);
    mottle(painter);
    for area in Place::areas() {
        let outline = painter.layout.outline(area).to_vec();
        let tint = painter.tint(area);
        if area.zone().is_none() && !matches!(area, Place::MACV | Place::PALACE) {
            continue;
        }
        painter.sheet.fill(Path::polygon(&outline), tint);
        for bank in banks(painter, area) {
            painter.sheet.fill(Path::polygon(&bank), tint);
        }
    }
    for zone in Zone::ALL {
        let tint = palette.zone(zone);
        let deep = tint.mix(map.zone_line, 0.3);
        let rim = zone_outline(painter, zone);
        for (a, b, inward) in rim {
            band(&mut painter.sheet, a, b, inward, 9.0, deep.alpha(0.75));
        }
    }
    for (area, deep) in [(Place::MACV, map.macv), (Place::PALACE, map.palace)] {
        let outline = painter.layout.outline(area).to_vec();
        let deep = deep.mix(map.zone_line, 0.34);
        painter.sheet.glow(&outline, &inset(&outline, 8.0), deep.alpha(0.75));
    }
}

/// Strips by which an area reaches over its bank into the river, so that the smooth shore leaves no gap.
fn banks(painter: &Painter<'_>, area: Place) -> Vec<Vec<Point>> {
    let outline = painter.layout.outline(area);
    let clockwise = crate::geometry::signed_area(outline) > 0.0;
    let river: Vec<Point> = crate::area::map::points(&painter.map.file.scenery.perfume_river);
    edges(outline)
        .filter(|(a, b)| {
            let on_bank = |p: Point| edges(&river).any(|(c, d)| distance_to_segment(p, c, d) < 0.6);
            on_bank(*a) && on_bank(*b) && on_bank(a.toward(*b, 0.5))
        })
        .map(|(a, b)| {
            let out = (b - a).unit().turned() * if clockwise { -9.0 } else { 9.0 };
            vec![a, b, b + out, a + out]
        })
        .collect()
}

/// The edges of a zone that no two of its areas share, each with the way into the zone.
fn zone_outline(painter: &Painter<'_>, zone: Zone) -> Vec<(Point, Point, Point)> {
    let all: Vec<(Place, Point, Point)> = zone
        .areas()
        .flat_map(|area| edges(painter.layout.outline(area)).map(move |(a, b)| (area, a, b)).collect::<Vec<_>>())
        .collect();
    let mut rim = Vec::new();
    for (area, a, b) in &all {
        let inner = |p: Point| all.iter().any(|(other, c, d)| other != area && distance_to_segment(p, *c, *d) < 0.4);
        // An edge may be shared in part: ask each of eight pieces.
        for i in 0..8 {
            let (from, to) = (a.toward(*b, i as f32 / 8.0), a.toward(*b, (i + 1) as f32 / 8.0));
            if inner(from.toward(to, 0.5)) {
                continue;
            }
            let clockwise = crate::geometry::signed_area(painter.layout.outline(*area)) > 0.0;
            let inward = (*b - *a).unit().turned() * if clockwise { 1.0 } else { -1.0 };
            rim.push((from, to, inward));
        }
    }
    rim
}

fn band(sheet: &mut Sheet, a: Point, b: Point, inward: Point, width: f32, colour: Colour) {
    let (half, none) = (colour.alpha(colour.opacity() * 0.35), colour.alpha(0.0));
    let (m, n) = (inward * (width * 0.4), inward * width);
    sheet.quad([(a, colour), (b, colour), (b + m, half), (a + m, half)]);
    sheet.quad([(a + m, half), (b + m, half), (b + n, none), (a + n, none)]);
}

/// Large, faint clouds of darker and lighter land, so that no tint is dead flat.
fn mottle(painter: &mut Painter<'_>) {
    let mut scatter = Scatter::new(3);
    let map = &painter.palette.map;
    for _ in 0..70 {
        let radius = scatter.between(40.0, 110.0);
        let room = painter.canvas.grown(MARGIN - radius);
        let at = pt(scatter.between(room.min.x, room.max.x), scatter.between(room.min.y, room.max.y));
        let colour = if scatter.share() < 0.5 { map.dyke.alpha(0.1) } else { map.paper.alpha(0.22) };
        cloud(&mut painter.sheet, at, radius, colour);
    }
}

/// A round shade that is strongest in its middle.
pub fn cloud(sheet: &mut Sheet, at: Point, radius: f32, colour: Colour) {
    let corner = |at, colour| Corner { at, colour };
    let rim = |i: usize| {
        let angle = std::f32::consts::TAU * i as f32 / 18.0;
        at + pt(angle.cos(), angle.sin()) * radius
    };
    for i in 0..18 {
        sheet.triangles([corner(at, colour), corner(rim(i), colour.alpha(0.0)), corner(rim(i + 1), colour.alpha(0.0))]);
    }
}

/// The paper over everything: grain, fibres, and the darker edge of a sheet that has been used.
pub fn paper(painter: &mut Painter<'_>) {
    let mut scatter = Scatter::new(11);
    let map = &painter.palette.map;
    let canvas = painter.canvas;
    let sheet = &mut painter.sheet;
    for _ in 0..5200 {
        let at = pt(scatter.between(canvas.min.x, canvas.max.x), scatter.between(canvas.min.y, canvas.max.y));
        let size = scatter.between(0.25, 0.85);
        let colour = if scatter.share() < 0.55 { map.ink.alpha(0.075) } else { Colour::WHITE.alpha(0.13) };
        let turn = scatter.between(0.0, std::f32::consts::TAU);
        let corner = |i: f32| Corner { at: at + pt((turn + i * 2.1).cos(), (turn + i * 2.1).sin()) * size, colour };
        sheet.triangles([corner(0.0), corner(1.0), corner(2.0)]);
    }
    let (edge, none) = (map.paper_edge.mix(map.ink, 0.35).alpha(0.3), map.paper_edge.alpha(0.0));
    let inner = Rect { min: canvas.min + pt(120.0, 90.0), max: canvas.max - pt(120.0, 90.0) };
    let (o, i) = (canvas.corners(), inner.corners());
    for k in 0..4 {
        let n = (k + 1) % 4;
        sheet.quad([(o[k], edge), (o[n], edge), (i[n], none), (i[k], none)]);
    }
}
