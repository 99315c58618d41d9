//! The referee as its users meet it.

mod calls;
mod desk;
mod opponents;
mod talk;
