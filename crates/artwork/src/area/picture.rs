//! A position as one picture: the map, everybody on it, and a strip that says how things stand.

use block_by_block::units::UnitKind;
use block_by_block::{BlockByBlock, Gate, Place, Side, State, Step, UnitId, Zone};
use tabletop::between;

use crate::area::counter::{Activity, CounterFace, Print, counter_sheet};
use crate::area::layout::{Layout, print_scale};
use crate::area::map::{Detail, map_sheet};
use crate::area::marker::{Marker, emblem, gate_flag_sheet, marker_sheet, zone_marker_sheet};
use crate::fonts::Font;
use crate::geometry::{Placement, Point, Rect, pt};
use crate::palette::Palette;
use crate::path::Path;
use crate::raster::{Picture, RasterError, raster};
use crate::sheet::Sheet;
use crate::text::{Align, Lettering};

impl CounterFace {
    /// A counter as it stands in a position.
    pub fn of(rules: &BlockByBlock, state: &State, unit: UnitId) -> Self {
        let finished = state.groups().any(|(_, g)| g.finished && g.units.has(unit));
        let moving = matches!(state.step(), Step::UsArvnMovement | Step::PavnNlfMovement);
        let moved = moving && state.step().side() == Some(unit.side()) && state.moved().has(unit);
        Self {
            unit,
            condition: state.condition(unit),
            value: if unit.kind() == UnitKind::GateTower { 0 } else { rules.attack_value(state, unit) },
            detached: state.detached(unit),
            group: state.group_of(unit),
            activity: match (finished, moved) {
                (true, _) => Activity::Finished,
                (_, true) => Activity::Moved,
                _ => Activity::Ready,
            },
        }
    }
}

/// Draws a position as a PNG of this size.
///
/// # Errors
/// [`RasterError`] if there can be no picture of that size, or it cannot be written as PNG.
pub fn picture(
    rules: &BlockByBlock,
    state: &State,
    palette: &Palette,
    size: (u32, u32),
) -> Result<Vec<u8>, RasterError> {
    let layout = Layout::new(rules.map());
    let map = map_sheet(rules.map(), &layout, palette, Detail::Full);
    let (width, height) = (size.0 as f32, size.1 as f32);
    let strip = Rect::new(0.0, 0.0, width, between(height * 0.068, 40.0, 96.0).min(height));
    let room = Rect { min: pt(0.0, strip.max.y), max: pt(width, height) };
    let scale = (room.width() / map.bounds.width()).min(room.height() / map.bounds.height()).max(0.0);
    let place = Placement::at(room.middle() - map.bounds.middle() * scale, scale);

    let mut sheet = Sheet::new();
    for layer in map.shown(scale) {
        sheet.stamp(&layer.sheet, place);
    }
    sheet.stamp(&pieces(rules, state, &layout, palette, scale), place);
    header(&mut sheet, rules, state, palette, strip);
    raster(&sheet, Rect::new(0.0, 0.0, width, height), size, palette.panel.table)?.png()
}

/// Draws the board of a position, this many pixels wide: the map and everybody on it.
///
/// # Errors
/// [`RasterError`] if there can be no picture of that size.
pub fn board_picture(
    rules: &BlockByBlock,
    state: &State,
    palette: &Palette,
    width: u32,
) -> Result<Picture, RasterError> {
    let layout = Layout::new(rules.map());
    let map = map_sheet(rules.map(), &layout, palette, Detail::Full);
    let scale = width as f32 / map.bounds.width();
    let mut sheet = Sheet::new();
    for layer in map.shown(scale) {
        sheet.append(layer.sheet.clone());
    }
    sheet.append(pieces(rules, state, &layout, palette, scale));
    let height = (map.bounds.height() * scale).round().max(1.0) as u32;
    raster(&sheet, map.bounds, (width, height), palette.panel.table)
}

/// Markers and counters of a position, in map units, as they are printed at this many pixels to the map unit.
pub fn pieces(rules: &BlockByBlock, state: &State, layout: &Layout, palette: &Palette, zoom: f32) -> Sheet {
    let mut sheet = Sheet::new();
    for zone in Zone::ALL {
        let marker = zone_marker_sheet(zone, state.zone_control(zone), state.clearing(zone), palette);
        sheet.stamp(&marker, Placement::at(layout.zone_marker(zone).middle(), print_scale(zoom)));
    }
    for place in Place::all() {
        let ours = UnitId::each(state.side_at(Side::UsArvn, place));
        let units: Vec<UnitId> = ours.chain(UnitId::each(state.side_at(Side::PavnNlf, place))).collect();
        let side = layout.side(place, units.len());
        for (unit, at) in units.iter().zip(layout.slots(place, units.len())) {
            let face = CounterFace::of(rules, state, *unit);
            let print = Print::at(side * zoom);
            sheet.stamp(&counter_sheet(&face, print, palette), Placement::at(at, side));
        }
        if state.routes().has(place)
            && let Some(label) = layout.label(place)
        {
            let at = label.placement(print_scale(zoom)).apply(pt(label.room.max.x + 9.0, label.terrain.y));
            sheet.stamp(&marker_sheet(&Marker::Route, palette), Placement::at(at, 14.0));
        }
    }
    for gate in Gate::all() {
        sheet.stamp(&gate_flag_sheet(state.gate_control(gate), palette), Placement::at(layout.gate_flag(gate), 1.0));
    }
    sheet
}

/// The strip: turn, step and who acts on the left; score and its parts on the right.
fn header(sheet: &mut Sheet, rules: &BlockByBlock, state: &State, palette: &Palette, strip: Rect) {
    let panel = &palette.panel;
    sheet.fill(Path::rect(strip), panel.ground);
    sheet.fill(Path::rect(Rect { min: pt(strip.min.x, strip.max.y - 1.0), max: strip.max }), panel.line);
    let unit = strip.height() / 40.0;
    let (first, second) = (strip.min.y + 17.5 * unit, strip.min.y + 33.0 * unit);
    let (bold, quiet) = (Lettering::new(Font::SansSemiBold, 14.5 * unit), Lettering::new(Font::Sans, 12.0 * unit));
    let margin = 12.0 * unit;
    let half = strip.width() / 2.0 - margin * 1.5;

    let mut left = strip.min.x + margin;
    if let Some(side) = state.step().side() {
        let radius = 12.0 * unit;
        emblem(sheet, side, pt(left + radius, strip.middle().y), radius, palette);
        left += radius * 2.0 + 10.0 * unit;
    }
    let room = (half - (left - strip.min.x - margin)).max(1.0);
    let turn = format!("Turn {} · {}", state.turn(), rules.calendar().turn(state.turn()).dates);
    line(sheet, &turn, pt(left, first), Align::Left, bold.fitted(&turn, room), panel.text);
    let step = state.step().name();
    line(sheet, step, pt(left, second), Align::Left, quiet.fitted(step, room), panel.text_quiet);

    let score = rules.score(state);
    let right = strip.max.x - margin;
    let standing = format!("Clearing score {} · {}", score.total, score.result.title);
    line(sheet, &standing, pt(right, first), Align::Right, bold.fitted(&standing, half), palette.accent.ground);
    let parts = format!(
        "clearing 2 × {}  ·  publicity {}  ·  survivors {}  ·  destruction {} for {}  ·  US/ARVN zones {} of {}",
        score.clearing,
        score.publicity,
        score.survivors,
        score.destruction_points,
        score.destruction,
        score.us_arvn_zones,
        Zone::ALL.len()
    );
    line(sheet, &parts, pt(right, second), Align::Right, quiet.fitted(&parts, half), panel.text_quiet);
}

fn line(sheet: &mut Sheet, text: &str, at: Point, align: Align, lettering: Lettering, ink: crate::colour::Colour) {
    sheet.text(text, at, align, lettering, ink);
}
