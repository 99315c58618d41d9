//! Fire that is held, said in advance: the same beside a real table and on the computer's.
//!
//! [`Holds`] is what a side says, unit by unit as the enemy knows them; [`Advance`] is both sides and the questions that they are
//! spared; [`holding_panel`] is the page on which it is said. Everything is asked of what everybody knows, so that no question that
//! is asked or spared tells who hides.

mod advance;
mod panel;
mod said;

pub use advance::{Advance, Asked};
pub use panel::{HoldingModel, HoldingWant, heading, holding_panel};
pub use said::{Firer, Holds, InAdvance, Until};
