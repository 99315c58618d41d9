//! What opens the seats of a game that a player's file holds. It lies beside that file, so that links stay good when the host is
//! started again.

use std::fs;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::hall::{OpenSeat, Opened};
use crate::ledger::{Door, Lock};
use crate::lots;
use crate::phones::PhoneKeys;
use crate::tls::write_secret;

/// What opens the seats of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Keys {
    game: String,
    word: Option<String>,
    own: Option<usize>,
    port: u16,
    seats: Vec<Seat>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Seat {
    side: String,
    token: String,
    free: bool,
}

impl Keys {
    /// New ones. `own` is the seat of the one who opens the game, which no words open.
    pub(crate) fn fresh(sides: &[&str], own: Option<usize>, word: String) -> Result<Self, String> {
        let seat = |(n, side): (usize, &&str)| {
            lots::token().map(|token| Seat { side: (*side).to_owned(), token, free: own != Some(n) })
        };
        let seats = sides.iter().enumerate().map(seat).collect::<Result<_, _>>()?;
        Ok(Self { game: lots::hex(&lots::bits::<8>()?), word: Some(word), own, port: 0, seats })
    }

    /// Those beside the file of a game, if there are any.
    pub(crate) fn beside(file: &Path) -> Option<Self> {
        serde_json::from_str(&fs::read_to_string(place(file)).ok()?).ok()
    }

    /// Whether they are for these sides, and the same player opens the game.
    pub(crate) fn fit(&self, sides: &[&str], own: Option<usize>) -> bool {
        self.own == own && self.seats.iter().map(|seat| seat.side.as_str()).eq(sides.iter().copied())
    }

    /// Writes them beside the file of a game, to be read by their owner alone.
    pub(crate) fn keep(&self, file: &Path) -> Result<(), String> {
        keep(&place(file), self)
    }

    /// The door that they open.
    pub(crate) fn door(&self) -> Door {
        let lock = |seat: &Seat| Lock { token: lots::kept(&seat.token), free: seat.free };
        Door { game: self.game.clone(), word: self.word.clone(), seats: self.seats.iter().map(lock).collect() }
    }

    /// What the one who opens the game hands on.
    pub(crate) fn opened(&self) -> Opened {
        let seat = |seat: &Seat| OpenSeat { side: seat.side.clone(), token: seat.token.clone() };
        Opened { game: self.game.clone(), word: self.word.clone(), seats: self.seats.iter().map(seat).collect() }
    }

    /// The same where the host listens here. One that its own machine alone finds leaves the port that links name as it is.
    pub(crate) fn at(self, address: SocketAddr) -> Self {
        let port = if address.ip().is_loopback() && self.port != 0 { self.port } else { address.port() };
        Self { port, ..self }
    }

    /// The same for a door that has changed. `given` are tokens that were given for words.
    pub(crate) fn changed(&self, door: &Door, given: &[String]) -> Self {
        let seats = self.seats.iter().zip(&door.seats).map(|(seat, lock)| {
            let token = given.iter().find(|token| lots::kept(token) == lock.token).unwrap_or(&seat.token);
            Seat { side: seat.side.clone(), token: token.clone(), free: lock.free }
        });
        Self { word: door.word.clone(), seats: seats.collect(), ..self.clone() }
    }
}

/// Writes what opens seats, whole or not at all, to be read by its owner alone.
pub(crate) fn keep(path: &Path, keys: &impl Serialize) -> Result<(), String> {
    let failed =
        |error: std::io::Error| format!("What opens the seats could not be kept in {}: {error}.", path.display());
    let text = serde_json::to_string(keys).map_err(|error| error.to_string())?;
    let mut beside = path.as_os_str().to_owned();
    beside.push("-new");
    write_secret(beside.as_ref(), text.as_bytes()).and_then(|()| fs::rename(&beside, path)).map_err(failed)
}

/// Takes a file away, if it is there.
pub(crate) fn take_away(path: &Path) -> std::io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Where the keys of a game lie.
fn place(file: &Path) -> PathBuf {
    file.with_extension("seats")
}

/// That a game in a player's file was open for guests before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shared {
    /// The side of the one who invited, in the order of the rulebook; none if he had none.
    pub own: Option<usize>,
    /// The port at which its host listened last: links name it.
    pub port: u16,
}

impl Shared {
    /// What lies beside the file of a game; none if nobody was ever invited to it.
    pub fn beside(file: &Path) -> Option<Self> {
        Keys::beside(file).map(|keys| Self { own: keys.own, port: keys.port })
    }

    /// Takes the keys away, when the file of their game goes: links open nothing any more.
    ///
    /// # Errors
    /// They are there and cannot be removed.
    pub fn forget(file: &Path) -> std::io::Result<()> {
        take_away(&place(file)).and_then(|()| PhoneKeys::forget(file))
    }
}
