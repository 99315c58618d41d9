//! The odds of an answer of the prompt, while the pointer rests on it.

use std::any::Any;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::EguiContexts;
use panels::Intent;
use panels::area::AreaIntent;
use panels::prompt::{Weighed, odds_asked, tell_odds};
use panels::theme::Outcome;
use tabletop::odds::{Effort, Fraction, odds};

use super::over::unfold;
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::seat::Seat;
use crate::shell::staged::Staged;

/// Time that goes into an answer: it must not be felt.
const FELT: Duration = Duration::from_millis(60);
/// Runs of the dice that tell how long one takes: automatic set-ups roll dice by the dozen.
const TRIAL: Effort = Effort { runs: 4, samples: 4, seed: 0 };
/// The most work that goes into an answer.
const MOST: Effort = Effort { runs: 3_000, samples: 500, seed: 0 };
/// Odds of fewer runs than this say nothing.
const FEWEST: u64 = 60;
/// Outcomes that are shown; the others are told together.
const SHOWN: usize = 6;

/// The same for one ruleset.
pub(super) fn of<R: Staged>(app: &mut App) {
    app.add_systems(
        Update,
        weigh::<R>.after(unfold::<R>).in_set(GameSystems::After.of(Room::Teacher)).run_if(resource_exists::<Play<R>>),
    );
}

fn weigh<R: Staged>(
    mut contexts: EguiContexts,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    mut known: Local<(usize, usize)>,
    mut redraw: MessageWriter<RequestRedraw>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let position = (play.point(), play.game.len());
    if *known != position {
        *known = position;
        tell_odds(ctx, None);
    }
    let Some(about) = odds_asked(ctx) else { return Ok(()) };
    // Of a game with secrets only what the player at the table may know.
    let seen = seat.view().unwrap_or_else(|| play.state());
    let command = match &about {
        Intent::Choose { point, index } | Intent::Plan { point, index } if *point == play.point() => {
            seat.offers().get(*index).cloned()
        }
        Intent::Area(AreaIntent::Order(command)) => (command as &dyn Any).downcast_ref::<R::Command>().cloned(),
        _ => None,
    };
    let (outcomes, exact) = command.map_or((Vec::new(), true), |command| chances(&**play.game.rules(), seen, &command));
    tell_odds(ctx, Some(Weighed { about, outcomes, exact }));
    redraw.write(RequestRedraw);
    Ok(())
}

/// What may come of a command, likeliest first, and whether that is exact; nothing if it is certain.
fn chances<R: Staged>(rules: &R, seen: &R::State, command: &R::Command) -> (Vec<Outcome>, bool) {
    let summarise = |after: &R::State, events: &[R::Event]| rules.sum_up(seen, after, events);
    let nothing = (Vec::new(), true);
    if !rules.weighable(seen, command) {
        return nothing;
    }
    let begun = Instant::now();
    let Ok(trial) = odds(rules, seen, command, &summarise, &|_| None, TRIAL) else { return nothing };
    let one = begun.elapsed().as_nanos() / u128::from(TRIAL.runs + TRIAL.samples);
    let fits = u64::try_from(FELT.as_nanos() / one.max(1)).unwrap_or(u64::MAX);
    let found = if trial.exact {
        trial
    } else if fits < FEWEST {
        return nothing;
    } else {
        let effort = Effort { runs: MOST.runs.min(fits), samples: MOST.samples.min(fits), seed: MOST.seed };
        let Ok(found) = odds(rules, seen, command, &summarise, &|_| None, effort) else { return nothing };
        found
    };
    if found.outcomes.len() < 2 {
        return (Vec::new(), true);
    }
    let told = found.outcomes.iter().take(SHOWN);
    let mut outcomes: Vec<Outcome> = told.map(|one| Outcome::new(one.summary.clone(), one.probability)).collect();
    let rest = found.outcomes.iter().skip(SHOWN).try_fold(Fraction::ZERO, |sum, one| sum.plus(one.probability));
    outcomes.extend(
        rest.filter(|rest| rest.numerator() > 0)
            .map(|rest| Outcome::new(others(found.outcomes.len().saturating_sub(SHOWN)), rest)),
    );
    (outcomes, found.exact)
}

/// What stands for the results that are not told one by one.
fn others(count: usize) -> String {
    if count == 1 { "another result".to_owned() } else { format!("one of {count} less likely results") }
}
