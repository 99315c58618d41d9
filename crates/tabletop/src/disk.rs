//! Files: read within bounds, written so that a crash, a full disk or a missing permission never costs the old one, and
//! held by one program at a time.
//!
//! Every file is read by [`read`] or [`read_head`], every file is written by [`write_atomically`], and a game that is
//! being played is an [`OpenGame`].

mod lock;
mod open;
mod reading;
mod writing;

pub use lock::{Lock, NotLocked};
pub use open::{NotOpened, OpenGame};
pub use reading::{LARGEST, NotRead, read, read_head};
pub(crate) use writing::target_of;
pub use writing::{NotWritten, WhyNot, clear_leftovers, write_atomically};
