//! Borders, crossings and gate boxes: what a player must be able to tell apart. Rules 6.3, 6.4 and 8.0.

use block_by_block::map::{Border, BorderKind};
use block_by_block::{Gate, Map, Place};

use crate::area::map::{Painter, points};
use crate::colour::Colour;
use crate::geometry::{Course, Point, Rect, pt};
use crate::path::{Path, dashes};
use crate::sheet::Sheet;

/// Draws them.
pub fn lines(painter: &mut Painter<'_>) -> Sheet {
    let mut sheet = Sheet::new();
    for border in &painter.map.file.borders {
        border_line(painter, &mut sheet, border);
    }
    for (at, along) in bridges(painter.map) {
        bridge(painter, &mut sheet, at, along);
    }
    for gate in Gate::all() {
        gate_box(painter, &mut sheet, gate);
    }
    sheet
}

/// The line between two areas: dashed within a zone and in the country, solid and coloured around a zone.
fn border_line(painter: &Painter<'_>, sheet: &mut Sheet, border: &Border) {
    let map = &painter.palette.map;
    let wall = |place: Place| painter.map.citadel().has(place);
    let crosses_wall = wall(border.a) != wall(border.b);
    let canal =
        matches!(border.kind, BorderKind::Canal) || (matches!(border.kind, BorderKind::Bridge(..)) && !crosses_wall);
    if crosses_wall || canal {
        // The wall and the canals are borders enough.
        return;
    }
    let same_zone =
        border.a.zone() == border.b.zone() && border.a.zone().is_some() | !(enclave(border.a) || enclave(border.b));
    for line in &border.lines {
        let line = points(line);
        if same_zone {
            sheet.stroke(Path::line(&line), 2.0, map.paper.alpha(0.45));
            sheet.stroke(dashes(&line, 3.4, 2.2), 0.95, map.area_line);
        } else {
            sheet.round_stroke(Path::line(&line), 3.4, map.paper.alpha(0.6));
            sheet.round_stroke(Path::line(&line), 1.9, map.zone_line);
        }
    }
}

/// The two areas that are zones of their own.
fn enclave(place: Place) -> bool {
    matches!(place, Place::MACV | Place::PALACE)
}

/// Where the bridges stand, with the direction of the lines they cross.
pub fn bridges(map: &Map) -> impl Iterator<Item = (Point, Point)> + '_ {
    map.file.borders.iter().filter(|b| matches!(b.kind, BorderKind::Bridge(..))).flat_map(bridge_sites)
}

/// Where the bridges of a border stand, with the direction of the line they cross: in the middle of its longest piece, and
/// on each of its pieces where those lie on different sides of a corner.
fn bridge_sites(border: &Border) -> Vec<(Point, Point)> {
    let pieces: Vec<Vec<Point>> = border.lines.iter().map(|l| points(l)).collect();
    let direction = |l: &[Point]| l.first().zip(l.last()).map_or(pt(1.0, 0.0), |(a, b)| (*b - *a).unit());
    let mut order: Vec<&Vec<Point>> = pieces.iter().collect();
    order.sort_by(|a, b| Course::new((*b).clone()).length().total_cmp(&Course::new((*a).clone()).length()));
    let mut sites: Vec<(Point, Point)> = Vec::new();
    for piece in order {
        let way = direction(piece);
        let corner = sites.iter().all(|(_, other)| other.dot(way).abs() < 0.7);
        if sites.is_empty() || corner {
            let course = Course::new(piece.clone());
            sites.push((course.walk(course.length() / 2.0).0, way));
        }
    }
    sites
}

/// A bridge: a deck across the line, between two parapets that open at the ends.
fn bridge(painter: &Painter<'_>, sheet: &mut Sheet, at: Point, along: Point) {
    let map = &painter.palette.map;
    let across = along.turned();
    let (long, wide) = (9.5, 4.0);
    let p = |x: f32, y: f32| at + across * x + along * y;
    let deck = |grow: f32| {
        Path::polygon(&[
            p(-long - grow, -wide - grow),
            p(long + grow, -wide - grow),
            p(long + grow, wide + grow),
            p(-long - grow, wide + grow),
        ])
    };
    sheet.fill(deck(0.6).placed(crate::geometry::Placement::at(pt(1.0, 1.5), 1.0)), Colour::rgb(30, 22, 12).alpha(0.3));
    sheet.fill(deck(0.0), map.road);
    for side in [-1.0, 1.0] {
        let rail = [
            p(-long - 2.6, side * (wide + 2.4)),
            p(-long, side * wide),
            p(long, side * wide),
            p(long + 2.6, side * (wide + 2.4)),
        ];
        sheet.round_stroke(Path::line(&rail), 1.9, map.ink);
    }
    let mut planks = Path::default();
    for i in -3..=3 {
        let x = i as f32 * 2.7;
        planks.add_line(&[p(x, -wide + 1.0), p(x, wide - 1.0)]);
    }
    sheet.stroke(planks, 0.5, map.road_edge);
}

/// The box of a gate, with its letter on a tab.
fn gate_box(painter: &Painter<'_>, sheet: &mut Sheet, gate: Gate) {
    let map = &painter.palette.map;
    let rect = painter.layout.gate_box(gate);
    let tone = map.gate_letter;
    sheet.shadow(
        Rect { min: rect.min + pt(0.8, 1.2), max: rect.max + pt(0.8, 1.4) },
        3.0,
        3.0,
        Colour::rgb(30, 22, 12).alpha(0.4),
    );
    sheet.fill(Path::rounded(rect, 3.0), map.wall);
    sheet.fill(Path::rounded(rect.grown(-1.7), 1.8), tone.ground);
    sheet.stroke(Path::rounded(rect.grown(-2.8), 1.2), 0.45, map.wall.alpha(0.6));
    // A gate in outline, where the counter will lie.
    let m = rect.middle();
    let ghost = map.wall.mix(tone.ground, 0.7);
    let arch = |grow: f32| {
        let mut path = Path::default();
        let (w, h) = (5.2 + grow, 8.0 + grow);
        path.pieces.extend([
            crate::path::Piece::Move(m + pt(-w, 8.5)),
            crate::path::Piece::Line(m + pt(-w, -h * 0.2)),
            crate::path::Piece::Cubic(m + pt(-w, -h * 0.95), m + pt(w, -h * 0.95), m + pt(w, -h * 0.2)),
            crate::path::Piece::Line(m + pt(w, 8.5)),
        ]);
        path
    };
    sheet.stroke(arch(3.4), 0.9, ghost);
    sheet.stroke(arch(0.0), 0.9, ghost);
    let tab = painter.layout.gate_tab(gate);
    let radius = crate::area::layout::GATE_TAB;
    sheet.fill(Path::circle(tab + pt(0.3, 0.8), radius + 0.2), Colour::rgb(30, 22, 12).alpha(0.35));
    sheet.fill(Path::circle(tab, radius), map.wall);
    sheet.stroke(Path::circle(tab, radius - 0.7), 0.6, tone.ground);
    let lettering = crate::text::Lettering::new(crate::fonts::Font::CondensedBold, crate::area::layout::LETTERS);
    sheet.text_centred(&gate.letter().to_string(), tab, lettering, tone.ground);
}
