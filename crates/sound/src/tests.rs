//! What must hold of every sound.

use std::collections::BTreeMap;

use crate::level::count;
use crate::{Arm, Distance, RATE, Sound};

fn made() -> BTreeMap<Sound, Vec<f32>> {
    Sound::all().map(|sound| (sound, sound.samples())).collect()
}

fn energy(samples: &[f32]) -> f64 {
    samples.iter().map(|s| f64::from(*s).powi(2)).sum()
}

/// The middle of the spectrum in hertz: the root of the mean square of its frequencies.
fn brightness(samples: &[f32]) -> f64 {
    let steps: Vec<f32> = samples.windows(2).map(|two| two[1] - two[0]).collect();
    (energy(&steps) / energy(samples)).sqrt() * f64::from(RATE) / std::f64::consts::TAU
}

/// How often it crosses nothing, in hertz: of a tone its pitch, of noise less than its brightness.
fn crossings(samples: &[f32]) -> f64 {
    let crossed = samples.windows(2).filter(|two| (two[0] < 0.0) != (two[1] < 0.0)).count();
    crossed as f64 / 2.0 * f64::from(RATE) / samples.len() as f64
}

/// When half of it has been heard, in seconds.
fn middle(samples: &[f32]) -> f64 {
    let half = energy(samples) / 2.0;
    let mut so_far = 0.0;
    let at = samples.iter().position(|s| {
        so_far += f64::from(*s).powi(2);
        so_far >= half
    });
    at.unwrap() as f64 / f64::from(RATE)
}

/// The shortest and longest a sound may be, in seconds.
fn bounds(sound: Sound) -> (f32, f32) {
    match sound {
        Sound::Counter => (0.05, 0.25),
        Sound::Dice => (0.3, 0.7),
        Sound::Turn => (0.8, 2.0),
        Sound::Rotor => (2.0, 4.0),
        Sound::Rain => (6.0, 20.0),
        Sound::Fire(Arm::Rifle, Distance::Near) => (0.3, 1.0),
        Sound::Fire(..) => (0.5, 3.2),
    }
}

#[test]
fn every_sound_is_as_long_and_as_loud_as_it_should_be() {
    for (sound, samples) in made() {
        let (shortest, longest) = bounds(sound);
        assert!((count(shortest)..=count(longest)).contains(&samples.len()), "{sound:?}: {}", samples.len());
        assert!(samples.iter().all(|s| s.is_finite()), "{sound:?}");
        let peak = samples.iter().fold(0.0_f32, |most, s| most.max(s.abs()));
        assert!((peak - sound.peak()).abs() < 1e-3 && (0.05..0.7).contains(&peak), "{sound:?}: {peak}");
        let loudness = (energy(&samples) / samples.len() as f64).sqrt();
        assert!(loudness > 0.008, "{sound:?} is hardly there: {loudness}");
    }
}

#[test]
fn no_sound_clicks_as_it_begins_or_ends() {
    for (sound, samples) in made().into_iter().filter(|(sound, _)| !sound.loops()) {
        let most = |some: &[f32]| some.iter().fold(0.0_f32, |most, s| most.max(s.abs()));
        assert!(samples[0].abs() < 1e-4, "{sound:?} begins at {}", samples[0]);
        let end = &samples[samples.len() - count(0.002)..];
        assert!(most(end) < 2e-3, "{sound:?} ends at {}", most(end));
    }
}

#[test]
fn the_rain_goes_round_without_a_seam() {
    let rain = Sound::Rain.samples();
    assert!(Sound::Rain.loops());
    // No step over the seam is larger than steps elsewhere, and no half of a tenth of a second is louder.
    let mut steps: Vec<f32> = rain.windows(2).map(|two| (two[1] - two[0]).abs()).collect();
    steps.sort_by(f32::total_cmp);
    let seam = (rain[0] - rain[rain.len() - 1]).abs();
    assert!(seam <= steps[steps.len() * 99 / 100], "{seam}");
    let loudness = |samples: &[f32]| (energy(samples) / samples.len() as f64).sqrt();
    let whole = loudness(&rain);
    for around in [&rain[..count(0.05)], &rain[rain.len() - count(0.05)..]] {
        assert!((0.7..1.4).contains(&(loudness(around) / whole)), "{}", loudness(around) / whole);
    }
}

/// What a filter with a memory gives goes on over the seam: what is below 60 hertz there is what it would be anywhere.
#[test]
fn the_filters_of_the_rain_have_gone_round_once() {
    let rain = Sound::Rain.samples();
    let mut low = crate::filter::Low::below(60.0);
    let heard: Vec<f32> = rain.iter().chain(&rain).map(|s| low.pass(*s)).collect();
    let second = &heard[rain.len()..];
    let level = (energy(second) / second.len() as f64).sqrt();
    assert!(f64::from(second[0].abs()) < 4.0 * level && f64::from(second[second.len() - 1].abs()) < 4.0 * level);
}

#[test]
fn what_is_far_is_duller_later_and_quieter() {
    for arm in Arm::ALL {
        let (near, far) = (Sound::Fire(arm, Distance::Near), Sound::Fire(arm, Distance::Far));
        let (close, away) = (near.samples(), far.samples());
        assert!(brightness(&away) < 0.6 * brightness(&close), "{arm:?}");
        assert!(middle(&away) > middle(&close) + 0.05, "{arm:?}");
        assert!(energy(&away) < energy(&close) && far.peak() < near.peak(), "{arm:?}");
    }
}

#[test]
fn what_is_lighter_is_brighter() {
    let order = [Arm::Rifle, Arm::MachineGun, Arm::Grenade, Arm::Mortar, Arm::Artillery];
    for distance in [Distance::Near, Distance::Far] {
        let bright = order.map(|arm| brightness(&Sound::Fire(arm, distance).samples()));
        assert!(bright.windows(2).all(|two| two[0] > 1.1 * two[1]), "{distance:?}: {bright:?}");
    }
    let rifle = brightness(&Sound::Fire(Arm::Rifle, Distance::Near).samples());
    assert!(rifle > 8.0 * brightness(&Sound::Fire(Arm::Artillery, Distance::Far).samples()));
}

#[test]
fn no_two_sounds_are_alike() {
    let heard: Vec<(Sound, [f64; 4])> = made()
        .into_iter()
        .map(|(sound, samples)| {
            let length = samples.len() as f64 / f64::from(RATE);
            (sound, [length, brightness(&samples), crossings(&samples), middle(&samples)])
        })
        .collect();
    for (n, (one, ones)) in heard.iter().enumerate() {
        for (other, others) in &heard[..n] {
            let apart = ones.iter().zip(others).any(|(a, b)| (a / b).ln().abs() > 0.18);
            assert!(apart, "{one:?} {ones:?} is like {other:?} {others:?}");
        }
    }
}

#[test]
fn a_machine_gun_fires_five_times() {
    let burst = Sound::Fire(Arm::MachineGun, Distance::Near).samples();
    let steps: Vec<f64> = burst.chunks(count(0.01)).map(energy).collect();
    let most = steps.iter().copied().fold(0.0, f64::max);
    let shots = (1..steps.len()).filter(|&n| steps[n] > 0.25 * most && steps[n - 1] <= 0.25 * most).count();
    let begins = usize::from(steps[0] > 0.25 * most);
    assert_eq!(shots + begins, 5, "{steps:?}");
}

#[test]
fn the_same_sound_is_the_same_every_time() {
    assert_eq!(made(), made());
}

#[test]
fn the_list_has_every_sound_once() {
    let all: Vec<Sound> = Sound::all().collect();
    let mut single = all.clone();
    single.sort();
    single.dedup();
    assert_eq!((all.len(), single.len()), (15, 15));
}
