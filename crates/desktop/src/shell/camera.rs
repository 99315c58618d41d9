//! The eye above the map: pan by drag, zoom to the pointer, fit by key; never further out than the map, never lost.

use bevy::camera::CameraUpdateSystems;
use bevy::input::mouse::{MouseScrollUnit, MouseWheel};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiPostUpdateSet, EguiPrimaryContextPass, PrimaryEguiContext};
use tabletop::between;

use super::order::{GameSystems, HudSystems, Room};
use super::pointer::Pointer;
use super::screen::{Screen, on_board};

/// How much one notch of the wheel or one press of a key magnifies.
const ZOOM_STEP: f32 = 1.2;
/// How far a key pans, in pixels.
const KEY_PAN: f32 = 80.0;
/// Largest magnification: logical pixels for one map unit.
const CLOSEST: f32 = 14.0;
/// Space around a fitted map, in pixels.
const MARGIN: f32 = 3.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<View>()
        .init_resource::<BoardRect>()
        .init_resource::<Bounds>()
        .add_systems(Startup, spawn)
        .add_systems(
            Update,
            (zoom_by_wheel, pan_by_drag).chain().in_set(GameSystems::Heed.of(Room::Shell)).run_if(on_board),
        )
        // Once the panels have said what they leave to the board, and before anything is drawn over it.
        .add_systems(
            EguiPrimaryContextPass,
            fit.run_if(in_state(Screen::Game)).in_set(HudSystems::Over.of(Room::Shell)),
        )
        .configure_sets(
            PostUpdate,
            CameraSystems
                .after(EguiPostUpdateSet::EndPass)
                .before(CameraUpdateSystems)
                .before(TransformSystems::Propagate),
        )
        .add_systems(PostUpdate, (place, smooth.run_if(state_changed::<Screen>)).in_set(CameraSystems));
}

/// The eye is put where the view says.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CameraSystems;

/// The camera the player sees through; the panels are drawn over what it sees.
#[derive(Component)]
pub struct Eye;

/// What the board shows: y points upwards, as in Bevy.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The point of the map in the middle of the board's part of the window.
    pub centre: Vec2,
    /// Logical pixels for one map unit.
    pub magnification: f32,
    /// Whether the whole map is to stay in sight when the window changes.
    pub fitted: bool,
}

impl Default for View {
    fn default() -> Self {
        Self { centre: Vec2::ZERO, magnification: 1.0, fitted: true }
    }
}

/// The part of the window the panels leave to the board, in logical pixels, y downwards.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct BoardRect(pub Rect);

impl Default for BoardRect {
    fn default() -> Self {
        Self(Rect::new(0.0, 0.0, 1280.0, 720.0))
    }
}

/// The extent of the map, y upwards.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Bounds(pub Rect);

impl Default for Bounds {
    fn default() -> Self {
        Self(Rect::new(0.0, -650.0, 1000.0, 0.0))
    }
}

impl View {
    /// The whole map in the board's part of the window.
    pub fn fit(bounds: Rect, board: Rect) -> Self {
        let room = (board.size() - 2.0 * MARGIN).max(Vec2::splat(1.0));
        let magnification = (room / bounds.size()).min_element();
        Self { centre: bounds.center(), magnification, fitted: true }
    }

    /// Magnified by `factor` so that the map point `at` stays where it is on the screen.
    #[must_use]
    pub fn zoomed(self, factor: f32, at: Vec2, bounds: Rect, board: Rect) -> Self {
        let least = Self::fit(bounds, board).magnification;
        let magnification = between(self.magnification * factor, least, CLOSEST.max(least));
        let kept = at + (self.centre - at) * (self.magnification / magnification);
        Self { centre: kept, magnification, fitted: magnification <= least * 1.001 }.within(bounds, board)
    }

    /// Moved by so many pixels of the screen, y downwards.
    #[must_use]
    pub fn panned(self, pixels: Vec2, bounds: Rect, board: Rect) -> Self {
        let by = Vec2::new(-pixels.x, pixels.y) / self.magnification;
        Self { centre: self.centre + by, fitted: false, ..self }.within(bounds, board)
    }

    /// The same view with the map's edge never further in than the board's edge, or the map in the middle where it is smaller.
    #[must_use]
    pub fn within(self, bounds: Rect, board: Rect) -> Self {
        let slack = (bounds.size() / 2.0 + MARGIN / self.magnification - board.size() / 2.0 / self.magnification)
            .max(Vec2::ZERO);
        let middle = bounds.center();
        Self { centre: self.centre.clamp(middle - slack, middle + slack), ..self }
    }

    /// The map point under a point of the window, y downwards.
    pub fn to_map(self, pixel: Vec2, board: Rect) -> Vec2 {
        let offset = pixel - board.center();
        self.centre + Vec2::new(offset.x, -offset.y) / self.magnification
    }

    /// The point of the window, y downwards, over a map point.
    pub fn to_screen(self, at: Vec2, board: Rect) -> Vec2 {
        let offset = (at - self.centre) * self.magnification;
        board.center() + Vec2::new(offset.x, -offset.y)
    }
}

/// What a key does to the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewChange {
    /// The whole map.
    Fit,
    /// Closer.
    In,
    /// Further away.
    Out,
    /// So many steps to the right and down.
    Pan(i8, i8),
}

impl View {
    /// The view after a key.
    #[must_use]
    pub fn changed(self, change: ViewChange, bounds: Rect, board: Rect) -> Self {
        match change {
            ViewChange::Fit => Self::fit(bounds, board),
            ViewChange::In => self.zoomed(ZOOM_STEP, self.centre, bounds, board),
            ViewChange::Out => self.zoomed(1.0 / ZOOM_STEP, self.centre, bounds, board),
            ViewChange::Pan(x, y) => self.panned(-KEY_PAN * Vec2::new(f32::from(x), f32::from(y)), bounds, board),
        }
    }

    /// The view moved just as far as needed to show a map point with some room around it.
    #[must_use]
    pub fn showing(self, at: Vec2, bounds: Rect, board: Rect) -> Self {
        let room = Vec2::splat(48.0).min(board.size() / 4.0);
        let pixel = self.to_screen(at, board);
        let wanted = pixel.clamp(board.min + room, board.max - room);
        if wanted == pixel { self } else { self.panned(wanted - pixel, bounds, board) }
    }
}

fn spawn(mut commands: Commands) {
    commands.spawn((Eye, Camera2d, Msaa::Off, PrimaryEguiContext));
}

/// Boards have edges to smooth. Pages have none: letters and panels are drawn smooth.
fn smooth(screen: Res<State<Screen>>, mut samples: Single<&mut Msaa, With<Eye>>) {
    **samples = match screen.get() {
        Screen::Title => Msaa::Off,
        Screen::Game => Msaa::Sample4,
    };
}

fn zoom_by_wheel(
    mut wheel: MessageReader<MouseWheel>,
    pointer: Res<Pointer>,
    bounds: Res<Bounds>,
    board: Res<BoardRect>,
    mut view: ResMut<View>,
) {
    let notches: f32 = wheel
        .read()
        .map(|w| match w.unit {
            MouseScrollUnit::Line => w.y,
            MouseScrollUnit::Pixel => w.y / 60.0,
        })
        .sum();
    if let Some(at) = pointer.map.filter(|_| notches != 0.0 && pointer.on_board) {
        *view = view.zoomed(ZOOM_STEP.powf(notches), at, bounds.0, board.0);
    }
}

fn pan_by_drag(pointer: Res<Pointer>, bounds: Res<Bounds>, board: Res<BoardRect>, mut view: ResMut<View>) {
    if pointer.panned != Vec2::ZERO {
        *view = view.panned(pointer.panned, bounds.0, board.0);
    }
}

/// Keeps the whole map in the board's part of the window, if it is to stay in sight.
fn fit(mut view: ResMut<View>, bounds: Res<Bounds>, board: Res<BoardRect>) {
    if view.fitted {
        view.set_if_neq(View::fit(bounds.0, board.0));
    }
}

/// Puts the camera where the view says.
fn place(
    view: Res<View>,
    board: Res<BoardRect>,
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&mut Transform, &mut Projection), With<Eye>>,
) {
    let (mut transform, mut projection) = camera.into_inner();
    let offset = (board.0.center() - window.size() / 2.0) / view.magnification;
    let at = (view.centre + Vec2::new(-offset.x, offset.y)).extend(transform.translation.z);
    if transform.translation != at {
        transform.translation = at;
    }
    let scale = 1.0 / view.magnification;
    if let Projection::Orthographic(current) = &*projection
        && current.scale != scale
        && let Projection::Orthographic(lens) = &mut *projection
    {
        lens.scale = scale;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Rect = Rect { min: Vec2::new(0.0, -650.0), max: Vec2::new(1000.0, 0.0) };
    const BOARD: Rect = Rect { min: Vec2::new(0.0, 64.0), max: Vec2::new(940.0, 690.0) };

    #[test]
    fn a_fitted_map_lies_wholly_on_the_board() {
        let view = View::fit(BOUNDS, BOARD);
        let corners = [BOUNDS.min, BOUNDS.max].map(|c| view.to_screen(c, BOARD));
        for corner in corners {
            assert!(BOARD.contains(corner), "{corner} outside {BOARD:?}");
        }
    }

    #[test]
    fn zoom_keeps_the_point_under_the_pointer() {
        let view = View::fit(BOUNDS, BOARD).zoomed(3.0, BOUNDS.center(), BOUNDS, BOARD);
        let pixel = Vec2::new(500.0, 400.0);
        let at = view.to_map(pixel, BOARD);
        let closer = view.zoomed(1.2, at, BOUNDS, BOARD);
        assert!(closer.magnification > view.magnification);
        assert!((closer.to_screen(at, BOARD) - pixel).length() < 0.01);
    }

    #[test]
    fn the_map_cannot_be_lost() {
        let view = View::fit(BOUNDS, BOARD).zoomed(2.0, BOUNDS.center(), BOUNDS, BOARD);
        let far = view.panned(Vec2::new(-1e6, 1e6), BOUNDS, BOARD);
        let edge = far.to_screen(Vec2::new(BOUNDS.max.x, BOUNDS.max.y), BOARD);
        assert!(
            (edge.x - (BOARD.max.x - MARGIN)).abs() < 0.1 && (edge.y - (BOARD.min.y + MARGIN)).abs() < 0.1,
            "{edge}"
        );
        let out = (0..50).fold(far, |v, _| v.changed(ViewChange::Out, BOUNDS, BOARD));
        assert_eq!(out.magnification, View::fit(BOUNDS, BOARD).magnification);
        assert!(out.fitted);
    }

    #[test]
    fn dragging_moves_the_map_with_the_hand() {
        let view = View::fit(BOUNDS, BOARD).zoomed(3.0, BOUNDS.center(), BOUNDS, BOARD);
        let at = view.to_map(Vec2::new(300.0, 300.0), BOARD);
        let moved = view.panned(Vec2::new(25.0, -10.0), BOUNDS, BOARD);
        assert!((moved.to_screen(at, BOARD) - Vec2::new(325.0, 290.0)).length() < 0.01);
    }

    #[test]
    fn showing_a_point_moves_no_more_than_needed() {
        let view = View::fit(BOUNDS, BOARD).zoomed(4.0, BOUNDS.center(), BOUNDS, BOARD);
        assert_eq!(view.showing(view.centre, BOUNDS, BOARD), view);
        let there = view.showing(Vec2::new(100.0, -100.0), BOUNDS, BOARD);
        assert!(BOARD.contains(there.to_screen(Vec2::new(100.0, -100.0), BOARD)));
    }

    #[test]
    fn a_board_is_drawn_with_four_samples_and_a_page_with_one() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, bevy::state::app::StatesPlugin))
            .init_state::<Screen>()
            .add_systems(PostUpdate, smooth.run_if(state_changed::<Screen>));
        let eye = app.world_mut().spawn((Eye, Msaa::Off)).id();
        for (screen, samples) in [(None, 1), (Some(Screen::Game), 4), (Some(Screen::Title), 1)] {
            if let Some(screen) = screen {
                app.world_mut().resource_mut::<NextState<Screen>>().set(screen);
            }
            app.update();
            assert_eq!(app.world().get::<Msaa>(eye).map(Msaa::samples), Some(samples), "{screen:?}");
        }
    }
}
