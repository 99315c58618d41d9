//! Hints: the legal commands that look best to a shallow search over what the player sees, with the reason in words.

use tabletop::odds::{Effort, odds};

use crate::Teaching;
use crate::choices::spread;
use crate::explain::in_n;
use crate::teaching::{Kind, settle_without_dice, sum};

/// Commands that are looked at; of more than these, so many spread over all.
const LOOKED_AT: usize = 160;
/// Work that goes into each of them.
const EFFORT: Effort = Effort { runs: 220, samples: 40, seed: 0 };
/// A gain that hardly counts, in the teacher's points.
const LITTLE: f64 = 0.5;
const GIVEN: usize = 3;

/// A command that looks good.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint<C> {
    pub command: C,
    /// The command as a sentence.
    pub phrase: String,
    /// What kind of decision it is.
    pub kind: Kind,
    /// How much better the position is expected to be, in the teacher's points.
    pub gain: f64,
    /// Why, in a sentence or two.
    pub reason: String,
}

/// What a command is expected to do to each term of the standing, and its likeliest outcome in words.
struct Expected {
    terms: Vec<f64>,
    likeliest: Option<(String, f64)>,
}

/// The best-looking commands for the side to act, best first. Only what he sees is looked at.
pub fn hints<R: Teaching>(rules: &R, state: &R::State) -> Vec<Hint<R::Command>> {
    let Some(side) = rules.to_act(state) else { return Vec::new() };
    let seen = rules.view(state, side);
    let mut options = Vec::new();
    rules.options(&seen, &mut options);
    options.retain(|option| rules.giver(&seen, option) == Some(side) && !rules.futile(&seen, option));
    let before = rules.standing(&seen, side);
    let mut found: Vec<Hint<R::Command>> = Vec::new();
    let mut unweighed = None;
    for number in spread(options.len(), LOOKED_AT) {
        let command = &options[number];
        // What is legal only because of something hidden is no hint.
        if rules.check(state, command).is_err() {
            continue;
        }
        if !rules.weighable(state, command) {
            unweighed.get_or_insert(command);
            continue;
        }
        let Some(expected) = expect(rules, &seen, command, side, before.len()) else { continue };
        let gains: Vec<f64> =
            before.iter().zip(&expected.terms).map(|(term, after)| after - term.points as f64).collect();
        let up = before.iter().zip(&gains).filter(|(_, gain)| **gain > 0.5).max_by(|a, b| a.1.total_cmp(b.1));
        let down = before.iter().zip(&gains).filter(|(_, gain)| **gain < -0.5).min_by(|a, b| a.1.total_cmp(b.1));
        let mut reason = match (up, down) {
            (Some((up, _)), Some((down, _))) => format!("It {}, but {}.", up.better, down.worse),
            (Some((up, _)), None) => format!("It {}.", up.better),
            (None, Some((down, _))) => format!("It {}, but everything else looks worse.", down.worse),
            (None, None) => "It changes little, and nothing else looks better.".to_owned(),
        };
        if let Some((summary, chance)) = &expected.likeliest {
            reason.push_str(&format!(" Most likely ({}): {summary}", in_n(*chance)));
        }
        found.push(Hint {
            phrase: rules.phrase(state, command),
            kind: rules.kind(state, command),
            gain: gains.iter().sum(),
            reason,
            command: command.clone(),
        });
    }
    if let Some(command) = unweighed.filter(|_| found.is_empty()) {
        found.push(Hint {
            phrase: rules.phrase(state, command),
            kind: rules.kind(state, command),
            gain: 0.0,
            reason: "Nothing else is left to do.".to_owned(),
            command: command.clone(),
        });
    }
    varied(found)
}

/// The best of them, but not three times the same: each time a kind of decision was named already, another of it must be better
/// by a little.
fn varied<C>(mut found: Vec<Hint<C>>) -> Vec<Hint<C>> {
    let mut given: Vec<Hint<C>> = Vec::new();
    while given.len() < GIVEN {
        let appeal = |hint: &Hint<C>| {
            let told = given.iter().filter(|other| other.kind == hint.kind).count();
            hint.gain - LITTLE * told as f64
        };
        // Of equals the first, as the rules list them.
        let best = (0..found.len()).rev().max_by(|a, b| appeal(&found[*a]).total_cmp(&appeal(&found[*b])));
        let Some(best) = best else { break };
        given.push(found.remove(best));
    }
    given.sort_by(|a, b| b.gain.total_cmp(&a.gain));
    given
}

fn expect<R: Teaching>(
    rules: &R,
    seen: &R::State,
    command: &R::Command,
    side: R::Side,
    count: usize,
) -> Option<Expected> {
    let summarise = |after: &R::State, events: &[R::Event]| {
        let standing = rules.standing(&rules.view(after, side), side);
        let points: Vec<i64> = standing.iter().map(|term| term.points).collect();
        (points, rules.sum_up(seen, after, events))
    };
    let settle = |after: &R::State| rules.settle(after);
    let odds = odds(rules, seen, command, &summarise, &settle, EFFORT).ok()?;
    let mut terms = vec![0.0; count];
    let mut told: Vec<(String, f64)> = Vec::new();
    for chance in odds.outcomes {
        let (points, summary) = chance.summary;
        for (term, value) in terms.iter_mut().zip(points) {
            *term += chance.value * value as f64;
        }
        match told.iter_mut().find(|(known, _)| *known == summary) {
            Some((_, share)) => *share += chance.value,
            None => told.push((summary, chance.value)),
        }
    }
    let certain = told.len() < 2;
    let likeliest = told.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).filter(|_| !certain);
    Some(Expected { terms, likeliest })
}

/// How good a position is for a side once everything that needs no dice is settled.
pub(crate) fn settled_worth<R: Teaching>(rules: &R, state: &R::State, side: R::Side) -> i64 {
    let mut state = state.clone();
    for _ in 0..100 {
        let Some(command) = settle_without_dice(rules, &state) else { break };
        if rules.apply(&mut state, &command, &mut tabletop::dice::Tape::default(), &mut Vec::new()).is_err() {
            break;
        }
    }
    sum(&rules.standing(&rules.view(&state, side), side))
}
