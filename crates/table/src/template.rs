//! Areas of effect.

use serde::{Deserialize, Serialize};

use crate::{Angle, Heading, Point};

/// An area laid on the table. Edges belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Template {
    /// A rectangle about a centre. `along`: the direction of its length. `length`: its size in that direction, in
    /// hundredths of an inch. `width`: its size across.
    Rectangle { centre: Point, along: Heading, length: i32, width: i32 },
    /// A circle. `radius`: its radius in hundredths of an inch.
    Circle { centre: Point, radius: i32 },
    /// A fan. `tip`: its tip, which belongs to it. `facing`: the direction of its middle. `half`: half its angle.
    /// `reach`: how far it reaches, in hundredths of an inch.
    Fan { tip: Point, facing: Heading, half: Angle, reach: i32 },
}

impl Template {
    /// Whether a point lies in it.
    pub fn covers(&self, point: Point) -> bool {
        match *self {
            Self::Circle { centre, radius } => centre.within(point, radius),
            Self::Fan { tip, facing, half, reach } => {
                tip.within(point, reach) && (tip == point || facing.holds(tip.heading(point), half))
            }
            Self::Rectangle { centre, along, length, width } => {
                let offset = centre.heading(point);
                let along = if along == Heading::default() { Heading { dx: 0, dy: -1 } } else { along };
                // |offset · unit| <= half, squared and without a root.
                let inside = |axis: Heading, size: i32| {
                    let (dot, size) = (i128::from(axis.dot(offset)), i128::from(size));
                    4 * dot * dot <= size * size * i128::from(axis.dot(axis))
                };
                inside(along, length) && inside(along.right(), width)
            }
        }
    }
}
