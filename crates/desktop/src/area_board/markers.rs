//! Markers on the map: who controls the zones and how far they are cleared, who holds the gates, advance routes.

use artwork::area::layout::print_scale;
use artwork::{Marker, MeshOptions, Palette, Placement, Sheet, gate_flag_sheet, marker_sheet, pt, zone_marker_sheet};
use bevy::prelude::*;
use block_by_block::{BlockByBlock, Gate, Place, Zone};

use super::shown::{Markers, Shown};
use crate::shell::camera::View;
use crate::shell::drawing::Paint;
use crate::shell::order::{GameSystems, Room};
use crate::shell::printed::{blank, show};
use crate::shell::screen::OnTable;
use crate::shell::table::{Look, Table};

/// Height of the markers above the map with its labels, under the counters.
const HEIGHT: f32 = 25.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(OnTable::of::<BlockByBlock>()), spawn).add_systems(
        Update,
        draw.in_set(GameSystems::Board.of(Room::Board))
            .in_set(super::AreaBoardSystems)
            .after(super::counters::CounterSystems),
    );
}

/// The mesh with every marker.
#[derive(Component)]
pub(super) struct MarkerMesh;

fn spawn(mut commands: Commands, paint: Res<Paint>) {
    commands.spawn((MarkerMesh, blank(&paint, HEIGHT)));
}

pub(super) fn draw(
    shown: Res<Shown>,
    look: Res<Look>,
    table: Res<Table>,
    view: Res<View>,
    mut drawn: Local<Option<(Markers, f32, Entity)>>,
    marker: Single<(Entity, &mut Mesh2d, &mut Visibility), With<MarkerMesh>>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let (entity, mut shape, mut visibility) = marker.into_inner();
    let now = (shown.markers(), print_scale(view.magnification), entity);
    if !look.is_changed() && drawn.as_ref() == Some(&now) {
        return;
    }
    let sheet = sheet(&now.0, now.1, &table, &look.0);
    show(&sheet, MeshOptions::map(look.0.map.country), (&mut shape, &mut visibility), &mut meshes);
    *drawn = Some(now);
}

/// Side of an advance route marker, in map units.
const ROUTE: f32 = 15.0;

/// Every marker, in map units, those of zones printed at this scale.
fn sheet(markers: &Markers, scale: f32, table: &Table, palette: &Palette) -> Sheet {
    let mut sheet = Sheet::new();
    for zone in Zone::ALL {
        let drawing = zone_marker_sheet(zone, markers.zones[zone.index()], markers.clearing[zone.index()], palette);
        sheet.stamp(&drawing, Placement::at(table.layout.zone_marker(zone).middle(), scale));
    }
    for gate in Gate::all() {
        let drawing = gate_flag_sheet(markers.gates[gate.index()], palette);
        sheet.stamp(&drawing, Placement::at(table.layout.gate_flag(gate), 1.0));
    }
    let route = marker_sheet(&Marker::Route, palette);
    for place in Place::each(markers.routes) {
        if let Some(label) = table.layout.label(place) {
            let at = label.placement(scale).apply(pt(label.room.max.x + ROUTE * 0.6, label.room.middle().y));
            sheet.stamp(&route, Placement::at(at, ROUTE));
        }
    }
    sheet
}
