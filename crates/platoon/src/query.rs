//! Questions a window asks and that change nothing: who acts when and why, what a squad is like, what a volley would be,
//! what a path takes, who sees whom, what support is on its way, what the players must measure beside a real table.
//!
//! Every answer is worked out from the position it is given. A window gives the view of the side it shows, so that nothing
//! hidden can get into an answer.

mod answering;
mod answers;
mod card;
mod clock;
mod facts;
mod forecast;
mod look;
mod order;
mod part_way;
mod path;
mod sight;

pub use crate::turn::Answering;
pub use card::{FigureCard, SquadCard};
pub use clock::{ClockLine, Due};
pub use facts::{Answer, Choice, Fact, FactQuestion, Offer};
pub use forecast::{BaseLine, DamageLine, FactorLine, Forecast, HitLine, SaveLine};
pub use look::{Eye, Look, Purpose, Seen, Told};
pub use order::{OrderLine, SumLine, Turn};
pub use path::{PathLeg, PathPreview};
pub use sight::{SightLine, Stop};
