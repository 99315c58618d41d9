//! The keyboard on the board: everything the mouse can do.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::hex::Shade;
use search_and_destroy::command::Command;
use search_and_destroy::state::State;
use search_and_destroy::{Direction, Hex, SearchAndDestroy, UnitId};

use super::HexBoardSystems;
use super::ground::Net;
use super::hand::Hand;
use super::mouse::{Hovered, carry_out};
use crate::shell::camera::{BoardRect, Bounds, View};
use crate::shell::game::{Order, Play, Refused};
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::Playback;
use crate::shell::pressed::{Keys, Pressed, next};
use crate::shell::seat::Seat;

/// Magnification at which a counter is shown that the keyboard takes up.
const CLOSE_UP: f32 = 2.2;

/// The keys of this board alone, for the list of keys.
pub const KEYS: &[(&str, &str)] = &[
    ("Shift+click", "Select another counter, or put it back"),
    ("X", "Select the next counter of the stack too"),
    ("Arrows", "Move from hex to hex"),
    ("G, C, V", "Show the threat, command radius, or line of sight"),
    ("M", "Place the ruler, or put it away"),
];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        press
            .after(super::mouse::carry)
            .before(super::obey::obey)
            .in_set(GameSystems::Input.of(Room::Board))
            .in_set(HexBoardSystems),
    );
}

/// What a key means on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stroke {
    NextUnit(i8),
    NextTarget(i8),
    Arrow(i8, i8),
    Extend,
    Confirm,
    LetGo,
    Shade(Shade),
    Ruler,
}

fn stroke(key: &Key, shift: bool, ctrl: bool) -> Option<Stroke> {
    use Stroke::{Arrow, Confirm, Extend, LetGo, NextTarget, NextUnit, Ruler};
    Some(match key {
        Key::Tab => NextUnit(if shift { -1 } else { 1 }),
        Key::Enter => Confirm,
        Key::Escape => LetGo,
        Key::ArrowLeft if !ctrl => Arrow(-1, 0),
        Key::ArrowRight if !ctrl => Arrow(1, 0),
        Key::ArrowUp if !ctrl => Arrow(0, -1),
        Key::ArrowDown if !ctrl => Arrow(0, 1),
        Key::Character(text) if !ctrl => match text.as_str() {
            "t" => NextTarget(1),
            "T" => NextTarget(-1),
            "x" | "X" => Extend,
            "g" | "G" => Stroke::Shade(Shade::Threat),
            "c" | "C" => Stroke::Shade(Shade::Command),
            "v" | "V" => Stroke::Shade(Shade::Sight),
            "m" | "M" => Ruler,
            _ => return None,
        },
        _ => return None,
    })
}

/// Whether the board itself listens to a letter: no answer has it then.
pub(super) fn hears(letter: char) -> bool {
    let text = letter.to_string();
    stroke(&Key::Character(text.as_str().into()), false, false).is_some()
}

/// The hex that lies that way: the odd and even columns step up or down in turn, so that a row is walked level.
fn towards(from: Hex, (dx, dy): (i8, i8)) -> Hex {
    let lower = from.column.is_multiple_of(2);
    from.neighbour(match (dx, dy) {
        (_, -1) => Direction::N,
        (_, 1) => Direction::S,
        (1, _) if lower => Direction::NE,
        (1, _) => Direction::SE,
        _ if lower => Direction::NW,
        _ => Direction::SW,
    })
}

fn press(
    mut keys: Keys,
    net: Option<Res<Net>>,
    play: Res<Play<SearchAndDestroy>>,
    seat: Res<Seat<SearchAndDestroy>>,
    hovered: Res<Hovered>,
    bounds: Res<Bounds>,
    board: Res<BoardRect>,
    mut playback: ResMut<Playback<search_and_destroy::Event>>,
    mut hand: ResMut<Hand>,
    mut view: ResMut<View>,
    mut refused: ResMut<Refused>,
    mut orders: MessageWriter<Order<Command>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (Some(net), Some(state)) = (net, seat.view()) else { return };
    for Pressed { key, held, .. } in keys.on_map() {
        let stroke = stroke(&key, held.shift, held.ctrl).filter(|_| seat.curtain().is_none());
        let Some(stroke) = stroke else { continue };
        redraw.write(RequestRedraw);
        if !playback.is_idle() {
            if stroke == Stroke::Confirm {
                playback.skip();
            }
            continue;
        }
        let mut look_at = None;
        match stroke {
            Stroke::NextUnit(by) => {
                if let Some(unit) = next_unit(state, &hand, by) {
                    hand.hold(vec![unit]);
                    hand.cursor = state.unit(unit).and_then(|u| u.hex());
                    hand.inspected = hand.cursor.or(hand.inspected);
                    look_at = hand.cursor;
                }
            }
            Stroke::NextTarget(by) => {
                hand.cursor = next_target(state, &hand, by).or(hand.cursor);
                look_at = hand.cursor;
            }
            Stroke::Arrow(dx, dy) => {
                let here = hand.cursor.or_else(|| place(state, &hand)).or(hovered.hex).unwrap_or(Hex::at(20, 14));
                let next = towards(here, (dx, dy));
                hand.cursor = Some(if play.game.rules().map().contains(next) { next } else { here });
                hand.inspected = hand.cursor;
                look_at = hand.cursor;
            }
            Stroke::Extend => extend(state, &mut hand),
            Stroke::Confirm => {
                let deed = hand.confirm(state);
                carry_out(deed, play.game.rules(), &seat, &hand, &mut orders, &mut refused);
            }
            Stroke::LetGo => {
                if refused.0.take().is_none() {
                    hand.let_go();
                }
            }
            Stroke::Shade(shade) => hand.shade = if hand.shade == shade { Shade::Reach } else { shade },
            Stroke::Ruler => {
                let here = hand.cursor.or_else(|| place(state, &hand)).or(hovered.hex);
                hand.ruler = if hand.ruler.is_some() { None } else { here };
            }
        }
        if let Some(hex) = look_at {
            let at = net.0.centre(hex);
            let at = Vec2::new(at.x, -at.y);
            // With the whole map in sight no counter can be read: come closer.
            if view.fitted {
                *view = view.zoomed(CLOSE_UP / view.magnification, at, bounds.0, board.0);
                *view = View { centre: at, ..*view }.within(bounds.0, board.0);
            }
            *view = view.showing(at, bounds.0, board.0);
        }
    }
}

/// Where the first counter in hand lies.
fn place(state: &State, hand: &Hand) -> Option<Hex> {
    hand.held.first().and_then(|unit| state.unit(*unit)).and_then(|u| u.hex())
}

/// The next counter that can do something, by place, so that Tab walks across the map.
fn next_unit(state: &State, hand: &Hand, by: i8) -> Option<UnitId> {
    let mut units = hand.offers.actors.clone();
    units.sort_by_key(|id| (state.unit(*id).and_then(|u| u.hex()).map(|h| (h.column, h.row)), *id));
    next(&units, hand.held.first().copied(), by)
}

/// The next hex that what is in hand can be ordered to, or an enemy in it.
fn next_target(state: &State, hand: &Hand, by: i8) -> Option<Hex> {
    let mut hexes: Vec<Hex> = hand.offers.targets.keys().filter_map(|u| state.unit(*u)?.hex()).collect();
    if hexes.is_empty() {
        hexes = hand.offers.hexes.keys().copied().collect();
    }
    hexes.sort_unstable();
    hexes.dedup();
    next(&hexes, hand.cursor, by)
}

/// Takes the next counter of the same hex into the hand too; after the last, only the first stays.
fn extend(state: &State, hand: &mut Hand) {
    let Some(here) = place(state, hand) else { return };
    let stack: Vec<UnitId> =
        hand.offers.actors.iter().copied().filter(|u| state.unit(*u).and_then(|u| u.hex()) == Some(here)).collect();
    let mut units = hand.held.clone();
    match stack.into_iter().find(|u| !units.contains(u)) {
        Some(more) => units.push(more),
        None => units.truncate(1),
    }
    hand.hold(units);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walking_right_and_left_keeps_the_row() {
        let mut hex = Hex::at(10, 8);
        for _ in 0..6 {
            hex = towards(hex, (1, 0));
        }
        assert_eq!(hex, Hex::at(16, 8));
        for _ in 0..6 {
            hex = towards(hex, (-1, 0));
        }
        assert_eq!(hex, Hex::at(10, 8));
    }
}
