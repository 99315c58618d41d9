//! Which screen the window shows.

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_state::<Screen>();
}

/// The screens of the window.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// The title page with the rulesets.
    #[default]
    Title,
    /// The scenarios of a ruleset.
    Scenarios,
    /// The saved games.
    Load,
    /// A game under way, or finished.
    Game,
}
