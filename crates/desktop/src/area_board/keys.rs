//! The keyboard on the board: everything the mouse can do.

use bevy::input::keyboard::Key;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use block_by_block::{BlockByBlock, Command, Event, Place, State, UnitId, UnitSet};
use tabletop::Ruleset;

use super::hand::{Hand, Inspected};
use super::hit::nearest_towards;
use super::mouse::carry_out;
use crate::shell::camera::{BoardRect, Bounds, View};
use crate::shell::drawing::world;
use crate::shell::game::{Order, Play, Refused};
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::Playback;
use crate::shell::pressed::{Keys, Pressed, next};
use crate::shell::table::Table;

/// The keys of this board alone, for the list of keys.
pub const KEYS: &[(&str, &str)] = &[
    ("Shift+click", "Add another unit in the place, or put it back"),
    ("X", "Add the next unit of the stack"),
    ("Arrows", "Next target; with Shift any area"),
];

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        press
            .after(super::mouse::carry)
            .before(super::obey::obey)
            .in_set(GameSystems::Input.of(Room::Board))
            .in_set(super::AreaBoardSystems),
    );
}

/// What a key means on the board.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stroke {
    NextUnit(i8),
    NextTarget(i8),
    /// To the next target, or with Shift to any place.
    Arrow(f32, f32, bool),
    Extend,
    /// A row of an open list.
    Row(usize),
    Confirm,
    LetGo,
}

fn stroke(key: &Key, shift: bool, ctrl: bool) -> Option<Stroke> {
    use Stroke::{Arrow, Confirm, Extend, LetGo, NextTarget, NextUnit};
    Some(match key {
        Key::Tab => NextUnit(if shift { -1 } else { 1 }),
        Key::Enter => Confirm,
        Key::Escape => LetGo,
        Key::ArrowLeft if !ctrl => Arrow(-1.0, 0.0, shift),
        Key::ArrowRight if !ctrl => Arrow(1.0, 0.0, shift),
        Key::ArrowUp if !ctrl => Arrow(0.0, -1.0, shift),
        Key::ArrowDown if !ctrl => Arrow(0.0, 1.0, shift),
        Key::Character(text) if !ctrl => match text.as_str() {
            "t" => NextTarget(1),
            "T" => NextTarget(-1),
            "x" | "X" => Extend,
            digit => Stroke::Row(digit.parse::<usize>().ok()?.checked_sub(1)?),
        },
        _ => return None,
    })
}

fn press(
    mut keys: Keys,
    table: Res<Table>,
    play: Res<Play<BlockByBlock>>,
    bounds: Res<Bounds>,
    board: Res<BoardRect>,
    mut playback: ResMut<Playback<Event>>,
    mut hand: ResMut<Hand>,
    mut view: ResMut<View>,
    mut refused: ResMut<Refused>,
    mut orders: MessageWriter<Order<Command>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Pressed { key, held, .. } in keys.on_map() {
        let Some(stroke) = stroke(&key, held.shift, held.ctrl) else { continue };
        redraw.write(RequestRedraw);
        if !playback.is_idle() {
            if stroke == Stroke::Confirm {
                playback.skip();
            }
            continue;
        }
        let state = play.state();
        let check = |command: &Command| play.game.rules().check(state, command);
        match stroke {
            Stroke::NextUnit(by) => {
                if let Some(units) = next_unit(state, &hand, by) {
                    hand.select(units);
                    hand.cursor = None;
                }
            }
            Stroke::NextTarget(by) => hand.cursor = next_target(&hand, by).or(hand.cursor),
            Stroke::Arrow(_, y, _) if hand.question.is_some() => {
                if let Some(question) = &mut hand.question {
                    let last = question.answers.len().saturating_sub(1);
                    question.pointed = match y {
                        y if y > 0.0 => (question.pointed + 1).min(last),
                        y if y < 0.0 => question.pointed.saturating_sub(1),
                        _ => question.pointed,
                    };
                }
            }
            Stroke::Arrow(x, y, anywhere) => {
                let from = hand.cursor.or_else(|| here(state, &hand)).unwrap_or(Place::PALACE);
                let map = table.rules.map();
                let targets = hand.offers.target_places(hand.selected);
                let any = anywhere || targets.is_empty();
                let allowed = |p: &Place| *p != from && (any || targets.has(*p));
                let places = Place::all().filter(allowed).map(|p| (p, map.at(p)));
                hand.cursor = nearest_towards(map.at(from), (x, y), places).or(Some(from));
            }
            Stroke::Row(row) => {
                if let Some(deed) = hand.answer(Some(row)) {
                    carry_out(deed, &mut orders, &mut refused);
                }
            }
            Stroke::Extend => extend(state, &mut hand),
            Stroke::Confirm => {
                let deed = hand.confirm(state, check);
                carry_out(deed, &mut orders, &mut refused);
            }
            Stroke::LetGo => {
                if refused.0.take().is_none() {
                    hand.let_go();
                }
            }
        }
        if let Some(place) = hand.cursor.or_else(|| here(state, &hand)) {
            if let Some(cursor) = hand.cursor {
                hand.inspected = Some(Inspected::Place(cursor));
            }
            *view = view.showing(world(table.rules.map().at(place)), bounds.0, board.0);
        }
    }
}

/// Where the selection stands.
fn here(state: &State, hand: &Hand) -> Option<Place> {
    UnitId::each(hand.selected).find_map(|unit| state.place(unit))
}

/// The next counter that can do something, with its group; by place, so that Tab walks across the map.
fn next_unit(state: &State, hand: &Hand, by: i8) -> Option<UnitSet> {
    let clickable = hand.offers.target_units(hand.selected);
    let mut units: Vec<UnitId> = UnitId::each(hand.offers.actors() | clickable).collect();
    units.sort_by_key(|unit| (state.place(*unit), *unit));
    let mut picks: Vec<UnitSet> = Vec::new();
    for unit in units {
        let pick = hand.offers.picked(unit);
        if !picks.contains(&pick) {
            picks.push(pick);
        }
    }
    next(&picks, picks.iter().copied().find(|pick| pick.meets(hand.selected)), by)
}

/// The next place the selection can be ordered to.
fn next_target(hand: &Hand, by: i8) -> Option<Place> {
    let targets: Vec<Place> = Place::each(hand.offers.target_places(hand.selected)).collect();
    next(&targets, hand.cursor, by)
}

/// Adds the counter after the selected ones in the same place that can do something; after the last, only the first stays.
fn extend(state: &State, hand: &mut Hand) {
    let Some(place) = here(state, hand) else { return };
    let stack = state.units_at(place) & hand.offers.actors();
    let first = UnitId::each(hand.selected).next();
    let last = UnitId::each(hand.selected).last();
    let selected = match UnitId::each(stack).find(|unit| Some(*unit) > last) {
        Some(next) => hand.selected | next.set(),
        None => first.map_or(UnitSet::EMPTY, UnitId::set),
    };
    hand.select(selected);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_letter_of_an_answer_means_something_on_the_map() {
        for letter in panels::prompt::LETTERS.to_lowercase().chars() {
            assert_eq!(stroke(&Key::Character(letter.to_string().into()), false, false), None, "{letter}");
        }
    }
}
