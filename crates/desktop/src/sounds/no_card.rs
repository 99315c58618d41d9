//! A program that was built without sound has nothing to play with.

use bevy::app::PluginGroupBuilder;
use bevy::prelude::*;

pub(super) fn plugin(_app: &mut App) {}

/// These plugins, with what opens the sound card where it is wanted: here there is none.
pub fn fit(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
    plugins
}
