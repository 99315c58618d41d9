//! Reading within bounds: only regular files, and none that is larger than anything of ours.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

/// The largest file that is read, in bytes. The longest games are a hundredth of it.
pub const LARGEST: u64 = 64 * 1024 * 1024;

/// Why a file was not read, in a sentence or two.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotRead {
    /// Nothing has this name.
    #[error("There is no such file. Check the name and the folder.")]
    Missing,
    /// The user may not read it.
    #[error("You may not read the file. Give yourself permission.")]
    Forbidden,
    #[error("This is a folder. Name a file in it.")]
    Folder,
    /// It is a pipe, a device or a socket: nobody knows when it ends.
    #[error("This is a pipe, a device or a socket. Name a file.")]
    NoFile,
    /// The links lead back to themselves.
    #[error("This link leads in a circle. Name the file itself.")]
    Circle,
    /// It holds more than [`LARGEST`] bytes.
    #[error("The file is larger than {} MB, and none of ours is. Name another one.", LARGEST / 1024 / 1024)]
    TooLarge,
    /// Whatever else the system objects to.
    #[error("The file cannot be read: {0}.")]
    Fault(String),
}

impl From<io::Error> for NotRead {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            io::ErrorKind::PermissionDenied => Self::Forbidden,
            io::ErrorKind::IsADirectory => Self::Folder,
            _ if is_circle(&error) => Self::Circle,
            _ => Self::Fault(error.to_string()),
        }
    }
}

/// The bytes of a regular file of at most [`LARGEST`] bytes. It never waits: not for the writer of a pipe, nor for a
/// device that has no end.
///
/// # Errors
/// Why it was not read.
pub fn read(path: &Path) -> Result<Vec<u8>, NotRead> {
    let (file, metadata) = open_file(path)?;
    if metadata.len() > LARGEST {
        return Err(NotRead::TooLarge);
    }
    // The length that was told may be out of date, or nothing at all as in the files of a system's own.
    let bytes = first_bytes(file, LARGEST + 1)?;
    if bytes.len() as u64 > LARGEST { Err(NotRead::TooLarge) } else { Ok(bytes) }
}

/// The first bytes of a regular file of any size: `most`, or all if it has fewer.
///
/// # Errors
/// Why it was not read.
pub fn read_head(path: &Path, most: usize) -> Result<Vec<u8>, NotRead> {
    let (file, _) = open_file(path)?;
    first_bytes(file, most as u64)
}

fn first_bytes(file: File, most: u64) -> Result<Vec<u8>, NotRead> {
    let mut bytes = Vec::new();
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a regular file. What is no file is told apart before it is opened, since opening may already have an effect; and
/// asked again of what was opened, since another file may have come in its place meanwhile.
fn open_file(path: &Path) -> Result<(File, Metadata), NotRead> {
    regular(fs::metadata(path)?)?;
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK | libc::O_NOCTTY);
    let file = options.open(path)?;
    let metadata = regular(file.metadata()?)?;
    Ok((file, metadata))
}

fn regular(metadata: Metadata) -> Result<Metadata, NotRead> {
    match metadata {
        metadata if metadata.is_file() => Ok(metadata),
        metadata if metadata.is_dir() => Err(NotRead::Folder),
        _ => Err(NotRead::NoFile),
    }
}

/// Whether links lead back to themselves.
#[cfg(unix)]
pub(super) fn is_circle(error: &io::Error) -> bool {
    error.raw_os_error() == Some(libc::ELOOP)
}

#[cfg(not(unix))]
pub(super) fn is_circle(_: &io::Error) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use super::*;

    #[test]
    fn only_a_regular_file_is_read_and_nothing_is_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("game.ron"), "()").unwrap();
        symlink("game.ron", at("link.ron")).unwrap();
        assert_eq!(read(&at("game.ron")), Ok(b"()".to_vec()));
        assert_eq!(read(&at("link.ron")), Ok(b"()".to_vec()));
        assert!(Command::new("mkfifo").arg(at("pipe.ron")).status().unwrap().success());
        let _socket = UnixListener::bind(at("socket.ron")).unwrap();
        symlink("/dev/zero", at("device.ron")).unwrap();
        symlink("circle.ron", at("circle.ron")).unwrap();
        symlink("nowhere", at("dangling.ron")).unwrap();
        for (name, expected) in [
            ("pipe.ron", NotRead::NoFile),
            ("socket.ron", NotRead::NoFile),
            ("device.ron", NotRead::NoFile),
            ("circle.ron", NotRead::Circle),
            ("dangling.ron", NotRead::Missing),
            ("none.ron", NotRead::Missing),
            (".", NotRead::Folder),
        ] {
            assert_eq!(read(&at(name)), Err(expected.clone()), "{name}");
            assert_eq!(read_head(&at(name), 10), Err(expected), "{name}");
        }
    }

    #[test]
    fn a_file_is_read_up_to_a_size_and_its_head_whatever_its_size() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.ron");
        fs::write(&path, "head").unwrap();
        let file = OpenOptions::new().write(true).open(&path).unwrap();
        file.set_len(LARGEST).unwrap();
        assert_eq!(read(&path).map(|bytes| bytes.len() as u64), Ok(LARGEST));
        file.set_len(LARGEST + 1).unwrap();
        assert_eq!(read(&path), Err(NotRead::TooLarge));
        assert!(NotRead::TooLarge.to_string().starts_with("The file is larger than 64 MB"));
        assert_eq!(read_head(&path, 4), Ok(b"head".to_vec()));
        assert_eq!(read_head(&path, 100_000).map(|bytes| bytes.len()), Ok(100_000));
    }
}
