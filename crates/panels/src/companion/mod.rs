//! The companion: real figures on a real table, the laptop beside it. The computer keeps the order, asks for the facts a
//! rule needs, takes the players' dice or rolls its own, and never shows anybody more than he may know. Rule P-companion.
//!
//! [`Desk`] is what happens, without a screen; [`Page`] is what is shown; [`companion_screen`] shows it. What is special to
//! a ruleset is behind [`Companion`].

pub(crate) mod ask;
mod card;
mod column;
mod desk;
mod flag;
mod form;
mod look;
mod memory;
mod order;
mod page;
mod preview;
mod rules;
mod screen;
mod stepper;
mod throw;
mod throwing;
mod want;

pub use card::{card_panel, mark_row};
pub use column::{clock_panel, points_panel};
pub use desk::{Deciding, Deed, Desk, TakeBack};
pub use flag::{flag_badge, flag_colours, paint_flag};
pub use form::{Action, Choice, Exact, Form, LiveQuestion, Make, Question};
pub use look::{Announced, Look, Manner, Seen, Told};
pub use memory::{Remember, Topic};
pub use order::{OrderSize, order_panel};
pub use page::{
    ActionLine, Ask, Card, ClockLine, FigureLine, Flag, LogEntry, Mark, OrderLine, Page, Part, PointLine, Points,
    Preview, Progress, Throw, Thrown, Together, action_keys,
};
pub use preview::preview_panel;
pub use rules::{Companion, Count, PartWay, Whose};
pub use screen::{companion_screen, die_digits};
pub use stepper::stepper;
pub use throw::dice_row;
pub use throwing::{Asked, From, Throwing, program_dice};
pub use want::{DiceSource, PhoneWant, Side, Want};
