//! Block by Block: nothing is hidden, and a turn is long. Every legal order is looked at. A Veteran also looks at groups that come
//! together (`plans`), thinks of an attack to its group's end, and plays the best orders on to the end of the turn, with both sides
//! going on by the doctrine.

mod candidates;
mod doctrine;
mod ground;
mod marks;
mod plans;
mod terms;

use std::collections::BTreeSet;

use ::block_by_block::{BlockByBlock, Command, Side, State, Step};
use tabletop::Ruleset;

use crate::level::{Budget, Level};
use crate::prospects::Named;
use crate::thinking::{Candidate, Horizon, MOST_TERMS, Term, Thinking, Thought};
use crate::view::View;

impl Thinking for BlockByBlock {
    type Plan = plans::Plan;
    type Mark = marks::Mark;

    const SEATS: [Side; 2] = [Side::UsArvn, Side::PavnNlf];
    const TERMS: &'static [Term] = &terms::TERMS;

    fn budget(level: Level) -> Budget {
        match level {
            Level::Recruit => Budget { near: 3, ..Budget::LOOK },
            Level::Regular => Budget { near: 8, ..Budget::LOOK },
            Level::Veteran => Budget { near: 8, kept: 14, far: 24, ..Budget::LOOK },
        }
    }

    fn measure(&self, state: &State, side: Side, _: &[i64; MOST_TERMS], counts: &mut [i64; MOST_TERMS]) {
        terms::measure(self, state, side, counts);
    }

    fn candidates(&self, view: &View<Self>, level: Level, found: &mut Vec<Candidate<Self>>) {
        let mut orders = Vec::new();
        candidates::list(self, view.seen(), level, &mut orders);
        let plan = plans::Plan::of(level);
        found.extend(orders.into_iter().map(|command| Candidate { command, plan: plan.clone() }));
        if level == Level::Veteran {
            plans::list(self, view.seen(), found);
        }
    }

    fn stops(command: &Command) -> bool {
        matches!(command, Command::Done)
    }

    fn next(&self, state: &State, thought: &Thought<'_, Self>) -> Option<Command> {
        let from = thought.from;
        let same_turn = state.turn() == from.turn();
        let same_step = same_turn && state.step() == from.step();
        if same_step && let Some(command) = thought.plan.next(self, state) {
            return Some(command);
        }
        match thought.horizon {
            Horizon::Near if state.attack().is_some() => doctrine::order(self, state),
            // A group that comes together is judged by what it then does; nobody else moves for that. PAVN/NLF marches before the
            // enemy and fights after him: that he lets it come is thought here, and what he does about it on the far horizon.
            Horizon::Near if thought.plan.brings_together() => {
                let ours = state.step().side() == from.step().side();
                if !same_turn || (!ours && state.step() > Step::UsArvnCombat) {
                    return None;
                }
                let order =
                    if plans::moving(state) || !ours { Some(Command::Done) } else { doctrine::order(self, state) };
                // What the end of the turn brings would come to those alone who are thought of that far.
                order.filter(|order| !(state.step() == Step::PavnNlfCombat && Self::stops(order)))
            }
            Horizon::Near if same_step && thought.plan.goes_through() && state.active_group().is_some() => {
                doctrine::order(self, state)
            }
            // The step is ended in every thought, or what its end brings would speak for ending it at once.
            Horizon::Near => {
                let ends = same_step && from.attack().is_none() && self.check(state, &Command::Done).is_ok();
                ends.then_some(Command::Done)
            }
            Horizon::Far => same_turn.then(|| doctrine::order(self, state)).flatten(),
        }
    }

    fn marks(&self, seen: &State, before: &State, after: &State) -> BTreeSet<marks::Mark> {
        marks::between(seen, before, after)
    }

    fn named(&self, seen: &State, side: Side, mark: &marks::Mark) -> Named {
        marks::named(seen, side, *mark)
    }

    fn lead(&self, state: &State) -> i64 {
        let score = self.score(state);
        // Zones first; between equals the clearing score, of which US/ARVN wants little. Rule 3.2.
        i64::from(score.us_arvn_zones) * 1_000 - i64::from(score.total)
    }

    fn turn(&self, state: &State) -> u32 {
        u32::from(state.turn())
    }
}
