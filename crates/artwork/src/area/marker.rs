//! Markers: control, clearing, tracks, routes and dice. Unless said otherwise a unit square with its middle at the origin.

use block_by_block::{Side, Zone};

use crate::area::counter::{BODY, bevel, card};
use crate::area::layout::{LETTERS, ZONE_MARKER};
use crate::colour::Colour;
use crate::fonts::Font;
use crate::geometry::{Placement, Point, Rect, pt};
use crate::palette::{Palette, Tone};
use crate::path::Path;
use crate::sheet::Sheet;
use crate::text::{Align, Lettering};

/// A marker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Marker {
    /// Who controls a zone or a gate. Rule 9.2.
    Control(Side),
    /// How far a zone is cleared. Rule 9.2.2.
    Clearing(u8),
    /// An advance route, pointing to the right. Rule 7.5.
    Route,
    /// The publicity track. Rule 9.1.
    Publicity,
    /// The destruction track. Rule 7.4.
    Destruction,
    Turn(u8),
    /// A die that shows 1 to 6.
    Die(u8),
}

/// How a counter or an area is set off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Highlight {
    /// Chosen: a full ring in the accent.
    Selected,
    /// Can be chosen now: corners in the accent.
    Offered,
    /// In danger or to be lost: a broken ring.
    Endangered,
}

/// Draws a marker.
pub fn marker_sheet(marker: &Marker, palette: &Palette) -> Sheet {
    let mut sheet = Sheet::new();
    match *marker {
        Marker::Control(side) => {
            let tone = palette.side(side);
            card(&mut sheet, tone.ground);
            bevel(&mut sheet, tone.ground);
            emblem(&mut sheet, side, pt(0.0, -0.11), 0.29, palette);
            let word = if side == Side::UsArvn { "US" } else { "PAVN" };
            let lettering = Lettering::new(Font::CondensedBold, 0.27).fitted(word, 0.8);
            sheet.text(word, pt(0.0, 0.42), Align::Middle, lettering, tone.ink);
        }
        Marker::Clearing(level) => {
            numbered(&mut sheet, "CLEAR", level, Tone { ground: palette.map.paper, ink: palette.map.ink });
        }
        Marker::Turn(turn) => {
            numbered(&mut sheet, "TURN", turn, Tone { ground: palette.map.paper, ink: palette.map.ink })
        }
        Marker::Route => route(&mut sheet, palette),
        Marker::Publicity => {
            let tone = palette.sides.symbol;
            card(&mut sheet, tone.ground);
            bevel(&mut sheet, tone.ground);
            newspaper(&mut sheet, tone);
        }
        Marker::Destruction => {
            let tone = Tone { ground: palette.map.ink, ink: palette.accent.ground };
            card(&mut sheet, tone.ground);
            bevel(&mut sheet, tone.ground);
            sheet.fill(Path::star(pt(0.0, 0.0), 9, 0.38, 0.19), palette.danger.ground);
            sheet.fill(Path::star(pt(0.0, 0.0), 9, 0.23, 0.12), tone.ink);
        }
        Marker::Die(face) => die(&mut sheet, face, palette),
    }
    sheet
}

/// The marker of a zone, [`ZONE_MARKER`] wide and high in map units, its middle at the origin: the zone's name, who
/// controls it, and how many of its areas are cleared.
pub fn zone_marker_sheet(zone: Zone, control: Side, clearing: u8, palette: &Palette) -> Sheet {
    let (w, h) = (ZONE_MARKER.x, ZONE_MARKER.y);
    let whole = Rect::around(pt(0.0, 0.0), w, h);
    let tone = palette.side(control);
    let mut sheet = Sheet::new();
    sheet.shadow(
        Rect { min: whole.min + pt(0.3, 0.6), max: whole.max + pt(0.3, 0.6) },
        2.0,
        1.8,
        Colour::rgb(24, 18, 10).alpha(0.4),
    );
    sheet.fill(Path::rounded(whole, 2.0), palette.map.paper);
    // The left part in the colour of who controls it, with the emblem; the right part counts the cleared areas.
    let left = Rect { min: whole.min, max: pt(whole.max.x - 22.5, whole.max.y) };
    sheet.fill(Path::rounded(left, 2.0), tone.ground);
    sheet.fill(Path::rect(Rect { min: pt(left.max.x - 2.0, left.min.y), max: left.max }), tone.ground);
    emblem(&mut sheet, control, pt(whole.min.x + 7.4, 0.0), 5.6, palette);
    let name = Lettering::new(Font::CondensedBold, LETTERS);
    sheet.text(zone.name(), pt(whole.min.x + 21.0, name.cap_height() / 2.0), Align::Middle, name, tone.ink);
    let level = Lettering::new(Font::CondensedSemiBold, LETTERS);
    let text = format!("{}/{}", clearing, zone.size());
    sheet.text(&text, pt(whole.max.x - 11.2, level.cap_height() / 2.0), Align::Middle, level, palette.map.ink);
    sheet.stroke(Path::rounded(whole, 2.0), 0.6, palette.map.ink);
    sheet
}

/// The emblem of a side: a roundel with a star for US/ARVN, a diamond with a star for PAVN/NLF. Shape as well as colour
/// tells them apart.
pub fn emblem(sheet: &mut Sheet, side: Side, at: Point, radius: f32, palette: &Palette) {
    let tone = palette.side(side);
    let line = radius * 0.16;
    match side {
        Side::UsArvn => {
            sheet.fill(Path::circle(at, radius), tone.ground);
            sheet.stroke(Path::circle(at, radius - line / 2.0), line, tone.ink);
            sheet.fill(Path::star(at + pt(0.0, radius * 0.04), 5, radius * 0.68, radius * 0.27), tone.ink);
        }
        Side::PavnNlf => {
            let diamond = |r: f32| Path::polygon(&[at - pt(0.0, r), at + pt(r, 0.0), at + pt(0.0, r), at - pt(r, 0.0)]);
            sheet.fill(diamond(radius * 1.15), tone.ink);
            sheet.fill(diamond(radius * 0.93), tone.ground);
            sheet.fill(Path::star(at, 5, radius * 0.5, radius * 0.2), tone.ink);
        }
    }
}

/// The flag on a gate's box: the emblem of who holds it, about as large as the letter's tab. Map units, middle at the origin.
pub fn gate_flag_sheet(side: Side, palette: &Palette) -> Sheet {
    let mut sheet = Sheet::new();
    let at = pt(0.0, 0.0);
    sheet.fill(Path::circle(pt(0.2, 0.5), 7.0), Colour::BLACK.alpha(0.25));
    emblem(&mut sheet, side, at, 6.4, palette);
    sheet
}

/// A ring around a counter, a unit square with its middle at the origin; it reaches a little beyond.
pub fn highlight_sheet(highlight: Highlight, palette: &Palette) -> Sheet {
    let mut sheet = Sheet::new();
    let rect = BODY.grown(0.05);
    let path = Path::rounded(rect, 0.12);
    let ring = |sheet: &mut Sheet, path: Path, tone: Tone| {
        sheet.round_stroke(path.clone(), 0.13, tone.ink.alpha(0.75));
        sheet.round_stroke(path, 0.08, tone.ground);
    };
    match highlight {
        Highlight::Selected => ring(&mut sheet, path, palette.accent),
        Highlight::Offered => {
            let (reach, r) = (0.22, 0.1);
            let mut corners = Path::default();
            for corner in rect.corners() {
                let into = (rect.middle() - corner).unit();
                let (along, down) = (pt(into.x.signum(), 0.0), pt(0.0, into.y.signum()));
                corners.add_line(&[
                    corner + along * reach,
                    corner + along * r,
                    corner + (along + down) * (r * 0.3),
                    corner + down * r,
                    corner + down * reach,
                ]);
            }
            ring(&mut sheet, corners, palette.accent);
        }
        Highlight::Endangered => {
            let mut outline = rect.corners().to_vec();
            outline.push(rect.min);
            ring(&mut sheet, crate::path::dashes(&outline, 0.16, 0.14), palette.danger);
        }
    }
    sheet
}

fn numbered(sheet: &mut Sheet, word: &str, number: u8, tone: Tone) {
    card(sheet, tone.ground);
    bevel(sheet, tone.ground);
    let small = Lettering::new(Font::CondensedBold, 0.25).fitted(word, 0.8);
    sheet.text(word, pt(0.0, -0.2), Align::Middle, small, tone.ink);
    let large = Lettering::new(Font::CondensedBold, 0.72);
    sheet.text(&number.to_string(), pt(0.0, 0.4), Align::Middle, large, tone.ink);
}

fn route(sheet: &mut Sheet, palette: &Palette) {
    let arrow = |grow: f32| {
        Path::polygon(&[
            pt(-0.46 - grow, -0.12 - grow),
            pt(0.06 - grow * 0.2, -0.12 - grow),
            pt(0.06 - grow * 0.2, -0.32 - grow * 1.6),
            pt(0.48 + grow * 1.4, 0.0),
            pt(0.06 - grow * 0.2, 0.32 + grow * 1.6),
            pt(0.06 - grow * 0.2, 0.12 + grow),
            pt(-0.46 - grow, 0.12 + grow),
            pt(-0.36 - grow * 0.5, 0.0),
        ])
    };
    let tone = palette.side(Side::UsArvn);
    sheet.fill(arrow(0.05).placed(Placement::at(pt(0.02, 0.05), 1.0)), Colour::BLACK.alpha(0.3));
    sheet.fill(arrow(0.045), tone.ink);
    sheet.fill(arrow(0.0), tone.ground);
    for x in [-0.22, -0.06, 0.1] {
        sheet.round_stroke(Path::line(&[pt(x, -0.07), pt(x + 0.06, 0.0), pt(x, 0.07)]), 0.035, tone.ink);
    }
}

fn newspaper(sheet: &mut Sheet, tone: Tone) {
    let page = Rect::new(-0.32, -0.32, 0.64, 0.64);
    sheet.stroke(Path::rect(page), 0.04, tone.ink);
    sheet.fill(Path::rect(Rect::new(-0.25, -0.25, 0.5, 0.13)), tone.ink);
    sheet.fill(Path::rect(Rect::new(-0.25, -0.05, 0.22, 0.2)), tone.ink);
    for y in [-0.03, 0.05, 0.13] {
        sheet.stroke(Path::line(&[pt(0.03, y), pt(0.25, y)]), 0.035, tone.ink);
    }
    sheet.stroke(Path::line(&[pt(-0.25, 0.23), pt(0.25, 0.23)]), 0.035, tone.ink);
}

fn die(sheet: &mut Sheet, face: u8, palette: &Palette) {
    let tone = Tone { ground: palette.sides.symbol.ground, ink: palette.sides.symbol.ink };
    let body = Rect::around(pt(0.0, 0.0), 0.94, 0.94);
    sheet.shadow(
        Rect { min: body.min + pt(0.02, 0.04), max: body.max + pt(0.02, 0.04) },
        0.2,
        0.09,
        Colour::BLACK.alpha(0.45),
    );
    sheet.fill(Path::rounded(body, 0.2), tone.ground.mix(tone.ink, 0.16));
    sheet.fill(Path::rounded(Rect::new(-0.45, -0.46, 0.9, 0.88), 0.18), tone.ground);
    sheet.stroke(Path::rounded(body, 0.2), 0.02, tone.ink.alpha(0.6));
    let d = 0.235;
    let pip = |sheet: &mut Sheet, x: f32, y: f32| sheet.fill(Path::circle(pt(x * d, y * d - 0.02), 0.092), tone.ink);
    if face % 2 == 1 {
        pip(sheet, 0.0, 0.0);
    }
    if face >= 2 {
        pip(sheet, -1.0, -1.0);
        pip(sheet, 1.0, 1.0);
    }
    if face >= 4 {
        pip(sheet, 1.0, -1.0);
        pip(sheet, -1.0, 1.0);
    }
    if face >= 6 {
        pip(sheet, -1.0, 0.0);
        pip(sheet, 1.0, 0.0);
    }
}
