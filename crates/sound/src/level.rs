//! Time, mixing and levels.

use crate::RATE;

/// So many seconds in samples.
pub(crate) fn count(seconds: f32) -> usize {
    (seconds * RATE as f32) as usize
}

pub(crate) fn silence(seconds: f32) -> Vec<f32> {
    vec![0.0; count(seconds)]
}

/// When a sample is heard, in seconds.
pub(crate) fn time(sample: usize) -> f32 {
    sample as f32 / RATE as f32
}

/// What is left after some seconds of what falls to a third in `fall` seconds, when it rises for `rise` seconds first.
pub(crate) fn struck(seconds: f32, rise: f32, fall: f32) -> f32 {
    if seconds < rise { seconds / rise } else { (-(seconds - rise) / fall).exp() }
}

/// Adds a sound that begins at some second; what does not fit is lost.
pub(crate) fn add(into: &mut [f32], from: f32, gain: f32, sound: &[f32]) {
    for (there, sample) in into.iter_mut().skip(count(from)).zip(sound) {
        *there += gain * sample;
    }
}

pub(crate) fn to_peak(mut sound: Vec<f32>, peak: f32) -> Vec<f32> {
    let largest = sound.iter().fold(0.0_f32, |most, sample| most.max(sample.abs()));
    if largest > 0.0 {
        sound.iter_mut().for_each(|sample| *sample *= peak / largest);
    }
    sound
}

/// Seconds in which a sound comes up from nothing, and in which it goes back to it: without them it clicks.
const COMES: f32 = 0.0006;
const GOES: f32 = 0.04;

/// The sound at this peak, from nothing to nothing.
pub(crate) fn finished(mut sound: Vec<f32>, peak: f32) -> Vec<f32> {
    let (comes, goes) = (count(COMES), count(GOES));
    for (n, sample) in sound.iter_mut().take(comes).enumerate() {
        *sample *= n as f32 / comes as f32;
    }
    for (n, sample) in sound.iter_mut().rev().take(goes).enumerate() {
        *sample *= n as f32 / goes as f32;
    }
    to_peak(sound, peak)
}
