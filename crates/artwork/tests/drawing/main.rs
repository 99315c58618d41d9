//! What is drawn: boards, counters, their layout, and where a point of the picture lies.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "what goes wrong in a test may panic")]

mod field;
mod hex;
mod layout;
mod picture;
