//! The drawn map under everything, and its layers by magnification.

use artwork::hex::{HexGrid, hex_map_sheet};
use artwork::{Detail, LayerKind, MapSheet, MeshOptions};
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use search_and_destroy::SearchAndDestroy;

use crate::shell::camera::{Bounds, View};
use crate::shell::drawing::{Paint, mesh};
use crate::shell::order::{GameSystems, Room};
use crate::shell::plate::Press;
use crate::shell::screen::OnTable;
use crate::shell::table::{Look, Table};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(OnTable::of::<SearchAndDestroy>()), lay_out).add_systems(
        Update,
        (repaint, show_with_zoom)
            .chain()
            .in_set(GameSystems::After.of(Room::Board))
            .run_if(in_state(OnTable::of::<SearchAndDestroy>())),
    );
}

/// The net of hexes on the table.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Net(pub HexGrid);

/// A layer of the map, shown from this magnification on.
#[derive(Component)]
struct Layer {
    min_zoom: f32,
}

/// Height of a layer. All of the map is printed on the plate: shades and counters lie over it.
fn height(kind: LayerKind) -> f32 {
    match kind {
        LayerKind::Ground => 0.0,
        LayerKind::Lines => 1.0,
        LayerKind::Names => 2.0,
        LayerKind::Labels => 3.0,
        LayerKind::Furniture => 4.0,
    }
}

pub(super) fn lay_out(
    mut commands: Commands,
    table: Res<Table>,
    look: Res<Look>,
    paint: Res<Paint>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut bounds: ResMut<Bounds>,
    mut view: ResMut<View>,
) {
    let rules = &table.search_and_destroy;
    let map = hex_map_sheet(rules, &look.0, Detail::Full);
    let paper = map.bounds;
    bounds.0 = Rect::new(paper.min.x, -paper.max.y, paper.max.x, -paper.min.y);
    view.fitted = true;
    commands.insert_resource(Net(HexGrid::new(rules.map())));
    spawn(&mut commands, &map, &look, &paint, &mut meshes);
}

fn repaint(
    mut commands: Commands,
    table: Res<Table>,
    look: Res<Look>,
    paint: Res<Paint>,
    mut meshes: ResMut<Assets<Mesh>>,
    layers: Query<Entity, With<Layer>>,
    mut press: ResMut<Press>,
) {
    if !look.is_changed() || look.is_added() || layers.is_empty() {
        return;
    }
    for layer in &layers {
        commands.entity(layer).despawn();
    }
    let map = hex_map_sheet(&table.search_and_destroy, &look.0, Detail::Full);
    spawn(&mut commands, &map, &look, &paint, &mut meshes);
    press.again();
}

fn spawn(commands: &mut Commands, map: &MapSheet, look: &Look, paint: &Paint, meshes: &mut Assets<Mesh>) {
    let options = MeshOptions::map(look.0.valley.broken);
    for layer in &map.layers {
        let drawn_on: RenderLayers = crate::shell::plate::layer();
        commands.spawn((
            super::OnBoard,
            drawn_on,
            Layer { min_zoom: layer.min_zoom },
            Mesh2d(meshes.add(mesh(&layer.sheet, options))),
            MeshMaterial2d(paint.0.clone()),
            Transform::from_xyz(0.0, 0.0, height(layer.kind)),
        ));
    }
}

fn show_with_zoom(view: Res<View>, mut layers: Query<(&Layer, &mut Visibility)>) {
    for (layer, mut visibility) in &mut layers {
        let wanted = if view.magnification >= layer.min_zoom { Visibility::Visible } else { Visibility::Hidden };
        visibility.set_if_neq(wanted);
    }
}
