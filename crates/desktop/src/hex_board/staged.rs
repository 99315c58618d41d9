//! What the window needs to know of Search & Destroy beyond its rules.

use std::sync::Arc;

use panels::screens::ScenarioLine;
use search_and_destroy::SearchAndDestroy;
use sound::Sound;

use crate::shell::staged::{Staged, line};
use crate::shell::table::Table;
use crate::sounds::sound_of;

impl Staged for SearchAndDestroy {
    const OPENING: &'static str = "standard";
    const HIDES: bool = true;
    const SPRAWLS: bool = true;
    const KEYS: &'static [(&'static str, &'static str)] = super::KEYS;

    fn rules(table: &Table) -> &Arc<Self> {
        &table.search_and_destroy
    }

    fn line(scenario: &Self::Scenario) -> ScenarioLine {
        line(&scenario.title, &scenario.summary, &scenario.background)
    }

    fn pace(event: &Self::Event) -> f32 {
        super::animation::pace(event)
    }

    fn sound_of(event: &Self::Event) -> Option<Sound> {
        sound_of::search_and_destroy(event)
    }
}
