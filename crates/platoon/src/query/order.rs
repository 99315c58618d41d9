//! The order of the turn. Rule P-activation.

use serde::Serialize;
use tabletop::RuleId;

use crate::state::{Phase, State};
use crate::troops::{Side, SquadId};
use crate::{Platoon, rule};

/// Where a squad is in its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Turn {
    /// Its phase is over.
    Done,
    /// It acts now.
    Acting,
    /// It acts later.
    Waiting,
    /// It is out of play.
    Out,
}

/// One line of an activation sum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SumLine {
    /// What counts: `die`, `Gung-Ho` or a modifier's name.
    pub what: &'static str,
    pub value: i8,
    pub rule: RuleId,
}

/// A squad's line in the order of the turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrderLine {
    pub squad: SquadId,
    pub name: String,
    pub side: Side,
    pub level: i8,
    /// How the level came about; the values add up to it.
    pub sum: Vec<SumLine>,
    /// The die that broke a tie, the lower first.
    pub tie: Option<u8>,
    pub turn: Turn,
    /// Whether it may still fire this turn, at least into somebody's move.
    pub may_fire: bool,
    /// Whether it has a No Fire marker.
    pub no_fire: bool,
}

impl Platoon {
    /// This turn's order, lowest level first, with the squads that have acted. Rule P-activation.
    pub fn activation_order(&self, state: &State) -> Vec<OrderLine> {
        let lines = state.levels.iter().filter_map(|level| {
            let squad = state.squad(level.squad)?;
            let mut sum = vec![
                SumLine { what: "die", value: level.die.cast_signed(), rule: rule!("P-activation") },
                SumLine { what: "Gung-Ho", value: level.gung_ho.cast_signed(), rule: rule!("P-gung-ho") },
            ];
            let items = level.reasons.iter();
            sum.extend(items.map(|&(r, value)| SumLine { what: r.name(), value, rule: r.rule() }));
            let turn = match state.phase {
                _ if !squad.in_play() => Turn::Out,
                Phase::Over => Turn::Done,
                _ if state.active.squad == squad.id => Turn::Acting,
                _ if state.queue.iter().any(|(id, _)| *id == squad.id) => Turn::Waiting,
                _ => Turn::Done,
            };
            let may_fire = squad.in_play() && !squad.turn.fired && !squad.turn.no_fire && squad.aboard.is_none();
            Some(OrderLine {
                squad: squad.id,
                name: squad.name.to_string(),
                side: squad.side,
                level: level.level,
                sum,
                tie: level.tie,
                turn,
                may_fire,
                no_fire: squad.turn.no_fire,
            })
        });
        lines.collect()
    }
}
