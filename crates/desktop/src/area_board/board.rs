//! The map under everything.

use std::sync::Arc;

use artwork::{Colour, Detail, LayerKind, MapSheet, Palette, Rect, map_bounds, map_sheet};
use block_by_block::BlockByBlock;

use crate::shell::printed::Printed;
use crate::shell::table::Table;

impl Printed for BlockByBlock {
    fn map(table: &Table, palette: Palette) -> impl FnOnce() -> MapSheet + Send + 'static {
        let (rules, layout) = (Arc::clone(&table.rules), Arc::clone(&table.layout));
        move || map_sheet(rules.map(), &layout, &palette, Detail::Full)
    }

    fn bounds(table: &Table) -> Rect {
        map_bounds(table.rules.map())
    }

    fn country(palette: &Palette) -> Colour {
        palette.map.country
    }

    /// Shadings go over the ground and the lines, counters over everything.
    fn height(kind: LayerKind) -> f32 {
        match kind {
            LayerKind::Ground => 0.0,
            LayerKind::Lines => 1.0,
            LayerKind::Furniture => 21.0,
            LayerKind::Names => 22.0,
            LayerKind::Labels => 23.0,
        }
    }

    /// Labels, title and key go over shadings.
    fn is_printed(kind: LayerKind) -> bool {
        matches!(kind, LayerKind::Ground | LayerKind::Lines)
    }
}
