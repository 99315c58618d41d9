//! What a mind decided, and why. Reasons are terms with numbers; words are made of them last, in here.

use crate::Thinking;
use crate::thinking::Term;

/// One thing that speaks for an order, or against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What it is about.
    pub term: &'static Term,
    /// How much more of it is worth than after the other orders that were weighed, in thousandths of the mind's own points.
    pub gain: i64,
}

/// An order that was looked at.
#[derive(Clone, Debug)]
pub struct Weighed<R: Thinking> {
    /// The order.
    pub command: R::Command,
    /// What it promises, against the mean of the orders that were weighed; in thousandths of the mind's own points. Orders that
    /// dropped out early were looked at less often: their numbers are rougher than the winner's and may lie above it.
    pub worth: i64,
    /// What speaks for it and against it, weightiest first.
    pub reasons: Vec<Reason>,
}

/// What a mind decided.
#[derive(Clone, Debug)]
pub struct Decision<R: Thinking> {
    /// The order.
    pub command: R::Command,
    /// Why this one.
    pub reasons: Vec<Reason>,
    /// The best of what was looked at, best first, the order itself among them. Empty where there was nothing to choose.
    pub weighed: Vec<Weighed<R>>,
    /// How many positions were looked at.
    pub work: u64,
}

impl<R: Thinking> Weighed<R> {
    /// Why, in a sentence.
    pub fn sentence(&self) -> String {
        sentence(&self.reasons)
    }
}

impl<R: Thinking> Decision<R> {
    /// Why, in a sentence.
    pub fn sentence(&self) -> String {
        if self.weighed.is_empty() { "There was nothing else to do.".to_owned() } else { sentence(&self.reasons) }
    }
}

/// What speaks for an order and what against it: the two weightiest of the first, the weightiest of the second.
fn sentence(reasons: &[Reason]) -> String {
    let good: Vec<&str> = reasons.iter().filter(|r| r.gain > 0).map(|r| r.term.better).take(2).collect();
    let bad = reasons.iter().find(|r| r.gain < 0).map(|r| r.term.worse);
    match (good.as_slice(), bad) {
        ([], None) => "It changes little, and nothing else promises more.".to_owned(),
        ([], Some(bad)) => format!("It {bad}, and everything else promises less."),
        (good, None) => format!("It {}.", good.join(" and ")),
        (good, Some(bad)) => format!("It {}, though it {bad}.", good.join(" and ")),
    }
}
