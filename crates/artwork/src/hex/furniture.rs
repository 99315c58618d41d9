//! Frame with the numbers of columns and rows, title, compass and scale: what is printed beside the ground.

use crate::fonts::Font;
use crate::geometry::{Point, Rect, pt};
use crate::hex::grid::RADIUS;
use crate::hex::{Painter, key};
use crate::path::Path;
use crate::sheet::Sheet;
use crate::text::{Align, Lettering};
use search_and_destroy::Hex;

/// Width of the paper beyond the hexes, in map units.
const MARGIN: f32 = 26.0;
/// Width of the column with title and key.
const COLUMN: f32 = 262.0;

/// The paper.
pub fn bounds(canvas: Rect) -> Rect {
    let paper = canvas.grown(MARGIN);
    Rect { min: paper.min, max: pt(paper.max.x + COLUMN, paper.max.y) }
}

/// Draws it.
pub fn furniture(painter: &Painter<'_>) -> Sheet {
    let mut sheet = Sheet::new();
    frame(painter, &mut sheet);
    let canvas = painter.canvas;
    let left = canvas.max.x + MARGIN + 8.0;
    let column = Rect { min: pt(left, canvas.min.y), max: pt(left + COLUMN - 26.0, canvas.max.y) };
    let below = title(painter, &mut sheet, column) + 18.0;
    let below = key::key(painter, &mut sheet, Rect { min: pt(column.min.x, below), max: column.max }) + 24.0;
    sequence(painter, &mut sheet, Rect { min: pt(column.min.x, below), max: column.max });
    foot(painter, &mut sheet, column);
    sheet
}

/// Paper beyond the canvas, a neat line, and the numbers.
fn frame(painter: &Painter<'_>, sheet: &mut Sheet) {
    let map = &painter.palette.map;
    let canvas = painter.canvas;
    let outer = bounds(canvas);
    let hole: Vec<Point> = canvas.corners().into_iter().rev().collect();
    sheet.fill(Path::rect(outer).with_hole(&hole), map.paper);
    let (edge, none) = (map.paper_edge, map.paper_edge.alpha(0.0));
    let (o, i) = (outer.corners(), outer.grown(-10.0).corners());
    for k in 0..4 {
        let n = (k + 1) % 4;
        sheet.quad([(o[k], edge), (o[n], edge), (i[n], none), (i[k], none)]);
    }
    sheet.stroke(Path::rect(canvas.grown(0.8)), 1.6, map.ink);
    sheet.stroke(Path::rect(canvas.grown(MARGIN - 7.0)), 0.5, map.ink);
    sheet.stroke(Path::rect(canvas.grown(MARGIN - 5.0)), 1.3, map.ink);
    let lettering = Lettering::new(Font::CondensedSemiBold, 11.5);
    let (columns, rows) = painter.map.extent();
    let mut ticks = Path::default();
    for column in 1..=columns {
        let x = painter.grid.centre(Hex::at(column, 1)).x;
        for (y, way) in [(canvas.min.y, -1.0), (canvas.max.y, 1.0)] {
            ticks.add_line(&[pt(x, y + way * 1.6), pt(x, y + way * 4.0)]);
            sheet.text_centred(&format!("{column:02}"), pt(x, y + way * 11.0), lettering, map.ink);
        }
    }
    for row in 1..=rows {
        // The first column lies high, the last one low.
        for (x, way, column) in [(canvas.min.x, -1.0, 1), (canvas.max.x, 1.0, columns)] {
            let y = painter.grid.centre(Hex::at(column, row)).y;
            ticks.add_line(&[pt(x + way * 1.6, y), pt(x + way * 4.0, y)]);
            sheet.text_centred(&format!("{row:02}"), pt(x + way * 11.5, y), lettering, map.ink);
        }
    }
    sheet.stroke(ticks, 0.8, map.ink);
}

/// The cartouche; returns where it ends.
fn title(painter: &Painter<'_>, sheet: &mut Sheet, column: Rect) -> f32 {
    let map = &painter.palette.map;
    let (left, right, y) = (column.min.x, column.max.x, column.min.y);
    let width = right - left;
    sheet.fill(Path::rect(Rect::new(left, y, width, 5.0)), map.zone_line);
    let large = Lettering::new(Font::SansBold, 60.0).spaced(-0.6).fitted("SEARCH &", width);
    sheet.text("SEARCH &", pt(left - 2.0, y + 54.0), Align::Left, large, map.ink);
    let second = Lettering::new(Font::SansBold, 60.0).spaced(-0.6).fitted("DESTROY", width);
    sheet.text("DESTROY", pt(left - 2.0, y + 102.0), Align::Left, second, map.ink);
    let line = y + 112.0;
    sheet.stroke(Path::line(&[pt(left, line), pt(right, line)]), 1.4, map.zone_line);
    let text = Lettering::new(Font::CondensedSemiBold, 15.0).spaced(0.5).fitted("TACTICAL COMBAT IN VIETNAM", width);
    sheet.text("TACTICAL COMBAT IN VIETNAM", pt(left, line + 18.0), Align::Left, text, map.ink);
    let quiet = Lettering::new(Font::Condensed, 14.5);
    sheet.text("1965 – 1966", pt(left, line + 36.0), Align::Left, quiet, map.zone_line);
    line + 44.0
}

/// The order of a turn.
fn sequence(painter: &Painter<'_>, sheet: &mut Sheet, area: Rect) {
    let (map, sides) = (&painter.palette.map, &painter.palette.sides);
    let head = Lettering::new(Font::CondensedSemiBold, 10.5).spaced(0.4);
    let line = Lettering::new(Font::Condensed, 12.5);
    let (left, width) = (area.min.x, area.width());
    sheet.text("A TURN OF TWELVE MINUTES", pt(left, area.min.y), Align::Left, head, map.ink_quiet);
    let mut y = area.min.y + 6.0;
    for (tone, side, steps) in [
        (sides.marines, "US", ["Command", "Movement", "Search and surprise", "Fire and close assault"].as_slice()),
        (sides.pavn, "NLF", ["Command", "Movement", "Fire, close assault, hiding"].as_slice()),
    ] {
        let height = 17.5 * steps.len() as f32 + 5.0;
        sheet.fill(Path::rect(Rect::new(left, y, 36.0, height)), tone.ground);
        sheet.text_centred(side, pt(left + 18.0, y + height / 2.0), Lettering::new(Font::SansBold, 13.0), tone.ink);
        for (n, step) in steps.iter().enumerate() {
            let base = y + 15.5 + 17.5 * n as f32;
            sheet.text(&(n + 1).to_string(), pt(left + 50.0, base), Align::Middle, line, map.zone_line);
            sheet.text(step, pt(left + 62.0, base), Align::Left, line, map.ink);
        }
        y += height + 1.5;
        let rule = Path::line(&[pt(left, y), pt(left + width, y)]);
        sheet.stroke(rule, 0.5, map.ink.alpha(0.55));
        y += 1.5;
    }
}

/// Compass and scale at the foot of the column.
fn foot(painter: &Painter<'_>, sheet: &mut Sheet, column: Rect) {
    let map = &painter.palette.map;
    let at = pt(column.min.x + 26.0, column.max.y - 40.0);
    let p = |x: f32, y: f32| at + pt(x, y);
    sheet.stroke(Path::circle(at, 17.0), 0.9, map.ink);
    sheet.stroke(Path::circle(at, 14.6), 0.5, map.ink);
    sheet.fill(Path::polygon(&[p(0.0, -24.0), p(6.4, 15.0), p(0.0, 9.0)]), map.ink);
    let west = Path::polygon(&[p(0.0, -24.0), p(-6.4, 15.0), p(0.0, 9.0)]);
    sheet.fill(west.clone(), map.paper);
    sheet.stroke(west, 0.9, map.ink);
    sheet.text("N", p(0.0, -27.0), Align::Middle, Lettering::new(Font::SansBold, 13.0), map.ink);
    // A hex is a hundred yards from side to side.
    let hundred = RADIUS * 1.732_050_8;
    let (from, y) = (column.min.x + 66.0, column.max.y - 46.0);
    let count = 4;
    for k in 0..count {
        let rect = Rect::new(from + hundred * k as f32, y, hundred, 4.6);
        sheet.fill(Path::rect(rect), if k % 2 == 0 { map.ink } else { map.paper });
        sheet.stroke(Path::rect(rect), 0.6, map.ink);
    }
    let small = Lettering::new(Font::Condensed, 10.5);
    for (k, text) in [(0, "0"), (2, "200"), (4, "400")] {
        sheet.text(text, pt(from + hundred * k as f32, y - 4.0), Align::Middle, small, map.ink);
    }
    sheet.text(
        "100 yards a hex · 12 minutes a turn",
        pt(from, y + 18.0),
        Align::Left,
        small.fitted("100 yards a hex · 12 minutes a turn", column.max.x - from),
        map.ink_quiet,
    );
}
