//! Houses, gardens, trees and paddies: what a city is made of, scattered the same way on every machine.

use block_by_block::{Place, Zone};
use tabletop::between;

use crate::area::map::Painter;
use crate::colour::Colour;
use crate::geometry::{Placement, Point, Rect, Scatter, distance_to_outline, edges, inside, pt};
use crate::path::Path;

/// Houses and trees waiting to be drawn: shadows first, then roofs, then crowns.
#[derive(Default)]
pub struct Town {
    shadows: Vec<Vec<Point>>,
    lit: [Vec<Vec<Point>>; 4],
    dark: [Vec<Vec<Point>>; 4],
    crowns: Vec<(Point, f32)>,
}

/// Where the light comes from: shadows fall to the south-east.
const SHADOW: Point = pt(0.75, 1.0);

impl Town {
    /// A gabled house: `rect` in the frame of `at`, its ridge along the longer side. `tone` 3 is a landmark's.
    pub fn house(&mut self, at: Placement, rect: Rect, tone: usize) {
        let c = rect.corners().map(|p| at.apply(p));
        let (m, n, lit, dark) = if rect.width() >= rect.height() {
            let (m, n) = (c[0].toward(c[3], 0.5), c[1].toward(c[2], 0.5));
            (m, n, [c[0], c[1], n, m], [m, n, c[2], c[3]])
        } else {
            let (m, n) = (c[0].toward(c[1], 0.5), c[3].toward(c[2], 0.5));
            (m, n, [c[0], m, n, c[3]], [m, c[1], c[2], n])
        };
        debug_assert!(m.distance(n) > 0.0);
        let tall = if tone == 3 { 1.5 } else { 1.0 };
        self.shadows.push(c.map(|p| p + SHADOW * tall).to_vec());
        self.lit[tone.min(3)].push(lit.to_vec());
        self.dark[tone.min(3)].push(dark.to_vec());
    }

    /// A tree.
    pub fn tree(&mut self, at: Point, radius: f32) {
        self.crowns.push((at, radius));
    }

    /// Draws everything.
    pub fn build(self, painter: &mut Painter<'_>) {
        let map = &painter.palette.map;
        let base = map.paper;
        let sheet = &mut painter.sheet;
        sheet.pieces(self.shadows, map.country.mix(map.ink, 0.34));
        let tones = [
            base.mix(map.roof, 0.42),
            base.mix(map.roof, 0.58),
            base.mix(map.roof.mix(map.landmark, 0.55), 0.55),
            base.mix(map.landmark, 0.85),
        ];
        for (i, (lit, dark)) in self.lit.into_iter().zip(self.dark).enumerate() {
            sheet.pieces(lit, tones[i].mix(Colour::WHITE, 0.16));
            sheet.pieces(dark, tones[i].mix(map.ink, 0.12));
        }
        let disc = |at: Point, radius: f32, corners: usize| -> Vec<Point> {
            (0..corners)
                .map(|i| {
                    let angle = std::f32::consts::TAU * i as f32 / corners as f32;
                    at + pt(angle.cos(), angle.sin()) * radius
                })
                .collect()
        };
        let crown = |shift: Point, grow: f32| -> Vec<Vec<Point>> {
            self.crowns.iter().map(|(at, r)| disc(*at + shift * *r, r * grow, if *r > 1.6 { 9 } else { 7 })).collect()
        };
        sheet.pieces(crown(pt(0.35, 0.45), 1.0), map.tree_shade.mix(map.ink, 0.2));
        sheet.pieces(crown(pt(0.0, 0.0), 1.0), map.tree_shade);
        sheet.pieces(crown(pt(-0.2, -0.25), 0.68), map.tree);
    }
}

/// How a quarter is built.
struct Quarter {
    /// Size of a block, streets not counted.
    block: Point,
    /// Width of the lanes between blocks.
    lane: f32,
    /// Share of the frontage that is built upon.
    density: f32,
    /// Frontage of a house, least and most.
    frontage: (f32, f32),
    /// Depth of a house.
    depth: f32,
    /// Trees to a block.
    trees: f32,
    /// Turn against the citadel's axes, in degrees.
    turn: f32,
}

const fn quarter(block: (f32, f32), density: f32, frontage: (f32, f32), depth: f32, trees: f32, turn: f32) -> Quarter {
    Quarter { block: pt(block.0, block.1), lane: 1.7, density, frontage, depth, trees, turn }
}

/// How an area is built upon; none for the country.
fn quarter_of(area: Place) -> Option<Quarter> {
    // Houses in gardens, the common citadel quarter.
    let gardens = quarter((24.0, 17.0), 0.62, (2.8, 5.0), 3.6, 3.4, 0.0);
    let dense = quarter((21.0, 14.0), 0.9, (2.2, 4.2), 4.2, 0.8, 0.0);
    Some(match area.name() {
        "N1-5" | "PALACE" | "MACV" => return None,
        "N4-2" | "N5-1" | "N5-2" | "N4-4" => dense,
        "N2-3" | "N2-1" => quarter((26.0, 18.0), 0.38, (3.0, 6.0), 3.6, 3.0, 0.0),
        "N5-3" | "N4-3" => quarter((26.0, 18.0), 0.34, (2.8, 5.0), 3.6, 6.0, 0.0),
        "O-5" | "O-6" => dense,
        "O-4" | "O-7" => gardens,
        "S5-1" => quarter((34.0, 22.0), 0.22, (4.0, 8.0), 5.0, 10.0, 0.0),
        "S4-1" | "S4-2" => quarter((26.0, 18.0), 0.66, (2.8, 5.6), 4.2, 2.6, 4.0),
        "S5-2" => quarter((30.0, 20.0), 0.55, (3.0, 7.0), 4.6, 4.0, 4.0),
        "S1-3" | "S1-4" => quarter((26.0, 18.0), 0.5, (2.8, 5.0), 3.6, 4.2, 10.0),
        _ => match area.zone()? {
            Zone::S2 | Zone::S3 => quarter((30.0, 21.0), 0.6, (3.6, 8.5), 5.0, 4.2, 0.0),
            Zone::S6 => quarter((20.0, 14.0), 0.86, (2.1, 4.2), 4.2, 1.4, 24.0),
            Zone::S1 | Zone::S4 | Zone::S5 => return None,
            _ => gardens,
        },
    })
}

/// Draws houses, trees and fields.
pub fn fabric(painter: &mut Painter<'_>) {
    crate::area::map::wall::take_room(painter);
    fields(painter);
    let mut town = Town::default();
    for area in Place::areas() {
        match quarter_of(area) {
            Some(quarter) => blocks(painter, area, &quarter, &mut town),
            None => hamlets(painter, area, &mut town),
        }
    }
    town.build(painter);
}

/// Whether a polygon lies in an area, clear of its outline and of everything that is taken.
fn stands(painter: &Painter<'_>, outline: &[Point], polygon: &[Point], margin: f32) -> bool {
    painter.mask.all_free(polygon)
        && polygon.iter().all(|p| inside(outline, *p) && distance_to_outline(outline, *p) > margin)
}

/// Blocks of houses along lanes.
fn blocks(painter: &Painter<'_>, area: Place, quarter: &Quarter, town: &mut Town) {
    let outline = painter.layout.outline(area);
    let mut scatter = Scatter::new(1000 + area.index() as u64);
    let axes = painter.citadel;
    let turn = Placement::turned(pt(0.0, 0.0), 1.0, quarter.turn);
    let frame = Placement { origin: axes.origin, ..axes }.after(turn);
    let (right, down) = (frame.right, frame.down);
    let local = |p: Point| pt((p - frame.origin).dot(right), (p - frame.origin).dot(down));
    let bounds = Rect::bounding(outline.iter().map(|p| local(*p)));
    let pitch = quarter.block + pt(quarter.lane, quarter.lane);
    let first = pt((bounds.min.x / pitch.x).floor(), (bounds.min.y / pitch.y).floor());
    let (columns, rows) = ((bounds.width() / pitch.x) as usize + 2, (bounds.height() / pitch.y) as usize + 2);
    for cell in 0..columns * rows {
        let corner = pt((first.x + (cell % columns) as f32) * pitch.x, (first.y + (cell / columns) as f32) * pitch.y);
        let block = Rect { min: corner, max: corner + quarter.block };
        // Two rows of houses look at the lanes, one to the north and one to the south; gardens lie between.
        for south in [false, true] {
            let mut x = block.min.x + scatter.between(0.0, 1.0);
            while x < block.max.x - quarter.frontage.0 {
                let width = scatter.between(quarter.frontage.0, quarter.frontage.1);
                let depth = quarter.depth * scatter.between(0.75, 1.2);
                let setback = scatter.between(0.0, 0.9);
                let y = if south { block.max.y - depth - setback } else { block.min.y + setback };
                let rect = Rect::new(x, y, width.min(block.max.x - x), depth);
                let tone = (scatter.share() * 2.99) as usize;
                let built = scatter.share() < quarter.density;
                let polygon = rect.corners().map(|p| frame.apply(p));
                if built && rect.width() > 1.6 && stands(painter, outline, &polygon, 1.8) {
                    town.house(frame, rect, tone);
                }
                x += width + scatter.between(0.35, 1.3);
            }
        }
        let garden = block.height() - quarter.depth * 2.4;
        let count = (quarter.trees * scatter.between(0.4, 1.6)) as usize;
        for _ in 0..count {
            let spread = if quarter.density < 0.5 { block.height() * 0.5 } else { garden * 0.5 };
            let p = pt(
                scatter.between(block.min.x + 1.0, block.max.x - 1.0),
                block.middle().y + scatter.between(-spread, spread),
            );
            let radius = scatter.between(0.9, 1.9);
            let at = frame.apply(p);
            if painter.mask.free(at) && inside(outline, at) && distance_to_outline(outline, at) > radius + 1.0 {
                town.tree(at, radius);
            }
        }
    }
}

/// Size of a paddy.
const FIELD: Point = pt(21.0, 10.0);

/// Whether an area is country: hamlets among fields.
fn is_country(area: Place) -> bool {
    quarter_of(area).is_none() && !matches!(area.name(), "N1-5" | "PALACE" | "MACV")
}

/// Paddies between their dykes, with blades of rice. The plain is parted among seeds, and around each the fields lie in a
/// direction of their own.
fn fields(painter: &mut Painter<'_>) {
    let map = &painter.palette.map;
    let canvas = painter.canvas;
    let mut scatter = Scatter::new(2000);
    let country: Vec<(Vec<Point>, Rect, Colour)> = Place::areas()
        .filter(|a| is_country(*a))
        .map(|a| {
            let outline = painter.layout.outline(a).to_vec();
            let bounds = Rect::bounding(outline.iter().copied());
            (outline, bounds, painter.tint(a))
        })
        .collect();
    let owner = |p: Point| country.iter().position(|(outline, bounds, _)| bounds.contains(p) && inside(outline, p));
    let seeds: Vec<(Point, f32)> = (0..34)
        .map(|_| {
            let at = pt(scatter.between(canvas.min.x, canvas.max.x), scatter.between(canvas.min.y, canvas.max.y));
            (at, scatter.between(-40.0, 40.0))
        })
        .collect();
    let mut wet: Vec<Vec<Vec<Point>>> = vec![Vec::new(); country.len()];
    let mut dry = wet.clone();
    let (mut dykes, mut blades) = (Path::default(), Path::default());
    for (own, (seed, turn)) in seeds.iter().enumerate() {
        let frame = Placement::turned(*seed, 1.0, *turn);
        let (columns, rows) = (16, 32);
        for cell in 0..columns * rows {
            let (c, r) = (cell % columns, cell / columns);
            let (kind, bare) = (scatter.share(), scatter.share());
            // Neighbours share corners, so the jitter belongs to the corner, not to the field. Every other row is shifted.
            let corner = |c: i32, r: i32| {
                let mut jitter = Scatter::new((own * 10_000) as u64 + (c * 100 + r) as u64);
                let shift = pt(jitter.between(-2.4, 2.4), jitter.between(-1.1, 1.1));
                frame.apply(pt((c - columns / 2) as f32 * FIELD.x, (r - rows / 2) as f32 * FIELD.y) + shift)
            };
            let field = [corner(c, r), corner(c + 1, r), corner(c + 1, r + 1), corner(c, r + 1)];
            let middle = field.iter().fold(pt(0.0, 0.0), |s, p| s + *p) * 0.25;
            let nearest = |p: Point| seeds.iter().all(|(other, _)| p.distance(*seed) <= p.distance(*other) + 2.5);
            if bare < 0.05 || !nearest(middle) || !field.iter().all(|p| painter.mask.unbuilt(*p) && nearest(*p)) {
                continue;
            }
            let Some(area) = owner(middle) else { continue };
            let tint = country[area].2;
            let same = |p: &Point| owner(*p).is_some_and(|o| country[o].2 == tint);
            let clear = edges(&field).all(|(a, b)| same(&a) && painter.mask.unbuilt(a.toward(b, 0.5)));
            if !clear || !painter.mask.unbuilt(middle) {
                continue;
            }
            let list = if kind < 0.6 { &mut wet } else { &mut dry };
            list[area].push(field.to_vec());
            dykes.add_polygon(&field);
            if kind < 0.6 && painter.mask.free(middle) {
                for _ in 0..3 {
                    let (a, b) = (scatter.between(0.16, 0.84), scatter.between(0.3, 0.85));
                    let p = field[0].toward(field[1], a).toward(field[3].toward(field[2], a), b);
                    blades.add_line(&[p + pt(-0.8, -1.1), p + pt(-0.2, 0.5)]);
                    blades.add_line(&[p + pt(0.2, -1.5), p + pt(0.1, 0.5)]);
                    blades.add_line(&[p + pt(1.1, -1.0), p + pt(0.4, 0.5)]);
                }
            }
        }
    }
    for ((wet, dry), (_, _, tint)) in wet.into_iter().zip(dry).zip(&country) {
        painter.sheet.pieces(wet, tint.mix(map.paddy, 0.9).mix(*tint, 0.1));
        painter.sheet.pieces(dry, tint.mix(map.paper, 0.3));
    }
    painter.sheet.stroke(dykes, 0.5, map.dyke.mix(map.country, 0.25));
    painter.sheet.stroke(blades, 0.3, map.tree_shade.mix(map.paddy, 0.35));
}

/// Groups of houses among trees, along the roads and in the fields.
fn hamlets(painter: &Painter<'_>, area: Place, town: &mut Town) {
    if !is_country(area) {
        return;
    }
    let outline = painter.layout.outline(area);
    let bounds = Rect::bounding(outline.iter().copied());
    let mut scatter = Scatter::new(3000 + area.index() as u64);
    let count = between(bounds.width() * bounds.height() / 2600.0, 3.0, 26.0) as usize;
    for _ in 0..count {
        let middle = pt(scatter.between(bounds.min.x, bounds.max.x), scatter.between(bounds.min.y, bounds.max.y));
        let size = scatter.between(9.0, 19.0);
        let turn = scatter.between(-30.0, 30.0);
        for _ in 0..(size * 0.9) as usize {
            let angle = scatter.between(0.0, std::f32::consts::TAU);
            let at = middle + pt(angle.cos() * 1.3, angle.sin()) * (size * scatter.share().sqrt());
            let frame = Placement::turned(at, 1.0, turn + if scatter.share() < 0.5 { 90.0 } else { 0.0 });
            let rect = Rect::around(pt(0.0, 0.0), scatter.between(3.0, 5.0), scatter.between(2.4, 3.4));
            let polygon = rect.corners().map(|p| frame.apply(p));
            let tone = (scatter.share() * 2.99) as usize;
            if stands(painter, outline, &polygon, 2.0)
                && town.lit.iter().flatten().rev().take(40).all(|h| h[0].distance(at) > 4.6)
            {
                town.house(frame, rect, tone);
            }
        }
        for _ in 0..(size * 1.5) as usize {
            let angle = scatter.between(0.0, std::f32::consts::TAU);
            let at = middle + pt(angle.cos() * 1.3, angle.sin()) * (size * scatter.between(0.5, 1.25));
            let radius = scatter.between(1.0, 2.2);
            if painter.mask.free(at) && inside(outline, at) && distance_to_outline(outline, at) > radius + 1.2 {
                town.tree(at, radius);
            }
        }
    }
}
