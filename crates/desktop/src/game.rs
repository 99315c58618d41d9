//! A game under way: orders go to the rules, what happened goes to the board, one event after another.

use std::marker::PhantomData;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use tabletop::game::Game;
use tabletop::{Refusal, Ruleset};

use crate::banner::Banner;
use crate::playback::{Happened, Playback, play_back};
use crate::screen::Screen;
use crate::storage::Storage;

/// The order of things in a frame.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameSystems {
    /// The player's clicks and keys become orders.
    Input,
    /// The rules carry them out.
    Orders,
    /// Events that are due happen.
    Events,
    /// The board follows.
    Board,
}

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
    /// Look at the game as it stands.
    Now,
    /// Go on from the position that is looked at.
    Continue,
}

/// The game on the table.
#[derive(Resource)]
pub struct Play<R: Ruleset> {
    /// The game itself.
    pub game: Game<R>,
    /// How many commands into the game the position is that is looked at, when it is not the last one.
    viewing: Option<usize>,
}

impl<R: Ruleset> Play<R> {
    /// A game, seen as it stands.
    pub fn new(game: Game<R>) -> Self {
        Self { game, viewing: None }
    }

    /// The position that is looked at.
    pub fn state(&self) -> &R::State {
        self.game.state_at(self.point())
    }

    /// How many commands into the game that is.
    pub fn point(&self) -> usize {
        self.viewing.unwrap_or(self.game.cursor())
    }

    /// Whether the game is seen as it stands, so that orders can be given.
    pub fn is_now(&self) -> bool {
        self.viewing.is_none()
    }

    fn see(&mut self, point: usize) {
        let point = point.min(self.game.len());
        self.viewing = Some(point).filter(|point| *point != self.game.cursor());
    }
}

/// Why the last order was refused; put away by the next thing the player does.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Refused(pub Option<Refusal>);

/// The game of one ruleset in the window.
pub struct GamePlugin<R: Ruleset> {
    pace: fn(&R::Event) -> f32,
    ruleset: PhantomData<R>,
}

impl<R: Ruleset> GamePlugin<R> {
    /// With the number of seconds each event is shown.
    pub fn new(pace: fn(&R::Event) -> f32) -> Self {
        Self { pace, ruleset: PhantomData }
    }
}

impl<R: Ruleset> Plugin for GamePlugin<R> {
    fn build(&self, app: &mut App) {
        app.add_message::<Order<R::Command>>()
            .add_message::<TimeStep>()
            .add_message::<Happened<R::Event>>()
            .init_resource::<Refused>()
            .insert_resource(Playback::<R::Event>::new(self.pace))
            .configure_sets(
                Update,
                (GameSystems::Input, GameSystems::Orders, GameSystems::Events, GameSystems::Board)
                    .chain()
                    .run_if(resource_exists::<Play<R>>.and_then(in_state(Screen::Game))),
            )
            .add_systems(Update, (carry_out::<R>, step::<R>).chain().in_set(GameSystems::Orders))
            .add_systems(Update, play_back::<R::Event>.in_set(GameSystems::Events));
    }
}

fn carry_out<R: Ruleset>(
    mut orders: MessageReader<Order<R::Command>>,
    mut play: ResMut<Play<R>>,
    mut playback: ResMut<Playback<R::Event>>,
    mut refused: ResMut<Refused>,
    mut banner: ResMut<Banner>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut storage: ResMut<Storage>,
) {
    for Order(commands) in orders.read() {
        if !play.is_now() {
            continue;
        }
        refused.0 = None;
        for command in commands {
            match play.game.play(command.clone()) {
                Ok(played) => playback.push(played.events),
                Err(refusal) => {
                    refused.0 = Some(refusal);
                    break;
                }
            }
        }
        banner.say(storage.autosave(&play.game).err());
        redraw.write(RequestRedraw);
    }
}

fn step<R: Ruleset>(
    mut steps: MessageReader<TimeStep>,
    mut play: ResMut<Play<R>>,
    mut playback: ResMut<Playback<R::Event>>,
    mut refused: ResMut<Refused>,
    mut banner: ResMut<Banner>,
    mut redraw: MessageWriter<RequestRedraw>,
    mut storage: ResMut<Storage>,
) {
    for step in steps.read() {
        playback.clear();
        refused.0 = None;
        let before = play.game.cursor();
        match step {
            TimeStep::Undo if play.is_now() => {
                play.game.undo();
            }
            TimeStep::Redo if play.is_now() => {
                play.game.redo();
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
                play.game.seek(point);
                play.viewing = None;
            }
        }
        if play.game.cursor() != before {
            banner.say(storage.autosave(&play.game).err());
        }
        redraw.write(RequestRedraw);
    }
}
