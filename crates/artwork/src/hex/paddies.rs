//! Rice paddies: a patchwork of small fields between dikes, each part of the valley with a lie of its own.

use search_and_destroy::map::Terrain;

use crate::area::map::Detail;
use crate::colour::Colour;
use crate::geometry::{Placement, Point, Rect, pt};
use crate::hex::Painter;
use crate::hex::noise::hash;
use crate::palette::Palette;
use crate::path::Path;
use crate::sheet::Sheet;

/// From one district of fields to the next, in map units.
const DISTRICT: f32 = 58.0;

/// Draws all paddies.
pub fn paddies(painter: &mut Painter<'_>, detail: Detail) {
    let valley = &painter.palette.valley;
    let field = painter.ground(Terrain::Paddy);
    let base = valley.paddy_green.mix(valley.dike, 0.22);
    let outline = field.area(0.5);
    painter.sheet.round_stroke(outline.clone(), 2.4, valley.dike.mix(valley.clear, 0.45));
    painter.sheet.fill(outline, base);
    let area = painter.canvas.grown(18.0);
    if detail == Detail::Full {
        let inside = |p: Point| painter.share(Terrain::Paddy, p) > 0.5;
        let plots = plots(area, &inside);
        draw(&mut painter.sheet, painter.palette, &plots);
    }
}

/// A field: its corners, its tone, and whether its rows can be seen.
pub struct Plot {
    corners: [Point; 4],
    kind: f32,
}

/// The fields of an area that lie inside.
pub fn plots(area: Rect, inside: &dyn Fn(Point) -> bool) -> Vec<Plot> {
    let (columns, rows) = ((area.width() / DISTRICT) as i32 + 1, (area.height() / DISTRICT) as i32 + 1);
    let site = |x: i32, y: i32| {
        area.min + (pt(x as f32, y as f32) + pt(0.15 + 0.7 * hash(x, y, 61), 0.15 + 0.7 * hash(x, y, 62))) * DISTRICT
    };
    let mut plots = Vec::new();
    for y in -1..=rows {
        for x in -1..=columns {
            let here = site(x, y);
            let others: Vec<Point> = (-2..=2)
                .flat_map(|dy| (-2..=2).map(move |dx| (dx, dy)))
                .filter(|d| *d != (0, 0))
                .map(|(dx, dy)| site(x + dx, y + dy))
                .collect();
            let ours = |p: Point| {
                let far = p.distance(here) - 0.4;
                inside(p) && others.iter().all(|o| o.distance(p) > far)
            };
            district(here, (x, y), &ours, &mut plots);
        }
    }
    plots
}

fn district(here: Point, (x, y): (i32, i32), ours: &dyn Fn(Point) -> bool, plots: &mut Vec<Plot>) {
    let frame = Placement::turned(here, 1.0, -26.0 + 52.0 * hash(x, y, 63));
    let (mut top, mut row) = (-DISTRICT, 0);
    while top < DISTRICT {
        let seed = 6400 + (x * 31 + y * 17).unsigned_abs();
        let deep = 5.4 + 3.4 * hash(row, 1, seed);
        let (mut left, mut column) = (-DISTRICT - 9.0 * hash(row, 2, seed), 0);
        while left < DISTRICT {
            let wide = 8.5 + 8.5 * hash(row, column + 3, seed);
            let kind = hash(row, column, seed + 9);
            let plot = Rect::new(left, top, wide, deep);
            fit(plot, 0, &mut |rect| {
                let corners = rect.grown(-0.42).corners().map(|p| frame.apply(p));
                let fits = corners.iter().all(|c| ours(*c));
                if fits {
                    plots.push(Plot { corners, kind });
                }
                fits
            });
            left += wide;
            column += 1;
        }
        top += deep;
        row += 1;
    }
}

/// Tries a field, and if it does not fit its halves, and their halves: the edge of the fields is ragged in small steps.
fn fit(plot: Rect, depth: u8, keep: &mut dyn FnMut(Rect) -> bool) {
    if keep(plot) || depth == 3 {
        return;
    }
    let (w, h) = (plot.width(), plot.height());
    let halves = if w > h * 0.9 {
        [Rect::new(plot.min.x, plot.min.y, w / 2.0, h), Rect::new(plot.min.x + w / 2.0, plot.min.y, w / 2.0, h)]
    } else {
        [Rect::new(plot.min.x, plot.min.y, w, h / 2.0), Rect::new(plot.min.x, plot.min.y + h / 2.0, w, h / 2.0)]
    };
    for half in halves {
        fit(half, depth + 1, keep);
    }
}

/// Draws fields: some under water, some green, some ripe, with their rows.
pub fn draw(sheet: &mut Sheet, palette: &Palette, plots: &[Plot]) {
    let valley = &palette.valley;
    let tones: [Colour; 5] = [
        valley.paddy_wet,
        valley.paddy_wet.mix(valley.paddy_green, 0.5),
        valley.paddy_green,
        valley.paddy_green.mix(valley.paddy_ripe, 0.45),
        valley.paddy_ripe,
    ];
    let tone_of = |kind: f32| match kind {
        k if k < 0.3 => 0,
        k if k < 0.52 => 1,
        k if k < 0.74 => 2,
        k if k < 0.9 => 3,
        _ => 4,
    };
    for (n, tone) in tones.into_iter().enumerate() {
        let fields = plots.iter().filter(|p| tone_of(p.kind) == n).map(|p| p.corners.to_vec()).collect();
        sheet.pieces(fields, tone);
    }
    // Light on the water along the upper dike, blades of rice elsewhere.
    let (mut glints, mut rows) = (Path::default(), Path::default());
    for plot in plots {
        let [a, b, c, d] = plot.corners;
        if tone_of(plot.kind) <= 1 {
            glints.add_line(&[a.toward(d, 0.22).toward(b, 0.06), b.toward(c, 0.22).toward(a, 0.06)]);
            continue;
        }
        let count = ((d - a).length() / 1.9).round().max(2.0) as usize;
        for i in 1..count {
            let share = i as f32 / count as f32;
            rows.add_line(&[
                a.toward(d, share).toward(b.toward(c, share), 0.08),
                b.toward(c, share).toward(a.toward(d, share), 0.08),
            ]);
        }
    }
    sheet.stroke(glints, 0.55, Colour::WHITE.alpha(0.55));
    sheet.stroke(rows, 0.4, valley.dike.alpha(0.55));
}
