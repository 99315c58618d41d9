//! The companion: a game beside a real table has no board, the whole window is the desk beside it. Rules P-companion and
//! S-companion.
//!
//! What happens at the desk is in `panels::companion`; here it gets its game, its dice and its place in the window.

mod builder;
mod computer;
mod desk;
mod forces;
mod phones;
#[cfg(test)]
mod tests;

use bevy::prelude::*;
use bevy_egui::EguiPrimaryContextPass;
use panels::companion::Companion;
use platoon::Platoon;
use skirmish::Skirmish;

use crate::shell::game::Play;
use crate::shell::order::{GameSystems, HudSystems, Room};
use crate::shell::screen::{OnTable, Page, Screen};
use crate::shell::staged::Staged;
use crate::shell::standing::Standing;

pub use phones::Phones;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((beside::<Platoon>, beside::<Skirmish>, phones::plugin, forces::plugin, builder::plugin));
}

/// Games of this ruleset beside a real table.
fn beside<R: Staged + Companion>(app: &mut App) {
    app.init_resource::<computer::Decider<R>>();
    app.add_systems(
        Update,
        (
            desk::follow::<R>,
            (phones::serve::<R>, computer::decide::<R>).chain().run_if(resource_exists::<desk::Laptop<R>>),
        )
            .chain()
            .in_set(GameSystems::Board.of(Room::Companion))
            .run_if(resource_exists::<Play<R>>),
    )
    .add_systems(
        Update,
        phones::laid::<R>
            .in_set(GameSystems::After.of(Room::Companion))
            .run_if(resource_exists::<Play<R>>)
            .run_if(resource_added::<Play<R>>),
    )
    .add_systems(OnExit(OnTable::of::<R>()), |mut commands: Commands| commands.remove_resource::<desk::Laptop<R>>())
    .add_systems(
        EguiPrimaryContextPass,
        desk::draw::<R>
            .in_set(HudSystems::Around.of(Room::Companion))
            .run_if(in_sight)
            .run_if(resource_exists::<Play<R>>)
            .run_if(resource_exists::<desk::Laptop<R>>),
    );
}

/// Whether the desk fills the window: a game beside a real table is under way and no page lies over it.
fn in_sight(screen: Res<State<Screen>>, page: Res<Page>, standing: Res<Standing>) -> bool {
    **screen == Screen::Game && *page == Page::Home && standing.beside
}
