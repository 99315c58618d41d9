//! The keyboard on the table: everything the mouse can do.

use bevy::input::keyboard::Key as Stroke;
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use table::Point;

use super::card::DIGITS;
use super::fielded::{Aim, Fielded};
use super::foreseen::Foreseen;
use super::hand::{Hand, Hovered, Question};
use super::mouse::{answer, give, go, piece_of, point_at, top};
use super::pieces::Lying;
use super::space::world;
use crate::shell::camera::{BoardRect, Bounds, View};
use crate::shell::game::{Order, Play, Refused};
use crate::shell::order::{GameSystems, Room};
use crate::shell::pressed::{Keys, Pressed, next};
use crate::shell::said::Said;
use crate::shell::seat::Seat;
use crate::shell::standing::Standing;
use panels::Intent;
use tabletop::Refusal;

/// The keys of this board alone, for the list of keys.
pub const KEYS: &[(&str, &str)] =
    &[("Arrows", "Extend the path by an inch; with Shift by a quarter inch"), ("M", "Place the ruler, or put it away")];

/// The same where a side is asked whether it fires at what the enemy does.
pub const KEYS_WITH_HELD_FIRE: &[(&str, &str)] = &[
    KEYS[0],
    KEYS[1],
    ("I", "Say in advance when your units fire: whenever they can, not this turn, or not before a distance"),
    ("0", "Asked whether to fire: nobody fires"),
    ("H", "Asked whether to fire: hold fire while this squad acts"),
    ("K", "Asked whether to fire: nobody fires this turn"),
];

pub(super) fn plugin<R: Fielded>(app: &mut App) {
    app.add_systems(
        Update,
        (press::<R>, obey::<R>)
            .chain()
            .after(super::mouse::drag::<R>)
            .in_set(GameSystems::Input.of(Room::Board))
            .run_if(resource_exists::<Play<R>>),
    );
}

/// What a key means on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    NextGroup(i8),
    NextTarget(i8),
    Go(i32, i32),
    Confirm,
    LetGo,
    Measure,
    /// A row of an open list.
    Row(usize),
}

fn meaning(key: &Stroke, shift: bool, ctrl: bool) -> Option<Meaning> {
    // An inch a press; a quarter with Shift.
    let step = if shift { 25 } else { 100 };
    Some(match key {
        Stroke::Tab => Meaning::NextGroup(if shift { -1 } else { 1 }),
        Stroke::Enter => Meaning::Confirm,
        Stroke::Escape => Meaning::LetGo,
        Stroke::ArrowLeft if !ctrl => Meaning::Go(-step, 0),
        Stroke::ArrowRight if !ctrl => Meaning::Go(step, 0),
        Stroke::ArrowUp if !ctrl => Meaning::Go(0, -step),
        Stroke::ArrowDown if !ctrl => Meaning::Go(0, step),
        Stroke::Character(text) if !ctrl => match text.as_str() {
            "t" => Meaning::NextTarget(1),
            "T" => Meaning::NextTarget(-1),
            "m" | "M" => Meaning::Measure,
            digit => Meaning::Row(DIGITS.iter().position(|d| digit.parse() == Ok(*d))?),
        },
        _ => return None,
    })
}

fn press<R: Fielded>(
    mut keys: Keys,
    standing: Res<Standing>,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    lying: Query<&Lying>,
    (bounds, board_rect, foreseen): (Res<Bounds>, Res<BoardRect>, Res<Foreseen<R>>),
    mut hovered: ResMut<Hovered<R>>,
    mut hand: ResMut<Hand<R>>,
    mut eye: ResMut<View>,
    mut refused: ResMut<Refused>,
    mut orders: MessageWriter<Order<R::Command>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    for Pressed { key, held, repeat } in keys.on_map() {
        let meaning = meaning(&key, held.shift, held.ctrl).filter(|_| !standing.curtain);
        let Some(meaning) = meaning else { continue };
        redraw.write(RequestRedraw);
        if !standing.still {
            continue;
        }
        let Some(board) = seat.view().and_then(R::board) else { continue };
        let place = |hand: &Hand<R>| {
            let group = hand.selected?;
            lying
                .iter()
                .filter(|piece| piece.group == Some(group))
                .min_by_key(|piece| piece.key)
                .map(|piece| piece.goal)
        };
        match meaning {
            Meaning::NextGroup(by) => {
                let group = next(&hand.actors, hand.selected, by);
                if group.is_some() {
                    hand.select(group);
                    hand.cursor = None;
                }
            }
            Meaning::NextTarget(by) => {
                let current = hand.cursor.and_then(|at| top(lying.iter(), world(at))).map(|piece| piece.key);
                let key = next(&hand.targets, current, by);
                hand.cursor = key.and_then(|key| piece_of(lying.iter(), key)).map(|piece| piece.goal).or(hand.cursor);
            }
            Meaning::Go(x, y) => match &mut hand.question {
                Some(question) => {
                    let count = question.answers.len();
                    let to = match (question.pointed, y > 0) {
                        (Some(now), true) => now + 1,
                        (Some(now), false) => now + count - 1,
                        (None, true) => 0,
                        (None, false) => count - 1,
                    };
                    question.pointed = Some(to % count.max(1)).filter(|_| y != 0).or(question.pointed);
                }
                None => {
                    let from = hand.cursor.or_else(|| place(&hand)).unwrap_or_else(|| {
                        let corner = board.corner();
                        Point::new(corner.x / 2, corner.y / 2)
                    });
                    hand.cursor = Some(board.clamp(from.plus(x, y)));
                }
            },
            Meaning::Confirm => {
                if let Some(question) = &hand.question {
                    // A key that is held down, or pressed before the odds are there, does not fire.
                    let meant = !repeat && !foreseen.is_coming();
                    if let Some(order) =
                        question.pointed.and_then(|n| question.answers.get(n)).filter(|_| meant).cloned()
                    {
                        answer(order, &play, &seat, &mut hand, &mut orders, &mut refused);
                    }
                } else if let Some(at) = hand.cursor {
                    let piece = top(lying.iter(), world(at));
                    let aim = piece.map_or(Aim::Ground(at), |piece| Aim::Piece(piece.key));
                    let whose = piece.map(|piece| (piece.group, piece.own));
                    point_at(aim, at, whose, &play, &seat, &mut hand, &mut orders, &mut refused);
                } else if hand.way.is_some() {
                    go(&play, &seat, &mut hand, &mut orders, &mut refused);
                }
            }
            Meaning::Row(n) => {
                if let Some(order) = hand.question.as_ref().and_then(|question| question.answers.get(n)).cloned() {
                    answer(order, &play, &seat, &mut hand, &mut orders, &mut refused);
                }
            }
            Meaning::LetGo => {
                if refused.0.take().is_none() {
                    hand.let_go();
                }
            }
            Meaning::Measure => {
                let caller = hand.selected.zip(seat.view());
                let guesses = caller.and_then(|(group, view)| play.game.rules().guesses(view, group, Point::default()));
                hand.ruler = match hand.ruler {
                    Some(_) => None,
                    None if let Some((rule, _)) = guesses => {
                        let because =
                            "In this game the caller estimates where fire falls, so the ruler is not available.";
                        refused.0 = Some(Refusal::new(rule, because, "Select another squad to measure with."));
                        None
                    }
                    None => place(&hand).or(hovered.at).or(hand.cursor),
                };
            }
        }
        hovered.stamp = None;
        if let Some(at) = hand.cursor.or_else(|| place(&hand)) {
            *eye = eye.showing(world(at), bounds.0, board_rect.0);
        }
    }
}

/// What the panels say about pieces and points of the table.
pub(super) fn obey<R: Fielded>(
    mut said: MessageReader<Said>,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    bounds: Res<Bounds>,
    board_rect: Res<BoardRect>,
    lying: Query<&Lying>,
    hovered: Res<Hovered<R>>,
    mut hand: ResMut<Hand<R>>,
    mut refused: ResMut<Refused>,
    mut eye: ResMut<View>,
    mut orders: MessageWriter<Order<R::Command>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let of_group = |group| lying.iter().find(|piece| piece.group == Some(group));
    for Said(intent) in said.read() {
        let at = match intent {
            Intent::SelectPiece(number) => {
                let Ok(group) = u16::try_from(*number) else { continue };
                hand.select(Some(group));
                refused.0 = None;
                of_group(group).map(|piece| world(piece.goal))
            }
            Intent::Plan { point, index } => {
                let Some(order) = seat.offers().get(*index).filter(|_| *point == play.point()).cloned() else {
                    continue;
                };
                redraw.write(RequestRedraw);
                // The same button again: it is meant.
                if hand.question.take().is_some_and(|question| question.only() == Some(&order)) {
                    give(order, &play, &seat, &mut orders, &mut refused);
                    continue;
                }
                let doer = R::doer(&order).or(hand.selected).and_then(of_group);
                let at = doer.map(|piece| piece.goal).or(hovered.at).unwrap_or_default();
                hand.question = Some(Question::new(at, vec![order]));
                doer.map(|piece| world(piece.goal))
            }
            Intent::LookAt { x, y } => Some(world(Point::new(*x, *y))),
            Intent::ClearSelection => {
                hand.select(None);
                None
            }
            _ => continue,
        };
        if let Some(at) = at {
            *eye = eye.showing(at, bounds.0, board_rect.0);
        }
        redraw.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_move_the_pointer_an_inch_and_with_shift_a_quarter() {
        assert_eq!(meaning(&Stroke::ArrowLeft, false, false), Some(Meaning::Go(-100, 0)));
        assert_eq!(meaning(&Stroke::ArrowDown, true, false), Some(Meaning::Go(0, 25)));
        assert_eq!(meaning(&Stroke::ArrowDown, false, true), None, "that moves the view");
    }

    #[test]
    fn no_letter_of_an_answer_means_something_on_the_table() {
        for letter in panels::prompt::LETTERS.to_lowercase().chars() {
            assert_eq!(meaning(&Stroke::Character(letter.to_string().into()), false, false), None, "{letter}");
        }
    }
}
