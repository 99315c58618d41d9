//! Who sees whom, and what is in the way.

use serde::Serialize;
use table::{Cover, Point, Terrain, Veil};

use crate::command::Target;
use crate::hidden::depth;
use crate::state::State;
use crate::tables::Length;
use crate::troops::SquadId;
use crate::{Platoon, air, fire};

/// Why a line of sight ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Stop {
    /// Something solid: a house, a bunker.
    Solid(Terrain),
    /// Ground that rises into the line.
    Height,
    /// More growth than one sees through. `through`: hundredths of an inch of it on the line. `limit`: hundredths of an
    /// inch that can be seen through.
    Growth { through: i32, limit: i32 },
    /// The dark. Ruling P-R38. `limit`: hundredths of an inch that can be seen.
    Night { limit: i32 },
}

/// A line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SightLine {
    pub from: Point,
    pub to: Point,
    /// How long it is, in hundredths of an inch.
    pub range: i32,
    /// How much of it goes through growth.
    pub through: i32,
    /// What the target has to hide behind.
    pub cover: Cover,
    /// Where it ends before its aim, and why; nothing if it is clear.
    pub blocked: Option<(Point, Stop)>,
}

impl Platoon {
    /// The line of sight between two points of the computer's table; nothing beside a real one.
    pub fn sight_between(&self, state: &State, from: Point, to: Point) -> Option<SightLine> {
        let board = state.board.as_ref()?;
        let limit = depth(self);
        let sight = board.sight(from, to, limit);
        let dark = self.tables().numbers.night_sight.inches();
        let blocked = match sight.blocked_at {
            Some(at) if at == to && sight.through > limit => Some((at, Stop::Growth { through: sight.through, limit })),
            Some(at) if board.terrain(at).veil() == Veil::Solid => Some((at, Stop::Solid(board.terrain(at)))),
            Some(at) => Some((at, Stop::Height)),
            None if state.options.night && !from.within(to, dark) => {
                Some((from.toward(to, dark), Stop::Night { limit: dark }))
            }
            None => None,
        };
        Some(SightLine { from, to, range: sight.range, through: sight.through, cover: board.cover(from, to), blocked })
    }

    /// The best line of sight from an able figure of a squad to its target: a clear one before a blocked one, then the
    /// shortest. Nothing beside a real table.
    pub fn sight_line(&self, state: &State, squad: SquadId, target: Target) -> Option<SightLine> {
        let it = state.squad(squad)?;
        let goals: Vec<Point> = match target {
            Target::Squad(id) => state.squad(id).filter(|s| s.in_sight())?.marks().map(|(_, at)| at).collect(),
            Target::Marker(id) => vec![state.marker(id)?.at],
        };
        let lines = it.able().flat_map(|(_, f)| goals.iter().map(move |&goal| (f.at, goal)));
        // What flies is seen, and sees, past whatever stands between.
        let up = fire::flies(state, target);
        let below = |from: Point, to: Point| match (up, air::looks_down(state, it)) {
            (true, _) => Some((from, to)),
            (false, true) => Some((to, from)),
            (false, false) => None,
        };
        let line = |(from, to): (Point, Point)| {
            let line = self.sight_between(state, from, to)?;
            let Some((ground, air)) = below(from, to) else { return Some(line) };
            let (below, limit) = (state.board.as_ref()?.terrain(ground), self.tables().numbers.night_sight.inches());
            let stop = match air::sees_sky(state, ground) {
                true => (from.toward(to, limit), Stop::Night { limit }),
                false => (ground, Stop::Solid(below)),
            };
            let blocked = (!air::sees_flying(self, state, ground, air)).then_some(stop);
            let cover = if up { Cover::None } else { below.cover() };
            Some(SightLine { through: 0, cover, blocked, ..line })
        };
        lines.filter_map(line).min_by_key(|line| (line.blocked.is_some(), line.range, line.from, line.to))
    }
}
