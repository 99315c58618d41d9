//! Points and levels of victory. Rule base-4.18.

use tabletop::Outcome;
use tabletop::numbers::number;

use crate::SearchAndDestroy;
use crate::control::stands;
use crate::event::Cause;
use crate::hex::Hex;
use crate::play::Play;
use crate::scenario::Objective;
use crate::state::{Course, Place, State, Switch, Unit};
use crate::units::{Kind, Side};

/// Whether NLF troops are in a hex when the ground is counted: a dummy is turned up at the end and holds nothing. Ruling SD-A70.
fn nlf_holds(state: &State, hex: Hex) -> bool {
    state.in_hex(hex, Side::Nlf).any(|(_, u)| !u.kind.is_heavy_weapon() && counts(state, u))
}

/// Whether a counter is more than a dummy, or counted as such in its day.
fn counts(state: &State, unit: &Unit) -> bool {
    unit.kind != Kind::Dummy || state.rulings.before(2)
}

/// Whether a counter is somebody who holds ground: a heavy weapon that nobody carries does not. Ruling SD-A79.
fn is_somebody(state: &State, unit: &Unit) -> bool {
    state.rulings.before(5) || !unit.kind.is_heavy_weapon()
}

/// Whether a unit with Attack Strength holds ground for its side. Ruling SD-A79.
pub(crate) fn is_armed(rules: &SearchAndDestroy, state: &State, unit: &Unit) -> bool {
    rules.attack(unit) > 0 && is_somebody(state, unit)
}

/// What is counted when the game ends.
pub(crate) fn finish(play: &mut Play) {
    for (side, cause, points) in at_the_end(play.rules, play.state) {
        play.add(side, points, cause);
    }
}

/// What the end of the game would add to the points now, line by line.
pub(crate) fn at_the_end(rules: &SearchAndDestroy, state: &State) -> Vec<(Side, Cause, i32)> {
    let mut lines = Vec::new();
    let unfound = state.caches.iter().filter(|c| c.found.is_none()).count();
    let unfound = i32::try_from(unfound).unwrap_or(0) * i32::from(rules.points.cache_unfound.value);
    lines.push((Side::Nlf, Cause::Cache, unfound));
    for casualties in state.casualties.iter().filter(|c| c.side == Side::Us && nlf_holds(state, c.hex)) {
        let men = i32::from(casualties.killed) + i32::from(casualties.wounded);
        lines.push((Side::Nlf, Cause::LeftBehind, men * i32::from(rules.points.left_behind.value)));
    }
    for objective in state.objectives.iter() {
        for (side, points) in worth(rules, state, objective) {
            lines.push((side, Cause::Objective, points));
        }
    }
    lines.retain(|(_, _, points)| *points != 0);
    lines
}

/// What an objective is worth to both sides at the end.
fn worth(rules: &SearchAndDestroy, state: &State, objective: &Objective) -> Vec<(Side, i32)> {
    let count = |which: &dyn Fn(&Unit) -> bool| {
        i32::try_from(state.units.iter().filter(|u| which(u)).count()).unwrap_or(i32::MAX)
    };
    let nlf_near = |hex: Hex, distance: u8| {
        let near = |u: &Unit| u.hex().is_some_and(|h| h.distance(hex) <= distance);
        state.units.iter().any(|u| u.side() == Side::Nlf && counts(state, u) && is_somebody(state, u) && near(u))
    };
    // A passenger is where its carrier is. Ruling SD-A80.
    let place = |u: &Unit| if state.rulings.before(8) { u.hex() } else { stands(state, u) };
    match objective {
        Objective::ClearVillages(points) => rules
            .map()
            .villages()
            .values()
            .filter(|hexes| hexes.iter().any(|h| state.holds(Side::Us, *h)) && !hexes.iter().any(|h| nlf_near(*h, 1)))
            .map(|_| (Side::Us, i32::from(*points)))
            .collect(),
        Objective::Convoy(out, left) => {
            let there = |u: &Unit| u.kind.is_vehicle() && (state.has(Switch::Vehicles) || state.rulings.before(12));
            let gone = count(&|u| there(u) && u.place == Place::Exited);
            let rest = count(&|u| there(u) && u.place != Place::Exited);
            vec![(Side::Us, gone * i32::from(*out)), (Side::Nlf, rest * i32::from(*left))]
        }
        Objective::KeepLandingZone(hexes, points) => {
            let held = state.units.iter().any(|u| {
                u.side() == Side::Us
                    && is_armed(rules, state, u)
                    && place(u).is_some_and(|h| hexes.iter().any(|z| z.distance(h) <= rules.numbers.landing_zone.value))
            });
            if held { Vec::new() } else { vec![(Side::Nlf, i32::from(*points))] }
        }
        Objective::TakeHill(name, free, points) => {
            let hexes = rules.map().hill(name);
            let clear = hexes.iter().filter(|h| !nlf_holds(state, **h)).count();
            let taken = clear >= usize::from(*free) && hexes.iter().any(|h| state.holds(Side::Us, *h));
            if taken { vec![(Side::Us, i32::from(*points))] } else { Vec::new() }
        }
        Objective::DestroyPlatoon(company, platoon, points) => {
            let left = count(&|u| {
                u.side() == Side::Us
                    && u.kind.is_squad()
                    && (u.company, u.platoon) == (*company, *platoon)
                    && u.place != Place::Gone
            });
            if left == 0 { vec![(Side::Nlf, i32::from(*points))] } else { Vec::new() }
        }
        Objective::Seize(hexes, enough, points) => {
            let held = hexes.iter().filter(|h| nlf_holds(state, **h)).count();
            if held >= usize::from(*enough) { vec![(Side::Nlf, i32::from(*points))] } else { Vec::new() }
        }
        Objective::Stragglers(points) => {
            // A passenger of a carrier on the map has not left it.
            let left = count(&|u| u.side() == Side::Us && u.kind.is_squad() && stands(state, u).is_some());
            vec![(Side::Nlf, left * i32::from(*points))]
        }
        Objective::Escape(_, points) => {
            let escaped = i32::try_from(state.escaped.len()).unwrap_or(i32::MAX);
            vec![(Side::Nlf, escaped * i32::from(*points))]
        }
        Objective::Crossing(points) => {
            let crossed = count(&|u| {
                u.side() == Side::Nlf && (u.kind.is_squad() || u.kind.is_cadre()) && u.place == Place::Exited
            });
            vec![(Side::Nlf, crossed * i32::from(*points))]
        }
        Objective::Boats(out, _) => {
            // A boat that left by the end where it began has a course back towards it.
            let through = count(&|u| {
                let from_west = u.home.is_some_and(|home| usize::from(home) < rules.map().river().len() / 2);
                u.kind == Kind::PatrolBoat && u.place == Place::Exited && (u.course == Some(Course::East)) == from_west
            });
            vec![(Side::Us, through * i32::from(*out))]
        }
        Objective::Rescue(out, lost) => {
            let Some(crew) = state.units.iter().find(|u| u.kind == Kind::Crew) else { return Vec::new() };
            let near = |side: Side, hex: Hex| {
                let counts = |u: &Unit| match side {
                    Side::Us => is_armed(rules, state, u),
                    Side::Nlf => counts(state, u) && is_somebody(state, u),
                };
                state
                    .units
                    .iter()
                    .any(|u| u.side() == side && counts(u) && place(u).is_some_and(|h| h.distance(hex) <= 1))
            };
            let taken = |hex: Hex| near(Side::Nlf, hex) && !near(Side::Us, hex);
            match crew.place {
                Place::Exited => vec![(Side::Us, i32::from(*out))],
                Place::Gone => vec![(Side::Nlf, i32::from(*lost))],
                _ if place(crew).is_some_and(taken) => vec![(Side::Nlf, i32::from(*lost))],
                _ => Vec::new(),
            }
        }
        Objective::Overrun(..) | Objective::BattalionCadre(_) | Objective::CacheWorth(_) => Vec::new(),
    }
}

impl SearchAndDestroy {
    /// US points less NLF points less the scenario's par.
    pub fn margin(&self, state: &State) -> i32 {
        state.score.us - state.score.nlf - i32::from(state.par)
    }

    /// The level of victory of the points as they stand. Rule base-4.18.
    pub fn level(&self, state: &State) -> Outcome {
        self.level_of(state.score.us, state.score.nlf, state.par)
    }

    /// The level of victory of these points with this par. Rule base-4.18.
    pub fn level_of(&self, us: i32, nlf: i32, par: i16) -> Outcome {
        let margin = us - nlf - i32::from(par);
        let (marginal, decisive) = (i32::from(self.points.marginal.value), i32::from(self.points.decisive.value));
        let winner = if margin > 0 { Side::Us } else { Side::Nlf };
        let [us, nlf, par, reached] = [us, nlf, i32::from(par), margin].map(number);
        let because = format!("US {us} points, NLF {nlf}; with the par of {par} the margin is {reached}.");
        let (winner, title) = match margin.abs() {
            m if m >= decisive => (Some(winner), format!("{} decisive victory", winner.name())),
            m if m >= marginal => (Some(winner), format!("{} marginal victory", winner.name())),
            _ => (None, "Draw".to_owned()),
        };
        Outcome { winner: winner.map(|w| w.name().to_owned()), title, because }
    }
}
