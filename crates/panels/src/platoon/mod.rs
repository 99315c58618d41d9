//! The panels of 20mm Platoon: order, squad card, forecast, support clock and points, beside a board and beside a real
//! table. All of it is built from a side's view, so that nothing hidden can get into it.

mod actions;
mod army_sheet;
mod card;
mod companion;
mod computer;
mod doing;
mod forecast;
mod order;
mod roster;
mod roster_file;
mod roster_panel;
mod score;
mod toll;

pub use card::{card_model, cards_model};
pub use computer::announced;
pub use doing::Doing;
pub use forecast::{hits, preview_model};
pub use order::order_model;
pub use roster::{Enlisted, Roster, RosterWant, read_list, write_list};
pub use roster_file::read_roster;
pub use roster_panel::{RosterModel, roster_panel};
pub use score::{clock_model, points_model};

use platoon::{Side, SquadId, State};

use crate::companion::Flag;

/// The flag of a side.
pub const fn flag(side: Side) -> Flag {
    match side {
        Side::Allied => Flag::First,
        Side::Vc => Flag::Second,
    }
}

/// A squad's name; its number if it is not to be seen.
fn name(state: &State, squad: SquadId) -> String {
    state.squad(squad).map_or_else(|| format!("Squad {}", squad.0), |s| s.name.to_string())
}
