//! One program at a time: a file is held by a lock beside it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::writing::WhyNot;

/// Why a file is not held.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotLocked {
    /// Somebody else holds it.
    #[error("It is open in another window or program. Close it there first.")]
    InUse,
    /// No lock can be put beside it, where no file can be written either.
    #[error("{0}")]
    Fault(Box<WhyNot>),
}

/// A file that is held: nobody else gets a [`Lock`] of it until this one is dropped, or the program ends in any way.
///
/// What is locked is not the file itself, which every save replaces by a new one, but an empty hidden file beside it,
/// `.game.ron.lock` for `game.ron`. It is the system's lock on it that counts and not that it is there: what a killed
/// program leaves behind holds nothing.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    // The system's lock is given back when this is closed.
    _file: File,
}

/// Losing a race against somebody who lets go is no reason to give up, but nobody lets go this often.
const TRIES: usize = 100;

impl Lock {
    /// Holds the file that `target` names, which need not be there. Links have to be followed before: two names of a file
    /// are two locks.
    ///
    /// # Errors
    /// Somebody else holds it, or the lock cannot be put there.
    pub fn hold(target: &Path) -> Result<Self, NotLocked> {
        let fault = |error: io::Error| NotLocked::Fault(Box::new(error.into()));
        let path = beside(target).ok_or_else(|| NotLocked::Fault(Box::new(WhyNot::NoFolder)))?;
        for _ in 0..TRIES {
            let file = open(&path).map_err(fault)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(NotLocked::InUse),
                // Some file systems have no locks. The game is still never written over what another one wrote.
                Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {}
                Err(TryLockError::Error(error)) => return Err(fault(error)),
            }
            // Its last holder may have taken the file away between opening and locking.
            if is_still_there(&file, &path) {
                return Ok(Self { path, _file: file });
            }
        }
        Err(NotLocked::InUse)
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Still held: so nobody else's is taken away.
        let _ = fs::remove_file(&self.path);
    }
}

/// The lock's place, for a path that names a file.
fn beside(target: &Path) -> Option<PathBuf> {
    let mut name = std::ffi::OsString::from(".");
    name.push(target.file_name()?);
    name.push(".lock");
    Some(target.with_file_name(name))
}

/// Whether a file of this name is a lock.
pub(super) fn is_lock_name(name: &str) -> bool {
    name.starts_with('.') && name.ends_with(".ron.lock")
}

fn open(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    // A link or a pipe of that name is nothing of ours.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK | libc::O_NOFOLLOW);
    options.open(path)
}

/// Whether an open file still has its name.
#[cfg(unix)]
pub(super) fn is_still_there(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |one: fs::Metadata, other: fs::Metadata| (one.dev(), one.ino()) == (other.dev(), other.ino());
    file.metadata().is_ok_and(|one| fs::symlink_metadata(path).is_ok_and(|other| same(one, other)))
}

#[cfg(not(unix))]
pub(super) fn is_still_there(_: &File, path: &Path) -> bool {
    path.exists()
}
