//! The panels of the window: what the player reads and presses, without Bevy and without a game.
//!
//! A panel is a function `x_panel(ui, &XModel) -> Vec<Intent>`. A model is plain data; a function beside the panel
//! builds it from the rules and a position, so that a panel can be tested without a game and a game without a panel.
//! No rule is decided in here: what is legal comes from the rules, what is pressed goes out as an [`Intent`].

pub mod area;
pub mod around;
pub mod companion;
pub mod computer;
pub mod elsewhere;
pub mod guess;
pub mod hex;
pub mod holding;
pub mod intent;
pub mod log;
pub mod platoon;
pub mod prompt;
pub mod rulebook;
pub mod screens;
pub mod skirmish;
pub mod status;
pub mod teacher;
pub mod theme;
pub mod timeline;
pub mod words;

pub use intent::Intent;
pub use theme::{Colours, FontFiles, Theme};
