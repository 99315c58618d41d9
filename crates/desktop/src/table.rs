//! What lies on the table before any game: the rules with their data, where things stand on the map, the typeface.

use std::sync::Arc;

use artwork::{Layout, Palette};
use bevy::prelude::*;
use block_by_block::BlockByBlock;
use panels::FontFiles;
use tabletop::files::Library;
use tabletop::rulebook::Rulebook;

/// Everything that is read once, before the window opens.
#[derive(Resource, Clone)]
pub struct Table {
    /// Where the data lie.
    pub library: Library,
    /// The rules.
    pub rules: Arc<BlockByBlock>,
    /// The rulebook.
    pub rulebook: Arc<Rulebook>,
    /// Where things stand on the map.
    pub layout: Arc<Layout>,
    /// The typeface.
    pub fonts: FontFiles,
}

impl Table {
    /// Reads everything.
    ///
    /// # Errors
    /// One sentence: what is missing or wrong, and what to do.
    pub fn read() -> Result<Self, String> {
        let library = Library::find().map_err(|error| error.to_string())?;
        let rules: BlockByBlock = library.load().map_err(|error| error.to_string())?;
        let name = "rulebooks/block-by-block.ron";
        let rulebook = library
            .read(name)
            .and_then(|text| tabletop::files::parse_ron::<Rulebook>(name, &text))
            .map_err(|error| error.to_string())?;
        let fonts = FontFiles::read(|file| {
            let path = library.asset("fonts").join(file);
            std::fs::read(&path).map_err(|error| {
                format!("the typeface {} cannot be read ({error}): copy the folder assets/fonts anew.", path.display())
            })
        })?;
        let layout = Layout::new(rules.map());
        Ok(Self { library, rules: Arc::new(rules), rulebook: Arc::new(rulebook), layout: Arc::new(layout), fonts })
    }
}

/// The palette in use.
#[derive(Resource, Clone)]
pub struct Look(pub Palette);
