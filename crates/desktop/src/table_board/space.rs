//! From inches of a table to the units of the window's map and back.

use bevy::prelude::Vec2;
use table::{INCH, Point};

/// Map units in an inch.
pub const UNIT: f32 = 8.0;

/// A point of the table on the map, y upwards.
pub fn world(point: Point) -> Vec2 {
    Vec2::new(point.x as f32, -point.y as f32) * (UNIT / INCH as f32)
}

/// A point of the map on the table, to a tenth of an inch.
pub fn on_table(at: Vec2) -> Point {
    let tenth = |v: f32| (v / UNIT * 10.0).round() as i32 * (INCH / 10);
    Point::new(tenth(at.x), tenth(-at.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_and_the_map_agree() {
        for point in [Point::new(0, 0), Point::new(1250, 830), Point::new(4000, 2800)] {
            assert_eq!(on_table(world(point)), point);
        }
        assert!(world(Point::new(0, 100)).y < 0.0, "nearer to the player is lower on the screen");
    }
}
