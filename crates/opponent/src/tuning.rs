//! Weights a little different from others, for `referee tune` to try.

use crate::Weights;
use crate::thinking::{MOST_TERMS, Thinking};

/// A whole step, in thousandths.
pub const STEP: i64 = 1_000;

/// Weights near `weights` for the side in this seat: each moved by so many thousandths of its step. A step is a third of the weight, or a
/// quarter of a beginner's where that is more, so that a weight of nothing moves too.
pub fn moved<R: Thinking>(weights: &Weights, seat: usize, by: &[i64; MOST_TERMS]) -> Weights {
    let mut other = weights.clone();
    let row = other.seat_mut(seat);
    for (n, term) in R::TERMS.iter().enumerate() {
        let step = (row[n].abs() / 3).max(term.plain[seat.min(1)].abs() / 4).max(2);
        row[n] += step * by[n] / STEP;
    }
    other
}
