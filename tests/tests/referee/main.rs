//! The referee as its users meet it.

mod calls;
mod desk;
mod opponents;
mod serve_killed;
mod shared_doors;
mod shared_games;
mod talk;
mod talk_secrets;
