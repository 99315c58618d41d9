//! The printed map under a board, one mesh a layer, and drawings that lie on it and are made again.

use artwork::{Colour, LayerKind, MapSheet, MeshOptions, Palette, Sheet};
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;

use super::camera::{Bounds, View};
use super::drawing::{Paint, drawn_mesh, mesh};
use super::order::{GameSystems, Room};
use super::plate::{self, Press};
use super::screen::OnTable;
use super::staged::Staged;
use super::table::{Look, Table};

/// A ruleset that is played on a printed map.
pub trait Printed: Staged {
    /// The map in a palette.
    fn map(table: &Table, palette: &Palette) -> MapSheet;

    /// What its edges fade into.
    fn country(palette: &Palette) -> Colour;

    /// Height of a layer: shadings and counters lie between them.
    fn height(kind: LayerKind) -> f32;

    /// Whether a layer is printed on the plate; what goes over shadings is drawn again.
    fn is_printed(kind: LayerKind) -> bool;
}

pub fn plugin<R: Printed>(app: &mut App) {
    app.add_systems(OnEnter(OnTable::of::<R>()), lay_out::<R>)
        .add_systems(OnExit(OnTable::of::<R>()), clear_away)
        .add_systems(
            Update,
            (repaint::<R>, show_with_zoom::<R>)
                .chain()
                .in_set(GameSystems::After.of(Room::Board))
                .run_if(in_state(OnTable::of::<R>())),
        );
}

/// Everything that goes away with the board.
#[derive(Component)]
pub struct OnBoard;

fn clear_away(mut commands: Commands, parts: Query<Entity, With<OnBoard>>) {
    for part in &parts {
        commands.entity(part).despawn();
    }
}

/// A layer of the map, shown from the one magnification to the other.
#[derive(Component)]
struct Layer {
    min_zoom: f32,
    max_zoom: f32,
}

fn lay_out<R: Printed>(
    mut commands: Commands,
    table: Res<Table>,
    look: Res<Look>,
    paint: Res<Paint>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut bounds: ResMut<Bounds>,
    mut view: ResMut<View>,
) {
    let map = R::map(&table, &look.0);
    let paper = map.bounds;
    bounds.0 = Rect::new(paper.min.x, -paper.max.y, paper.max.x, -paper.min.y);
    view.fitted = true;
    spawn::<R>(&mut commands, &map, &look, &paint, &mut meshes);
}

fn repaint<R: Printed>(
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
    spawn::<R>(&mut commands, &R::map(&table, &look.0), &look, &paint, &mut meshes);
    press.again();
}

fn spawn<R: Printed>(commands: &mut Commands, map: &MapSheet, look: &Look, paint: &Paint, meshes: &mut Assets<Mesh>) {
    let options = MeshOptions::map(R::country(&look.0));
    for layer in &map.layers {
        commands.spawn((
            OnBoard,
            if R::is_printed(layer.kind) { plate::layer() } else { RenderLayers::default() },
            Layer { min_zoom: layer.min_zoom, max_zoom: layer.max_zoom },
            Mesh2d(meshes.add(mesh(&layer.sheet, options))),
            MeshMaterial2d(paint.0.clone()),
            Transform::from_xyz(0.0, 0.0, R::height(layer.kind)),
        ));
    }
}

fn show_with_zoom<R: Printed>(view: Res<View>, mut layers: Query<(&Layer, &mut Visibility)>) {
    for (layer, mut visibility) in &mut layers {
        let shown = (layer.min_zoom..layer.max_zoom).contains(&view.magnification);
        visibility.set_if_neq(if shown { Visibility::Visible } else { Visibility::Hidden });
    }
}

/// A drawing at this height that shows nothing yet.
pub fn blank(paint: &Paint, height: f32) -> impl Bundle + use<> {
    (
        OnBoard,
        Mesh2d::default(),
        MeshMaterial2d(paint.0.clone()),
        Transform::from_xyz(0.0, 0.0, height),
        Visibility::Hidden,
    )
}

/// Makes a drawing show what is on a sheet.
pub fn show(
    sheet: &Sheet,
    options: MeshOptions,
    (shape, visibility): (&mut Mesh2d, &mut Mut<Visibility>),
    meshes: &mut Assets<Mesh>,
) {
    match drawn_mesh(sheet, options) {
        Some(drawn) => {
            shape.0 = meshes.add(drawn);
            visibility.set_if_neq(Visibility::Visible);
        }
        None => _ = visibility.set_if_neq(Visibility::Hidden),
    }
}
