//! A player who is not a person.

use std::fmt;
use std::marker::PhantomData;

use tabletop::DataError;

use crate::decision::{Decision, Reason, Weighed};
use crate::level::Level;
use crate::lots::mix;
use crate::prospects::Prospect;
use crate::search::{Search, Tally};
use crate::thinking::{Candidate, MOST_TERMS, Term, Thinking};
use crate::view::View;
use crate::weights::Weights;

/// Orders that a decision tells of.
const TOLD: usize = 6;
/// By how much an order must be worth more than another to be called better, in thousandths of a point.
const TELLING: i64 = 15_000;
/// A reason this small, in thousandths of a point, is none.
const LITTLE: i64 = 200;

/// How long somebody waits for a decision.
pub struct Patience<'a> {
    /// Positions that may be looked at; when they are used up, the best so far is the answer.
    pub work: u64,
    /// Whether nobody wants the answer any more.
    pub given_up: &'a (dyn Fn() -> bool + Sync),
    /// Whether the best so far is wanted now. What is answered then hangs on the clock of the caller.
    pub enough: &'a (dyn Fn() -> bool + Sync),
}

impl Patience<'_> {
    /// As long as the level takes.
    pub const ENDLESS: Patience<'static> = Patience { work: u64::MAX, given_up: &|| false, enough: &|| false };
}

impl fmt::Debug for Patience<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Patience").field("work", &self.work).finish_non_exhaustive()
    }
}

/// A mind of some strength. It remembers nothing: what it decides hangs on seed, level and view alone.
#[derive(Clone, Debug)]
pub struct Mind<R> {
    level: Level,
    seed: u64,
    weights: Weights,
    threads: usize,
    explains: bool,
    rules: PhantomData<fn() -> R>,
}

impl<R: Thinking> Mind<R> {
    /// A mind with a beginner's weights.
    pub fn new(level: Level, seed: u64) -> Self {
        Self::weighing(level, seed, Weights::plain::<R>())
    }

    /// A mind with the weights of the ruleset's file. `read` gives the text of a file below the assets folder.
    ///
    /// # Errors
    /// The file cannot be read or is wrong.
    pub fn load(read: &dyn Fn(&str) -> Result<String, DataError>, level: Level, seed: u64) -> Result<Self, DataError> {
        Ok(Self::weighing(level, seed, Weights::load::<R>(read, level)?))
    }

    /// A mind with these weights.
    pub fn weighing(level: Level, seed: u64, weights: Weights) -> Self {
        Self { level, seed, weights, threads: 1, explains: false, rules: PhantomData }
    }

    /// The same mind on so many threads. It decides the same, sooner.
    #[must_use]
    pub fn on_threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// The same mind, which also works out what the orders it weighed may come to. It decides the same, a little later.
    #[must_use]
    pub fn explaining(self) -> Self {
        Self { explains: true, ..self }
    }

    /// How strong it is.
    pub fn level(&self) -> Level {
        self.level
    }

    /// What it does in a view of the side that is to decide; `None` if it was given up, or if that side has nothing to decide.
    pub fn decide(&self, rules: &R, view: &View<R>, patience: &Patience<'_>) -> Option<Decision<R>> {
        self.telling_of(TOLD, rules, view, patience)
    }

    /// The same, with so many of the orders that were weighed.
    fn telling_of(&self, most: usize, rules: &R, view: &View<R>, patience: &Patience<'_>) -> Option<Decision<R>> {
        let (seen, side) = (view.seen(), view.side());
        if rules.to_act(seen) != Some(side) {
            return None;
        }
        let mut candidates: Vec<Candidate<R>> = Vec::new();
        rules.candidates(view, self.level, &mut candidates);
        // A decision that is the other side's stays the other side's.
        let ours = |command: &R::Command| rules.giver(seen, command) == Some(side);
        let legal =
            |candidate: &Candidate<R>| ours(&candidate.command) && rules.check(seen, &candidate.command).is_ok();
        candidates.retain(legal);
        if candidates.is_empty() {
            let mut options = Vec::new();
            rules.options(seen, &mut options);
            candidates.extend(options.into_iter().filter(ours).map(Candidate::plain));
        }
        let first = self.among(most, rules, view, patience, candidates)?;
        let mut more = Vec::new();
        rules.afterthoughts(view, self.level, &first.command, &mut more);
        more.retain(legal);
        let left = Patience { work: patience.work.saturating_sub(first.work), ..*patience };
        if more.len() < 2 || left.work == 0 || (patience.enough)() {
            return Some(first);
        }
        let mut second = self.among(most, rules, view, &left, more)?;
        second.work += first.work;
        Some(second)
    }

    /// The best of some orders, where the side to decide has them from somewhere else; `None` if none of them is legal, or if it
    /// was given up.
    pub fn decide_among(
        &self,
        rules: &R,
        view: &View<R>,
        patience: &Patience<'_>,
        mut candidates: Vec<Candidate<R>>,
    ) -> Option<Decision<R>> {
        candidates.retain(|candidate| rules.check(view.seen(), &candidate.command).is_ok());
        self.among(TOLD, rules, view, patience, candidates)
    }

    /// Two orders to choose between, with what speaks for each: the best that it knows, and one from the middle of all that it weighed.
    /// `None` where there is nothing to choose, or too little between them to say that one is better.
    pub fn two_orders(&self, rules: &R, view: &View<R>, patience: &Patience<'_>) -> Option<[(R::Command, String); 2]> {
        let decision = self.telling_of(usize::MAX, rules, view, patience)?;
        let best = decision.weighed.iter().find(|weighed| weighed.given)?;
        let others: Vec<&Weighed<R>> = decision.weighed.iter().filter(|weighed| !weighed.given).collect();
        let other = others.get(others.len() / 2)?;
        (best.worth - other.worth >= TELLING)
            .then(|| [best, other].map(|weighed| (weighed.command.clone(), decision.sentence_on(weighed))))
    }

    /// The best of some legal orders, told with so many of them.
    fn among(
        &self,
        most: usize,
        rules: &R,
        view: &View<R>,
        patience: &Patience<'_>,
        mut candidates: Vec<Candidate<R>>,
    ) -> Option<Decision<R>> {
        let (seen, side) = (view.seen(), view.side());
        if candidates.len() < 2 {
            let only = candidates.pop()?;
            return Some(Decision { command: only.command, reasons: Vec::new(), weighed: Vec::new(), work: 0 });
        }
        let budget = R::budget(self.level);
        let seat = R::SEATS.iter().position(|other| *other == side).unwrap_or(0);
        let weights = self.weights.of_seat(seat);
        let luck = self.luck(rules, view, weights, candidates.len());
        let drawn = |n: u32| rules.resample(view, mix(luck, u64::from(n) + 1_000_003));
        let mut positions: Vec<R::State> = vec![drawn(0)];
        // Where nothing is hidden from a side, every draw is what it sees.
        if positions[0] != *seen {
            positions.extend((1..budget.positions).map(drawn));
        }
        let mut search = Search {
            rules,
            from: seen,
            side,
            positions: &positions,
            candidates: &candidates,
            weights,
            luck,
            threads: self.threads,
            patience,
            work: 0,
        };
        let (tallies, order) = search.best(budget)?;
        let work = search.work;
        let has_time = || self.explains && !(patience.given_up)() && !(patience.enough)();
        // What is settled soon is told before what the turn may bring.
        let far = budget.far > 0 && has_time() && search.prospects(&candidates[order[0]], false).is_empty();
        let foreseen = |n: usize| if has_time() { search.prospects(&candidates[n], far) } else { Vec::new() };
        let mut decision = told(&candidates, &tallies, &order, (seat, most), weights, work, &foreseen);
        if !has_time() {
            // An order that nobody looked at must not seem to bring nothing.
            decision.weighed.iter_mut().for_each(|weighed| weighed.prospects.clear());
        }
        (!self.explains || !(patience.given_up)()).then_some(decision)
    }

    /// Where this decision's lots come from: the seed, and what can be seen, so that no two decisions share their luck.
    fn luck(&self, rules: &R, view: &View<R>, weights: &[i64; MOST_TERMS], count: usize) -> u64 {
        let mut counts = [0; MOST_TERMS];
        rules.measure(view.seen(), view.side(), weights, &mut counts);
        let begun = mix(self.seed, (u64::from(rules.turn(view.seen())) << 32) | count as u64);
        counts.iter().fold(begun, |luck, count| mix(luck, count.cast_unsigned()))
    }
}

/// The decision, with the reasons of the orders that were looked at most carefully.
fn told<R: Thinking>(
    candidates: &[Candidate<R>],
    tallies: &[Tally],
    order: &[usize],
    (seat, most): (usize, usize),
    weights: &[i64; MOST_TERMS],
    work: u64,
    foreseen: &dyn Fn(usize) -> Vec<Prospect>,
) -> Decision<R> {
    let best = order.first().copied().unwrap_or(0);
    let compared: Vec<&Tally> = order.iter().map(|&n| &tallies[n]).filter(|tally| tally.runs > 0).collect();
    let mean = |value: &dyn Fn(&Tally) -> i64| -> i64 {
        compared.iter().map(|tally| value(tally)).sum::<i64>() / i64::try_from(compared.len().max(1)).unwrap_or(1)
    };
    let means: Vec<i64> = (0..R::TERMS.len()).map(|term| mean(&|tally| tally.amount(term))).collect();
    let whole = mean(&|tally| tally.worth(weights));
    let weigh = |n: usize| {
        let reason = |(at, term): (usize, &'static Term)| {
            let beside = if n == best { means[at] } else { tallies[best].amount(at) };
            let amount = tallies[n].amount(at) - beside;
            Reason { term, seat, gain: amount * weights[at], amount }
        };
        let mut reasons: Vec<Reason> =
            R::TERMS.iter().enumerate().map(reason).filter(|reason| reason.gain.abs() > LITTLE).collect();
        reasons.sort_by_key(|reason| std::cmp::Reverse(reason.gain.abs()));
        let worth = tallies[n].worth(weights) - whole;
        Weighed { command: candidates[n].command.clone(), worth, reasons, given: n == best, prospects: foreseen(n) }
    };
    let mut weighed: Vec<Weighed<R>> = Vec::new();
    for &n in order.iter().filter(|&&n| tallies[n].runs > 0) {
        if weighed.len() < most && !weighed.iter().any(|other| other.command == candidates[n].command) {
            weighed.push(weigh(n));
        }
    }
    let reasons = weighed.first().map(|first| first.reasons.clone()).unwrap_or_default();
    Decision { command: candidates[best].command.clone(), reasons, weighed, work }
}
