//! Which screen the window shows.

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_state::<Screen>().init_resource::<Page>();
}

/// Whether a game lies on the table.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Screen {
    /// None: the title page and what can be reached from it.
    #[default]
    Title,
    /// A game under way, or finished.
    Game,
}

/// The page that fills the window.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// The title page, or the board when a game lies on the table.
    #[default]
    Home,
    /// The scenarios of a ruleset.
    Scenarios,
    /// The saved games.
    Load,
    /// The options.
    Options,
}

/// Whether the board is in sight.
pub fn on_board(screen: Res<State<Screen>>, page: Res<Page>) -> bool {
    *screen.get() == Screen::Game && *page == Page::Home
}

/// Whether a page other than the board fills the window.
pub fn on_page(screen: Res<State<Screen>>, page: Res<Page>) -> bool {
    *screen.get() != Screen::Game || *page != Page::Home
}
