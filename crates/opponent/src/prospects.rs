//! What an order may come to, by name and with its odds: the area that falls, the squad that is hit.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use tabletop::odds::Fraction;

use crate::thinking::Thinking;

/// Prospects of an order that are told.
const TOLD: usize = 3;
/// A share of the runs below this, in hundredths, is not told; nor is a difference below it.
const LEAST: i64 = 5;
/// The largest number that odds are told in: two dice have as many results.
const MOST_IN: u128 = 36;

/// What one thing that has a name is to a side: said last, in here alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// A clause: `N2-1 falls`.
    pub words: String,
    /// How much it means to the side that thinks: more than nothing if it is welcome.
    pub stake: i64,
}

/// How likely something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likelihood {
    /// Every run of the dice was looked at.
    Exact(Fraction),
    /// It came about in so many of so many runs, with dice thrown and hidden things drawn.
    About(u32, u32),
}

impl Likelihood {
    /// In hundredths.
    pub fn hundredths(self) -> i64 {
        match self {
            Self::Exact(chance) => (chance.value() * 100.0).round() as i64,
            Self::About(times, runs) => (i64::from(times) * 100 + i64::from(runs) / 2) / i64::from(runs.max(1)),
        }
    }

    /// In words: `with 5 in 6`.
    fn words(self) -> String {
        match self {
            Self::Exact(chance) if chance == Fraction::ONE => "for certain".to_owned(),
            Self::Exact(chance) if chance.denominator() <= MOST_IN => {
                format!("with {} in {}", chance.numerator(), chance.denominator())
            }
            _ => match self.hundredths() {
                96.. => "almost certainly".to_owned(),
                ..LEAST => "hardly ever".to_owned(),
                hundredths => format!("with about {} in 100", (hundredths + 2) / 5 * 5),
            },
        }
    }
}

/// Something that may come of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// What.
    pub what: Named,
    /// How likely.
    pub chance: Likelihood,
}

/// How often each thing came about, exactly or in a sample.
pub(crate) enum Counted<M> {
    Exact(Vec<(Vec<M>, Fraction)>),
    Thrown { times: BTreeMap<M, u32>, runs: u32 },
}

/// The prospects of an order, the weightiest first.
pub(crate) fn prospects<R: Thinking>(
    rules: &R,
    seen: &R::State,
    side: R::Side,
    counted: Counted<R::Mark>,
) -> Vec<Prospect> {
    let mut chances: BTreeMap<R::Mark, Likelihood> = BTreeMap::new();
    match counted {
        Counted::Exact(runs) => {
            for (marks, chance) in runs {
                for mark in marks {
                    let sum = match chances.get(&mark) {
                        Some(Likelihood::Exact(before)) => before.plus(chance).unwrap_or(*before),
                        _ => chance,
                    };
                    chances.insert(mark, Likelihood::Exact(sum));
                }
            }
        }
        Counted::Thrown { times, runs } => {
            chances.extend(times.into_iter().map(|(mark, times)| (mark, Likelihood::About(times, runs))));
        }
    }
    let mut found: Vec<Prospect> = chances
        .into_iter()
        .map(|(mark, chance)| Prospect { what: rules.named(seen, side, &mark), chance })
        .filter(|prospect| prospect.what.stake != 0 && prospect.chance.hundredths() >= LEAST)
        .collect();
    found.sort_by_key(|prospect| Reverse(weight(prospect)));
    found
}

fn weight(prospect: &Prospect) -> i64 {
    prospect.what.stake.abs() * prospect.chance.hundredths()
}

/// What an order promises and threatens: `N2-1 falls with 5 in 6; A/1/1 Marines lose a step with 1 in 3.`
pub(crate) fn told(prospects: &[Prospect]) -> Option<String> {
    let clauses = prospects.iter().take(TOLD).map(|p| format!("{} {}", p.what.words, p.chance.words()));
    sentence(clauses.collect())
}

/// What another order promises and threatens otherwise than the one that was given.
pub(crate) fn told_beside(prospects: &[Prospect], given: &[Prospect]) -> Option<String> {
    let same = |one: &Prospect, list: &[Prospect]| -> Option<Likelihood> {
        list.iter().find(|other| other.what == one.what).map(|other| other.chance)
    };
    let mut differ: Vec<(i64, String)> = Vec::new();
    for prospect in prospects {
        let there = same(prospect, given);
        let apart = (prospect.chance.hundredths() - there.map_or(0, Likelihood::hundredths)).abs();
        let words = format!("{} {}", prospect.what.words, prospect.chance.words());
        let instead = there
            .map_or_else(String::new, |there| format!(" instead of {}", there.words().trim_start_matches("with ")));
        differ.push((apart * prospect.what.stake.abs(), words + &instead));
    }
    for lost in given.iter().filter(|lost| same(lost, prospects).is_none()) {
        let weight = lost.chance.hundredths() * lost.what.stake.abs();
        let without = if lost.what.stake > 0 { "it gives up that" } else { "it spares you that" };
        differ.push((weight, format!("{without} {} {}", lost.what.words, lost.chance.words())));
    }
    differ.retain(|(weight, _)| *weight > 0);
    differ.sort_by_key(|(weight, _)| Reverse(*weight));
    sentence(differ.into_iter().take(TOLD - 1).map(|(_, words)| words).collect())
}

fn sentence(clauses: Vec<String>) -> Option<String> {
    let text = clauses.join("; ");
    let mut letters = text.chars();
    let first = letters.next()?;
    Some(format!("{}{}.", first.to_uppercase(), letters.as_str()))
}
