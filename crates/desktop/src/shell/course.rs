//! How the turns of a computer go, and what becomes of a side that it cannot go on for.

use bevy::prelude::*;
use panels::computer::{ComputerModel, CourseModel, SeatsModel, Watch};
use tabletop::Player;
use tabletop::game::Game;

use super::banner::Banner;
use super::staged::Staged;

pub fn plugin(app: &mut App) {
    app.init_resource::<Course>();
}

/// How the computer's turn goes, and what is shown of it.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Course {
    /// Whether the computer waits until it is let go on.
    pub paused: bool,
    /// Whether its turn is shown at once, up to the next decision of a person.
    pub skipping: bool,
    /// What a spectator of two computers sees.
    pub watch: Watch,
    /// The computer, while it decides.
    pub now: Option<ComputerModel>,
    /// What it did since a person decided last.
    pub card: Option<CourseModel>,
    /// How many orders there were when the card was put away.
    pub seen: usize,
    /// Who plays the game on the table.
    pub seats: Option<SeatsModel>,
}

/// The computer cannot go on for a side: a person plays it from here on. It is said, and stands in the diary.
pub fn hand_over<R: Staged>(game: &mut Game<R>, side: R::Side, why: &str, banner: &mut Banner) {
    let mut players = game.players();
    let place = game.rules().sides().iter().position(|other| *other == side);
    if let Some(player) = place.and_then(|place| players.get_mut(place)) {
        *player = Player::Person;
    }
    game.seat(players);
    error!("the computer gave up after {} orders of {}: {why}", game.cursor(), R::TITLE);
    let name = R::side_name(side);
    banner.say(format!(
        "The computer cannot continue for {name}; the side is now yours. “Who plays” in the menu hands it back. {why}"
    ));
}
