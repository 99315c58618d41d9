//! What is seen of something for a moment, on any board: fire on its way, where a shell bursts, the way that a piece took. `share` is
//! how much of that moment is over, from 0 to 1; `unit` is the length of one point of the screen in units of the drawing.

use tabletop::between;

use crate::colour::Colour;
use crate::geometry::{Point, pt};
use crate::palette::Palette;
use crate::path::{Path, dashes};
use crate::sheet::Sheet;

/// How long a streak of tracer is, as a share of its way.
const STREAK: f32 = 0.28;

fn cased(sheet: &mut Sheet, path: Path, width: f32, colour: Colour, ink: Colour) {
    sheet.round_stroke(path.clone(), width * 2.2, ink);
    sheet.round_stroke(path, width, colour);
}

/// Tracer from a muzzle to a target: the line of fire, a streak that runs along it, the flash where it begins, and what it throws up
/// where it ends.
pub fn fire(from: Point, to: Point, share: f32, palette: &Palette, unit: f32) -> Sheet {
    let mut sheet = Sheet::new();
    let (hot, ink) = (palette.accent.ground, palette.sides.symbol.ink);
    let light = palette.sides.symbol.ground;
    sheet.stroke(Path::line(&[from, to]), 1.4 * unit, ink.alpha(0.35));
    let head = (share * (1.0 + STREAK)).min(1.0);
    let tail = between(share * (1.0 + STREAK) - STREAK, 0.0, 1.0);
    if head > tail {
        let line = Path::line(&[from.toward(to, tail), from.toward(to, head)]);
        cased(&mut sheet, line, 2.6 * unit, hot, ink.alpha(0.6));
    }
    if share < 0.45 {
        let size = 9.0 * unit * (1.0 - share);
        sheet.fill(Path::star(from, 7, size, size * 0.4), ink.alpha(0.7));
        sheet.fill(Path::star(from, 7, size * 0.8, size * 0.3), light);
    }
    if head >= 1.0 {
        let size = unit * (6.0 + 8.0 * share);
        sheet.stroke(Path::circle(to, size), 2.2 * unit, palette.danger.ground.alpha(1.2 - share));
    }
    sheet
}

/// A burst: the ground it covers, and a flash that opens and goes out.
pub fn burst(at: Point, radius: f32, share: f32, palette: &Palette, unit: f32) -> Sheet {
    let mut sheet = Sheet::new();
    let (danger, ink) = (palette.danger.ground, palette.sides.symbol.ink);
    let fades = 1.0 - share * 0.8;
    let outline: Vec<Point> = (0..=48_u8).map(|n| at + polar(f32::from(n) * 7.5) * radius).collect();
    sheet.fill(Path::polygon(&outline), danger.alpha(0.25 * fades));
    sheet.stroke(dashes(&outline, 6.0 * unit, 4.0 * unit), 2.0 * unit, danger.alpha(fades));
    let size = (radius * 0.9).max(12.0 * unit) * (0.35 + 0.65 * share.sqrt());
    sheet.fill(Path::star(at, 11, size, size * 0.55), ink.alpha(0.5 * fades));
    sheet.fill(Path::star(at, 11, size * 0.82, size * 0.42), palette.accent.ground.alpha(fades));
    sheet.fill(Path::star(at, 9, size * 0.45, size * 0.2), palette.sides.symbol.ground.alpha(fades));
    sheet
}

/// The way that a piece took, which fades behind it.
pub fn way(points: &[Point], share: f32, palette: &Palette, unit: f32) -> Sheet {
    let mut sheet = Sheet::new();
    let fades = (1.3 - share).min(1.0);
    let line = dashes(points, 5.0 * unit, 4.0 * unit);
    sheet.stroke(line.clone(), 4.0 * unit, palette.sides.symbol.ink.alpha(0.5 * fades));
    sheet.stroke(line, 2.2 * unit, palette.sides.symbol.ground.alpha(0.95 * fades));
    if let [.., before, last] = points {
        let ahead = (*last - *before).unit();
        let tip = *last + ahead * (2.0 * unit);
        let head = [
            tip,
            tip - ahead * (9.0 * unit) + ahead.turned() * (5.0 * unit),
            tip - ahead * (9.0 * unit) - ahead.turned() * (5.0 * unit),
        ];
        sheet.fill(Path::polygon(&head), palette.sides.symbol.ground.alpha(fades));
        sheet.stroke(Path::polygon(&head), 1.2 * unit, palette.sides.symbol.ink.alpha(0.7 * fades));
    }
    sheet
}

fn polar(degrees: f32) -> Point {
    let angle = degrees.to_radians();
    pt(angle.cos(), angle.sin())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PaletteChoice;

    #[test]
    fn fire_runs_from_the_muzzle_to_the_target() {
        let palette = Palette::built_in(PaletteChoice::StaffMap);
        let picture = |share: f32| {
            let sheet = fire(pt(10.0, 32.0), pt(54.0, 32.0), share, &palette, 0.8);
            crate::raster(&sheet, crate::Rect::new(0.0, 0.0, 64.0, 64.0), (64, 64), palette.map.paper).unwrap().rgba()
        };
        let blank = crate::raster(&Sheet::new(), crate::Rect::new(0.0, 0.0, 64.0, 64.0), (64, 64), palette.map.paper)
            .unwrap()
            .rgba();
        let marked = |share: f32, columns: std::ops::Range<usize>| {
            let (now, before) = (picture(share), &blank);
            let differs = |pixel: usize| (0..3).any(|c| now[pixel * 4 + c].abs_diff(before[pixel * 4 + c]) > 90);
            (0..64 * 64).filter(|pixel| columns.contains(&(pixel % 64)) && differs(*pixel)).count()
        };
        assert!(marked(0.1, 0..24) > marked(0.1, 40..64), "it begins at the muzzle");
        assert!(marked(0.9, 40..64) > marked(0.9, 0..24), "and ends at the target");
    }
}
