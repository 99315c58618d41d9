//! The hex board of Search & Destroy: a drawn map, shades as tile maps, stacks that fan out, boats on the river.
//!
//! The true position is never read here: everything comes from [`Seat`], which holds what the side at the table may know.

use artwork::hex::grid::RADIUS;
use artwork::pt;
use bevy::prelude::*;
use search_and_destroy::{Event, SearchAndDestroy, UnitId};

use crate::shell::drawing;
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::{Happened, Playback};
use crate::shell::printed;
use crate::shell::screen::OnTable;
use crate::shell::seat::Seat;
use crate::shell::table::Table;
use crate::shell::traces::{Trace, Traces};

pub mod animation;
mod around;
mod counters;
mod dice;
mod foreseen;
mod ground;
pub mod hand;
mod keys;
mod markers;
mod mouse;
mod near;
mod obey;
pub mod offers;
mod overlay;
mod shades;
mod spots;
mod staged;
mod tiles;
mod verbs;
mod words;

pub use keys::KEYS;

use ground::Net;
use hand::Hand;

pub(super) fn plugin(app: &mut App) {
    drawing::tile_maps(app);
    app.init_resource::<Hand>()
        .init_resource::<Shown>()
        .init_resource::<Fought>()
        .init_resource::<tiles::Shadings>()
        .configure_sets(Update, HexBoardSystems.run_if(resource_exists::<Play<SearchAndDestroy>>))
        .configure_sets(PostUpdate, HexBoardSystems.run_if(resource_exists::<Play<SearchAndDestroy>>))
        .add_plugins((
            printed::plugin::<SearchAndDestroy>,
            counters::plugin,
            markers::plugin,
            shades::plugin,
            overlay::plugin,
            mouse::plugin,
            keys::plugin,
            obey::plugin,
            dice::plugin,
            (around::plugin, foreseen::plugin),
            words::plugin,
            spots::plugin,
            near::plugin,
        ))
        .add_systems(OnEnter(OnTable::of::<SearchAndDestroy>()), (ground::lay_net, set_up).chain())
        .add_systems(
            Update,
            (
                (trace, catch_up, renew)
                    .chain()
                    .in_set(GameSystems::Board.of(Room::Board))
                    .before(counters::CounterSystems),
                tiles::follow.after(shades::ShadeSystems).in_set(GameSystems::Board.of(Room::Board)),
            )
                .in_set(HexBoardSystems),
        );
}

/// Everything that is done while a game of Search & Destroy lies on the table, and only then.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HexBoardSystems;

/// Where counters are shown while events are still to come: what an event moved lies elsewhere than in the view.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// Counters that were moved by events since the view was made.
    pub moved: std::collections::BTreeMap<UnitId, search_and_destroy::Place>,
    /// The way each of them went in this frame.
    pub ways: std::collections::BTreeMap<UnitId, Vec<search_and_destroy::Hex>>,
}

/// The events of the last orders as they were noticed, since the last attack: for the panel that tells of it.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Fought(pub Vec<Event>);

fn set_up(
    mut commands: Commands,
    net: Res<Net>,
    table: Res<Table>,
    mut images: ResMut<Assets<Image>>,
    mut shown: ResMut<Shown>,
    mut fought: ResMut<Fought>,
    mut hand: ResMut<Hand>,
) {
    *shown = Shown::default();
    *fought = Fought::default();
    *hand = Hand::default();
    tiles::spawn(&mut commands, &mut images, net.0, table.search_and_destroy.map().extent());
}

/// What is seen of an event for a moment: fire, bursts, ways.
fn trace(
    mut happened: MessageReader<Happened<Event>>,
    net: Option<Res<Net>>,
    counters: Query<&counters::Counter>,
    mut traces: ResMut<Traces>,
) {
    let Some(net) = net else { return };
    let lies = |unit: UnitId| {
        let there = counters.iter().find(|counter| counter.unit == unit && counter.size > 0.0);
        there.map(|counter| pt(counter.at.0, counter.at.1))
    };
    for Happened(event) in happened.read() {
        match event {
            Event::Moved { who, path } => {
                let way = lies(who.unit).into_iter().chain(path.iter().map(|hex| net.0.centre(*hex)));
                traces.begin(Trace::Way(way.collect()));
            }
            Event::Attacked { by, target, .. } => {
                let shooters = by.iter().filter_map(|who| lies(who.unit));
                shooters.zip(std::iter::repeat(lies(target.unit))).for_each(|(from, to)| {
                    if let Some(to) = to {
                        traces.begin(Trace::Fire(from, to));
                    }
                });
            }
            Event::FiredAntitank { who, target, .. } => {
                if let (Some(from), Some(to)) = (lies(who.unit), lies(target.unit)) {
                    traces.begin(Trace::Fire(from, to));
                }
            }
            Event::Shelled { at, .. } | Event::TrapWentOff { at, .. } => {
                traces.begin(Trace::Burst(net.0.centre(*at), RADIUS));
            }
            _ => {}
        }
    }
}

/// What happens moves counters before the view says so.
fn catch_up(mut happened: MessageReader<Happened<Event>>, mut shown: ResMut<Shown>, mut fought: ResMut<Fought>) {
    use search_and_destroy::Place;
    if !shown.ways.is_empty() {
        shown.ways.clear();
    }
    for Happened(event) in happened.read() {
        match event {
            Event::Attacked { .. } | Event::FiredAntitank { .. } | Event::Shelled { .. } => {
                fought.0 = vec![event.clone()]
            }
            other if !fought.0.is_empty() => fought.0.push(other.clone()),
            _ => {}
        }
        let (unit, place) = match event {
            Event::Moved { who, path } => {
                shown.ways.insert(who.unit, path.clone());
                (who.unit, path.last().map(|hex| Place::Hex(*hex)))
            }
            Event::Placed { who, at: Some(at) } => (who.unit, Some(Place::Hex(*at))),
            Event::Sailed { who, river } => (who.unit, Some(Place::River(*river))),
            Event::Retreated { who, to } | Event::Advanced { who, to } => (who.unit, Some(Place::Hex(*to))),
            Event::CameIn { who, at, .. } if who.kind == search_and_destroy::units::Kind::Gunship => {
                (who.unit, Some(Place::Air(*at)))
            }
            Event::CameIn { who, at, .. } | Event::Dismounted { who, at } => (who.unit, Some(Place::Hex(*at))),
            Event::Mounted { who, carrier } => (who.unit, Some(Place::With(carrier.unit))),
            Event::LiftedOff { who } => (who.unit, Some(Place::Base)),
            Event::Left { who, .. } => (who.unit, Some(Place::Gone)),
            _ => continue,
        };
        if let Some(place) = place {
            shown.moved.insert(unit, place);
        }
    }
}

/// Once everything has been shown the board is the view again, and the hand is what can be done in it.
pub(super) fn renew(
    play: Res<Play<SearchAndDestroy>>,
    playback: Res<Playback<Event>>,
    seat: Res<Seat<SearchAndDestroy>>,
    mut shown: ResMut<Shown>,
    mut fought: ResMut<Fought>,
    mut hand: ResMut<Hand>,
    mut made_for: Local<Option<(usize, usize, Option<search_and_destroy::Side>)>>,
    mut made_with: Local<Option<(Vec<UnitId>, Option<panels::hex::Tool>)>>,
) {
    if play.is_added() {
        (*made_for, *made_with) = (None, None);
        *hand = Hand { shade: hand.shade, ..Hand::default() };
        fought.0.clear();
    }
    let (Some(view), Some(side)) = (seat.view(), seat.side()) else { return };
    if !playback.is_idle() {
        if made_for.take().is_some() {
            hand.offers = offers::Offers::default();
            hand.put_away();
        }
        return;
    }
    let rules = play.game.rules();
    let stamp = (play.point(), play.game.len(), Some(side));
    if *made_for != Some(stamp) {
        let same_side = made_for.is_none_or(|(_, _, before)| before == Some(side));
        *made_for = Some(stamp);
        *made_with = None;
        if !shown.moved.is_empty() {
            shown.moved.clear();
        }
        if !same_side {
            hand.held.clear();
        }
        let may = play.is_now() && !seat.offers().is_empty();
        let actors = if may { offers::actors(rules, view, side, seat.offers()) } else { Vec::new() };
        hand.offers = offers::Offers { actors, ..offers::Offers::default() };
        hand.after_order(view);
    }
    let with = (hand.held.clone(), hand.tool);
    if made_with.as_ref() != Some(&with) {
        *made_with = Some(with);
        let actors = hand.offers.actors.clone();
        let may = play.is_now() && !seat.offers().is_empty();
        hand.offers = if may {
            offers::Offers::new(rules, view, side, actors, &hand.held, hand.tool, seat.offers())
        } else {
            offers::Offers::default()
        };
    }
}
