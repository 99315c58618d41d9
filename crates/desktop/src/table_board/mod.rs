//! A table in inches with figures on it: 20mm Platoon and Vietnam Skirmish. What the two share is here; what is each one's
//! own is in `platoon` and `skirmish`, behind [`Fielded`].

use artwork::{Palette, Picture};
use bevy::prelude::*;

use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::screen::OnTable;
use crate::shell::seat::Seat;
use crate::shell::standing::Standing;

mod around;
mod card;
pub mod fielded;
mod flash;
mod foreseen;
mod ground;
mod guess;
pub mod hand;
mod holding;
mod keys;
mod mouse;
mod overlay;
mod pieces;
mod platoon;
mod skirmish;
mod space;
mod spots;
#[cfg(test)]
mod tests;

pub use keys::{KEYS, KEYS_WITH_HELD_FIRE};

pub use fielded::Fielded;

use fielded::{Aim, Key};
use hand::{Hand, Hovered, Question};
use pieces::{field_picture, mustered_sheet};

/// The board of one of the rulesets that are played on a table.
pub(super) fn plugin<R: Fielded>(app: &mut App) {
    app.init_resource::<Hand<R>>()
        .init_resource::<Hovered<R>>()
        .init_resource::<pieces::TickerRunning>()
        .add_plugins((
            ground::plugin::<R>,
            pieces::plugin::<R>,
            overlay::plugin::<R>,
            flash::plugin::<R>,
            foreseen::plugin::<R>,
            mouse::plugin::<R>,
            keys::plugin::<R>,
            holding::plugin::<R>,
            around::plugin::<R>,
            card::plugin::<R>,
            guess::plugin::<R>,
            spots::plugin::<R>,
        ))
        .add_systems(OnExit(OnTable::of::<R>()), clear_away::<R>)
        .add_systems(Update, renew::<R>.in_set(GameSystems::Seats.of(Room::Board)).run_if(resource_exists::<Play<R>>));
}

/// What both boards need once.
pub(super) fn shared(app: &mut App) {
    app.add_systems(Update, pieces::keep_going.in_set(GameSystems::After.of(Room::Board)));
}

/// Everything that goes away with the board.
#[derive(Component)]
pub struct OnTheTable;

fn clear_away<R: Fielded>(
    mut commands: Commands,
    parts: Query<Entity, With<OnTheTable>>,
    mut hand: ResMut<Hand<R>>,
    mut hovered: ResMut<Hovered<R>>,
) {
    for part in &parts {
        commands.entity(part).despawn();
    }
    *hand = Hand::default();
    *hovered = Hovered::default();
}

/// Takes a new position in: who may act, what can be aimed at, what is left of a path.
fn renew<R: Fielded>(
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    standing: Res<Standing>,
    mut hand: ResMut<Hand<R>>,
    mut hovered: ResMut<Hovered<R>>,
    mut orders: MessageWriter<crate::shell::game::Order<R::Command>>,
    mut sitting: Local<Option<R::Side>>,
    mut aimed_with: Local<Option<(usize, Option<fielded::Group>)>>,
) {
    let (Some(view), Some(side)) = (seat.view(), seat.side()) else { return };
    let rules = play.game.rules();
    if seat.is_changed() || play.is_added() {
        if let Some(before) = sitting.replace(side).filter(|before| *before != side) {
            hand.change_sides(before, side);
        }
        *aimed_with = None;
        hovered.stamp = None;
        hand.question = None;
        hand.drag = None;
        let before = hand.actors.first().copied();
        hand.actors = if seat.offers().is_empty() { Vec::new() } else { rules.actors(view, side) };
        for group in seat.offers().iter().filter_map(R::doer) {
            if !hand.actors.contains(&group) {
                hand.actors.push(group);
            }
        }
        let now = hand.actors.first().copied();
        let gone = hand.selected.is_some_and(|group| !hand.actors.contains(&group));
        if !hand.actors.is_empty() && (gone || hand.selected.is_none() || before != now) {
            hand.select(now);
        }
        if seat.curtain().is_none() {
            hand.question = fire_at(&**rules, view, seat.offers());
            go_on(&play, &seat, &mut hand, &mut orders);
        }
    }
    let aiming = (play.point(), hand.selected);
    if standing.still && *aimed_with != Some(aiming) {
        *aimed_with = Some(aiming);
        let enemies: Vec<Key> =
            rules.pieces(view, side).into_iter().filter(|piece| !piece.own).map(|piece| piece.key).collect();
        let legal = |key: &Key| {
            rules.deeds(view, hand.selected, Aim::Piece(*key)).iter().any(|deed| seat.check(rules, deed).is_ok())
        };
        hand.targets = if seat.offers().is_empty() { Vec::new() } else { enemies.into_iter().filter(legal).collect() };
    }
}

/// Where a side is asked whether it fires: its shots lie open with their odds, so that one key answers.
fn fire_at<R: Fielded>(rules: &R, view: &R::State, offers: &[R::Command]) -> Option<Question<R::Command>> {
    let asked = rules.fire_asked(view)?;
    let shots: Vec<R::Command> = offers.iter().filter(|offer| R::harms(offer)).cloned().collect();
    (!shots.is_empty()).then(|| Question::new(asked.at, shots))
}

/// What is left of a path after a step, and the next step if nothing came between.
fn go_on<R: Fielded>(
    play: &Play<R>,
    seat: &Seat<R>,
    hand: &mut Hand<R>,
    orders: &mut MessageWriter<crate::shell::game::Order<R::Command>>,
) {
    let (Some(view), Some(side)) = (seat.view(), seat.side()) else { return };
    let rules = play.game.rules();
    // A player who did something else on the way has given the way up.
    let last = play.point().checked_sub(1).and_then(|n| play.game.command(n));
    if last.is_some_and(|last| R::doer(last) == hand.selected && !fielded::is_step::<R>(last)) {
        hand.forget_way();
    }
    let Some(group) = hand.selected.filter(|_| !hand.plan.is_empty()) else {
        hand.way = None;
        return;
    };
    if seat.offers().is_empty() {
        return;
    }
    let mut way = rules.way(view, group, &hand.plan);
    while let Some(first) = hand.plan.first()
        && way.as_ref().is_some_and(|way| way.points.first().is_some_and(|at| at.within(*first, 15)))
    {
        hand.plan.remove(0);
        way = rules.way(view, group, &hand.plan);
    }
    if hand.plan.is_empty() {
        hand.forget_way();
        return;
    }
    let in_sight = || rules.pieces(view, side).iter().filter(|piece| !piece.own).count();
    // That the enemy let it go on is nothing that came between.
    let unanswered = |point| (point..play.game.cursor()).all(|n| play.game.command(n).is_some_and(R::lets_go_on));
    let gone = |point| point <= play.game.cursor() && unanswered(point);
    let next = hand.going.is_some_and(|(point, seen)| gone(point) && in_sight() <= seen);
    let first = way.as_ref().and_then(|way| way.orders.first().cloned());
    hand.way = way;
    match first {
        Some(order) if next && seat.check(rules, &order).is_ok() => {
            hand.going = Some((play.game.cursor() + 1, in_sight()));
            orders.write(crate::shell::game::Order(vec![order]));
        }
        _ => hand.going = None,
    }
}

/// The figures, vehicles and markers of each side that both see.
fn mustered<R: Fielded>(rules: &R, known: &R::State, palette: &Palette) -> Vec<Vec<artwork::Sheet>> {
    let Some(first) = rules.sides().first() else { return Vec::new() };
    let pieces = rules.pieces(known, *first);
    let of = |own: bool| {
        pieces.iter().filter(move |piece| piece.own == own).map(|piece| mustered_sheet(&piece.look, palette))
    };
    vec![of(true).collect(), of(false).collect()]
}

/// A table with everybody whom both sides see.
fn table_picture<R: Fielded>(rules: &R, known: &R::State, palette: &Palette, width: u32) -> Option<Picture> {
    let pieces = rules.sides().first().map_or_else(Vec::new, |side| rules.pieces(known, *side));
    field_picture(R::board(known)?, &pieces, palette, width)
}
