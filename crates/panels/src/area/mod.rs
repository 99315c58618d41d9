//! The panels of Block by Block.

use block_by_block::{Command, HeavyLevel, Place, UnitId};

pub mod combat;
pub mod inspector;
pub mod politics;
pub mod prompt;
pub mod turns;
pub mod words;

/// What the player asks of the map of areas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AreaIntent {
    /// Give this order to the rules.
    Order(Command),
    /// Show what this attack would do before it is ordered.
    Preview(Command),
    /// Put the previewed attack away.
    ClearPreview,
    /// The level of heavy weapons the player means to use in the previewed attack; none to do without.
    PlanHeavyWeapons(Option<HeavyLevel>),
    /// Bring a place of the map into view and inspect it.
    Focus(Place),
    /// Select a unit, as if its counter had been clicked.
    SelectUnit(UnitId),
    /// Select exactly these units.
    SelectUnits(Vec<UnitId>),
}

/// The parts of the sidebar, in the order of their tabs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Part {
    /// The forecast of the attack being planned, the last combat and the Combat Results Table.
    #[default]
    Combat,
    /// The unit or area under inspection and the counters off the map.
    Inspector,
    /// Publicity, destruction, clearing and the score.
    Politics,
    /// The Turn Record Track.
    Turns,
}

impl Part {
    /// All, in the order of the tabs.
    pub const ALL: [Self; 4] = [Self::Combat, Self::Inspector, Self::Politics, Self::Turns];

    /// The word on the tab.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Combat => "Combat",
            Self::Inspector => "Inspect",
            Self::Politics => "Score",
            Self::Turns => "Turns",
        }
    }
}
