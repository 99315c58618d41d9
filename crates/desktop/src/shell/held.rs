//! What lies on the table: a whole game, or what a seat at a host knows of one that is kept elsewhere. Boards and panels ask
//! either in the same words.

use std::ops::Range;
use std::sync::Arc;

use tabletop::game::{Game, LineOf};
use tabletop::{Outcome, Player, Players, Ruleset};

use super::staged::Staged;
use super::told::Told;

/// What is said of a side that nobody at this machine hands over.
pub const SHARED: &str = "Two machines share this game: each plays its own side.";

/// What is said when somebody wants a copy of a game that a host keeps.
pub const KEPT_ELSEWHERE: &str =
    "The host keeps this game, with each order. A copy would hold what is hidden from you: there is none here.";

/// What is said of a shared game that hides something, where it cannot be gone on with.
pub const SHARED_THERE: &str = "This game is shared with somebody, and is kept by another window. Go on there: a copy would hold what is hidden from you.";

/// What lies on the table.
pub enum Held<R: Ruleset> {
    /// A whole game, played in this window.
    Whole(Game<R>),
    /// What a seat at a host knows of a game.
    Told(Box<Told<R>>),
}

impl<R: Ruleset> Held<R> {
    /// The whole game, if it lies here.
    pub fn whole(&self) -> Option<&Game<R>> {
        match self {
            Self::Whole(game) => Some(game),
            Self::Told(_) => None,
        }
    }

    /// The same, to be changed.
    pub fn whole_mut(&mut self) -> Option<&mut Game<R>> {
        match self {
            Self::Whole(game) => Some(game),
            Self::Told(_) => None,
        }
    }

    /// The seat at a host, if the game is kept elsewhere.
    pub fn told(&self) -> Option<&Told<R>> {
        match self {
            Self::Whole(_) => None,
            Self::Told(told) => Some(told),
        }
    }

    /// The same, to be changed.
    pub fn told_mut(&mut self) -> Option<&mut Told<R>> {
        match self {
            Self::Whole(_) => None,
            Self::Told(told) => Some(told),
        }
    }

    pub fn rules(&self) -> &Arc<R> {
        match self {
            Self::Whole(game) => game.rules(),
            Self::Told(told) => told.rules(),
        }
    }

    /// How many orders are in force, as far as they were noticed.
    pub fn cursor(&self) -> usize {
        match self {
            Self::Whole(game) => game.cursor(),
            Self::Told(told) => told.deeds().len(),
        }
    }

    /// How many orders were given in all; none where a seat may not have noticed each of them.
    pub fn given(&self) -> Option<usize> {
        self.whole().map(Game::cursor).or_else(|| (!R::SECRETS).then(|| self.cursor()))
    }

    /// How many there are, also those that were taken back.
    pub fn len(&self) -> usize {
        match self {
            Self::Whole(game) => game.len(),
            Self::Told(told) => told.deeds().len(),
        }
    }

    /// The position after so many orders, as far as it is known here.
    pub fn state_at(&self, n: usize) -> &R::State {
        match self {
            Self::Whole(game) => game.state_at(n),
            Self::Told(told) => told.state_at(n),
        }
    }

    /// The position as it stands.
    pub fn state(&self) -> &R::State {
        self.state_at(self.cursor())
    }

    /// Who decides next; none when the game is over.
    pub fn to_act(&self) -> Option<R::Side> {
        self.rules().to_act(self.state())
    }

    /// The result, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.rules().outcome(self.state())
    }

    /// What happened in an order, as far as it was noticed here.
    pub fn events(&self, n: usize) -> Vec<R::Event> {
        match self {
            Self::Whole(game) => game.events(n),
            Self::Told(told) => told.deeds().get(n).map_or_else(Vec::new, |deed| deed.events.clone()),
        }
    }

    /// Orders in words, as these may know them together; nobody reads everything. A seat elsewhere has been told no more than its side may know.
    pub fn log_for(&self, entries: Range<usize>, readers: &[R::Side]) -> Vec<LineOf<R>> {
        match self {
            Self::Whole(game) => game.log_for(entries, readers),
            Self::Told(told) => entries.filter_map(|n| told.line(n)).collect(),
        }
    }

    /// Who gave an order; none if that is not known here.
    pub fn giver(&self, n: usize) -> Option<R::Side> {
        match self {
            Self::Whole(game) => game.rules().giver(game.state_at(n), &game.entries().get(n)?.command),
            Self::Told(told) => told.deeds().get(n)?.by,
        }
    }

    /// An order; none if it is not known here.
    pub fn command(&self, n: usize) -> Option<&R::Command> {
        self.whole()?.entries().get(n).map(|entry| &entry.command)
    }

    /// Whether a person gave an order.
    pub fn by_person(&self, n: usize) -> bool {
        self.whole().and_then(|game| game.entries().get(n)).is_none_or(|entry| entry.by.is_person())
    }

    /// Whether somebody at this window gave an order.
    pub fn given_here(&self, n: usize) -> bool {
        match self {
            Self::Whole(_) => self.by_person(n),
            Self::Told(told) => told.deeds().get(n).is_some_and(|deed| deed.by == Some(told.side())),
        }
    }

    /// Who plays the sides, in the order of the rulebook.
    pub fn players(&self) -> Players {
        self.whole().map_or_else(Players::default, Game::players)
    }

    /// Who plays a side.
    pub fn player(&self, side: R::Side) -> Player {
        self.whole().map_or_else(Player::default, |game| game.player(side))
    }

    /// Whether somebody at this window decides for a side.
    pub fn decides_here(&self, side: R::Side) -> bool {
        match self {
            Self::Whole(game) => game.player(side).is_person(),
            Self::Told(told) => told.side() == side,
        }
    }

    /// The sides that somebody at this window plays.
    pub fn persons(&self) -> Vec<R::Side> {
        match self {
            Self::Whole(game) => game.persons(),
            Self::Told(told) => vec![told.side()],
        }
    }

    /// How many orders are in force once the last decision is taken back; none if there is none to take back.
    pub fn before_last_decision(&self) -> Option<usize> {
        match self {
            Self::Whole(game) => game.before_last_decision(),
            Self::Told(_) => (0..self.cursor()).rev().find(|n| self.given_here(*n)),
        }
    }

    /// How many orders are in force once the next decision that was taken back is given again. What is taken back elsewhere stays
    /// taken back.
    pub fn after_next_decision(&self) -> Option<usize> {
        self.whole().and_then(Game::after_next_decision)
    }

    /// How often what was told of the game turned out to be otherwise: what was made of it is to be made again.
    pub fn corrected(&self) -> u64 {
        self.told().map_or(0, Told::corrected)
    }

    /// Where the dice come from; at a host that is not told.
    pub fn seed(&self) -> u64 {
        self.whole().map_or(0, Game::seed)
    }

    /// What the game is called for the diary.
    pub fn name(&self) -> &str {
        match self {
            Self::Whole(game) => game.scenario_name(),
            Self::Told(told) => told.title(),
        }
    }
}

impl<R: Staged> Held<R> {
    /// Whether it is played beside a real table.
    pub fn beside(&self) -> bool {
        self.whole().is_some_and(|game| R::beside(game.scenario()))
    }

    /// What is asked while an answer cannot be given: the line is lost, or the other side decides.
    pub fn waits_for(&self) -> Option<String> {
        let told = self.told()?;
        if told.ended.is_some() {
            return Some("The line to the host has ended. What was played is kept there.".to_owned());
        }
        if told.lost.is_some() {
            return Some("The line is lost, and is being mended. Nothing of the game is lost.".to_owned());
        }
        let acting = self.to_act()?;
        if !self.decides_here(acting) {
            return Some(format!("{} decides. You see what you may see of it.", R::side_name(acting)));
        }
        let away = told.present.iter().find(|seat| seat.dice == Some(false))?;
        Some(format!(
            "The dice come from both machines, and that of {} is not here. Orders wait until it is.",
            away.side
        ))
    }
}
