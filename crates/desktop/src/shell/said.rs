//! What the player says through panels: one message, independent of the panel that draws it and of the system that obeys.

use bevy::prelude::*;
use panels::Intent;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Said>();
}

/// What the player said through a panel.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Said(pub Intent);
