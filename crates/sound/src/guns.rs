//! What fires and bursts, a few paces away.

use std::f32::consts::TAU;

use crate::Arm;
use crate::filter::{Band, High, Low};
use crate::level::{add, silence, struck, time};
use crate::noise::Noise;

/// What a shot is made of.
struct Shot {
    /// The crack of the bullet: how loud.
    crack: f32,
    /// The blast at the muzzle: how high in hertz, how long it takes to fall in seconds.
    blast: (f32, f32),
    /// The thump under it, in hertz.
    thump: f32,
    /// How long the land answers, in seconds.
    answer: f32,
    length: f32,
}

fn shot(noise: &mut Noise, of: &Shot) -> Vec<f32> {
    let mut heard = silence(of.length);
    let mut crack = High::above(2200.0);
    let mut blast = Band::around(of.blast.0, 0.7);
    let mut land = (Low::below(850.0), High::above(140.0));
    for (n, sample) in heard.iter_mut().enumerate() {
        let t = time(n);
        let white = noise.sample();
        *sample = of.crack * crack.pass(white) * struck(t, 0.0004, 0.007)
            + 2.2 * blast.pass(white) * struck(t, 0.001, of.blast.1)
            + 0.7 * (TAU * of.thump * t * (1.0 - 0.8 * t)).sin() * struck(t, 0.002, 0.045)
            + 0.35 * land.1.pass(land.0.pass(noise.sample())) * struck(t, 0.03, of.answer);
    }
    heard
}

/// A burst of earth and metal: a hard front, a deep body that rolls out, and what falls down again.
struct Burst {
    crack: f32,
    /// The body: below how many hertz, and how long it takes to fall in seconds.
    body: (f32, f32),
    /// The lowest tone, in hertz.
    floor: f32,
    /// How much earth falls down.
    earth: f32,
    length: f32,
}

fn burst(noise: &mut Noise, of: &Burst) -> Vec<f32> {
    let mut heard = silence(of.length);
    let mut crack = High::above(1200.0);
    let mut body = [Low::below(of.body.0), Low::below(of.body.0 * 1.7)];
    let mut earth = Band::around(1700.0, 0.9);
    let gain = (2200.0 / of.body.0).sqrt() * 1.6;
    for (n, sample) in heard.iter_mut().enumerate() {
        let t = time(n);
        let white = noise.sample();
        let deep = body.iter_mut().fold(white, |sound, low| low.pass(sound));
        // Single clods: most of the time nothing.
        let clod = if noise.share() > 0.993 { noise.sample() } else { 0.0 };
        *sample = of.crack * crack.pass(white) * struck(t, 0.0008, 0.013)
            + gain * deep * struck(t, 0.004, of.body.1)
            + 0.9 * (TAU * of.floor * t * (1.0 - 0.18 * t)).sin() * struck(t, 0.006, of.body.1 * 0.6)
            + of.earth * 3.0 * earth.pass(clod) * struck(t, 0.22, of.length * 0.22);
    }
    heard
}

const RIFLE: Shot = Shot { crack: 1.5, blast: (1150.0, 0.026), thump: 128.0, answer: 0.13, length: 0.75 };
const MACHINE_GUN: Shot = Shot { crack: 0.9, blast: (720.0, 0.03), thump: 98.0, answer: 0.12, length: 0.6 };
const GRENADE: Burst = Burst { crack: 0.85, body: (620.0, 0.11), floor: 74.0, earth: 0.22, length: 1.1 };
const MORTAR_BOMB: Burst = Burst { crack: 0.6, body: (380.0, 0.19), floor: 58.0, earth: 0.4, length: 1.5 };
const SHELL: Burst = Burst { crack: 0.5, body: (210.0, 0.42), floor: 41.0, earth: 0.55, length: 2.4 };

/// A round leaves the tube: a hollow cough.
fn tube(noise: &mut Noise) -> Vec<f32> {
    let mut cough = silence(0.4);
    let mut hollow = Band::around(165.0, 2.2);
    let mut breath = Low::below(900.0);
    for (n, sample) in cough.iter_mut().enumerate() {
        let t = time(n);
        let white = noise.sample();
        *sample = 5.0 * hollow.pass(white) * struck(t, 0.003, 0.06)
            + 0.8 * breath.pass(white) * struck(t, 0.002, 0.02)
            + 0.5 * (TAU * 88.0 * t).sin() * struck(t, 0.004, 0.07);
    }
    cough
}

pub(crate) fn near(arm: Arm) -> Vec<f32> {
    match arm {
        Arm::Rifle => shot(&mut Noise::of(0x016a_1001), &RIFLE),
        Arm::MachineGun => {
            let mut noise = Noise::of(0x0060_4a62);
            let mut rounds = silence(1.15);
            // Five rounds at some 550 a minute.
            let mut at = 0.0;
            for _ in 0..5 {
                let gain = noise.between(0.85, 1.0);
                let round = shot(&mut noise, &MACHINE_GUN);
                add(&mut rounds, at, gain, &round);
                at += 0.109 * noise.between(0.97, 1.03);
            }
            rounds
        }
        Arm::Grenade => burst(&mut Noise::of(0x67e1_ade0), &GRENADE),
        Arm::Mortar => {
            let mut noise = Noise::of(0x0081_0082);
            let mut round = silence(2.2);
            add(&mut round, 0.0, 0.5, &tube(&mut noise));
            add(&mut round, 0.7, 1.0, &burst(&mut noise, &MORTAR_BOMB));
            round
        }
        Arm::Artillery => burst(&mut Noise::of(0x0105_0105), &SHELL),
    }
}
