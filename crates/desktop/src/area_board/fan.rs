//! A crowded stack, or counters too small to read, spread out large under the pointer: nothing is hidden for good.

use artwork::layout::COUNTER;
use bevy::prelude::*;
use block_by_block::Place;

use super::counters::{Counter, CounterSystems};
use super::shown::Shown;
use crate::camera::{BoardRect, Bounds, View};
use crate::drawing::drawn;
use crate::game::GameSystems;
use crate::pointer::Pointer;

/// The size at which a counter is read without effort, in logical pixels.
const READABLE: f32 = 40.0;
/// The space between spread counters, as a share of their size.
const GAP: f32 = 0.12;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Fan>()
        .add_systems(Update, spread.in_set(GameSystems::Board).in_set(super::AreaBoardSystems).before(CounterSystems));
}

/// The stack that is spread out.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Fan(pub Option<Fanned>);

/// A spread stack.
#[derive(Clone, Debug, PartialEq)]
pub struct Fanned {
    /// Whose counters.
    pub place: Place,
    /// The middle of all, in map units, y downwards.
    pub middle: (f32, f32),
    /// Side of a counter, in map units.
    pub size: f32,
}

impl Fanned {
    /// Where `count` counters lie: in rows, as wide as high.
    pub fn slots(&self, count: usize) -> Vec<((f32, f32), f32)> {
        let columns = columns(count);
        let rows = count.div_ceil(columns.max(1));
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
        let columns = columns(count);
        let rows = count.div_ceil(columns.max(1));
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
            self.middle.0 = self.middle.0.clamp(left + x, right - x);
        }
        if bottom - top > 2.0 * y {
            self.middle.1 = self.middle.1.clamp(top + y, bottom - y);
        }
        self
    }
}

fn columns(count: usize) -> usize {
    (1..).find(|c| c * c >= count).unwrap_or(1).max(1)
}

/// Spreads the stack under the pointer and closes it when the pointer leaves.
fn spread(
    pointer: Res<Pointer>,
    view: Res<View>,
    board: Res<BoardRect>,
    bounds: Res<Bounds>,
    shown: Res<Shown>,
    counters: Query<&Counter>,
    mut fan: ResMut<Fan>,
) {
    if pointer.carrying || pointer.panning() {
        return;
    }
    let Some(at) = pointer.map.filter(|_| pointer.on_board && !pointer.asleep).map(drawn) else {
        fan.set_if_neq(Fan(None));
        return;
    };
    if let Some(open) = &fan.0
        && open.holds(at, shown.stack(open.place).len())
    {
        return;
    }
    let top = counters.iter().filter(|c| !c.is_moving() && c.is_under(at)).max_by(|a, b| a.rank.total_cmp(&b.rank));
    let wanted = top.and_then(|c| c.place).and_then(|place| {
        let stack: Vec<(f32, f32)> = counters.iter().filter(|c| c.place == Some(place)).map(|c| c.at).collect();
        let too_small = COUNTER * view.magnification < READABLE * 0.9;
        if !too_small && !is_crowded(&stack) {
            return None;
        }
        let count = stack.len() as f32;
        let middle = stack.iter().fold((0.0, 0.0), |m, p| (m.0 + p.0 / count, m.1 + p.1 / count));
        let size = COUNTER.max(READABLE / view.magnification);
        let corners = [board.0.min, board.0.max].map(|c| {
            let inside = view.to_map(c, board.0).clamp(bounds.0.min, bounds.0.max);
            drawn(inside)
        });
        Some(Fanned { place, middle, size }.kept_within(stack.len(), corners))
    });
    fan.set_if_neq(Fan(wanted));
}

/// Whether counters cover each other.
fn is_crowded(stack: &[(f32, f32)]) -> bool {
    stack
        .iter()
        .enumerate()
        .any(|(n, a)| stack[n + 1..].iter().any(|b| (a.0 - b.0).abs().max((a.1 - b.1).abs()) < COUNTER * 0.9))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fanned() -> Fanned {
        Fanned { place: Place::MACV, middle: (100.0, 50.0), size: 10.0 }
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
    fn only_counters_that_cover_each_other_are_crowded() {
        assert!(!is_crowded(&[(0.0, 0.0), (COUNTER, 0.0)]));
        assert!(is_crowded(&[(0.0, 0.0), (COUNTER, 0.0), (3.0, -3.0)]));
    }
}
