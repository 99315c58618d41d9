//! The support clock: what is on its way, and who must wait before he asks again. Rules P-artillery, P-mortar and P-air.

use serde::Serialize;
use table::{Point, Template};
use tabletop::RuleId;

use crate::command::FlightPath;
use crate::state::{Pattern, Reaches, State, Support};
use crate::support::line_of_fire;
use crate::troops::{Side, SquadId};
use crate::{Platoon, air, rule};

/// What a line of the clock waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Due {
    /// The first salvo or the aircraft come at the start of this turn.
    Arrives(u8),
    /// It is firing or over the table, for so many more salvos or turns.
    Firing(u8),
    /// Its officer was turned down and may ask again in this turn.
    AskAgain(u8),
}

/// A line of the support clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClockLine {
    pub side: Side,
    /// The squad that asked, where that is known.
    pub squad: Option<SquadId>,
    pub name: String,
    /// What comes; nothing for who only waits to ask again.
    pub support: Option<Support>,
    pub due: Due,
    /// Dice of deviation of the next salvo if it is off target.
    pub dice: u8,
    /// Where it is aimed.
    pub target: Option<Point>,
    /// The area if it is on target, on the computer's table.
    pub area: Option<Template>,
    pub rule: RuleId,
}

impl Support {
    /// The rule it stands in.
    pub fn rule(self) -> RuleId {
        match self {
            Self::Air => rule!("P-air"),
            Self::Mortar => rule!("P-mortar"),
            Self::Howitzer105 | Self::Howitzer155 => rule!("P-artillery"),
        }
    }
}

impl Reaches {
    /// The rule it stands in.
    pub fn rule(&self) -> RuleId {
        match self {
            Self::Salvo { support, .. } => support.rule(),
            Self::Rocket { .. } => rule!("P-direct"),
            Self::Trap { .. } => rule!("P-traps"),
            Self::Fright { .. } => rule!("P-panic"),
            Self::Abandoned => rule!("P-victory"),
        }
    }
}

impl Platoon {
    /// The area of a salvo or attack that is on target, on the computer's table. Rulings P-R30 and P-R32.
    pub fn area(
        &self,
        state: &State,
        side: Side,
        support: Support,
        target: Point,
        pattern: Pattern,
        path: Option<FlightPath>,
    ) -> Option<Template> {
        state.board.as_ref()?;
        let line = match support {
            Support::Air => air::along(state, air::way(state, side, target, path), target),
            _ => line_of_fire(side),
        };
        Some(crate::support::area(self, support, target, pattern, line))
    }

    /// The point that is called out as so many hundredths of an inch from a side's own table edge and from the edge on its
    /// left; beside a real table the two lengths themselves. For requests where the fall of shot is guessed.
    pub fn called(&self, state: &State, side: Side, from_own_edge: i32, from_left: i32) -> Point {
        match (&state.board, side) {
            (None, _) => Point::new(from_left, from_own_edge),
            (Some(board), Side::Allied) => Point::new(from_left, board.corner().y - from_own_edge),
            (Some(board), Side::Vc) => Point::new(board.corner().x - from_left, from_own_edge),
        }
    }

    /// What is on its way or over the table, soonest first, then who waits to ask again.
    pub fn support_clock(&self, state: &State) -> Vec<ClockLine> {
        let name = |id| state.squad(id).map_or_else(|| format!("squad {}", id.0), |s| s.name.to_string());
        let missions = state.missions.iter().map(|m| {
            let aim = state.board.as_ref().and(m.squad).map(|_| m.target);
            ClockLine {
                side: m.side,
                squad: m.squad,
                name: m.squad.map_or_else(|| m.side.name().to_owned(), name),
                support: Some(m.support),
                due: if m.arrived { Due::Firing(m.left) } else { Due::Arrives(m.due) },
                dice: m.dice,
                target: aim,
                area: aim.and_then(|at| self.area(state, m.side, m.support, at, m.pattern, m.path)),
                rule: m.support.rule(),
            }
        });
        let mut lines: Vec<ClockLine> = missions.collect();
        lines.sort_by_key(|line| match line.due {
            Due::Firing(_) => 0,
            Due::Arrives(turn) | Due::AskAgain(turn) => turn,
        });
        let waiting = state.squads.iter().filter(|s| s.officer && s.in_play() && s.asks_from > state.turn);
        lines.extend(waiting.map(|s| ClockLine {
            side: s.side,
            squad: Some(s.id),
            name: s.name.to_string(),
            support: None,
            due: Due::AskAgain(s.asks_from),
            dice: 0,
            target: None,
            area: None,
            rule: rule!("P-artillery"),
        }));
        lines
    }
}
