//! What a move would take and make.

use serde::Serialize;
use table::{Going, Point, Walk};
use tabletop::Refusal;

use crate::event::Pace;
use crate::figure::FigureId;
use crate::sight::toward;
use crate::state::State;
use crate::{Command, Skirmish, moving, tables, vehicles};

/// A move before it is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Path {
    /// What the way meets.
    pub walk: Walk,
    /// What it costs in hundredths of an inch, bad going counted for what it takes.
    pub cost: i32,
    /// What there is for it.
    pub allowed: i32,
    /// The farthest point on this way that can be reached; where it stands if none can.
    pub farthest: Point,
    /// Pips of noise it makes. Rules S-noise and S-tactical.
    pub pips: u8,
    /// Phases it takes, those of preparation included. Rule S-tactical.
    pub phases: u8,
    /// Known figures that a vehicle would run over. Ruling S-R16.
    pub run_over: Vec<FigureId>,
    /// The command that makes it.
    pub command: Command,
    /// Why it cannot be made.
    pub refusal: Option<Refusal>,
}

impl Skirmish {
    /// A figure's way to a point, walking or driving, or tactically. None if it is not on the table. Rules S-turn and S-tactical.
    pub fn path(&self, state: &State, figure: FigureId, to: Point, tactical: bool) -> Option<Path> {
        let mover = state.figure(figure)?;
        let from = mover.place()?;
        let numbers = self.numbers();
        let pace = match (mover.vehicle, tactical) {
            (true, _) => Pace::Driving,
            (false, true) => Pace::Tactical,
            (false, false) => Pace::Walking,
        };
        let cost = |to: Point| {
            let walk = state.board().walk(from, to);
            (walk, moving::cost(self, &walk, pace))
        };
        let facing = toward(from, to, mover.facing);
        let command = |to: Point| {
            if tactical { Command::Sneak { figure, to, facing } } else { Command::Move { figure, to, facing } }
        };
        let (walk, spent) = cost(to);
        let allowed = moving::reach(self, pace);
        // A tenth of an inch is as fine as anybody moves.
        let length = from.distance(to).min(allowed);
        let fits = |to: &Point| {
            let (walk, spent) = cost(*to);
            let across = walk.obstacles == 0 || mover.vehicle || walk.length <= tables::inches(&numbers.obstacle_in);
            let dry = state.board().contains(*to) && state.board().terrain(*to).going() != Going::Impassable;
            dry && walk.impassable == 0 && spent <= allowed && across
        };
        let end = Some(to).filter(|_| length == from.distance(to)).filter(fits);
        let farthest = end.or_else(|| (1..=length / 10).rev().map(|n| from.toward(to, n * 10)).find(fits));
        let under = |(id, f, at): &(FigureId, &crate::figure::Figure, Point)| {
            *id != figure && !f.vehicle && vehicles::in_the_way(from, to, *at)
        };
        let run_over = state.placed().filter(|one| mover.vehicle && under(one)).map(|(id, ..)| id).collect();
        Some(Path {
            walk,
            cost: spent,
            allowed,
            farthest: farthest.unwrap_or(from),
            pips: if tactical {
                0
            } else if mover.vehicle {
                numbers.vehicle_pips.value
            } else {
                1
            },
            phases: if tactical { numbers.tactical_phases.value } else { 1 },
            run_over,
            command: command(to),
            refusal: crate::options::check(self, state, &command(to)).err(),
        })
    }
}
