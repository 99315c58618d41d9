//! Plans for a movement: who goes where together, so that a strong group stands beside what it is to attack.

use std::collections::HashSet;

use ::block_by_block::units::STATIC_UNITS;
use ::block_by_block::{BlockByBlock, Command, Place, PlaceSet, Side, State, Step, UnitId, UnitSet};
use tabletop::Ruleset;

use super::doctrine::near_gate;
use super::ground::{best_group, fighters};
use crate::level::Level;
use crate::thinking::Candidate;

/// How an order is meant to go on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// A group that comes together: who goes where, in order.
    moves: Vec<(UnitId, Place)>,
    /// Whether an attack is thought of to where its group can do no more: a tower falls to the second or third assault, not to the first.
    through: bool,
}

impl Plan {
    /// The plan of an order that stands for itself.
    pub(super) fn of(level: Level) -> Self {
        Self { moves: Vec::new(), through: level == Level::Veteran }
    }

    /// The next move of the plan that can be made, while units are moved.
    pub(super) fn next(&self, rules: &BlockByBlock, state: &State) -> Option<Command> {
        if !moving(state) {
            return None;
        }
        let open = self.moves.iter().filter(|(unit, _)| !state.moved().has(*unit));
        let mut moves = open.map(|&(unit, to)| Command::Move { unit, to });
        moves.find(|command| rules.check(state, command).is_ok())
    }

    /// Whether it brings a group together.
    pub(super) fn brings_together(&self) -> bool {
        !self.moves.is_empty()
    }

    /// Whether an attack is thought of to its group's end.
    pub(super) fn goes_through(&self) -> bool {
        self.through
    }
}

/// The weakest group that is sent anywhere on purpose.
const STRONG: u8 = 6;

/// Groups that can be brought together in a place from which they may attack.
pub(super) fn list(rules: &BlockByBlock, state: &State, found: &mut Vec<Candidate<BlockByBlock>>) {
    let Some(side) = state.step().side().filter(|_| moving(state)) else { return };
    let stacks: Vec<(Place, UnitSet, PlaceSet)> = Place::each(state.presence(side))
        .filter_map(|from| {
            let units = fighters(state.side_at(side, from)) & !state.moved() & !STATIC_UNITS;
            let first = UnitId::each(units).next()?;
            Some((from, units, rules.destinations(state, first)))
        })
        .collect();
    let mut known: HashSet<(Place, UnitSet)> = HashSet::new();
    for to in Place::areas().filter(|place| from_here(rules, state, side, *place)) {
        let here = fighters(state.side_at(side, to)) & !STATIC_UNITS;
        let comers = |from: &Place| {
            let reach = stacks.iter().filter(|(stack, _, open)| (from == stack || *from == to) && open.has(to));
            reach.fold(UnitSet::EMPTY, |set, (_, units, _)| set | *units)
        };
        // From one place each, and from everywhere: `to` itself stands for that.
        for from in stacks.iter().map(|(from, ..)| *from).filter(|from| *from != to).chain([to]) {
            let (group, strength) = best_group(rules, state, here | comers(&from));
            let moving = group & !here;
            if strength < STRONG || group.len() < 2 || moving.is_empty() || !known.insert((to, group)) {
                continue;
            }
            let moves: Vec<(UnitId, Place)> = UnitId::each(moving).map(|unit| (unit, to)).collect();
            if let Some(&(unit, to)) = moves.first() {
                found.push(Candidate { command: Command::Move { unit, to }, plan: Plan { moves, through: true } });
            }
        }
    }
}

/// Whether units are being moved.
pub(super) fn moving(state: &State) -> bool {
    matches!(state.step(), Step::UsArvnMovement | Step::PavnNlfMovement)
}

/// Whether something of the enemy's could be attacked from this area.
fn from_here(rules: &BlockByBlock, state: &State, side: Side, place: Place) -> bool {
    (rules.map().beside(place) | place.set()).meets(state.presence(side.enemy()))
        || near_gate(rules, state, side, place)
}
