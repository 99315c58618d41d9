//! What the window needs to know of a ruleset beyond its rules.

use std::sync::Arc;

use artwork::hex::hex_map_sheet;
use artwork::{Detail, Palette, Picture, Sheet, raster};
use block_by_block::BlockByBlock;
use opponent::Thinking;
use panels::companion::{Companion, Points, Whose};
use panels::hex::points_account;
use panels::log::Logged;
use panels::screens::ScenarioLine;
use platoon::Platoon;
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use sound::Sound;
use tabletop::Ruleset as _;
use tabletop::dice::{Seeded, Tape};
use teacher::Teaching;

use crate::sounds::sound_of;
use crate::table::Table;
use crate::table_board::{Fielded, field_picture};

/// A ruleset that can be played in the window.
pub trait Staged: Teaching + Thinking + Logged {
    /// The scenario of a ruleset that is named alone.
    const OPENING: &'static str;

    /// Whether there is anything one side may not know, so that players at one machine need a curtain between them.
    const HIDES: bool;

    /// Whether its map is so large that a lesson begins nearer to what it is about.
    const SPRAWLS: bool = false;

    /// Whether its battle is fought in the rain of the monsoon, which is heard then.
    const MONSOON: bool = false;

    /// The keys its board has beyond those that all boards share, each with what it does.
    const KEYS: &'static [(&'static str, &'static str)];

    /// Its rules.
    fn rules(table: &Table) -> &Arc<Self>;

    /// A scenario as a line of the list.
    fn line(scenario: &Self::Scenario) -> ScenarioLine;

    /// Whether a scenario is played beside a real table: the companion leads, and there is no board.
    fn beside(_scenario: &Self::Scenario) -> bool {
        false
    }

    /// Whose the next die is of an order that is on its way, after these dice. By default it is nobody's in particular.
    fn whose_die(&self, _state: &Self::State, _order: &Self::Command, _rolled: &[u8]) -> Whose {
        Whose::default()
    }

    /// The points of both sides, from what both know; none where points do not decide.
    fn points_known(&self, _known: &Self::State) -> Option<Points> {
        None
    }

    /// The board of a scenario as both sides see it when the game begins; none if it has none.
    fn board_picture(&self, scenario: &Self::Scenario, palette: &Palette) -> Option<Picture>;

    /// The bare ground of its board, so many pixels wide, for the chart; none where every scenario has its own.
    fn ground_picture(&self, _palette: &Palette, _width: u32) -> Option<Picture> {
        None
    }

    /// How long an event is shown, in seconds at normal speed.
    fn pace(event: &Self::Event) -> f32;

    /// What is heard of an event. It is only asked of what the player may know.
    fn sound_of(event: &Self::Event) -> Option<Sound>;
}

/// Whose the next die is, where the companion knows it: the same beside a real table and on the computer's.
fn die_beside<R: Companion>(rules: &R, state: &R::State, order: &R::Command, rolled: &[u8]) -> Whose {
    let mut dice = Tape::new(rolled.to_vec());
    rules.part_way(state, order, &mut dice).dice.pop().unwrap_or_default()
}

impl Staged for BlockByBlock {
    const OPENING: &'static str = "historical";
    const HIDES: bool = false;
    // The north-east monsoon lay over Huế in February 1968.
    const MONSOON: bool = true;
    const KEYS: &'static [(&'static str, &'static str)] = crate::area_board::KEYS;

    fn rules(table: &Table) -> &Arc<Self> {
        &table.rules
    }

    fn line(scenario: &Self::Scenario) -> ScenarioLine {
        line(&scenario.title, &scenario.summary, &scenario.background)
    }

    fn board_picture(&self, scenario: &Self::Scenario, palette: &Palette) -> Option<Picture> {
        let state = self.begin(scenario, &mut Seeded::new(1)).ok()?;
        artwork::board_picture(self, &state, palette, PICTURE).ok()
    }

    fn pace(event: &Self::Event) -> f32 {
        crate::area_board::animation::pace(event)
    }

    fn sound_of(event: &Self::Event) -> Option<Sound> {
        sound_of::block_by_block(event)
    }
}

impl Staged for SearchAndDestroy {
    const OPENING: &'static str = "standard";
    const HIDES: bool = true;
    const SPRAWLS: bool = true;
    const KEYS: &'static [(&'static str, &'static str)] = crate::hex_board::KEYS;

    fn rules(table: &Table) -> &Arc<Self> {
        &table.search_and_destroy
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
        crate::hex_board::animation::pace(event)
    }

    fn sound_of(event: &Self::Event) -> Option<Sound> {
        sound_of::search_and_destroy(event)
    }
}

impl Staged for Platoon {
    const OPENING: &'static str = "ambush";
    const HIDES: bool = true;
    const KEYS: &'static [(&'static str, &'static str)] = crate::table_board::KEYS;

    fn rules(table: &Table) -> &Arc<Self> {
        &table.platoon
    }

    fn line(scenario: &Self::Scenario) -> ScenarioLine {
        line(&scenario.title, &scenario.summary, &scenario.background)
    }

    fn beside(scenario: &Self::Scenario) -> bool {
        scenario.table.is_none()
    }

    fn whose_die(&self, state: &Self::State, order: &Self::Command, rolled: &[u8]) -> Whose {
        die_beside(self, state, order, rolled)
    }

    fn points_known(&self, known: &Self::State) -> Option<Points> {
        Some(Companion::points(self, known))
    }

    fn board_picture(&self, scenario: &Self::Scenario, palette: &Palette) -> Option<Picture> {
        table_picture(self, scenario, palette)
    }

    fn pace(_event: &Self::Event) -> f32 {
        BRISK
    }

    fn sound_of(event: &Self::Event) -> Option<Sound> {
        sound_of::platoon(event)
    }
}

impl Staged for Skirmish {
    const OPENING: &'static str = "patrol-and-ambush";
    const HIDES: bool = true;
    const KEYS: &'static [(&'static str, &'static str)] = crate::table_board::KEYS;

    fn rules(table: &Table) -> &Arc<Self> {
        &table.skirmish
    }

    fn line(scenario: &Self::Scenario) -> ScenarioLine {
        line(&scenario.title, &scenario.summary, &scenario.background)
    }

    fn beside(scenario: &Self::Scenario) -> bool {
        scenario.board.is_none()
    }

    fn whose_die(&self, state: &Self::State, order: &Self::Command, rolled: &[u8]) -> Whose {
        die_beside(self, state, order, rolled)
    }

    fn points_known(&self, known: &Self::State) -> Option<Points> {
        Some(Companion::points(self, known))
    }

    fn board_picture(&self, scenario: &Self::Scenario, palette: &Palette) -> Option<Picture> {
        table_picture(self, scenario, palette)
    }

    fn pace(_event: &Self::Event) -> f32 {
        BRISK
    }

    fn sound_of(event: &Self::Event) -> Option<Sound> {
        sound_of::skirmish(event)
    }
}

/// How wide the picture of a board is, in pixels.
const PICTURE: u32 = 1200;

/// A table as it begins, with everybody whom both sides see.
fn table_picture<R: Staged + Fielded + Companion>(
    rules: &R,
    scenario: &R::Scenario,
    palette: &Palette,
) -> Option<Picture> {
    let state = rules.begin(scenario, &mut Seeded::new(1)).ok()?;
    let known = rules.known_to_all(&state);
    let pieces = rules.sides().first().map_or_else(Vec::new, |side| rules.pieces(&known, *side));
    field_picture(R::board(&known)?, &pieces, palette, PICTURE)
}

/// How long an event is shown that moves nothing far, in seconds.
const BRISK: f32 = 0.25;

fn line(title: &str, summary: &str, background: &str) -> ScenarioLine {
    ScenarioLine {
        title: title.into(),
        summary: summary.into(),
        background: background.into(),
        ..ScenarioLine::default()
    }
}
