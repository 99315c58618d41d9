//! The mouse on the board: what is under it, clicks, stacks that fan out, counters dragged to where they shall go.

use artwork::Point;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use search_and_destroy::command::Command;
use search_and_destroy::queries::Unseen;
use search_and_destroy::sight::Eye;
use search_and_destroy::state::{State, Step};
use search_and_destroy::{Event, Hex, SearchAndDestroy, UnitId};
use tabletop::Refusal;

use super::HexBoardSystems;
use super::counters::Counter;
use super::ground::Net;
use super::hand::{Deed, Hand};
use super::offers::refusal;
use crate::shell::drawing::{drawn, world};
use crate::shell::game::{Order, Play, Refused};
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::Playback;
use crate::shell::pointer::Pointer;
use crate::shell::seat::Seat;
use crate::shell::standing::Standing;

/// How near to a river hexside's middle the pointer means it, in map units.
const RIVER: f32 = 11.0;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hovered>().init_resource::<Carried>().init_resource::<Fan>().add_systems(
        Update,
        (hover, open_fan, click, carry).chain().in_set(GameSystems::Input.of(Room::Board)).in_set(HexBoardSystems),
    );
}

/// What is under the pointer.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Hovered {
    /// The counter on top.
    pub unit: Option<UnitId>,
    pub hex: Option<Hex>,
    /// The river hexside, where one can be meant.
    pub river: Option<u8>,
    /// Why nothing can be done there with what is in hand.
    pub refusal: Option<Refusal>,
}

/// What the ruler reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    /// One end.
    pub from: Eye,
    /// The other.
    pub to: Eye,
    /// How far, in hexes.
    pub range: u8,
    /// Whether one sees the other.
    pub sight: Result<(), Unseen>,
}

impl Hovered {
    /// What the ruler reads: when it is out, or counters that fire are in hand and no attack of theirs is planned yet.
    pub fn reading(&self, rules: &SearchAndDestroy, view: &State, hand: &Hand) -> Option<Reading> {
        let firing = matches!(view.step(), Step::UsFire | Step::NlfFire | Step::Surprise);
        let held = hand.held.first().and_then(|id| view.unit(*id)).and_then(|u| u.eye());
        let from = match hand.ruler {
            Some(hex) => Eye::Hex(hex),
            None if firing && hand.plan.is_none() => held?,
            None => return None,
        };
        let target = self.unit.and_then(|id| view.unit(id)).and_then(|u| u.eye());
        let to = target.or(hand.cursor.or(self.hex).map(Eye::Hex))?;
        let range = rules.map().range(from, to)?;
        (from != to).then(|| Reading { from, to, range, sight: rules.sight(view, from, to) })
    }
}

/// The counter in the player's hand while he drags it.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Carried(pub Option<UnitId>);

/// The hex whose stack is fanned out.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fan(pub Option<Hex>);

/// The counter that lies on top at a point.
fn counter_at<'a>(counters: impl Iterator<Item = &'a Counter>, at: (f32, f32)) -> Option<&'a Counter> {
    counters.filter(|c| c.place.is_some() && c.is_under(at)).max_by(|a, b| a.rank.total_cmp(&b.rank))
}

/// The river hexside in the offers that a point means.
fn river_at(net: &Net, rules: &SearchAndDestroy, hand: &Hand, at: Point) -> Option<u8> {
    hand.offers
        .rivers
        .keys()
        .filter_map(|n| Some((*n, net.0.river(rules.map(), *n)?.0.distance(at))))
        .filter(|(_, far)| *far < RIVER)
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(n, _)| n)
}

fn hover(
    pointer: Res<Pointer>,
    net: Option<Res<Net>>,
    play: Res<Play<SearchAndDestroy>>,
    seat: Res<Seat<SearchAndDestroy>>,
    playback: Res<Playback<Event>>,
    hand: Res<Hand>,
    counters: Query<&Counter>,
    mut hovered: ResMut<Hovered>,
) {
    let (Some(net), Some(view), Some(side)) = (net, seat.view(), seat.side()) else { return };
    let rules = play.game.rules();
    let still = playback.is_idle();
    let at = pointer.map.filter(|_| pointer.on_board && !pointer.asleep && still).map(drawn);
    let unit = at.and_then(|at| counter_at(counters.iter(), at)).map(|c| (c.unit, c.place));
    let hex = match unit {
        Some((_, hex)) => hex,
        None => at.and_then(|(x, y)| net.0.hex_at(artwork::pt(x, y))),
    };
    let river = at.and_then(|(x, y)| river_at(&net, rules, &hand, artwork::pt(x, y)));
    let unit = unit.map(|(unit, _)| unit);
    let meant = unit.is_some_and(|u| hand.offers.targets.contains_key(&u) || hand.can_take(u));
    let busy = !hand.held.is_empty() || hand.tool.is_some();
    let why = hex
        .filter(|hex| busy && !meant && river.is_none() && play.is_now() && !hand.offers.hexes.contains_key(hex))
        .and_then(|hex| refusal(rules, view, side, &hand.held, hand.tool, hex));
    hovered.set_if_neq(Hovered { unit, hex, river, refusal: why });
}

/// A stack opens under the pointer, and a counter that lies alone comes nearer, for as long as the pointer is on one of them or
/// between two.
fn open_fan(
    pointer: Res<Pointer>,
    hovered: Res<Hovered>,
    playback: Res<Playback<Event>>,
    counters: Query<&Counter>,
    mut fan: ResMut<Fan>,
) {
    let still = playback.is_idle() && !pointer.dragging && !pointer.panning();
    // The pointer was in the middle of the stack; now that is the gap between two counters. Would it close again there, it would
    // open and close for ever.
    let at = pointer.map.filter(|_| pointer.on_board && !pointer.asleep).map(drawn);
    let between = |hex: &Hex| {
        let ground = counters.iter().filter(|counter| counter.place == Some(*hex)).map(Counter::ground);
        let whole = ground.reduce(|a, b| a.union(b));
        whole.zip(at).is_some_and(|(whole, (x, y))| whole.contains(Vec2::new(x, y)))
    };
    let open = fan.0.filter(between);
    let wanted = hovered.hex.filter(|_| hovered.unit.is_some()).or(open).filter(|_| still);
    fan.set_if_neq(Fan(wanted));
}

/// Carries out what a gesture came to.
pub fn carry_out(
    deed: Deed,
    rules: &SearchAndDestroy,
    seat: &Seat<SearchAndDestroy>,
    hand: &Hand,
    orders: &mut MessageWriter<Order<Command>>,
    refused: &mut Refused,
) {
    refused.0 = None;
    match deed {
        Deed::Order(commands) => _ = orders.write(Order(commands)),
        Deed::Refuse(hex) => {
            if let (Some(view), Some(side)) = (seat.view(), seat.side()) {
                refused.0 = refusal(rules, view, side, &hand.held, hand.tool, hex);
            }
        }
        Deed::Hold => {}
    }
}

fn click(
    pointer: Res<Pointer>,
    standing: Res<Standing>,
    play: Res<Play<SearchAndDestroy>>,
    seat: Res<Seat<SearchAndDestroy>>,
    counters: Query<&Counter>,
    net: Option<Res<Net>>,
    mut hand: ResMut<Hand>,
    mut refused: ResMut<Refused>,
    mut orders: MessageWriter<Order<Command>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (Some(at), Some(net), Some(view)) = (pointer.clicked, net, seat.view()) else { return };
    if !standing.still {
        return;
    }
    redraw.write(RequestRedraw);
    hand.cursor = None;
    let (x, y) = drawn(at);
    let rules = play.game.rules();
    let unit = counter_at(counters.iter(), (x, y)).map(|c| c.unit);
    let river = river_at(&net, rules, &hand, artwork::pt(x, y)).filter(|_| unit.is_none());
    let deed = match (river, unit, net.0.hex_at(artwork::pt(x, y))) {
        (Some(river), ..) => hand.press_river(river).unwrap_or(Deed::Hold),
        (None, Some(unit), _) => hand.press_unit(view, unit, pointer.adds, pointer.double),
        (None, None, Some(hex)) => {
            // The ruler is moved by a click while nothing is in hand.
            if hand.ruler.is_some() && hand.held.is_empty() {
                hand.ruler = Some(hex);
            }
            hand.press_hex(hex)
        }
        (None, None, None) => {
            hand.hold(Vec::new());
            Deed::Hold
        }
    };
    carry_out(deed, rules, &seat, &hand, &mut orders, &mut refused);
}

/// Takes counters up, moves them with the pointer, and sets them down.
pub(super) fn carry(
    mut pointer: ResMut<Pointer>,
    standing: Res<Standing>,
    play: Res<Play<SearchAndDestroy>>,
    seat: Res<Seat<SearchAndDestroy>>,
    net: Option<Res<Net>>,
    mut hand: ResMut<Hand>,
    mut carried: ResMut<Carried>,
    mut refused: ResMut<Refused>,
    mut orders: MessageWriter<Order<Command>>,
    mut counters: Query<(&mut Counter, &mut Transform, &mut MeshMaterial2d<ColorMaterial>)>,
) {
    let (Some(net), Some(view)) = (net, seat.view()) else { return };
    if let Some(at) = pointer.pressed
        && standing.still
        && let Some(counter) = counter_at(counters.iter().map(|(c, ..)| c), drawn(at))
        && hand.can_take(counter.unit)
    {
        carried.0 = Some(counter.unit);
        pointer.carrying = true;
    }
    let Some(unit) = carried.0 else { return };
    if pointer.dragging {
        if !hand.held.contains(&unit) {
            hand.hold(vec![unit]);
        }
        if let (Some(at), Some(grip)) = (pointer.map, pointer.held) {
            for (counter, mut transform, mut paint) in &mut counters {
                if hand.held.contains(&counter.unit) {
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
            if hand.held.contains(&counter.unit) {
                counter.set_changed();
            }
        }
        let Some((_, to)) = pointer.dropped else { return };
        let (x, y) = drawn(to);
        let rules = play.game.rules();
        let below = counter_at(counters.iter().map(|(c, ..)| c).filter(|c| !hand.held.contains(&c.unit)), (x, y));
        let target = below.map(|c| c.unit).filter(|u| hand.offers.targets.contains_key(u));
        let hex = below.and_then(|c| c.place).or_else(|| net.0.hex_at(artwork::pt(x, y)));
        let river = river_at(&net, rules, &hand, artwork::pt(x, y));
        let deed = match (river, target, hex) {
            (Some(river), ..) => hand.press_river(river).unwrap_or(Deed::Hold),
            (None, Some(target), _) => hand.press_unit(view, target, false, false),
            (None, None, Some(hex)) => hand.press_hex(hex),
            (None, None, None) => Deed::Hold,
        };
        carry_out(deed, rules, &seat, &hand, &mut orders, &mut refused);
    }
}
