//! What a ruleset adds to its rules so that a mind can play it.

use std::collections::BTreeSet;
use std::fmt::Debug;

use tabletop::Ruleset;

use crate::View;
use crate::level::{Budget, Level};
use crate::prospects::Named;

/// The most terms that a ruleset may have.
pub const MOST_TERMS: usize = 40;

/// Something of which it is good to have much. The counts of a position, times their weights, are what it is worth.
#[derive(Debug, PartialEq, Eq)]
pub struct Term {
    /// Its name in the file of weights: `zones`.
    pub name: &'static str,
    /// What an order that raises it does, `wins ground`, said by the first side of the ruleset and by the second.
    pub better: [&'static str; 2],
    /// What an order that lowers it does: `gives ground up`.
    pub worse: [&'static str; 2],
    /// Whether its numbers mean something to a player: points, men.
    pub counted: bool,
    /// What each is worth by a beginner's judgement, for the first side of the ruleset and the second.
    pub plain: [i64; 2],
}

/// A term that both sides put into the same words.
pub(crate) const fn term(name: &'static str, better: &'static str, worse: &'static str, plain: [i64; 2]) -> Term {
    Term { name, better: [better; 2], worse: [worse; 2], counted: false, plain }
}

impl Term {
    /// The same term in other words for the second side: what is good for it is bad for the first.
    pub(crate) const fn for_the_second(self, better: &'static str, worse: &'static str) -> Self {
        Self { better: [self.better[0], better], worse: [self.worse[0], worse], ..self }
    }

    /// The same term, told with its numbers.
    pub(crate) const fn counted(self) -> Self {
        Self { counted: true, ..self }
    }
}

/// An order that is worth a thought, and how its side means to go on.
#[derive(Clone, Debug)]
pub struct Candidate<R: Thinking> {
    /// The order.
    pub command: R::Command,
    /// What comes after it.
    pub plan: R::Plan,
}

impl<R: Thinking> Candidate<R> {
    /// An order with nothing special to come after it.
    pub fn plain(command: R::Command) -> Self {
        Self { command, plan: R::Plan::default() }
    }
}

/// How far an order is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Horizon {
    /// Until what it began is settled.
    Near,
    /// With the other side's replies, to where the ruleset draws the line: most often the end of the turn.
    Far,
}

/// What is being thought: from where, for whom, how far.
#[derive(Debug)]
pub struct Thought<'a, R: Thinking> {
    /// The position that the decision is to be made in.
    pub from: &'a R::State,
    /// Whose decision it is.
    pub side: R::Side,
    /// How its side means to go on.
    pub plan: &'a R::Plan,
    /// How far to look.
    pub horizon: Horizon,
}

/// Rules that a mind can play.
pub trait Thinking: Ruleset {
    /// How a side means to go on after an order: a goal, a way. `()` where an order stands for itself.
    type Plan: Clone + Debug + Default + Send + Sync;

    /// Something that an order may bring about and that has a name: an area that falls, a squad that is hit.
    type Mark: Clone + Debug + Ord;

    /// Both sides, in the order of the rulebook.
    const SEATS: [Self::Side; 2];

    /// What is good, in one order; at most [`MOST_TERMS`].
    const TERMS: &'static [Term];

    /// How much work a level puts into a decision.
    fn budget(level: Level) -> Budget;

    /// How much of each term `side` has in a position, in the order of [`Self::TERMS`]. More is better. What takes long to count
    /// may be left at 0 where it weighs nothing.
    fn measure(
        &self,
        state: &Self::State,
        side: Self::Side,
        weights: &[i64; MOST_TERMS],
        counts: &mut [i64; MOST_TERMS],
    );

    /// The orders worth a thought, with how to go on. Only what its side sees is given.
    fn candidates(&self, view: &View<Self>, level: Level, found: &mut Vec<Candidate<Self>>);

    /// More orders, looked at when the best of the first ones was `decided`: where that was to stop, and others could still go on.
    fn afterthoughts(&self, _: &View<Self>, _: Level, _decided: &Self::Command, _found: &mut Vec<Candidate<Self>>) {}

    /// Whether an order does nothing but stop. Of orders that are worth the same this is the one that is given.
    fn stops(command: &Self::Command) -> bool;

    /// What the side to decide does next when an order is played on in thought; `None` where the thought ends.
    fn next(&self, state: &Self::State, thought: &Thought<'_, Self>) -> Option<Self::Command>;

    /// A whole position that the side of a view cannot tell from the true one, drawn as likely as it should think it. By default
    /// nothing is hidden.
    fn resample(&self, view: &View<Self>, _seed: u64) -> Self::State {
        view.seen().clone()
    }

    /// What has come about between two positions, each thing once. A unit that is not in `seen` has no name and is one of the unseen.
    fn marks(&self, seen: &Self::State, before: &Self::State, after: &Self::State) -> BTreeSet<Self::Mark>;

    /// A thing that may come about, in words of a player who knows what `seen` shows, and what it means to `side`.
    fn named(&self, seen: &Self::State, side: Self::Side, mark: &Self::Mark) -> Named;

    /// By how much the first side is ahead of the second, by the scenario's own account.
    fn lead(&self, state: &Self::State) -> i64;

    /// The number of the turn, for counting how long a turn of thought takes.
    fn turn(&self, state: &Self::State) -> u32 {
        self.moment(state).0
    }
}
