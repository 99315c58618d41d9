//! The edge of the table: a wooden rim with an inch rule cut into it.

use crate::colour::Colour;
use crate::fonts::Font;
use crate::geometry::{Rect, pt};
use crate::palette::Palette;
use crate::path::Path;
use crate::sheet::Sheet;
use crate::text::Lettering;

/// How wide the rim is, in inches.
pub const RIM: f32 = 1.1;

/// The rim around a table of this size: its inside is left free.
pub fn frame_sheet(columns: u32, lines: u32, palette: &Palette) -> Sheet {
    let (width, height) = (columns as f32, lines as f32);
    let table = Rect::new(0.0, 0.0, width, height);
    let mut sheet = Sheet::new();
    sheet.shadow(table.grown(RIM), 0.2, 1.0, Colour::rgb(0, 0, 0).alpha(0.55));
    let (wood, light, dark) =
        (Colour::rgb(0x5a, 0x42, 0x2e), Colour::rgb(0x7a, 0x5c, 0x41), Colour::rgb(0x38, 0x28, 0x1b));
    let outer = table.grown(RIM).corners();
    let inner = table.corners();
    for (n, tone) in [light, wood.mix(dark, 0.25), dark, wood].into_iter().enumerate() {
        let m = (n + 1) % 4;
        sheet.fill(Path::polygon(&[outer[n], outer[m], inner[m], inner[n]]), tone.mix(wood, 0.55));
        let mut grain = Path::default();
        for share in [0.12, 0.31, 0.55, 0.78, 0.9] {
            grain.add_line(&[outer[n].toward(inner[n], share), outer[m].toward(inner[m], share)]);
        }
        sheet.stroke(grain, 0.02, dark.alpha(0.35));
    }
    sheet.stroke(Path::rect(table.grown(RIM)), 0.05, dark);
    let ink = palette.map.paper.alpha(0.75);
    let mut ticks = Path::default();
    let length = |n: u32| if n.is_multiple_of(6) { 0.3 } else { 0.14 };
    for n in 0..=columns {
        ticks.add_line(&[pt(n as f32, -0.06), pt(n as f32, -0.06 - length(n))]);
        ticks.add_line(&[pt(n as f32, height + 0.06), pt(n as f32, height + 0.06 + length(n))]);
    }
    for n in 0..=lines {
        ticks.add_line(&[pt(-0.06, n as f32), pt(-0.06 - length(n), n as f32)]);
        ticks.add_line(&[pt(width + 0.06, n as f32), pt(width + 0.06 + length(n), n as f32)]);
    }
    sheet.stroke(ticks, 0.03, ink);
    let figures = Lettering::new(Font::CondensedSemiBold, 0.46);
    for n in (6..columns).step_by(6) {
        for y in [-0.7, height + 0.7] {
            sheet.text_centred(&n.to_string(), pt(n as f32, y), figures, ink);
        }
    }
    for n in (6..lines).step_by(6) {
        for x in [-0.68, width + 0.68] {
            sheet.text_centred(&n.to_string(), pt(x, n as f32), figures, ink);
        }
    }
    sheet.stroke(Path::rect(table), 0.06, dark);
    sheet
}
