//! Markers: Improved Positions, caches, traps, casualties, hexes that were named. One drawing, made again when they change.

use artwork::hex::{HEX_COUNTER, HexMarker, hex_marker_sheet};
use artwork::{MeshOptions, Placement, Sheet, pt};
use bevy::prelude::*;
use search_and_destroy::SearchAndDestroy;

use super::HexBoardSystems;
use super::ground::Net;
use crate::shell::drawing::Paint;
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::printed::{blank, show};
use crate::shell::screen::OnTable;
use crate::shell::seat::Seat;
use crate::shell::table::Look;

/// Under the counters: positions. Over them: what is small.
const LEVELS: [f32; 2] = [25.0, 45.0];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(OnEnter(OnTable::of::<SearchAndDestroy>()), spawn).add_systems(
        Update,
        draw.after(super::counters::CounterSystems).in_set(GameSystems::Board.of(Room::Board)).in_set(HexBoardSystems),
    );
}

/// The drawing of all markers of a level.
#[derive(Component)]
pub(super) struct Markers(usize);

fn spawn(mut commands: Commands, paint: Res<Paint>) {
    for (level, height) in LEVELS.into_iter().enumerate() {
        commands.spawn((Markers(level), blank(&paint, height)));
    }
}

pub(super) fn draw(
    play: Res<Play<SearchAndDestroy>>,
    seat: Res<Seat<SearchAndDestroy>>,
    look: Res<Look>,
    net: Option<Res<Net>>,
    mut drawings: Query<(&Markers, &mut Mesh2d, &mut Visibility)>,
    mut meshes: ResMut<Assets<Mesh>>,
) {
    let (Some(net), Some(view)) = (net, seat.view()) else { return };
    if !seat.is_changed() && !look.is_changed() {
        return;
    }
    let palette = &look.0;
    let mut levels = [Sheet::new(), Sheet::new()];
    let mut put = |level: usize, marker: HexMarker, at: artwork::Point, size: f32| {
        levels[level].stamp(&hex_marker_sheet(marker, palette), Placement::at(at, size));
    };
    for position in view.positions() {
        let marker = HexMarker::ImprovedPosition { known: position.known };
        put(0, marker, net.0.centre(position.hex), HEX_COUNTER);
    }
    let small = HEX_COUNTER * 0.46;
    for cache in view.caches() {
        if let Some(hex) = cache.hex {
            let marker = HexMarker::Cache { found: cache.found.is_some() };
            put(1, marker, net.0.centre(hex) + pt(-9.5, 9.0), small);
        }
    }
    for hex in view.traps().iter().flatten() {
        put(1, HexMarker::Trap, net.0.centre(*hex) + pt(9.5, 9.0), small);
    }
    for men in view.casualties() {
        let marker = HexMarker::Casualties { side: men.side, killed: men.killed, wounded: men.wounded };
        put(1, marker, net.0.centre(men.hex) + pt(0.0, 11.5), small);
    }
    for hex in view.supplies() {
        put(1, HexMarker::Ammunition(3), net.0.centre(*hex) + pt(-9.5, -8.0), small);
    }
    for hex in view.civilians() {
        put(1, HexMarker::Civilians, net.0.centre(*hex) + pt(-9.5, -8.0), small);
    }
    let support = view.support();
    for hex in support.plots.iter().map(|plot| plot.at).chain(support.preplanned.iter().copied().flatten()) {
        put(1, HexMarker::Plot, net.0.centre(hex), HEX_COUNTER * 1.2);
    }
    for call in &support.calls {
        put(1, HexMarker::Strike, net.0.centre(call.at), HEX_COUNTER);
    }
    for hex in view.searched(play.game.rules()) {
        put(1, HexMarker::Searched, net.0.centre(hex) + pt(9.5, 9.0), small * 0.8);
    }
    for probe in view.probes() {
        put(1, HexMarker::Probe, net.0.centre(probe.at) + pt(9.0, -8.0), small);
    }
    for (markers, mut shape, mut visibility) in &mut drawings {
        let options = MeshOptions::map(palette.valley.broken);
        show(&levels[markers.0], options, (&mut shape, &mut visibility), &mut meshes);
    }
}
