//! The same from several hundred metres: the air takes the high tones, the land sends some of it back, and it comes late.

use crate::Arm;
use crate::filter::Low;
use crate::level::{add, silence, time};

/// What is left above it falls by twelve decibels an octave, in hertz.
const fn dull(arm: Arm) -> f32 {
    match arm {
        Arm::Rifle => 950.0,
        Arm::MachineGun => 640.0,
        Arm::Grenade => 330.0,
        Arm::Mortar => 230.0,
        Arm::Artillery => 130.0,
    }
}

/// Seconds until the first of it is heard: enough to be felt, too little to be waited for.
const DELAY: f32 = 0.09;
/// When the land sends it back, and how much of it.
const ECHOES: [(f32, f32); 4] = [(0.0, 1.0), (0.14, 0.34), (0.31, 0.2), (0.52, 0.1)];

pub(crate) fn away(near: &[f32], arm: Arm) -> Vec<f32> {
    let mut air = [Low::below(dull(arm)); 2];
    let dulled: Vec<f32> =
        near.iter().map(|&sample| air.iter_mut().fold(sample, |sound, low| low.pass(sound))).collect();
    let mut heard = silence(time(near.len()) + DELAY + 0.55);
    let mut back = dulled.clone();
    for (late, gain) in ECHOES {
        add(&mut heard, DELAY + late, gain, &back);
        // Each way back is longer.
        let mut farther = Low::below(dull(arm));
        back.iter_mut().for_each(|sample| *sample = farther.pass(*sample));
    }
    heard
}
