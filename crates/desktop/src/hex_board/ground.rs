//! The drawn map under everything, and its net of hexes.

use std::sync::Arc;

use artwork::hex::{HexGrid, hex_map_bounds, hex_map_sheet};
use artwork::{Colour, Detail, LayerKind, MapSheet, Palette, Rect};
use bevy::prelude::{Commands, Res, Resource};
use search_and_destroy::SearchAndDestroy;

use crate::shell::printed::Printed;
use crate::shell::table::Table;

/// The net of hexes on the table.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Net(pub HexGrid);

pub(super) fn lay_net(mut commands: Commands, table: Res<Table>) {
    commands.insert_resource(Net(HexGrid::new(table.search_and_destroy.map())));
}

impl Printed for SearchAndDestroy {
    fn map(table: &Table, palette: Palette) -> impl FnOnce() -> MapSheet + Send + 'static {
        let rules = Arc::clone(&table.search_and_destroy);
        move || hex_map_sheet(&rules, &palette, Detail::Full)
    }

    fn bounds(table: &Table) -> Rect {
        hex_map_bounds(&table.search_and_destroy)
    }

    fn country(palette: &Palette) -> Colour {
        palette.valley.broken
    }

    fn height(kind: LayerKind) -> f32 {
        match kind {
            LayerKind::Ground => 0.0,
            LayerKind::Lines => 1.0,
            LayerKind::Names => 2.0,
            LayerKind::Labels => 3.0,
            LayerKind::Furniture => 4.0,
        }
    }

    /// All of it: shades and counters lie over it.
    fn is_printed(_kind: LayerKind) -> bool {
        true
    }
}
