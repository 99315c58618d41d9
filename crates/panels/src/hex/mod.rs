//! The panels of Search & Destroy: forecast and tables, the stack in a hex, forces to come, command and ammunition, points.
//!
//! Every model is made from a side's view of the position, so no panel can show what that side may not know.

mod command;
mod forces;
mod forecast;
mod plots;
mod points;
mod resolution;
mod stack;
mod status;
mod table;

use search_and_destroy::command::Rate;
use search_and_destroy::state::Unit;
use search_and_destroy::units::{Element, Kind, UnitId};
use search_and_destroy::{Command, Direction, Hex};
use tabletop::capital;

pub use command::{CommandLine, CommandModel, LeaderLine, command_model, command_panel};
pub use forces::{ForceLine, ForcesModel, ToolLine, forces_model, forces_panel};
pub use forecast::{HexForecastModel, ShareLine, hex_forecast_model, hex_forecast_panel};
pub use plots::{PlotLine, PlotsModel, plots_model, plots_panel};
pub use points::{PointsModel, points_account, points_model, points_panel};
pub use resolution::{AttackTold, attack_told, attack_told_panel};
pub use stack::{StackLine, StackModel, stack_model, stack_panel};
pub use status::{HexStatusModel, hex_status_bar, hex_status_model};
pub use table::{HexLit, TablesModel, tables_model, tables_panel};

/// What the player asks of the hex board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HexIntent {
    /// Give this order to the rules.
    Order(Command),
    /// Hold exactly these counters.
    Hold(Vec<UnitId>),
    /// Bring a hex into view and inspect it.
    LookAt(Hex),
    /// A unit of the planned attack uses its strength in this way.
    Rate(UnitId, Rate),
    /// Order the planned attack.
    CarryOut,
    /// Put the planned attack away.
    PutAway,
    /// The next click on the map does this.
    Take(Tool),
    /// Show something about the ground, or no longer.
    Show(Shade),
}

/// What a click on the map does besides moving and fighting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// It lays a booby trap.
    Trap,
    /// It hides a supply cache.
    Cache,
    /// It writes down a hex of preplanned fire.
    Register,
    /// It chooses whose Improved Positions are dug at the start.
    Dig,
    /// It calls an air strike that also hits the hexes on this side and on the opposite one.
    Strike(Direction),
    /// It aims a mortar that the counter in hand has with it.
    Mortar,
    /// It brings in a helicopter with a supply marker.
    Supply,
}

impl Tool {
    /// What to do with it, in a sentence.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Trap => "Click a lit hex to lay a booby trap there.",
            Self::Cache => "Click a lit hex to hide a supply cache there.",
            Self::Register => "Click a lit hex to record preplanned fire there.",
            Self::Dig => "Click a lit hex to start its units without an Improved Position, or with one again.",
            Self::Strike(_) => "Click a lit hex to call the air strike there.",
            Self::Mortar => "Click a lit hex to fire the mortar there.",
            Self::Supply => "Click a lit hex to land the supplies there.",
        }
    }
}

/// What is shaded on demand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shade {
    /// Nothing but where the selection can go.
    #[default]
    Reach,
    /// What known enemies can fire at.
    Threat,
    /// What leaders lead and Cadres command.
    Command,
    /// What the selection, or the hex pointed at, sees.
    Sight,
}

impl Shade {
    /// All.
    pub const ALL: [Self; 4] = [Self::Reach, Self::Threat, Self::Command, Self::Sight];

    /// Its name on a button.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reach => "Moves",
            Self::Threat => "Threat",
            Self::Command => "Command",
            Self::Sight => "Sight",
        }
    }
}

/// A counter as it is called in panels: what it is, its platoon and company, its element.
pub fn unit_name(id: UnitId, unit: &Unit) -> String {
    let kind = capital(unit.kind.name());
    let mut name = match (unit.company, unit.platoon) {
        _ if unit.kind == Kind::Suspect => format!("Face-down counter {}", id.0),
        (0, _) => format!("{kind} {}", id.0),
        (company, 0) => format!("{kind}, company {company}"),
        (company, platoon) => format!("{kind} {}, {platoon}/{company}", id.0),
    };
    if unit.element != Element::None {
        name += &format!(" with {}", unit.element.name());
    }
    name
}
