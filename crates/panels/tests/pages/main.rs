//! The panels and pages without a window: what they show, what pressing them asks for, and that they fit every window.
#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod combat;
mod common;
mod companion_advance;
mod companion_computer;
mod companion_games;
mod companion_keys;
mod companion_platoon;
mod companion_skirmish;
mod computer;
mod every_page;
mod glyphs;
mod guess;
mod hex;
mod hidden_dice;
mod holding;
mod phones;
mod prompt;
mod reading;
mod roster_platoon;
mod screens;
mod sidebar;
mod teacher;
mod turn_end;
