//! What lies on the table before any game: the rules with their data, where things stand on the map, the typeface.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};
use std::thread;

use artwork::{Layout, Palette};
use bevy::prelude::*;
use block_by_block::BlockByBlock;
use panels::FontFiles;
use platoon::Platoon;
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::Ruleset;
use tabletop::files::Library;
use tabletop::rulebook::Rulebook;

/// What takes a moment to reckon and is not wanted at once: a caller who comes too early waits for it.
pub type Reckoned<T> = LazyLock<T, Box<dyn FnOnce() -> T + Send>>;

/// Everything that is read once, before the window opens.
#[derive(Resource, Clone)]
pub struct Table {
    /// Where the data lie.
    pub library: Library,
    pub rules: Arc<BlockByBlock>,
    /// The rules of Search & Destroy.
    pub search_and_destroy: Arc<SearchAndDestroy>,
    /// The rules of 20mm Platoon.
    pub platoon: Arc<Platoon>,
    /// The rules of Vietnam Skirmish.
    pub skirmish: Arc<Skirmish>,
    /// The rulebooks by the id of their ruleset.
    pub rulebooks: BTreeMap<&'static str, Arc<Rulebook>>,
    /// Where things stand on the map of Huế.
    pub layout: Arc<Reckoned<Layout>>,
    pub fonts: FontFiles,
    /// What is wrong with its files, if anything.
    pub font_problem: Option<String>,
}

impl Table {
    /// Reads everything.
    ///
    /// # Errors
    /// One sentence: what is missing or wrong, and what to do.
    pub fn read() -> Result<Self, String> {
        let library = Library::find().map_err(|error| error.to_string())?;
        let rules: Arc<BlockByBlock> = load(&library)?;
        let (fonts, font_problems) = FontFiles::read(|file| tabletop::disk::read(&library.asset("fonts").join(file)));
        let rulebooks = [BlockByBlock::ID, SearchAndDestroy::ID, Platoon::ID, Skirmish::ID]
            .into_iter()
            .map(|id| Ok((id, Arc::new(rulebook(&library, id)?))))
            .collect::<Result<_, String>>()?;
        Ok(Self {
            search_and_destroy: load(&library)?,
            platoon: load(&library)?,
            skirmish: load(&library)?,
            rulebooks,
            layout: Arc::new(LazyLock::new({
                let rules = Arc::clone(&rules);
                Box::new(move || Layout::new(rules.map()))
            })),
            rules,
            fonts,
            font_problem: font_problems.into_iter().next(),
            library,
        })
    }

    /// Begins to reckon the layout of Huế beside what else the start takes.
    pub fn begin_layout(&self) {
        let layout = Arc::clone(&self.layout);
        // Without a thread it is reckoned when it is wanted.
        let _ = thread::Builder::new().spawn(move || _ = LazyLock::force(&layout));
    }
}

fn load<R: Ruleset>(library: &Library) -> Result<Arc<R>, String> {
    library.load().map(Arc::new).map_err(|error| error.to_string())
}

fn rulebook(library: &Library, id: &str) -> Result<Rulebook, String> {
    let name = format!("rulebooks/{id}.ron");
    let text = library.read(&name).map_err(|error| error.to_string())?;
    tabletop::files::parse_ron(&name, &text).map_err(|error| error.to_string())
}

/// The palette in use.
#[derive(Resource, Clone)]
pub struct Look(pub Palette);
