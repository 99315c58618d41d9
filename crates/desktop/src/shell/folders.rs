//! Where the program keeps what is the player's.

use bevy::prelude::*;

/// The folders of this player.
#[derive(Resource, Clone, Debug)]
pub struct Folders {
    pub games: std::path::PathBuf,
    pub settings: std::path::PathBuf,
}

impl Folders {
    /// Where they are for this player.
    ///
    /// # Errors
    /// One sentence: there is no home folder.
    pub fn find() -> Result<Self, String> {
        let home = "No home folder to keep games in: set HOME, or XDG_DATA_HOME and XDG_CONFIG_HOME.";
        let games = dirs::data_dir().ok_or(home)?.join("pointman");
        let settings = dirs::config_dir().ok_or(home)?.join("pointman");
        Ok(Self { games, settings })
    }
}
