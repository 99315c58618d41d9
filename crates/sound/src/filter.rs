//! Filters of one and of two poles.

use std::f32::consts::{PI, TAU};

use crate::RATE;

/// Lets through what is lower than a frequency, six decibels an octave.
#[derive(Clone, Copy)]
pub(crate) struct Low {
    share: f32,
    held: f32,
}

impl Low {
    pub(crate) fn below(hertz: f32) -> Self {
        Self { share: 1.0 - (-TAU * hertz / RATE as f32).exp(), held: 0.0 }
    }

    pub(crate) fn pass(&mut self, sample: f32) -> f32 {
        self.held += self.share * (sample - self.held);
        self.held
    }
}

/// Lets through what is higher than a frequency, six decibels an octave.
#[derive(Clone, Copy)]
pub(crate) struct High(Low);

impl High {
    pub(crate) fn above(hertz: f32) -> Self {
        Self(Low::below(hertz))
    }

    pub(crate) fn pass(&mut self, sample: f32) -> f32 {
        sample - self.0.pass(sample)
    }
}

/// Lets through what is near a frequency: a state variable filter after Andrew Simper, stable at every setting.
#[derive(Clone, Copy)]
pub(crate) struct Band {
    gain: f32,
    damping: f32,
    first: f32,
    second: f32,
}

impl Band {
    /// `quality` is the frequency over the width of the band.
    pub(crate) fn around(hertz: f32, quality: f32) -> Self {
        Self { gain: (PI * hertz / RATE as f32).tan(), damping: 1.0 / quality, first: 0.0, second: 0.0 }
    }

    pub(crate) fn pass(&mut self, sample: f32) -> f32 {
        let scale = 1.0 / (1.0 + self.gain * (self.gain + self.damping));
        let band = scale * (self.gain * (sample - self.second) + self.first);
        let low = self.second + self.gain * band;
        self.first = 2.0 * band - self.first;
        self.second = 2.0 * low - self.second;
        self.damping * band
    }
}
