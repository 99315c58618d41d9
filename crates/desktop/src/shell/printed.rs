//! The printed map under a board, one mesh a layer, and drawings that lie on it and are made again. The map is drawn beside the
//! window, and lies on the table when it is ready.

use artwork::{Colour, Layer, LayerKind, MapSheet, MeshOptions, Palette, Sheet};
use bevy::camera::visibility::RenderLayers;
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::camera::{Bounds, View};
use super::drawing::{Paint, drawn_mesh, mesh};
use super::order::{GameSystems, Room};
use super::plate::{self, Press};
use super::pool::WorkedOut;
use super::screen::OnTable;
use super::staged::Staged;
use super::table::{Look, Table};

/// A ruleset that is played on a printed map.
pub trait Printed: Staged {
    /// What draws the map in a palette.
    fn map(table: &Table, palette: Palette) -> impl FnOnce() -> MapSheet + Send + 'static;

    /// The map and the frame around it, in map units.
    fn bounds(table: &Table) -> artwork::Rect;

    /// What its edges fade into.
    fn country(palette: &Palette) -> Colour;

    /// Height of a layer: shadings and counters lie between them.
    fn height(kind: LayerKind) -> f32;

    /// Whether a layer is printed on the plate; what goes over shadings is drawn again.
    fn is_printed(kind: LayerKind) -> bool;
}

pub fn plugin<R: Printed>(app: &mut App) {
    app.add_systems(OnEnter(OnTable::of::<R>()), fit::<R>)
        .add_systems(OnExit(OnTable::of::<R>()), clear_away)
        .add_systems(
            Update,
            (draw::<R>, lay_out::<R>.run_if(resource_exists::<Drawing>), show_with_zoom::<R>)
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
    commands.remove_resource::<Drawing>();
}

/// A layer of the map, shown from the one magnification to the other.
#[derive(Component)]
struct Shown {
    min_zoom: f32,
    max_zoom: f32,
}

/// The map that is being drawn, its layers from the lowest; nothing once it lies on the table, or could not be drawn.
#[derive(Resource)]
pub struct Drawing(Option<WorkedOut<Vec<(LayerKind, Shown, Mesh)>>>);

fn fit<R: Printed>(table: Res<Table>, mut bounds: ResMut<Bounds>, mut view: ResMut<View>) {
    let paper = R::bounds(&table);
    bounds.0 = Rect::new(paper.min.x, -paper.max.y, paper.max.x, -paper.min.y);
    view.fitted = true;
}

fn draw<R: Printed>(mut commands: Commands, table: Res<Table>, look: Res<Look>, drawing: Option<Res<Drawing>>) {
    if drawing.is_some() && (look.is_added() || !look.is_changed()) {
        return;
    }
    commands.insert_resource(begin::<R>(&table, &look.0));
}

/// Begins to draw a map.
pub fn begin<R: Printed>(table: &Table, palette: &Palette) -> Drawing {
    let options = MeshOptions::map(R::country(palette));
    let map = R::map(table, palette.clone());
    let layer =
        move |Layer { kind, sheet, min_zoom, max_zoom }| (kind, Shown { min_zoom, max_zoom }, mesh(&sheet, options));
    Drawing(Some(WorkedOut::begin(move || map().layers.into_iter().map(layer).collect())))
}

/// Whether no map is being drawn.
#[cfg(feature = "sound")]
pub fn is_idle(drawing: Option<Res<Drawing>>) -> bool {
    drawing.is_none_or(|drawing| drawing.0.is_none())
}

/// Lays the map on the table in place of the one before.
fn lay_out<R: Printed>(
    mut commands: Commands,
    mut drawing: ResMut<Drawing>,
    paint: Res<Paint>,
    mut meshes: ResMut<Assets<Mesh>>,
    before: Query<Entity, With<Shown>>,
    mut press: ResMut<Press>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(drawn) = drawing.bypass_change_detection().0.as_mut().and_then(WorkedOut::ready) else { return };
    drawing.0 = None;
    redraw.write(RequestRedraw);
    for layer in &before {
        commands.entity(layer).despawn();
    }
    for (kind, shown, layer) in drawn.into_iter().flatten() {
        commands.spawn((
            OnBoard,
            if R::is_printed(kind) { plate::layer() } else { RenderLayers::default() },
            shown,
            Mesh2d(meshes.add(layer)),
            MeshMaterial2d(paint.0.clone()),
            Transform::from_xyz(0.0, 0.0, R::height(kind)),
        ));
    }
    press.again();
}

fn show_with_zoom<R: Printed>(view: Res<View>, mut layers: Query<(&Shown, &mut Visibility)>, mut press: ResMut<Press>) {
    for (layer, mut visibility) in &mut layers {
        let shown = (layer.min_zoom..layer.max_zoom).contains(&view.magnification);
        if visibility.set_if_neq(if shown { Visibility::Visible } else { Visibility::Hidden }) {
            press.once();
        }
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

#[cfg(test)]
mod tests {
    use artwork::PaletteChoice;
    use bevy::state::app::StatesPlugin;
    use block_by_block::BlockByBlock;

    use super::*;
    use crate::shell::order;
    use crate::shell::screen::Screen;

    /// Runs until the map is drawn, and says which layers lie on the table; how many there were at the least is counted.
    fn drawn(app: &mut App) -> (Vec<Entity>, usize) {
        let mut layers = app.world_mut().query_filtered::<Entity, With<Shown>>();
        let mut least = usize::MAX;
        loop {
            app.update();
            least = least.min(layers.iter(app.world()).count());
            if app.world().resource::<Drawing>().0.is_none() {
                return (layers.iter(app.world()).collect(), least);
            }
        }
    }

    #[test]
    fn the_map_is_drawn_beside_the_window_and_the_one_before_lies_there_until_it_is_ready() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, AssetPlugin::default(), StatesPlugin, order::plugin))
            .init_asset::<Mesh>()
            .init_asset::<ColorMaterial>()
            .add_message::<RequestRedraw>()
            .init_resource::<Paint>()
            .insert_resource(Bounds(Rect::default()))
            .init_resource::<View>()
            .init_resource::<Press>()
            .insert_resource(Table::read().unwrap())
            .insert_resource(Look(Palette::built_in(PaletteChoice::StaffMap)))
            .add_plugins(plugin::<BlockByBlock>)
            .insert_state(Screen::Game)
            .insert_state(OnTable::of::<BlockByBlock>());
        app.register_required_components::<Mesh2d, Visibility>();
        let early = begin::<BlockByBlock>(app.world().resource::<Table>(), &Palette::built_in(PaletteChoice::StaffMap));
        app.insert_resource(early);
        app.update();
        assert!(app.world().resource::<Bounds>().0.width() > 100.0, "the eye knows at once how large the map is");
        let (first, _) = drawn(&mut app);
        assert!(!first.is_empty());
        app.insert_resource(Look(Palette::built_in(PaletteChoice::ColourSafe)));
        let (second, least) = drawn(&mut app);
        assert_eq!((second.len(), least), (first.len(), first.len()), "the table is never bare");
        assert!(second.iter().all(|layer| !first.contains(layer)));
        *app.world_mut().resource_mut::<Press>() = Press::default();
        app.update();
        assert!(!app.world().resource::<Press>().is_asked(), "the same layers are seen");
        app.world_mut().resource_mut::<View>().magnification = 20.0;
        app.update();
        assert!(app.world().resource::<Press>().is_asked(), "other layers are seen, and printed");
        app.world_mut().resource_mut::<NextState<OnTable>>().set(OnTable(None));
        app.update();
        assert_eq!(app.world_mut().query::<&OnBoard>().iter(app.world()).count(), 0);
    }
}
