//! Who plays which side of the game on the table, and how that changes.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::Intent;
use panels::computer::{BESIDE, SeatsModel};

use super::Course;
use crate::banner::Banner;
use crate::elsewhere::SHARED;
use crate::game::Play;
use crate::held::Held;
use crate::hud::Said;
use crate::screen::Page;
use crate::staged::Staged;
use crate::storage::Storage;
use crate::teacher::{Asking, Lesson};

/// What is on the table for practice.
type Practice<'w, R> = (Option<Res<'w, Lesson<R>>>, Option<Res<'w, Asking<R>>>);

/// Why the computer plays no side of a game, if it does not.
fn why_not<R: Staged>(game: &Held<R>, practice: &Practice<'_, R>) -> Option<&'static str> {
    if practice.0.is_some() || practice.1.is_some() {
        return Some("In a lesson you play both sides.");
    }
    if game.whole().is_none() {
        return Some(SHARED);
    }
    game.beside().then_some(BESIDE)
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
                (course.paused, course.skipping) = (false, false);
                if let Some(game) = play.game.whole_mut() {
                    game.seat(players);
                    banner.kept(storage.autosave(game));
                }
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
