//! What opens the phones' pages of a game that a player's file holds. It lies beside that file, so that the pages come back when the game
//! is gone on with.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::keys::{keep, take_away};
use crate::lots;

/// What opens the pages of both sides, and the port at which they are found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhoneKeys {
    pub(super) port: u16,
    pub(super) tokens: [String; 2],
}

impl PhoneKeys {
    /// New ones, for this port.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn fresh(port: u16) -> Result<Self, String> {
        Ok(Self { port, tokens: [lots::token()?, lots::token()?] })
    }

    /// Those beside the file of a game, if its players had phones.
    pub fn beside(file: &Path) -> Option<Self> {
        serde_json::from_str(&std::fs::read_to_string(place(file)).ok()?).ok()
    }

    /// Writes them beside the file of a game, to be read by their owner alone.
    ///
    /// # Errors
    /// One sentence for the player.
    pub fn keep(&self, file: &Path) -> Result<(), String> {
        keep(&place(file), self)
    }

    /// Takes them away: the codes open nothing any more.
    ///
    /// # Errors
    /// They are there and cannot be removed.
    pub fn forget(file: &Path) -> std::io::Result<()> {
        take_away(&place(file))
    }
}

fn place(file: &Path) -> PathBuf {
    file.with_extension("phones")
}
