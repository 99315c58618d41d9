//! Counters as they lie and move on the boards that have them: sliding, growing, turning over.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use tabletop::between;

use super::drawing::world;
use super::playback::{Pace, Ticker, elapsed};

/// Height of the counters above the map.
const HEIGHT: f32 = 30.0;
/// Seconds a counter needs to turn over, come or go.
pub const TURN: f32 = 0.24;
/// Seconds a counter needs to slide to its new place in a stack.
pub const SLIDE: f32 = 0.16;

/// A point of the map, in its units, y downwards.
type Point = (f32, f32);

/// A counter on the board: of a unit `U`, in a place `P`, looking like `F`.
#[derive(Component, Debug)]
pub struct Counter<U, P, F>
where
    U: Send + Sync + 'static,
    P: Send + Sync + 'static,
    F: Send + Sync + 'static,
{
    pub unit: U,
    /// Where its middle is now.
    pub at: Point,
    /// The length of its side now, in map units; 0 when it does not lie on the map.
    pub size: f32,
    /// The length of the side of the part that answers to the pointer: a counter that came nearer hides places, but does not take
    /// their clicks.
    pub grip: f32,
    /// Its order among the counters; higher ones lie over lower ones.
    pub rank: f32,
    /// The place it is counted to, once it stands still.
    pub place: Option<P>,
    /// What it looks like.
    pub face: Option<F>,
    /// Where it lies when it has arrived, and how large.
    pub goal: (Point, f32),
    motion: Option<Motion>,
    flip: Option<f32>,
}

#[derive(Debug)]
struct Motion {
    path: Vec<Point>,
    sizes: (f32, f32),
    elapsed: f32,
    duration: f32,
}

impl<U: Send + Sync + 'static, P: Send + Sync + 'static, F: Send + Sync + 'static> Counter<U, P, F> {
    /// A counter that lies nowhere yet.
    pub fn new(unit: U) -> Self {
        Self {
            unit,
            at: (0.0, 0.0),
            size: 0.0,
            grip: f32::INFINITY,
            rank: 0.0,
            place: None,
            face: None,
            goal: ((0.0, 0.0), 0.0),
            motion: None,
            flip: None,
        }
    }

    /// What of it answers to the pointer, in map units, y downwards.
    pub fn ground(&self) -> Rect {
        Rect::from_center_size(self.at.into(), Vec2::splat(self.size.min(self.grip)))
    }

    /// Whether a point of the map lies on it.
    pub fn is_under(&self, point: Point) -> bool {
        self.size > 0.0 && self.ground().contains(point.into())
    }

    /// Whether it is on its way.
    pub fn is_moving(&self) -> bool {
        self.motion.is_some() || self.flip.is_some()
    }

    /// Sets it on its way to a place on the map with a size, over these points.
    pub fn send(&mut self, to: Point, size: f32, over: &[Point], duration: f32) {
        if self.goal == (to, size) {
            return;
        }
        self.goal = (to, size);
        if self.size == 0.0 {
            self.at = over.first().copied().unwrap_or(to);
        }
        let path = std::iter::once(self.at).chain(over.iter().copied()).chain([to]).collect();
        self.motion = Some(Motion { path, sizes: (self.size, size), elapsed: 0.0, duration });
    }

    pub fn turn_over(&mut self) {
        self.flip = Some(0.0);
    }
}

/// Moves the counters that are on their way.
pub fn glide<U: Send + Sync + 'static, P: Send + Sync + 'static, F: Send + Sync + 'static>(
    mut ticker: ResMut<Ticker>,
    pace: Res<Pace>,
    mut counters: Query<(&mut Counter<U, P, F>, &mut Transform, &mut Visibility, &mut MeshMaterial2d<ColorMaterial>)>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let step = elapsed(*ticker, *pace);
    let mut moving = false;
    for (mut counter, mut transform, mut visibility, mut paint) in &mut counters {
        if !counter.is_changed() && !counter.is_moving() {
            continue;
        }
        let counter = counter.bypass_change_detection();
        let mut lift = 0.0;
        if let Some(motion) = &mut counter.motion {
            motion.elapsed = step.map_or(f32::MAX, |step| motion.elapsed + step);
            let share = if motion.duration > 0.0 { (motion.elapsed / motion.duration).min(1.0) } else { 1.0 };
            counter.at = along(&motion.path, eased(share));
            counter.size = motion.sizes.0 + (motion.sizes.1 - motion.sizes.0) * eased(share);
            if share < 1.0 {
                lift = 12.0;
            } else {
                (counter.at, counter.size) = counter.goal;
                counter.motion = None;
            }
        }
        let mut squeeze = 1.0;
        if let Some(flip) = &mut counter.flip {
            *flip = step.map_or(f32::MAX, |step| *flip + step);
            let share = *flip / TURN;
            if share < 1.0 {
                squeeze = (2.0 * eased(share) - 1.0).abs().max(0.02);
            } else {
                counter.flip = None;
            }
        }
        moving |= counter.is_moving();
        let height = HEIGHT + counter.rank + lift;
        if transform.translation.z != height {
            // What lies over what is only sorted again for entities that change more than their place.
            paint.set_changed();
        }
        *transform = Transform {
            translation: world(counter.at).extend(height),
            scale: Vec3::new(counter.size * squeeze, counter.size, 1.0),
            ..default()
        };
        let wanted = if counter.size > 0.0 { Visibility::Visible } else { Visibility::Hidden };
        if *visibility != wanted {
            *visibility = wanted;
        }
    }
    if moving {
        ticker.keep_going(&mut redraw);
    }
}

/// The point a share `t` of the way along a broken line, by length.
fn along(line: &[Point], t: f32) -> Point {
    let length = |a: Point, b: Point| (a.0 - b.0).hypot(a.1 - b.1);
    let total: f32 = line.windows(2).map(|w| length(w[0], w[1])).sum();
    let Some(&first) = line.first() else { return (0.0, 0.0) };
    let mut left = between(t, 0.0, 1.0) * total;
    for step in line.windows(2) {
        let here = length(step[0], step[1]);
        if left <= here && here > 0.0 {
            let share = left / here;
            return (step[0].0 + (step[1].0 - step[0].0) * share, step[0].1 + (step[1].1 - step[0].1) * share);
        }
        left -= here;
    }
    line.last().copied().unwrap_or(first)
}

/// How far a movement is after this share of its time: it starts and ends gently.
fn eased(share: f32) -> f32 {
    let t = between(share, 0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn travel_is_even_along_a_bent_path() {
        let path = [(0.0, 0.0), (10.0, 0.0), (10.0, 30.0)];
        assert_eq!(along(&path, 0.0), (0.0, 0.0));
        assert_eq!(along(&path, 0.25), (10.0, 0.0));
        assert_eq!(along(&path, 0.5), (10.0, 10.0));
        assert_eq!(along(&path, 2.0), (10.0, 30.0));
    }

    #[test]
    fn movement_begins_and_ends_where_it_should() {
        assert_eq!((eased(0.0), eased(1.0), eased(-3.0), eased(9.0)), (0.0, 1.0, 0.0, 1.0));
        assert!(eased(0.1) < 0.1 && eased(0.9) > 0.9);
    }
}
