//! Noise that is the same on every start.

/// White noise from a seed.
pub(crate) struct Noise(u64);

impl Noise {
    pub(crate) fn of(seed: u64) -> Self {
        Self(seed)
    }

    /// SplitMix64, by Sebastiano Vigna, in the public domain.
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// From 0 to just below 1.
    pub(crate) fn share(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1_u32 << 24) as f32
    }

    /// From -1 to just below 1.
    pub(crate) fn sample(&mut self) -> f32 {
        self.share() * 2.0 - 1.0
    }

    /// From `low` to just below `high`.
    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.share()
    }
}
