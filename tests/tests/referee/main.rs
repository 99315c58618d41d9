//! The referee as its users meet it.

mod browser;
mod calls;
mod crossing;
mod desk;
mod fair_dice;
mod guest_killed;
mod hostile_seats;
mod opponents;
mod other_language;
mod phone;
mod phones_in_hand;
mod protocol_words;
mod serve_killed;
mod shared_doors;
mod shared_games;
mod shared_undo;
mod talk;
mod talk_secrets;
