//! Who sits at the table: what he may see, what he may order, the log as he may read it, and, where a side may not know everything,
//! the curtain between him and the next.
//!
//! Boards, panels and the log of such a ruleset read [`Seat`] and never the position itself.

use bevy::ecs::message::MessageReader;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use panels::computer::Watch;
use panels::log::LogBook;
use panels::screens::{CurtainModel, curtain_screen};
use panels::{Intent, Theme};
use tabletop::{Players, Refusal};
use teacher::explain::Account;

use super::course::Course;
use super::eyes::Eyes;
use super::game::desk;
use super::game::{Order, Play, Practice, Refused};
use super::held::Held;
use super::order::{GameSystems, HudSystems, Room};
use super::playback::Playback;
use super::said::Said;
use super::screen::{OnTable, Page};
use super::staged::Staged;

/// The side that looks at the table, and what it may know.
#[derive(Resource)]
pub struct Seat<R: Staged> {
    side: Option<R::Side>,
    eyes: Option<Eyes<R::Side>>,
    view: Option<R::State>,
    offers: Vec<R::Command>,
    complete: bool,
    curtain: Option<R::Side>,
    open: bool,
    /// The side that was called to the table though another one decides.
    called: Option<R::Side>,
    /// How many orders each side has seen the outcome of when it looked last, in the order of the rulebook.
    looked: [usize; 2],
    log: LogBook,
    written: Option<(usize, Eyes<R::Side>, u64)>,
    /// The position this was made for, and whom.
    made_for: Option<Stamp>,
    /// Whether a lesson waited for a decision then; none if there was no lesson.
    asks: Option<bool>,
}

/// Orders seen, orders there are, whether it is the present, whether orders may be given, who plays, what a watcher sees, and how often it
/// was told otherwise.
type Stamp = (usize, usize, bool, bool, Players, Watch, u64);

impl<R: Staged> Default for Seat<R> {
    fn default() -> Self {
        Self {
            side: None,
            eyes: None,
            view: None,
            offers: Vec::new(),
            complete: true,
            curtain: None,
            open: false,
            called: None,
            looked: [0; 2],
            log: LogBook::default(),
            written: None,
            made_for: None,
            asks: None,
        }
    }
}

impl<R: Staged> Seat<R> {
    /// The side that looks; none before the first position was seen.
    pub fn side(&self) -> Option<R::Side> {
        self.side
    }

    /// Whose knowledge is shown of a game: once it is over, everything may be known.
    pub fn eyes(&self, game: &Held<R>) -> Eyes<R::Side> {
        if !R::HIDES || game.outcome().is_some() {
            return Eyes::All;
        }
        self.eyes.unwrap_or_else(|| Eyes::watching(game.rules().sides(), Watch::Common))
    }

    /// The position as this side may know it; the whole of it once the game is over.
    pub fn view(&self) -> Option<&R::State> {
        self.view.as_ref()
    }

    /// The orders this side may give now: nothing while the past is looked at, something is still being shown, or the
    /// other side decides.
    pub fn offers(&self) -> &[R::Command] {
        &self.offers
    }

    /// Whether these are all orders that are legal, or a fair choice of them.
    pub fn complete(&self) -> bool {
        self.complete
    }

    /// The side that is to sit down, while the curtain is drawn.
    pub fn curtain(&self) -> Option<R::Side> {
        self.curtain
    }

    /// Calls a side to the table though another one decides, behind the curtain as ever; none sends it away again.
    pub fn call(&mut self, side: Option<R::Side>) {
        if self.called != side {
            (self.called, self.made_for) = (side, None);
        }
    }

    /// The log as this side may read it.
    pub fn log(&self) -> &LogBook {
        &self.log
    }

    /// Writes the arithmetic of an order beside its lines in the log.
    pub fn explain(&mut self, order: usize, account: Account) {
        self.log.explain(order, account);
    }

    /// Why an order of this side would be refused, asked of what it may know: a refusal betrays nothing.
    ///
    /// # Errors
    /// The refusal.
    pub fn check(&self, rules: &R, command: &R::Command) -> Result<(), Refusal> {
        self.view.as_ref().map_or(Ok(()), |view| rules.check(view, command))
    }
}

/// Seats, curtain and log for this ruleset.
pub fn plugin<R: Staged>(app: &mut App) {
    app.init_resource::<Seat<R>>()
        .init_resource::<OnItsWay>()
        .add_systems(
            Update,
            (
                listen::<R>.after(desk::<R>).in_set(GameSystems::Input.of(Room::Shell)),
                sit::<R>.in_set(GameSystems::Seats.of(Room::Shell)),
            )
                .run_if(resource_exists::<Play<R>>),
        )
        .add_systems(OnExit(OnTable::of::<R>()), |mut seat: ResMut<Seat<R>>| *seat = Seat::default())
        .add_systems(
            EguiPrimaryContextPass,
            draw_curtain::<R>.in_set(HudSystems::Above.of(Room::Shell)).run_if(resource_exists::<Play<R>>),
        );
}

/// The point at which an order is on its way that was given in advance: nobody sits down for it, and nothing of it is shown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnItsWay(pub Option<usize>);

impl OnItsWay {
    /// Whether the game stands where one is.
    pub fn is_at<R: Staged>(self, play: &Play<R>) -> bool {
        play.is_now() && self.0 == Some(play.point())
    }
}

fn index_of<R: Staged>(rules: &R, side: R::Side) -> usize {
    rules.sides().iter().position(|s| *s == side).unwrap_or(0).min(1)
}

/// Once everything has been shown: the position as it may be seen, and what may be ordered.
pub fn sit<R: Staged>(
    play: Res<Play<R>>,
    playback: Res<Playback<R::Event>>,
    course: Res<Course>,
    on_its_way: Res<OnItsWay>,
    mut seat: ResMut<Seat<R>>,
) {
    if play.is_added() {
        *seat = Seat { open: false, ..Seat::default() };
    }
    if on_its_way.is_at(&play) {
        return;
    }
    if !playback.is_idle() {
        if seat.made_for.is_some() || !seat.offers.is_empty() {
            seat.offers.clear();
            seat.made_for = None;
        }
        return;
    }
    let game = &play.game;
    let stamp =
        (play.point(), game.len(), play.is_now(), play.is_asked(), game.players(), course.watch, game.corrected());
    let asks = match play.practice() {
        Some(Practice::Lesson { asks }) => Some(asks),
        _ => None,
    };
    if seat.made_for == Some(stamp) && seat.asks == asks {
        return;
    }
    (seat.made_for, seat.asks) = (Some(stamp), asks);
    let rules = game.rules();
    let acting = game.to_act();
    // A player who looks into the past stays seated; in the present the one who decides sits down.
    // So does who learns, until the lesson asks him to decide for somebody: it is told to one person, and has no curtain.
    let stays = !play.is_now() || asks == Some(false);
    let persons = game.persons();
    let watching = Eyes::watching(rules.sides(), course.watch);
    let next = match (persons.as_slice(), watching) {
        // Against the computer its only opponent stays seated, and a spectator looks with the eyes they have chosen.
        ([only], _) => Some(*only),
        ([], Eyes::Of(chosen)) => Some(chosen),
        ([], _) => None,
        _ if stays => seat.side.or(acting),
        _ => seat.called.or(acting).or(seat.side),
    };
    let Some(next) = next.or_else(|| rules.sides().first().copied()) else { return };
    seat.eyes = Some(if persons.is_empty() { watching } else { Eyes::Of(next) });
    let changes = seat.side.is_some_and(|side| side != next);
    if changes && let Some(before) = seat.side {
        // He has seen everything up to the order that passed the table on.
        seat.looked[index_of(&**rules, before)] = game.cursor();
    }
    // The curtain falls between people.
    let alone = play.practice().is_some() || persons.len() < 2;
    // The first player to sit down may have something to hide as well.
    let hides = |other: &R::Side| *other != next && rules.view(play.state(), *other) != *play.state();
    let passes = changes || (seat.side.is_none() && rules.sides().iter().any(hides));
    seat.curtain =
        (passes && !alone && R::HIDES && !seat.open && !game.beside() && game.outcome().is_none()).then_some(next);
    if changes && seat.curtain.is_none() {
        seat.looked[index_of(&**rules, next)] = game.cursor();
    }
    seat.side = Some(next);
    let state = play.state();
    let eyes = seat.eyes(game);
    let known = eyes.look(&**rules, state);
    seat.offers.clear();
    seat.complete = true;
    if play.is_asked() && acting == Some(next) {
        seat.complete = rules.options(&known, &mut seat.offers);
        let here = |command: &R::Command| rules.giver(&known, command).is_none_or(|giver| game.decides_here(giver));
        seat.offers.retain(here);
    }
    seat.view = Some(known);
    write_log(&play, &mut seat, eyes);
}

/// The log as this side may read it, from where it was written last.
fn write_log<R: Staged>(play: &Play<R>, seat: &mut Seat<R>, eyes: Eyes<R::Side>) {
    let game = &play.game;
    let end = game.cursor();
    let from = match seat.written {
        Some((written, whose, corrected)) if (whose, corrected) == (eyes, game.corrected()) => {
            if written > end {
                seat.log.take_back(end);
            }
            written.min(end)
        }
        _ => {
            seat.log = LogBook::default();
            0
        }
    };
    for line in game.log_for(from..end, eyes.readers()) {
        if line.phrase.is_some() && !game.by_person(line.entry) {
            seat.log.reason(line.entry);
        }
        seat.log.write(&**game.rules(), line);
    }
    seat.written = Some((end, eyes, game.corrected()));
}

/// What was said about the curtain, and the orders that were chosen from the offers.
fn listen<R: Staged>(
    mut said: MessageReader<Said>,
    mut keys: MessageReader<KeyboardInput>,
    play: Res<Play<R>>,
    mut seat: ResMut<Seat<R>>,
    mut orders: MessageWriter<Order<R::Command>>,
    mut refused: ResMut<Refused>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let mut open =
        keys.read().any(|key| key.state == ButtonState::Pressed && !key.repeat && key.logical_key == Key::Enter)
            && seat.curtain.is_some();
    for Said(intent) in said.read() {
        match intent {
            Intent::OpenCurtain => open = true,
            Intent::KeepCurtainOpen => (open, seat.open) = (true, true),
            Intent::Choose { point, index } => {
                if *point == play.point()
                    && let Some(command) = seat.offers.get(*index)
                {
                    orders.write(Order(vec![command.clone()]));
                }
            }
            _ => {}
        }
    }
    if open && let Some(side) = seat.curtain {
        seat.curtain = None;
        let index = index_of(&**play.game.rules(), side);
        seat.looked[index] = play.game.cursor();
        refused.0 = None;
        redraw.write(RequestRedraw);
    }
}

/// The curtain, across the whole window.
fn draw_curtain<R: Staged>(
    mut contexts: EguiContexts,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    page: Res<Page>,
    mut said: MessageWriter<Said>,
) -> Result {
    let Some(side) = seat.curtain.filter(|_| *page == Page::Home) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let colours = Theme::of_context(&ctx).colours;
    let game = &play.game;
    let since = seat.looked[index_of(&**game.rules(), side)].min(game.cursor());
    let noticed = game.log_for(since..game.cursor(), &[side]).into_iter().flat_map(|line| line.told).collect();
    let moment = seat.view().map_or_else(String::new, |view| game.rules().moment(view).1);
    let model = CurtainModel { side: R::mark(side), moment, noticed };
    let mut root = panels::around::whole_window(&ctx, "curtain");
    let frame = egui::Frame::new().fill(colours.ground).inner_margin(egui::Margin::symmetric(24, 16));
    let intents = egui::CentralPanel::default().frame(frame).show(&mut root, |ui| curtain_screen(ui, &model));
    said.write_batch(intents.inner.into_iter().map(Said));
    Ok(())
}
