//! Playing orders on in thought, and counting what comes of them.

use std::collections::BTreeMap;
use std::thread;

use tabletop::between;
use tabletop::odds::distribution;

use crate::level::Budget;
use crate::lots::{Thrown, mix};
use crate::mind::Patience;
use crate::prospects::{Counted, Prospect, prospects};
use crate::thinking::{Candidate, Horizon, MOST_TERMS, Thinking, Thought};

/// Decisions that one thought may hold; beyond that it is taken to be going in circles.
const LONGEST: usize = 600;
/// Runs of the dice that are looked at one by one to tell what an order may come to; if there are more, dice are thrown.
const EXACT_RUNS: u64 = 1_000;
/// How often they are thrown then.
const TOLD_RUNS: u64 = 120;
/// Work below which threads cost more than they bring.
const WORTH_A_THREAD: u64 = 200;

/// What came of an order, summed over its runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tally {
    pub(crate) runs: i64,
    pub(crate) sums: [i64; MOST_TERMS],
    /// No dice were thrown and nothing is hidden: another run would bring the same.
    certain: bool,
}

impl Tally {
    const NONE: Self = Self { runs: 0, sums: [0; MOST_TERMS], certain: false };

    /// What it is worth on average, in thousandths of a point. Nothing that could not be done is chosen.
    pub(crate) fn worth(&self, weights: &[i64; MOST_TERMS]) -> i64 {
        let sum: i64 = self.sums.iter().zip(weights).map(|(sum, weight)| sum * weight).sum();
        if self.runs == 0 { i64::MIN } else { sum * 1_000 / self.runs }
    }

    /// How much there is of a term on average, in thousandths of one.
    pub(crate) fn amount(&self, term: usize) -> i64 {
        if self.runs == 0 { 0 } else { self.sums[term] * 1_000 / self.runs }
    }
}

/// A decision being thought about.
pub(crate) struct Search<'a, R: Thinking> {
    pub(crate) rules: &'a R,
    pub(crate) from: &'a R::State,
    pub(crate) side: R::Side,
    pub(crate) positions: &'a [R::State],
    pub(crate) candidates: &'a [Candidate<R>],
    pub(crate) weights: &'a [i64; MOST_TERMS],
    pub(crate) luck: u64,
    pub(crate) threads: usize,
    pub(crate) patience: &'a Patience<'a>,
    pub(crate) work: u64,
}

impl<R: Thinking> Search<'_, R> {
    /// What comes of each order, and the ones that were looked at most carefully, best first. `None` if the thought was given up.
    pub(crate) fn best(&mut self, budget: Budget) -> Option<(Vec<Tally>, Vec<usize>)> {
        let mut order: Vec<usize> = (0..self.candidates.len()).collect();
        let near = u64::from(budget.near).min(self.patience.work / order.len().max(1) as u64).max(1);
        let mut tallies = vec![Tally::NONE; self.candidates.len()];
        self.round(&order, Horizon::Near, 0, near, &mut tallies)?;
        self.sort(&mut order, &tallies);
        if budget.kept < 2 || budget.far == 0 {
            return Some((tallies, order));
        }
        // From here on only what was played on to the far horizon counts, and orders are compared on the same luck.
        order.truncate(budget.kept as usize);
        let mut far = vec![Tally::NONE; self.candidates.len()];
        let (mut done, mut runs, mut rest) = (0, u64::from(budget.far), order.len());
        while rest > 1 && !(self.patience.enough)() {
            let room = self.patience.work.saturating_sub(self.work) / rest as u64;
            if room == 0 {
                break;
            }
            let more = runs.min(room);
            self.round(&order[..rest], Horizon::Far, done, done + more, &mut far)?;
            done += more;
            runs *= 2;
            self.sort(&mut order[..rest], &far);
            rest = rest.div_ceil(2);
        }
        if done == 0 {
            return Some((tallies, order));
        }
        Some((far, order))
    }

    /// Looks at some of the orders, with the runs from `first` up to `last`.
    fn round(&mut self, which: &[usize], horizon: Horizon, first: u64, last: u64, tallies: &mut [Tally]) -> Option<()> {
        let whole = (last - first) * which.len() as u64;
        let threads = if whole < WORTH_A_THREAD { 1 } else { between(self.threads, 1, which.len().max(1)) };
        let look = |n: usize, before: Tally| self.look(&self.candidates[n], horizon, first..last, before);
        let mut results: Vec<(usize, (Tally, u64))> = Vec::with_capacity(which.len());
        if threads == 1 {
            for &n in which {
                if (self.patience.given_up)() {
                    return None;
                }
                if (self.patience.enough)() && n != which[0] {
                    break;
                }
                results.push((n, look(n, tallies[n])));
            }
        } else {
            let before: Vec<Tally> = tallies.to_vec();
            let parts: Vec<Vec<usize>> =
                (0..threads).map(|t| which.iter().copied().skip(t).step_by(threads).collect()).collect();
            let share = |part: Vec<usize>| -> Option<Vec<(usize, (Tally, u64))>> {
                let wanted = part.into_iter().filter(|n| *n == which[0] || !(self.patience.enough)());
                wanted.map(|n| (!(self.patience.given_up)()).then(|| (n, look(n, before[n])))).collect()
            };
            let ended: Vec<Option<Vec<_>>> = thread::scope(|scope| {
                let running: Vec<_> = parts.into_iter().map(|part| scope.spawn(|| share(part))).collect();
                running.into_iter().map(|thread| thread.join().ok().flatten()).collect()
            });
            for part in ended {
                results.extend(part?);
            }
        }
        for (n, (tally, work)) in results {
            tallies[n] = tally;
            self.work += work;
        }
        Some(())
    }

    /// Runs of one order, added to those before.
    fn look(
        &self,
        candidate: &Candidate<R>,
        horizon: Horizon,
        runs: std::ops::Range<u64>,
        mut tally: Tally,
    ) -> (Tally, u64) {
        let mut work = 0;
        for run in runs {
            if tally.certain {
                break;
            }
            let position = &self.positions[(run % self.positions.len() as u64) as usize];
            let mut dice = Thrown::new(mix(self.luck, run));
            if let Some((counts, steps)) = self.play_on(position, candidate, horizon, &mut dice) {
                tally.runs += 1;
                tally.sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
                work += steps;
                tally.certain = self.positions.len() == 1 && !dice.rolled();
            } else {
                work += 1;
            }
        }
        (tally, work)
    }

    fn play_on(
        &self,
        position: &R::State,
        candidate: &Candidate<R>,
        horizon: Horizon,
        dice: &mut Thrown,
    ) -> Option<([i64; MOST_TERMS], u64)> {
        let (state, steps) = self.end_of(position, candidate, horizon, dice)?;
        let mut counts = [0; MOST_TERMS];
        self.rules.measure(&state, self.side, self.weights, &mut counts);
        Some((counts, steps))
    }

    /// Where an order leads when it is played on, and how many orders that took.
    fn end_of(
        &self,
        position: &R::State,
        candidate: &Candidate<R>,
        horizon: Horizon,
        dice: &mut Thrown,
    ) -> Option<(R::State, u64)> {
        let mut state = position.clone();
        let mut events = Vec::new();
        let thought = Thought { from: self.from, side: self.side, plan: &candidate.plan, horizon };
        self.rules.apply(&mut state, &candidate.command, dice, &mut events).ok()?;
        let mut steps = 1;
        for _ in 0..LONGEST {
            let Some(next) = self.rules.next(&state, &thought) else { break };
            events.clear();
            if self.rules.apply(&mut state, &next, dice, &mut events).is_err() {
                break;
            }
            steps += 1;
        }
        Some((state, steps))
    }

    /// What may come of an order: exactly where nothing is hidden and the dice are few, else as often as it came about in thought.
    /// Orders that are told beside each other are looked at as far as each other: what is settled soon, or what the turn may bring.
    pub(crate) fn prospects(&self, candidate: &Candidate<R>, far: bool) -> Vec<Prospect> {
        let told = |counted| prospects(self.rules, self.from, self.side, counted);
        if far {
            return told(self.thrown(candidate, Horizon::Far));
        }
        self.exactly(candidate).map_or_else(|| told(self.thrown(candidate, Horizon::Near)), told)
    }

    fn exactly(&self, candidate: &Candidate<R>) -> Option<Counted<R::Mark>> {
        // Where a side draws other positions than the one it sees, something is hidden from it.
        let only = self.positions.first().filter(|_| self.positions.iter().all(|drawn| drawn == self.from))?;
        let thought = Thought { from: self.from, side: self.side, plan: &candidate.plan, horizon: Horizon::Near };
        let result = |after: &R::State, _: &[R::Event]| self.rules.marks(self.from, only, after);
        let follow = |state: &R::State| self.rules.next(state, &thought);
        let most = EXACT_RUNS.min(self.patience.work);
        let runs = distribution(self.rules, only, &candidate.command, &result, &follow, most).ok()??;
        Some(Counted::Exact(runs))
    }

    fn thrown(&self, candidate: &Candidate<R>, horizon: Horizon) -> Counted<R::Mark> {
        let (mut times, mut runs) = (BTreeMap::new(), 0);
        for run in 0..TOLD_RUNS.min(self.patience.work) {
            let position = &self.positions[(run % self.positions.len() as u64) as usize];
            let mut dice = Thrown::new(mix(self.luck, run));
            if let Some((after, _)) = self.end_of(position, candidate, horizon, &mut dice) {
                runs += 1;
                for mark in self.rules.marks(self.from, position, &after) {
                    *times.entry(mark).or_insert(0) += 1;
                }
            }
        }
        Counted::Thrown { times, runs }
    }

    /// Best first; of equals the one that stops, so that nothing is done that changes nothing; then by lot.
    fn sort(&self, order: &mut [usize], tallies: &[Tally]) {
        let stops = |n: usize| R::stops(&self.candidates[n].command);
        let lot = |n: usize| mix(self.luck, n as u64);
        order.sort_by_cached_key(|&n| (std::cmp::Reverse(tallies[n].worth(self.weights)), !stops(n), lot(n)));
    }
}
