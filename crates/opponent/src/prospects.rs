//! What an order may come to, by name and with its odds: the area that falls, the squad that is hit.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use tabletop::odds::Fraction;

use crate::thinking::Thinking;

/// Prospects of an order that are told.
const TOLD: usize = 3;
/// Differences of another order that are told.
const TOLD_BESIDE: usize = 2;
/// A share of the runs below this, in hundredths, is not told; nor is a difference below it.
const LEAST: i64 = 5;
/// Two shares of thrown runs are apart by more than luck if they are so many standard errors apart.
const ERRORS: i64 = 2;
/// From this share on, in hundredths, something is almost certain.
const ALMOST: i64 = 96;
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

    /// How much the luck of the runs moves it: the variance of its hundredths, times 100.
    fn variance(self) -> i64 {
        match self {
            Self::Exact(_) => 0,
            Self::About(_, runs) => 100 * self.hundredths() * (100 - self.hundredths()) / i64::from(runs.max(1)),
        }
    }

    /// In words: `5 in 6`.
    fn words(self) -> String {
        match self {
            Self::Exact(chance) if chance == Fraction::ONE => "certain".to_owned(),
            Self::Exact(chance) if chance.denominator() <= MOST_IN => {
                format!("{} in {}", chance.numerator(), chance.denominator())
            }
            _ => match self.hundredths() {
                ALMOST.. => "almost certain".to_owned(),
                hundredths => format!("about {} in 100", (hundredths + 2) / 5 * 5),
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
    Exact(Vec<(BTreeSet<M>, Fraction)>),
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

impl Prospect {
    /// `N2-1 falls (5 in 6)`.
    fn words(&self) -> String {
        format!("{} ({})", self.what.words, self.chance.words())
    }

    /// The same thing among the prospects of another order.
    fn among(&self, others: &[Self]) -> Option<Likelihood> {
        others.iter().find(|other| other.what == self.what).map(|other| other.chance)
    }

    /// By how many hundredths it is likelier or less likely after another order; none if it is as likely, for all that the runs
    /// say.
    fn apart(&self, others: &[Self]) -> Option<i64> {
        let there = self.among(others);
        let by = (self.chance.hundredths() - there.map_or(0, Likelihood::hundredths)).abs();
        // What is not among the others may have been too seldom to be told.
        let luck = self.chance.variance() + there.unwrap_or(self.chance).variance();
        (by >= LEAST && 100 * by * by >= ERRORS * ERRORS * luck).then_some(by)
    }
}

/// What an order promises and threatens, but for what every other one that was weighed brings as well: `N2-1 falls (5 in 6).`
pub(crate) fn told(prospects: &[Prospect], others: &[&[Prospect]]) -> Option<String> {
    let own = |prospect: &&Prospect| others.is_empty() || others.iter().any(|other| prospect.apart(other).is_some());
    sentence(prospects.iter().filter(own).take(TOLD).map(Prospect::words).collect())
}

/// What another order promises and threatens otherwise than the one that was given.
pub(crate) fn told_beside(prospects: &[Prospect], given: &[Prospect]) -> Option<String> {
    let mut differ: Vec<(i64, String)> = Vec::new();
    for prospect in prospects {
        let Some(apart) = prospect.apart(given) else { continue };
        let words = prospect.among(given).map_or_else(
            || prospect.words(),
            |there| format!("{} ({} instead of {})", prospect.what.words, prospect.chance.words(), there.words()),
        );
        differ.push((apart * prospect.what.stake.abs(), words));
    }
    for lost in given.iter().filter(|lost| lost.among(prospects).is_none() && lost.apart(prospects).is_some()) {
        let without = if lost.what.stake > 0 { "it gives this up:" } else { "it avoids this:" };
        differ.push((weight(lost), format!("{without} {}", lost.words())));
    }
    differ.sort_by_key(|(weight, _)| Reverse(*weight));
    sentence(differ.into_iter().take(TOLD_BESIDE).map(|(_, words)| words).collect())
}

fn sentence(clauses: Vec<String>) -> Option<String> {
    let text = clauses.join("; ");
    let mut letters = text.chars();
    let first = letters.next()?;
    Some(format!("{}{}.", first.to_uppercase(), letters.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exact(words: &str, stake: i64, upper: u128, lower: u128) -> Prospect {
        let chance = Likelihood::Exact(Fraction::new(upper, lower).unwrap());
        Prospect { what: Named { words: words.to_owned(), stake }, chance }
    }

    fn thrown(words: &str, stake: i64, times: u32) -> Prospect {
        Prospect { what: Named { words: words.to_owned(), stake }, chance: Likelihood::About(times, 120) }
    }

    #[test]
    fn odds_are_told_as_they_are_known() {
        let told = |prospect: Prospect| told(&[prospect], &[]).unwrap();
        assert_eq!(told(exact("N2-1 falls", 150, 5, 6)), "N2-1 falls (5 in 6).");
        assert_eq!(told(exact("the wall falls", 150, 1, 1)), "The wall falls (certain).");
        assert_eq!(told(exact("N2-1 falls", 150, 41, 216)), "N2-1 falls (about 20 in 100).");
        assert_eq!(told(thrown("the sniper falls", 150, 90)), "The sniper falls (about 75 in 100).");
        assert_eq!(told(thrown("the sniper falls", 150, 118)), "The sniper falls (almost certain).");
    }

    #[test]
    fn what_every_order_brings_is_not_told_of_one() {
        let (falls, shown) = (exact("N2-1 falls", 150, 5, 6), thrown("somebody shows himself", -40, 120));
        let order = [falls.clone(), shown.clone()];
        assert_eq!(told(&order, &[std::slice::from_ref(&shown)]), Some("N2-1 falls (5 in 6).".into()));
        assert_eq!(told(&order[1..], &[&order]), None);
    }

    #[test]
    fn another_order_is_told_by_what_it_does_otherwise() {
        let given = [exact("N2-1 falls", 150, 5, 6), exact("the platoon is lost", -120, 1, 6)];
        let other = [exact("N2-1 falls", 150, 1, 3)];
        let words = told_beside(&other, &given).unwrap();
        assert_eq!(words, "N2-1 falls (1 in 3 instead of 5 in 6); it avoids this: the platoon is lost (1 in 6).");
        assert_eq!(told_beside(&[], &given[..1]), Some("It gives this up: N2-1 falls (5 in 6).".into()));
        assert_eq!(told_beside(&given, &given), None);
    }

    #[test]
    fn shares_that_differ_by_the_luck_of_the_runs_are_told_as_the_same() {
        let falls = |times| [thrown("the sniper falls", 150, times)];
        // 50 of 120 against 60: a ninth of the games would say so of equal odds.
        assert_eq!(told_beside(&falls(60), &falls(50)), None);
        assert_eq!(told(&falls(60), &[&falls(50)]), None);
        let words = told_beside(&falls(90), &falls(50)).unwrap();
        assert_eq!(words, "The sniper falls (about 75 in 100 instead of about 40 in 100).");
        // Six runs and five: the one is told, the other was too seldom.
        assert_eq!(told_beside(&[], &falls(6)), None);
        assert_eq!(told_beside(&[], &falls(20)), Some("It gives this up: the sniper falls (about 15 in 100).".into()));
    }
}
