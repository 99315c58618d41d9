//! A question to a mind, thought over in the pool beside the drawing of the window.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use opponent::{Decision, Level, Mind, Patience, View};
use tabletop::Library;

use crate::shell::pool::WorkedOut;
use crate::shell::staged::Staged;

/// What came of it: a decision, or why there is none.
pub type Answer<R> = Result<Decision<R>, String>;

/// A mind at work. When it is dropped, it stops.
pub struct Asked<R: Staged> {
    work: WorkedOut<Answer<R>>,
    unwanted: Arc<AtomicBool>,
}

impl<R: Staged> Asked<R> {
    /// Asks what somebody of this strength does in a view. Thought is counted in work: the same view, seed and strength have the
    /// same answer on every machine.
    pub fn what_to_do(rules: &Arc<R>, library: &Library, view: View<R>, level: Level, seed: u64) -> Self {
        Self::thinking(rules, library, view, level, seed, |mind| mind)
    }

    /// Asks the same, and what the orders that were weighed may come to.
    pub fn what_to_do_and_why(rules: &Arc<R>, library: &Library, view: View<R>, level: Level, seed: u64) -> Self {
        Self::thinking(rules, library, view, level, seed, Mind::explaining)
    }

    fn thinking(
        rules: &Arc<R>,
        library: &Library,
        view: View<R>,
        level: Level,
        seed: u64,
        prepared: fn(Mind<R>) -> Mind<R>,
    ) -> Self {
        let (rules, library) = (Arc::clone(rules), library.clone());
        let unwanted = Arc::new(AtomicBool::new(false));
        let gone = Arc::clone(&unwanted);
        let work = move || -> Answer<R> {
            let mind = Mind::<R>::load(&|path| library.read(path), level, seed).map_err(|error| error.to_string())?;
            let patience = Patience { given_up: &|| gone.load(Ordering::Relaxed), ..Patience::ENDLESS };
            prepared(mind).decide(&rules, &view, &patience).ok_or_else(|| "It found no order to give.".to_owned())
        };
        Self { work: WorkedOut::begin(work), unwanted }
    }

    /// The answer, once it is there.
    pub fn answer(&mut self) -> Option<Answer<R>> {
        self.work.ready().map(|answer| answer.and_then(|answer| answer))
    }
}

impl<R: Staged> Drop for Asked<R> {
    fn drop(&mut self) {
        self.unwanted.store(true, Ordering::Relaxed);
    }
}
