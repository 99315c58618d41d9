//! The map of the valley is so large that its counters are specks with all of it in sight. The board opens nearer, on the counters of the
//! side that looks, or on all if it has none there; what happens out of sight is brought into sight. The chart in the corner shows the whole.

use artwork::hex::HEX_COUNTER;
use bevy::prelude::*;
use search_and_destroy::state::Step;
use search_and_destroy::{Event, SearchAndDestroy, Side};

use super::HexBoardSystems;
use super::counters::Counter;
use super::ground::Net;
use crate::hud::chart::Chart;
use crate::shell::camera::{BoardRect, Bounds, View};
use crate::shell::drawing::world;
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::Happened;
use crate::shell::seat::Seat;

/// How large a counter is at least when the board opens, in pixels.
const READABLE: f32 = 30.0;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (open, follow, chart)
            .chain()
            .after(super::counters::CounterSystems)
            .in_set(GameSystems::Board.of(Room::Board))
            .in_set(HexBoardSystems),
    );
}

/// What the view was opened for: the side that looks.
#[derive(Default)]
struct Opened(Option<Side>);

fn open(
    play: Res<Play<SearchAndDestroy>>,
    seat: Res<Seat<SearchAndDestroy>>,
    counters: Query<&Counter>,
    (bounds, board): (Res<Bounds>, Res<BoardRect>),
    mut opened: Local<Opened>,
    mut view: ResMut<View>,
) {
    if play.is_added() {
        opened.0 = None;
    }
    let (Some(position), Some(side)) = (seat.view(), seat.side()) else { return };
    let learns = play.practice().is_some();
    // A player who sets counters up wants to see where they may stand.
    let sets_up = matches!(position.step(), Step::UsSetup | Step::Setup);
    if learns || sets_up || seat.curtain().is_some() || opened.0 == Some(side) {
        return;
    }
    let first = opened.0.replace(side).is_none();
    let whole = View::fit(bounds.0, board.0);
    let magnification = READABLE / HEX_COUNTER;
    // A player who has the whole map in sight wants it so; and where it can be read as a whole, it is.
    if whole.magnification >= magnification || !first && view.fitted {
        return;
    }
    let lies = counters.iter().filter(|counter| counter.size > 0.0);
    let own = |counter: &&Counter| position.unit(counter.unit).is_some_and(|unit| unit.kind.side() == side);
    let mut places: Vec<Vec2> = lies.clone().filter(own).map(|counter| world(counter.at)).collect();
    if places.is_empty() {
        // A side that is still to arrive looks at where it is awaited.
        places = lies.map(|counter| world(counter.at)).collect();
    }
    let centre = if places.is_empty() { bounds.0.center() } else { places.iter().sum::<Vec2>() / places.len() as f32 };
    let magnification = if first { magnification } else { view.magnification };
    *view = View { centre, magnification, fitted: false }.within(bounds.0, board.0);
}

/// Brings what happens into sight, unless the whole map is.
fn follow(
    mut happened: MessageReader<Happened<Event>>,
    net: Option<Res<Net>>,
    counters: Query<&Counter>,
    (bounds, board): (Res<Bounds>, Res<BoardRect>),
    mut view: ResMut<View>,
) {
    let Some(net) = net else { return };
    for Happened(event) in happened.read() {
        let hex = match event {
            Event::Moved { path, .. } => path.last().copied(),
            Event::Attacked { target, .. } | Event::FiredAntitank { target, .. } => {
                counters.iter().find(|counter| counter.unit == target.unit).and_then(|counter| counter.place)
            }
            Event::Shelled { at, .. }
            | Event::TrapWentOff { at, .. }
            | Event::Revealed { at, .. }
            | Event::CameIn { at, .. }
            | Event::Dismounted { at, .. } => Some(*at),
            Event::Retreated { to, .. } | Event::Advanced { to, .. } => Some(*to),
            _ => None,
        };
        if let Some(hex) = hex.filter(|_| !view.fitted) {
            let at = net.0.centre(hex);
            let shown = view.showing(world((at.x, at.y)), bounds.0, board.0);
            view.set_if_neq(shown);
        }
    }
}

/// Where everybody is, for the chart.
fn chart(seat: Res<Seat<SearchAndDestroy>>, counters: Query<&Counter>, mut chart: ResMut<Chart>) {
    let Some(position) = seat.view().filter(|_| seat.curtain().is_none()) else { return };
    let dots = counters.iter().filter(|counter| counter.size > 0.0).filter_map(|counter| {
        let unit = position.unit(counter.unit)?;
        Some((world(counter.at), <SearchAndDestroy as panels::log::Logged>::mark(unit.kind.side())))
    });
    let mut dots: Vec<_> = dots.collect();
    dots.sort_by(|a, b| a.0.x.total_cmp(&b.0.x));
    chart.set_if_neq(Chart { dots });
}
