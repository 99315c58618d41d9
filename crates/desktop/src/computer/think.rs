//! The computer decides: when it is its turn, one decision after the other, at the player's pace.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use opponent::{Level, View};
use panels::computer::ComputerModel;
use panels::screens::Speed;
use tabletop::Player;
use tabletop::game::Game;

use super::Course;
use super::ask::{Answer, Asked};
use crate::banner::Banner;
use crate::dialogs::Dialog;
use crate::game::{Order, OwnDice, Play};
use crate::held::Held;
use crate::hud::Desk;
use crate::playback::{Pace, Playback, Ticker};
use crate::screen::Page;
use crate::staged::Staged;
use crate::storage::Storage;
use crate::table::Table;
use crate::teacher::{Asking, Lesson, Open, Teacher};

/// More orders of one side in one turn than any turn takes: it goes in circles.
const CIRCLES: usize = 3_000;

/// The mind that decides for the side that is to act.
#[derive(Resource)]
pub struct Thinker<R: Staged> {
    thought: Option<Thought<R>>,
    /// The order that was given and is on its way to the rules.
    given: Option<R::Command>,
    beat: Beat,
    /// Turn and side, and how many orders that side has given in it.
    streak: (u32, Option<R::Side>, usize),
}

/// A decision being thought over, or ready.
struct Thought<R: Staged> {
    /// What it is about: what the side saw, and who it was.
    view: View<R>,
    player: Player,
    asked: Option<Asked<R>>,
    answer: Option<Answer<R>>,
}

impl<R: Staged> Default for Thinker<R> {
    fn default() -> Self {
        Self { thought: None, given: None, beat: Beat::default(), streak: (0, None, 0) }
    }
}

impl<R: Staged> Thinker<R> {
    /// Whether an order is the one that the computer has given.
    pub fn has_given(&self, command: &R::Command) -> bool {
        self.given.as_ref() == Some(command)
    }

    /// As if the computer had decided on this order in a view.
    #[cfg(test)]
    pub(super) fn pretend(&mut self, view: View<R>, player: Player, answer: Answer<R>) {
        self.thought = Some(Thought { view, player, asked: None, answer: Some(answer) });
    }

    /// The order that was given has been dealt with.
    pub fn is_done(&mut self) {
        self.given = None;
        self.thought = None;
    }

    fn rest(&mut self) {
        if self.thought.is_some() || self.given.is_some() {
            *self = Self { streak: self.streak, ..Self::default() };
        }
    }
}

/// The rhythm of the computer's orders. Each comes on a beat, however long or short the thought was, so that the time it takes
/// says nothing about what it was thought about.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Beat(f32);

impl Beat {
    /// Whether an order that is `ready` may be given now, after `seconds` more.
    pub(super) fn strikes(&mut self, seconds: f32, ready: bool, length: Option<f32>) -> bool {
        let Some(length) = length else { return ready };
        self.0 += seconds;
        if self.0 < length {
            return false;
        }
        self.0 = if ready { 0.0 } else { self.0 % length };
        ready
    }
}

/// How long a beat is, in seconds; none if each order comes as soon as it is there.
pub(super) const fn beat_of(speed: Speed) -> Option<f32> {
    match speed {
        Speed::Half => Some(2.4),
        Speed::Normal => Some(1.2),
        Speed::Double => Some(0.6),
        Speed::Fourfold => Some(0.3),
        Speed::Off => None,
    }
}

/// What lies over the board, or is asked of somebody: the computer waits until it is gone.
#[derive(SystemParam)]
pub struct Interrupted<'w> {
    dialog: Res<'w, Dialog>,
    desk: Res<'w, Desk>,
    page: Res<'w, Page>,
    teacher: Res<'w, Teacher>,
    own: Res<'w, OwnDice>,
}

impl Interrupted<'_> {
    fn waits(&self) -> bool {
        *self.dialog != Dialog::None
            || self.desk.rulebook.is_some()
            || *self.page != Page::Home
            || self.teacher.open != Open::Nothing
            || self.own.need.is_some()
    }
}

/// Whose decision it is, if it is the computer's.
fn deciding<R: Staged>(game: &Held<R>) -> Option<(R::Side, Player, Level)> {
    let side = game.to_act()?;
    let player = game.player(side);
    Level::of(player).map(|level| (side, player, level))
}

pub fn think<R: Staged>(
    mut play: ResMut<Play<R>>,
    mut playback: ResMut<Playback<R::Event>>,
    practice: (Option<Res<Lesson<R>>>, Option<Res<Asking<R>>>),
    interrupted: Interrupted,
    table: Res<Table>,
    pace: Res<Pace>,
    mut ticker: ResMut<Ticker>,
    mut thinker: ResMut<Thinker<R>>,
    mut course: ResMut<Course>,
    mut orders: MessageWriter<Order<R::Command>>,
    (mut banner, mut storage): (ResMut<Banner>, ResMut<Storage>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if play.is_added() {
        *thinker = Thinker::default();
        *course = Course { watch: course.watch, ..Course::default() };
    }
    let practises = practice.0.is_some() || practice.1.is_some();
    let now = deciding(&play.game).filter(|_| play.is_live() && !practises && !play.game.beside());
    let Some((side, player, level)) = now else {
        thinker.rest();
        if course.now.is_some() || course.skipping {
            (course.now, course.skipping) = (None, false);
            redraw.write(RequestRedraw);
        }
        return;
    };
    let model = ComputerModel {
        name: player.name(),
        paused: course.paused,
        skipping: course.skipping,
        slower: pace.0.slower().is_some(),
        faster: pace.0.faster().is_some(),
        opposed: !play.game.persons().is_empty(),
    };
    if course.now != Some(model) {
        course.now = Some(model);
        redraw.write(RequestRedraw);
    }
    if course.skipping {
        playback.skip();
    }
    // An order on its way is dealt with first; while the past is looked at, everything waits.
    if thinker.given.is_some() && interrupted.own.need.is_some() || !play.is_now() {
        return;
    }
    if thinker.given.is_some() {
        thinker.is_done();
    }
    let rules = play.game.rules().clone();
    let view = View::of(&*rules, play.game.state(), side);
    let stale = |thought: &Thought<R>| {
        thought.player != player || thought.view.side() != side || thought.view.seen() != view.seen()
    };
    if thinker.thought.as_ref().is_some_and(stale) {
        thinker.thought = None;
    }
    let seed = play.game.seed();
    let thought = thinker.thought.get_or_insert_with(|| {
        let asked = Asked::what_to_do(&rules, &table.library, View::of(&*rules, play.game.state(), side), level, seed);
        Thought { view, player, asked: Some(asked), answer: None }
    });
    if let Some(answer) = thought.asked.as_mut().and_then(Asked::answer) {
        (thought.asked, thought.answer) = (None, Some(answer));
    }
    let ready = thought.answer.is_some();
    if !ready {
        redraw.write(RequestRedraw);
    }
    if course.paused || interrupted.waits() || !playback.is_idle() {
        return;
    }
    ticker.keep_going(&mut redraw);
    let length = beat_of(pace.0).filter(|_| !course.skipping);
    if !thinker.beat.strikes(ticker.seconds(), ready, length) {
        return;
    }
    let turn = rules.moment(play.game.state()).0;
    let (before, whose, count) = thinker.streak;
    thinker.streak =
        if (before, whose) == (turn, Some(side)) { (turn, whose, count + 1) } else { (turn, Some(side), 1) };
    let answer = thinker.thought.as_mut().and_then(|thought| thought.answer.take());
    match answer {
        Some(Ok(decision)) if thinker.streak.2 < CIRCLES => {
            thinker.given = Some(decision.command.clone());
            orders.write(Order(vec![decision.command]));
        }
        Some(answer) => {
            let why = answer.err().unwrap_or_else(|| "It keeps repeating itself.".to_owned());
            if let Some(game) = play.game.whole_mut() {
                hand_over(game, side, &why, &mut banner);
                banner.kept(storage.autosave(game));
            }
            thinker.is_done();
        }
        None => {}
    }
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
