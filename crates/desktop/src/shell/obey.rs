//! What panels say is done here, whichever ruleset is played: steps through time, what is open.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::Intent;

use super::camera::{BoardRect, Bounds, View};
use super::dialog::Desk;
use super::game::TimeStep;
use super::order::{GameSystems, Room};
use super::said::Said;
use super::settings::Settings;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (obey_in_time, obey_at_desk).chain().in_set(GameSystems::Input.of(Room::Shell)));
}

/// Intents about the game's course and the view.
pub(super) fn obey_in_time(
    mut said: MessageReader<Said>,
    bounds: Res<Bounds>,
    board: Res<BoardRect>,
    mut view: ResMut<View>,
    mut steps: MessageWriter<TimeStep>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Said(intent) in said.read() {
        redraw.write(RequestRedraw);
        match intent {
            Intent::Undo => _ = steps.write(TimeStep::Undo),
            Intent::Redo => _ = steps.write(TimeStep::Redo),
            Intent::Seek(point) => _ = steps.write(TimeStep::See(*point)),
            Intent::ReturnToNow => _ = steps.write(TimeStep::Now),
            Intent::ContinueFromHere => _ = steps.write(TimeStep::Continue),
            Intent::FitMap => *view = View::fit(bounds.0, board.0),
            _ => {}
        }
    }
}

/// Intents about the panels.
pub(super) fn obey_at_desk(mut said: MessageReader<Said>, mut desk: ResMut<Desk>, mut settings: ResMut<Settings>) {
    for Said(intent) in said.read() {
        match intent {
            Intent::ShowPart(part) => desk.part = *part,
            Intent::OpenRule(rule) => desk.rulebook = Some(Some(rule.clone())),
            Intent::OpenRulebook => desk.rulebook = Some(None),
            Intent::CloseRulebook => desk.rulebook = None,
            Intent::ToggleLog => settings.log = !settings.log,
            _ => {}
        }
    }
}
