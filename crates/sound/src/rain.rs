//! The rain of the monsoon on leaves, as a bed that repeats.
//!
//! Everything in it goes round: the noise is one ring of samples, the filters have gone round it once before they are listened
//! to, and drops that fall at the end ring on at the beginning. So there is no seam.

use std::f32::consts::TAU;

use crate::filter::{Band, High, Low};
use crate::level::{count, silence, struck, time};
use crate::noise::Noise;

const SECONDS: f32 = 9.0;
/// Drops that are heard one by one.
const DROPS: usize = 520;

pub(crate) fn bed() -> Vec<f32> {
    let mut noise = Noise::of(0x0a14_1968);
    let mut bed = silence(SECONDS);
    let ring: Vec<f32> = bed.iter().map(|_| noise.sample()).collect();
    let mut hiss = (High::above(900.0), Low::below(5200.0));
    let mut body = (High::above(120.0), Low::below(600.0));
    let mut hear = |white: f32| (hiss.1.pass(hiss.0.pass(white)), body.1.pass(body.0.pass(white)));
    for white in &ring {
        hear(*white);
    }
    for (n, (sample, white)) in bed.iter_mut().zip(&ring).enumerate() {
        let (hiss, body) = hear(*white);
        let round = TAU * time(n) / SECONDS;
        // Gusts, each a whole number of times in a round.
        let gust = 1.0 + 0.14 * (2.0 * round).sin() + 0.09 * (5.0 * round + 1.3).sin();
        *sample = gust * (0.34 * hiss + 0.55 * body);
    }
    for _ in 0..DROPS {
        let at = (noise.share() * bed.len() as f32) as usize;
        drop_at(&mut bed, at, &mut noise);
    }
    bed
}

fn drop_at(bed: &mut [f32], at: usize, noise: &mut Noise) {
    let leaf = noise.between(480.0, 2100.0);
    let loud = noise.between(0.03, 0.16) * noise.share();
    let mut grain = Band::around(leaf * 2.0, 1.5);
    let length = bed.len();
    for n in 0..count(0.03) {
        let t = time(n);
        let ring =
            (TAU * leaf * t).sin() * struck(t, 0.0008, 0.005) + grain.pass(noise.sample()) * struck(t, 0.0005, 0.003);
        if let Some(sample) = bed.get_mut((at + n) % length) {
            *sample += loud * ring;
        }
    }
}
