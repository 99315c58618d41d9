//! Looking closely: a unit, an area or Gate Box, and the counters that are off the map.

mod area;
mod boxes;
mod lines;
mod tray;
mod unit;

pub use area::{AreaModel, Neighbour, area_model, area_panel, area_told};
pub use boxes::{BoxesModel, boxes_model, boxes_panel};
pub use lines::{UnitLine, unit_lines};
pub use tray::{TrayModel, tray_model, tray_panel};
pub use unit::{UnitModel, ValueLine, unit_model, unit_panel};
