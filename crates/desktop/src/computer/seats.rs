//! Who plays which side of the game on the table, and how that changes.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::Intent;
use panels::computer::{BESIDE, SeatsModel};
use tabletop::Game;

use super::Course;
use crate::banner::Banner;
use crate::game::Play;
use crate::hud::Said;
use crate::screen::Page;
use crate::staged::Staged;
use crate::storage::Storage;
use crate::teacher::{Asking, Lesson};

/// What is on the table for practice.
type Practice<'w, R> = (Option<Res<'w, Lesson<R>>>, Option<Res<'w, Asking<R>>>);

/// Why the computer plays no side of a game, if it does not.
fn why_not<R: Staged>(game: &Game<R>, practice: &Practice<'_, R>) -> Option<&'static str> {
    if practice.0.is_some() || practice.1.is_some() {
        return Some("In a lesson you play both sides.");
    }
    R::beside(game.scenario()).then_some(BESIDE)
}

/// A side is taken over, or handed over.
pub fn reseat<R: Staged>(
    mut said: MessageReader<Said>,
    page: Res<Page>,
    practice: Practice<R>,
    mut play: ResMut<Play<R>>,
    mut course: ResMut<Course>,
    mut storage: ResMut<Storage>,
    mut banner: ResMut<Banner>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Said(intent) in said.read() {
        match intent {
            _ if *page != Page::Home => {}
            Intent::Seat { side, player } if why_not(&play.game, &practice).is_none() => {
                let mut players = play.game.players();
                if let Some(seat) = players.get_mut(*side) {
                    *seat = *player;
                }
                play.game.seat(players);
                (course.paused, course.skipping) = (false, false);
                banner.kept(storage.autosave(&play.game));
                redraw.write(RequestRedraw);
            }
            Intent::Watch(watch) => {
                course.watch = *watch;
                redraw.write(RequestRedraw);
            }
            _ => {}
        }
    }
}

/// Keeps what is known of the players true.
pub fn tell<R: Staged>(play: Res<Play<R>>, practice: Practice<R>, mut course: ResMut<Course>) {
    let seats = SeatsModel {
        sides: R::SEATS.map(R::mark),
        players: play.game.players(),
        watch: R::HIDES.then_some(course.watch),
        why_not: why_not(&play.game, &practice),
    };
    if course.seats.as_ref() != Some(&seats) {
        course.seats = Some(seats);
    }
}
