//! What can be read off a position without changing it: cards, sight lines, areas, forecasts. For windows, lessons and bots.
//!
//! Ask it about a side's [view](tabletop::Ruleset::view), never about the whole position, unless nobody may be deceived:
//! what a view does not hold, no answer can tell.

mod areas;
mod card;
mod forecast;
mod part_way;
mod path;
mod sight_line;

use tabletop::odds::Fraction;

pub use areas::{Cloud, Landing, NoiseGroup, NoiseRing};
pub use card::{Card, KnownBy, UnderWay, WeaponLine};
pub use forecast::{Expectation, Forecast, Line};
pub use path::Path;
pub use sight_line::{Blocking, FireLine, Shelter, SightLine};

/// So many faces of a die.
pub(crate) fn sixths(faces: u8) -> Fraction {
    Fraction::new(u128::from(faces.min(6)), 6).unwrap_or(Fraction::ZERO)
}

/// Faces from a lowest one up, as a chance.
pub(crate) fn from_face(lowest: u8) -> Fraction {
    sixths(7_u8.saturating_sub(lowest))
}

/// Both of two things that do not depend on each other.
pub(crate) fn both(one: Fraction, other: Fraction) -> Fraction {
    let numerator = one.numerator().checked_mul(other.numerator());
    let denominator = one.denominator().checked_mul(other.denominator());
    numerator.zip(denominator).and_then(|(n, d)| Fraction::new(n, d)).unwrap_or(Fraction::ZERO)
}

/// One or the other of two things that exclude each other.
pub(crate) fn either(one: Fraction, other: Fraction) -> Fraction {
    one.plus(other).unwrap_or(Fraction::ONE)
}
