//! Scenario files: any arrangement of the counters, and how it becomes a position. Rule 4.1.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::places::{Gate, Place, Zone};
use crate::state::{Options, Step};
use crate::units::UnitId;

/// A scenario: who stands where, and what the tracks show. Whatever is not said is as in a fresh game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The name on the title page.
    pub title: String,
    /// One or two sentences for the one who chooses.
    pub summary: String,
    /// A page of history.
    #[serde(default)]
    pub background: String,
    /// What the rules leave open.
    #[serde(default)]
    pub options: Options,
    #[serde(default = "first_turn")]
    pub turn: u8,
    /// The step it begins with; that step's own business is still to be done.
    #[serde(default = "first_step")]
    pub step: Step,
    /// Everybody on the map, place by place. Towers and platoons stand in Gate Boxes.
    pub units: BTreeMap<Place, Vec<UnitId>>,
    #[serde(default)]
    pub spent: Vec<UnitId>,
    /// Who of them is routed; two-sided units are then spent as well.
    #[serde(default)]
    pub routed: Vec<UnitId>,
    /// How many platoons a unit has given away.
    #[serde(default)]
    pub detached: BTreeMap<UnitId, u8>,
    #[serde(default)]
    pub eliminated: Vec<UnitId>,
    /// Who has left the map: PAVN/NLF units withdrawn on turn 5, Airborne sent to Saigon.
    #[serde(default)]
    pub withdrawn: Vec<UnitId>,
    /// Reinforcements that found no room.
    #[serde(default)]
    pub lost: Vec<UnitId>,
    /// The gates in US/ARVN hands. A gate with somebody in its box belongs to him, whatever is said here.
    #[serde(default)]
    pub us_arvn_gates: Vec<Gate>,
    /// The zones marked as controlled by US/ARVN.
    #[serde(default)]
    pub us_arvn_zones: Vec<Zone>,
    /// Clearing markers above zero.
    #[serde(default)]
    pub clearing: BTreeMap<Zone, u8>,
    #[serde(default)]
    pub publicity: u8,
    #[serde(default)]
    pub destruction: u8,
    /// Points of turn 4 that the Airborne withdrawal cost.
    #[serde(default)]
    pub airborne_penalty: u8,
    /// Areas already attacked this turn.
    #[serde(default)]
    pub attacked: Vec<Place>,
    /// Replacement points left, if the step is a replacement step; else the calendar's.
    #[serde(default)]
    pub points: Option<u8>,
    /// Assault groups already named, if the step is a combat step.
    #[serde(default)]
    pub groups: Vec<Vec<UnitId>>,
}

fn first_turn() -> u8 {
    1
}

fn first_step() -> Step {
    Step::Garrisons
}
