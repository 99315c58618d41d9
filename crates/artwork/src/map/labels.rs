//! What is written on the map: ids, terrain values, gate letters, landings; and names. Rules 2.1, 6.3, 8.0 and 13.0.

use block_by_block::Place;

use crate::colour::Colour;
use crate::fonts::Font;
use crate::geometry::{Course, Point, pt};
use crate::layout::{BADGE, GATE_BADGE, ID, ZONE_MARKER};
use crate::map::{Painter, points};
use crate::path::{Path, Piece};
use crate::sheet::Sheet;
use crate::symbol::anchor;
use crate::text::{Align, Lettering};

/// Draws the label of every area.
pub fn labels(painter: &Painter<'_>) -> Sheet {
    let mut sheet = Sheet::new();
    let map = &painter.palette.map;
    for area in Place::areas() {
        let Some(label) = painter.layout.label(area) else { continue };
        let halo = (painter.tint(area).mix(map.paper, 0.3).alpha(0.85), 1.1);
        sheet.text_with_halo(area.name(), label.id, Align::Left, ID, map.ink, halo);
        terrain(painter, &mut sheet, area, label.terrain);
        for (gate, at) in &label.letters {
            gate_letter(painter, &mut sheet, gate.letter(), *at);
        }
        if let Some(at) = label.landing {
            landing(painter, &mut sheet, at);
        }
    }
    for zone in block_by_block::Zone::ALL {
        let rect = painter.layout.zone_marker(zone);
        sheet.fill(Path::rounded(rect, 2.0), painter.palette.zone(zone).mix(map.paper, 0.4));
        sheet.stroke(Path::rounded(rect.grown(-0.4), 1.8), 0.7, map.zone_line);
        let lettering = Lettering::new(Font::CondensedBold, 9.0);
        sheet.text_centred(zone.name(), rect.middle(), lettering, map.ink);
        debug_assert!((rect.width() - ZONE_MARKER.x).abs() < 0.01);
    }
    sheet
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
    let lettering = Lettering::new(Font::CondensedBold, 8.4).fitted(&text, BADGE * 1.5);
    sheet.text_centred(&text, at, lettering, tone.ink);
}

/// A gate's letter under an arch.
fn gate_letter(painter: &Painter<'_>, sheet: &mut Sheet, letter: char, at: Point) {
    let map = &painter.palette.map;
    let tone = map.gate_letter;
    let arch = |grow: f32| {
        let (w, top, foot) = (GATE_BADGE / 2.0 + grow, at.y - 5.6 - grow, at.y + 5.4 + grow);
        let mut path = Path::default();
        path.pieces.extend([
            Piece::Move(pt(at.x - w, foot)),
            Piece::Line(pt(at.x - w, at.y - 1.2)),
            Piece::Cubic(pt(at.x - w, top), pt(at.x + w, top), pt(at.x + w, at.y - 1.2)),
            Piece::Line(pt(at.x + w, foot)),
            Piece::Close,
        ]);
        path
    };
    sheet.fill(arch(0.0), map.wall);
    sheet.fill(arch(-0.8), tone.ground);
    let lettering = Lettering::new(Font::CondensedBold, 8.6);
    sheet.text_centred(&letter.to_string(), at + pt(0.0, 0.9), lettering, tone.ink);
}

/// A river landing: an anchor in a circle of water. Rule 6.3.
fn landing(painter: &Painter<'_>, sheet: &mut Sheet, at: Point) {
    let map = &painter.palette.map;
    sheet.fill(Path::circle(at, BADGE), map.water_ink);
    sheet.fill(Path::circle(at, BADGE - 0.8), map.paper);
    anchor(sheet, at, 8.0, 1.0, map.water_ink);
}

/// Draws the names of places, waters and the citadel.
pub fn names(painter: &Painter<'_>) -> Sheet {
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
    for site in &painter.map.file.gates {
        let rect = painter.layout.gate_box(site.letter);
        let lettering = Lettering::new(Font::Condensed, 4.6).fitted(&site.name, 26.0);
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
    let english = Lettering::new(Font::SansItalic, 10.0).spaced(4.4);
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
