//! Vehicles, boats and aircraft from above, in inches.

use super::plate::{Chip, chip};
use super::token::Allegiance;
use crate::colour::Colour;
use crate::geometry::{Placement, Point, Rect, pt};
use crate::palette::Palette;
use crate::path::Path;
use crate::sheet::Sheet;

/// What sort of vehicle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Vehicle {
    Tank,
    Apc,
    Truck,
    Boat,
    Helicopter,
    Aircraft,
}

impl Vehicle {
    /// Length and width in inches.
    pub const fn size(self) -> (f32, f32) {
        match self {
            Self::Tank => (2.2, 1.2),
            Self::Apc => (1.8, 1.05),
            Self::Truck => (2.0, 0.9),
            Self::Boat => (2.7, 1.0),
            Self::Helicopter => (2.8, 0.8),
            Self::Aircraft => (3.2, 3.0),
        }
    }
}

/// Draws a vehicle around the origin, its nose to `facing` (degrees clockwise from east).
pub fn vehicle_sheet(
    vehicle: Vehicle,
    side: Allegiance,
    facing: f32,
    (wreck, flying): (bool, bool),
    chips: &[Chip],
    palette: &Palette,
) -> Sheet {
    let mut sheet = Sheet::new();
    let tone = side.tone(palette);
    let body = if wreck { Colour::rgb(0x4a, 0x43, 0x3a) } else { tone.ground.mix(Colour::rgb(0x6d, 0x6b, 0x48), 0.25) };
    let paint = Coat {
        body,
        light: body.mix(Colour::WHITE, 0.2),
        dark: body.mix(Colour::BLACK, 0.35),
        ink: palette.sides.symbol.ink,
    };
    let (length, width) = vehicle.size();
    let mut hull = Sheet::new();
    match vehicle {
        Vehicle::Tank => tank(&mut hull, length, width, paint),
        Vehicle::Apc => carrier(&mut hull, length, width, paint),
        Vehicle::Truck => truck(&mut hull, length, width, paint),
        Vehicle::Boat => boat(&mut hull, length, width, paint),
        Vehicle::Helicopter => helicopter(&mut hull, paint, wreck),
        Vehicle::Aircraft => aircraft(&mut hull, paint),
    }
    let fall = if flying { 0.7 } else { 0.12 };
    let turned = Placement::turned(pt(0.0, 0.0), 1.0, facing);
    let mut shadow = Path::default();
    match vehicle {
        Vehicle::Helicopter => {
            shadow.add(&Path::ellipse(pt(0.3, 0.0), 0.75, 0.4));
            shadow.add_polygon(&[pt(-0.2, -0.12), pt(-1.6, -0.06), pt(-1.6, 0.06), pt(-0.2, 0.12)]);
        }
        Vehicle::Aircraft => shadow.add(&plane()),
        _ => shadow.add(&Path::rounded(Rect::around(pt(0.0, 0.0), length, width), 0.12)),
    }
    sheet.fill(
        shadow.placed(Placement::turned(pt(fall, fall), 1.0, facing)),
        Colour::BLACK.alpha(if flying { 0.28 } else { 0.4 }),
    );
    sheet.stamp(&hull, turned);
    if !wreck {
        // The mark of its side, so that shape tells it too.
        let at = turned.apply(match vehicle {
            Vehicle::Tank => pt(-0.75, 0.0),
            Vehicle::Helicopter => pt(0.35, 0.0),
            _ => pt(-0.45, 0.0),
        });
        let mark = side.base(0.2).placed(Placement::at(at, 1.0));
        sheet.fill(side.base(0.235).placed(Placement::at(at, 1.0)), palette.sides.symbol.ink);
        sheet.fill(mark, tone.ground);
        sheet.fill(Path::star(at, 5, 0.14, 0.06), tone.ink);
    } else {
        for (at, radius) in [(pt(0.2, -0.1), 0.42), (pt(-0.4, 0.15), 0.33), (pt(0.5, 0.3), 0.25)] {
            sheet.fill(Path::circle(at + pt(0.3, -0.3), radius), Colour::rgb(0x22, 0x1f, 0x1c).alpha(0.5));
        }
    }
    for (n, one) in chips.iter().enumerate() {
        let at = pt(length * 0.3, width.min(1.2) * 0.5) + pt(-0.5 * n as f32, 0.0);
        sheet.stamp(&chip(*one, palette), Placement::at(at, 0.5));
    }
    sheet
}

#[derive(Clone, Copy)]
struct Coat {
    body: Colour,
    light: Colour,
    dark: Colour,
    ink: Colour,
}

fn plate(sheet: &mut Sheet, rect: Rect, radius: f32, fill: Colour, edge: Colour) {
    sheet.fill(Path::rounded(rect.grown(0.03), radius + 0.03), edge);
    sheet.fill(Path::rounded(rect, radius), fill);
}

/// A pair of tracks with their links.
fn tracks(sheet: &mut Sheet, length: f32, width: f32, paint: Coat) {
    for side in [-1.0, 1.0] {
        let rect = Rect::around(pt(0.0, side * (width / 2.0 - 0.12)), length, 0.24);
        plate(sheet, rect, 0.08, Colour::rgb(0x3c, 0x39, 0x33), paint.ink);
        let mut links = Path::default();
        let mut x = rect.min.x + 0.1;
        while x < rect.max.x {
            links.add_line(&[pt(x, rect.min.y), pt(x, rect.max.y)]);
            x += 0.12;
        }
        sheet.stroke(links, 0.03, paint.ink);
    }
}

fn tank(sheet: &mut Sheet, length: f32, width: f32, paint: Coat) {
    tracks(sheet, length, width, paint);
    plate(sheet, Rect::around(pt(0.0, 0.0), length * 0.92, width - 0.4), 0.1, paint.body, paint.ink);
    sheet.fill(Path::rect(Rect::new(-0.98, -0.3, 0.35, 0.6)), paint.dark);
    sheet.stroke(Path::line(&[pt(0.2, 0.0), pt(1.45, 0.0)]), 0.17, paint.ink);
    sheet.stroke(Path::line(&[pt(0.2, 0.0), pt(1.42, 0.0)]), 0.1, paint.light);
    sheet.fill(Path::ellipse(pt(0.05, 0.0), 0.5, 0.41), paint.ink);
    sheet.fill(Path::ellipse(pt(0.05, 0.0), 0.46, 0.37), paint.light);
    sheet.fill(Path::circle(pt(-0.05, 0.15), 0.12), paint.dark);
    sheet.fill(Path::circle(pt(0.1, -0.17), 0.08), paint.dark);
}

fn carrier(sheet: &mut Sheet, length: f32, width: f32, paint: Coat) {
    tracks(sheet, length, width, paint);
    plate(sheet, Rect::around(pt(0.0, 0.0), length * 0.96, width - 0.24), 0.06, paint.body, paint.ink);
    sheet.fill(Path::polygon(&[pt(0.5, -0.38), pt(0.84, -0.34), pt(0.84, 0.34), pt(0.5, 0.38)]), paint.light);
    sheet.stroke(Path::rect(Rect::new(-0.72, -0.24, 0.7, 0.48)), 0.04, paint.dark);
    sheet.stroke(Path::line(&[pt(0.25, 0.0), pt(0.85, 0.0)]), 0.09, paint.ink);
    sheet.fill(Path::circle(pt(0.2, 0.0), 0.2), paint.ink);
    sheet.fill(Path::circle(pt(0.2, 0.0), 0.16), paint.dark);
}

fn truck(sheet: &mut Sheet, length: f32, width: f32, paint: Coat) {
    plate(sheet, Rect::around(pt(0.0, 0.0), length, width * 0.84), 0.08, paint.body, paint.ink);
    for x in [-0.7, -0.3, 0.6] {
        for y in [-1.0, 1.0] {
            sheet.fill(Path::rect(Rect::around(pt(x, y * width * 0.45), 0.3, 0.13)), paint.ink);
        }
    }
    plate(sheet, Rect::new(-0.95, -0.34, 1.2, 0.68), 0.04, paint.light, paint.dark);
    for x in [-0.7, -0.4, -0.1] {
        sheet.stroke(Path::line(&[pt(x, -0.34), pt(x, 0.34)]), 0.04, paint.dark);
    }
    sheet.fill(Path::rect(Rect::new(0.36, -0.3, 0.16, 0.6)), Colour::rgb(0x9c, 0xb2, 0xb4));
}

fn boat(sheet: &mut Sheet, length: f32, width: f32, paint: Coat) {
    let (l, w) = (length / 2.0, width / 2.0);
    let outline = |grow: f32| {
        let (l, w) = (l + grow, w + grow);
        Path::polygon(&[
            pt(-l, -w),
            pt(l * 0.45, -w),
            pt(l * 0.85, -w * 0.55),
            pt(l, 0.0),
            pt(l * 0.85, w * 0.55),
            pt(l * 0.45, w),
            pt(-l, w),
        ])
    };
    for wake in [-1.0, 1.0] {
        let line = [pt(l * 0.9, wake * w * 0.8), pt(-l * 1.1, wake * w * 1.5)];
        sheet.round_stroke(Path::line(&line), 0.07, Colour::rgb(0xe4, 0xee, 0xe6).alpha(0.55));
    }
    sheet.fill(outline(0.04), paint.ink);
    sheet.fill(outline(0.0), paint.body);
    sheet.fill(outline(-0.13), paint.light);
    plate(sheet, Rect::new(-0.25, -0.26, 0.75, 0.52), 0.08, paint.body, paint.ink);
    sheet.fill(Path::rect(Rect::new(0.32, -0.2, 0.1, 0.4)), Colour::rgb(0x9c, 0xb2, 0xb4));
    for (x, y, ahead) in [(0.95, 0.0, 1.0), (-0.95, 0.0, -1.0)] {
        let gun = Path::line(&[pt(x, y), pt(x + ahead * 0.34, y)]);
        sheet.fill(Path::circle(pt(x, y), 0.19), paint.dark);
        sheet.stroke(gun, 0.09, paint.ink);
    }
}

fn helicopter(sheet: &mut Sheet, paint: Coat, wreck: bool) {
    sheet.round_stroke(Path::line(&[pt(-0.2, 0.0), pt(-1.55, 0.0)]), 0.24, paint.ink);
    sheet.round_stroke(Path::line(&[pt(-0.2, 0.0), pt(-1.55, 0.0)]), 0.17, paint.body);
    sheet.stroke(Path::line(&[pt(-1.5, -0.32), pt(-1.5, 0.32)]), 0.12, paint.ink);
    for skid in [-0.42, 0.42] {
        sheet.round_stroke(Path::line(&[pt(-0.3, skid), pt(0.8, skid)]), 0.06, paint.ink);
    }
    sheet.fill(Path::ellipse(pt(0.3, 0.0), 0.79, 0.41), paint.ink);
    sheet.fill(Path::ellipse(pt(0.3, 0.0), 0.75, 0.37), paint.body);
    sheet.fill(Path::ellipse(pt(0.8, 0.0), 0.22, 0.25), Colour::rgb(0x9c, 0xb2, 0xb4));
    sheet.fill(Path::ellipse(pt(0.12, 0.0), 0.38, 0.28), paint.light);
    let blades: &[f32] = if wreck { &[20.0] } else { &[20.0, 200.0] };
    if !wreck {
        sheet.fill(Path::circle(pt(0.2, 0.0), 1.5), Colour::WHITE.alpha(0.07));
        sheet.stroke(Path::circle(pt(0.2, 0.0), 1.5), 0.03, Colour::WHITE.alpha(0.25));
    }
    for blade in blades {
        let tip = Placement::turned(pt(0.2, 0.0), 1.0, *blade).apply(pt(1.5, 0.0));
        sheet.stroke(Path::line(&[pt(0.2, 0.0), tip]), 0.13, paint.ink);
    }
    sheet.fill(Path::circle(pt(0.2, 0.0), 0.12), paint.ink);
}

fn plane() -> Path {
    let half: [Point; 9] = [
        pt(1.6, 0.0),
        pt(1.2, 0.14),
        pt(0.3, 0.2),
        pt(-0.4, 1.5),
        pt(-0.8, 1.5),
        pt(-0.6, 0.22),
        pt(-1.2, 0.18),
        pt(-1.55, 0.6),
        pt(-1.6, 0.0),
    ];
    let outline: Vec<Point> = half.iter().copied().chain(half.iter().rev().map(|p| pt(p.x, -p.y))).collect();
    Path::polygon(&outline)
}

fn aircraft(sheet: &mut Sheet, paint: Coat) {
    sheet.stroke(plane(), 0.08, paint.ink);
    sheet.fill(plane(), paint.body);
    sheet.fill(Path::ellipse(pt(0.0, 0.0), 1.4, 0.16), paint.light);
    sheet.fill(Path::ellipse(pt(0.85, 0.0), 0.28, 0.1), Colour::rgb(0x9c, 0xb2, 0xb4));
}
