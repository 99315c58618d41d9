//! What the window needs to know of Search & Destroy beyond its rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use artwork::hex::{HEX_COUNTER, HexFace, HexGrid, hex_counter_sheet, hex_map_sheet};
use artwork::{Detail, Palette, Picture, Placement, Sheet, pt, raster};
use opponent::Thinking;
use panels::companion::Points;
use panels::hex::points_account;
use panels::screens::ScenarioLine;
use search_and_destroy::{Hex, Place, SearchAndDestroy, State, UnitId};
use sound::Sound;

use crate::shell::staged::{Staged, line};
use crate::shell::table::Table;
use crate::sounds::sound_of;

impl Staged for SearchAndDestroy {
    type Phase = search_and_destroy::state::Step;

    const OPENING: &'static str = "standard";
    const HIDES: bool = true;
    const SPRAWLS: bool = true;
    const KEYS: &'static [(&'static str, &'static str)] = super::KEYS;

    fn rules(table: &Table) -> &Arc<Self> {
        &table.search_and_destroy
    }

    fn phase(state: &Self::State) -> Self::Phase {
        state.step()
    }

    fn line(scenario: &Self::Scenario) -> ScenarioLine {
        line(&scenario.title, &scenario.summary, &scenario.background)
    }

    fn points_known(&self, known: &Self::State) -> Option<Points> {
        Some(points_account(self, known))
    }

    fn board_picture(&self, known: &Self::State, palette: &Palette, width: u32) -> Option<Picture> {
        picture(self, palette, width, |scale| counters(self, known, palette, HEX_COUNTER.max(LEAST / scale)))
    }

    fn forces(&self, known: &Self::State, palette: &Palette) -> Vec<Vec<Sheet>> {
        let units = |side| known.units().filter(move |(_, unit)| unit.side() == side).map(|(id, _)| id);
        let piece = |id: UnitId| Some(hex_counter_sheet(&HexFace::of(self, known, id)?, palette));
        Self::SEATS.into_iter().map(|side| units(side).filter_map(piece).collect()).collect()
    }

    fn ground_picture(&self, palette: &Palette, width: u32) -> Option<Picture> {
        picture(self, palette, width, |_| Sheet::new())
    }

    fn pace(event: &Self::Event) -> f32 {
        super::animation::pace(event)
    }

    fn sound_of(event: &Self::Event) -> Option<Sound> {
        sound_of::search_and_destroy(event)
    }
}

/// How large a counter is at least, in pixels of a picture.
const LEAST: f32 = 16.0;

/// The map with something on it, made for so many pixels to the map unit.
fn picture(
    rules: &SearchAndDestroy,
    palette: &Palette,
    width: u32,
    pieces: impl FnOnce(f32) -> Sheet,
) -> Option<Picture> {
    let map = hex_map_sheet(rules, palette, Detail::Full);
    let scale = width as f32 / map.bounds.width();
    let mut sheet = Sheet::new();
    map.shown(scale).for_each(|layer| sheet.append(layer.sheet.clone()));
    sheet.append(pieces(scale));
    let height = (map.bounds.height() * scale).round().max(1.0) as u32;
    raster(&sheet, map.bounds, (width, height), palette.panel.table).ok()
}

/// The counters on the map, those of one hex over each other.
fn counters(rules: &SearchAndDestroy, known: &State, palette: &Palette, size: f32) -> Sheet {
    let grid = HexGrid::new(rules.map());
    let mut stacks: BTreeMap<Hex, f32> = BTreeMap::new();
    let mut sheet = Sheet::new();
    for (id, unit) in known.units() {
        let (Place::Hex(hex), Some(face)) = (unit.place, HexFace::of(rules, known, id)) else { continue };
        let below = stacks.entry(hex).or_default();
        let at = grid.centre(hex) + pt(1.0, -1.0) * (size * 0.08 * *below);
        *below = (*below + 1.0).min(4.0);
        sheet.stamp(&hex_counter_sheet(&face, palette), Placement::at(at, size));
    }
    sheet
}
