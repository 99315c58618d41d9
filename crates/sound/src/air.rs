//! A helicopter with two blades that comes by.

use std::f32::consts::TAU;

use crate::filter::{Band, Low};
use crate::level::{silence, struck, time};
use crate::noise::Noise;

/// Blades a second: a little under eleven.
const BLADES: f32 = 10.8;

pub(crate) fn rotor() -> Vec<f32> {
    const LENGTH: f32 = 2.8;
    let mut noise = Noise::of(0x0001_0001);
    let mut slap = Band::around(240.0, 0.8);
    let mut wash = Low::below(520.0);
    let mut heard = silence(LENGTH);
    for (n, sample) in heard.iter_mut().enumerate() {
        let t = time(n);
        let since = (t * BLADES).fract() / BLADES;
        let blade = struck(since, 0.008, 0.021);
        let white = noise.sample();
        let body = 0.9 * (TAU * 62.0 * since).sin() * struck(since, 0.004, 0.03);
        let turbine = 0.012 * (TAU * 1240.0 * t).sin();
        // It comes, is there, and goes.
        let passing = (std::f32::consts::PI * t / LENGTH).sin().powf(1.4);
        *sample =
            passing * (2.6 * slap.pass(white) * blade + body + 0.5 * wash.pass(white) * (0.3 + 0.7 * blade) + turbine);
    }
    heard
}
