//! Who plays which side of the game on the table, and how that changes.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::Intent;
use panels::computer::{BESIDE, SeatsModel};

use crate::shell::banner::Banner;
use crate::shell::course::Course;
use crate::shell::game::Play;
use crate::shell::held::SHARED;
use crate::shell::said::Said;
use crate::shell::screen::Page;
use crate::shell::staged::Staged;
use crate::shell::start::dealt;
use crate::shell::storage::Storage;

/// Why the computer plays no side of a game, if it does not.
fn why_not<R: Staged>(play: &Play<R>) -> Option<&'static str> {
    if play.practice().is_some() {
        return Some("In a lesson you play both sides.");
    }
    if play.game.whole().is_none() {
        return Some(SHARED);
    }
    (play.game.beside() && !R::PLAYS_BESIDE).then_some(BESIDE)
}

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
            Intent::Seat { side, player } if why_not(&play).is_none() => {
                let mut players = play.game.players();
                if let Some(seat) = players.get_mut(*side) {
                    *seat = *player;
                }
                (course.paused, course.skipping) = (false, false);
                if let Some(game) = play.game.whole_mut() {
                    game.seat(players);
                    // Before the first order nobody has seen what is dealt.
                    if game.is_empty() && !player.is_person() {
                        match dealt(game) {
                            Ok(dealt) => *game = dealt,
                            Err(sentence) => banner.say(sentence),
                        }
                    }
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
pub fn tell<R: Staged>(play: Res<Play<R>>, mut course: ResMut<Course>) {
    let seats = SeatsModel {
        sides: R::SEATS.map(R::mark),
        players: play.game.players(),
        watch: (R::HIDES && !play.game.beside()).then_some(course.watch),
        why_not: why_not(&play),
        beside: play.game.beside(),
    };
    if course.seats.as_ref() != Some(&seats) {
        course.seats = Some(seats);
    }
}
