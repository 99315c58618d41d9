//! What the window needs to know of Block by Block beyond its rules.

use std::sync::Arc;

use artwork::{CounterFace, Palette, Picture, Print, Sheet, counter_sheet};
use block_by_block::{BlockByBlock, UnitId};
use opponent::Thinking;
use panels::screens::ScenarioLine;
use sound::Sound;

use crate::shell::staged::{Staged, line};
use crate::shell::table::Table;
use crate::sounds::sound_of;

impl Staged for BlockByBlock {
    type Phase = block_by_block::Step;

    const OPENING: &'static str = "historical";
    const HIDES: bool = false;
    // The north-east monsoon lay over Huế in February 1968.
    const MONSOON: bool = true;
    const KEYS: &'static [(&'static str, &'static str)] = super::KEYS;

    fn rules(table: &Table) -> &Arc<Self> {
        &table.rules
    }

    fn phase(state: &Self::State) -> Self::Phase {
        state.step()
    }

    fn line(scenario: &Self::Scenario) -> ScenarioLine {
        line(&scenario.title, &scenario.summary, &scenario.background)
    }

    fn board_picture(&self, known: &Self::State, palette: &Palette, width: u32) -> Option<Picture> {
        artwork::board_picture(self, known, palette, width).ok()
    }

    fn forces(&self, known: &Self::State, palette: &Palette) -> Vec<Vec<Sheet>> {
        let comes = |unit: &UnitId| known.place(*unit).is_some() || self.calendar().arrival_of(*unit).is_some();
        let piece = |unit: UnitId| counter_sheet(&CounterFace::of(self, known, unit), Print::Fine, palette);
        let of = |side| UnitId::all().filter(|unit| unit.side() == side).filter(comes).map(piece).collect();
        Self::SEATS.into_iter().map(of).collect()
    }

    fn pace(event: &Self::Event) -> f32 {
        super::animation::pace(event)
    }

    fn sound_of(event: &Self::Event) -> Option<Sound> {
        sound_of::block_by_block(event)
    }
}
