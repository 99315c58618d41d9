//! The key, which is also the chart of terrain effects: what the ground looks like, what it costs to enter, how it protects,
//! and whether it stops the eye.

use search_and_destroy::map::Terrain;
use search_and_destroy::tables::WayValues;
use tabletop::capital;

use crate::fonts::Font;
use crate::geometry::{Point, Rect, inside, pt};
use crate::hex::grid::hexagon;
use crate::hex::land::jittered;
use crate::hex::{Painter, growth, paddies, villages};
use crate::path::{Path, dashes};
use crate::sheet::Sheet;
use crate::text::{Align, Lettering};

/// Draws the sign of a row around a point.
type Sign = fn(&Painter<'_>, &mut Sheet, Point);

const ROW: f32 = 43.0;
const SWATCH: f32 = 19.0;

/// Draws it from the upper left corner of `area`; returns where it ends.
pub fn key(painter: &Painter<'_>, sheet: &mut Sheet, area: Rect) -> f32 {
    let map = &painter.palette.map;
    let (left, right) = (area.min.x, area.max.x);
    let heads = [("FOOT", 0.0), ("M113", 31.0), ("M48", 61.0), ("DEF", 90.0)];
    let first = right - 101.0;
    let mut y = area.min.y;
    let small = Lettering::new(Font::CondensedSemiBold, 10.5).spaced(0.4);
    sheet.text("TERRAIN", pt(left, y), Align::Left, small, map.ink_quiet);
    for (text, x) in heads {
        sheet.text(text, pt(first + x, y), Align::Middle, small, map.ink_quiet);
    }
    y += 5.0;
    rule(painter, sheet, area, y);
    for terrain in Terrain::ALL {
        let middle = pt(left + SWATCH + 1.0, y + ROW / 2.0);
        swatch(painter, sheet, terrain, middle);
        let values = painter.rules.terrain.of(terrain);
        let numbers = [values.foot.value, values.m113.value, values.m48.value, values.defence.value];
        let note = terrain.blocks().then_some("stops sight");
        row(painter, sheet, terrain.name(), note, middle, first, &numbers.map(|n| n.to_string()));
        y += ROW;
        rule(painter, sheet, area, y);
    }
    let (road, trail) = (&painter.rules.terrain.road, &painter.rules.terrain.trail);
    let along = |way: &WayValues| [way.foot.to_string(), way.m113.to_string(), way.m48.to_string(), "·".into()];
    let plus = |n: u8| format!("+{n}");
    let table = &painter.rules.terrain;
    let rows: [(&str, Option<&str>, [String; 4], Sign); 4] = [
        ("road", None, along(road), road_sign),
        ("trail", None, along(trail), trail_sign),
        (
            "river",
            Some("along hexsides"),
            [plus(table.river_foot.value), plus(table.river_m113.value), "–".into(), "·".into()],
            river_sign,
        ),
        (
            "uphill",
            Some("stops sight"),
            [
                plus(table.upslope_foot.value),
                plus(table.upslope_vehicle.value),
                plus(table.upslope_vehicle.value),
                "·".into(),
            ],
            hill_sign,
        ),
    ];
    for (name, note, numbers, sign) in rows {
        let middle = pt(left + SWATCH + 1.0, y + ROW * 0.4);
        sign(painter, sheet, middle);
        row(painter, sheet, name, note, middle, first, &numbers);
        y += ROW * 0.8;
        rule(painter, sheet, area, y);
    }
    for (name, sign) in [("landing zone", zone_sign as Sign), ("bridge", bridge_sign)] {
        let middle = pt(left + SWATCH + 1.0, y + ROW * 0.4);
        sign(painter, sheet, middle);
        row(painter, sheet, name, None, middle, first, &[const { String::new() }; 4]);
        y += ROW * 0.8;
        rule(painter, sheet, area, y);
    }
    y
}

fn rule(painter: &Painter<'_>, sheet: &mut Sheet, area: Rect, y: f32) {
    let line = Path::line(&[pt(area.min.x, y), pt(area.max.x, y)]);
    sheet.stroke(line, 0.5, painter.palette.map.ink.alpha(0.55));
}

fn row(
    painter: &Painter<'_>,
    sheet: &mut Sheet,
    name: &str,
    note: Option<&str>,
    middle: Point,
    first: f32,
    numbers: &[String; 4],
) {
    let map = &painter.palette.map;
    let lettering = Lettering::new(Font::CondensedSemiBold, 14.0);
    let small = Lettering::new(Font::Condensed, 10.0);
    let at = middle + pt(SWATCH + 8.0, lettering.cap_height() / 2.0);
    let title = capital(name);
    let up = if note.is_some() { 4.5 } else { 0.0 };
    sheet.text(&title, at - pt(0.0, up), Align::Left, lettering, map.ink);
    if let Some(note) = note {
        sheet.text(note, at + pt(0.0, 8.0), Align::Left, small.fitted(note, first - at.x - 12.0), map.ink_quiet);
    }
    let figure = Lettering::new(Font::CondensedSemiBold, 15.0);
    for (n, text) in numbers.iter().enumerate() {
        let at = pt(first + [0.0, 31.0, 61.0, 90.0][n], middle.y);
        sheet.text_centred(text, at, figure, map.ink);
    }
}

/// A hex of one kind of ground, drawn as on the map.
fn swatch(painter: &Painter<'_>, sheet: &mut Sheet, terrain: Terrain, middle: Point) {
    let (map, valley) = (&painter.palette.map, &painter.palette.valley);
    let hex = hexagon(middle, SWATCH);
    let within = |p: Point, margin: f32| inside(&hexagon(middle, SWATCH - margin), p);
    let area = Rect::around(middle, SWATCH * 2.0, SWATCH * 2.0);
    let ground = match terrain {
        Terrain::Clear => valley.clear,
        Terrain::Paddy => valley.paddy_green.mix(valley.dike, 0.22),
        Terrain::Broken => valley.broken,
        Terrain::Jungle => valley.jungle.mix(valley.jungle_dark, 0.4),
        Terrain::Village => valley.village,
    };
    sheet.fill(Path::polygon(&hex), ground);
    match terrain {
        Terrain::Clear => {
            let mut blades = Path::default();
            for (at, chance) in jittered(area, 8.0, 21).filter(|(p, _)| within(*p, 3.0)) {
                for lean in [-0.8, 0.0, 0.8] {
                    blades.add_line(&[at + pt(lean * 0.4, 0.0), at + pt(lean, -1.7) * (0.9 + chance)]);
                }
            }
            sheet.stroke(blades, 0.5, valley.grass);
        }
        Terrain::Paddy => {
            let plots = paddies::plots(area, &|p| within(p, 0.6));
            paddies::draw(sheet, painter.palette, &plots);
        }
        Terrain::Broken => {
            growth::brush(sheet, painter, jittered(area, 6.4, 31), &|p| if within(p, 2.4) { 1.0 } else { 0.0 });
        }
        Terrain::Jungle => {
            growth::canopy(sheet, painter, jittered(area, 5.4, 41), &|p| if within(p, 3.2) { 1.0 } else { 0.0 });
        }
        Terrain::Village => villages::hamlet(sheet, painter, middle, 1109, &|p| within(p, 1.6)),
    }
    sheet.stroke(Path::polygon(&hex), 0.9, map.ink);
}

fn across(at: Point, half: f32) -> [Point; 2] {
    [at - pt(half, 0.0), at + pt(half, 0.0)]
}

fn road_sign(painter: &Painter<'_>, sheet: &mut Sheet, at: Point) {
    let map = &painter.palette.map;
    sheet.round_stroke(Path::line(&across(at, 15.0)), 5.4, map.road_edge.mix(map.ink, 0.25));
    sheet.round_stroke(Path::line(&across(at, 15.0)), 3.8, map.road);
}

fn trail_sign(painter: &Painter<'_>, sheet: &mut Sheet, at: Point) {
    sheet.stroke(dashes(&across(at, 16.0), 5.2, 2.3), 1.5, painter.palette.valley.trail);
}

fn river_sign(painter: &Painter<'_>, sheet: &mut Sheet, at: Point) {
    let map = &painter.palette.map;
    sheet.stroke(Path::line(&across(at, 16.0)), 12.6, map.shore);
    sheet.stroke(Path::line(&across(at, 16.0)), 10.8, map.water);
    sheet.stroke(Path::line(&across(at, 16.0)), 4.0, map.water_deep);
}

fn hill_sign(painter: &Painter<'_>, sheet: &mut Sheet, at: Point) {
    let valley = &painter.palette.valley;
    for (size, width) in [(1.0, 1.5), (0.64, 0.7), (0.32, 0.7)] {
        let ring = Path::ellipse(at, 16.0 * size, 11.0 * size);
        sheet.fill(ring.clone(), valley.hill.mix(crate::colour::Colour::WHITE, (1.0 - size) * 0.3));
        sheet.stroke(ring, width, valley.contour);
    }
}

fn zone_sign(painter: &Painter<'_>, sheet: &mut Sheet, at: Point) {
    let ink = painter.palette.map.ink;
    let mut ring = hexagon(at, 15.0).to_vec();
    ring.push(ring[0]);
    sheet.stroke(dashes(&ring, 6.0, 3.4), 1.3, ink);
    sheet.stroke(Path::circle(at, 6.0), 1.1, ink);
    sheet.text_centred("H", at, Lettering::new(Font::SansBold, 8.6), ink);
}

fn bridge_sign(painter: &Painter<'_>, sheet: &mut Sheet, at: Point) {
    let map = &painter.palette.map;
    river_sign(painter, sheet, at);
    sheet.fill(Path::rect(Rect::around(at, 7.2, 17.0)), map.road.mix(map.wall_light, 0.35));
    for x in [-3.6, 3.6] {
        let rail = [at + pt(x * 1.5, -10.5), at + pt(x, -8.0), at + pt(x, 8.0), at + pt(x * 1.5, 10.5)];
        sheet.round_stroke(Path::line(&rail), 1.4, map.ink);
    }
}
