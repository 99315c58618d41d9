//! What is printed over the ground: the net, the numbers of the hexes, the names of places, landing zones.

use search_and_destroy::hex::{Direction, Hex};

use crate::fonts::Font;
use crate::geometry::{Point, Rect, pt};
use crate::hex::Painter;
use crate::hex::grid::{HEIGHT, RADIUS};
use crate::path::{Path, dashes};
use crate::sheet::Sheet;
use crate::text::{Align, Lettering};

/// The net: each side once. Over the river it is fainter, for there the river says where the side is.
pub fn net(painter: &Painter<'_>) -> Sheet {
    let mut sheet = Sheet::new();
    let (map, grid) = (painter.map, painter.grid);
    let (mut land, mut water) = (Path::default(), Path::default());
    for hex in map.hexes() {
        for side in Direction::ALL {
            let other = hex.neighbour(side);
            if map.contains(other) && other < hex {
                continue;
            }
            let (a, b) = grid.side(hex, side);
            let river = map.river_at(hex, side).is_some();
            if river { &mut water } else { &mut land }.add_line(&[a, b]);
        }
    }
    let ink = painter.palette.valley.net;
    sheet.stroke(land, 0.55, ink.alpha(0.5));
    sheet.stroke(water, 0.45, ink.alpha(0.22));
    // A dot in the middle, for lines of sight.
    let mut dots = Vec::new();
    for hex in map.hexes() {
        let at = grid.centre(hex);
        dots.push((0..6).map(|i| at + pt((i as f32 * 1.047).cos(), (i as f32 * 1.047).sin()) * 0.7).collect());
    }
    sheet.pieces(dots, ink.mix(painter.palette.valley.clear, 0.25));
    sheet
}

/// The number of every hex, below its upper side.
pub fn numbers(painter: &Painter<'_>) -> Sheet {
    let mut sheet = Sheet::new();
    let lettering = Lettering::new(Font::CondensedSemiBold, 5.4);
    let ink = painter.palette.map.ink;
    for hex in painter.map.hexes() {
        let at = painter.grid.centre(hex) + pt(0.0, -HEIGHT / 2.0 + 2.0 + lettering.cap_height());
        sheet.text(&hex.to_string(), at, Align::Middle, lettering, ink);
    }
    sheet
}

/// Names of villages and hills, and the landing zones.
pub fn names(painter: &Painter<'_>) -> Sheet {
    let mut sheet = Sheet::new();
    let map = &painter.palette.map;
    for (name, hexes) in painter.map.landing_zones() {
        landing_zone(painter, &mut sheet, name, hexes);
    }
    for (name, hexes) in painter.map.villages() {
        let box_ = extent(painter, hexes);
        let at = pt(box_.middle().x, box_.max.y + 1.6);
        let lettering = Lettering::new(Font::SansSemiBold, 11.0).spaced(0.6);
        let halo = (map.paper.alpha(0.86), 1.7);
        sheet.text_with_halo(name, at, Align::Middle, lettering, map.ink, halo);
    }
    for (name, hexes) in painter.map.hills() {
        let middle = extent(painter, hexes).middle();
        summit(painter, &mut sheet, name, middle);
    }
    sheet
}

/// A rectangle around the middles of hexes and half a hex more.
fn extent(painter: &Painter<'_>, hexes: &[Hex]) -> Rect {
    let middles = hexes.iter().map(|h| painter.grid.centre(*h));
    let rect = Rect::bounding(middles);
    Rect { min: rect.min - pt(RADIUS, HEIGHT / 2.0), max: rect.max + pt(RADIUS, HEIGHT / 2.0) }
}

/// The triangle of a surveyed height, and the hill's name.
fn summit(painter: &Painter<'_>, sheet: &mut Sheet, name: &str, at: Point) {
    let map = &painter.palette.map;
    let ink = painter.palette.valley.contour.mix(map.ink, 0.62);
    let triangle = |grow: f32| {
        Path::polygon(&[
            at + pt(0.0, -4.2 - grow * 1.6),
            at + pt(3.8 + grow * 1.4, 2.6 + grow),
            at + pt(-3.8 - grow * 1.4, 2.6 + grow),
        ])
    };
    sheet.fill(triangle(1.2), map.paper.alpha(0.85));
    sheet.fill(triangle(0.0), ink);
    sheet.fill(Path::circle(at + pt(0.0, 0.4), 0.9), map.paper);
    let lettering = Lettering::new(Font::SansItalic, 11.5).spaced(0.5);
    sheet.text_with_halo(name, at + pt(0.0, 14.0), Align::Middle, lettering, ink, (map.paper.alpha(0.86), 1.7));
}

/// The outer sides of the zone's hexes as a broken line, and its name beside an open letter H.
fn landing_zone(painter: &Painter<'_>, sheet: &mut Sheet, name: &str, hexes: &[Hex]) {
    let map = &painter.palette.map;
    let grid = painter.grid;
    let mut sides: Vec<(Point, Point)> = Vec::new();
    for hex in hexes {
        let centre = grid.centre(*hex);
        for side in Direction::ALL {
            if !hexes.contains(&hex.neighbour(side)) {
                let (a, b) = grid.side(*hex, side);
                sides.push((a.toward(centre, 0.07), b.toward(centre, 0.07)));
            }
        }
    }
    // The sides in one round, each beginning near where the last one ended.
    let Some(first) = sides.pop() else { return };
    let mut round = vec![first.0, first.1];
    while let Some(next) = round.last().and_then(|end| sides.iter().position(|s| s.0.distance(*end) < 5.0)) {
        let (a, b) = sides.swap_remove(next);
        round.extend([a, b]);
    }
    round.push(first.0);
    let ink = map.ink;
    sheet.round_stroke(Path::line(&round), 2.6, map.paper.alpha(0.55));
    sheet.stroke(dashes(&round, 6.0, 3.4), 1.3, ink.alpha(0.85));
    let middle = Rect::bounding(round).middle();
    let disc = middle + pt(0.0, -4.0);
    sheet.fill(Path::circle(disc, 6.6), map.paper.alpha(0.9));
    sheet.stroke(Path::circle(disc, 6.0), 1.1, ink);
    sheet.text_centred("H", disc, Lettering::new(Font::SansBold, 8.6), ink);
    let lettering = Lettering::new(Font::CondensedBold, 9.4).spaced(0.7);
    let text = format!("LZ {}", name.to_uppercase());
    sheet.text_with_halo(&text, middle + pt(0.0, 12.6), Align::Middle, lettering, ink, (map.paper.alpha(0.86), 1.6));
}
