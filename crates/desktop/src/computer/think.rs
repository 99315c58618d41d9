//! The computer decides: when it is its turn, one decision after the other, at the player's pace.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use opponent::{Level, View};
use panels::computer::ComputerModel;
use panels::screens::Speed;
use tabletop::Player;

use super::ask::{Answer, Asked};
use crate::shell::banner::Banner;
use crate::shell::course::{Course, hand_over};
use crate::shell::dialog::{Desk, Dialog};
use crate::shell::game::{Given, Order, OwnDice, Play};
use crate::shell::held::Held;
use crate::shell::playback::{Pace, Playback, Ticker};
use crate::shell::screen::Page;
use crate::shell::staged::Staged;
use crate::shell::storage::Storage;
use crate::shell::table::Table;
use crate::teacher::{Open, Teacher};

/// More orders of one side in one turn than any turn takes: it goes in circles.
const CIRCLES: usize = 3_000;

/// The mind that decides for the side that is to act.
#[derive(Resource)]
pub struct Thinker<R: Staged> {
    thought: Option<Thought<R>>,
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
        Self { thought: None, beat: Beat::default(), streak: (0, None, 0) }
    }
}

impl<R: Staged> Thinker<R> {
    /// As if the computer had decided on this order in a view.
    #[cfg(test)]
    pub(super) fn pretend(&mut self, view: View<R>, player: Player, answer: Answer<R>) {
        self.thought = Some(Thought { view, player, asked: None, answer: Some(answer) });
    }

    fn rest(&mut self) {
        if self.thought.is_some() {
            *self = Self { streak: self.streak, ..Self::default() };
        }
    }
}

/// The rhythm of the computer's orders. Each comes on a beat, however long or short the thought was, so that the time it takes
/// says nothing about what it was thought about.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Beat(f32);

impl Beat {
    /// Whether an order that is `ready` may be given now, after `seconds` more.
    pub fn strikes(&mut self, seconds: f32, ready: bool, length: Option<f32>) -> bool {
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
pub const fn beat_of(speed: Speed) -> Option<f32> {
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
    interrupted: Interrupted,
    table: Res<Table>,
    pace: Res<Pace>,
    mut ticker: ResMut<Ticker>,
    (mut thinker, mut given): (ResMut<Thinker<R>>, ResMut<Given<R>>),
    mut course: ResMut<Course>,
    mut orders: MessageWriter<Order<R::Command>>,
    (mut banner, mut storage): (ResMut<Banner>, ResMut<Storage>),
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if play.is_added() {
        given.0 = None;
        *thinker = Thinker::default();
        *course = Course { watch: course.watch, ..Course::default() };
    }
    // Beside a real table the desk asks and decides.
    if play.game.beside() {
        return;
    }
    let now = deciding(&play.game).filter(|_| play.is_live() && play.practice().is_none());
    let Some((side, player, level)) = now else {
        thinker.rest();
        given.0 = None;
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
    if given.0.is_some() && interrupted.own.need.is_some() || !play.is_now() {
        return;
    }
    given.0 = None;
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
            given.0 = Some(decision.command.clone());
            thinker.thought = None;
            orders.write(Order(vec![decision.command]));
        }
        Some(answer) => {
            let why = answer.err().unwrap_or_else(|| "It keeps repeating itself.".to_owned());
            if let Some(game) = play.game.whole_mut() {
                hand_over(game, side, &why, &mut banner);
                banner.kept(storage.autosave(game));
            }
            thinker.thought = None;
        }
        None => {}
    }
}
