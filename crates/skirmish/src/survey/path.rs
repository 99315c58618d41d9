//! What a move would take and make.

use serde::Serialize;
use table::{Point, Walk};
use tabletop::{Refusal, Ruleset};

use crate::event::Pace;
use crate::figure::FigureId;
use crate::sight::toward;
use crate::state::State;
use crate::{Command, Skirmish, moving, vehicles};

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
        let pace = match (mover.vehicle, tactical) {
            (true, _) => Pace::Driving,
            (false, true) => Pace::Tactical,
            (false, false) => Pace::Walking,
        };
        let facing = toward(from, to, mover.facing);
        let command = |to: Point| {
            if tactical { Command::Sneak { figure, to, facing } } else { Command::Move { figure, to, facing } }
        };
        let walk = state.board().walk(from, to);
        let allowed = moving::reach(self, pace);
        // A tenth of an inch is as fine as anybody moves.
        let length = from.distance(to).min(allowed);
        let fits = |to: &Point| moving::way(self, state, figure, from, *to, pace).is_none();
        // On the way there a point may lie a hair farther than it should.
        let tenths = || (1..=length / 10).rev().flat_map(|n| [n * 10, n * 10 - 1]);
        let farthest = Some(to).filter(fits).or_else(|| tenths().map(|length| from.toward(to, length)).find(fits));
        let under = |(id, f, at): &(FigureId, &crate::figure::Figure, Point)| {
            *id != figure && !f.vehicle && vehicles::in_the_way(state, from, to, *at)
        };
        let run_over = state.placed().filter(|one| mover.vehicle && under(one)).map(|(id, ..)| id).collect();
        Some(Path {
            walk,
            cost: moving::cost(self, &walk, pace),
            allowed,
            farthest: farthest.unwrap_or(from),
            pips: moving::pips(self, pace),
            phases: if pace == Pace::Tactical { self.numbers().tactical_phases.value } else { 1 },
            run_over,
            command: command(to),
            refusal: self.check(state, &command(to)).err(),
        })
    }
}
