//! The screens around the game, and what lies over it: title, scenarios, saved games, options, dialogs.

mod settings;

pub use settings::{Settings, Speed};
