//! Markers of Search & Destroy: a unit square with its middle at the origin.

use search_and_destroy::units::Side;

use crate::area::counter::{bevel, card};
use crate::colour::Colour;
use crate::fonts::Font;
use crate::geometry::{Placement, Rect, pt};
use crate::hex::symbol;
use crate::palette::{Palette, Tone};
use crate::path::Path;
use crate::sheet::Sheet;
use crate::text::{Align, Lettering};

/// A marker.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HexMarker {
    /// An Improved Position; drawn around the counter that holds it. Rule base-4.10. `known`: whether the other side
    /// knows of it.
    ImprovedPosition { known: bool },
    /// A supply cache. Rule base-4.7. `found`: whether the US found it.
    Cache { found: bool },
    /// A booby trap. Rule base-4.17.
    Trap,
    /// Casualties in a hex. Rule base-4.16. `side`: whose men.
    Casualties { side: Side, killed: u8, wounded: u8 },
    /// Units of fire. Rule base-4.12.
    Ammunition(u8),
    /// A hex that is probed or searched. Rule base-4.7.
    Probe,
    /// A hex that was searched and holds no cache that is still to be found. Rule base-4.17.
    Searched,
    /// Where shells are to fall. Rule base-4.13.
    Plot,
    /// Where bombs are to fall. Rule base-4.13.
    Strike,
    /// Civilians. Rule base-4.17.
    Civilians,
    /// A helicopter. Rule base-4.14.
    Helicopter,
}

/// Draws a marker.
pub fn hex_marker_sheet(marker: HexMarker, palette: &Palette) -> Sheet {
    let mut sheet = Sheet::new();
    let paper = Tone { ground: palette.map.paper, ink: palette.map.ink };
    match marker {
        HexMarker::ImprovedPosition { known } => sandbags(&mut sheet, known, palette),
        HexMarker::Cache { found } => {
            plate(&mut sheet, paper);
            crate_box(&mut sheet, palette);
            if !found {
                hidden_edge(&mut sheet, paper);
            }
        }
        HexMarker::Trap => {
            plate(&mut sheet, paper);
            // Stakes in a pit.
            for x in [-0.24, 0.0, 0.24] {
                let stake = [pt(x - 0.075, 0.3), pt(x, -0.32), pt(x + 0.075, 0.3)];
                sheet.fill(Path::polygon(&stake), palette.map.ink);
            }
            sheet.round_stroke(Path::line(&[pt(-0.36, 0.31), pt(0.36, 0.31)]), 0.06, palette.map.ink);
            hidden_edge(&mut sheet, paper);
        }
        HexMarker::Casualties { side, killed, wounded } => casualties(&mut sheet, side, killed, wounded, palette),
        HexMarker::Ammunition(rounds) => {
            plate(&mut sheet, paper);
            for n in 0..rounds.min(4) {
                let x = -0.27 + 0.18 * f32::from(n);
                sheet.fill(Path::rounded(Rect::around(pt(x, 0.08), 0.12, 0.44), 0.03), palette.valley.thatch);
                let tip = [pt(x - 0.06, -0.13), pt(x, -0.36), pt(x + 0.06, -0.13)];
                sheet.fill(Path::polygon(&tip), palette.map.ink);
            }
        }
        HexMarker::Probe => {
            sheet.stroke(Path::circle(pt(-0.06, -0.06), 0.26), 0.13, palette.map.paper);
            sheet.round_stroke(Path::line(&[pt(0.14, 0.14), pt(0.36, 0.36)]), 0.17, palette.map.paper);
            sheet.stroke(Path::circle(pt(-0.06, -0.06), 0.26), 0.075, palette.map.ink);
            sheet.round_stroke(Path::line(&[pt(0.14, 0.14), pt(0.36, 0.36)]), 0.11, palette.map.ink);
        }
        HexMarker::Searched => {
            let tick = || Path::line(&[pt(-0.26, 0.02), pt(-0.06, 0.22), pt(0.28, -0.2)]);
            sheet.round_stroke(tick(), 0.21, palette.map.paper);
            sheet.round_stroke(tick(), 0.11, palette.map.ink);
        }
        HexMarker::Plot => {
            let ring = |sheet: &mut Sheet, width: f32, ink: Colour| {
                sheet.stroke(Path::circle(pt(0.0, 0.0), 0.33), width, ink);
                for (a, b) in [
                    ((-0.5, 0.0), (-0.16, 0.0)),
                    ((0.16, 0.0), (0.5, 0.0)),
                    ((0.0, -0.5), (0.0, -0.16)),
                    ((0.0, 0.16), (0.0, 0.5)),
                ] {
                    sheet.stroke(Path::line(&[pt(a.0, a.1), pt(b.0, b.1)]), width, ink);
                }
            };
            ring(&mut sheet, 0.14, palette.map.paper);
            ring(&mut sheet, 0.07, palette.map.zone_line);
        }
        HexMarker::Strike => {
            let bomb = |grow: f32| {
                let (w, h) = (0.17 + grow, 0.34 + grow);
                Path::ellipse(pt(0.0, 0.08), w, h)
            };
            let fin = [pt(-0.2, -0.46), pt(0.2, -0.46), pt(0.1, -0.18), pt(-0.1, -0.18)];
            sheet.round_stroke(Path::polygon(&fin), 0.14, palette.map.paper);
            sheet.fill(bomb(0.07), palette.map.paper);
            sheet.fill(Path::polygon(&fin), palette.map.zone_line);
            sheet.fill(bomb(0.0), palette.map.zone_line);
        }
        HexMarker::Civilians => {
            plate(&mut sheet, paper);
            for (x, size) in [(-0.16, 1.0), (0.2, 0.72)] {
                sheet.fill(Path::circle(pt(x, -0.12 * size), 0.11 * size), palette.map.ink);
                let hat = [pt(x - 0.2 * size, -0.16 * size), pt(x, -0.36 * size), pt(x + 0.2 * size, -0.16 * size)];
                sheet.fill(Path::polygon(&hat), palette.valley.thatch);
                let robe = [pt(x - 0.17 * size, 0.36), pt(x, 0.0), pt(x + 0.17 * size, 0.36)];
                sheet.fill(Path::polygon(&robe), palette.map.ink);
            }
        }
        HexMarker::Helicopter => {
            let tone = palette.sides.marines;
            card(&mut sheet, tone.ground);
            bevel(&mut sheet, tone.ground);
            symbol::helicopter(&mut sheet, pt(0.0, -0.04), 0.78, false, palette);
        }
    }
    sheet
}

fn plate(sheet: &mut Sheet, tone: Tone) {
    card(sheet, tone.ground);
    bevel(sheet, tone.ground);
}

/// A broken edge: the other side does not see it.
fn hidden_edge(sheet: &mut Sheet, tone: Tone) {
    let mut ring = Rect::around(pt(0.0, 0.0), 0.84, 0.84).corners().to_vec();
    ring.push(ring[0]);
    sheet.stroke(crate::path::dashes(&ring, 0.12, 0.09), 0.045, tone.ink);
}

/// Sandbags in a ring, open to the rear: larger than a counter, to be laid below it.
fn sandbags(sheet: &mut Sheet, known: bool, palette: &Palette) {
    let bag = palette.valley.village.mix(palette.map.wall_light, 0.4);
    let ink = palette.map.ink;
    let count = 20;
    for n in 0..count {
        let angle = (-220.0 + 260.0 * n as f32 / (count - 1) as f32).to_radians();
        let at = pt(angle.cos(), angle.sin()) * 0.7;
        let frame = Placement::turned(at, 1.0, angle.to_degrees() + 90.0);
        let shape = |rect: Rect, r: f32| Path::rounded(rect, r).placed(frame);
        let body = Rect::around(pt(0.0, 0.0), 0.165, 0.15);
        if known {
            sheet.fill(shape(body.grown(0.02), 0.07), ink);
            sheet.fill(shape(body, 0.06), bag);
        } else {
            sheet.fill(shape(body, 0.06), bag.alpha(0.6));
            sheet.stroke(shape(body, 0.06), 0.025, ink.alpha(0.8));
        }
    }
}

fn crate_box(sheet: &mut Sheet, palette: &Palette) {
    let (wood, ink) = (palette.valley.thatch, palette.map.ink);
    let body = Rect::around(pt(0.0, 0.03), 0.6, 0.5);
    sheet.fill(Path::rect(body), wood);
    for y in [-0.13, 0.03, 0.19] {
        sheet.stroke(Path::line(&[pt(-0.3, y), pt(0.3, y)]), 0.025, ink.alpha(0.6));
    }
    for x in [-0.2, 0.2] {
        sheet.stroke(Path::line(&[pt(x, -0.22), pt(x, 0.28)]), 0.06, wood.mix(ink, 0.45));
    }
    sheet.stroke(Path::rect(body), 0.05, ink);
}

/// A stretcher's cross and how many: killed over wounded.
fn casualties(sheet: &mut Sheet, side: Side, killed: u8, wounded: u8, palette: &Palette) {
    let tone = match side {
        Side::Us => palette.sides.marines,
        Side::Nlf => palette.sides.pavn,
    };
    card(sheet, palette.map.paper);
    sheet.fill(Path::rect(Rect::new(-0.5, -0.44, 0.3, 0.88)), tone.ground);
    bevel(sheet, palette.map.paper);
    for rect in [Rect::around(pt(-0.35, 0.0), 0.07, 0.24), Rect::around(pt(-0.35, 0.0), 0.2, 0.075)] {
        sheet.fill(Path::rect(rect), tone.ink);
    }
    let lettering = Lettering::new(Font::CondensedBold, 0.4);
    for (count, letter, y) in [(killed, "K", -0.08), (wounded, "W", 0.36)] {
        let text = format!("{count}{letter}");
        let fitted = lettering.fitted(&text, 0.58);
        sheet.text(&text, pt(0.43, y), Align::Right, fitted, palette.map.ink);
    }
}
