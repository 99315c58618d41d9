//! The mouse on the board: what is under it, clicks, and counters dragged to where they shall go.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use block_by_block::{BlockByBlock, Command, Event, Place, UnitId};
use tabletop::{Refusal, Ruleset};

use super::counters::Counter;
use super::hand::{Deed, Hand};
use super::offers::Target;
use crate::drawing::{drawn, world};
use crate::game::{GameSystems, Order, Play, Refused};
use crate::playback::Playback;
use crate::pointer::Pointer;
use crate::table::Table;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hovered>()
        .init_resource::<Carried>()
        .add_systems(Update, (hover, click, carry).chain().in_set(GameSystems::Input));
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

fn hover(
    pointer: Res<Pointer>,
    table: Res<Table>,
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    hand: Res<Hand>,
    carried: Res<Carried>,
    counters: Query<&Counter>,
    mut hovered: ResMut<Hovered>,
) {
    let at = pointer.map.filter(|_| pointer.on_board || carried.0.is_some()).map(drawn);
    let counter = at.and_then(|at| {
        counter_at(counters.iter().filter(|c| carried.0 != Some(c.unit)), at)
    });
    let place = at.and_then(|at| {
        counter.and_then(|c| c.place).or_else(|| table.layout.place_at(artwork::pt(at.0, at.1)))
    });
    let state = play.state();
    let offered = |target| !hand.offers.at(hand.selected, target).is_empty();
    let refusal = place
        .filter(|_| playback.is_idle() && play.is_now() && hand.plan.is_none() && !pointer.panning)
        .filter(|place| !offered(Target::Place(*place)))
        .filter(|place| UnitId::each(hand.selected).all(|u| state.place(u) != Some(*place)))
        .and_then(|place| {
            let check = |command: &Command| play.game.rules().check(state, command);
            hand.refusal(state, place, check)
        });
    hovered.set_if_neq(Hovered { unit: counter.map(|c| c.unit), place, refusal });
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

#[expect(clippy::too_many_arguments, reason = "a system's arguments are what it reads")]
fn click(
    pointer: Res<Pointer>,
    keys: Res<ButtonInput<KeyCode>>,
    hovered: Res<Hovered>,
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    mut hand: ResMut<Hand>,
    mut refused: ResMut<Refused>,
    mut orders: MessageWriter<Order<Command>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if pointer.clicked.is_none() || !playback.is_idle() {
        return;
    }
    redraw.write(RequestRedraw);
    hand.cursor = None;
    let state = play.state();
    let check = |command: &Command| play.game.rules().check(state, command);
    let shift = keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight, KeyCode::ControlLeft, KeyCode::ControlRight]);
    let deed = match (hovered.unit, hovered.place) {
        (Some(unit), _) => hand.click_unit(state, unit, shift, pointer.double),
        (None, Some(place)) => hand.click_place(state, place, check),
        (None, None) => {
            hand.select(0);
            Deed::Hold
        }
    };
    carry_out(deed, &mut orders, &mut refused);
}

/// Takes a counter up, moves it with the pointer, and sets it down.
#[expect(clippy::too_many_arguments, reason = "a system's arguments are what it reads")]
fn carry(
    mut pointer: ResMut<Pointer>,
    hovered: Res<Hovered>,
    play: Res<Play<BlockByBlock>>,
    playback: Res<Playback<Event>>,
    mut hand: ResMut<Hand>,
    mut carried: ResMut<Carried>,
    mut refused: ResMut<Refused>,
    mut orders: MessageWriter<Order<Command>>,
    mut counters: Query<(&mut Counter, &mut Transform)>,
) {
    let state = play.state();
    if let Some(at) = pointer.pressed
        && playback.is_idle()
        && let Some(counter) = counter_at(counters.iter().map(|(c, _)| c), drawn(at))
        && hand.offers.actors() & counter.unit.set() != 0
    {
        carried.0 = Some(counter.unit);
        pointer.carrying = true;
    }
    let Some(unit) = carried.0 else { return };
    if pointer.dragging {
        if hand.selected & unit.set() == 0 {
            let picked = hand.offers.picked(unit);
            hand.select(picked);
        }
        if let (Some(at), Some(grip)) = (pointer.map, pointer.held) {
            for (counter, mut transform) in &mut counters {
                if hand.selected & counter.unit.set() != 0 {
                    let place = world(counter.at) + at - grip;
                    transform.translation = place.extend(70.0 + counter.rank);
                }
            }
        }
    }
    if pointer.held.is_none() {
        carried.0 = None;
        for (mut counter, _) in &mut counters {
            if hand.selected & counter.unit.set() != 0 {
                counter.set_changed();
            }
        }
        if let (Some(_), Some(place)) = (pointer.dropped, hovered.place) {
            let check = |command: &Command| play.game.rules().check(state, command);
            let deed = hand.drop_on(state, unit, place, check);
            carry_out(deed, &mut orders, &mut refused);
        }
    }
}
