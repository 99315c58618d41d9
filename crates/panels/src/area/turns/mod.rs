//! The Turn Record Track, and the slim bar at the bottom of the window.

mod panel;
mod status;

use block_by_block::{BlockByBlock, Location, Side, State, UnitId};
use tabletop::{RuleId, Ruleset, Sourced};

pub use panel::turn_record_panel;
pub use status::{StatusModel, status_bar, status_model};

use crate::area::words::list_units;

/// What the Turn Record Track shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRecordModel {
    /// The turn being played.
    pub current: u8,
    /// The step being played.
    pub step: String,
    pub over: bool,
    /// The five turns.
    pub turns: Vec<TurnLine>,
}

/// A turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnLine {
    pub number: u8,
    pub dates: String,
    /// US/ARVN replacement points, and where the number is from.
    pub points: Sourced<u8>,
    /// How many of them the Airborne withdrawal cost.
    pub withheld: u8,
    /// Who comes, and where to; and whether they are still to come.
    pub arrivals: Vec<ArrivalLine>,
    /// Whether the printed track has a star here.
    pub starred: bool,
    /// What else happens, with the rule.
    pub notes: Vec<(String, RuleId)>,
}

/// Reinforcements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrivalLine {
    pub side: Side,
    /// Their names.
    pub units: String,
    /// Where they may arrive, or what has become of them.
    pub whereabouts: String,
    /// Whether any of them is still to come.
    pub coming: bool,
}

/// The Turn Record Track of a position.
pub fn turn_record_model(rules: &BlockByBlock, state: &State) -> TurnRecordModel {
    let turn = |number: u8| {
        let record = rules.calendar().turn(number);
        let arrivals = record.arrivals.iter().filter_map(|arrival| {
            let side = arrival.units.first()?.side();
            let mut areas = arrival.areas.iter().map(|p| p.name()).collect::<Vec<_>>().join(", ");
            if arrival.beside_friends {
                areas.push_str(" or any area with a friend");
            }
            if arrival.one_an_area {
                areas.push_str(", one an area");
            }
            let coming = arrival.units.iter().any(|unit| rules.still_comes(state, *unit).is_some());
            let lost = |unit: &UnitId| state.location(*unit) == Location::Lost;
            let came = |unit: &UnitId| !matches!(state.location(*unit), Location::Waiting | Location::Lost);
            let whereabouts = if coming {
                format!("to {areas}")
            } else if arrival.units.iter().any(came) {
                "placed".to_owned()
            } else if arrival.units.iter().any(lost) {
                "lost: no area could take them".to_owned()
            } else {
                "not in use".to_owned()
            };
            Some(ArrivalLine { side, units: list_units(&arrival.units), whereabouts, coming })
        });
        TurnLine {
            number,
            dates: record.dates.clone(),
            points: record.us_arvn_points.clone(),
            withheld: if number == rules.numbers().penalty_turn.value { state.airborne_penalty() } else { 0 },
            arrivals: arrivals.collect(),
            starred: number == rules.numbers().replacement_turn.value,
            notes: notes(rules, number),
        }
    };
    TurnRecordModel {
        current: state.turn(),
        step: state.step().name().to_owned(),
        over: rules.to_act(state).is_none(),
        turns: (1..=5).map(turn).collect(),
    }
}

/// What else belongs to a turn.
fn notes(rules: &BlockByBlock, turn: u8) -> Vec<(String, RuleId)> {
    let numbers = rules.numbers();
    let all = [
        (numbers.withdrawal_turn.value, "The Airborne leaves for Saigon", block_by_block::rule!("11.2")),
        (numbers.replacement_turn.value, "PAVN/NLF replacements", block_by_block::rule!("10.2")),
        (numbers.penalty_turn.value, "Points are cut for Airborne losses", block_by_block::rule!("11.2")),
        (rules.calendar().last_turn(), "PAVN/NLF may withdraw units", block_by_block::rule!("12.1")),
    ];
    all.into_iter().filter(|(when, ..)| *when == turn).map(|(_, what, rule)| (what.to_owned(), rule)).collect()
}
