//! The log: every order, every die and what came of it, as prose grouped by turn and step.

mod book;
mod logged;
mod panel;

pub use book::{LogBook, LogKind, LogLine};
pub use logged::{About, Form, Logged, Telling, brought_about};
pub use panel::log_panel;

/// What the log shows.
#[derive(Clone, Copy, Debug)]
pub struct LogModel<'a> {
    pub book: &'a LogBook,
    /// How many orders the position shown has seen: the line that led there is marked.
    pub at: usize,
}
