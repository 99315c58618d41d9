//! A game under way: orders go to the rules, what happened goes to the board, one event after another.

use std::marker::PhantomData;
use std::path::PathBuf;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::Intent;
use panels::companion::program_dice;
use tabletop::game::{Game, Played, Stop};
use tabletop::{Dice as _, Halt, Need, Refusal, Ruleset};

use super::banner::Banner;
use super::course::{Course, hand_over};
use super::dialog::{Busy, Dialog, OPEN_ELSEWHERE, busy};
use super::held::{Held, KEPT_ELSEWHERE, SHARED_THERE};
use super::order::{GameSystems, Room};
use super::playback::{Happened, Playback, play_back};
use super::said::Said;
use super::screen::{OnTable, Page, Screen};
use super::seat::Seat;
use super::staged::Staged;
use super::start::{Opened, Seeds, Source, dealt, new_game, open};
use super::storage::{Opening, Storage, seat_in};
use super::table::Table;
use super::told::Told;

/// A player's decision, or several that are meant together; the first refusal ends them.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Order<C: Send + Sync + 'static>(pub Vec<C>);

/// A step through the game so far.
#[derive(Message, Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeStep {
    /// Take the last command back.
    Undo,
    /// Play what was taken back again.
    Redo,
    /// Look at the position after so many commands.
    See(usize),
    /// Take back what was played after so many commands.
    BackTo(usize),
    /// Look at the game as it stands.
    Now,
    /// Go on from the position that is looked at.
    Continue,
}

/// The game on the table.
#[derive(Resource)]
pub struct Play<R: Ruleset> {
    /// The game itself, or what a seat elsewhere knows of it.
    pub game: Held<R>,
    /// How many commands into the game the position is that is looked at, when it is not the last one.
    viewing: Option<usize>,
    /// Whether the game belongs to another window: it is looked at, and goes on here only as a copy.
    only_looks: bool,
    /// What the game is for, if it is there to learn by.
    practice: Option<Practice>,
}

/// What a game that somebody learns by is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Practice {
    /// A lesson, which judges each order before it is played. `asks`: whether it waits for a decision, and not for
    /// somebody to read.
    Lesson { asks: bool },
    /// A question of the quiz: it is asked whether something may be done, and nothing is.
    Question,
}

impl<R: Ruleset> Play<R> {
    /// A game, seen as it stands.
    pub fn new(game: Game<R>) -> Self {
        Self::of(Held::Whole(game))
    }

    /// A game that a host keeps, as a seat there knows it.
    pub fn elsewhere(told: Told<R>) -> Self {
        Self::of(Held::Told(Box::new(told)))
    }

    fn of(game: Held<R>) -> Self {
        Self { game, viewing: None, only_looks: false, practice: None }
    }

    /// A game that another window plays: no order is taken until the player goes on with a copy of it.
    pub fn looked_at(game: Game<R>) -> Self {
        Self { only_looks: true, ..Self::new(game) }
    }

    /// A game to learn by.
    pub fn practising(game: Game<R>, practice: Practice) -> Self {
        Self { practice: Some(practice), ..Self::new(game) }
    }

    /// What the game is for, if it is there to learn by.
    pub fn practice(&self) -> Option<Practice> {
        self.practice
    }

    /// The lesson on the table has gone on.
    pub fn practise(&mut self, practice: Practice) {
        self.practice = Some(practice);
    }

    /// The position that is looked at.
    pub fn state(&self) -> &R::State {
        self.game.state_at(self.point())
    }

    /// How many commands into the game that is.
    pub fn point(&self) -> usize {
        self.viewing.unwrap_or(self.game.cursor())
    }

    /// Whether the game is played here, and not only looked at.
    pub fn is_live(&self) -> bool {
        !self.only_looks
    }

    /// Whether a person decides now, so that orders can be given.
    pub fn is_asked(&self) -> bool {
        self.is_now()
            && self.game.to_act().is_some_and(|side| self.game.decides_here(side))
            && self.game.told().is_none_or(Told::is_ready)
    }

    /// Whether the game is seen as it stands, so that orders can be given.
    pub fn is_now(&self) -> bool {
        self.viewing.is_none() && !self.only_looks
    }

    fn see(&mut self, point: usize) {
        let point = point.min(self.game.len());
        self.viewing = Some(point).filter(|point| *point != self.game.cursor());
    }
}

/// Why the last order was refused; put away by the next thing the player does.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Refused(pub Option<Refusal>);

/// A game that is to lie on the table from now on.
#[derive(Message)]
pub struct Begin {
    pub ruleset: &'static str,
    pub from: Beginning,
}

/// What a game begins from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Beginning {
    /// A scenario or a file.
    Source(Source),
    /// A copy of the game in this file, which another window plays.
    Copy(PathBuf),
    /// The game in this file, which another window plays: it is looked at.
    Look(PathBuf),
    /// The scenario of the game on the table, with fresh dice.
    Again,
}

/// A game made elsewhere, a lesson's or a builder's, that is to lie on the table from now on.
#[derive(Message)]
pub struct Lay<R: Ruleset>(pub Game<R>);

/// A game made for practice, a lesson's or the quiz's: it is laid on the table like any other, but not kept in a file.
#[derive(Message)]
pub struct Practise<R: Ruleset>(pub Game<R>, pub Practice);

/// A game that a host of this player's keeps: its owner goes on with it in that seat.
#[derive(Message)]
pub struct SitAgain<R: Ruleset>(pub Game<R>, pub usize);

/// The order that the computer gave and that is on its way: no other is taken for a side that it plays.
#[derive(Resource)]
pub struct Given<R: Ruleset>(pub Option<R::Command>);

impl<R: Ruleset> Default for Given<R> {
    fn default() -> Self {
        Self(None)
    }
}

/// What all rulesets share: the order of things, and who is refused what.
pub fn plugin(app: &mut App) {
    app.add_message::<TimeStep>()
        .add_message::<Begin>()
        .init_resource::<Refused>()
        .init_resource::<OwnDice>()
        .add_systems(OnEnter(Screen::Title), |mut own: ResMut<OwnDice>| own.forget());
}

/// The game of one ruleset in the window.
pub struct GamePlugin<R: Staged> {
    ruleset: PhantomData<R>,
}

impl<R: Staged> Default for GamePlugin<R> {
    fn default() -> Self {
        Self { ruleset: PhantomData }
    }
}

impl<R: Staged> Plugin for GamePlugin<R> {
    fn build(&self, app: &mut App) {
        app.add_message::<Order<R::Command>>()
            .add_message::<Lay<R>>()
            .add_message::<Practise<R>>()
            .add_message::<SitAgain<R>>()
            .add_message::<Happened<R::Event>>()
            .init_resource::<Waiting<R>>()
            .init_resource::<Given<R>>()
            .insert_resource(Playback::<R::Event>::new(R::pace))
            .add_systems(
                Update,
                (
                    (carry_out::<R>, step::<R>).chain().in_set(GameSystems::Orders.of(Room::Shell)),
                    play_back::<R::Event>.in_set(GameSystems::Events.of(Room::Shell)),
                    desk::<R>.after(super::obey::obey_at_desk).in_set(GameSystems::Input.of(Room::Shell)),
                )
                    .run_if(resource_exists::<Play<R>>),
            )
            .add_systems(Update, (lay::<R>, practise::<R>).chain().in_set(GameSystems::Laying.of(Room::Shell)))
            .add_systems(
                Update,
                write_down::<R>
                    .before(super::storage::try_again)
                    .in_set(GameSystems::After.of(Room::Shell))
                    .run_if(resource_added::<Play<R>>),
            )
            .add_systems(
                OnExit(OnTable::of::<R>()),
                |mut commands: Commands, mut playback: ResMut<Playback<R::Event>>| {
                    commands.remove_resource::<Play<R>>();
                    playback.clear();
                },
            );
        super::standing::keep_true::<R>(app);
    }
}

/// The diary says what is played, and where it is kept.
fn write_down<R: Staged>(play: Res<Play<R>>, storage: Res<Storage>) {
    let file = storage.path().map_or_else(|| "no file yet".into(), |path| path.display().to_string());
    info!("{}: {} opened, {} orders, {file}", R::TITLE, play.game.name(), play.game.len());
}

/// Takes the game before off the table and lays this one on it, so that it is new to everybody who watches: a resource that is
/// only written over does not count as added.
fn put_on_table<R: Staged>(commands: &mut Commands, play: Play<R>) {
    commands.remove_resource::<Play<R>>();
    commands.insert_resource(play);
}

/// Lays a game on the table that was asked for or made elsewhere.
pub fn lay<R: Staged>(
    mut begins: MessageReader<Begin>,
    mut made: MessageReader<Lay<R>>,
    table: Res<Table>,
    seeds: Res<Seeds>,
    play: Option<Res<Play<R>>>,
    mut commands: Commands,
    mut storage: ResMut<Storage>,
    mut banner: ResMut<Banner>,
    mut playback: ResMut<Playback<R::Event>>,
    mut waiting: ResMut<Waiting<R>>,
    mut own: ResMut<OwnDice>,
    (mut screen, mut on_table): (ResMut<NextState<Screen>>, ResMut<NextState<OnTable>>),
    mut page: ResMut<Page>,
    mut dialog: ResMut<Dialog>,
    mut shared: MessageWriter<SitAgain<R>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (mut opened, mut looks) = (None, false);
    for begin in begins.read().filter(|begin| begin.ruleset == R::ID) {
        looks = matches!(begin.from, Beginning::Look(_));
        opened = match (&begin.from, &play) {
            (Beginning::Source(source), _) => Some(open::<R>(&table, source, *seeds)),
            (Beginning::Copy(path) | Beginning::Look(path), _) => {
                let opened = open::<R>(&table, &Source::File(path.clone()), *seeds);
                Some(opened.and_then(|opened| match seat_in(path, &opened.game) {
                    Some(_) => Err(SHARED_THERE.to_owned()),
                    None => Ok(Opened::new(opened.game)),
                }))
            }
            (Beginning::Again, Some(play)) => Some(match play.game.whole() {
                Some(game) => {
                    let again = new_game(game.rules(), game.scenario().clone(), game.scenario_name(), *seeds);
                    again.and_then(|mut again: Game<R>| {
                        again.seat(game.players());
                        dealt(&again).map(Opened::new)
                    })
                }
                None => {
                    Err("This game is kept elsewhere. The player who keeps it can begin another and invite you.".into())
                }
            }),
            (Beginning::Again, None) => None,
        };
    }
    // A game that was made elsewhere is handed over whole.
    for Lay(game) in made.read() {
        (opened, looks) = (Some(Ok(Opened::new(game.clone()))), false);
    }
    let Some(opened) = opened else { return };
    redraw.write(RequestRedraw);
    match opened {
        Err(sentence) => banner.say(sentence),
        Ok(opened) => {
            if looks {
                storage.rest();
                banner.kept(Ok(()));
            } else {
                match storage.open(&opened.game, opened.read()) {
                    Opening::Ours(kept) => banner.kept(kept),
                    Opening::Busy(path) => {
                        *dialog = busy(Busy { ruleset: R::ID, path });
                        return;
                    }
                }
            }
            let kept = opened.read().and_then(|(path, _)| Some((path, seat_in(path, &opened.game)?)));
            if let Some((path, seat)) = kept {
                if storage.path() == Some(path) {
                    shared.write(SitAgain(opened.game, seat));
                } else {
                    storage.rest();
                    banner.say(SHARED_THERE.to_owned());
                }
                return;
            }
            let game = opened.game;
            playback.clear();
            waiting.0 = None;
            own.forget();
            put_on_table(&mut commands, if looks { Play::looked_at(game) } else { Play::new(game) });
            NextState::set_if_neq(&mut screen, Screen::Game);
            NextState::set_if_neq(&mut on_table, OnTable::of::<R>());
            *dialog = Dialog::None;
            *page = Page::Home;
        }
    }
}

/// Lays a game for practice on the table.
pub fn practise<R: Staged>(
    mut made: MessageReader<Practise<R>>,
    mut commands: Commands,
    mut storage: ResMut<Storage>,
    mut playback: ResMut<Playback<R::Event>>,
    mut waiting: ResMut<Waiting<R>>,
    mut own: ResMut<OwnDice>,
    mut refused: ResMut<Refused>,
    mut screen: ResMut<NextState<Screen>>,
    mut on_table: ResMut<NextState<OnTable>>,
    mut page: ResMut<Page>,
    mut dialog: ResMut<Dialog>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Practise(game, practice) in made.read() {
        redraw.write(RequestRedraw);
        storage.rest();
        playback.clear();
        waiting.0 = None;
        own.forget();
        refused.0 = None;
        put_on_table(&mut commands, Play::practising(game.clone(), *practice));
        NextState::set_if_neq(&mut screen, Screen::Game);
        NextState::set_if_neq(&mut on_table, OnTable::of::<R>());
        *dialog = Dialog::None;
        *page = Page::Home;
    }
}

/// Lays a game on the table that a host keeps. It gets no file here.
pub fn lay_told<R: Staged>(world: &mut World, told: Told<R>) {
    world.resource_mut::<Storage>().rest();
    world.resource_mut::<Banner>().kept(Ok(()));
    world.resource_mut::<Playback<R::Event>>().clear();
    world.resource_mut::<Waiting<R>>().0 = None;
    *world.resource_mut::<OwnDice>() = OwnDice::default();
    world.resource_mut::<Refused>().0 = None;
    world.remove_resource::<Play<R>>();
    world.insert_resource(Play::elsewhere(told));
    NextState::set_if_neq(&mut world.resource_mut::<NextState<Screen>>(), Screen::Game);
    NextState::set_if_neq(&mut world.resource_mut::<NextState<OnTable>>(), OnTable::of::<R>());
    *world.resource_mut::<Dialog>() = Dialog::None;
    *world.resource_mut::<Page>() = Page::Home;
    world.write_message(RequestRedraw);
}

/// Orders that wait for dice from the table.
#[derive(Resource)]
pub struct Waiting<R: Ruleset>(pub Option<Vec<R::Command>>);

impl<R: Ruleset> Default for Waiting<R> {
    fn default() -> Self {
        Self(None)
    }
}

/// Dice that are rolled on the table and typed in.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct OwnDice {
    /// Whether they are; otherwise the computer rolls.
    pub on: bool,
    /// What the dice showed for the order that waits.
    pub rolled: Vec<u8>,
    /// Which of them the computer rolled, because they are secrets of a side that is not asked.
    pub secret: Vec<bool>,
    /// The roll that is asked for.
    pub need: Option<Need>,
    /// Whose it is; empty if it is nobody's in particular.
    pub whose: String,
}

impl OwnDice {
    /// Nothing is asked for any more.
    pub fn forget(&mut self) {
        self.rolled.clear();
        self.secret.clear();
        self.need = None;
    }

    /// Dice that were typed elsewhere and lie ready for the next order.
    pub fn ready(rolled: Vec<u8>) -> Self {
        Self { on: true, rolled, ..Self::default() }
    }

    /// What was typed for the order that waits; what the computer keeps to itself is not told.
    pub fn typed(&self) -> impl Iterator<Item = u8> {
        let secret = |place: usize| self.secret.get(place).copied().unwrap_or_default();
        self.rolled.iter().enumerate().filter(move |(place, _)| !secret(*place)).map(|(_, value)| *value)
    }
}

/// What is said to any game, whatever its ruleset.
pub(super) fn desk<R: Staged>(
    mut said: MessageReader<Said>,
    play: Res<Play<R>>,
    storage: Res<Storage>,
    mut playback: ResMut<Playback<R::Event>>,
    mut waiting: ResMut<Waiting<R>>,
    mut own: ResMut<OwnDice>,
    mut orders: MessageWriter<Order<R::Command>>,
    (mut banner, mut dialog): (ResMut<Banner>, ResMut<Dialog>),
) {
    for Said(intent) in said.read() {
        match intent {
            Intent::Save => match play.game.whole() {
                Some(game) => *dialog = Dialog::Save(R::title(game.scenario()).into()),
                None => banner.news = Some(KEPT_ELSEWHERE.into()),
            },
            Intent::SaveAs(name) => match play.game.whole().map(|game| storage.put_aside(game, name)) {
                Some(Ok(path)) => banner.news = Some(format!("A copy of the game was saved as {}.", path.display())),
                Some(Err(sentence)) => banner.say(sentence),
                None => banner.news = Some(KEPT_ELSEWHERE.into()),
            },
            Intent::SkipAnimation => playback.skip(),
            Intent::TypeDice(_) if play.game.told().is_some() => {
                banner.news = Some("The host of a shared game rolls its dice.".into());
            }
            Intent::TypeDice(on) => {
                own.on = *on;
                // What waits for a die from the table is rolled by the computer then.
                if !on && let Some(commands) = waiting.0.take() {
                    own.forget();
                    orders.write(Order(commands));
                }
            }
            Intent::TypeDie(value) => {
                let fits = own.need.as_ref().is_some_and(|need| (1..=need.sides).contains(value));
                if fits && let Some(commands) = waiting.0.take() {
                    own.rolled.push(*value);
                    own.secret.push(false);
                    orders.write(Order(commands));
                }
            }
            Intent::ForgetDice => {
                waiting.0 = None;
                own.forget();
            }
            _ => {}
        }
    }
}

/// What happened, as far as the player at the table notices it.
pub fn noticed<R: Staged>(game: &Held<R>, seat: Option<&Seat<R>>, events: Vec<R::Event>) -> Vec<R::Event> {
    match seat {
        Some(seat) => seat.eyes(game).notice(&**game.rules(), game.state(), events),
        None => events,
    }
}

/// Plays an order with the dice that were typed for it, as far as they go. A die that is a secret of a side that is not asked is
/// rolled by the computer: nobody at the table could roll it.
fn with_own_dice<R: Staged>(
    game: &mut Game<R>,
    command: &R::Command,
    own: &mut OwnDice,
) -> Result<Played<R::Event>, Stop> {
    loop {
        let played = game.play_tape(command.clone(), own.rolled.clone());
        let Err(Stop::Halt(Halt::NeedsRoll(need))) = &played else { return played };
        let rules = game.rules();
        let whose = rules.whose_die(game.state(), command, &own.rolled);
        let asked = game.to_act().and_then(|side| rules.sides().iter().position(|other| *other == side));
        if whose.secret.is_none() || whose.secret == asked {
            (own.need, own.whose) = (Some(need.clone()), whose.name);
            return played;
        }
        let value = program_dice(game, own.rolled.len()).roll(need)?;
        own.rolled.push(value);
        own.secret.push(true);
    }
}

/// Carries orders out; those of a lesson are the lesson's to judge.
pub fn carry_out<R: Staged>(
    mut orders: MessageReader<Order<R::Command>>,
    mut play: ResMut<Play<R>>,
    seat: Option<Res<Seat<R>>>,
    mut given: ResMut<Given<R>>,
    mut playback: ResMut<Playback<R::Event>>,
    mut refused: ResMut<Refused>,
    mut waiting: ResMut<Waiting<R>>,
    mut own: ResMut<OwnDice>,
    mut banner: ResMut<Banner>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut storage: ResMut<Storage>,
) {
    for Order(commands) in orders.read() {
        if !play.is_now() || play.practice == Some(Practice::Question) {
            if play.only_looks {
                banner.say(format!("{OPEN_ELSEWHERE} Here you can only look at it."));
                redraw.write(RequestRedraw);
            }
            continue;
        }
        if play.practice.is_some() {
            continue;
        }
        refused.0 = None;
        if let Some(told) = play.game.told_mut() {
            told.give(commands.clone());
            redraw.write(RequestRedraw);
            continue;
        }
        let mut rest = commands.iter();
        while let Some(command) = rest.next() {
            // Nobody decides for a side that the computer plays.
            let Some(game) = play.game.whole_mut() else { break };
            let giver = game.rules().giver(game.state(), command);
            let by_computer = giver.filter(|side| !game.player(*side).is_person());
            if by_computer.is_some() && given.0.as_ref() != Some(command) {
                break;
            }
            let played = if own.on {
                match with_own_dice(game, command, &mut own) {
                    Err(Stop::Halt(Halt::NeedsRoll(_))) => {
                        waiting.0 = Some(std::iter::once(command).chain(rest).cloned().collect());
                        break;
                    }
                    Err(Stop::Halt(Halt::Refused(refusal))) => Err(refusal),
                    // Another order came between: its dice are not these.
                    Err(Stop::LeftOver { .. } | Stop::NoSuchFace { .. } | Stop::NotDrawn { .. }) => {
                        own.forget();
                        break;
                    }
                    Ok(played) => {
                        own.forget();
                        Ok(played)
                    }
                }
            } else {
                game.play(command.clone())
            };
            if by_computer.is_some() {
                given.0 = None;
            }
            match (played, by_computer) {
                (Err(refusal), Some(side)) => {
                    hand_over(game, side, &refusal.to_string(), &mut banner);
                    own.forget();
                    break;
                }
                (Ok(played), _) => {
                    let events = noticed(&play.game, seat.as_deref(), played.events);
                    playback.push(events);
                }
                (Err(refusal), None) => {
                    refused.0 = Some(refusal);
                    own.forget();
                    break;
                }
            }
        }
        if let Some(game) = play.game.whole() {
            banner.kept(storage.autosave(game));
        }
        redraw.write(RequestRedraw);
    }
}

/// Goes through the game so far. What a lesson has played is the lesson's to take back.
pub fn step<R: Staged>(
    mut steps: MessageReader<TimeStep>,
    mut play: ResMut<Play<R>>,
    mut course: ResMut<Course>,
    mut playback: ResMut<Playback<R::Event>>,
    mut refused: ResMut<Refused>,
    mut waiting: ResMut<Waiting<R>>,
    mut own: ResMut<OwnDice>,
    mut banner: ResMut<Banner>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut storage: ResMut<Storage>,
) {
    for step in steps.read() {
        let changes = matches!(step, TimeStep::Undo | TimeStep::Redo) && play.is_now() || *step == TimeStep::Continue;
        if changes && play.practice.is_some() {
            continue;
        }
        playback.clear();
        refused.0 = None;
        waiting.0 = None;
        own.forget();
        let before = play.game.cursor();
        match step {
            TimeStep::Undo if play.is_now() => match &mut play.game {
                Held::Whole(game) => {
                    let back = game.before_last_decision();
                    back.into_iter().for_each(|point| game.seek(point));
                    // What nobody decided would be decided again at once.
                    course.paused |= back.is_some() && game.persons().is_empty();
                }
                Held::Told(told) => told.undo(),
            },
            TimeStep::BackTo(point) => {
                if let Some(game) = play.game.whole_mut().filter(|game| *point < game.cursor()) {
                    game.seek(*point);
                }
            }
            TimeStep::Redo if play.is_now() => {
                if let Some(game) = play.game.whole_mut() {
                    let forth = game.after_next_decision();
                    forth.into_iter().for_each(|point| game.seek(point));
                }
            }
            TimeStep::Undo => {
                let point = play.point().saturating_sub(1);
                play.see(point);
            }
            TimeStep::Redo => {
                let point = play.point() + 1;
                play.see(point);
            }
            TimeStep::See(point) => play.see(*point),
            TimeStep::Now => play.viewing = None,
            TimeStep::Continue => {
                let point = play.point();
                let looks = std::mem::take(&mut play.only_looks);
                if let Some(game) = play.game.whole_mut() {
                    game.seek(point);
                    if looks {
                        banner.kept(storage.begin(game));
                    }
                }
                play.viewing = None;
            }
        }
        if let Some(game) = play.game.whole().filter(|game| game.cursor() != before) {
            banner.kept(storage.autosave(game));
        }
        redraw.write(RequestRedraw);
    }
}
