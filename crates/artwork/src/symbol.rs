//! Unit symbols in the manner of NATO's, as wargames print them. Rule 2.4.

use block_by_block::UnitId;
use block_by_block::units::UnitKind;

use crate::colour::Colour;
use crate::fonts::Font;
use crate::geometry::{Placement, Point, Rect, pt};
use crate::palette::Palette;
use crate::path::{Path, Piece};
use crate::sheet::Sheet;
use crate::text::Lettering;

/// What stands in the box of a unit symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Symbol {
    /// Crossed belts.
    Infantry,
    /// Crossed belts over wings.
    Airborne,
    /// Anchor on crossed belts.
    Marine,
    /// The letters RGR on crossed belts.
    Ranger,
    /// One belt: reconnaissance, for the Black Panthers.
    Recon,
    /// The engineers' bridge.
    Sapper,
    /// The letters HQ, and a staff.
    Headquarters,
    /// An upright sword, as on the advisers' patch.
    Adviser,
    /// A star, for the NLF companies.
    Star,
    /// A gate tower: no box.
    Tower,
}

impl Symbol {
    /// The symbol of a counter.
    pub fn of(unit: UnitId) -> Self {
        match unit.kind() {
            UnitKind::MacvTeam => Self::Adviser,
            UnitKind::Marines | UnitKind::RvnMarines => Self::Marine,
            UnitKind::DivisionHq => Self::Headquarters,
            UnitKind::Airborne => Self::Airborne,
            UnitKind::HacBao => Self::Recon,
            UnitKind::Rangers => Self::Ranger,
            UnitKind::NlfCompany => Self::Star,
            UnitKind::GateTower => Self::Tower,
            UnitKind::Pavn4th | UnitKind::Pavn6th if unit.is_sappers() => Self::Sapper,
            UnitKind::Pavn4th | UnitKind::Pavn6th | UnitKind::Regiment | UnitKind::Platoon => Self::Infantry,
        }
    }
}

/// Draws a symbol that fills `area`.
pub fn draw_symbol(sheet: &mut Sheet, symbol: Symbol, area: Rect, palette: &Palette) {
    let tone = palette.sides.symbol;
    if symbol == Symbol::Tower {
        tower(sheet, area, tone.ground, tone.ink);
        return;
    }
    let unit = area.height();
    let middle = area.middle();
    let line = unit * 0.095;
    sheet.fill(Path::rect(area), tone.ground);
    let [a, b, c, d] = area.grown(-line / 2.0).corners();
    let belts = |sheet: &mut Sheet, width: f32, ink: Colour| {
        sheet.stroke(Path::line(&[a, c]), width, ink);
        sheet.stroke(Path::line(&[d, b]), width, ink);
    };
    match symbol {
        Symbol::Infantry => belts(sheet, line, tone.ink),
        Symbol::Airborne => {
            belts(sheet, line, tone.ink);
            let y = area.max.y - unit * 0.1;
            let r = unit * 0.2;
            let wings: Vec<Point> = (0..=20)
                .map(|i| {
                    let x = (i as f32 / 10.0 - 1.0) * 2.0 * r;
                    let local = if i <= 10 { x + r } else { x - r };
                    pt(middle.x + x, y - (r * r - local * local).max(0.0).sqrt())
                })
                .collect();
            sheet.round_stroke(Path::line(&wings), line * 0.95, tone.ink);
        }
        Symbol::Marine => {
            belts(sheet, line * 0.6, tone.ink);
            anchor(sheet, middle, unit * 0.74, line * 2.6, tone.ground);
            anchor(sheet, middle, unit * 0.74, line * 1.1, tone.ink);
        }
        Symbol::Ranger => {
            belts(sheet, line * 0.6, tone.ink);
            let lettering = Lettering::new(Font::CondensedBold, unit * 0.62);
            let path = centred(lettering, "RGR", middle);
            sheet.round_stroke(path.clone(), line * 1.7, tone.ground);
            sheet.fill(path, tone.ink);
        }
        Symbol::Recon => sheet.stroke(Path::line(&[d, b]), line * 1.15, tone.ink),
        Symbol::Sapper => {
            let (w, top, foot) = (area.width() * 0.3, middle.y - unit * 0.17, middle.y + unit * 0.22);
            for x in [-w, 0.0, w] {
                sheet.stroke(Path::line(&[pt(middle.x + x, top), pt(middle.x + x, foot)]), line * 1.2, tone.ink);
            }
            let bar = [pt(middle.x - w - line * 0.6, top), pt(middle.x + w + line * 0.6, top)];
            sheet.stroke(Path::line(&bar), line * 1.2, tone.ink);
        }
        Symbol::Headquarters => {
            sheet.fill(centred(Lettering::new(Font::CondensedBold, unit * 0.78), "HQ", middle), tone.ink);
        }
        Symbol::Adviser => {
            let (top, foot) = (area.min.y + unit * 0.12, area.max.y - unit * 0.12);
            let blade = [
                pt(middle.x, top),
                pt(middle.x + line * 0.8, top + unit * 0.14),
                pt(middle.x + line * 0.8, foot - unit * 0.2),
                pt(middle.x - line * 0.8, foot - unit * 0.2),
                pt(middle.x - line * 0.8, top + unit * 0.14),
            ];
            sheet.fill(Path::polygon(&blade), tone.ink);
            let guard = foot - unit * 0.2;
            sheet.round_stroke(
                Path::line(&[pt(middle.x - unit * 0.24, guard), pt(middle.x + unit * 0.24, guard)]),
                line * 1.1,
                tone.ink,
            );
            sheet.round_stroke(Path::line(&[pt(middle.x, guard), pt(middle.x, foot)]), line * 1.3, tone.ink);
            for side in [-1.0, 1.0] {
                let x = middle.x + side * area.width() * 0.34;
                sheet.stroke(Path::line(&[pt(x, top + unit * 0.1), pt(x, foot)]), line * 0.8, tone.ink);
            }
        }
        Symbol::Star => sheet.fill(Path::star(middle + pt(0.0, unit * 0.03), 5, unit * 0.42, unit * 0.165), tone.ink),
        Symbol::Tower => {}
    }
    sheet.stroke(Path::rect(area.grown(-line * 0.2)), line, tone.ink);
    if symbol == Symbol::Headquarters {
        let x = area.min.x + line * 0.3;
        sheet.stroke(Path::line(&[pt(x, area.max.y), pt(x, area.max.y + unit * 0.2)]), line, tone.ink);
    }
}

fn centred(lettering: Lettering, text: &str, middle: Point) -> Path {
    let shift = pt(-lettering.width(text) / 2.0, lettering.cap_height() / 2.0);
    lettering.outline(text).placed(Placement::at(middle + shift, 1.0))
}

/// An anchor; also the sign of a landing on the map. Rule 6.3.
pub(crate) fn anchor(sheet: &mut Sheet, middle: Point, height: f32, line: f32, ink: Colour) {
    let h = height / 2.0;
    let p = |x: f32, y: f32| middle + pt(x * h, y * h);
    sheet.stroke(Path::circle(p(0.0, -0.76), 0.2 * h), line * 0.8, ink);
    sheet.round_stroke(Path::line(&[p(0.0, -0.56), p(0.0, 0.9)]), line, ink);
    sheet.round_stroke(Path::line(&[p(-0.42, -0.28), p(0.42, -0.28)]), line, ink);
    let mut flukes = Path::default();
    flukes.pieces.extend([
        Piece::Move(p(-0.78, 0.2)),
        Piece::Cubic(p(-0.7, 0.7), p(-0.35, 0.9), p(0.0, 0.92)),
        Piece::Cubic(p(0.35, 0.9), p(0.7, 0.7), p(0.78, 0.2)),
    ]);
    sheet.round_stroke(flukes, line, ink);
}

/// A gate of the citadel: an arch in a wall with battlements, and the two roofs of its tower.
fn tower(sheet: &mut Sheet, area: Rect, light: Colour, dark: Colour) {
    let (w, h) = (area.width(), area.height());
    let p = |x: f32, y: f32| pt(area.min.x + x * w, area.min.y + y * h);
    let line = h * 0.035;
    let mut shape = |points: &[Point]| {
        let path = Path::polygon(points);
        sheet.round_stroke(path.clone(), line * 2.0, dark);
        sheet.fill(path, light);
    };
    // Upper roof, upper storey, lower roof, lower storey, wall.
    shape(&[p(0.4, 0.14), p(0.6, 0.14), p(0.6, 0.3), p(0.4, 0.3)]);
    shape(&[
        p(0.28, 0.18),
        p(0.36, 0.1),
        p(0.44, 0.02),
        p(0.56, 0.02),
        p(0.64, 0.1),
        p(0.72, 0.18),
        p(0.62, 0.17),
        p(0.38, 0.17),
    ]);
    shape(&[p(0.34, 0.4), p(0.66, 0.4), p(0.66, 0.58), p(0.34, 0.58)]);
    shape(&[
        p(0.2, 0.42),
        p(0.3, 0.33),
        p(0.38, 0.27),
        p(0.62, 0.27),
        p(0.7, 0.33),
        p(0.8, 0.42),
        p(0.66, 0.4),
        p(0.34, 0.4),
    ]);
    shape(&[
        p(0.1, 1.0),
        p(0.1, 0.55),
        p(0.2, 0.55),
        p(0.2, 0.63),
        p(0.3, 0.63),
        p(0.3, 0.55),
        p(0.4, 0.55),
        p(0.4, 0.63),
        p(0.6, 0.63),
        p(0.6, 0.55),
        p(0.7, 0.55),
        p(0.7, 0.63),
        p(0.8, 0.63),
        p(0.8, 0.55),
        p(0.9, 0.55),
        p(0.9, 1.0),
    ]);
    let mut arch = Path::default();
    arch.pieces.extend([
        Piece::Move(p(0.4, 1.0)),
        Piece::Line(p(0.4, 0.84)),
        Piece::Cubic(p(0.4, 0.7), p(0.6, 0.7), p(0.6, 0.84)),
        Piece::Line(p(0.6, 1.0)),
        Piece::Close,
    ]);
    sheet.fill(arch, dark);
}
