//! What is written on the map: ids, terrain values, gate letters, landings; and names. Rules 2.1, 6.3, 8.0 and 13.0.

use block_by_block::Place;

use crate::area::layout::{BADGE, GATE_BADGE, ID, LETTERS, ZONE_MARKER};
use crate::area::map::{Painter, points};
use crate::colour::Colour;
use crate::fonts::Font;
use crate::geometry::{Course, Placement, Point, Rect, pt};
use crate::path::{Path, Piece};
use crate::sheet::Sheet;
use crate::symbol::anchor;
use crate::text::{Align, Lettering};

/// Lettering of values and letters in their signs.
const SIGN: Lettering = Lettering::new(Font::CondensedBold, LETTERS);

/// Draws the label of every area at this share of its room.
pub fn labels(painter: &Painter<'_>, scale: f32) -> Sheet {
    let mut all = Sheet::new();
    let map = &painter.palette.map;
    for area in Place::areas() {
        let Some(label) = painter.layout.label(area) else { continue };
        let mut sheet = Sheet::new();
        let halo = (painter.tint(area).mix(map.paper, 0.3).alpha(0.85), 1.1);
        sheet.text_with_halo(area.name(), label.id, Align::Left, ID, map.ink, halo);
        terrain(painter, &mut sheet, area, label.terrain);
        for (gate, at) in &label.letters {
            gate_letter(painter, &mut sheet, gate.letter(), *at);
        }
        if let Some(at) = label.landing {
            landing(painter, &mut sheet, at);
        }
        all.stamp(&sheet, label.placement(scale));
    }
    for zone in block_by_block::Zone::ALL {
        let mut sheet = Sheet::new();
        let rect = Rect::around(pt(0.0, 0.0), ZONE_MARKER.x, ZONE_MARKER.y);
        sheet.fill(Path::rounded(rect, 2.0), painter.palette.zone(zone).mix(map.paper, 0.4));
        sheet.stroke(Path::rounded(rect.grown(-0.4), 1.8), 0.7, map.zone_line);
        sheet.text_centred(zone.name(), rect.middle(), SIGN, map.ink);
        all.stamp(&sheet, Placement::at(painter.layout.zone_marker(zone).middle(), scale));
    }
    all
}

/// The terrain value in its circle: white outside the citadel. Rule 13.0.
fn terrain(painter: &Painter<'_>, sheet: &mut Sheet, area: Place, at: Point) {
    let map = &painter.palette.map;
    let outside = area.zone().is_none() && !matches!(area, Place::MACV | Place::PALACE);
    let tone = if outside { map.terrain_outside } else { map.terrain };
    let value = painter.map.terrain(area);
    let text = match value {
        0 => "0".to_owned(),
        v if v > 0 => format!("+{v}"),
        v => format!("−{}", v.abs()),
    };
    sheet.fill(Path::circle(at, BADGE), if outside { tone.ink } else { map.paper });
    sheet.fill(Path::circle(at, BADGE - 0.8), tone.ground);
    let lettering = SIGN.fitted(&text, BADGE * 1.8);
    sheet.text_centred(&text, at, lettering, tone.ink);
}

/// A gate's letter under an arch.
fn gate_letter(painter: &Painter<'_>, sheet: &mut Sheet, letter: char, at: Point) {
    let map = &painter.palette.map;
    let tone = map.gate_letter;
    let arch = |grow: f32| {
        let (w, top, foot) = (GATE_BADGE / 2.0 + grow, at.y - 7.1 - grow, at.y + 6.8 + grow);
        let mut path = Path::default();
        path.pieces.extend([
            Piece::Move(pt(at.x - w, foot)),
            Piece::Line(pt(at.x - w, at.y - 1.5)),
            Piece::Cubic(pt(at.x - w, top), pt(at.x + w, top), pt(at.x + w, at.y - 1.5)),
            Piece::Line(pt(at.x + w, foot)),
            Piece::Close,
        ]);
        path
    };
    sheet.fill(arch(0.0), map.wall);
    sheet.fill(arch(-0.8), tone.ground);
    sheet.text_centred(&letter.to_string(), at + pt(0.0, 1.1), SIGN, tone.ink);
}

/// A river landing: an anchor in a circle of water. Rule 6.3.
fn landing(painter: &Painter<'_>, sheet: &mut Sheet, at: Point) {
    let map = &painter.palette.map;
    sheet.fill(Path::circle(at, BADGE), map.water_ink);
    sheet.fill(Path::circle(at, BADGE - 0.8), map.paper);
    anchor(sheet, at, 10.0, 1.25, map.water_ink);
}

/// Draws the names of places.
pub fn place_names(painter: &Painter<'_>) -> Sheet {
    let mut sheet = Sheet::new();
    let map = &painter.palette.map;
    for area in Place::areas() {
        let Some(label) = painter.layout.label(area) else { continue };
        if painter.map.area(area).name == area.name() {
            continue;
        }
        let (at, lettering) = label.name;
        let halo = (painter.tint(area).alpha(0.9), 0.8);
        sheet.text_with_halo(&painter.map.area(area).name, at, Align::Left, lettering, map.ink_quiet, halo);
    }
    sheet
}

/// Draws the names of gates, canals and bridges.
pub fn small_names(painter: &Painter<'_>) -> Sheet {
    let mut sheet = Sheet::new();
    let map = &painter.palette.map;
    for site in &painter.map.file.gates {
        let rect = painter.layout.gate_box(site.letter);
        let lettering = Lettering::new(Font::Condensed, 5.4).fitted(&site.name, rect.width() - 5.0);
        let at = pt(rect.middle().x, rect.max.y - 4.0);
        sheet.text(&site.name, at, Align::Middle, lettering, map.gate_letter.ink);
    }
    let scenery = &painter.map.file.scenery;
    for (line, name, from) in [
        (&scenery.dong_ba_canal, "sông Đông Ba", 0.42),
        (&scenery.phu_cam_canal, "sông Phủ Cam", 0.33),
        (&scenery.ngu_ha_canal, "sông Ngự Hà", 0.52),
    ] {
        let course = Course::new(crate::geometry::smooth(&points(line), 10));
        let lettering = Lettering::new(Font::SansItalic, 5.2).spaced(0.9);
        let start = course.length() * from;
        along(&mut sheet, &course, name, lettering, start, map.water_ink, map.water.alpha(0.7));
    }
    for bridge in &scenery.unusable_bridges {
        let (a, b) = (Point::from(bridge.from), Point::from(bridge.to));
        let lettering = Lettering::new(Font::SansItalic, 5.0);
        // Beside the bridge, read upwards or downwards, whichever way letters stand on their feet.
        let (p, q) = if a.x <= b.x { (a, b) } else { (b, a) };
        let course = Course::new(vec![p, q]);
        let room = lettering.fitted(&bridge.name, course.length());
        let start = (course.length() - room.width(&bridge.name)) / 2.0;
        let path = room.along(&bridge.name, &course, start, -6.0);
        sheet.round_stroke(path.clone(), 1.4, map.water.alpha(0.8));
        sheet.fill(path, map.water_ink);
    }
    sheet
}

/// The name of the river in its stream; it is on the ground of the map at every zoom.
pub fn river_name(painter: &mut Painter<'_>) {
    let sheet = &mut painter.sheet;
    let ink = painter.palette.map.water_ink;
    let course = Course::new(painter.river.line(0.5));
    if course.length() < 400.0 {
        return;
    }
    let vietnamese = Lettering::new(Font::SansItalic, 19.0).spaced(8.5);
    let english = Lettering::new(Font::SansItalic, 13.2).spaced(4.0);
    let start = course.length() * 0.145;
    sheet.fill(vietnamese.along("Sông Hương", &course, start, vietnamese.cap_height() / 2.0), ink.alpha(0.88));
    sheet.fill(
        english.along("Perfume River", &course, course.length() * 0.6, english.cap_height() / 2.0),
        ink.alpha(0.8),
    );
}

fn along(sheet: &mut Sheet, course: &Course, text: &str, lettering: Lettering, from: f32, ink: Colour, halo: Colour) {
    let path = lettering.along(text, course, from, lettering.cap_height() / 2.0);
    sheet.round_stroke(path.clone(), 1.6, halo);
    sheet.fill(path, ink);
}
