//! A value kept within bounds that were worked out and may therefore have crossed.

/// The value, no less than `least` and no more than `most`; where the two have crossed, and for what cannot be compared, `least`.
///
/// Unlike `clamp`, which ends the program when the bounds cross: sizes of windows and letters, and tables that players
/// may change, make them cross sooner or later. Clippy refuses `clamp` in this workspace.
pub fn between<T: PartialOrd>(value: T, least: T, most: T) -> T {
    let value = if value > most { most } else { value };
    if value >= least { value } else { least }
}

#[cfg(test)]
mod tests {
    use super::between;

    #[test]
    fn a_value_stays_within_its_bounds() {
        assert_eq!([between(3, 1, 5), between(0, 1, 5), between(9, 1, 5)], [3, 1, 5]);
    }

    #[test]
    fn bounds_that_have_crossed_give_the_lower_one() {
        assert_eq!([between(0, 5, 1), between(3, 5, 1), between(9, 5, 1)], [5, 5, 5]);
        assert_eq!(between(f32::NAN, 1.0, 2.0).to_bits(), 1.0_f32.to_bits());
        assert!(between(1.5, f32::NAN, 2.0).is_nan());
        assert_eq!(between(1.5_f32, 1.0, f32::NAN).to_bits(), 1.5_f32.to_bits());
    }
}
