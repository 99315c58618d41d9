//! The computer as a player: it decides beside the drawing of the window, and its turn is shown at the player's pace.
//!
//! A side is the computer's because the game says so (`Game::players`). [`Thinker`] has one decision thought over in Bevy's pool and
//! gives it as an order like any other. [`Course`] is what every ruleset shares: pause, pace, and what is shown of the turn.

mod ask;
mod card;
mod follow;
mod seats;
mod tempo;
#[cfg(test)]
mod tests;
mod think;
mod why;

use bevy::prelude::*;

use crate::shell::course::Course;
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::screen::OnTable;
use crate::shell::staged::Staged;

use think::Thinker;

pub(super) use think::{Beat, beat_of};

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((tempo::plugin, card::plugin));
}

/// The computer as a player of this ruleset.
pub(super) fn of<R: Staged>(app: &mut App) {
    app.init_resource::<Thinker<R>>()
        .init_resource::<why::Whys<R>>()
        .add_systems(
            Update,
            (
                (seats::reseat::<R>, think::think::<R>)
                    .chain()
                    .after(tempo::obey)
                    .in_set(GameSystems::Input.of(Room::Computer)),
                (follow::follow::<R>, seats::tell::<R>).chain().in_set(GameSystems::Seats.of(Room::Computer)),
                (why::ask::<R>, why::advise::<R>).chain().in_set(GameSystems::After.of(Room::Computer)),
            )
                .run_if(resource_exists::<Play<R>>),
        )
        .add_systems(
            OnExit(OnTable::of::<R>()),
            |mut thinker: ResMut<Thinker<R>>, mut whys: ResMut<why::Whys<R>>, mut course: ResMut<Course>| {
                *thinker = Thinker::default();
                *whys = why::Whys::default();
                *course = Course { watch: course.watch, ..Course::default() };
            },
        );
}
