//! What an order comes to most often, in words.

use tabletop::Ruleset;
use tabletop::odds::{Chance, Effort, odds};

/// Work that goes into it.
const EFFORT: Effort = Effort { runs: 220, samples: 60, seed: 0 };

/// Where so many things may come of an order that none has this share, none is told.
const OFTEN: f64 = 0.25;

/// What an order that rolls dice comes to most often, with its chance; nothing if it is certain.
pub fn likeliest<R: Ruleset>(rules: &R, seen: &R::State, command: &R::Command) -> Option<String> {
    let sum_up = |after: &R::State, events: &[R::Event]| rules.sum_up(seen, after, events);
    let told = odds(rules, seen, command, &sum_up, &|_| None, EFFORT).ok()?;
    let often = |first: &&Chance| told.outcomes.len() > 1 && first.value >= OFTEN;
    let first = told.outcomes.first().filter(often)?;
    Some(format!("Likeliest, in {:.0} of 100: {}", first.value * 100.0, first.summary))
}
