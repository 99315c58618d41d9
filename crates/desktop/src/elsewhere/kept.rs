//! Seats at hosts elsewhere that were taken: each is a small file among the games, so that one can sit down again after a week.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use host::{Invitation, Key};
use serde::{Deserialize, Serialize};

/// A seat that was taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptSeat {
    /// What opens it.
    pub link: String,
    /// The scenario and the side.
    pub title: String,
    /// When one sat there last, in words.
    pub when: String,
}

impl KeptSeat {
    pub fn invitation(&self) -> Option<Invitation> {
        self.link.parse().ok()
    }

    /// Where it is kept, by the beginning of its secret's hash: the file's name tells nothing.
    fn path(&self, games: &Path) -> Option<PathBuf> {
        let Key::Token(token) = self.invitation()?.key else { return None };
        let letters = token
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Some(games.join(format!("elsewhere-{letters:016x}.seat")))
    }

    /// Keeps it, to be read by nobody but its owner.
    ///
    /// # Errors
    /// One sentence for the player.
    pub fn keep(&self, games: &Path) -> Result<(), String> {
        let Some(path) = self.path(games) else { return Ok(()) };
        let failed = |error: std::io::Error| format!("The seat could not be kept in {}: {error}.", path.display());
        std::fs::create_dir_all(games).map_err(failed)?;
        let text = serde_json::to_string(self).map_err(|error| error.to_string())?;
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(&path).and_then(|mut file| file.write_all(text.as_bytes())).map_err(failed)
    }

    /// All that are kept, the latest first, each with when it was written.
    pub fn all(games: &Path) -> Vec<(Self, SystemTime)> {
        let entries = std::fs::read_dir(games).into_iter().flatten().flatten();
        let mut seats: Vec<(Self, SystemTime)> = entries
            .filter(|entry| entry.path().extension().is_some_and(|ending| ending == "seat"))
            .filter_map(|entry| {
                let text = std::fs::read_to_string(entry.path()).ok()?;
                let written = entry.metadata().and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
                Some((serde_json::from_str(&text).ok()?, written))
            })
            .collect();
        seats.sort_by_key(|(_, written)| std::cmp::Reverse(*written));
        seats
    }
}
