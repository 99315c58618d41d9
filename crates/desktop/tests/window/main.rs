//! The window on a virtual display: started, clicked, looked at, killed.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "what goes wrong in a test may panic")]

mod agreeing;
mod companion;
mod companion_computer;
mod computer;
mod display;
mod drawn;
mod elsewhere;
mod hex;
mod keeping;
mod lessons;
mod monkey;
#[path = "../../../../tests/tests/referee/phone.rs"]
mod phone;
mod phones;
mod playing;
mod surroundings;
mod table;
