//! Lines of sight that were drawn before. The map never changes, so whether one end sees another is found out once and kept: a
//! byte for each pair, filled when somebody first asks.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

const OPEN: u8 = 1;
const BLOCKED: u8 = 2;

/// What is known of the lines between all ends. Copies share it.
#[derive(Clone, Default)]
pub(crate) struct Lines {
    ends: usize,
    known: Arc<[AtomicU8]>,
}

impl Lines {
    /// Between so many ends, with nothing known yet.
    pub fn between(ends: usize) -> Self {
        Self { ends, known: (0..ends * ends).map(|_| AtomicU8::new(0)).collect() }
    }

    /// Whether the line between two ends is open; `draw` finds it out the first time. Both directions are kept apart.
    pub fn is_open(&self, from: usize, to: usize, draw: impl FnOnce() -> bool) -> bool {
        let Some(line) = self.known.get(from * self.ends + to) else { return draw() };
        match line.load(Ordering::Relaxed) {
            OPEN => true,
            BLOCKED => false,
            _ => {
                let open = draw();
                line.store(if open { OPEN } else { BLOCKED }, Ordering::Relaxed);
                open
            }
        }
    }
}

impl fmt::Debug for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "lines between {} ends", self.ends)
    }
}
