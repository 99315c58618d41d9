//! Writing whole files: the old one stands until the new one is on the disk.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::lock::{self, NotLocked};
use super::reading::is_circle;

/// A file that could not be written. If there was an older file, it is untouched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} was not written: {why}", path.display())]
pub struct NotWritten {
    pub path: PathBuf,
    pub why: WhyNot,
}

/// Why a file could not be written, and what would help.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WhyNot {
    /// No room.
    #[error("The disk is full. Make room and save again; the old file is unchanged.")]
    DiskFull,
    /// No file may be as large.
    #[error("Files cannot grow that large here. Choose another folder; the old file is unchanged.")]
    TooLarge,
    /// Nothing can be written on this disk.
    #[error("The disk is read-only. Choose another folder.")]
    ReadOnly,
    /// The user may not write there.
    #[error("You may not write there. Choose another folder, or give yourself permission.")]
    Forbidden,
    /// The folder is not there, or no longer.
    #[error("The folder does not exist. Create it, or choose another one.")]
    NoFolder,
    /// A part of the path is a file.
    #[error("Part of its path is a file, not a folder. Choose another folder.")]
    NotAFolder,
    /// There is a folder of that name.
    #[error("A folder of that name already exists. Choose another name.")]
    Folder,
    /// There is a pipe, a device or a socket of that name.
    #[error("That is a pipe, a device or a socket. Choose another name.")]
    NoFile,
    /// A link of that name leads to nothing, or to itself.
    #[error("That link leads nowhere. Choose another name.")]
    DanglingLink,
    /// A file of that name is something else than what is to be written.
    #[error("A file of that name exists and is not a saved game. Choose another name.")]
    NoSave,
    /// Another window or program has it open.
    #[error("{0}")]
    NotHeld(NotLocked),
    /// Something else has been written there since it was read.
    #[error("Another program has changed the file since it was read. Save under another name; the file is unchanged.")]
    Changed,
    /// What is to be written cannot be put into words: a fault of the program.
    #[error("{0}")]
    Content(String),
    /// Whatever else the system objects to.
    #[error("{0}. The old file is unchanged; try another folder.")]
    Fault(String),
}

impl From<NotLocked> for WhyNot {
    fn from(why: NotLocked) -> Self {
        match why {
            NotLocked::InUse => Self::NotHeld(why),
            NotLocked::Fault(why) => *why,
        }
    }
}

impl From<io::Error> for WhyNot {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::DiskFull,
            io::ErrorKind::FileTooLarge => Self::TooLarge,
            io::ErrorKind::ReadOnlyFilesystem => Self::ReadOnly,
            io::ErrorKind::PermissionDenied => Self::Forbidden,
            io::ErrorKind::NotFound => Self::NoFolder,
            io::ErrorKind::NotADirectory => Self::NotAFolder,
            io::ErrorKind::IsADirectory => Self::Folder,
            _ => Self::Fault(error.to_string()),
        }
    }
}

/// Writes a file as a whole: into a new file of the same folder, through to the disk, and then in place of the old one.
/// A reader meanwhile finds the old file or the new one, never a half.
///
/// # Errors
/// Why it could not be written; the old file is then untouched, and nothing else is left behind.
pub fn write_atomically(path: &Path, text: &str) -> Result<(), NotWritten> {
    let written = target_of(path).and_then(|target| replace(&target, text.as_bytes()));
    written.map_err(|why| NotWritten { path: path.to_path_buf(), why })
}

/// The file that a path means: a link is followed, so that the file it leads to is replaced and not the link. The file
/// need not be there; what is there and is no file is refused.
pub(crate) fn target_of(path: &Path) -> Result<PathBuf, WhyNot> {
    let is_link = || fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    match fs::canonicalize(path) {
        Ok(target) => match fs::metadata(&target)? {
            found if found.is_dir() => Err(WhyNot::Folder),
            found if !found.is_file() => Err(WhyNot::NoFile),
            _ => Ok(target),
        },
        Err(error) if is_link() && (error.kind() == io::ErrorKind::NotFound || is_circle(&error)) => {
            Err(WhyNot::DanglingLink)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            // The folder's own links are followed all the same, so that a new file has one name.
            let name = path.file_name().ok_or(WhyNot::NoFolder)?;
            Ok(fs::canonicalize(folder_of(path))?.join(name))
        }
        Err(error) => Err(error.into()),
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Puts a new file in the place of `target`, which [`target_of`] has looked at.
pub(super) fn replace(target: &Path, bytes: &[u8]) -> Result<(), WhyNot> {
    replace_with(target, &mut |file| file.write_all(bytes))
}

const PREFIX: &str = ".writing-";
const SUFFIX: &str = ".tmp";

fn replace_with(target: &Path, write: &mut dyn FnMut(&mut File) -> io::Result<()>) -> Result<(), WhyNot> {
    let folder = folder_of(target);
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    let old = fs::metadata(target).ok().map(|old| old.permissions());
    if old.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(WhyNot::Forbidden);
    }
    if let Some(permissions) = old.or_else(everybody_reads) {
        builder.permissions(permissions);
    }
    let mut swept_away = 0;
    loop {
        let mut file = builder.tempfile_in(folder)?;
        // Held, so that nobody who clears leftovers takes it for one. Where there are no locks, there is no clearing.
        let _ = file.as_file().try_lock();
        write(file.as_file_mut())?;
        file.as_file().sync_all()?;
        match file.persist(target) {
            Ok(_) => break,
            // It was taken away between its making and its lock.
            Err(lost) if lost.error.kind() == io::ErrorKind::NotFound && swept_away < 3 => swept_away += 1,
            Err(lost) => return Err(lost.error.into()),
        }
    }
    // The new name is on the disk only once the folder is. Some file systems cannot do that; the file is complete all the same.
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// What a new file may have, before the user's own mask takes away; a temporary file by itself is for its owner only.
#[cfg(unix)]
fn everybody_reads() -> Option<fs::Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(fs::Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn everybody_reads() -> Option<fs::Permissions> {
    None
}

/// Takes away what programs that were killed while they wrote or played have left in a folder: half-written files and
/// locks that hold nothing. What another program is writing or holds is left alone. Says how many were taken away.
pub fn clear_leftovers(folder: &Path) -> usize {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| entry.file_name().to_str().is_some_and(is_leftover_name) && clear(&entry.path())).count()
}

fn is_leftover_name(name: &str) -> bool {
    name.starts_with(PREFIX) && name.ends_with(SUFFIX) || lock::is_lock_name(name)
}

fn clear(path: &Path) -> bool {
    if !fs::symlink_metadata(path).is_ok_and(|found| found.is_file()) {
        return false;
    }
    let Ok(file) = fs::OpenOptions::new().read(true).open(path) else { return false };
    // Held while it is taken away, as a program that writes or plays would hold it.
    file.try_lock().is_ok() && lock::is_still_there(&file, path) && fs::remove_file(path).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_and_nothing_is_left_lying_about() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.ron");
        write_atomically(&path, "old and long").unwrap();
        write_atomically(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(names(folder.path()), ["game.ron"]);
    }

    #[test]
    fn a_failure_while_writing_leaves_the_old_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.ron");
        write_atomically(&path, "old").unwrap();
        for (kind, why) in [
            (io::ErrorKind::StorageFull, WhyNot::DiskFull),
            (io::ErrorKind::QuotaExceeded, WhyNot::DiskFull),
            (io::ErrorKind::FileTooLarge, WhyNot::TooLarge),
            (io::ErrorKind::ReadOnlyFilesystem, WhyNot::ReadOnly),
            (io::ErrorKind::NotFound, WhyNot::NoFolder),
        ] {
            let written = replace_with(&path, &mut |file| {
                file.write_all(b"ne")?;
                Err(kind.into())
            });
            assert_eq!(written, Err(why));
            assert_eq!(fs::read_to_string(&path).unwrap(), "old");
            assert_eq!(names(folder.path()), ["game.ron"]);
        }
        let said = NotWritten { path, why: WhyNot::DiskFull }.to_string();
        assert!(said.ends_with(
            "game.ron was not written: The disk is full. Make room and save again; the old file is unchanged."
        ));
    }

    #[test]
    fn places_that_cannot_be_written_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.ron");
        write_atomically(&path, "old").unwrap();
        let why = |path: &Path| write_atomically(path, "new").unwrap_err().why;
        assert_eq!(why(&folder.path().join("none/game.ron")), WhyNot::NoFolder);
        assert_eq!(why(&path.join("game.ron")), WhyNot::NotAFolder);
        assert_eq!(why(folder.path()), WhyNot::Folder);
        assert_eq!(why(Path::new("")), WhyNot::NoFolder);
        let mut locked = fs::metadata(&path).unwrap().permissions();
        locked.set_readonly(true);
        fs::set_permissions(&path, locked).unwrap();
        assert_eq!(why(&path), WhyNot::Forbidden);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(folder.path()), ["game.ron"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_leads_to_the_file_that_is_replaced_and_permissions_stay() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("game.ron"), folder.path().join("latest.ron"));
        write_atomically(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write_atomically(&link, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_neither_replaced_nor_waited_for() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        assert!(std::process::Command::new("mkfifo").arg(at("pipe.ron")).status().unwrap().success());
        symlink("/dev/null", at("device.ron")).unwrap();
        symlink("nowhere.ron", at("dangling.ron")).unwrap();
        symlink("circle.ron", at("circle.ron")).unwrap();
        let before = names(folder.path());
        for (name, why) in [
            ("pipe.ron", WhyNot::NoFile),
            ("device.ron", WhyNot::NoFile),
            ("dangling.ron", WhyNot::DanglingLink),
            ("circle.ron", WhyNot::DanglingLink),
        ] {
            assert_eq!(write_atomically(&at(name), "new").unwrap_err().why, why, "{name}");
        }
        assert_eq!(names(folder.path()), before);
        assert!(fs::symlink_metadata(at("dangling.ron")).unwrap().is_symlink());
    }

    #[test]
    fn leftovers_are_cleared_but_not_what_somebody_is_writing_or_holds() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for name in ["game.ron", "notes.tmp", ".writing-abc123.tmp", ".old.ron.lock", ".bashrc"] {
            fs::write(at(name), "").unwrap();
        }
        fs::create_dir(at(".writing-folder.tmp")).unwrap();
        let held = lock::Lock::hold(&at("open.ron")).unwrap();
        replace_with(&at("game.ron"), &mut |file| {
            assert_eq!(clear_leftovers(folder.path()), 2, "the one that was left, and the lock that holds nothing");
            file.write_all(b"new")
        })
        .unwrap();
        assert_eq!(fs::read_to_string(at("game.ron")).unwrap(), "new");
        assert_eq!(names(folder.path()), [".bashrc", ".open.ron.lock", ".writing-folder.tmp", "game.ron", "notes.tmp"]);
        drop(held);
        assert_eq!(clear_leftovers(&at("none")), 0);
    }

    #[test]
    fn clearing_leftovers_all_the_time_costs_nobody_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let done = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(std::sync::atomic::Ordering::Relaxed) {
                    clear_leftovers(folder.path());
                }
            });
            for n in 0..200 {
                let path = folder.path().join(format!("{}.ron", n % 3));
                write_atomically(&path, &n.to_string()).unwrap();
                assert_eq!(fs::read_to_string(&path).unwrap(), n.to_string());
            }
            done.store(true, std::sync::atomic::Ordering::Relaxed);
        });
    }
}
