//! What grows on a table: crowns, palms, bamboo, high grass, hedges.

use table::Terrain;
use tabletop::between;

use super::layout::Cells;
use super::pigment::{BAMBOO, FOREST, GRASS, JUNGLE, JUNGLE_COOL, PALM, RUBBER, SHADOW};
use crate::colour::Colour;
use crate::geometry::{Point, Scatter, pt};
use crate::path::Path;
use crate::sheet::Sheet;

/// A plant: where it stands, how wide it is, what it is.
struct Plant {
    at: Point,
    radius: f32,
    kind: Growth,
    turn: f32,
}

#[derive(Clone, Copy, PartialEq)]
enum Growth {
    Crown([Colour; 3]),
    Palm,
    Bamboo,
    Tuft,
}

/// Draws everything that grows, low things first.
pub(super) fn draw(sheet: &mut Sheet, cells: &Cells) {
    let mut plants = Vec::new();
    for (x, y) in cells.every() {
        let mut scatter = Scatter::new((y as u64) << 16 | x as u64);
        plant(&mut plants, cells, (x, y), &mut scatter);
    }
    let mut shadows = Path::default();
    for plant in &plants {
        let fall = if plant.kind == Growth::Tuft { 0.05 } else { 0.09 + plant.radius * 0.16 };
        shadows.add(&Path::circle(plant.at + pt(fall, fall), plant.radius * 0.98));
    }
    sheet.fill(shadows, SHADOW.alpha(0.34));
    plants.sort_by(|a, b| a.radius.total_cmp(&b.radius));
    for plant in &plants {
        let Plant { at, radius, turn, .. } = *plant;
        match plant.kind {
            Growth::Crown(greens) => crown(sheet, at, radius, turn, greens),
            Growth::Palm => leaves(sheet, at, radius, turn, 8, 0.30, PALM),
            Growth::Bamboo => leaves(sheet, at, radius, turn, 11, 0.16, BAMBOO),
            Growth::Tuft => leaves(sheet, at, radius, turn, 7, 0.2, GRASS),
        }
    }
}

/// What stands in one cell.
fn plant(plants: &mut Vec<Plant>, cells: &Cells, (x, y): (i32, i32), scatter: &mut Scatter) {
    let (left, top) = (x as f32, y as f32);
    // Nothing hangs over the edge of the table.
    let (right, bottom) = (cells.columns as f32, cells.lines as f32);
    let mut add = |at: Point, radius: f32, kind: Growth, turn: f32| {
        let at =
            pt(between(at.x, radius * 0.8, right - radius * 0.8), between(at.y, radius * 0.8, bottom - radius * 0.8));
        plants.push(Plant { at, radius, kind, turn });
    };
    let anywhere = |scatter: &mut Scatter| pt(left + scatter.between(0.1, 0.9), top + scatter.between(0.1, 0.9));
    let turn = |scatter: &mut Scatter| scatter.between(0.0, std::f32::consts::TAU);
    match cells.kind(x, y) {
        Terrain::Jungle => {
            for _ in 0..2 {
                let greens = if scatter.share() < 0.45 { JUNGLE_COOL } else { JUNGLE };
                let at = anywhere(scatter);
                add(at, scatter.between(0.34, 0.66), Growth::Crown(greens), turn(scatter));
            }
            if scatter.share() < 0.3 {
                let at = anywhere(scatter);
                add(at, scatter.between(0.42, 0.6), Growth::Palm, turn(scatter));
            }
        }
        Terrain::Forest => {
            for _ in 0..2 {
                let at = anywhere(scatter);
                add(at, scatter.between(0.28, 0.54), Growth::Crown(FOREST), turn(scatter));
            }
        }
        Terrain::Plantation => {
            let at = pt(left + 0.5 + scatter.between(-0.05, 0.05), top + 0.5 + scatter.between(-0.05, 0.05));
            add(at, scatter.between(0.33, 0.38), Growth::Crown(RUBBER), turn(scatter));
        }
        Terrain::Bamboo => {
            for _ in 0..3 {
                let at = anywhere(scatter);
                add(at, scatter.between(0.26, 0.44), Growth::Bamboo, turn(scatter));
            }
        }
        Terrain::ElephantGrass => {
            for _ in 0..7 {
                let at = anywhere(scatter);
                add(at, scatter.between(0.13, 0.24), Growth::Tuft, turn(scatter));
            }
        }
        Terrain::Swamp => {
            for _ in 0..2 {
                let at = anywhere(scatter);
                add(at, scatter.between(0.1, 0.19), Growth::Tuft, turn(scatter));
            }
        }
        Terrain::Hedge => {
            for (from, to) in cells.threads(x, y) {
                for share in [0.1, 0.55, 0.95] {
                    let at = from.toward(to, share) + pt(scatter.between(-0.05, 0.05), scatter.between(-0.05, 0.05));
                    add(at, scatter.between(0.17, 0.24), Growth::Crown(FOREST), turn(scatter));
                }
            }
        }
        Terrain::Village if scatter.share() < 0.07 => {
            let at = anywhere(scatter);
            add(at, scatter.between(0.38, 0.52), Growth::Palm, turn(scatter));
        }
        Terrain::Village if scatter.share() < 0.16 => {
            let at = anywhere(scatter);
            add(at, scatter.between(0.13, 0.22), Growth::Crown(RUBBER), turn(scatter));
        }
        Terrain::Open if scatter.share() < 0.05 => {
            let at = anywhere(scatter);
            add(at, scatter.between(0.1, 0.17), Growth::Tuft, turn(scatter));
        }
        _ => {}
    }
}

/// A crown: its dark underside, its body, and where the light falls.
fn crown(sheet: &mut Sheet, at: Point, radius: f32, turn: f32, greens: [Colour; 3]) {
    let ring = |middle: Point, radius: f32, lobes: usize, turn: f32| {
        let mut path = Path::circle(middle, radius * 0.72);
        for n in 0..lobes {
            let angle = turn + std::f32::consts::TAU * n as f32 / lobes as f32;
            let bump = if n.is_multiple_of(2) { 0.34 } else { 0.28 };
            path.add(&Path::circle(middle + pt(angle.cos(), angle.sin()) * (radius * 0.68), radius * bump));
        }
        path
    };
    let light = pt(-1.0, -1.0) * (radius * 0.11);
    sheet.fill(ring(at, radius, 9, turn), greens[0]);
    sheet.fill(ring(at + light, radius * 0.78, 8, turn + 0.4), greens[1]);
    let mut dabs = Path::default();
    for n in 0..6_u8 {
        let angle = turn * 1.7 + f32::from(n) * 1.05;
        let reach = radius * if n.is_multiple_of(2) { 0.2 } else { 0.42 };
        let middle = at + light * 2.2 + pt(angle.cos(), angle.sin()) * reach;
        dabs.add(&Path::circle(middle, radius * if n.is_multiple_of(2) { 0.17 } else { 0.12 }));
    }
    sheet.fill(dabs, greens[2].alpha(0.8));
}

/// Leaves around a middle: a dark layer, a light one over it, and a bright heart.
fn leaves(sheet: &mut Sheet, at: Point, radius: f32, turn: f32, count: usize, width: f32, greens: [Colour; 3]) {
    for (layer, green) in greens.into_iter().enumerate() {
        let (reach, shift) = ([1.0, 0.86, 0.5][layer], layer as f32 * 0.38);
        let mut blades = Vec::with_capacity(count);
        for n in 0..count {
            let angle = turn + shift + std::f32::consts::TAU * n as f32 / count as f32;
            let ahead = pt(angle.cos(), angle.sin()) * (radius * reach);
            let aside = ahead.turned() * (width * 0.5);
            blades.push(vec![at, at + ahead * 0.5 + aside, at + ahead, at + ahead * 0.5 - aside]);
        }
        sheet.pieces(blades, green);
    }
}
