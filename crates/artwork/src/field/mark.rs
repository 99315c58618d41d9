//! What is measured and laid over the table: smoke, templates, rings of noise, arcs, rulers, lines of sight, paths. All
//! points are in inches of the table; `unit` is the length of one point of the screen in inches, so that lines and
//! lettering keep their size however near one looks.

use crate::colour::Colour;
use crate::fonts::Font;
use crate::geometry::{Point, Rect, Scatter, pt};
use crate::palette::Palette;
use crate::path::{Path, dashes};
use crate::sheet::{Corner, Sheet};
use crate::text::Lettering;

/// What a drawing over the table says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mood {
    /// It can be done, or is only measured.
    Plain,
    /// It is what would be done now.
    Now,
    /// It cannot be done, or it hurts.
    Danger,
}

impl Mood {
    /// Its colour.
    pub const fn colour(self, palette: &Palette) -> Colour {
        match self {
            Self::Plain => palette.sides.symbol.ground,
            Self::Now => palette.accent.ground,
            Self::Danger => palette.danger.ground,
        }
    }
}

fn circle_points(middle: Point, radius: f32) -> Vec<Point> {
    (0..=72).map(|n| middle + polar(n as f32 * 5.0) * radius).collect()
}

fn polar(degrees: f32) -> Point {
    let angle = degrees.to_radians();
    pt(angle.cos(), angle.sin())
}

/// A line with a dark casing, so that it shows on light and dark ground.
fn cased(sheet: &mut Sheet, path: Path, width: f32, colour: Colour, ink: Colour) {
    sheet.round_stroke(path.clone(), width * 2.0, ink.alpha(0.55));
    sheet.round_stroke(path, width, colour);
}

/// A round spot that fades outwards.
fn puff(sheet: &mut Sheet, middle: Point, radius: f32, colour: Colour, alpha: f32) {
    let corner = |at: Point, alpha: f32| Corner { at, colour: colour.alpha(alpha) };
    let edge = |n: u8| middle + polar(f32::from(n) * 18.0) * radius;
    let half = |n: u8| middle + polar(f32::from(n) * 18.0) * (radius * 0.6);
    sheet.triangles((0..20_u8).flat_map(|n| {
        let (near, next) = (corner(half(n), alpha * 0.8), corner(half(n + 1), alpha * 0.8));
        let (far, beyond) = (corner(edge(n), 0.0), corner(edge(n + 1), 0.0));
        [corner(middle, alpha), near, next, near, far, next, next, far, beyond]
    }));
}

/// A cloud of smoke: soft puffs inside its true circle, lit from the upper left.
pub fn smoke(middle: Point, radius: f32, palette: &Palette, unit: f32) -> Sheet {
    let mut sheet = Sheet::new();
    let mut scatter = Scatter::new((middle.x * 100.0) as u64 ^ ((middle.y * 100.0) as u64) << 20);
    let (shade, body, light) =
        (Colour::rgb(0x8f, 0x8d, 0x88), Colour::rgb(0xc6, 0xc4, 0xbd), Colour::rgb(0xee, 0xec, 0xe6));
    let mut puffs = Vec::new();
    for n in 0..34_u8 {
        let reach = radius * (0.84 * (f32::from(n) / 34.0).sqrt());
        let at = middle + polar(f32::from(n) * 137.5) * reach;
        puffs.push((at, radius * scatter.between(0.22, 0.34)));
    }
    puff(&mut sheet, middle, radius, shade, 0.75);
    for (shift, grow, colour, alpha) in [(0.04, 1.0, shade, 0.34), (0.0, 0.9, body, 0.5), (-0.06, 0.62, light, 0.42)] {
        for (at, size) in &puffs {
            puff(&mut sheet, *at + pt(shift, shift) * radius, size * grow, colour, alpha);
        }
    }
    sheet.stroke(
        dashes(&circle_points(middle, radius), 6.0 * unit, 5.0 * unit),
        1.5 * unit,
        palette.sides.symbol.ground.alpha(0.8),
    );
    sheet
}

/// An area that is struck: filled faintly, edged strongly.
pub fn area(outline: &[Point], mood: Mood, palette: &Palette, unit: f32) -> Sheet {
    let mut sheet = Sheet::new();
    let colour = mood.colour(palette);
    sheet.fill(Path::polygon(outline), colour.alpha(0.22));
    let closed: Vec<Point> = outline.iter().chain(outline.first()).copied().collect();
    cased(&mut sheet, Path::line(&closed), 2.0 * unit, colour, palette.sides.symbol.ink);
    sheet
}

/// The outline of a circle.
pub fn circle(middle: Point, radius: f32) -> Vec<Point> {
    circle_points(middle, radius)[..72].to_vec()
}

/// The outline of a rectangle about a middle whose length lies along `facing` (degrees clockwise from east).
pub fn rectangle(middle: Point, length: f32, width: f32, facing: f32) -> Vec<Point> {
    let (ahead, aside) = (polar(facing) * (length / 2.0), polar(facing).turned() * (width / 2.0));
    vec![middle + ahead + aside, middle + ahead - aside, middle - ahead - aside, middle - ahead + aside]
}

/// The outline of a fan with its tip at a point.
pub fn fan(tip: Point, facing: f32, half: f32, reach: f32) -> Vec<Point> {
    let steps = 24_u8;
    let edge = |n: u8| tip + polar(facing - half + 2.0 * half * f32::from(n) / f32::from(steps)) * reach;
    std::iter::once(tip).chain((0..=steps).map(edge)).collect()
}

/// The arc a figure fires into: strong near it, fading with range, and not beyond the table.
pub fn arc(tip: Point, facing: f32, half: f32, reach: f32, table: Rect, palette: &Palette, unit: f32) -> Sheet {
    let mut sheet = Sheet::new();
    let colour = palette.sides.symbol.ground;
    let steps = 48_u8;
    let edge = |n: u8| {
        let way = polar(facing - half + 2.0 * half * f32::from(n) / f32::from(steps));
        let far = reach.min(to_edge(tip, way, table));
        Corner { at: tip + way * far, colour: colour.alpha(0.3 * (1.0 - far / reach.max(far).max(f32::EPSILON))) }
    };
    let outline: Vec<Corner> = (0..=steps).map(edge).collect();
    let here = Corner { at: tip, colour: colour.alpha(0.3) };
    sheet.triangles(outline.windows(2).flat_map(|pair| [here, pair[0], pair[1]]));
    for side in [outline[0], outline[outline.len() - 1]] {
        sheet.stroke(dashes(&[tip, side.at], 7.0 * unit, 5.0 * unit), 1.5 * unit, colour.alpha(0.8));
    }
    sheet
}

/// How far it is from a point along a way of length 1 to the edge of a table; nothing for who stands beyond it.
fn to_edge(from: Point, way: Point, table: Rect) -> f32 {
    let along = |from: f32, way: f32, low: f32, high: f32| match way {
        way if way > 1e-6 => (high - from) / way,
        way if way < -1e-6 => (low - from) / way,
        _ => f32::INFINITY,
    };
    let across = along(from.x, way.x, table.min.x, table.max.x);
    across.min(along(from.y, way.y, table.min.y, table.max.y)).max(0.0)
}

/// A ring that noise or blast spreads to: three lines that fade outwards.
pub fn ring(middle: Point, radius: f32, mood: Mood, palette: &Palette, unit: f32) -> Sheet {
    let mut sheet = Sheet::new();
    let colour = mood.colour(palette);
    for (share, alpha) in [(0.55, 0.35), (0.78, 0.6), (1.0, 0.95)] {
        let line = dashes(&circle_points(middle, radius * share), 9.0 * unit, 4.0 * unit);
        sheet.stroke(line.clone(), 3.5 * unit, palette.sides.symbol.ink.alpha(alpha * 0.4));
        sheet.stroke(line, 2.0 * unit, colour.alpha(alpha));
    }
    sheet
}

/// A ring around a base: what can be chosen, what is chosen, what is in danger. Never by colour alone: the chosen one
/// has a second ring, the endangered one is broken.
pub fn halo(middle: Point, radius: f32, mood: Mood, chosen: bool, palette: &Palette, unit: f32) -> Sheet {
    let mut sheet = Sheet::new();
    let colour = mood.colour(palette);
    let line = circle_points(middle, radius);
    let path = if mood == Mood::Danger { dashes(&line, 6.0 * unit, 4.0 * unit) } else { Path::line(&line) };
    cased(&mut sheet, path, 2.5 * unit, colour, palette.sides.symbol.ink);
    if chosen {
        cased(
            &mut sheet,
            Path::line(&circle_points(middle, radius + 4.5 * unit)),
            2.0 * unit,
            colour,
            palette.sides.symbol.ink,
        );
    }
    sheet
}

/// A sight around a base: what can be aimed at. Four arcs with a tick each, so that it is no ring of one's own.
pub fn target(middle: Point, radius: f32, palette: &Palette, unit: f32) -> Sheet {
    let mut sheet = Sheet::new();
    let (colour, ink) = (Mood::Danger.colour(palette), palette.sides.symbol.ink);
    let reach = radius + 2.0 * unit;
    for quarter in 0..4_u8 {
        let towards = f32::from(quarter) * 90.0;
        let arc: Vec<Point> =
            (0..=10_u8).map(|n| middle + polar(towards - 32.0 + f32::from(n) * 6.4) * reach).collect();
        cased(&mut sheet, Path::line(&arc), 2.5 * unit, colour, ink);
        let tick = [middle + polar(towards) * (reach - 3.0 * unit), middle + polar(towards) * (reach + 6.0 * unit)];
        cased(&mut sheet, Path::line(&tick), 2.5 * unit, colour, ink);
    }
    sheet
}

fn lettering(unit: f32) -> Lettering {
    Lettering::new(Font::CondensedSemiBold, 15.0 * unit)
}

/// The plate of a label.
fn plate(text: &str, at: Point, unit: f32) -> Rect {
    Rect::around(at, lettering(unit).width(text) + 14.0 * unit, 23.0 * unit)
}

/// Where a label must stand to be read whole, as near as can be to where it should: `seen` is what is in sight. A label wider than
/// that is read from its beginning.
pub fn kept_in_sight(text: &str, at: Point, seen: Rect, unit: f32) -> Point {
    let rect = plate(text, at, unit).grown(3.0 * unit);
    let inward = |low: f32, high: f32, from: f32, to: f32| (from - low).max((to - high).min(0.0));
    at + pt(
        inward(rect.min.x, rect.max.x, seen.min.x, seen.max.x),
        inward(rect.min.y, rect.max.y, seen.min.y, seen.max.y),
    )
}

/// A label on a dark plate, so that it reads on any ground.
pub fn label(text: &str, at: Point, mood: Mood, palette: &Palette, unit: f32) -> Sheet {
    let mut sheet = Sheet::new();
    let lettering = lettering(unit);
    let rect = plate(text, at, unit);
    sheet.fill(Path::rounded(rect.grown(unit), 5.0 * unit), mood.colour(palette).alpha(0.9));
    sheet.fill(Path::rounded(rect, 4.0 * unit), palette.panel.ground);
    let ink = if mood == Mood::Plain { palette.panel.text } else { mood.colour(palette) };
    sheet.text_centred(text, at, lettering, ink);
    sheet
}

/// A ruler between two points with a tick at each inch and what it reads.
pub fn ruler(from: Point, to: Point, text: &str, palette: &Palette, unit: f32) -> Sheet {
    let mut sheet = Sheet::new();
    let (light, dark) = (palette.sides.symbol.ground, palette.sides.symbol.ink);
    let length = from.distance(to);
    let ahead = (to - from).unit();
    let aside = ahead.turned() * (9.0 * unit);
    sheet.fill(Path::polygon(&[from + aside, to + aside, to - aside, from - aside]), light.alpha(0.88));
    let mut ticks = Path::default();
    for inch in 0..=(length.floor() as i32) {
        let at = from + ahead * inch as f32;
        let reach = if inch % 6 == 0 { 1.0 } else { 0.45 };
        ticks.add_line(&[at + aside, at + aside - aside * reach]);
    }
    sheet.stroke(ticks, 1.2 * unit, dark);
    sheet.stroke(Path::polygon(&[from + aside, to + aside, to - aside, from - aside]), 1.2 * unit, dark);
    sheet.append(label(text, from.toward(to, 0.5) - pt(0.0, 24.0 * unit), Mood::Plain, palette, unit));
    sheet
}

/// A line of sight: whole where it is free, broken beyond what stops it, with a cross there.
pub fn sight_line(from: Point, to: Point, blocked: Option<Point>, palette: &Palette, unit: f32) -> Sheet {
    let mut sheet = Sheet::new();
    let ink = palette.sides.symbol.ink;
    let (free, stop) = (palette.sides.symbol.ground, palette.danger.ground);
    match blocked {
        None => cased(&mut sheet, Path::line(&[from, to]), 2.0 * unit, free, ink),
        Some(at) => {
            cased(&mut sheet, Path::line(&[from, at]), 2.0 * unit, free, ink);
            cased(&mut sheet, dashes(&[at, to], 5.0 * unit, 6.0 * unit), 2.0 * unit, stop, ink);
            let arm = 7.0 * unit;
            for cross in [[pt(-arm, -arm), pt(arm, arm)], [pt(-arm, arm), pt(arm, -arm)]] {
                cased(&mut sheet, Path::line(&cross.map(|p| at + p)), 3.5 * unit, stop, ink);
            }
        }
    }
    sheet
}

/// A path with its legs: good going whole, bad going dotted, what is too far in the colour of danger.
pub fn path(points: &[Point], bad: &[bool], allowed: bool, palette: &Palette, unit: f32) -> Sheet {
    let mut sheet = Sheet::new();
    let colour = if allowed { palette.accent.ground } else { palette.danger.ground };
    let ink = palette.sides.symbol.ink;
    for (n, leg) in points.windows(2).enumerate() {
        let rough = bad.get(n).copied().unwrap_or(false);
        let line = if rough { dashes(leg, 4.0 * unit, 5.0 * unit) } else { Path::line(leg) };
        cased(&mut sheet, line, 3.0 * unit, colour, ink);
        sheet.fill(Path::circle(leg[1], 5.0 * unit), ink);
        sheet.fill(Path::circle(leg[1], 3.5 * unit), colour);
    }
    if let [.., before, last] = points {
        let ahead = (*last - *before).unit();
        let head = [
            *last + ahead * (13.0 * unit),
            *last + ahead.turned() * (7.0 * unit),
            *last - ahead.turned() * (7.0 * unit),
        ];
        sheet.fill(Path::polygon(&head), colour);
        sheet.stroke(Path::polygon(&head), 1.2 * unit, ink);
    }
    sheet
}

/// An arrow from where a round was aimed to where it came down.
pub fn deviation(aim: Point, landed: Point, palette: &Palette, unit: f32) -> Sheet {
    let mut sheet = Sheet::new();
    let ink = palette.sides.symbol.ink;
    cased(&mut sheet, Path::circle(aim, 6.0 * unit), 1.5 * unit, palette.sides.symbol.ground, ink);
    cased(&mut sheet, dashes(&[aim, landed], 6.0 * unit, 4.0 * unit), 2.0 * unit, palette.danger.ground, ink);
    sheet.fill(Path::star(landed, 9, 13.0 * unit, 6.0 * unit), palette.danger.ground);
    sheet.stroke(Path::star(landed, 9, 13.0 * unit, 6.0 * unit), 1.2 * unit, ink);
    sheet
}
