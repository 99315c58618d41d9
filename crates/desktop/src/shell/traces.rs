//! What is seen for a moment on any board: fire on its way, bursts, the way that a piece took. Boards begin them as events come; off for
//! those who want no motion.

use artwork::{MeshOptions, Point, Sheet, pt, trace};
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::camera::View;
use super::drawing::{Paint, drawn_mesh};
use super::order::{GameSystems, Room};
use super::playback::{Pace, Ticker, elapsed};
use super::screen::Screen;
use super::table::Look;

/// Seconds a trace is seen at normal speed.
const SHOWN: f32 = 0.45;

/// The most that are seen at once: the fire of a whole company, and no more work than that.
const MOST: usize = 24;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Traces>()
        .add_systems(Update, draw.in_set(GameSystems::After.of(Room::Shell)).run_if(in_state(Screen::Game)))
        .add_systems(OnExit(Screen::Game), clear_away);
}

/// Something that is seen for a moment. Points are those of the map, y downwards.
#[derive(Clone, Debug, PartialEq)]
pub enum Trace {
    /// Fire from here to there.
    Fire(Point, Point),
    /// A burst of this radius.
    Burst(Point, f32),
    /// The way that a piece took.
    Way(Vec<Point>),
}

/// What is seen now, and for how long it has been.
#[derive(Resource, Default)]
pub struct Traces(Vec<(Trace, f32)>);

impl Traces {
    /// Something is seen from now on, for a moment.
    pub fn begin(&mut self, trace: Trace) {
        if self.0.len() < MOST {
            self.0.push((trace, 0.0));
        }
    }
}

/// A point of the map as Bevy has it, y upwards, for a trace.
pub fn on_map(at: Vec2) -> Point {
    pt(at.x, -at.y)
}

#[derive(Component)]
pub(super) struct Drawn;

fn clear_away(mut commands: Commands, drawn: Query<Entity, With<Drawn>>, mut traces: ResMut<Traces>) {
    traces.0.clear();
    for entity in &drawn {
        commands.entity(entity).despawn();
    }
}

pub(super) fn draw(
    mut commands: Commands,
    mut traces: ResMut<Traces>,
    mut drawn: Query<(&mut Mesh2d, &mut Visibility), With<Drawn>>,
    (look, eye, paint): (Res<Look>, Res<View>, Res<Paint>),
    (mut ticker, pace): (ResMut<Ticker>, Res<Pace>),
    mut meshes: ResMut<Assets<Mesh>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if traces.0.is_empty() {
        return;
    }
    let Ok((mut shape, mut visibility)) = drawn.single_mut() else {
        let at = Transform::from_xyz(0.0, 0.0, 60.0);
        commands.spawn((Drawn, Mesh2d::default(), MeshMaterial2d(paint.0.clone()), at, Visibility::Hidden));
        redraw.write(RequestRedraw);
        return;
    };
    match elapsed(*ticker, *pace) {
        Some(seconds) => traces.0.retain_mut(|(_, seen)| {
            *seen += seconds;
            *seen < SHOWN
        }),
        None => traces.0.clear(),
    }
    let unit = 1.0 / eye.magnification.max(1e-3);
    let mut sheet = Sheet::new();
    for (trace, seen) in &traces.0 {
        let share = seen / SHOWN;
        sheet.append(match trace {
            Trace::Fire(from, to) => trace::fire(*from, *to, share, &look.0, unit),
            Trace::Burst(at, radius) => trace::burst(*at, *radius, share, &look.0, unit),
            Trace::Way(points) => trace::way(points, share, &look.0, unit),
        });
    }
    match drawn_mesh(&sheet, MeshOptions::map(look.0.map.country)) {
        Some(drawn) => {
            shape.0 = meshes.add(drawn);
            visibility.set_if_neq(Visibility::Visible);
        }
        None => _ = visibility.set_if_neq(Visibility::Hidden),
    }
    // One frame more, or the last would stay.
    ticker.keep_going(&mut redraw);
}
