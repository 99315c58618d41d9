//! What the computer did since a person decided last, as far as the viewer may know it.

use bevy::prelude::*;
use panels::computer::{CourseLine, CourseModel};
use panels::log::brought_about;
use tabletop::game::LineOf;

use crate::shell::course::Course;
use crate::shell::eyes::Eyes;
use crate::shell::game::Play;
use crate::shell::held::Held;
use crate::shell::playback::Playback;
use crate::shell::seat::Seat;
use crate::shell::staged::Staged;

/// The lines so far: from which order, up to which, for whom.
#[derive(Default)]
pub struct Told {
    from: usize,
    to: usize,
    readers: usize,
    entries: usize,
    lines: Vec<CourseLine>,
}

/// From which order on nobody but the computer has decided.
pub(super) fn since<R: Staged>(game: &Held<R>) -> usize {
    let by_person = |n: &usize| game.given_here(*n);
    (0..game.cursor()).rev().find(by_person).map_or(0, |n| n + 1)
}

/// An order as a line; nothing if nothing was noticed of it but that a step ended and the next began.
pub(super) fn line<R: Staged>(game: &Held<R>, line: LineOf<R>) -> Option<CourseLine> {
    // Whether the order itself is a stop is asked only where it is open to the reader.
    let order = game.whole().map(|game| &game.entries()[line.entry].command);
    let stops = line.phrase.is_none() || order.is_none_or(R::stops);
    let told = brought_about(&**game.rules(), &line).join(" ");
    if told.is_empty() && stops {
        return None;
    }
    let ordered = line.phrase.unwrap_or_else(|| told.clone());
    (!ordered.is_empty()).then_some(CourseLine { order: line.entry, ordered, told })
}

pub fn follow<R: Staged>(
    play: Res<Play<R>>,
    playback: Res<Playback<R::Event>>,
    seat: Res<Seat<R>>,
    mut course: ResMut<Course>,
    mut told: Local<Told>,
) {
    let game = &play.game;
    let eyes = seat.eyes(game);
    let watched = game.persons().is_empty();
    let from = if watched { game.cursor().saturating_sub(1).max(since(game)) } else { since(game) };
    let to = game.cursor();
    // After an undo the same number of orders is another turn, of which nothing was put away.
    if to < course.seen {
        course.seen = 0;
    }
    let giver = to.checked_sub(1).and_then(|n| game.giver(n));
    // Of an order that may not be known its giver is not told; it was not somebody here.
    let other = || game.rules().sides().iter().copied().find(|side| !game.decides_here(*side));
    let side = giver.or_else(other);
    let decides = game.to_act().is_some_and(|side| !game.decides_here(side));
    let over = !decides && playback.is_idle();
    let shown = from < to && play.is_now() && course.seen != to && !(over && watched);
    let Some(side) = side.filter(|_| shown) else {
        if course.card.is_some() {
            course.card = None;
        }
        return;
    };
    let readers = eyes.readers().len() + 10 * usize::from(eyes.readers().first() == game.rules().sides().first());
    let goes_on = told.from == from && told.to <= to && told.readers == readers && !play.is_added();
    if !goes_on || (told.to == to && told.entries != game.len()) {
        *told = Told { from, to: from, readers, entries: 0, lines: Vec::new() };
    }
    if told.to < to {
        let lines = game.log_for(told.to..to, eyes.readers()).into_iter().filter_map(|told| line(game, told));
        told.lines.extend(lines);
        told.to = to;
    }
    told.entries = game.len();
    let why = game.whole().is_some() && !R::HIDES || eyes == Eyes::All;
    let model = CourseModel { side: R::mark(side), lines: told.lines.clone(), over, why };
    if course.card.as_ref() != Some(&model) {
        course.card = Some(model);
    }
}
