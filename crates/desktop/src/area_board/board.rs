//! The map under everything.

use artwork::{Colour, Detail, LayerKind, MapSheet, Palette, map_sheet};
use block_by_block::BlockByBlock;

use crate::shell::printed::Printed;
use crate::shell::table::Table;

impl Printed for BlockByBlock {
    fn map(table: &Table, palette: &Palette) -> MapSheet {
        map_sheet(table.rules.map(), &table.layout, palette, Detail::Full)
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
