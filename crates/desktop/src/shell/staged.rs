//! What the window needs to know of a ruleset beyond its rules.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use artwork::{Palette, Picture, Sheet};
use opponent::{Mind, Patience, Thinking, View};
use panels::companion::{Announced, Companion, Deciding, Points, Whose};
use panels::log::Logged;
use panels::screens::ScenarioLine;
use sound::Sound;
use tabletop::dice::Tape;
use teacher::Teaching;

use super::table::Table;

/// A ruleset that can be played in the window.
pub trait Staged: Teaching + Thinking + Logged {
    /// The phases of its turn, as its rules know them.
    type Phase: Copy + Eq + Hash + Debug + Send + Sync + 'static;

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

    /// The phase of a position.
    fn phase(state: &Self::State) -> Self::Phase;

    /// A scenario as a line of the list.
    fn line(scenario: &Self::Scenario) -> ScenarioLine;

    /// Whether a scenario is played beside a real table: the companion leads, and there is no board.
    fn beside(_scenario: &Self::Scenario) -> bool {
        false
    }

    /// Whether the computer can play a side of it beside a real table.
    const PLAYS_BESIDE: bool = false;

    /// Deals what only a side of the computer may know, beside a real table, so that no player knows it from the scenario.
    fn deal(_scenario: &mut Self::Scenario, _side: Self::Side, _seed: u64) {}

    /// What the computer does for a side beside a real table, with what those at it have to do for that; none if it finds nothing.
    fn decide_beside(
        &self,
        _mind: &Mind<Self>,
        _view: &View<Self>,
        _from: &Deciding<Self::Command>,
        _patience: &Patience<'_>,
    ) -> Option<(Self::Command, Option<Announced<Self::Command>>)> {
        None
    }

    /// Whose the next die is of an order that is on its way, after these dice. By default it is nobody's in particular.
    fn whose_die(&self, _state: &Self::State, _order: &Self::Command, _rolled: &[u8]) -> Whose {
        Whose::default()
    }

    /// The points of both sides, from what both know; none where points do not decide.
    fn points_known(&self, _known: &Self::State) -> Option<Points> {
        None
    }

    /// The board of a position that both sides know, so many pixels wide; none if it has none.
    fn board_picture(&self, known: &Self::State, palette: &Palette, width: u32) -> Option<Picture>;

    /// What each side is known to bring, in the order of the rulebook: pieces of side 1 around the origin.
    fn forces(&self, known: &Self::State, palette: &Palette) -> Vec<Vec<Sheet>>;

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
pub fn die_beside<R: Companion>(rules: &R, state: &R::State, order: &R::Command, rolled: &[u8]) -> Whose {
    let mut dice = Tape::new(rolled.to_vec());
    rules.part_way(state, order, &mut dice).dice.pop().unwrap_or_default()
}

/// How long an event is shown that moves nothing far, in seconds.
pub const BRISK: f32 = 0.25;

/// A scenario as a line of the list.
pub fn line(title: &str, summary: &str, background: &str) -> ScenarioLine {
    ScenarioLine {
        title: title.into(),
        summary: summary.into(),
        background: background.into(),
        ..ScenarioLine::default()
    }
}
