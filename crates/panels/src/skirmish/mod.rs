//! The panels of Vietnam Skirmish: figure card, forecast, support and score, beside a board and beside a real table. All of
//! it is built from a side's view, so that nothing hidden can get into it.

mod actions;
mod builder;
mod card;
mod companion;
mod forecast;
mod order;
mod score;

pub use builder::{Builder, BuilderModel, BuilderWant, builder_panel};
pub use card::{card_model, cards_model};
pub use forecast::preview_model;
pub use order::order_model;
pub use score::{clock_model, points_model};

use skirmish::Side;

use crate::companion::Flag;

/// The flag of a side.
pub const fn flag(side: Side) -> Flag {
    match side {
        Side::UsArvn => Flag::First,
        Side::VcNva => Flag::Second,
    }
}
