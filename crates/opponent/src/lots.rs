//! Lots: numbers that nobody chooses, the same for the same seed.

use tabletop::Halt;
use tabletop::dice::{Dice, Need, Seeded};

/// Two numbers made into one that looks like neither.
pub(crate) fn mix(one: u64, other: u64) -> u64 {
    let mut mixed = one ^ other.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// Dice that are thrown in thought. They know whether they were asked, and cost nothing until then.
pub(crate) struct Thrown {
    seed: u64,
    dice: Option<Seeded>,
}

impl Thrown {
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, dice: None }
    }

    pub(crate) fn rolled(&self) -> bool {
        self.dice.is_some()
    }
}

impl Dice for Thrown {
    fn roll(&mut self, need: &Need) -> Result<u8, Halt> {
        let seed = self.seed;
        self.dice.get_or_insert_with(|| Seeded::new(seed)).roll(need)
    }
}
