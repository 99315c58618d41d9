//! Beside a real table: no map, no points. The players say what they measured, the computer keeps counters, phases, what is
//! under way, smoke, support and points, rolls or takes the dice, and asks the player who knows the answer. Rule S-companion.

mod check;
mod form;
mod list;
mod play;
pub mod said;
mod words;

use serde::{Deserialize, Serialize};
use table::Compass;

use crate::event::{Delivery, Who};
use crate::figure::{Figure, FigureId, Grenade, Side, Standing};
use crate::fire::feels_speculation;
use crate::state::State;
use crate::tables::Deviation;

pub(crate) use check::{check, has_fired, may_hide, to_be_tested};
pub use form::{Choice, Fact, FactNeeded};
pub(crate) use list::{is_listed_whole, list};
pub use said::{Aim, Crowd, Deed, Said};
pub(crate) use words::{asks, phrase, question, tell};

/// What bursts, and on whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Burst {
    /// A grenade or mortar round. Rule S-grenade. `grenade`: its type. `delivery`: how it came.
    Grenade { grenade: Grenade, delivery: Delivery },
    /// Speculative fire that tells. Rule S-speculative.
    Speculation,
    /// A round of off-table fire. Rule S-support.
    Round,
    /// A mine. Rule S-mines. `setter`: who set it off and has rolled already.
    Mine { setter: FigureId },
    /// A Claymore. Rule S-claymore.
    Claymore,
}

/// What has to be measured before the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Measuring {
    /// Who is in a burst.
    Struck(Burst),
    /// Which hidden figures are near enough to a listener. Rule S-listen. `listener`: who listens; nobody to those who
    /// may not know. `die`: what he rolled.
    Heard { listener: Option<FigureId>, die: u8 },
    /// Whether an enemy is near enough to hear figures that moved. Rule S-noise. `die`: what was rolled. `within`:
    /// anybody nearer than this hears them, in hundredths of an inch.
    Near { figures: Crowd, pips: u8, die: u8, within: i32 },
    /// Which hidden figures are near enough to an enemy for both to see each other. Rule S-hidden.
    Sighted,
    /// Who is nearest to the carrier of a radio that was removed. Ruling S-R12.
    Heir,
    /// Whether the loser of a close combat has room to be driven back. Ruling S-R29. `loser`: who lost; nobody to those
    /// who may not know.
    Room { loser: Option<FigureId> },
}

/// What is kept beside a real table only.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Beside {
    /// What has to be measured, and who is asked.
    pub measuring: Option<(Side, Measuring)>,
    /// Figures of the side to act whose noise has been tested in this turn.
    pub tested: Crowd,
    /// Whether the acting figure has just moved, so that it may have met a mine or driven over somebody.
    pub moved: bool,
    /// Whether it has met a mine there: it meets no other on the same move.
    pub mined: bool,
    /// Carriers of each side who are gone while their radios lie there whole: in their turn the side says who has each. Ruling S-R12.
    pub heirless: [Vec<FigureId>; 2],
    /// Whether it has been asked, since the last phase was spent, who hidden is near enough to be seen.
    pub looked: bool,
}

impl State {
    /// Whether a figure can take up a side's radio.
    pub(crate) fn may_carry(&self, side: Side, id: FigureId) -> bool {
        self.figure(id).is_some_and(|f| f.side == side && !f.vehicle && f.in_play())
    }

    /// Whether the game is played beside a real table. Rule S-companion.
    pub fn is_beside(&self) -> bool {
        self.setting().beside
    }

    /// What is kept beside a real table; empty on the computer's.
    pub fn beside(&self) -> &Beside {
        &self.beside
    }

    /// Figures on the table that a side can say something about when it is asked: the side to act about its own and those
    /// it knows of, the other one about what it alone knows. Who is heard or seen either one says of its own alone.
    pub(crate) fn nameable(&self, asked: Side) -> Crowd {
        let up = self.figures().filter(|(_, f)| f.standing == Standing::Up);
        let ours = match self.beside.measuring {
            Some((_, Measuring::Heard { .. })) => {
                return up.filter(|(id, f)| f.side == asked && self.is_to_be_heard(*id)).map(|(id, _)| id).collect();
            }
            Some((_, Measuring::Sighted)) => false,
            _ => asked == self.side(),
        };
        let told = |id: FigureId, side: Side| match (ours, side == asked) {
            (true, true) => true,
            (true, false) => self.is_located(id),
            (false, own) => own && !self.is_located(id),
        };
        let counts = |id: FigureId, figure: &Figure| match self.beside.measuring {
            // The figure that set it off has rolled already.
            Some((_, Measuring::Struck(Burst::Mine { setter }))) => id != setter,
            // Ruling S-R24.
            Some((_, Measuring::Struck(Burst::Speculation))) => {
                feels_speculation(figure) || self.setting().rulings.before(11)
            }
            _ => true,
        };
        up.filter(|(id, f)| told(*id, f.side) && counts(*id, f)).map(|(id, _)| id).collect()
    }
}

/// What happens beside a real table. Where, the players see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Seen {
    /// A figure moved.
    Went { figure: Who, pace: crate::event::Pace },
    /// A figure turned.
    Faced { figure: Who },
    /// Speculative fire.
    Sprayed { figure: Who, die: u8, effective: bool },
    /// A grenade, rocket or round is on its way.
    Sent { figure: Who, grenade: Grenade, delivery: Delivery },
    /// How far off its point it lands, in hundredths of an inch.
    Strayed { die: u8, deviation: Option<Deviation>, by: i32 },
    /// Off-table fire is called for.
    Called { side: Side },
    /// A round of it comes down.
    Round { side: Side, die: u8, deviation: Option<Deviation>, by: i32 },
    /// A spotting round drifts from where it was aimed at.
    Drifted { side: Side, way: Compass, by: i32 },
    /// The fire is corrected from where the smoke lies, in inches.
    Corrected { side: Side, over: i8, right: i8 },
    /// A mine went off.
    MineWentOff { figure: Who },
    /// A Claymore was placed.
    ClaymorePlaced { figure: Who, number: u8 },
    /// A Claymore was fired.
    ClaymoreFired {
        figure: Who,
        /// Its number; none to those who do not know how many there are.
        number: Option<u8>,
    },
    /// The loser of a close combat goes back an inch.
    FellBack { figure: Who },
    /// Out of a vehicle.
    GotOut { figure: Who, vehicle: Who },
    /// A hidden figure is near enough to be seen.
    CameIntoSight { figure: Who },
    /// The carrier of a radio was removed, and the radio is whole.
    RadioWhole { figure: Who, die: u8 },
    /// Somebody takes it.
    RadioTaken { figure: Who },
}

/// Whether `side` notices what happens. `noticed` says so of a figure, `own` whether it is one of its own.
pub(crate) fn notices(seen: &Seen, side: Side, own: &dyn Fn(&Who) -> bool, noticed: &dyn Fn(&Who) -> bool) -> bool {
    match seen {
        Seen::ClaymorePlaced { figure, .. } | Seen::RadioWhole { figure, .. } | Seen::RadioTaken { figure } => {
            own(figure)
        }
        Seen::Called { side: caller } | Seen::Corrected { side: caller, .. } => *caller == side,
        Seen::Went { figure, .. }
        | Seen::Faced { figure }
        | Seen::Sprayed { figure, .. }
        | Seen::Sent { figure, .. }
        | Seen::MineWentOff { figure }
        | Seen::ClaymoreFired { figure, .. }
        | Seen::FellBack { figure }
        | Seen::GotOut { figure, .. }
        | Seen::CameIntoSight { figure } => noticed(figure),
        Seen::Strayed { .. } | Seen::Round { .. } | Seen::Drifted { .. } => true,
    }
}
