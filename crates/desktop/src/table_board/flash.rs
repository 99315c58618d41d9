//! What is seen for a moment when something happens: dice, shots, bursts, rounds that stray, noise.

use artwork::field::inches;
use artwork::field::mark::{self, Mood};
use artwork::{MeshOptions, Palette, Sheet};
use bevy::prelude::*;

use super::OnTheTable;
use super::fielded::{Fielded, Flash};
use super::ground::FINE;
use super::pieces::PieceSystems;
use super::pieces::TickerRunning;
use super::space::{UNIT, world};
use crate::shell::camera::View;
use crate::shell::dice::Rolling;
use crate::shell::drawing::{Paint, drawn_mesh};
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::{Happened, Pace, Ticker, elapsed};
use crate::shell::seat::Seat;
use crate::shell::table::Look;
use crate::shell::traces::{Trace, Traces, on_map};

/// Seconds a flash is seen.
const SHOWN: f32 = 0.45;

pub(super) fn plugin<R: Fielded>(app: &mut App) {
    app.add_systems(
        Update,
        (begin::<R>, fade::<R>.run_if(any_with_component::<Passing>))
            .chain()
            .after(PieceSystems)
            .in_set(GameSystems::Board.of(Room::Board))
            .run_if(resource_exists::<Play<R>>),
    );
}

/// A flash, and how long it has been seen.
#[derive(Component)]
struct Passing(f32);

fn sheet_of(flash: &Flash, palette: &Palette, unit: f32) -> Sheet {
    let far = |length: i32| length as f32 / 100.0;
    match flash {
        // These move.
        Flash::Shot(..) | Flash::Burst(..) => Sheet::new(),
        Flash::Drift(aim, landed) => mark::deviation(inches(*aim), inches(*landed), palette, unit),
        Flash::Ring(at, radius) => mark::ring(inches(*at), far(*radius), Mood::Plain, palette, unit),
    }
}

fn begin<R: Fielded>(
    mut commands: Commands,
    mut happened: MessageReader<Happened<R::Event>>,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    look: Res<Look>,
    eye: Res<View>,
    pace: Res<Pace>,
    paint: Res<Paint>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut rolling: ResMut<Rolling>,
    mut traces: ResMut<Traces>,
) {
    let unit = 1.0 / (UNIT * eye.magnification.max(1e-3));
    for Happened(event) in happened.read() {
        if let Some(throw) = seat.view().and_then(|view| play.game.rules().throw(view, event)) {
            rolling.begin(throw);
        }
        let Some(view) = seat.view().filter(|_| elapsed(Ticker::default(), *pace).is_some()) else { continue };
        for flash in play.game.rules().flashes(view, event) {
            let on_map = |at| on_map(world(at));
            match flash {
                Flash::Shot(from, to) => traces.begin(Trace::Fire(on_map(from), on_map(to))),
                Flash::Burst(at, radius) => {
                    traces.begin(Trace::Burst(on_map(at), radius as f32 / table::INCH as f32 * UNIT));
                }
                Flash::Drift(..) | Flash::Ring(..) => {}
            }
            let sheet = sheet_of(&flash, &look.0, unit);
            let options = MeshOptions { tolerance: FINE, ground: artwork::Colour::rgb(0x8a, 0x8c, 0x58) };
            let Some(shape) = drawn_mesh(&sheet, options) else { continue };
            commands.spawn((
                OnTheTable,
                Passing(0.0),
                Mesh2d(meshes.add(shape)),
                MeshMaterial2d(paint.0.clone()),
                Transform::from_xyz(0.0, 0.0, 60.0).with_scale(Vec3::new(UNIT, UNIT, 1.0)),
            ));
        }
    }
}

fn fade<R: Fielded>(
    mut commands: Commands,
    ticker: Res<Ticker>,
    pace: Res<Pace>,
    mut running: ResMut<TickerRunning>,
    mut passing: Query<(Entity, &mut Passing)>,
) {
    for (entity, mut flash) in &mut passing {
        flash.0 += elapsed(*ticker, *pace).unwrap_or(SHOWN);
        if flash.0 >= SHOWN {
            commands.entity(entity).despawn();
        } else {
            running.run();
        }
    }
}
