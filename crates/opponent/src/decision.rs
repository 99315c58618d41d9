//! What a mind decided, and why. Reasons are terms with numbers; words are made of them last, in here.

use crate::prospects::{self, Prospect};
use crate::thinking::{Term, Thinking};

/// One thing that speaks for an order, or against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reason {
    /// What it is about.
    pub term: &'static Term,
    /// Whose reason it is: 0 for the first side of the ruleset, 1 for the second.
    pub seat: usize,
    /// How much more of it is worth than after what the order is compared with, in thousandths of the mind's own points.
    pub gain: i64,
    /// How much more of it there is, in thousandths of one.
    pub amount: i64,
}

/// An order that was looked at.
#[derive(Clone, Debug)]
pub struct Weighed<R: Thinking> {
    /// The order.
    pub command: R::Command,
    /// What it promises, against the mean of the orders that were weighed; in thousandths of the mind's own points. Orders that
    /// dropped out early were looked at less often: their numbers are rougher than the winner's and may lie above it.
    pub worth: i64,
    /// What speaks for it and against it, weightiest first: of the order that was given against the mean of all that were weighed,
    /// of the others against the order that was given.
    pub reasons: Vec<Reason>,
    /// Whether it is the order that was given.
    pub given: bool,
    /// What may come of it, by name and with its odds, the weightiest first; empty if the mind was not asked to explain.
    pub prospects: Vec<Prospect>,
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

impl<R: Thinking> Decision<R> {
    /// Why, in a sentence or two.
    pub fn sentence(&self) -> String {
        self.order().map_or_else(|| "There was nothing else to do.".to_owned(), |order| self.sentence_on(order))
    }

    /// Why an order that was weighed was given, or was not, in a sentence or two: its reasons, and what it may come to. The order that
    /// was given is told by itself, the others against it.
    pub fn sentence_on(&self, weighed: &Weighed<R>) -> String {
        if weighed.given {
            let others = self.weighed.iter().filter(|other| !other.given);
            let others: Vec<&[Prospect]> = others.map(|other| &*other.prospects).collect();
            return with_odds(given(&weighed.reasons), prospects::told(&weighed.prospects, &others));
        }
        let beside = self.order().map_or(&[][..], |order| &order.prospects);
        let odds = prospects::told_beside(&weighed.prospects, beside);
        let alike = weighed.reasons.is_empty() && odds.is_some();
        with_odds(if alike { "It is worth the same.".to_owned() } else { other(&weighed.reasons) }, odds)
    }

    fn order(&self) -> Option<&Weighed<R>> {
        self.weighed.iter().find(|weighed| weighed.given)
    }
}

fn with_odds(reasons: String, odds: Option<String>) -> String {
    odds.map_or_else(|| reasons.clone(), |odds| format!("{reasons} {odds}"))
}

impl Reason {
    /// Numbers below this, in thousandths, are not told.
    const LEAST_TOLD: i64 = 50;

    fn words(&self) -> String {
        let seat = self.seat.min(1);
        let words = if self.gain > 0 { self.term.better[seat] } else { self.term.worse[seat] };
        let tenths = (self.amount.abs() + Self::LEAST_TOLD) / 100;
        if self.term.counted && self.amount.abs() >= Self::LEAST_TOLD {
            format!("{words} ({}.{} on average)", tenths / 10, tenths % 10)
        } else {
            words.to_owned()
        }
    }
}

/// The weightiest reasons of one sign, in words.
fn weightiest(reasons: &[Reason], good: bool, most: usize) -> Vec<String> {
    reasons.iter().filter(|reason| (reason.gain > 0) == good).map(Reason::words).take(most).collect()
}

/// What speaks for an order and what against it: two of the weightiest of the first kind, one of the other.
fn given(reasons: &[Reason]) -> String {
    let alone = |bad: String| format!("It {bad}, and everything else promises less.");
    joined("It", reasons, true).unwrap_or_else(|rest| {
        rest.map_or_else(|| "It changes little, and nothing else promises more.".to_owned(), alone)
    })
}

/// Why another order was not given, against the one that was.
fn other(reasons: &[Reason]) -> String {
    let begun = "Beside the order given, it";
    let alone = |good: String| format!("{begun} {good}.");
    joined(begun, reasons, false).unwrap_or_else(|rest| rest.map_or_else(|| "It comes to the same.".to_owned(), alone))
}

/// The two weightiest reasons of the sign that matters most, and the weightiest of the other sign; if there is none of the first
/// sign, that one alone.
fn joined(begun: &str, reasons: &[Reason], first: bool) -> Result<String, Option<String>> {
    let (most, rest) = (weightiest(reasons, first, 2).join(" and "), weightiest(reasons, !first, 1).pop());
    match (most.as_str(), rest) {
        ("", rest) => Err(rest),
        (most, None) => Ok(format!("{begun} {most}.")),
        (most, Some(rest)) => Ok(format!("{begun} {most}, though it {rest}.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thinking::term;

    const MEN: Term = term("men", "spares your men", "may cost you men", [1, 1]).counted();
    const WALL: Term =
        term("wall", "takes the wall", "leaves the wall", [1, 1]).for_the_second("keeps the wall", "loses the wall");

    fn reason(term: &'static Term, seat: usize, gain: i64, amount: i64) -> Reason {
        Reason { term, seat, gain, amount }
    }

    #[test]
    fn a_reason_is_told_with_its_number_and_in_the_words_of_its_side() {
        let reasons = [reason(&WALL, 1, 900, 1_000), reason(&MEN, 1, -500, -1_250)];
        assert_eq!(given(&reasons), "It keeps the wall, though it may cost you men (1.3 on average).");
        assert_eq!(
            other(&reasons),
            "Beside the order given, it may cost you men (1.3 on average), though it keeps the wall."
        );
        assert_eq!(given(&[reason(&WALL, 0, 900, 1_000)]), "It takes the wall.");
        assert_eq!(given(&[reason(&MEN, 0, 900, 40)]), "It spares your men.");
    }

    #[test]
    fn where_nothing_differs_that_is_said() {
        assert_eq!(given(&[]), "It changes little, and nothing else promises more.");
        assert_eq!(other(&[]), "It comes to the same.");
        assert_eq!(other(&[reason(&WALL, 0, -900, -1_000)]), "Beside the order given, it leaves the wall.");
    }
}
