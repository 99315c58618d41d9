//! Where games are kept: each game has a file of its own that follows every command, and the player may put copies aside.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use bevy::prelude::*;
use tabletop::game::Game;
use tabletop::save::{self, Autosave, Header, Note};
use tabletop::{DataError, Ruleset};

/// The folders, and the file of the game on the table.
#[derive(Resource, Debug)]
pub struct Storage {
    games: PathBuf,
    saves: PathBuf,
    autosave: Option<Autosave>,
}

/// A saved game in a list.
#[derive(Clone, Debug)]
pub struct Kept {
    /// The file.
    pub path: PathBuf,
    /// Its head, or what is wrong with it.
    pub header: Result<Header, DataError>,
    /// When it was written.
    pub written: SystemTime,
    /// Whether the player put it aside himself; the others follow their games by themselves.
    pub aside: bool,
}

impl Storage {
    /// Games below this folder.
    pub fn below(folder: &Path) -> Self {
        Self { games: folder.join("games"), saves: folder.join("saves"), autosave: None }
    }

    /// Gives a new game a file of its own and writes it.
    ///
    /// # Errors
    /// One sentence for the player.
    pub fn begin<R: Ruleset>(&mut self, game: &Game<R>) -> Result<(), String> {
        self.rest();
        make_folder(&self.games)?;
        let path = free_name(&self.games, &format!("{}-{}", R::ID, now("%Y%m%d-%H%M%S")));
        self.autosave = Some(Autosave::begin(&path).map_err(|error| error.to_string())?);
        self.autosave(game)
    }

    /// Goes on with the file of a game that was loaded; a copy that was put aside is left alone and gets a new file.
    ///
    /// # Errors
    /// One sentence for the player.
    pub fn resume<R: Ruleset>(&mut self, path: &Path, game: &Game<R>) -> Result<(), String> {
        if path.starts_with(&self.games) {
            // The one on the table until now may be the same.
            self.rest();
            self.autosave = Some(Autosave::resume(path).map_err(|error| error.to_string())?);
            return Ok(());
        }
        self.begin(game)
    }

    /// The game on the table is for practice: it gets no file, and the last game's is left alone.
    pub fn rest(&mut self) {
        self.autosave = None;
    }

    /// Brings the game's file up to date. To be called after every command.
    ///
    /// # Errors
    /// One sentence for the player; the last state that was written is still there.
    pub fn autosave<R: Ruleset>(&mut self, game: &Game<R>) -> Result<(), String> {
        let Some(autosave) = &mut self.autosave else { return Ok(()) };
        autosave.keep(game, &note(game)).map(|_| ()).map_err(|error| format!("The game could not be saved. {error}"))
    }

    /// Puts a copy aside; says where.
    ///
    /// # Errors
    /// One sentence for the player.
    pub fn put_aside<R: Ruleset>(&self, game: &Game<R>) -> Result<PathBuf, String> {
        make_folder(&self.saves)?;
        let path = free_name(&self.saves, &format!("{}-{}", R::ID, now("%Y%m%d-%H%M%S")));
        save::write(&path, game, &note(game)).map_err(|error| format!("The game could not be saved. {error}"))?;
        Ok(path)
    }

    /// Every saved game, newest first.
    pub fn list(&self) -> Vec<Kept> {
        let mut kept: Vec<Kept> = [(&self.saves, true), (&self.games, false)]
            .into_iter()
            .flat_map(|(folder, aside)| files(folder, aside))
            .collect();
        kept.sort_by(|a, b| b.written.cmp(&a.written).then_with(|| a.path.cmp(&b.path)));
        kept
    }

    /// The game that was played last, if it can be read.
    pub fn last(&self) -> Option<Kept> {
        let mut kept: Vec<Kept> = files(&self.games, false).collect();
        kept.sort_by_key(|k| std::cmp::Reverse(k.written));
        kept.into_iter().find(|k| k.header.is_ok())
    }

    /// Reads a game and plays it again from its beginning.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn load<R: Ruleset>(rules: &Arc<R>, path: &Path) -> Result<Game<R>, DataError> {
        save::read(Arc::clone(rules), path).map(|(game, _)| game)
    }

    /// Deletes a saved game.
    ///
    /// # Errors
    /// One sentence for the player.
    pub fn delete(path: &Path) -> Result<(), String> {
        std::fs::remove_file(path).map_err(|error| format!("{} could not be deleted: {error}.", path.display()))
    }
}

/// What is written on a save: the scenario and how far the game is.
fn note<R: Ruleset>(game: &Game<R>) -> Note {
    let moment = match game.outcome() {
        Some(outcome) => outcome.title,
        None => game.rules().moment(game.state()).1,
    };
    Note { title: format!("{} · {moment}", R::title(game.scenario())), saved: now("%Y-%m-%d %H:%M") }
}

fn now(format: &str) -> String {
    jiff::Zoned::now().strftime(format).to_string()
}

/// A path that is not taken yet.
fn free_name(folder: &Path, stem: &str) -> PathBuf {
    let mut path = folder.join(format!("{stem}.ron"));
    for n in 2.. {
        if !path.exists() {
            break;
        }
        path = folder.join(format!("{stem}-{n}.ron"));
    }
    path
}

fn make_folder(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|error| {
        format!("The game could not be saved: the folder {} cannot be made ({error}).", folder.display())
    })
}

fn files(folder: &Path, aside: bool) -> impl Iterator<Item = Kept> + use<> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| entry.path().extension().is_some_and(|e| e == "ron")).map(move |entry| {
        let path = entry.path();
        let header = save::read_header(&path);
        let written = entry.metadata().and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        Kept { path, header, written, aside }
    })
}
