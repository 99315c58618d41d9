//! What stands in the box of a counter of Search & Destroy, or in place of a box: boats, vehicles, helicopters from above.

use search_and_destroy::units::Kind;

use crate::colour::Colour;
use crate::geometry::{Placement, Point, Rect, pt};
use crate::palette::Palette;
use crate::path::{Path, Piece};
use crate::sheet::Sheet;
use crate::symbol::{Symbol, draw_symbol};

/// Draws the symbol of a kind of unit into `area`.
pub fn draw(sheet: &mut Sheet, kind: Kind, area: Rect, palette: &Palette) {
    let tone = palette.sides.symbol;
    let line = area.height() * 0.095;
    let (w, h, m) = (area.width(), area.height(), area.middle());
    let p = |x: f32, y: f32| m + pt(x * w / 2.0, y * h / 2.0);
    let boxed = |sheet: &mut Sheet| {
        sheet.fill(Path::rect(area), tone.ground);
        sheet.stroke(Path::rect(area.grown(-line * 0.2)), line, tone.ink);
    };
    match kind {
        Kind::Rifle | Kind::MainForce | Kind::Nva => draw_symbol(sheet, Symbol::Infantry, area, palette),
        Kind::Weapons => {
            draw_symbol(sheet, Symbol::Infantry, area, palette);
            // Two machine guns: a barrel on its legs, twice.
            for x in [-0.42, 0.42] {
                let plate = Rect::around(p(x, 0.0), w * 0.3, h * 0.74);
                sheet.fill(Path::rect(plate), tone.ground);
                sheet.round_stroke(Path::line(&[p(x, 0.5), p(x, -0.58)]), line, tone.ink);
                sheet.round_stroke(
                    Path::line(&[p(x - 0.14, -0.28), p(x, -0.62), p(x + 0.14, -0.28)]),
                    line * 0.8,
                    tone.ink,
                );
                sheet.round_stroke(Path::line(&[p(x - 0.13, 0.5), p(x + 0.13, 0.5)]), line, tone.ink);
            }
        }
        Kind::Local => {
            // A conical hat over crossed belts: men of the hamlets.
            boxed(sheet);
            sheet.fill(Path::polygon(&[p(-0.62, 0.24), p(0.0, -0.66), p(0.62, 0.24)]), tone.ink);
            let mut brim = Path::default();
            brim.pieces.extend([
                Piece::Move(p(-0.62, 0.24)),
                Piece::Cubic(p(-0.4, 0.52), p(0.4, 0.52), p(0.62, 0.24)),
                Piece::Close,
            ]);
            sheet.fill(brim, tone.ink);
            sheet.round_stroke(Path::line(&[p(-0.3, 0.42), p(0.0, 0.76), p(0.3, 0.42)]), line * 0.6, tone.ink);
        }
        Kind::PlatoonLeader | Kind::CompanyCommander => {
            boxed(sheet);
            // The bar or bars of his rank.
            let bars: &[f32] = if kind == Kind::PlatoonLeader { &[0.0] } else { &[-0.24, 0.24] };
            for x in bars {
                let bar = Rect::around(p(*x, 0.0), w * 0.13, h * 0.62);
                sheet.fill(Path::rounded(bar, line * 0.4), tone.ink);
            }
            if kind == Kind::CompanyCommander {
                for y in [-0.34, 0.34] {
                    sheet.stroke(Path::line(&[p(-0.3, y), p(0.3, y)]), line * 0.8, tone.ink);
                }
            }
        }
        Kind::Observer => {
            boxed(sheet);
            // The observer's triangle with its point of reference.
            let triangle = Path::polygon(&[p(0.0, -0.66), p(0.42, 0.56), p(-0.42, 0.56)]);
            sheet.stroke(triangle, line, tone.ink);
            sheet.fill(Path::circle(p(0.0, 0.2), h * 0.085), tone.ink);
        }
        Kind::M113 => {
            draw_symbol(sheet, Symbol::Infantry, area, palette);
            sheet.stroke(Path::ellipse(m, w * 0.36, h * 0.34), line, tone.ink);
        }
        Kind::M48 => {
            boxed(sheet);
            sheet.stroke(Path::ellipse(m, w * 0.36, h * 0.32), line * 1.2, tone.ink);
        }
        Kind::PlatoonCadre | Kind::CompanyCadre | Kind::BattalionCadre => {
            draw_symbol(sheet, Symbol::Star, area, palette);
        }
        Kind::Sniper => {
            boxed(sheet);
            sheet.stroke(Path::circle(m, h * 0.27), line * 0.8, tone.ink);
            for (a, b) in [((-0.42, 0.0), (-0.1, 0.0)), ((0.1, 0.0), (0.42, 0.0))] {
                sheet.stroke(Path::line(&[p(a.0, a.1), p(b.0, b.1)]), line * 0.7, tone.ink);
            }
            for (a, b) in [((0.0, -0.78), (0.0, -0.2)), ((0.0, 0.2), (0.0, 0.78))] {
                sheet.stroke(Path::line(&[p(a.0, a.1), p(b.0, b.1)]), line * 0.7, tone.ink);
            }
            sheet.fill(Path::circle(m, h * 0.05), tone.ink);
        }
        Kind::Dummy => {
            sheet.fill(Path::rect(area), tone.ground.alpha(0.35));
            let mut ring = area.grown(-line * 0.2).corners().to_vec();
            ring.push(ring[0]);
            sheet.stroke(crate::path::dashes(&ring, 0.07, 0.05), line * 0.9, tone.ink);
            for s in [-1.0, 1.0] {
                sheet.stroke(Path::line(&[p(-0.34, -0.5 * s), p(0.34, 0.5 * s)]), line * 0.8, tone.ink);
            }
        }
        Kind::Mortar81 | Kind::Mortar82 => {
            boxed(sheet);
            // A barrel on a base plate: an arrow up with a ring at its foot.
            sheet.round_stroke(Path::line(&[p(0.0, 0.34), p(0.0, -0.62)]), line, tone.ink);
            sheet.round_stroke(Path::line(&[p(-0.15, -0.3), p(0.0, -0.64), p(0.15, -0.3)]), line, tone.ink);
            sheet.stroke(Path::circle(p(0.0, 0.48), h * 0.11), line * 0.9, tone.ink);
        }
        Kind::Crew => {
            boxed(sheet);
            for x in [-0.24, 0.24] {
                sheet.fill(Path::circle(p(x, -0.24), h * 0.12), tone.ink);
                sheet.fill(Path::polygon(&[p(x - 0.16, 0.6), p(x, -0.02), p(x + 0.16, 0.6)]), tone.ink);
            }
        }
        _ => boxed(sheet),
    }
}

/// A river patrol boat from above, its bow to the right, `length` long, turned clockwise by `degrees`.
pub fn boat(sheet: &mut Sheet, at: Point, length: f32, degrees: f32, palette: &Palette) {
    let frame = Placement::turned(at, length, degrees);
    let tone = palette.sides.symbol;
    let hull = |grow: f32| {
        let (l, w) = (0.5 + grow, 0.17 + grow);
        let p = |x: f32, y: f32| frame.apply(pt(x, y));
        let mut path = Path::default();
        path.pieces.extend([
            Piece::Move(p(-l, -w * 0.86)),
            Piece::Line(p(l * 0.34, -w)),
            Piece::Cubic(p(l * 0.7, -w), p(l * 0.92, -w * 0.4), p(l * 1.04, 0.0)),
            Piece::Cubic(p(l * 0.92, w * 0.4), p(l * 0.7, w), p(l * 0.34, w)),
            Piece::Line(p(-l, w * 0.86)),
            Piece::Close,
        ]);
        path
    };
    // The wake.
    for side in [-1.0, 1.0] {
        let wake = [(-0.5, 0.14 * side), (-0.66, 0.21 * side), (-0.8, 0.3 * side)].map(|(x, y)| frame.apply(pt(x, y)));
        sheet.round_stroke(Path::line(&wake), length * 0.035, Colour::WHITE.alpha(0.6));
    }
    sheet.fill(hull(0.03), tone.ink);
    sheet.fill(hull(0.0), tone.ground);
    let shape = |rect: Rect| Path::polygon(&rect.corners().map(|p| frame.apply(p)));
    let deck = tone.ground.mix(tone.ink, 0.22);
    sheet.fill(shape(Rect::new(-0.14, -0.11, 0.26, 0.22)), deck);
    sheet.stroke(shape(Rect::new(-0.14, -0.11, 0.26, 0.22)), length * 0.025, tone.ink);
    // The twin guns in their tub forward, the single one aft.
    for (x, r) in [(0.24, 0.075), (-0.36, 0.055)] {
        sheet.fill(Path::circle(frame.apply(pt(x, 0.0)), length * r), tone.ink);
    }
    for y in [-0.026, 0.026] {
        sheet.stroke(Path::line(&[frame.apply(pt(0.24, y)), frame.apply(pt(0.43, y))]), length * 0.026, tone.ink);
    }
    sheet.stroke(Path::line(&[frame.apply(pt(-0.36, 0.0)), frame.apply(pt(-0.5, 0.0))]), length * 0.026, tone.ink);
}

/// A helicopter from above, its nose to the right and up; a gunship has pods at its sides.
pub fn helicopter(sheet: &mut Sheet, at: Point, length: f32, armed: bool, palette: &Palette) {
    let tone = palette.sides.symbol;
    let frame = Placement::turned(at, length, -24.0);
    let p = |x: f32, y: f32| frame.apply(pt(x, y));
    let mut body = Path::default();
    body.pieces.extend([
        Piece::Move(p(0.42, 0.0)),
        Piece::Cubic(p(0.42, -0.13), p(0.2, -0.15), p(0.02, -0.12)),
        Piece::Line(p(-0.5, -0.03)),
        Piece::Line(p(-0.5, 0.03)),
        Piece::Line(p(0.02, 0.12)),
        Piece::Cubic(p(0.2, 0.15), p(0.42, 0.13), p(0.42, 0.0)),
        Piece::Close,
    ]);
    for y in [-0.2, 0.2] {
        if armed {
            sheet.round_stroke(Path::line(&[p(0.0, y), p(0.22, y)]), length * 0.11, tone.ink);
            sheet.round_stroke(Path::line(&[p(0.02, y), p(0.2, y)]), length * 0.05, palette.danger.ground);
        }
    }
    sheet.round_stroke(body.clone(), length * 0.05, tone.ink);
    sheet.fill(body, tone.ground);
    sheet.round_stroke(Path::line(&[p(-0.46, -0.12), p(-0.46, 0.12)]), length * 0.05, tone.ink);
    for (x, y) in [(0.44, 0.36), (0.44, -0.36)] {
        let blade = [p(0.12 - x, -y), p(0.12 + x, y)];
        sheet.round_stroke(Path::line(&blade), length * 0.05, tone.ink);
    }
    sheet.fill(Path::circle(p(0.12, 0.0), length * 0.055), tone.ink);
}
