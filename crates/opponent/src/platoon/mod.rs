//! 20mm Platoon.

use ::platoon::{Platoon, Command, Side, State};
use tabletop::Ruleset;

use crate::level::{Budget, Level};
use crate::thinking::{Candidate, MOST_TERMS, Term, Thinking, Thought};
use crate::view::View;

const TERMS: [Term; 1] = [Term { name: "points", better: "wins points", worse: "loses points", plain: [10, 10] }];

impl Thinking for Platoon {
    type Plan = ();
    const SEATS: [Side; 2] = [Side::Allied, Side::Vc];
    const TERMS: &'static [Term] = &TERMS;

    fn budget(_: Level) -> Budget {
        Budget::LOOK
    }

    fn measure(&self, state: &State, side: Side, counts: &mut [i64; MOST_TERMS]) {
        counts[0] = if side == Self::SEATS[0] { self.lead(state) } else { -self.lead(state) };
    }

    fn candidates(&self, view: &View<Self>, _: Level, found: &mut Vec<Candidate<Self>>) {
        let mut options = Vec::new();
        self.options(view.seen(), &mut options);
        found.extend(options.into_iter().map(Candidate::plain));
    }

    fn next(&self, _: &State, _: &Thought<'_, Self>) -> Option<Command> {
        None
    }

    fn lead(&self, state: &State) -> i64 {
        { let score = ::platoon::victory::score(state); i64::from(score.allied - score.vc) }
    }
}
