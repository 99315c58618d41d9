//! The map under everything: one mesh a layer, in the palette in use.

use artwork::{Detail, LayerKind, MapSheet, MeshOptions, map_sheet};
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use block_by_block::BlockByBlock;

use crate::shell::camera::{Bounds, View};
use crate::shell::drawing::{Paint, mesh};
use crate::shell::order::{GameSystems, Room};
use crate::shell::plate::Press;
use crate::shell::screen::OnTable;
use crate::shell::table::{Look, Table};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(OnTable::of::<BlockByBlock>()), lay_out).add_systems(
        Update,
        (repaint, show_with_zoom)
            .chain()
            .in_set(GameSystems::After.of(Room::Board))
            .run_if(in_state(OnTable::of::<BlockByBlock>())),
    );
}

/// Whether a layer is printed on the plate; labels, title and key go over shadings and are drawn anew.
fn is_printed(kind: LayerKind) -> bool {
    matches!(kind, LayerKind::Ground | LayerKind::Lines)
}

/// A layer of the map, shown from the one magnification to the other.
#[derive(Component)]
struct Layer {
    min_zoom: f32,
    max_zoom: f32,
}

/// Height of a layer: shadings go over the ground and the lines, counters over everything.
fn height(kind: LayerKind) -> f32 {
    match kind {
        LayerKind::Ground => 0.0,
        LayerKind::Lines => 1.0,
        LayerKind::Furniture => 21.0,
        LayerKind::Names => 22.0,
        LayerKind::Labels => 23.0,
    }
}

fn lay_out(
    mut commands: Commands,
    table: Res<Table>,
    look: Res<Look>,
    paint: Res<Paint>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut bounds: ResMut<Bounds>,
    mut view: ResMut<View>,
) {
    let map = map_sheet(table.rules.map(), &table.layout, &look.0, Detail::Full);
    let paper = map.bounds;
    bounds.0 = Rect::new(paper.min.x, -paper.max.y, paper.max.x, -paper.min.y);
    view.fitted = true;
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
    let map = map_sheet(table.rules.map(), &table.layout, &look.0, Detail::Full);
    spawn(&mut commands, &map, &look, &paint, &mut meshes);
    press.again();
}

fn spawn(commands: &mut Commands, map: &MapSheet, look: &Look, paint: &Paint, meshes: &mut Assets<Mesh>) {
    let options = MeshOptions::map(look.0.map.country);
    for layer in &map.layers {
        let drawn_on = if is_printed(layer.kind) { crate::shell::plate::layer() } else { RenderLayers::default() };
        commands.spawn((
            super::OnBoard,
            drawn_on,
            Layer { min_zoom: layer.min_zoom, max_zoom: layer.max_zoom },
            Mesh2d(meshes.add(mesh(&layer.sheet, options))),
            MeshMaterial2d(paint.0.clone()),
            Transform::from_xyz(0.0, 0.0, height(layer.kind)),
        ));
    }
}

fn show_with_zoom(view: Res<View>, mut layers: Query<(&Layer, &mut Visibility)>) {
    for (layer, mut visibility) in &mut layers {
        let shown = (layer.min_zoom..layer.max_zoom).contains(&view.magnification);
        let wanted = if shown { Visibility::Visible } else { Visibility::Hidden };
        visibility.set_if_neq(wanted);
    }
}
