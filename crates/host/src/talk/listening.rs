//! Reading requests while an earlier one is worked on, and what may end that work early.

use std::io::{self, BufRead, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, OnceLock, Weak};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::Trouble;
use super::request::Request;

/// The longest line that is read, in bytes. The longest commands have a few thousand.
const LONGEST_LINE: u64 = 1 << 20;

/// How long is worked on a request that says nothing about it, and on any once the input is closed.
pub(crate) const USUAL: Duration = Duration::from_secs(5);

/// When the input ended, once it has.
#[derive(Default)]
pub(crate) struct Closed(OnceLock<Instant>);

/// Whether a request is still waited for.
#[derive(Default)]
pub(crate) struct Fate {
    give_up: AtomicBool,
    given_up: AtomicBool,
}

impl Fate {
    pub(crate) fn is_given_up(&self) -> bool {
        self.give_up.load(Ordering::Relaxed)
    }

    pub(crate) fn was_given_up(&self) {
        self.given_up.store(true, Ordering::Relaxed);
    }
}

/// A request that has come in.
pub(crate) struct Asked {
    pub(crate) id: Option<Value>,
    pub(crate) request: Result<Request, Trouble>,
    pub(crate) fate: Arc<Fate>,
}

/// Requests that somebody no longer waits for: none of that id, or more, if ids were given twice.
pub(crate) struct Cancelled(Vec<Arc<Fate>>);

impl Cancelled {
    /// Whether one of them was given up; the others had been answered already. To be asked when it is this one's turn.
    pub(crate) fn any_given_up(&self) -> bool {
        self.0.iter().any(|fate| fate.given_up.load(Ordering::Relaxed))
    }
}

/// Looks after the time that one request takes.
pub(crate) struct Watch<'a> {
    began: Instant,
    fate: &'a Fate,
    closed: &'a Closed,
}

impl<'a> Watch<'a> {
    pub(crate) fn begin(fate: &'a Fate, closed: &'a Closed) -> Self {
        Self { began: Instant::now(), fate, closed }
    }

    /// How much of `limit` has passed; `None` if the request was given up.
    pub(crate) fn passed(&self, limit: Duration) -> Option<f64> {
        let of = |since: Instant, limit: Duration| since.elapsed().as_secs_f64() / limit.as_secs_f64();
        let after_the_end = self.closed.0.get().map_or(0.0, |&closed| of(closed.max(self.began), USUAL));
        (!self.fate.is_given_up()).then(|| of(self.began, limit).max(after_the_end))
    }
}

/// Reads requests and hands them on until the input ends, or until nobody answers any more.
///
/// # Errors
/// The input cannot be read.
pub(crate) fn listen(input: &mut (dyn BufRead + Send), send: SyncSender<Asked>, closed: &Closed) -> io::Result<()> {
    let mut waiting: Vec<(Value, Weak<Fate>)> = Vec::new();
    let mut line = Vec::new();
    let ended = loop {
        match next_line(input, &mut line) {
            Ok(true) => {}
            Ok(false) => break Ok(()),
            Err(error) => break Err(error),
        }
        let fate = Arc::new(Fate::default());
        let (id, mut request) = Request::parse(&line).unwrap_or_else(|trouble| (None, Err(trouble)));
        waiting.retain(|(_, fate)| fate.strong_count() > 0);
        if let Ok(Request::Cancel { id, cancelled }) = &mut request {
            let meant = waiting.iter().filter(|(other, _)| other == id).filter_map(|(_, fate)| fate.upgrade());
            let meant: Vec<Arc<Fate>> = meant.inspect(|fate| fate.give_up.store(true, Ordering::Relaxed)).collect();
            *cancelled = Some(Cancelled(meant));
        } else {
            waiting.extend(id.clone().map(|id| (id, Arc::downgrade(&fate))));
        }
        if send.send(Asked { id, request, fate }).is_err() {
            break Ok(());
        }
    };
    let _ = closed.0.set(Instant::now());
    ended
}

/// Reads a line with its end; `false` at the end of the input. Of one that is too long a part is kept that is too long, too.
fn next_line(input: &mut (dyn BufRead + Send), line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let read = (&mut *input).take(LONGEST_LINE + 1).read_until(b'\n', line)?;
    if is_too_long(line) && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
    }
    Ok(read > 0)
}

/// Whether a line is not to be looked at.
pub(crate) fn is_too_long(line: &[u8]) -> bool {
    line.len() as u64 > LONGEST_LINE
}
