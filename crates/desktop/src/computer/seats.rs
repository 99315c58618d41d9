//! Who plays which side of the game on the table, and how that changes.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::Intent;
use panels::computer::{BESIDE, SeatsModel};

use super::Course;
use crate::banner::Banner;
use crate::game::Play;
use crate::hud::Said;
use crate::screen::Page;
use crate::staged::Staged;
use crate::storage::Storage;

/// A side is taken over, or handed over.
pub fn reseat<R: Staged>(
    mut said: MessageReader<Said>,
    page: Res<Page>,
    mut play: ResMut<Play<R>>,
    mut course: ResMut<Course>,
    mut storage: ResMut<Storage>,
    mut banner: ResMut<Banner>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Said(intent) in said.read() {
        match intent {
            _ if *page != Page::Home => {}
            Intent::Seat { side, player } if !R::beside(play.game.scenario()) => {
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
pub fn tell<R: Staged>(play: Res<Play<R>>, mut course: ResMut<Course>) {
    let seats = SeatsModel {
        sides: R::SEATS.map(R::mark),
        players: play.game.players(),
        watch: R::HIDES.then_some(course.watch),
        why_not: R::beside(play.game.scenario()).then_some(BESIDE),
    };
    if course.seats.as_ref() != Some(&seats) {
        course.seats = Some(seats);
    }
}
