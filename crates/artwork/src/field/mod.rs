//! A wargames table seen from above: the painted ground of a [`table::Board`], the figures on their bases, and what is
//! laid beside them: markers, smoke, templates, rulers. The unit of every drawing in here is an inch of the table.

pub mod frame;
mod ground;
mod growth;
mod layout;
pub mod mark;
mod noise;
mod pigment;
pub mod plate;
pub mod tiles;
pub mod token;
pub mod vehicle;
mod works;

pub use frame::frame_sheet;
pub use ground::Ground;
pub use plate::{Chip, Plate, plate_sheet};
pub use tiles::TileSheet;
pub use token::{Allegiance, Fallen, Role, SIGN_INK, SIGNS, Sign, Token, token_sheet};
pub use vehicle::{Vehicle, vehicle_sheet};

use crate::geometry::{Point, pt};

/// A point of the table in the units of these drawings.
pub fn inches(point: table::Point) -> Point {
    pt(point.x as f32 / table::INCH as f32, point.y as f32 / table::INCH as f32)
}

/// The angle of a heading in degrees, clockwise from east; nothing for no direction.
pub fn degrees(heading: table::Heading) -> Option<f32> {
    (heading.dx != 0 || heading.dy != 0).then(|| (heading.dy as f32).atan2(heading.dx as f32).to_degrees())
}
