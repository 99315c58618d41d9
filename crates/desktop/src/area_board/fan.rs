//! A crowded stack, or counters too small to read, spread out large under the pointer: nothing is hidden for good.

use artwork::{Layout, Rect, pt};
use bevy::prelude::*;
use block_by_block::{Gate, Place};
use tabletop::between;

use super::counters::{Counter, CounterSystems};
use super::hand::Hand;
use super::hit::in_square;
use super::offers::Target;
use super::shown::Shown;
use crate::shell::camera::{BoardRect, Bounds, View};
use crate::shell::drawing::drawn;
use crate::shell::order::{GameSystems, Room};
use crate::shell::pointer::Pointer;
use crate::shell::table::Table;

/// The size at which a counter is read without effort, in logical pixels.
const READABLE: f32 = 40.0;
/// The space between spread counters, as a share of their size.
const GAP: f32 = 0.12;

/// What the strip of hints may take at the top of the board, in pixels: no counter is spread under it.
const HINTS: Vec2 = Vec2::new(0.0, 76.0);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Fan>().add_systems(
        Update,
        spread.in_set(GameSystems::Board.of(Room::Board)).in_set(super::AreaBoardSystems).before(CounterSystems),
    );
}

/// The stack that is spread out.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Fan(pub Option<Fanned>);

/// A spread stack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fanned {
    /// Whose counters.
    pub place: Place,
    /// The middle of all, in map units, y downwards.
    pub middle: (f32, f32),
    /// Side of a counter, in map units.
    pub size: f32,
    /// How many lie in a row.
    pub columns: usize,
}

impl Fanned {
    /// Where `count` counters lie, row by row.
    pub fn slots(&self, count: usize) -> Vec<((f32, f32), f32)> {
        let columns = self.columns.max(1);
        let rows = count.div_ceil(columns);
        let pitch = self.size * (1.0 + GAP);
        (0..count)
            .map(|n| {
                let (row, column) = (n / columns, n % columns);
                let in_row = if row + 1 == rows { count - row * columns } else { columns };
                let x = (column as f32 - (in_row as f32 - 1.0) / 2.0) * pitch;
                let y = (row as f32 - (rows as f32 - 1.0) / 2.0) * pitch;
                ((self.middle.0 + x, self.middle.1 + y), self.size)
            })
            .collect()
    }

    /// Half the width and height of `count` spread counters.
    fn reach(&self, count: usize) -> (f32, f32) {
        let columns = self.columns.max(1);
        let rows = count.div_ceil(columns);
        let pitch = self.size * (1.0 + GAP);
        (columns as f32 * pitch / 2.0, rows as f32 * pitch / 2.0)
    }

    /// Whether a point lies on the spread stack.
    fn holds(&self, point: (f32, f32), count: usize) -> bool {
        let (x, y) = self.reach(count);
        (point.0 - self.middle.0).abs() <= x && (point.1 - self.middle.1).abs() <= y
    }

    /// The spread stack moved so that it lies on the board as far as possible.
    fn kept_within(mut self, count: usize, corners: [(f32, f32); 2]) -> Self {
        let (x, y) = self.reach(count);
        let [(left, top), (right, bottom)] = corners;
        if right - left > 2.0 * x {
            self.middle.0 = between(self.middle.0, left + x, right - x);
        }
        if bottom - top > 2.0 * y {
            self.middle.1 = between(self.middle.1, top + y, bottom - y);
        }
        self
    }
}

impl Fanned {
    /// The rectangle that `count` spread counters take.
    fn ground(&self, count: usize) -> Rect {
        let (x, y) = self.reach(count);
        Rect::around(pt(self.middle.0, self.middle.1), 2.0 * x, 2.0 * y)
    }

    /// Whether the counter at this place of the stack lies under a point.
    fn shows(&self, place: usize, count: usize, at: (f32, f32)) -> bool {
        self.slots(count).get(place).is_some_and(|(middle, size)| in_square(at, *middle, *size))
    }

    /// The same stack spread where it covers least of what others want to see, with the counter that was pointed at
    /// still under the pointer: a click is never meant for another one. Only the edge of the board may prevent that.
    fn beside(
        self,
        count: usize,
        pointed: usize,
        at: (f32, f32),
        obstacles: &[(Rect, f32)],
        corners: [(f32, f32); 2],
    ) -> Self {
        if count < 2 {
            return self;
        }
        let price = |fanned: &Self| {
            let ground = fanned.ground(count);
            let covered: f32 = obstacles.iter().map(|(rect, weight)| weight * overlap(ground, *rect)).sum();
            let away = (fanned.middle.0 - self.middle.0).hypot(fanned.middle.1 - self.middle.1);
            let uneven = fanned.columns.abs_diff(self.columns) as f32;
            covered / (self.size * self.size) + 0.3 * away / self.size + 0.1 * uneven
        };
        let shares = [0.0, -0.2, 0.2, -0.4, 0.4];
        let shapes = (1..=count).map(|columns| Self { columns, ..self });
        let tried = shapes.flat_map(|shape| {
            let slot = shape.slots(count).get(pointed).map_or(shape.middle, |(middle, _)| *middle);
            let under = (at.0 - slot.0, at.1 - slot.1);
            let ways = shares.into_iter().flat_map(move |h| shares.into_iter().map(move |v| (h, v)));
            let shifts = ways.map(move |(h, v)| (under.0 + h * shape.size, under.1 + v * shape.size));
            // Where it would have been spread without a pointer is as good, if the counter lies there.
            shifts.chain([(0.0, 0.0)]).map(move |(x, y)| {
                Self { middle: (shape.middle.0 + x, shape.middle.1 + y), ..shape }.kept_within(count, corners)
            })
        });
        let under = |fanned: &Self| (!fanned.shows(pointed, count, at), !fanned.holds(at, count));
        tried.min_by(|a, b| under(a).cmp(&under(b)).then(price(a).total_cmp(&price(b)))).unwrap_or(self)
    }
}

/// How many fit into a row if there are as many rows as columns.
fn square(count: usize) -> usize {
    (1..).find(|c| c * c >= count).unwrap_or(1).max(1)
}

/// The part of a rectangle that another covers.
fn overlap(a: Rect, b: Rect) -> f32 {
    let side = |low: f32, high: f32| (high - low).max(0.0);
    side(a.min.x.max(b.min.x), a.max.x.min(b.max.x)) * side(a.min.y.max(b.min.y), a.max.y.min(b.max.y))
}

/// What a spread stack had better not cover, and how much it weighs: gate boxes, and the counters of other places.
fn obstacles(layout: &Layout, shown: &Shown, place: Place) -> Vec<(Rect, f32)> {
    let gates = Gate::all().filter(|g| g.place() != place).map(|g| (layout.gate_box(g), 3.0));
    let others = Place::areas().filter(|p| *p != place).flat_map(|other| {
        let count = shown.stack(other).len();
        let side = layout.side(other, count);
        layout.slots(other, count).into_iter().map(move |at| (Rect::around(at, side, side), 1.0))
    });
    gates.chain(others).collect()
}

/// Spreads the stack under the pointer and closes it when the pointer leaves.
fn spread(
    pointer: Res<Pointer>,
    view: Res<View>,
    board: Res<BoardRect>,
    bounds: Res<Bounds>,
    shown: Res<Shown>,
    table: Res<Table>,
    counters: Query<&Counter>,
    (hand, keys): (Res<Hand>, Res<ButtonInput<KeyCode>>),
    mut fan: ResMut<Fan>,
) {
    if pointer.carrying || pointer.panning() {
        return;
    }
    let Some(at) = pointer.map.filter(|_| pointer.on_board && !pointer.asleep).map(drawn) else {
        fan.set_if_neq(Fan(None));
        return;
    };
    if let Some(open) = &fan.0 {
        let stack = shown.stack(open.place);
        let adds =
            keys.any_pressed([KeyCode::ShiftLeft, KeyCode::ShiftRight, KeyCode::ControlLeft, KeyCode::ControlRight]);
        let offered = |place: &Place| !hand.offers.at(hand.selected, Target::Place(*place)).is_empty();
        let below = table.layout.place_at(pt(at.0, at.1)).filter(|place| *place != open.place && !adds);
        let in_hand = (0..stack.len()).any(|n| hand.selected.has(stack[n]) && open.shows(n, stack.len(), at));
        if open.holds(at, stack.len()) {
            // What is in hand goes where the pointer is: the stack does not lie over it.
            if !in_hand && below.as_ref().is_some_and(offered) {
                fan.0 = None;
            }
            return;
        }
    }
    let top = counters.iter().filter(|c| !c.is_moving() && c.is_under(at)).max_by(|a, b| a.rank.total_cmp(&b.rank));
    let wanted = top.and_then(|c| Some((c.unit, c.place?))).and_then(|(unit, place)| {
        let stack = shown.stack(place);
        let count = stack.len();
        let pointed = stack.iter().position(|other| *other == unit)?;
        let side = table.layout.side(place, count);
        let crowded = count > table.layout.room(place);
        if count == 0 || (side * view.magnification >= READABLE * 0.9 && !crowded) {
            return None;
        }
        let slots = table.layout.slots(place, count);
        let middle = slots.iter().fold((0.0, 0.0), |m, p| (m.0 + p.x / count as f32, m.1 + p.y / count as f32));
        let size = side.max(READABLE / view.magnification);
        let corners = [board.0.min + HINTS, board.0.max].map(|c| {
            let inside = view.to_map(c, board.0).clamp(bounds.0.min, bounds.0.max);
            drawn(inside)
        });
        let fanned = Fanned { place, middle, size, columns: square(count) }.kept_within(count, corners);
        Some(fanned.beside(count, pointed, at, &obstacles(&table.layout, &shown, place), corners))
    });
    fan.set_if_neq(Fan(wanted));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fanned() -> Fanned {
        Fanned { place: Place::MACV, middle: (100.0, 50.0), size: 10.0, columns: 3 }
    }

    #[test]
    fn a_spread_stack_hides_nothing() {
        for count in 1..=16 {
            let slots: Vec<(f32, f32)> = fanned().slots(count).into_iter().map(|(at, _)| at).collect();
            assert_eq!(slots.len(), count);
            for (n, a) in slots.iter().enumerate() {
                for b in &slots[n + 1..] {
                    assert!((a.0 - b.0).abs().max((a.1 - b.1).abs()) >= 10.0, "{count}: {a:?} covers {b:?}");
                }
                assert!(fanned().holds(*a, count));
            }
        }
    }

    #[test]
    fn it_is_moved_onto_the_board() {
        let moved = Fanned { middle: (1.0, 1.0), ..fanned() }.kept_within(4, [(0.0, 0.0), (200.0, 200.0)]);
        for ((x, y), size) in moved.slots(4) {
            assert!(x - size / 2.0 >= 0.0 && y - size / 2.0 >= 0.0);
        }
    }

    #[test]
    fn it_is_spread_beside_a_gate_and_still_under_the_pointer() {
        let gate = Rect::around(pt(112.0, 50.0), 12.0, 12.0);
        let corners = [(0.0, 0.0), (200.0, 200.0)];
        let before = Fanned { columns: 2, ..fanned() };
        assert!(overlap(before.ground(4), gate) > 0.0);
        let pointer = (94.0, 44.0);
        let beside = before.beside(4, 0, pointer, &[(gate, 3.0)], corners);
        assert!(overlap(beside.ground(4), gate) < 1.0, "{beside:?}");
        assert!(beside.shows(0, 4, pointer));
        assert_eq!(before.beside(4, 0, pointer, &[], corners), before, "with nothing in the way it stays");
    }

    #[test]
    fn the_counter_that_was_pointed_at_stays_under_the_pointer() {
        let corners = [(0.0, 0.0), (400.0, 400.0)];
        let gate = Rect::around(pt(212.0, 150.0), 12.0, 12.0);
        for count in 2..=16 {
            let stack = Fanned { middle: (200.0, 150.0), columns: square(count), ..fanned() };
            for pointed in 0..count {
                for at in [(197.0, 148.0), (200.0, 150.0), (204.0, 156.0)] {
                    let beside = stack.beside(count, pointed, at, &[(gate, 3.0)], corners);
                    assert!(beside.shows(pointed, count, at), "{pointed} of {count} at {at:?}: {beside:?}");
                }
            }
        }
    }
}
