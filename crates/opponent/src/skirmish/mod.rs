//! Vietnam Skirmish. A figure is given something to do with its phases, and they are played to the end; where hidden enemies may
//! be is drawn again for each run.

mod belief;
mod candidates;
mod doctrine;
mod marks;
mod terms;
mod threat;

use std::collections::BTreeSet;
use std::sync::Arc;

use ::skirmish::figure::{FigureId, Grenade, Work};
use ::skirmish::{Command, RocketAim, Side, Skirmish, State};
use table::{Heading, Point};

use crate::level::{Budget, Level};
use crate::prospects::Named;
use crate::thinking::{Candidate, MOST_TERMS, Term, Thinking, Thought};
use crate::view::View;
use crate::ways::Ways;

/// What a figure means to do with the rest of its phases.
#[derive(Clone, Debug, Default)]
pub enum Plan {
    /// What is best where it stands: fire if it can.
    #[default]
    Stay,
    /// Going somewhere.
    Go(FigureId, Goal),
    /// The same without noise.
    Sneak(FigureId, Goal),
    /// A grenade, by hand or from a launcher.
    Grenade(FigureId, Work, Grenade, Point),
    /// A rocket, loaded and fired.
    Rocket(FigureId, RocketAim),
    /// A Claymore, laid there, with its face that way.
    Claymore(FigureId, Point, Heading),
    /// Setting a mortar up.
    Mortar(FigureId),
}

/// Somewhere to go, with the ways to it.
#[derive(Clone, Debug)]
pub struct Goal(pub(crate) Arc<Ways>);

impl Thinking for Skirmish {
    type Plan = Plan;
    type Mark = marks::Mark;

    const SEATS: [Side; 2] = [Side::UsArvn, Side::VcNva];
    const TERMS: &'static [Term] = &terms::TERMS;

    fn budget(level: Level) -> Budget {
        match level {
            Level::Recruit => Budget::LOOK,
            Level::Regular => Budget { positions: 6, near: 12, ..Budget::LOOK },
            // Played on through the enemy's turn by rules of thumb he was no better than a Regular: he looks more often instead.
            Level::Veteran => Budget { positions: 48, near: 96, ..Budget::LOOK },
        }
    }

    fn measure(&self, state: &State, side: Side, weights: &[i64; MOST_TERMS], counts: &mut [i64; MOST_TERMS]) {
        terms::measure(self, state, side, weights, counts);
    }

    fn candidates(&self, view: &View<Self>, level: Level, found: &mut Vec<Candidate<Self>>) {
        candidates::list(self, view, level, found);
    }

    fn afterthoughts(&self, view: &View<Self>, level: Level, decided: &Command, found: &mut Vec<Candidate<Self>>) {
        if *decided == Command::Done {
            candidates::others(self, view, level, found);
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
        let points = |side| i64::from(::skirmish::score::points(state, side));
        points(Side::UsArvn) - points(Side::VcNva)
    }

    fn turn(&self, state: &State) -> u32 {
        u32::from(state.turn())
    }
}
