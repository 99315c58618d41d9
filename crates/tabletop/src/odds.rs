//! Exact odds: a command is carried out with every run of the dice that there is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::dice::{Dice, Halt, Need, Seeded};
use crate::{Refusal, Ruleset};

/// A probability as a fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: u128,
    denominator: u128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Self = Self { numerator: 0, denominator: 1 };
    /// Certainty.
    pub const ONE: Self = Self { numerator: 1, denominator: 1 };

    /// `numerator / denominator` in lowest terms; `None` if the denominator is zero.
    pub fn new(numerator: u128, denominator: u128) -> Option<Self> {
        let divisor = greatest_common_divisor(numerator, denominator);
        (denominator > 0).then(|| Self { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    /// The upper number.
    pub fn numerator(self) -> u128 {
        self.numerator
    }

    /// The lower number.
    pub fn denominator(self) -> u128 {
        self.denominator
    }

    /// The sum, unless its numbers grow beyond 128 bits.
    pub fn plus(self, other: Self) -> Option<Self> {
        let common = greatest_common_divisor(self.denominator, other.denominator);
        let left = self.numerator.checked_mul(other.denominator / common)?;
        let right = other.numerator.checked_mul(self.denominator / common)?;
        Self::new(left.checked_add(right)?, self.denominator.checked_mul(other.denominator / common)?)
    }

    /// The nearest floating point number.
    pub fn value(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

impl std::fmt::Display for Fraction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            denominator => write!(f, "{}/{denominator}", self.numerator),
        }
    }
}

impl Serialize for Fraction {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Fraction {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let (upper, lower) = text.split_once('/').unwrap_or((&text, "1"));
        let parsed = upper.parse().ok().zip(lower.parse().ok()).and_then(|(upper, lower)| Self::new(upper, lower));
        parsed.ok_or_else(|| serde::de::Error::custom("This is not a fraction. Write one such as `5/36`."))
    }
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

/// One thing that may come of a command.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Chance<T = String> {
    /// How likely it is; if the odds are not exact, its share of the sample.
    pub probability: Fraction,
    /// The same as a number.
    pub value: f64,
    /// What it is, as the caller tells results apart.
    pub summary: T,
}

/// What may come of a command, likeliest first. The probabilities sum to exactly one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Odds<T = String> {
    /// Whether every run of the dice was looked at; if not, this is a sample.
    pub exact: bool,
    /// The runs of the dice that were looked at: all of them, or as many as were thrown.
    pub runs: u64,
    /// What may come of it.
    pub outcomes: Vec<Chance<T>>,
}

impl<T> Odds<T> {
    /// How likely a summary is.
    pub fn of<S: ?Sized>(&self, summary: &S) -> Fraction
    where
        T: PartialEq<S>,
    {
        let found = self.outcomes.iter().find(|chance| chance.summary == *summary);
        found.map_or(Fraction::ZERO, |chance| chance.probability)
    }
}

/// How much work may go into odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Runs of the dice that are looked at one by one; if there are more, dice are thrown instead.
    pub runs: u64,
    /// How many times they are thrown then.
    pub samples: u64,
    /// The seed of those throws: the same question gets the same answer.
    pub seed: u64,
}

impl Default for Effort {
    fn default() -> Self {
        Self { runs: 50_000, samples: 20_000, seed: 0 }
    }
}

/// What came of a run: from the last position and all events.
pub type Reckon<'a, R, T> = dyn Fn(&<R as Ruleset>::State, &[<R as Ruleset>::Event]) -> T + 'a;

/// The next decision of a run, or `None` when it is at its end.
pub type Follow<'a, R> = dyn Fn(&<R as Ruleset>::State) -> Option<<R as Ruleset>::Command> + 'a;

/// Further decisions that one `follow` may make in a run; beyond that it is taken to be going in circles.
const LONGEST_RUN: usize = 1_000;

/// How much of the time that there is has passed, from 0 at first to 1 when it is over; `None` once nobody waits for the
/// answer any more. It is asked at every roll. A caller without a clock answers 0.
pub type Passed<'a> = dyn Fn() -> Option<f64> + 'a;

/// Why there are no odds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoOdds {
    /// The command, or one that followed, is forbidden.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// Nobody waits for them any more.
    #[error("given up")]
    GivenUp,
}

/// The odds of `command` in `state`, for as much effort as is said and in whatever time that takes: see [`odds_within`].
///
/// # Errors
/// `command`, or a command of `follow`, is refused.
pub fn odds<R: Ruleset, T: Ord>(
    rules: &R,
    state: &R::State,
    command: &R::Command,
    summarise: &Reckon<'_, R, T>,
    follow: &Follow<'_, R>,
    effort: Effort,
) -> Result<Odds<T>, NoOdds> {
    odds_within(rules, state, command, summarise, follow, effort, &|| Some(0.0))
}

/// The odds of `command` in `state`.
///
/// Whenever a decision is due after it, `follow` may make it, until it answers `None`: so the odds of a whole combat can
/// be asked for, with the choices on the way made in some way. `summarise` says what came of it, from the last position
/// and all events; equal summaries are counted together.
///
/// Every run of the dice is looked at, if `effort` allows as many and half of the time is enough; otherwise dice are thrown in
/// what is left of it, at least once, and each outcome has its share of the throws.
///
/// # Errors
/// `command`, or a command of `follow`, is refused; or `passed` says that nobody waits any more.
pub fn odds_within<R: Ruleset, T: Ord>(
    rules: &R,
    state: &R::State,
    command: &R::Command,
    summarise: &Reckon<'_, R, T>,
    follow: &Follow<'_, R>,
    effort: Effort,
    passed: &Passed<'_>,
) -> Result<Odds<T>, NoOdds> {
    rules.check(state, command)?;
    let mut run = runner(rules, state, command, summarise, follow);
    match every_run(&mut run, effort.runs, passed)? {
        Some((counts, runs)) => Ok(gather(true, runs, counts)),
        None => thrown(&mut run, effort, passed),
    }
}

/// Every result of `command` with its probability, in the order of the results; [`odds`] for a caller that reckons on with
/// them instead of reading them. `None` if there are more than `limit` runs of the dice.
///
/// # Errors
/// `command`, or a command of `follow`, is refused.
pub fn distribution<R: Ruleset, T: Ord>(
    rules: &R,
    state: &R::State,
    command: &R::Command,
    result: &Reckon<'_, R, T>,
    follow: &Follow<'_, R>,
    limit: u64,
) -> Result<Option<Vec<(T, Fraction)>>, Refusal> {
    rules.check(state, command)?;
    let mut run = runner(rules, state, command, result, follow);
    match every_run(&mut run, limit, &|| Some(0.0)) {
        Ok(counted) => Ok(counted.map(|(counts, _)| counts.into_iter().collect())),
        Err(NoOdds::Refused(refusal)) => Err(refusal),
        Err(NoOdds::GivenUp) => Ok(None),
    }
}

/// Carries `command` out with some dice, and what `follow` answers to it, and says what came of it.
fn runner<'a, R: Ruleset, T>(
    rules: &'a R,
    state: &'a R::State,
    command: &'a R::Command,
    result: &'a Reckon<'a, R, T>,
    follow: &'a Follow<'_, R>,
) -> impl FnMut(&mut dyn Dice) -> Result<T, Halt> + 'a {
    let mut events = Vec::new();
    move |dice| {
        events.clear();
        let mut after = state.clone();
        rules.apply(&mut after, command, dice, &mut events)?;
        for _ in 0..LONGEST_RUN {
            let Some(next) = follow(&after) else { break };
            rules.apply(&mut after, &next, dice, &mut events)?;
        }
        Ok(result(&after, &events))
    }
}

/// One run of some dice, and what came of it.
type Run<'a, T> = dyn FnMut(&mut dyn Dice) -> Result<T, Halt> + 'a;

/// Results with their probabilities, and how many runs of the dice there were.
type Counted<T> = (BTreeMap<T, Fraction>, u64);

/// Every run of the dice, or `None` if there are more than `limit`, more than half of the time allows, or fractions too
/// fine for 128 bits.
fn every_run<T: Ord>(run: &mut Run<'_, T>, limit: u64, passed: &Passed<'_>) -> Result<Option<Counted<T>>, NoOdds> {
    let mut counts: BTreeMap<T, Fraction> = BTreeMap::new();
    let mut branch = Branch::new(passed);
    for runs in 1..=limit {
        let result = match run(&mut branch) {
            Ok(result) => result,
            Err(halt) => return branch.why_stopped(halt).map(|()| None),
        };
        let sum = counts.entry(result).or_insert(Fraction::ZERO);
        match branch.probability().and_then(|probability| sum.plus(probability)) {
            Some(larger) => *sum = larger,
            None => return Ok(None),
        }
        if !branch.advance() {
            return Ok(Some((counts, runs)));
        }
    }
    Ok(None)
}

/// What thrown dice come to.
fn thrown<T: Ord>(run: &mut Run<'_, T>, effort: Effort, passed: &Passed<'_>) -> Result<Odds<T>, NoOdds> {
    let mut dice = Thrown { dice: Seeded::new(effort.seed), passed, given_up: false };
    let (mut counts, mut throws) = (BTreeMap::<T, u64>::new(), 0);
    while throws == 0 || throws < effort.samples && passed().ok_or(NoOdds::GivenUp)? < 1.0 {
        // A throw that was begun is carried to its end: long ones count as much as short ones.
        let summary = run(&mut dice).map_err(|halt| if dice.given_up { NoOdds::GivenUp } else { refused(halt) })?;
        *counts.entry(summary).or_default() += 1;
        throws += 1;
    }
    let share = |count| Fraction::new(u128::from(count), u128::from(throws)).unwrap_or(Fraction::ZERO);
    Ok(gather(false, throws, counts.into_iter().map(|(summary, count)| (summary, share(count))).collect()))
}

fn refused(halt: Halt) -> NoOdds {
    NoOdds::Refused(halt.into_refusal())
}

/// Seeded dice that stop when nobody waits for them any more.
struct Thrown<'a> {
    dice: Seeded,
    passed: &'a Passed<'a>,
    given_up: bool,
}

impl Dice for Thrown<'_> {
    fn roll(&mut self, need: &Need) -> Result<u8, Halt> {
        self.given_up = (self.passed)().is_none();
        if self.given_up { Err(Halt::NeedsRoll(need.clone())) } else { self.dice.roll(need) }
    }
}

fn gather<T>(exact: bool, runs: u64, counts: BTreeMap<T, Fraction>) -> Odds<T> {
    let mut outcomes: Vec<Chance<T>> = counts
        .into_iter()
        .map(|(summary, probability)| Chance { probability, value: probability.value(), summary })
        .collect();
    // Stable: equal chances stay in the order of their summaries.
    outcomes.sort_by(|a, b| b.value.total_cmp(&a.value));
    Odds { exact, runs, outcomes }
}

/// Dice that stand, one after another, for every run there is. Wherever the rules ask for a roll the tree of runs
/// branches; a run takes the branches in `path` and, at a new fork, the lowest. Counting on from the last fork, as an
/// odometer does, visits every leaf once, and costs one `apply` a leaf.
///
/// Rules that throw until something comes up would never come to the end of their lowest branch; but a run that is too
/// unlikely for a [`Fraction`] is beyond counting anyway, and ends there.
struct Branch<'a> {
    /// Value and sides of each roll of this run.
    path: Vec<(u8, u8)>,
    next: usize,
    passed: &'a Passed<'a>,
    stopped: Option<Stopped>,
}

/// Why a run was not carried to its end.
#[derive(Clone, Copy, PartialEq)]
enum Stopped {
    GivenUp,
    TooMuch,
}

/// No tree with more dice in a run than this is counted: with two sides each, a run is one in more than 128 bits hold.
const LONGEST_PATH: usize = 128;

impl<'a> Branch<'a> {
    fn new(passed: &'a Passed<'a>) -> Self {
        Self { path: Vec::new(), next: 0, passed, stopped: None }
    }

    fn probability(&self) -> Option<Fraction> {
        let mut runs = 1_u128;
        for &(_, sides) in &self.path {
            runs = runs.checked_mul(u128::from(sides))?;
        }
        Fraction::new(1, runs)
    }

    /// Goes to the next run; `false` if this was the last.
    fn advance(&mut self) -> bool {
        // What was not asked for in this run belongs to none.
        self.path.truncate(self.next);
        self.next = 0;
        while let Some((value, sides)) = self.path.pop() {
            if value < sides {
                self.path.push((value + 1, sides));
                return true;
            }
        }
        false
    }

    /// What to make of a run that was not carried to its end: nothing, if there is too much to count.
    fn why_stopped(&self, halt: Halt) -> Result<(), NoOdds> {
        match self.stopped {
            Some(Stopped::TooMuch) => Ok(()),
            Some(Stopped::GivenUp) => Err(NoOdds::GivenUp),
            None => Err(refused(halt)),
        }
    }
}

impl Dice for Branch<'_> {
    fn roll(&mut self, need: &Need) -> Result<u8, Halt> {
        self.stopped = match (self.passed)() {
            None => Some(Stopped::GivenUp),
            Some(share) if share >= 0.5 || self.next == LONGEST_PATH => Some(Stopped::TooMuch),
            Some(_) => None,
        };
        if self.stopped.is_some() {
            return Err(Halt::NeedsRoll(need.clone()));
        }
        if self.next == self.path.len() {
            self.path.push((1, need.sides.max(1)));
        }
        let (value, _) = self.path[self.next];
        self.next += 1;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::toy::{Command, Event, State, Toy, arranged};

    fn sum(odds: &Odds) -> Fraction {
        odds.outcomes.iter().fold(Fraction::ZERO, |sum, chance| sum.plus(chance.probability).unwrap())
    }

    fn begin(strengths: [[u8; 3]; 2]) -> State {
        Toy::default().begin(&arranged(strengths), &mut Seeded::new(0)).unwrap()
    }

    fn losses(_: &State, events: &[Event]) -> String {
        let told: Vec<_> = events
            .iter()
            .map(|event| match event {
                Event::Raided { loss, .. } => format!("costs {loss}"),
                other => Toy::default().tell(other),
            })
            .collect();
        told.join(" ")
    }

    const RAID: Command = Command::Raid { from: 0, post: 0 };

    #[test]
    fn fractions_are_reduced_and_do_not_overflow_silently() {
        let sixth = Fraction::new(6, 36).unwrap();
        assert_eq!((sixth.to_string(), Fraction::ONE.to_string()), ("1/6".into(), "1".into()));
        assert_eq!(sixth.plus(Fraction::new(1, 3).unwrap()), Fraction::new(1, 2));
        assert_eq!(Fraction::new(1, 0), None);
        let fine = Fraction::new(1, u128::MAX).unwrap();
        assert_eq!(fine.plus(Fraction::new(1, u128::MAX - 1).unwrap()), None);
    }

    #[test]
    fn a_raid_with_a_second_die_has_its_exact_odds() {
        // 2 against 2 + 3: a die of 4 to 6 takes one; on a 6 a second die of 5 or 6 takes two.
        let state = begin([[2, 3, 3], [2, 3, 3]]);
        let before = state.clone();
        let odds = odds(&Toy::default(), &state, &RAID, &losses, &|_| None, Effort::default()).unwrap();
        assert_eq!(state, before);
        assert!(odds.exact);
        assert_eq!(odds.runs, 11);
        let told: Vec<_> = odds.outcomes.iter().map(|c| (c.summary.as_str(), c.probability.to_string())).collect();
        assert_eq!(told, [("costs 0", "1/2".into()), ("costs 1", "4/9".into()), ("costs 2", "1/18".into())]);
        assert_eq!(
            (sum(&odds), odds.of("costs 1"), odds.of("rain")),
            (Fraction::ONE, Fraction::new(4, 9).unwrap(), Fraction::ZERO)
        );
    }

    #[test]
    fn decisions_on_the_way_are_followed() {
        let state = begin([[2, 3, 3], [2, 3, 3]]);
        let follow = |state: &State| state.owes_a_loss.then_some(Command::TakeLoss { post: 1 });
        let odds = odds(&Toy::default(), &state, &RAID, &losses, &follow, Effort::default()).unwrap();
        assert_eq!(odds.of("costs 0 Red loses a man at 1."), Fraction::new(1, 3).unwrap());
        assert_eq!(odds.of("costs 0"), Fraction::new(1, 6).unwrap());
        assert_eq!(sum(&odds), Fraction::ONE);
    }

    #[test]
    fn beyond_the_limit_dice_are_thrown_and_that_is_said() {
        let state = begin([[2, 3, 3], [2, 3, 3]]);
        let effort = Effort { runs: 10, samples: 6_000, seed: 4 };
        let sampled = odds(&Toy::default(), &state, &RAID, &losses, &|_| None, effort).unwrap();
        assert_eq!((sampled.exact, sampled.runs), (false, 6_000));
        assert_eq!(sum(&sampled), Fraction::ONE);
        assert!((sampled.of("costs 1").value() - 4.0 / 9.0).abs() < 0.03);
        let enough = Effort { runs: 11, ..effort };
        assert!(odds(&Toy::default(), &state, &RAID, &losses, &|_| None, enough).unwrap().exact);
    }

    #[test]
    fn a_forbidden_command_has_no_odds() {
        let state = begin([[2, 3, 3], [2, 3, 3]]);
        let told = odds(&Toy::default(), &state, &Command::Scout { post: 9 }, &losses, &|_| None, Effort::default());
        assert!(matches!(told, Err(NoOdds::Refused(refusal)) if refusal.rule.as_str() == "2"));
    }

    /// Outposts whose raids are fought until a die shows six.
    fn stubborn(dice: &mut dyn Dice) -> Result<String, Halt> {
        let need = Need { sides: 6, purpose: "stubbornness".into(), rule: crate::RuleId::fixed("3") };
        for rolls in 1_u64.. {
            if dice.roll(&need)? == 6 {
                return Ok(if rolls == 1 { "at once" } else { "later" }.into());
            }
        }
        Ok(String::new())
    }

    #[test]
    fn a_run_without_an_end_is_not_counted_but_thrown() {
        let effort = Effort { samples: 3_000, ..Effort::default() };
        assert_eq!(every_run(&mut stubborn, effort.runs, &|| Some(0.0)), Ok(None));
        let thrown = thrown(&mut stubborn, effort, &|| Some(0.0)).unwrap();
        assert_eq!((thrown.exact, thrown.runs, sum(&thrown)), (false, 3_000, Fraction::ONE));
        assert!((thrown.of("at once").value() - 1.0 / 6.0).abs() < 0.03);
    }

    /// A clock that a look moves on.
    fn ticking(by: f64) -> impl Fn() -> Option<f64> {
        let now = std::cell::Cell::new(0.0);
        move || {
            now.set(now.get() + by);
            Some(now.get())
        }
    }

    #[test]
    fn half_of_the_time_is_for_counting_and_the_rest_for_throwing() {
        let state = begin([[2, 3, 3], [2, 3, 3]]);
        let within = |passed: &Passed<'_>| {
            odds_within(&Toy::default(), &state, &RAID, &losses, &|_| None, Effort::default(), passed)
        };
        let exact = within(&ticking(0.01)).unwrap();
        assert_eq!((exact.exact, exact.runs), (true, 11));
        let hurried = within(&ticking(0.03)).unwrap();
        assert!(!hurried.exact && (2..11).contains(&hurried.runs), "{hurried:?}");
        assert_eq!(sum(&hurried), Fraction::ONE);
        let late = within(&|| Some(9.0)).unwrap();
        assert_eq!((late.exact, late.runs, sum(&late)), (false, 1, Fraction::ONE), "one throw is made all the same");
    }

    #[test]
    fn what_nobody_waits_for_is_given_up_at_the_next_die() {
        let state = begin([[2, 3, 3], [2, 3, 3]]);
        for looks in 0..30 {
            let left = std::cell::Cell::new(looks);
            let passed = || {
                left.set(left.get() - 1);
                (left.get() >= 0).then_some(0.0)
            };
            let effort = Effort { runs: 5, samples: 1_000, seed: 0 };
            let odds = odds_within(&Toy::default(), &state, &RAID, &losses, &|_| None, effort, &passed);
            assert_eq!((odds, left.get()), (Err(NoOdds::GivenUp), -1), "it is not asked again");
        }
    }
}
