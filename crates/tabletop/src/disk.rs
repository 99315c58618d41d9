//! Writing files so that a crash, a full disk or a missing permission never costs the old one.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that could not be written; printed as one sentence or two. If there was an older file, it is untouched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} was not written: {problem}", path.display())]
pub struct NotWritten {
    /// The file.
    pub path: PathBuf,
    /// Why, and what would help.
    pub problem: String,
}

/// Writes a file as a whole: into a new file of the same folder, through to the disk, and then in place of the old one.
/// Whoever reads meanwhile finds the old file or the new one, never a half.
///
/// # Errors
/// Why it could not be written; the old file is then untouched.
pub fn write_atomically(path: &Path, text: &str) -> Result<(), NotWritten> {
    write_through(path, &mut |file| file.write_all(text.as_bytes()))
}

fn write_through(path: &Path, write: &mut dyn FnMut(&mut File) -> io::Result<()>) -> Result<(), NotWritten> {
    // A link is followed, so that the file it leads to is replaced and not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    replace(&target, write).map_err(|error| NotWritten { path: path.to_path_buf(), problem: sentence(&error) })
}

fn replace(target: &Path, write: &mut dyn FnMut(&mut File) -> io::Result<()>) -> io::Result<()> {
    if target.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".writing-").suffix(".tmp");
    let old = fs::metadata(target).ok().map(|old| old.permissions());
    if old.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    if let Some(permissions) = old.or_else(everybody_reads) {
        builder.permissions(permissions);
    }
    let mut file = builder.tempfile_in(folder)?;
    write(file.as_file_mut())?;
    file.as_file().sync_all()?;
    file.persist(target).map_err(|error| error.error)?;
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

fn sentence(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "The disk is full. Make room and save again; the old file is as it was.".into()
        }
        io::ErrorKind::ReadOnlyFilesystem => "The disk is read-only. Choose another folder.".into(),
        io::ErrorKind::PermissionDenied => {
            "You may not write there. Choose another folder, or give yourself the permission.".into()
        }
        io::ErrorKind::NotFound => "Its folder does not exist. Make it, or choose another one.".into(),
        io::ErrorKind::NotADirectory => "Part of its path is a file and not a folder. Choose another folder.".into(),
        io::ErrorKind::IsADirectory => "There is a folder of that name. Choose another name.".into(),
        _ => format!("{error}. The old file is as it was; try another folder."),
    }
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
    fn a_full_disk_leaves_the_old_file_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.ron");
        write_atomically(&path, "old").unwrap();
        let error = write_through(&path, &mut |file| {
            file.write_all(b"ne")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        let said = error.unwrap_err().to_string();
        assert!(said.ends_with(
            "game.ron was not written: The disk is full. Make room and save again; the old file is as it was."
        ));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(names(folder.path()), ["game.ron"]);
    }

    #[test]
    fn places_that_cannot_be_written_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.ron");
        write_atomically(&path, "old").unwrap();
        let said = |path: &Path| write_atomically(path, "new").unwrap_err().problem;
        assert!(said(&folder.path().join("none/game.ron")).starts_with("Its folder does not exist."));
        assert!(said(&path.join("game.ron")).starts_with("Part of its path is a file"));
        assert!(said(folder.path()).starts_with("There is a folder of that name."));
        let mut locked = fs::metadata(&path).unwrap().permissions();
        locked.set_readonly(true);
        fs::set_permissions(&path, locked).unwrap();
        assert!(said(&path).starts_with("You may not write there."));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert!(sentence(&io::ErrorKind::ReadOnlyFilesystem.into()).starts_with("The disk is read-only."));
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
}
