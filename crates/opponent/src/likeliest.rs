//! What an order comes to most often, in words.

use tabletop::Ruleset;
use tabletop::odds::{Effort, odds};

/// Work that goes into it.
const EFFORT: Effort = Effort { runs: 220, samples: 60, seed: 0 };

/// What an order that rolls dice comes to most often, with its chance; nothing if it is certain.
pub fn likeliest<R: Ruleset>(rules: &R, seen: &R::State, command: &R::Command) -> Option<String> {
    let sum_up = |after: &R::State, events: &[R::Event]| rules.sum_up(seen, after, events);
    let told = odds(rules, seen, command, &sum_up, &|_| None, EFFORT).ok()?;
    let first = told.outcomes.first().filter(|_| told.outcomes.len() > 1)?;
    Some(format!("Likeliest, in {:.0} of 100: {}", first.value * 100.0, first.summary))
}
