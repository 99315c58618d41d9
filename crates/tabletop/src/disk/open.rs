//! A game that is being played, and its file.

use std::path::{Path, PathBuf};

use super::lock::{Lock, NotLocked};
use super::reading::{NotRead, read};
use super::writing::{NotWritten, WhyNot, replace, target_of};
use crate::DataError;
use crate::files::text_of;

/// Why a game's file is not open.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotOpened {
    /// Another window or program plays it, or it cannot be held. `path`: the file. `why`: which of the two.
    #[error("{}: {why}", path.display())]
    NotHeld { path: PathBuf, why: NotLocked },
    /// There is a file of that name already, where a new one was to be begun.
    #[error("{}: a file of that name already exists. Choose another name.", .0.display())]
    Taken(PathBuf),
    /// It cannot be read, or is wrong.
    #[error(transparent)]
    Wrong(#[from] DataError),
    /// Its name cannot be written to.
    #[error(transparent)]
    NotWritable(#[from] NotWritten),
}

impl NotOpened {
    /// Whether another window or program has it open: it can be looked at, or gone on with in a copy.
    pub fn is_in_use(&self) -> bool {
        matches!(self, Self::NotHeld { why: NotLocked::InUse, .. })
    }
}

/// The file of a game that is being played. While this is there no other window and no other program that asks gets one
/// for the same file; and what is in the file is only written over if it is what was read from it or written to it here.
#[derive(Debug)]
pub struct OpenGame {
    path: PathBuf,
    /// What is in the file, as far as is known here; `None` if there is no file.
    known: Option<String>,
    _lock: Lock,
}

impl OpenGame {
    /// Takes a name for a new game. Nothing is written.
    ///
    /// # Errors
    /// The name is taken or cannot be one.
    pub fn begin(path: &Path) -> Result<Self, NotOpened> {
        let open = Self::hold(path)?;
        if open.path.symlink_metadata().is_ok() { Err(NotOpened::Taken(open.path.clone())) } else { Ok(open) }
    }

    /// Takes the file of a game that is there, and reads it: see [`OpenGame::text`].
    ///
    /// # Errors
    /// Another window or program has it open, or it cannot be read.
    pub fn resume(path: &Path) -> Result<Self, NotOpened> {
        let name = path.display().to_string();
        // What is no file is told before a lock is put beside it.
        read(path).map_err(|problem| DataError::whole(name.as_str(), problem.to_string()))?;
        let mut open = Self::hold(path)?;
        // Only what was read while it is held cannot have been written over since.
        let bytes = read(&open.path).map_err(|problem| DataError::whole(name.as_str(), problem.to_string()))?;
        open.known = Some(text_of(&name, bytes)?);
        Ok(open)
    }

    fn hold(path: &Path) -> Result<Self, NotOpened> {
        let path = target_of(path).map_err(|why| NotWritten { path: path.to_path_buf(), why })?;
        match Lock::hold(&path) {
            Ok(lock) => Ok(Self { path, known: None, _lock: lock }),
            Err(why) => Err(NotOpened::NotHeld { path, why }),
        }
    }

    /// The file, with every link followed.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is in the file, as it was last read or written; `None` if nothing was written yet.
    pub fn text(&self) -> Option<&str> {
        self.known.as_deref()
    }

    /// Writes the file, as [`super::write_atomically`] does, unless it is what it should be. Says whether it was written.
    ///
    /// # Errors
    /// Why it could not be written, [`WhyNot::Changed`] among others. What is in the file is untouched, and the next call
    /// tries again.
    pub fn write(&mut self, text: String) -> Result<bool, NotWritten> {
        if self.known.as_ref() == Some(&text) {
            return Ok(false);
        }
        let failed = |why| NotWritten { path: self.path.clone(), why };
        match (read(&self.path), &self.known) {
            // Somebody deleted it, or there never was one: nothing is written over.
            (Err(NotRead::Missing), _) => {}
            (Ok(found), Some(known)) if found == known.as_bytes() => {}
            _ => return Err(failed(WhyNot::Changed)),
        }
        replace(&self.path, text.as_bytes()).map_err(failed)?;
        self.known = Some(text);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_game_is_open_once_and_nothing_is_left_when_it_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.ron");
        let mut first = OpenGame::begin(&path).unwrap();
        assert_eq!(names(folder.path()), [".game.ron.lock"], "nothing is written yet");
        assert!(OpenGame::begin(&path).unwrap_err().is_in_use());
        assert_eq!(first.write("one".into()), Ok(true));
        assert_eq!(first.write("one".into()), Ok(false), "it is there already");
        assert!(OpenGame::resume(&path).unwrap_err().is_in_use());
        assert_eq!(first.write("two".into()), Ok(true));
        assert!(OpenGame::resume(&path).unwrap_err().is_in_use(), "a save replaces the file and not the lock");
        drop(first);
        assert_eq!(names(folder.path()), ["game.ron"]);
        assert_eq!(OpenGame::begin(&path).unwrap_err(), NotOpened::Taken(fs::canonicalize(&path).unwrap()));
        let mut second = OpenGame::resume(&path).unwrap();
        assert_eq!(second.text(), Some("two"));
        assert_eq!(second.write("three".into()), Ok(true));
        drop(second);
        assert_eq!(
            (fs::read_to_string(&path).unwrap().as_str(), names(folder.path())),
            ("three", vec!["game.ron".into()])
        );
    }

    #[test]
    fn a_file_that_changed_since_it_was_read_is_never_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.ron");
        fs::write(&path, "read").unwrap();
        let mut open = OpenGame::resume(&path).unwrap();
        // The same length, and within the same tick of the clock.
        fs::write(&path, "else").unwrap();
        assert_eq!(open.write("mine".into()).unwrap_err().why, WhyNot::Changed);
        assert_eq!(fs::read_to_string(&path).unwrap(), "else");
        fs::write(&path, "read").unwrap();
        assert_eq!(open.write("mine".into()), Ok(true), "it is again what was read");
        fs::remove_file(&path).unwrap();
        assert_eq!(open.write("more".into()), Ok(true), "where nothing is, nothing is lost");
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(open.write("last".into()).unwrap_err().why, WhyNot::Changed);
        let mut new = OpenGame::begin(&folder.path().join("new.ron")).unwrap();
        fs::write(folder.path().join("new.ron"), "from elsewhere").unwrap();
        assert_eq!(new.write("mine".into()).unwrap_err().why, WhyNot::Changed);
    }

    #[cfg(unix)]
    #[test]
    fn two_names_of_one_file_are_one_game() {
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("game.ron"), folder.path().join("latest.ron"));
        fs::write(&path, "read").unwrap();
        std::os::unix::fs::symlink("game.ron", &link).unwrap();
        let mut open = OpenGame::resume(&link).unwrap();
        assert!(OpenGame::resume(&path).unwrap_err().is_in_use());
        assert_eq!(open.write("mine".into()), Ok(true));
        assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }

    #[test]
    fn what_a_killed_program_leaves_behind_holds_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.ron");
        fs::write(&path, "read").unwrap();
        fs::write(folder.path().join(".game.ron.lock"), "").unwrap();
        drop(OpenGame::resume(&path).unwrap());
        assert_eq!(names(folder.path()), ["game.ron"]);
    }

    #[test]
    fn of_many_who_ask_at_once_one_at_a_time_gets_it() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.ron");
        fs::write(&path, "0").unwrap();
        let (inside, got) = (AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..200 {
                        let Ok(mut open) = OpenGame::resume(&path) else { continue };
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0, "two have it open");
                        let n: usize = open.text().unwrap().parse().unwrap();
                        open.write((n + 1).to_string()).unwrap();
                        got.fetch_add(1, Ordering::SeqCst);
                        inside.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(fs::read_to_string(&path).unwrap(), got.into_inner().to_string(), "no change was lost");
    }
}
