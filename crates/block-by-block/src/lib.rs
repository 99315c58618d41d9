//! Block by Block: the battle of Huế 1968. Areas, assault groups, gates and politics.
//!
//! The modules are the rulebook's chapters. There is no window, no file and no clock in here: one can read the
//! crate with the rulebook open.

pub mod command;
pub mod event;
pub mod forecast;
pub mod map;
pub mod places;
pub mod rules;
pub mod scenario;
pub mod score;
pub mod state;
pub mod tables;
pub mod units;

pub use command::{Command, Garrison, HeavyLevel};
pub use event::Event;
pub use map::Map;
pub use places::{Gate, Place, PlaceSet, Zone};
pub use scenario::Scenario;
pub use state::{Condition, Location, Options, State, Step};
pub use units::{Side, UnitId, UnitKind, UnitSet};

/// The rules with their map and tables: the value everybody who plays shares.
#[derive(Clone, Debug)]
pub struct BlockByBlock {
    map: Map,
    units: tables::UnitTable,
    combat: tables::CombatTable,
    calendar: tables::Calendar,
}

impl BlockByBlock {
    /// The map.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Attack values. Rule 2.4.
    pub fn unit_table(&self) -> &tables::UnitTable {
        &self.units
    }

    /// The Combat Results Table.
    pub fn combat_table(&self) -> &tables::CombatTable {
        &self.combat
    }

    /// The Turn Record Track.
    pub fn calendar(&self) -> &tables::Calendar {
        &self.calendar
    }
}
