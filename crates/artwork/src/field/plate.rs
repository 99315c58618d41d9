//! What is laid on the table: markers, stores, mines, and the small counters beside a figure.

use super::token::Allegiance;
use crate::colour::Colour;
use crate::fonts::Font;
use crate::geometry::{Rect, pt};
use crate::palette::Palette;
use crate::path::Path;
use crate::sheet::Sheet;
use crate::text::Lettering;

/// A small counter beside a figure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Chip {
    /// Suppression counters, in a pile.
    Suppression(u8),
    Pinned,
    /// The No Fire marker.
    NoFire,
    /// It has fired this turn.
    Fired,
    /// Something that takes several phases: how many of how many are done.
    Work(u8, u8),
    /// It may not advance, or must leave: morale.
    Shaken,
    /// A vehicle that cannot move.
    Immobilised,
    /// It carries captured stores.
    Stores,
}

/// What is laid on the table by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Plate {
    /// A numbered marker, face down. `under`: what its owner knows of it.
    Marker { side: Allegiance, number: u8, under: Under },
    /// Stores that were found.
    Cache,
    /// A mine.
    Mine(Allegiance),
    /// A Claymore; it points to the east until it is turned.
    Claymore(Allegiance),
}

/// What lies under a marker, as far as the viewer may know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Under {
    /// Not known.
    Unknown,
    /// Nothing: a dummy.
    Nothing,
    Figures,
    Stores,
    /// A booby trap.
    Trap,
}

/// Draws one of them around the origin, an inch wide at most.
pub fn plate_sheet(plate: Plate, palette: &Palette) -> Sheet {
    let mut sheet = Sheet::new();
    let (light, dark) = (palette.sides.symbol.ground, palette.sides.symbol.ink);
    match plate {
        Plate::Marker { side, number, under } => {
            let tone = side.tone(palette);
            let rect = Rect::around(pt(0.0, 0.0), 0.84, 0.84);
            sheet.shadow(Rect::around(pt(0.05, 0.07), 0.84, 0.84), 0.16, 0.12, Colour::BLACK.alpha(0.5));
            sheet.fill(Path::rounded(rect.grown(0.03), 0.17), dark);
            sheet.fill(Path::rounded(rect, 0.14), light);
            sheet.fill(Path::rounded(rect.grown(-0.07), 0.09), tone.ground);
            let lettering = Lettering::new(Font::CondensedBold, 0.58);
            let shift = if under == Under::Unknown { 0.0 } else { -0.08 };
            sheet.text_centred(&number.to_string(), pt(0.0, shift), lettering, tone.ink);
            let at = pt(0.0, 0.26);
            match under {
                Under::Unknown => {}
                Under::Nothing => sheet.stroke(Path::circle(at, 0.06), 0.03, tone.ink),
                Under::Figures => [-0.14, 0.0, 0.14].into_iter().for_each(|x| {
                    sheet.fill(Path::circle(at + pt(x, 0.0), 0.055), tone.ink);
                }),
                Under::Stores => sheet.fill(Path::rect(Rect::around(at, 0.2, 0.11)), tone.ink),
                Under::Trap => {
                    let spike = [at + pt(-0.1, 0.07), at + pt(0.0, -0.08), at + pt(0.1, 0.07)];
                    sheet.fill(Path::polygon(&spike), tone.ink);
                }
            }
        }
        Plate::Cache => {
            let rect = Rect::around(pt(0.0, 0.0), 0.66, 0.5);
            let (wood, slat) = (Colour::rgb(0xb0, 0x8a, 0x54), Colour::rgb(0x7c, 0x5c, 0x36));
            sheet.shadow(Rect::around(pt(0.06, 0.08), 0.66, 0.5), 0.08, 0.1, Colour::BLACK.alpha(0.5));
            sheet.fill(Path::rect(rect.grown(0.03)), dark);
            sheet.fill(Path::rect(rect), wood);
            for y in [-0.12, 0.04] {
                sheet.stroke(Path::line(&[pt(-0.33, y), pt(0.33, y)]), 0.03, slat);
            }
            for x in [-0.24, 0.24] {
                sheet.fill(Path::rect(Rect::around(pt(x, 0.0), 0.07, 0.5)), slat);
            }
        }
        Plate::Mine(side) => {
            let tone = side.tone(palette);
            sheet.fill(Path::circle(pt(0.0, 0.0), 0.3), dark);
            sheet.fill(Path::circle(pt(0.0, 0.0), 0.27), tone.ground);
            sheet.stroke(Path::circle(pt(0.0, 0.0), 0.17), 0.04, tone.ink);
            sheet.fill(Path::circle(pt(0.0, 0.0), 0.07), tone.ink);
        }
        Plate::Claymore(side) => {
            let tone = side.tone(palette);
            let body =
                [pt(-0.06, -0.32), pt(0.12, -0.22), pt(0.16, 0.0), pt(0.12, 0.22), pt(-0.06, 0.32), pt(0.0, 0.0)];
            sheet.stroke(Path::polygon(&body), 0.08, dark);
            sheet.fill(Path::polygon(&body), tone.ground.mix(Colour::WHITE, 0.25));
            for lean in [-0.26, 0.0, 0.26] {
                sheet.round_stroke(Path::line(&[pt(0.24, lean * 0.7), pt(0.42, lean)]), 0.04, light);
            }
        }
    }
    sheet
}

/// Draws a counter around the origin, one unit wide.
pub fn chip(chip: Chip, palette: &Palette) -> Sheet {
    let mut sheet = Sheet::new();
    let (light, dark) = (palette.sides.symbol.ground, palette.sides.symbol.ink);
    let figures = Lettering::new(Font::CondensedBold, 0.86);
    let square = |sheet: &mut Sheet, ground: Colour| {
        let rect = Rect::around(pt(0.0, 0.0), 0.86, 0.86);
        sheet.fill(Path::rounded(rect.grown(0.07), 0.2), dark);
        sheet.fill(Path::rounded(rect, 0.15), ground);
    };
    match chip {
        Chip::Suppression(count) => {
            for n in (0..count.min(3)).rev() {
                let at = pt(0.07, 0.09) * f32::from(n);
                sheet.fill(Path::circle(at, 0.5), dark);
                sheet.fill(Path::circle(at, 0.43), palette.danger.ground.mix(dark, 0.22 * f32::from(n)));
            }
            sheet.text_centred(&count.to_string(), pt(0.0, 0.0), figures, palette.danger.ink);
        }
        Chip::Pinned => {
            square(&mut sheet, palette.danger.ground);
            // An arrow that presses down on a line: kept on the ground.
            let ink = palette.danger.ink;
            sheet.stroke(Path::line(&[pt(0.0, -0.32), pt(0.0, 0.0)]), 0.16, ink);
            sheet.fill(Path::polygon(&[pt(-0.24, -0.06), pt(0.24, -0.06), pt(0.0, 0.2)]), ink);
            sheet.stroke(Path::line(&[pt(-0.3, 0.29), pt(0.3, 0.29)]), 0.12, ink);
        }
        Chip::NoFire => {
            sheet.fill(Path::circle(pt(0.0, 0.0), 0.5), light);
            sheet.fill(Path::circle(pt(0.0, 0.0), 0.44), dark);
            sheet.fill(Path::star(pt(0.0, 0.0), 8, 0.32, 0.15), light);
            sheet.stroke(Path::line(&[pt(-0.33, -0.33), pt(0.33, 0.33)]), 0.2, dark);
            sheet.stroke(Path::line(&[pt(-0.33, -0.33), pt(0.33, 0.33)]), 0.1, palette.danger.ground);
        }
        Chip::Fired => {
            sheet.fill(Path::circle(pt(0.0, 0.0), 0.5), dark);
            sheet.fill(Path::circle(pt(0.0, 0.0), 0.44), light);
            // A spent case.
            sheet.fill(Path::rect(Rect::around(pt(0.0, 0.06), 0.22, 0.42)), dark);
            sheet.fill(Path::polygon(&[pt(-0.11, -0.15), pt(0.0, -0.36), pt(0.11, -0.15)]), dark);
        }
        Chip::Work(done, of) => {
            sheet.fill(Path::circle(pt(0.0, 0.0), 0.5), dark);
            sheet.fill(Path::circle(pt(0.0, 0.0), 0.44), light);
            let share = f32::from(done) / f32::from(of.max(1));
            let steps = (share * 24.0).round() as usize;
            let edge = |n: usize| {
                let angle = std::f32::consts::TAU * n as f32 / 24.0;
                pt(angle.sin(), -angle.cos()) * 0.36
            };
            let mut slice = vec![pt(0.0, 0.0)];
            slice.extend((0..=steps).map(edge));
            sheet.fill(Path::polygon(&slice), dark);
            sheet.stroke(Path::circle(pt(0.0, 0.0), 0.36), 0.05, dark);
        }
        Chip::Shaken => {
            square(&mut sheet, light);
            for x in [-0.14, 0.16] {
                let chevron = [pt(x + 0.14, -0.26), pt(x - 0.12, 0.0), pt(x + 0.14, 0.26)];
                sheet.stroke(Path::line(&chevron), 0.13, dark);
            }
        }
        Chip::Immobilised => {
            square(&mut sheet, palette.danger.ground);
            sheet.stroke(Path::line(&[pt(-0.24, -0.24), pt(0.24, 0.24)]), 0.15, palette.danger.ink);
            sheet.stroke(Path::line(&[pt(0.24, -0.24), pt(-0.24, 0.24)]), 0.15, palette.danger.ink);
        }
        Chip::Stores => {
            square(&mut sheet, light);
            sheet.fill(Path::rect(Rect::around(pt(0.0, 0.04), 0.52, 0.4)), dark);
            sheet.stroke(Path::line(&[pt(-0.26, 0.0), pt(0.26, 0.0)]), 0.06, light);
        }
    }
    sheet
}
