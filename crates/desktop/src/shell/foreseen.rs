//! What the order that a player considers may come to. Odds may walk through thousands of throws: they are worked out beside the
//! drawing, and shown when they are ready.

use bevy::prelude::*;
use bevy::window::RequestRedraw;

use super::pool::WorkedOut;

/// What is asked last, and what came of it.
#[derive(Resource)]
pub struct Foreseen<Q: Send + Sync + 'static, A: Send + Sync + 'static> {
    of: Option<Q>,
    work: Option<WorkedOut<A>>,
    told: Option<A>,
}

impl<Q: Send + Sync + 'static, A: Send + Sync + 'static> Default for Foreseen<Q, A> {
    fn default() -> Self {
        Self { of: None, work: None, told: None }
    }
}

impl<Q: PartialEq + Send + Sync + 'static, A: Send + Sync + 'static> Foreseen<Q, A> {
    /// Begins to work something else out if another question is asked than before, and takes in what is ready.
    pub fn ask<W: FnOnce() -> A + Send + 'static>(
        &mut self,
        wanted: Option<Q>,
        work: impl FnOnce(&Q) -> W,
        redraw: &mut MessageWriter<RequestRedraw>,
    ) {
        if self.of != wanted {
            let work = wanted.as_ref().map(|question| WorkedOut::begin(work(question)));
            *self = Self { of: wanted, work, told: None };
        }
        let Some(work) = &mut self.work else { return };
        if let Some(told) = work.ready() {
            (self.work, self.told) = (None, told.ok());
            redraw.write(RequestRedraw);
        }
    }

    /// What is known of it by now.
    pub fn told(&self) -> Option<&A> {
        self.told.as_ref()
    }

    /// What is known of it by now, to choose what of it is shown.
    pub fn told_mut(&mut self) -> Option<&mut A> {
        self.told.as_mut()
    }

    /// Whether it is still being worked out.
    pub fn is_coming(&self) -> bool {
        self.work.is_some()
    }
}
