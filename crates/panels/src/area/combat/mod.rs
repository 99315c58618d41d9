//! Combat on screen: the Combat Results Table, what an attack would do, and what the dice did.

mod arithmetic;
mod forecast;
mod resolution;
mod table;

pub use arithmetic::{DieModel, ModifierLine, RollModel, arithmetic, dice_of, rolls_of};
pub use forecast::{ForecastModel, HalfModel, PlanModel, UnitShare, forecast_model, forecast_panel};
pub use resolution::{ResolutionLine, ResolutionModel, resolution_model, resolution_panel};
pub use table::{CrtCell, CrtModel, Lit, crt_model, crt_panel};
