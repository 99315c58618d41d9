//! Work beside the drawing of the window, in Bevy's pools. Nothing is drawn while it goes on; what is done wakes the window.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use bevy::prelude::App;
use bevy::tasks::{AsyncComputeTaskPool, IoTaskPool, Task, TaskPool};
use bevy::winit::{EventLoopProxy, EventLoopProxyWrapper, WinitUserEvent};

use super::preflight::guarded;

/// The window of this program, once it has one.
static WINDOW: OnceLock<EventLoopProxy<WinitUserEvent>> = OnceLock::new();

pub(super) fn plugin(app: &mut App) {
    if let Some(proxy) = app.world().get_resource::<EventLoopProxyWrapper>() {
        let _ = WINDOW.set((**proxy).clone());
    }
}

/// Wakes the window, which rests while nothing happens, from any thread.
pub fn wake() {
    if let Some(window) = WINDOW.get() {
        // A window that has closed needs no waking.
        let _ = window.send_event(WinitUserEvent::WakeUp);
    }
}

/// Something that is being worked out. When it is dropped, nobody waits for it any more.
pub struct WorkedOut<T> {
    result: Arc<Mutex<Option<Result<T, String>>>>,
    _task: Task<()>,
}

impl<T: Send + 'static> WorkedOut<T> {
    /// Begins what a processor has to do. Work that fails does not end the program.
    pub fn begin(work: impl FnOnce() -> T + Send + 'static) -> Self {
        Self::begin_in(AsyncComputeTaskPool::get(), work)
    }

    /// Begins what mostly waits for a disk.
    pub fn begin_to_read(work: impl FnOnce() -> T + Send + 'static) -> Self {
        Self::begin_in(IoTaskPool::get(), work)
    }

    fn begin_in(pool: &TaskPool, work: impl FnOnce() -> T + Send + 'static) -> Self {
        let result = Arc::new(Mutex::new(None));
        let place = Arc::clone(&result);
        let task = pool.spawn(async move {
            let done = guarded(work);
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(done);
            wake();
        });
        Self { result, _task: task }
    }

    /// What came of it, or why nothing did; none while it goes on.
    pub fn ready(&mut self) -> Option<Result<T, String>> {
        self.result.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}
