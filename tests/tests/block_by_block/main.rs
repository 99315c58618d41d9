//! Block by Block: every rule by its id, odds, options, random games and whole games as stories.

mod combat;
mod components;
mod conformance;
mod defence;
mod example;
mod followed;
mod gates;
mod golden;
mod groups;
mod movement;
mod numbers;
mod odds;
mod options;
mod platoons;
mod politics;
mod random;
mod reinforcement;
mod remedies;
mod told;
mod victory;
