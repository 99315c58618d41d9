//! A wargames table: terrain on a one-inch grid, figures at exact points, and what can be measured between them: range,
//! line of sight, cover, going along a path, arcs, cohesion and templates. No game's words in here; games ask for facts.
//!
//! All lengths are whole hundredths of an inch, so the same question has the same answer on every machine. `x` runs from
//! the left edge to the right, `y` from the far edge (north) to the near one, and a cell is one inch square.
//!
//! ```
//! use table::{Board, Cover, Point};
//! let board = Board::new(&["......", "..JJ..", "......"], &[]).unwrap();
//! let (left, right) = (Point::inches(0, 1).middle(), Point::inches(5, 1).middle());
//! assert_eq!(left.distance(right), 500);
//! assert!(!board.sight(left, right, 100).clear(), "two inches of jungle are more than one");
//! assert_eq!(board.cover(left, Point::inches(2, 1).middle()), Cover::Soft);
//! ```

mod board;
mod point;
mod sight;
mod template;
mod terrain;
mod walk;
mod whereabouts;

pub use board::Board;
pub use point::{Angle, Compass, Heading, Point, Quarter, cohesive};
pub use sight::{COVER_REACH, Sight, THROUGH_SOLID};
pub use template::Template;
pub use terrain::{Cover, Going, Terrain, Veil};
pub use walk::Walk;

/// One inch in the unit of all lengths.
pub const INCH: i32 = 100;
