//! Samples on their way to the sound card. A fader moves what is already heard too, and never at one blow: that would click.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use bevy::prelude::*;
use bevy_audio::{ChannelCount, Decodable, Sample, SampleRate, Source};
use sound::RATE;

/// Seconds in which a fader goes from nothing to full.
const SLIDE: f32 = 0.4;

/// How loud something is, from 0 to 1; it may be moved while that is heard.
#[derive(Clone, Debug, Default)]
pub struct Fader(Arc<AtomicU32>);

impl Fader {
    /// Moves it.
    pub fn set(&self, level: f32) {
        self.0.store(level.to_bits(), Ordering::Relaxed);
    }

    fn level(&self) -> f32 {
        f32::from_bits(self.0.load(Ordering::Relaxed))
    }
}

/// A sound that can be played.
#[derive(Asset, TypePath, Clone, Debug)]
pub struct Samples {
    samples: Arc<[f32]>,
    loops: bool,
    fader: Fader,
}

impl Samples {
    /// These samples, once or again and again, as loud as the fader says.
    pub fn new(samples: Arc<[f32]>, loops: bool, fader: Fader) -> Self {
        Self { samples, loops, fader }
    }
}

impl Decodable for Samples {
    type Decoder = Stream;

    fn decoder(&self) -> Stream {
        // What goes on for ever comes up slowly.
        let level = if self.loops { 0.0 } else { self.fader.level() };
        Stream { of: self.clone(), at: 0, level }
    }
}

/// A sound that is being played.
pub struct Stream {
    of: Samples,
    at: usize,
    level: f32,
}

impl Iterator for Stream {
    type Item = Sample;

    fn next(&mut self) -> Option<Sample> {
        if self.at == self.of.samples.len() && self.of.loops {
            self.at = 0;
        }
        let sample = *self.of.samples.get(self.at)?;
        self.at += 1;
        let most = 1.0 / (SLIDE * RATE as f32);
        self.level += (self.of.fader.level() - self.level).max(-most).min(most);
        Some(sample * self.level)
    }
}

impl Source for Stream {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        NonZero::<u16>::MIN
    }

    fn sample_rate(&self) -> SampleRate {
        const HERTZ: SampleRate = match NonZero::new(RATE) {
            Some(hertz) => hertz,
            None => NonZero::<u32>::MIN,
        };
        HERTZ
    }

    fn total_duration(&self) -> Option<Duration> {
        let seconds = self.of.samples.len() as f64 / f64::from(RATE);
        (!self.of.loops).then(|| Duration::from_secs_f64(seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(samples: &[f32], loops: bool, level: f32) -> (Stream, Fader) {
        let fader = Fader::default();
        fader.set(level);
        (Samples::new(samples.into(), loops, fader.clone()).decoder(), fader)
    }

    #[test]
    fn a_sound_is_heard_once_at_the_level_of_its_fader() {
        let (heard, _) = stream(&[0.2, -0.4], false, 0.5);
        assert_eq!(heard.collect::<Vec<f32>>(), [0.1, -0.2]);
    }

    #[test]
    fn rain_goes_on_and_comes_up_slowly() {
        let (heard, _) = stream(&[1.0, 1.0, 1.0], true, 0.5);
        let heard: Vec<f32> = heard.take(RATE as usize).collect();
        assert!(heard[0] < 1e-3 && heard.is_sorted());
        assert!((heard[heard.len() - 1] - 0.5).abs() < 1e-3);
    }

    #[test]
    fn what_is_muted_while_it_sounds_fades_without_a_step() {
        let (mut heard, fader) = stream(&[1.0; RATE as usize], false, 1.0);
        assert_eq!(heard.next(), Some(1.0));
        fader.set(0.0);
        let rest: Vec<f32> = heard.collect();
        assert!(rest.windows(2).all(|two| (two[0] - two[1]).abs() < 1e-3), "no step");
        assert_eq!(rest[rest.len() - 1], 0.0);
    }
}
