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

use crate::facts::{self, FACES};
use crate::figure::Figure;
use crate::state::{State, Step};

pub use areas::{Cloud, Landing, NoiseGroup, NoiseRing};
pub use card::{Card, KnownBy, UnderWay, WeaponLine};
pub use forecast::{Expectation, Forecast, Line, Prospect};
pub use path::Path;
pub use sight_line::{Blocking, FireLine, Shelter, SightLine};

pub(crate) fn share(of: u128, all: u128) -> Fraction {
    Fraction::new(of, all).unwrap_or(Fraction::ZERO)
}

/// The chance of two dice for which something holds.
pub(crate) fn pairs(holds: impl Fn(u8, u8) -> bool) -> Fraction {
    let all = (1..=FACES).flat_map(|one| (1..=FACES).map(move |other| (one, other)));
    share(all.filter(|(one, other)| holds(*one, *other)).map(|_| 1).sum(), u128::from(FACES).pow(2))
}

/// So many faces of a die.
pub(crate) fn sixths(faces: u8) -> Fraction {
    share(faces.min(FACES).into(), FACES.into())
}

/// The counters a figure has when its next turn begins, as things stand now: the side that acts takes one off before.
pub(crate) fn counters_then(state: &State, figure: &Figure) -> u8 {
    let recovers = figure.side == state.side() && state.step() != Step::Over;
    if recovers { figure.counters.saturating_sub(1) } else { figure.counters }
}

/// The chance to fall in a KIA check with so many counters. Ruling S-R02.
pub(crate) fn falls(counters: u8) -> Fraction {
    let falls = |die: &u8| facts::needs_no_die(counters) || facts::killed(counters, *die);
    share((1..=FACES).filter(falls).map(|_| 1).sum(), FACES.into())
}

/// Faces from a lowest one up, as a chance.
pub(crate) fn from_face(lowest: u8) -> Fraction {
    sixths((FACES + 1).saturating_sub(lowest))
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
