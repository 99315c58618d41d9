//! What is under the pointer: plain geometry, in map units.

/// A point, in map units.
pub type Point = (f32, f32);

/// Whether `point` lies in the square with this middle and side.
pub fn in_square(point: Point, middle: Point, side: f32) -> bool {
    (point.0 - middle.0).abs() <= side / 2.0 && (point.1 - middle.1).abs() <= side / 2.0
}

/// The nearest of `places` from `from` in the direction `way` (one of the four), by distance with a price on straying sideways.
pub fn nearest_towards<T: Copy>(from: Point, way: (f32, f32), places: impl Iterator<Item = (T, Point)>) -> Option<T> {
    places
        .filter_map(|(place, at)| {
            let (dx, dy) = (at.0 - from.0, at.1 - from.1);
            let ahead = dx * way.0 + dy * way.1;
            let aside = (dx * way.1 - dy * way.0).abs();
            (ahead > 1.0 && aside <= 1.8 * ahead).then_some((place, ahead + 1.5 * aside))
        })
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_hit_up_to_their_edge() {
        assert!(in_square((5.0, 5.0), (0.0, 0.0), 10.0));
        assert!(!in_square((5.1, 0.0), (0.0, 0.0), 10.0));
    }

    #[test]
    fn arrows_go_to_the_neighbour_in_that_direction() {
        let places = [('e', (10.0, 1.0)), ('f', (30.0, 0.0)), ('n', (0.0, -10.0)), ('w', (-10.0, 0.0))];
        let go = |way| nearest_towards((0.0, 0.0), way, places.into_iter());
        assert_eq!(go((1.0, 0.0)), Some('e'));
        assert_eq!(go((-1.0, 0.0)), Some('w'));
        assert_eq!(go((0.0, -1.0)), Some('n'));
        assert_eq!(go((0.0, 1.0)), None);
    }
}
