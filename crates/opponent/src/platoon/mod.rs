//! 20mm Platoon. A squad is given a goal and a way to it, and its phase is played to the end; who may lie under a marker is drawn
//! again for each run.

mod belief;
mod beside;
mod candidates;
mod doctrine;
mod marks;
mod terms;
mod threat;

use std::collections::BTreeSet;
use std::sync::Arc;

use ::platoon::{Command, Mode, Platoon, Side, State};

use crate::level::{Budget, Level};
use crate::prospects::Named;
use crate::thinking::{Candidate, MOST_TERMS, Term, Thinking, Thought};
use crate::view::View;
use crate::ways::Ways;

pub use beside::{Ordered, decide_beside};

/// How a squad means to go on in its phase.
#[derive(Clone, Debug, Default)]
pub enum Plan {
    /// Where it is.
    #[default]
    Stay,
    /// Somewhere.
    Go {
        /// How; vehicles and boats have no mode.
        mode: Option<Mode>,
        /// The ways there.
        ways: Goal,
    },
}

/// Somewhere to go, with the ways to it.
#[derive(Clone, Debug)]
pub struct Goal(pub(crate) Arc<Ways>);

impl Thinking for Platoon {
    type Plan = Plan;
    type Mark = marks::Mark;

    const SEATS: [Side; 2] = [Side::Allied, Side::Vc];
    const TERMS: &'static [Term] = &terms::TERMS;

    fn budget(level: Level) -> Budget {
        match level {
            Level::Recruit => Budget { positions: 2, near: 2, ..Budget::LOOK },
            Level::Regular => Budget { positions: 8, near: 8, ..Budget::LOOK },
            // He plays the best on with the enemy's fire into the phase. To the end of the turn, by rules of thumb, was worse.
            Level::Veteran => Budget { positions: 16, near: 16, kept: 4, far: 16 },
        }
    }

    fn measure(&self, state: &State, side: Side, weights: &[i64; MOST_TERMS], counts: &mut [i64; MOST_TERMS]) {
        terms::measure(self, state, side, weights, counts);
    }

    fn candidates(&self, view: &View<Self>, level: Level, found: &mut Vec<Candidate<Self>>) {
        candidates::list(self, view, level, found);
    }

    fn stops(command: &Command) -> bool {
        matches!(command, Command::Done | Command::Pass)
    }

    fn next(&self, state: &State, thought: &Thought<'_, Self>) -> Option<Command> {
        doctrine::next(self, state, thought)
    }

    fn resample(&self, view: &View<Self>, seed: u64) -> State {
        belief::resample(view, seed)
    }

    fn marks(&self, seen: &State, before: &State, after: &State) -> BTreeSet<marks::Mark> {
        marks::between(seen, before, after)
    }

    fn named(&self, seen: &State, side: Side, mark: &marks::Mark) -> Named {
        marks::named(seen, side, *mark)
    }

    fn lead(&self, state: &State) -> i64 {
        let score = self.score(state);
        i64::from(score.allied - score.vc)
    }

    fn turn(&self, state: &State) -> u32 {
        u32::from(state.turn)
    }
}
