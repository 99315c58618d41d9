//! Chance that is the same on every machine, for drawings only.

/// Reproducible scatter: the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct Scatter(u64);

impl Scatter {
    /// A stream of its own for each seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    /// The next number, 0 to 1, by SplitMix64.
    pub fn share(&mut self) -> f32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 40) as f32 / (1u64 << 24) as f32
    }

    /// The next number between two.
    pub fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.share()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scatter_is_the_same_each_time() {
        let draw = || (0..5).scan(Scatter::new(7), |s, _| Some(s.share())).collect::<Vec<_>>();
        assert_eq!(draw(), draw());
        assert!(draw().iter().all(|x| (0.0..1.0).contains(x)));
    }
}
