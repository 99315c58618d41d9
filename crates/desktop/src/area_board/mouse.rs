//! The mouse on the board: what is under it, clicks, and counters dragged to where they shall go.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use block_by_block::{BlockByBlock, Command, Event, Place, UnitId, UnitSet};
use tabletop::{Refusal, Ruleset};

use super::counters::Counter;
use super::hand::{Deed, Hand};
use super::offers::Target;
use crate::shell::drawing::{drawn, world};
use crate::shell::game::{Order, Play, Refused};
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::Playback;
use crate::shell::pointer::Pointer;
use crate::shell::table::Table;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hovered>().init_resource::<Carried>().add_systems(
        Update,
        (hover, click, carry).chain().in_set(GameSystems::Input.of(Room::Board)).in_set(super::AreaBoardSystems),
    );
}

/// What is under the pointer.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Hovered {
    /// The counter on top.
    pub unit: Option<UnitId>,
    /// The area or Gate Box.
    pub place: Option<Place>,
    /// Why nothing can be done there with the selection.
    pub refusal: Option<Refusal>,
}

impl Hovered {
    /// The place, if something was meant there and is refused.
    pub fn refused_place(&self) -> Option<Place> {
        self.refusal.as_ref().and(self.place)
    }
}

/// The counter in the player's hand while he drags it.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Carried(pub Option<UnitId>);

/// The counter that lies on top at a point.
pub fn counter_at<'a>(counters: impl Iterator<Item = &'a Counter>, at: (f32, f32)) -> Option<&'a Counter> {
    counters.filter(|c| c.place.is_some() && c.is_under(at)).max_by(|a, b| a.rank.total_cmp(&b.rank))
}

/// What lies where.
#[derive(SystemParam)]
pub(super) struct Under<'w, 's> {
    table: Res<'w, Table>,
    counters: Query<'w, 's, &'static Counter>,
}

impl Under<'_, '_> {
    /// The counter on top at a point of Bevy's map, leaving out one that is carried.
    fn counter(&self, at: Vec2, carried: Option<UnitId>) -> Option<&Counter> {
        counter_at(self.counters.iter().filter(|c| carried != Some(c.unit)), drawn(at))
    }

    /// The place there: of the counter on top, or the one on the map.
    fn place(&self, at: Vec2, carried: Option<UnitId>) -> Option<Place> {
        let (x, y) = drawn(at);
        let of_counter = self.counter(at, carried).and_then(|c| c.place);
        of_counter.or_else(|| self.table.layout.place_at(artwork::pt(x, y)))
    }
}

fn hover(
    pointer: Res<Pointer>,
    under: Under,
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    hand: Res<Hand>,
    carried: Res<Carried>,
    mut hovered: ResMut<Hovered>,
) {
    let at = pointer.map.filter(|_| (pointer.on_board && !pointer.asleep) || carried.0.is_some());
    let unit = at.and_then(|at| under.counter(at, carried.0)).map(|c| c.unit);
    let place = at.and_then(|at| under.place(at, carried.0));
    let state = play.state();
    let offered = |target| !hand.offers.at(hand.selected, target).is_empty();
    let refusal = place
        .filter(|_| playback.is_idle() && play.is_now() && hand.plan.is_none() && !pointer.panning())
        .filter(|place| !offered(Target::Place(*place)))
        .filter(|place| UnitId::each(hand.selected).all(|u| state.place(u) != Some(*place)))
        .and_then(|place| {
            let check = |command: &Command| play.game.rules().check(state, command);
            hand.refusal(state, place, check)
        });
    hovered.set_if_neq(Hovered { unit, place, refusal });
}

/// Carries out what a gesture came to.
pub fn carry_out(deed: Deed, orders: &mut MessageWriter<Order<Command>>, refused: &mut Refused) {
    refused.0 = None;
    match deed {
        Deed::Order(commands) => {
            orders.write(Order(commands));
        }
        Deed::Refuse(refusal) => refused.0 = Some(refusal),
        Deed::Hold => {}
    }
}

fn click(
    pointer: Res<Pointer>,
    under: Under,
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    mut hand: ResMut<Hand>,
    mut refused: ResMut<Refused>,
    mut orders: MessageWriter<Order<Command>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(at) = pointer.clicked.filter(|_| playback.is_idle()) else { return };
    redraw.write(RequestRedraw);
    hand.cursor = None;
    let state = play.state();
    let check = |command: &Command| play.game.rules().check(state, command);
    let deed = match (under.counter(at, None).map(|c| c.unit), under.place(at, None)) {
        (Some(unit), _) => hand.click_unit(state, unit, pointer.adds, pointer.double, check),
        (None, Some(place)) => hand.click_place(state, place, check),
        (None, None) => {
            hand.select(UnitSet::EMPTY);
            Deed::Hold
        }
    };
    carry_out(deed, &mut orders, &mut refused);
}

/// Takes a counter up, moves it with the pointer, and sets it down.
pub(super) fn carry(
    mut pointer: ResMut<Pointer>,
    table: Res<Table>,
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    mut hand: ResMut<Hand>,
    mut carried: ResMut<Carried>,
    mut refused: ResMut<Refused>,
    mut orders: MessageWriter<Order<Command>>,
    mut counters: Query<(&mut Counter, &mut Transform, &mut MeshMaterial2d<ColorMaterial>)>,
) {
    let state = play.state();
    if let Some(at) = pointer.pressed
        && playback.is_idle()
        && let Some(counter) = counter_at(counters.iter().map(|(c, ..)| c), drawn(at))
        && hand.offers.actors().has(counter.unit)
        && !hand.offers.gathers()
    {
        carried.0 = Some(counter.unit);
        pointer.carrying = true;
    }
    let Some(unit) = carried.0 else { return };
    if pointer.dragging {
        if !hand.selected.has(unit) {
            let picked = hand.offers.picked(unit);
            hand.select(picked);
        }
        if let (Some(at), Some(grip)) = (pointer.map, pointer.held) {
            for (counter, mut transform, mut paint) in &mut counters {
                if hand.selected.has(counter.unit) {
                    let place = world(counter.at) + at - grip;
                    transform.translation = place.extend(70.0 + counter.rank);
                    paint.set_changed();
                }
            }
        }
    }
    if pointer.clicked.is_some() || pointer.dropped.is_some() || pointer.held.is_none() {
        carried.0 = None;
        for (mut counter, ..) in &mut counters {
            if hand.selected.has(counter.unit) {
                counter.set_changed();
            }
        }
        let place = pointer.dropped.and_then(|(_, to)| {
            let (x, y) = drawn(to);
            let of_counter = counter_at(counters.iter().map(|(c, ..)| c).filter(|c| c.unit != unit), (x, y));
            of_counter.and_then(|c| c.place).or_else(|| table.layout.place_at(artwork::pt(x, y)))
        });
        if let Some(place) = place {
            let check = |command: &Command| play.game.rules().check(state, command);
            let deed = hand.drop_on(state, unit, place, check);
            carry_out(deed, &mut orders, &mut refused);
        }
    }
}
