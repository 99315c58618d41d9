//! What is heard of the table itself: dice, counters, and the small gong of a new turn.

use std::f32::consts::TAU;

use crate::filter::{Band, Low};
use crate::level::{add, silence, struck, time};
use crate::noise::Noise;

/// Bone on wood: a few ringing tones, gone in milliseconds, and the board under them.
fn knock(noise: &mut Noise, pitch: f32, hard: f32) -> Vec<f32> {
    let mut knock = silence(0.09);
    let mut grain = Band::around(2600.0 * pitch, 1.2);
    for (n, sample) in knock.iter_mut().enumerate() {
        let t = time(n);
        let ring: f32 = [(1830.0, 0.5), (2970.0, 0.35), (4410.0, 0.2)]
            .iter()
            .map(|(hertz, gain)| gain * (TAU * hertz * pitch * t).sin())
            .sum();
        let wood = (TAU * 215.0 * t).sin() * struck(t, 0.001, 0.016);
        *sample = hard * ring * struck(t, 0.0003, 0.0045)
            + hard * grain.pass(noise.sample()) * struck(t, 0.0002, 0.004)
            + 0.45 * wood;
    }
    knock
}

/// Two dice that bounce, roll and lie.
pub(crate) fn dice() -> Vec<f32> {
    let mut noise = Noise::of(0x0d1c_e001);
    let mut throw = silence(0.45);
    for (start, gain, pitch) in [(0.0, 1.0, 1.0), (0.021, 0.85, 1.13)] {
        let (mut at, mut gap, mut loud) = (start, 0.095_f32, gain);
        while at < 0.34 && loud > 0.06 {
            let (pitch, hard) = (pitch * noise.between(0.94, 1.07), noise.between(0.55, 1.0));
            add(&mut throw, at, loud, &knock(&mut noise, pitch, hard));
            at += gap * noise.between(0.85, 1.15);
            gap *= 0.74;
            loud *= 0.72;
        }
    }
    throw
}

/// Cardboard on a paper map.
pub(crate) fn counter() -> Vec<f32> {
    let mut noise = Noise::of(0x0c0c_a2d0);
    let mut paper = Low::below(1500.0);
    let mut tock = silence(0.16);
    for (n, sample) in tock.iter_mut().enumerate() {
        let t = time(n);
        *sample = 0.8 * (TAU * 172.0 * t).sin() * struck(t, 0.0015, 0.017)
            + 0.35 * (TAU * 610.0 * t).sin() * struck(t, 0.0005, 0.006)
            + 1.3 * paper.pass(noise.sample()) * struck(t, 0.0004, 0.007);
    }
    tock
}

/// A small gong, struck softly.
pub(crate) fn turn() -> Vec<f32> {
    let mut gong = silence(1.6);
    let partials = [(1.0, 1.0, 0.55), (1.006, 0.6, 0.5), (2.003, 0.42, 0.34), (2.76, 0.22, 0.22), (4.07, 0.1, 0.1)];
    for (n, sample) in gong.iter_mut().enumerate() {
        let t = time(n);
        *sample = partials
            .iter()
            .map(|(ratio, gain, fall)| gain * (TAU * 294.0 * ratio * t).sin() * struck(t, 0.012, *fall))
            .sum();
    }
    gong
}
