//! Work beside the drawing of the window, in Bevy's pool.

use bevy::tasks::futures::check_ready;
use bevy::tasks::{AsyncComputeTaskPool, Task};

use super::preflight::guarded;

/// Something that is being worked out. When it is dropped, nobody waits for it any more.
pub struct WorkedOut<T> {
    task: Task<Result<T, String>>,
}

impl<T: Send + 'static> WorkedOut<T> {
    /// Begins. Work that fails does not end the program.
    pub fn begin(work: impl FnOnce() -> T + Send + 'static) -> Self {
        Self { task: AsyncComputeTaskPool::get().spawn(async move { guarded(work) }) }
    }

    /// What came of it, or why nothing did; none while it goes on.
    pub fn ready(&mut self) -> Option<Result<T, String>> {
        check_ready(&mut self.task)
    }
}
