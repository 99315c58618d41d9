//! The map of Huế with the counters and markers of Block by Block.

pub mod counter;
pub mod layout;
pub mod map;
pub mod marker;
pub mod picture;
