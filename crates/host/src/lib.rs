//! Shared games: a referee that keeps whole games, gives each seat its view and what it may notice, and takes its orders.
//!
//! [`Host`] runs in a thread of its own and opens games for guests; [`Seat`] is what a guest holds in the place of a whole game.
//! [`talk`] is the same conversation with one program on standard input. `room.rs` knows the game and no line, `table.rs` the
//! people at it, `hall.rs` all games and the doors to them, `server.rs` the lines and what bounds them, `ledger.rs` the disk.

mod hall;
mod host;
mod invitation;
mod keys;
mod ledger;
mod lots;
mod oath;
mod page;
mod phones;
mod room;
mod seat;
mod server;
mod table;
mod tls;

pub mod games;
pub mod rulesets;
pub mod talk;

pub use hall::{OpenSeat, Opened};
pub use host::{Host, Settings, USUAL_RATE};
pub use invitation::{Invitation, Key, PORT, squares};
pub use keys::Shared;
pub use phones::{Came, PhoneKeys, Phones, Press};
pub use seat::{Heard, No, Notice, Position, Present, Said, Seat, Welcome, say_once};
pub use server::{LONGEST_MESSAGE, PROTOCOL};

/// A key of 128 random bits, for a host that begins games for those who know it.
///
/// # Errors
/// The system gives no random numbers.
pub fn fresh_key() -> Result<String, String> {
    lots::token()
}
