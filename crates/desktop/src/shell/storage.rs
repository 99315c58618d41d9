//! Where games are kept: each game has a file of its own that follows every command, and the player may put copies aside.
//!
//! A file belongs to one window at a time (`OpenGame`). A game gets its file with its first order, so that a scenario that was
//! only looked at never stands where *Continue* offers the game that was really played. What could not be saved is tried
//! again, with growing pauses, and when the window closes.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::{UpdateMode, WinitSettings};
use host::Shared;
use tabletop::disk::{NotOpened, NotWritten, OpenGame, WhyNot, clear_leftovers};
use tabletop::game::Game;
use tabletop::save::{self, Autosave, Header, Note};
use tabletop::{DataError, Ruleset};

use super::banner::Banner;
use super::frame::REST;
use super::order::{GameSystems, Room};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (try_again, rest).chain().in_set(GameSystems::After.of(Room::Shell)));
}

/// The pause before a failed save is tried again, at first and at most; it doubles from time to time.
const PAUSES: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(60));

/// The folders games lie in.
#[derive(Clone, Debug)]
pub struct GameFolders {
    pub games: PathBuf,
    saves: PathBuf,
}

/// The folders, and the file of the game on the table.
#[derive(Resource, Debug)]
pub struct Storage {
    folders: GameFolders,
    file: GameFile,
    unsaved: Option<Unsaved>,
}

/// The file of the game on the table.
#[derive(Debug)]
enum GameFile {
    /// It has none: it is for practice, or another window's.
    None,
    /// It gets one with its first order.
    ToCome,
    Open(OpenGame),
}

/// What waits to be saved.
#[derive(Debug)]
struct Unsaved {
    ruleset: &'static str,
    text: String,
    pause: Duration,
    next: Instant,
}

/// What became of the file of a game that is to lie on the table.
#[derive(Debug)]
pub enum Opening {
    /// The game is this window's; it was saved or could not be.
    Ours(Result<(), String>),
    /// Another window plays the game in this file.
    Busy(PathBuf),
}

/// A saved game in a list.
#[derive(Clone, Debug)]
pub struct Kept {
    pub path: PathBuf,
    /// Its head, or what is wrong with it.
    pub header: Result<Header, DataError>,
    pub written: SystemTime,
    /// Whether the player put it aside himself; the others follow their games by themselves.
    pub aside: bool,
}

impl GameFolders {
    /// Every saved game, newest first.
    pub fn list(&self) -> Vec<Kept> {
        let mut kept: Vec<Kept> = [(&self.saves, true), (&self.games, false)]
            .into_iter()
            .flat_map(|(folder, aside)| files(folder, aside))
            .collect();
        kept.sort_by(|a, b| b.written.cmp(&a.written).then_with(|| a.path.cmp(&b.path)));
        kept
    }
}

impl Storage {
    /// Games below this folder. What a killed program left half written is cleared away.
    pub fn below(folder: &Path) -> Self {
        let folders = GameFolders { games: folder.join("games"), saves: folder.join("saves") };
        for folder in [&folders.games, &folders.saves] {
            clear_leftovers(folder);
        }
        Self { folders, file: GameFile::None, unsaved: None }
    }

    /// Where games lie.
    pub fn folders(&self) -> GameFolders {
        self.folders.clone()
    }

    /// The file of the game on the table, if it has one.
    pub fn path(&self) -> Option<&Path> {
        match &self.file {
            GameFile::Open(open) => Some(open.path()),
            GameFile::None | GameFile::ToCome => None,
        }
    }

    /// Takes the file of a game that is to lie on the table: `read` is the file it was read from and what was in it. A copy
    /// that was put aside, or lies elsewhere, is left alone; the game gets a file of its own.
    pub fn open<R: Ruleset>(&mut self, game: &Game<R>, read: Option<(&Path, &str)>) -> Opening {
        let Some((path, text)) = read.filter(|(path, _)| path.starts_with(&self.folders.games)) else {
            return Opening::Ours(self.begin(game));
        };
        // The game on the table may be the very one: its file is let go of first.
        if self.path() == Some(path) {
            self.rest();
        }
        match OpenGame::resume(path) {
            Ok(open) if open.text() == Some(text) => {
                (self.file, self.unsaved) = (GameFile::Open(open), None);
                Opening::Ours(Ok(()))
            }
            // Somebody wrote it since it was read.
            Ok(_) => Opening::Busy(path.to_path_buf()),
            Err(problem) if problem.is_in_use() => Opening::Busy(path.to_path_buf()),
            Err(problem) => {
                let kept = self.begin(game);
                Opening::Ours(kept.and(Err(format!("{problem} The game continues in a copy."))))
            }
        }
    }

    /// Gives a game a file of its own, as soon as there is something in it that would be lost.
    ///
    /// # Errors
    /// One sentence for the player.
    pub fn begin<R: Ruleset>(&mut self, game: &Game<R>) -> Result<(), String> {
        (self.file, self.unsaved) = (GameFile::ToCome, None);
        self.autosave(game)
    }

    /// The game on the table gets no file; that of the last one is left alone.
    pub fn rest(&mut self) {
        (self.file, self.unsaved) = (GameFile::None, None);
    }

    /// Hands the file of the game on the table over to a host, which keeps it from now on; a game without one gets one. Says where it lies.
    ///
    /// # Errors
    /// One sentence for the player; the file is as it was.
    pub fn hand_over<R: Ruleset>(&mut self, game: &Game<R>) -> Result<(Autosave, PathBuf), String> {
        let text = save::to_text(game, &note(game)).map_err(|problem| not_saved(&problem))?;
        if matches!(self.file, GameFile::None) {
            self.file = GameFile::ToCome;
        }
        write(&mut self.file, &self.folders.games, R::ID, &text).map_err(|problem| not_saved(&problem))?;
        self.unsaved = None;
        match std::mem::replace(&mut self.file, GameFile::None) {
            GameFile::Open(open) => {
                let path = open.path().to_path_buf();
                // It is let go of, and held again by the host.
                drop(open);
                Ok((Autosave::resume(&path).map_err(|problem| problem.to_string())?, path))
            }
            GameFile::None | GameFile::ToCome => Err(not_saved("It has no file.")),
        }
    }

    /// Brings the game's file up to date. To be called after every command.
    ///
    /// # Errors
    /// One sentence for the player; the last state that was written is still there, and it is tried again by itself.
    pub fn autosave<R: Ruleset>(&mut self, game: &Game<R>) -> Result<(), String> {
        let worth_keeping = !game.is_empty() || !game.record().opening_dice.is_seeded();
        match self.file {
            GameFile::None => return Ok(()),
            GameFile::ToCome if !worth_keeping => return Ok(()),
            _ => {}
        }
        let text = save::to_text(game, &note(game)).map_err(|problem| not_saved(&problem))?;
        let pause = self.unsaved.take().map_or(PAUSES.0, |unsaved| unsaved.pause);
        self.unsaved = Some(Unsaved { ruleset: R::ID, text, pause, next: Instant::now() + pause });
        self.try_again()
    }

    /// Saves what could not be saved before.
    ///
    /// # Errors
    /// One sentence for the player.
    pub fn try_again(&mut self) -> Result<(), String> {
        let Some(Unsaved { ruleset, text, .. }) = &self.unsaved else { return Ok(()) };
        match write(&mut self.file, &self.folders.games, ruleset, text) {
            Ok(()) => {
                self.unsaved = None;
                Ok(())
            }
            Err(problem) => Err(not_saved(&problem)),
        }
    }

    /// Whether a failed save is to be tried again now; the pause until the next time grows.
    fn is_due(&mut self) -> bool {
        let Some(unsaved) = self.unsaved.as_mut().filter(|unsaved| unsaved.next <= Instant::now()) else {
            return false;
        };
        unsaved.pause = (unsaved.pause * 2).min(PAUSES.1);
        unsaved.next = Instant::now() + unsaved.pause;
        true
    }

    /// Puts a copy aside under a name; says where.
    ///
    /// # Errors
    /// One sentence for the player.
    pub fn put_aside<R: Ruleset>(&self, game: &Game<R>, name: &str) -> Result<PathBuf, String> {
        let saves = &self.folders.saves;
        make_folder(saves)?;
        let path = free_name(saves, R::ID);
        save::write(&path, game, &note(game).named(name)).map_err(|error| not_saved(&error.to_string()))?;
        Ok(path)
    }

    /// Deletes a saved game, unless a window plays it.
    ///
    /// # Errors
    /// One sentence for the player.
    pub fn delete(path: &Path) -> Result<(), String> {
        // Who holds it is alone with it; what cannot be read may go all the same.
        let held = OpenGame::resume(path);
        if held.as_ref().is_err_and(NotOpened::is_in_use) {
            return Err(format!(
                "{} is open in a window and was not deleted. Close the game there first.",
                path.display()
            ));
        }
        // Nobody sits down at a game that is gone.
        let gone = Shared::forget(path).and_then(|()| std::fs::remove_file(path));
        gone.map_err(|error| format!("{} could not be deleted: {error}.", path.display()))
    }
}

/// Writes what was played into the file of the game; the file is made if there is none yet.
fn write(file: &mut GameFile, games: &Path, ruleset: &str, text: &str) -> Result<(), String> {
    make_folder(games)?;
    let open = match file {
        GameFile::None => return Ok(()),
        GameFile::Open(open) => open,
        GameFile::ToCome => {
            *file = GameFile::Open(fresh_file(games, ruleset)?);
            return write(file, games, ruleset, text);
        }
    };
    match open.write(text.to_owned()) {
        // What another program wrote is left as it is: the game goes on in a file of its own.
        Err(NotWritten { why: WhyNot::Changed, .. }) => {
            let mut fork = fresh_file(games, ruleset)?;
            fork.write(text.to_owned()).map_err(|error| error.to_string())?;
            *open = fork;
            Ok(())
        }
        done => done.map(|_| ()).map_err(|error| error.to_string()),
    }
}

/// A file for a new game; two windows never get the same one.
fn fresh_file(games: &Path, ruleset: &str) -> Result<OpenGame, String> {
    loop {
        match OpenGame::begin(&free_name(games, ruleset)) {
            // Another window was quicker; the name is taken as soon as it writes, or this one waits for the next second.
            Err(problem @ NotOpened::NotHeld { .. }) if !problem.is_in_use() => return Err(problem.to_string()),
            Err(NotOpened::NotHeld { .. } | NotOpened::Taken(_)) => std::thread::sleep(Duration::from_millis(20)),
            other => return other.map_err(|problem| problem.to_string()),
        }
    }
}

fn not_saved(problem: &str) -> String {
    format!("The game could not be saved. {problem}")
}

/// Tries a failed save again when its pause is over.
pub(super) fn try_again(
    mut storage: ResMut<Storage>,
    mut banner: ResMut<Banner>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if storage.bypass_change_detection().is_due() {
        banner.kept(storage.try_again());
        redraw.write(RequestRedraw);
    }
}

/// The window wakes by itself only while something waits to be saved.
fn rest(storage: Res<Storage>, mut winit: ResMut<WinitSettings>) {
    let wait = storage.unsaved.as_ref().map_or(REST, |unsaved| unsaved.pause.min(Duration::from_secs(1)));
    let modes = (UpdateMode::reactive(wait), UpdateMode::reactive_low_power(wait));
    if (winit.focused_mode, winit.unfocused_mode) != modes {
        (winit.focused_mode, winit.unfocused_mode) = modes;
    }
}

/// What is written on a save.
fn note<R: Ruleset>(game: &Game<R>) -> Note {
    Note::of(game, now("%Y-%m-%d %H:%M"))
}

fn now(format: &str) -> String {
    jiff::Zoned::now().strftime(format).to_string()
}

/// A path that is not taken yet.
fn free_name(folder: &Path, ruleset: &str) -> PathBuf {
    let stem = format!("{ruleset}-{}", now("%Y%m%d-%H%M%S"));
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
    std::fs::create_dir_all(folder)
        .map_err(|error| format!("The folder {} cannot be made ({error}).", folder.display()))
}

fn files(folder: &Path, aside: bool) -> impl Iterator<Item = Kept> + use<> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter(|entry| entry.path().extension().is_some_and(|e| e == "ron")).map(move |entry| {
        let path = entry.path();
        let written = entry.metadata().and_then(|m| m.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        Kept { header: save::read_header(&path), path, written, aside }
    })
}

/// The seat of the one who invited somebody to the game in this file, while the game hides something from that seat. Such a game
/// is only ever gone on with in that seat.
pub fn seat_in<R: Ruleset>(path: &Path, game: &Game<R>) -> Option<usize> {
    let own = Shared::beside(path)?.own?;
    (R::SECRETS && game.outcome().is_none()).then_some(own)
}
