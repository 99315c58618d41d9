//! The referee as a program: one spelling of what it reads, and misfortunes of every kind.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "what goes wrong in a test may panic")]

#[cfg(unix)]
mod misfortune;
mod spelling;
