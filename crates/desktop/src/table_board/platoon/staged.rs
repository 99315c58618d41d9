//! What the window needs to know of 20mm Platoon beyond its rules.

use std::sync::Arc;

use artwork::{Palette, Picture, Sheet};
use opponent::{Mind, Patience, View};
use panels::companion::{Announced, Companion, Deciding, Look, Points, Seen, Whose};
use panels::screens::ScenarioLine;
use platoon::Platoon;
use sound::Sound;

use crate::shell::staged::{BRISK, Staged, die_beside, line};
use crate::shell::table::Table;
use crate::sounds::sound_of;
use crate::table_board::{mustered, table_picture};

impl Staged for Platoon {
    type Phase = platoon::Phase;

    const OPENING: &'static str = "ambush";
    const HIDES: bool = true;
    const KEYS: &'static [(&'static str, &'static str)] = crate::table_board::KEYS_WITH_HELD_FIRE;

    fn rules(table: &Table) -> &Arc<Self> {
        &table.platoon
    }

    fn phase(state: &Self::State) -> Self::Phase {
        state.phase
    }

    fn line(scenario: &Self::Scenario) -> ScenarioLine {
        line(&scenario.title, &scenario.summary, &scenario.background)
    }

    fn beside(scenario: &Self::Scenario) -> bool {
        scenario.table.is_none()
    }

    const PLAYS_BESIDE: bool = true;

    fn deal(scenario: &mut Self::Scenario, side: Self::Side, seed: u64) {
        scenario.deal_markers(side, seed);
    }

    fn decide_beside(
        &self,
        mind: &Mind<Self>,
        view: &View<Self>,
        from: &Deciding<Self::Command>,
        patience: &Patience<'_>,
    ) -> Option<(Self::Command, Option<Announced<Self::Command>>)> {
        let told = from.told.iter().map(|(Look::Platoon(look), Seen::Platoon(seen))| (*look, *seen)).collect();
        let ordered = opponent::decide_beside(mind, self, view, (&told, &from.cannot), patience)?;
        let announced = panels::platoon::announced(self, view.seen(), &ordered.command, ordered.purpose);
        Some((ordered.command, announced))
    }

    fn whose_die(&self, state: &Self::State, order: &Self::Command, rolled: &[u8]) -> Whose {
        die_beside(self, state, order, rolled)
    }

    fn points_known(&self, known: &Self::State) -> Option<Points> {
        Some(Companion::points(self, known))
    }

    fn board_picture(&self, known: &Self::State, palette: &Palette, width: u32) -> Option<Picture> {
        table_picture(self, known, palette, width)
    }

    fn forces(&self, known: &Self::State, palette: &Palette) -> Vec<Vec<Sheet>> {
        mustered(self, known, palette)
    }

    fn pace(_event: &Self::Event) -> f32 {
        BRISK
    }

    fn sound_of(event: &Self::Event) -> Option<Sound> {
        sound_of::platoon(event)
    }
}
