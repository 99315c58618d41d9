//! Frame, title, arrow, scale and key: what is printed beside the ground.

use crate::area::layout::{BADGE, LETTERS};
use crate::area::map::{MARGIN, Painter};
use crate::colour::Colour;
use crate::fonts::Font;
use crate::geometry::{Point, Rect, pt};
use crate::path::{Path, dashes};
use crate::sheet::Sheet;
use crate::symbol::anchor;
use crate::text::{Align, Lettering};

/// Map units to a kilometre: the map shows 13 square kilometres.
fn kilometre(canvas: Rect) -> f32 {
    (canvas.width() * canvas.height() / 13.0).sqrt()
}

/// Draws it; the title and the key stand where no area's label or counters do.
pub fn furniture(painter: &mut Painter<'_>) -> Sheet {
    let mut sheet = Sheet::new();
    frame(painter, &mut sheet);
    title(painter, &mut sheet, Rect::new(painter.canvas.max.x - 116.0, 8.0, 108.0, 55.0));
    key(painter, &mut sheet, Rect::new(painter.canvas.max.x - 108.0, 70.0, 100.0, 204.0));
    sheet
}

/// Paper beyond the canvas, a neat line, and a ladder of light and dark steps.
fn frame(painter: &Painter<'_>, sheet: &mut Sheet) {
    let map = &painter.palette.map;
    let canvas = painter.canvas;
    let outer = canvas.grown(MARGIN);
    let hole: Vec<Point> = canvas.corners().into_iter().rev().collect();
    sheet.fill(Path::rect(outer).with_hole(&hole), map.paper);
    // The edge of the sheet is a little darker.
    let (edge, none) = (map.paper_edge, map.paper_edge.alpha(0.0));
    let (o, i) = (outer.corners(), outer.grown(-8.0).corners());
    for k in 0..4 {
        let n = (k + 1) % 4;
        sheet.quad([(o[k], edge), (o[n], edge), (i[n], none), (i[k], none)]);
    }
    let (low, high) = (2.2, 5.6);
    sheet.stroke(Path::rect(canvas.grown(0.6)), 1.2, map.ink);
    sheet.stroke(Path::rect(canvas.grown(low)), 0.5, map.ink);
    sheet.stroke(Path::rect(canvas.grown(high)), 0.5, map.ink);
    sheet.stroke(Path::rect(canvas.grown(high + 2.2)), 1.4, map.ink);
    let step = 50.0;
    let mut ladder = Path::default();
    let (columns, rows) = ((canvas.width() / step) as usize, (canvas.height() / step) as usize);
    for k in (0..columns).step_by(2) {
        let x = canvas.min.x + k as f32 * step;
        for y in [canvas.min.y - high, canvas.max.y + low] {
            ladder.add_polygon(&Rect::new(x, y, step, high - low).corners());
        }
    }
    for k in (0..rows).step_by(2) {
        let y = canvas.min.y + k as f32 * step;
        for x in [canvas.min.x - high, canvas.max.x + low] {
            ladder.add_polygon(&Rect::new(x, y, high - low, step).corners());
        }
    }
    sheet.fill(ladder, map.ink.mix(map.paper, 0.12));
}

/// A plate of paper that other things are printed on.
fn plate(painter: &mut Painter<'_>, sheet: &mut Sheet, rect: Rect) {
    let map = &painter.palette.map;
    painter.mask.rect(rect.grown(4.0));
    sheet.shadow(
        Rect { min: rect.min + pt(0.6, 1.4), max: rect.max + pt(1.0, 1.8) },
        1.5,
        4.0,
        Colour::rgb(40, 28, 14).alpha(0.32),
    );
    sheet.fill(Path::rounded(rect, 1.2), map.paper.mix(Colour::WHITE, 0.22));
    sheet.stroke(Path::rounded(rect.grown(-0.5), 1.0), 1.0, map.ink);
    sheet.stroke(Path::rect(rect.grown(-2.4)), 0.4, map.ink);
}

/// The cartouche.
fn title(painter: &mut Painter<'_>, sheet: &mut Sheet, rect: Rect) {
    plate(painter, sheet, rect);
    let map = &painter.palette.map;
    let middle = rect.middle().x;
    let y = rect.min.y;
    sheet.text(
        "HUẾ",
        pt(rect.min.x + 9.0, y + 30.0),
        Align::Left,
        Lettering::new(Font::SansBold, 22.0).spaced(0.2),
        map.ink,
    );
    sheet.text(
        "1968",
        pt(rect.max.x - 8.5, y + 30.0),
        Align::Right,
        Lettering::new(Font::Condensed, 18.0),
        map.zone_line,
    );
    sheet.stroke(Path::line(&[pt(rect.min.x + 9.0, y + 36.5), pt(rect.max.x - 9.0, y + 36.5)]), 0.9, map.zone_line);
    let name = Lettering::new(Font::CondensedSemiBold, LETTERS).fitted("BLOCK BY BLOCK", rect.width() - 16.0);
    sheet.text("BLOCK BY BLOCK", pt(middle, y + 48.6), Align::Middle, name, map.ink);
}

/// Arrow, scale and the meaning of the signs.
fn key(painter: &mut Painter<'_>, sheet: &mut Sheet, rect: Rect) {
    plate(painter, sheet, rect);
    let palette = painter.palette;
    let map = &palette.map;
    arrow(sheet, pt(rect.min.x + 16.0, rect.max.y - 20.0), map.ink, map.paper);
    let left = rect.min.x + 14.0;
    let lettering = Lettering::new(Font::Condensed, LETTERS);
    let mut y = rect.min.y + 15.0;
    let mut row = |sheet: &mut Sheet, text: &str, draw: &dyn Fn(&mut Sheet, Point)| {
        draw(sheet, pt(left, y));
        let text_lettering = lettering.fitted(text, rect.max.x - left - 16.0);
        sheet.text(text, pt(left + 12.0, y + text_lettering.cap_height() / 2.0), Align::Left, text_lettering, map.ink);
        y += 18.5;
    };
    let value = |sheet: &mut Sheet, at: Point, text: &str, tone: crate::palette::Tone, rim: Colour| {
        sheet.fill(Path::circle(at, BADGE), rim);
        sheet.fill(Path::circle(at, BADGE - 0.8), tone.ground);
        sheet.text_centred(text, at, Lettering::new(Font::CondensedBold, LETTERS).fitted(text, BADGE * 1.8), tone.ink);
    };
    row(sheet, "Terrain value", &|s, p| value(s, p, "+1", map.terrain, map.paper));
    row(sheet, "Outside wall", &|s, p| value(s, p, "−2", map.terrain_outside, map.terrain_outside.ink));
    row(sheet, "Zone border", &|s, p| {
        s.round_stroke(Path::line(&[p - pt(6.0, 0.0), p + pt(6.0, 0.0)]), 1.9, map.zone_line);
    });
    row(sheet, "Area border", &|s, p| {
        s.stroke(dashes(&[p - pt(6.5, 0.0), p + pt(6.5, 0.0)], 3.0, 2.0), 0.95, map.area_line)
    });
    row(sheet, "Citadel wall", &|s, p| {
        s.stroke(Path::line(&[p - pt(6.5, 0.0), p + pt(6.5, 0.0)]), 5.6, map.wall);
        s.stroke(Path::line(&[p - pt(6.5, 0.0), p + pt(6.5, 0.0)]), 3.2, map.wall_light);
    });
    row(sheet, "Gate and letter", &|s, p| {
        s.fill(Path::circle(p, 7.4), map.wall);
        s.text_centred("A", p, Lettering::new(Font::CondensedBold, LETTERS), map.gate_letter.ground);
    });
    row(sheet, "Bridge", &|s, p| {
        s.stroke(Path::line(&[p - pt(6.5, 0.0), p + pt(6.5, 0.0)]), 5.0, map.water);
        s.fill(Path::rect(Rect::around(p, 5.4, 8.4)), map.road);
        for x in [-2.7, 2.7] {
            s.round_stroke(
                Path::line(&[p + pt(x * 1.4, -5.4), p + pt(x, -4.0), p + pt(x, 4.0), p + pt(x * 1.4, 5.4)]),
                1.2,
                map.ink,
            );
        }
    });
    row(sheet, "River landing", &|s, p| {
        s.fill(Path::circle(p, BADGE), map.water_ink);
        s.fill(Path::circle(p, BADGE - 0.8), map.paper);
        anchor(s, p, 10.0, 1.25, map.water_ink);
    });
    scale(sheet, pt(rect.min.x + 34.0, rect.max.y - 24.0), rect.width() - 42.0, painter);
}

/// A north arrow.
fn arrow(sheet: &mut Sheet, at: Point, ink: Colour, paper: Colour) {
    let p = |x: f32, y: f32| at + pt(x, y);
    sheet.stroke(Path::circle(at + pt(0.0, 2.0), 8.6), 0.6, ink);
    sheet.fill(Path::polygon(&[p(0.0, -12.0), p(4.6, 12.0), p(0.0, 8.0)]), ink);
    let west = Path::polygon(&[p(0.0, -12.0), p(-4.6, 12.0), p(0.0, 8.0)]);
    sheet.fill(west.clone(), paper);
    sheet.stroke(west, 0.7, ink);
    sheet.text("N", p(11.0, -2.0), Align::Middle, Lettering::new(Font::SansBold, LETTERS), ink);
}

/// A scale of half a kilometre at most, as wide as there is room.
fn scale(sheet: &mut Sheet, at: Point, room: f32, painter: &Painter<'_>) {
    let map = &painter.palette.map;
    let metres = if kilometre(painter.canvas) * 0.4 <= room { 400.0 } else { 200.0 };
    let length = kilometre(painter.canvas) * metres / 1000.0;
    let from = at + pt((room - length) / 2.0, 0.0);
    for k in 0..4 {
        let rect = Rect::new(from.x + length * k as f32 / 4.0, from.y, length / 4.0, 2.6);
        sheet.fill(Path::rect(rect), if k % 2 == 0 { map.ink } else { map.paper });
        sheet.stroke(Path::rect(rect), 0.4, map.ink);
    }
    let text = format!("about {metres} m");
    sheet.text(
        &text,
        pt(from.x + length / 2.0, from.y + 14.6),
        Align::Middle,
        Lettering::new(Font::Condensed, LETTERS).fitted(&text, room),
        map.ink,
    );
}
