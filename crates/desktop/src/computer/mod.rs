//! The computer as a player: it decides beside the drawing of the window, and its turn is shown at the player's pace.
//!
//! A side is the computer's because the game says so (`Game::players`). [`Thinker`] has one decision thought over in Bevy's pool and
//! gives it as an order like any other. [`Course`] is what every ruleset shares: pause, pace, and what is shown of the turn.

mod ask;
mod card;
mod eyes;
mod follow;
mod seats;
mod tempo;
#[cfg(test)]
mod tests;
mod think;
mod why;

use bevy::prelude::*;
use panels::computer::{ComputerModel, CourseModel, SeatsModel, Watch};

use crate::game::{GameSystems, Play};
use crate::screen::OnTable;
use crate::staged::Staged;

pub use eyes::Eyes;
pub use think::{Thinker, hand_over};

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Course>().add_plugins((tempo::plugin, card::plugin));
}

/// The computer as a player of this ruleset.
pub(super) fn of<R: Staged>(app: &mut App) {
    app.init_resource::<Thinker<R>>()
        .init_resource::<why::Whys<R>>()
        .add_systems(
            Update,
            (
                (seats::reseat::<R>, think::think::<R>).chain().in_set(GameSystems::Input),
                (follow::follow::<R>, seats::tell::<R>).after(GameSystems::Events).before(GameSystems::Board),
                (why::ask::<R>, why::advise::<R>),
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

/// How the computer's turn goes, and what is shown of it.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// Whether the computer waits until it is let go on.
    pub paused: bool,
    /// Whether its turn is shown at once, up to the next decision of a person.
    pub skipping: bool,
    /// What whoever watches two computers sees.
    pub watch: Watch,
    /// The computer, while it decides.
    pub now: Option<ComputerModel>,
    /// What it did since a person decided last.
    pub card: Option<CourseModel>,
    /// How many orders there were when the card was put away.
    seen: usize,
    /// Who plays the game on the table.
    pub seats: Option<SeatsModel>,
}
