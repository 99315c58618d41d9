//! The pages around the game, and what lies over it.

mod dialogs;
mod screens;

use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((dialogs::plugin, screens::plugin));
}
