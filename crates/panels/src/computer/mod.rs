//! The computer as a player: who plays which side, its turn at the player's pace, and why it did what it did.

mod seats;
mod turn;
mod why;

pub use seats::{BESIDE, SeatsModel, Watch, players_dialog, seats_panel};
pub use turn::{ComputerModel, CourseLine, CourseModel, Tempo, course_card, turn_row};
pub use why::{Promise, Told, WhyModel, WhyState, why_panel};
