//! Search & Destroy. Every place a unit can go to is looked at, unit by unit; what the face-down counters are is drawn again for each
//! run, so that a search is worth what it may find.

mod belief;
mod candidates;
mod doctrine;
mod marks;
mod terms;
mod threat;

use std::collections::BTreeSet;

use ::search_and_destroy::{Command, SearchAndDestroy, Side, State};

use crate::level::{Budget, Level};
use crate::prospects::Named;
use crate::thinking::{Candidate, MOST_TERMS, Term, Thinking, Thought};
use crate::view::View;

impl Thinking for SearchAndDestroy {
    type Plan = ();
    type Mark = marks::Mark;

    const SEATS: [Side; 2] = [Side::Us, Side::Nlf];
    const TERMS: &'static [Term] = &terms::TERMS;

    fn budget(level: Level) -> Budget {
        match level {
            Level::Recruit => Budget { positions: 1, near: 1, ..Budget::LOOK },
            Level::Regular => Budget { positions: 4, near: 4, ..Budget::LOOK },
            // Looked at equally often, the best of a hundred orders was the luckiest: he looks again at those that stood out.
            Level::Veteran => Budget { positions: 48, near: 2, kept: 24, far: 12 },
        }
    }

    fn measure(&self, state: &State, side: Side, _: &[i64; MOST_TERMS], counts: &mut [i64; MOST_TERMS]) {
        terms::measure(self, state, side, counts);
    }

    fn candidates(&self, view: &View<Self>, level: Level, found: &mut Vec<Candidate<Self>>) {
        candidates::list(self, view, level, found);
    }

    fn afterthoughts(&self, view: &View<Self>, _: Level, decided: &Command, found: &mut Vec<Candidate<Self>>) {
        if *decided == Command::Done {
            candidates::hides(self, view, found);
        }
    }

    fn stops(command: &Command) -> bool {
        matches!(command, Command::Done)
    }

    fn next(&self, state: &State, thought: &Thought<'_, Self>) -> Option<Command> {
        doctrine::next(self, state, thought)
    }

    fn resample(&self, view: &View<Self>, seed: u64) -> State {
        belief::resample(self, view, seed)
    }

    fn marks(&self, seen: &State, before: &State, after: &State) -> BTreeSet<marks::Mark> {
        marks::between(seen, before, after)
    }

    fn named(&self, seen: &State, side: Side, mark: &marks::Mark) -> Named {
        marks::named(seen, side, *mark)
    }

    fn lead(&self, state: &State) -> i64 {
        i64::from(self.score_sheet(state).margin)
    }

    fn turn(&self, state: &State) -> u32 {
        u32::from(state.turn())
    }
}
