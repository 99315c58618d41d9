//! A board of areas with counters on it: Block by Block.

pub mod hit;
pub mod offers;
pub mod shown;
