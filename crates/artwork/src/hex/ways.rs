//! The road, the trails and the bridge.

use std::collections::BTreeSet;

use search_and_destroy::hex::{Direction, Hex};
use search_and_destroy::map::Map;

use crate::colour::Colour;
use crate::geometry::{Placement, Point, Rect, pt, smooth};
use crate::hex::Painter;
use crate::hex::grid::HexGrid;
use crate::hex::noise::hash;
use crate::path::{Path, dashes};

type Way = fn(&Map, Hex, Direction) -> bool;

const ROAD: Way = |map, hex, side| map.road_over(hex, side);
const TRAIL: Way = |map, hex, side| map.trail_over(hex, side) && !map.road_over(hex, side);

/// Takes the room of road and trails before anything grows.
pub fn take(painter: &mut Painter<'_>) {
    for (way, width) in [(ROAD, 6.5), (TRAIL, 3.6)] {
        for line in lines(painter.map, painter.grid, way) {
            painter.mask.line(&line, width);
        }
    }
}

/// The lines of a way, from end or fork to end or fork, smooth, out to the map's edge where they lead there.
fn lines(map: &Map, grid: HexGrid, way: Way) -> Vec<Vec<Point>> {
    let steps = |hex: Hex| {
        Direction::ALL.into_iter().filter(move |side| map.contains(hex.neighbour(*side)) && way(map, hex, *side))
    };
    let degree = |hex: Hex| steps(hex).count();
    let mut walked: BTreeSet<(Hex, Hex)> = BTreeSet::new();
    let mut lines = Vec::new();
    let ends: Vec<Hex> = map.hexes().filter(|h| !matches!(degree(*h), 0 | 2)).collect();
    for start in ends.into_iter().chain(map.hexes()) {
        for side in steps(start) {
            let mut chain = vec![start];
            let mut next = start.neighbour(side);
            let mut here = start;
            while walked.insert((here.min(next), here.max(next))) {
                chain.push(next);
                (here, next) = match steps(next).map(|s| next.neighbour(s)).find(|h| *h != here) {
                    Some(onward) if degree(next) == 2 => (next, onward),
                    _ => break,
                };
            }
            if chain.len() > 1 {
                lines.push(smooth(&out(map, grid, &chain), 7));
            }
        }
    }
    lines
}

/// The middles of a chain of hexes, each a little out of place, and on to the edge of the map at its ends.
fn out(map: &Map, grid: HexGrid, chain: &[Hex]) -> Vec<Point> {
    let place = |hex: &Hex| {
        let (c, r) = (i32::from(hex.column), i32::from(hex.row));
        grid.centre(*hex) + pt(hash(c, r, 81) - 0.5, hash(c, r, 82) - 0.5) * 5.0
    };
    let mut line: Vec<Point> = chain.iter().map(place).collect();
    let (columns, rows) = map.extent();
    let canvas = grid.canvas().grown(9.0);
    let edge = |hex: &Hex| {
        let at = place(hex);
        match (hex.column, hex.row) {
            (1, _) => Some(pt(canvas.min.x, at.y + 3.0)),
            (c, _) if c == columns => Some(pt(canvas.max.x, at.y - 2.0)),
            (_, 1) => Some(pt(at.x + 2.0, canvas.min.y)),
            (_, r) if r == rows => Some(pt(at.x - 2.0, canvas.max.y)),
            _ => None,
        }
    };
    if let (Some(first), Some(last)) = (chain.first(), chain.last()) {
        if let Some(end) = edge(first) {
            line.insert(0, end);
        }
        if let Some(end) = edge(last) {
            line.push(end);
        }
    }
    line
}

/// Draws the trails: a trodden line with a pale verge.
pub fn trails(painter: &mut Painter<'_>) {
    let (valley, map) = (&painter.palette.valley, &painter.palette.map);
    for line in lines(painter.map, painter.grid, TRAIL) {
        painter.sheet.round_stroke(Path::line(&line), 3.0, map.paper.alpha(0.62));
        painter.sheet.stroke(dashes(&line, 5.2, 2.3), 1.5, valley.trail);
    }
}

/// Draws the road.
pub fn road(painter: &mut Painter<'_>) {
    let map = &painter.palette.map;
    let (edge, surface) = (map.road_edge.mix(map.ink, 0.25), map.road);
    let lines = lines(painter.map, painter.grid, ROAD);
    for line in &lines {
        let shifted: Vec<Point> = line.iter().map(|p| *p + pt(0.6, 0.9)).collect();
        painter.sheet.round_stroke(Path::line(&shifted), 5.6, Colour::rgb(40, 30, 14).alpha(0.16));
    }
    for (width, colour) in [(5.4, edge), (3.8, surface)] {
        for line in &lines {
            painter.sheet.round_stroke(Path::line(line), width, colour);
        }
    }
    for line in &lines {
        painter.sheet.stroke(dashes(line, 6.0, 5.0), 0.5, edge.alpha(0.45));
    }
}

/// Draws the bridge, with its piers and rails.
pub fn bridge(painter: &mut Painter<'_>) {
    let Some((at, along)) = painter.grid.river(painter.map, painter.map.bridge()) else { return };
    let map = &painter.palette.map;
    // Along the road: across the river's hexside.
    let across = along.turned();
    let frame = Placement { right: across, down: along, origin: at };
    let shape = |rect: Rect| Path::polygon(&rect.corners().map(|p| frame.apply(p)));
    let sheet = &mut painter.sheet;
    let shadow = Placement::at(pt(1.4, 2.0), 1.0);
    let deck = Rect::around(pt(0.0, 0.0), 21.0, 7.2);
    sheet.fill(shape(deck).placed(shadow), Colour::rgb(20, 24, 26).alpha(0.35));
    for x in [-5.5, 0.0, 5.5] {
        sheet.fill(shape(Rect::around(pt(x, 0.0), 1.8, 9.6)), map.wall);
    }
    sheet.fill(shape(deck), map.road.mix(map.wall_light, 0.35));
    let mut planks = Path::default();
    for i in -5..=5 {
        let x = i as f32 * 1.8;
        planks.add_line(&[frame.apply(pt(x, -2.8)), frame.apply(pt(x, 2.8))]);
    }
    sheet.stroke(planks, 0.4, map.road_edge);
    for side in [-1.0, 1.0] {
        let rail = [
            frame.apply(pt(-12.6, side * 5.6)),
            frame.apply(pt(-10.0, side * 3.6)),
            frame.apply(pt(10.0, side * 3.6)),
            frame.apply(pt(12.6, side * 5.6)),
        ];
        sheet.round_stroke(Path::line(&rail), 1.5, map.ink);
    }
}
