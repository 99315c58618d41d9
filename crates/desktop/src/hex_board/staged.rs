//! What the window needs to know of Search & Destroy beyond its rules.

use std::sync::Arc;

use artwork::hex::hex_map_sheet;
use artwork::{Detail, Palette, Picture, Sheet, raster};
use panels::companion::Points;
use panels::hex::points_account;
use panels::screens::ScenarioLine;
use search_and_destroy::SearchAndDestroy;
use sound::Sound;

use crate::shell::staged::{PICTURE, Staged, line};
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

    /// Where anybody is, both sides still have to say.
    fn board_picture(&self, _scenario: &Self::Scenario, palette: &Palette) -> Option<Picture> {
        self.ground_picture(palette, PICTURE)
    }

    fn ground_picture(&self, palette: &Palette, width: u32) -> Option<Picture> {
        let map = hex_map_sheet(self, palette, Detail::Full);
        let scale = width as f32 / map.bounds.width();
        let mut sheet = Sheet::new();
        map.shown(scale).for_each(|layer| sheet.append(layer.sheet.clone()));
        let height = (map.bounds.height() * scale).round().max(1.0) as u32;
        raster(&sheet, map.bounds, (width, height), palette.panel.table).ok()
    }

    fn pace(event: &Self::Event) -> f32 {
        super::animation::pace(event)
    }

    fn sound_of(event: &Self::Event) -> Option<Sound> {
        sound_of::search_and_destroy(event)
    }
}
