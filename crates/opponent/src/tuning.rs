//! Weights a little different from others, for `referee tune` to try.

use tabletop::dice::Seeded;

use crate::Weights;
use crate::thinking::Thinking;

/// Weights near `weights` for the side in this seat: about a third of the terms weigh up to twice or half as much, and one in a few
/// gets a small weight of either sign.
pub fn mutated<R: Thinking>(weights: &Weights, seat: usize, lots: &mut Seeded) -> Weights {
    let mut other = weights.clone();
    let row = other.seat_mut(seat);
    for (n, term) in R::TERMS.iter().enumerate() {
        if lots.choose(3) > 0 {
            continue;
        }
        // From a half to double, in steps of a tenth of the logarithm or so.
        const FACTORS: [i64; 9] = [50, 60, 71, 84, 100, 119, 141, 168, 200];
        row[n] = row[n] * FACTORS[lots.choose(FACTORS.len())] / 100;
        let step = (term.plain[seat.min(1)].abs() / 4).max(2);
        row[n] += step * (i64::try_from(lots.choose(5)).unwrap_or(2) - 2) / 2;
    }
    other
}
