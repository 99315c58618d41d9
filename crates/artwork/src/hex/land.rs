//! Paper, open ground, and the relief of the hills.

use search_and_destroy::map::Terrain;

use crate::area::map::ground::cloud;
use crate::colour::Colour;
use crate::geometry::{Point, Rect, Scatter, pt};
use crate::hex::furniture::bounds;
use crate::hex::noise::{hash, noise};
use crate::hex::{Painter, field::Field};
use crate::path::Path;
use crate::sheet::{Corner, Sheet};

/// Heights at which contour lines run, in the units of [`Painter::hills`]; the first is the edge of the hill.
const CONTOURS: [f32; 4] = [0.36, 0.52, 0.68, 0.82];

/// The sheet of paper, and open ground all over it.
pub fn land(painter: &mut Painter<'_>) {
    let (map, valley) = (&painter.palette.map, &painter.palette.valley);
    let bounds = bounds(painter.canvas);
    let sheet = &mut painter.sheet;
    sheet.shadow(
        Rect { min: bounds.min + pt(2.0, 4.0), max: bounds.max + pt(4.0, 8.0) },
        4.0,
        18.0,
        Colour::BLACK.alpha(0.5),
    );
    sheet.fill(Path::rect(bounds), map.paper);
    sheet.fill(Path::rect(painter.canvas.grown(1.0)), valley.clear);
    let mut scatter = Scatter::new(5);
    for _ in 0..110 {
        let radius = scatter.between(40.0, 120.0);
        let room = painter.canvas.grown(18.0 - radius);
        let at = pt(scatter.between(room.min.x, room.max.x), scatter.between(room.min.y, room.max.y));
        let colour = if scatter.share() < 0.5 { valley.grass.alpha(0.2) } else { map.paper.alpha(0.4) };
        cloud(sheet, at, radius, colour);
    }
    hill_tint(painter);
    grass(painter);
}

/// The warm tint of high ground, paler with every contour.
fn hill_tint(painter: &mut Painter<'_>) {
    let valley = &painter.palette.valley;
    for (n, level) in CONTOURS.into_iter().enumerate() {
        let tint = valley.hill.mix(Colour::WHITE, 0.08 * n as f32);
        painter.sheet.fill(painter.hills.area(level), tint);
    }
}

/// Blades of grass in loose tufts on open ground.
fn grass(painter: &mut Painter<'_>) {
    let ink = painter.palette.valley.grass;
    let canvas = painter.canvas;
    let mut blades = Path::default();
    for (at, chance) in jittered(canvas, 7.2, 21) {
        let dense = noise(at, 60.0, 17) * 0.4 + 0.5;
        if chance > dense || painter.share(Terrain::Clear, at) < 0.62 || !painter.mask.free(at) {
            continue;
        }
        let size = 0.9 + chance;
        for lean in [-0.8, 0.0, 0.8] {
            blades.add_line(&[at + pt(lean * 0.4, 0.0), at + pt(lean * size, -1.7 * size)]);
        }
    }
    painter.sheet.stroke(blades, 0.5, ink);
}

/// Points of a square net, each shaken out of its place, with a number from 0 to 1 of its own.
pub fn jittered(area: Rect, pitch: f32, seed: u32) -> impl Iterator<Item = (Point, f32)> {
    let (columns, rows) = ((area.width() / pitch) as i32 + 1, (area.height() / pitch) as i32 + 1);
    (0..rows).flat_map(move |y| {
        (0..columns).map(move |x| {
            let shake = pt(hash(x, y, seed), hash(x, y, seed + 1));
            (area.min + (pt(x as f32, y as f32) + shake) * pitch, hash(x, y, seed + 2))
        })
    })
}

/// Hills in the light of a sun in the north-west, and their contour lines. Over the growth, for a hill is high whatever
/// grows on it.
pub fn relief(painter: &mut Painter<'_>) {
    shade(&mut painter.sheet, &painter.hills);
    let contour = painter.palette.valley.contour;
    for (n, level) in CONTOURS.into_iter().enumerate() {
        let (width, opacity) = if n == 0 { (1.5, 0.95) } else { (0.7, 0.75) };
        for mut line in painter.hills.contours(level) {
            if let Some(first) = line.first().copied() {
                line.push(first);
            }
            if n == 0 {
                painter.sheet.stroke(Path::line(&line), 3.2, painter.palette.map.paper.alpha(0.35));
                hachures(&mut painter.sheet, &line, contour);
            }
            painter.sheet.stroke(Path::line(&line), width, contour.alpha(opacity));
        }
    }
}

/// Short strokes downhill from the edge of a hill, as on old maps.
fn hachures(sheet: &mut Sheet, line: &[Point], ink: Colour) {
    let course = crate::geometry::Course::new(line.to_vec());
    let count = (course.length() / 4.4) as usize;
    let mut strokes = Path::default();
    for i in 0..count {
        let (at, way) = course.walk(i as f32 * 4.4);
        let out = way.turned();
        strokes.add_line(&[at, at + out * (2.2 + 1.2 * hash(i as i32, 0, 5))]);
    }
    sheet.stroke(strokes, 0.6, ink.alpha(0.8));
}

fn shade(sheet: &mut Sheet, hills: &Field) {
    let (width, height) = hills.size();
    let light = |x: usize, y: usize| {
        let slope = |a: f32, b: f32| (b - a) / 2.0;
        let dx = slope(hills.sample(x - 1, y), hills.sample(x + 1, y));
        let dy = slope(hills.sample(x, y - 1), hills.sample(x, y + 1));
        let lit = (dx * 0.6 + dy * 0.8) * 5.2;
        if lit > 0.0 {
            Colour::rgb(255, 246, 214).alpha((lit * 0.8).min(0.5))
        } else {
            Colour::rgb(54, 34, 14).alpha((-lit * 0.9).min(0.46))
        }
    };
    for y in (2..height.saturating_sub(4)).step_by(2) {
        for x in (2..width.saturating_sub(4)).step_by(2) {
            let corners = [(x, y), (x + 2, y), (x + 2, y + 2), (x, y + 2)];
            if corners.iter().all(|(x, y)| hills.sample(*x, *y) <= 0.001) {
                continue;
            }
            sheet.quad(corners.map(|(x, y)| (hills.place(x, y), light(x, y))));
        }
    }
}

/// The grain of the paper over everything, and the darker edge of a sheet that has been used.
pub fn paper(painter: &mut Painter<'_>) {
    let mut scatter = Scatter::new(11);
    let map = &painter.palette.map;
    let canvas = painter.canvas;
    let sheet = &mut painter.sheet;
    for _ in 0..6000 {
        let at = pt(scatter.between(canvas.min.x, canvas.max.x), scatter.between(canvas.min.y, canvas.max.y));
        let size = scatter.between(0.3, 1.0);
        let colour = if scatter.share() < 0.55 { map.ink.alpha(0.07) } else { Colour::WHITE.alpha(0.12) };
        let turn = scatter.between(0.0, std::f32::consts::TAU);
        let corner = |i: f32| Corner { at: at + pt((turn + i * 2.1).cos(), (turn + i * 2.1).sin()) * size, colour };
        sheet.triangles([corner(0.0), corner(1.0), corner(2.0)]);
    }
    let (edge, none) = (map.paper_edge.mix(map.ink, 0.35).alpha(0.26), map.paper_edge.alpha(0.0));
    let inner = canvas.grown(-110.0);
    let (o, i) = (canvas.corners(), inner.corners());
    for k in 0..4 {
        let n = (k + 1) % 4;
        sheet.quad([(o[k], edge), (o[n], edge), (i[n], none), (i[k], none)]);
    }
}
