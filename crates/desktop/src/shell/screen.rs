//! Which screen the window shows.

use bevy::prelude::*;
use tabletop::Ruleset;

use super::standing::Standing;

pub fn plugin(app: &mut App) {
    app.init_state::<Screen>().init_state::<OnTable>().init_resource::<Page>().init_resource::<Chosen>();
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

/// Which ruleset's game lies on the table, by its id. Boards are set up and cleared away as this changes.
#[derive(States, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct OnTable(pub Option<&'static str>);

impl OnTable {
    /// A game of this ruleset.
    pub const fn of<R: Ruleset>() -> Self {
        Self(Some(R::ID))
    }
}

/// The ruleset whose scenarios are shown, or were, by its id; empty if none.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chosen(pub &'static str);

/// The page that fills the window.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// The title page, or the board when a game lies on the table.
    #[default]
    Home,
    /// The scenarios of a ruleset.
    Scenarios,
    /// The lessons of a ruleset.
    Learn,
    Load,
    Options,
    /// Somebody is invited to the game on the table.
    Invite,
    /// One sits down at a game elsewhere.
    Join,
    /// Forces for 20mm Platoon.
    PlatoonForces,
    /// Forces for Vietnam Skirmish.
    SkirmishForces,
}

/// Whether the board is in sight: no page lies over it and no curtain is drawn. Beside a real table there is none.
pub fn on_board(screen: Res<State<Screen>>, page: Res<Page>, standing: Res<Standing>) -> bool {
    board_in_sight(**screen, *page, &standing)
}

/// The same, for systems that know all three.
pub fn board_in_sight(screen: Screen, page: Page, standing: &Standing) -> bool {
    screen == Screen::Game && page == Page::Home && !standing.curtain && !standing.beside
}

/// Whether a page other than the board fills the window.
pub fn on_page(screen: Res<State<Screen>>, page: Res<Page>) -> bool {
    **screen != Screen::Game || *page != Page::Home
}
