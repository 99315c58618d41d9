//! What the players say beside a real table. Rule S-companion.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use table::Walk;

use crate::event::Delivery;
use crate::facts::Facts;
use crate::figure::{FigureId, Grenade, Weapon};
use crate::state::State;

/// A set of figures. In files a list of their numbers: `[3, 5]`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Crowd(u128);

impl Crowd {
    /// Whether a figure is in it.
    pub const fn has(self, id: FigureId) -> bool {
        id.0 < 128 && self.0 & (1 << id.0) != 0
    }

    /// With a figure that is not in it, without one that is.
    #[must_use]
    pub(crate) const fn toggled(self, id: FigureId) -> Self {
        if id.0 < 128 { Self(self.0 ^ (1 << id.0)) } else { self }
    }

    /// Its figures, by number.
    pub fn each(self) -> impl Iterator<Item = FigureId> {
        (0..128).map(FigureId).filter(move |id| self.has(*id))
    }

    /// Whether nobody is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those of either.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Those that are not in the other.
    #[must_use]
    pub(crate) const fn except(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl FromIterator<FigureId> for Crowd {
    fn from_iter<I: IntoIterator<Item = FigureId>>(figures: I) -> Self {
        figures.into_iter().fold(Self::default(), |crowd, id| if crowd.has(id) { crowd } else { crowd.toggled(id) })
    }
}

impl Serialize for Crowd {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.each())
    }
}

impl<'de> Deserialize<'de> for Crowd {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let figures = Vec::<FigureId>::deserialize(deserializer)?;
        if figures.iter().any(|id| id.0 >= 128) {
            return Err(serde::de::Error::custom("No figure has a number above 127."));
        }
        Ok(figures.into_iter().collect())
    }
}

/// What was measured for a point that is fired at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aim {
    /// The distance in hundredths of an inch.
    pub range: i32,
    /// Whether it lies in the arc. Ruling S-R05.
    pub in_arc: bool,
    /// Whether it is seen.
    pub clear: bool,
    /// Whether an enemy who is known is within three inches of it: if not, it is speculation. Rule S-speculative.
    pub identified: bool,
    /// How far it is from where a mortar was aimed last, in hundredths of an inch. Ruling S-R18.
    pub shift: i32,
    /// Whether a mortar's second man is near enough; said of mortars alone. Ruling S-R39.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mate: Option<bool>,
}

/// What a figure does that hangs on one distance. Ruling S-R42.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Deed {
    /// Gets into this vehicle, which is near enough. Rule S-apc.
    Mount(FigureId),
    /// Fires the Claymore of this number, whose wire reaches. Rule S-claymore.
    FireClaymore(u8),
    /// Fights this figure, which it touches. Rule S-close-combat.
    Fight(FigureId),
    /// Finishes setting its mortar up or taking it down, with a second man beside it. Ruling S-R39.
    Finish,
    /// Leaves by an edge of its side, over which a phase's move carries it. Ruling S-R31.
    Leave,
}

/// What is said beside a real table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Said {
    /// A phase's move or drive, or the last phase of a tactical move. Rules S-turn and S-tactical. `way`: what its way
    /// met. `tactical`: whether it moves tactically.
    Go { figure: FigureId, way: Walk, tactical: bool },
    /// A turn on the spot. Rule S-turn.
    Face { figure: FigureId },
    /// A mine was recorded where the acting figure has just come. Rule S-mines.
    SetOff { figure: FigureId },
    /// The vehicle that has just driven went over somebody. Ruling S-R16. `figure`: who was under it.
    Over { vehicle: FigureId, figure: FigureId },
    /// The counter of a successful die goes to this figure. Ruling S-R04. `facts`: what was measured.
    Mark { target: FigureId, facts: Facts },
    /// There is nobody whom the counter could go to.
    Spare,
    /// Fire at a place where nobody has been identified. Rule S-speculative. `aim`: what was measured.
    Spray { figure: FigureId, weapon: Weapon, aim: Aim },
    /// The last phase of throwing, launching or firing a grenade, rocket or mortar round at a point. Rule S-grenade.
    /// `grenade`: of which type; a rocket's is fragmentation. `aim`: what was measured.
    Send { figure: FigureId, delivery: Delivery, grenade: Grenade, aim: Aim },
    /// The last phase of firing an RPG at a vehicle. Ruling S-R15. `target`: the vehicle. `facts`: what was measured.
    Rocket { figure: FigureId, target: FigureId, facts: Facts },
    /// Looks for a hidden figure that stands on the table. Rule S-hidden, alternate rules. `facts`: what was measured.
    Seek { figure: FigureId, target: FigureId, facts: Facts },
    /// A hidden figure of the side to act, or one that stands on the table, is near enough to an enemy to be seen. Rule
    /// S-hidden.
    Show { figure: FigureId },
    /// The last phase of placing a Claymore. Rule S-claymore.
    Plant { figure: FigureId },
    /// Gets out of a vehicle. Rule S-apc.
    GetOut { figure: FigureId },
    /// The first round of this turn's off-table fire, at a point that was shown. Rule S-support.
    CallFire,
    /// A smoke round to range in with, at a point that was shown. Ruling S-R11.
    SpottingRound,
    /// These figures moved within six inches of each other. The figures have done for this turn. Rule S-noise.
    Noise { figures: Crowd },
    /// The answer to who is in a burst. `inner`: those in the inner band, or in the only one. `outer`: those in the
    /// outer band. `covered`: those of them behind cover that the burst is not beyond; for off-table fire behind hard
    /// cover.
    Struck { inner: Crowd, outer: Crowd, covered: Crowd },
    /// The answer to which hidden figures a listener hears. `figures`: those within the distance that was told.
    Heard { figures: Crowd },
    /// The answer to whether somebody is near enough to hear. `near`: whether somebody is.
    Near { near: bool },
    /// Listens, after somebody of the own side has fired. Rule S-listen, ruling S-R23. `spoilt`: whether one of the own
    /// side has fired within ten inches of him in this turn.
    Hark { figure: FigureId, spoilt: bool },
    /// Asks the other side whether one of its hidden figures is near enough to be seen. Nobody is named. Rule S-hidden.
    LookOut,
    /// The answer to which hidden figures are near enough to be seen.
    Sighted { figures: Crowd },
    /// The answer to who is nearest to a radio without a carrier: it is his. Ruling S-R12.
    Heir { figure: FigureId },
    /// Does what hangs on a distance. Ruling S-R42. `near`: whether the distance allows it.
    Try { figure: FigureId, deed: Deed, near: bool },
    /// The answer to whether there is room for the loser of a close combat to be driven back. Ruling S-R29.
    Room { room: bool },
}

impl Said {
    /// The figure that acts, if one does.
    pub const fn figure(&self) -> Option<FigureId> {
        match *self {
            Self::Go { figure, .. }
            | Self::Face { figure }
            | Self::SetOff { figure }
            | Self::Over { vehicle: figure, .. }
            | Self::Spray { figure, .. }
            | Self::Send { figure, .. }
            | Self::Rocket { figure, .. }
            | Self::Seek { figure, .. }
            | Self::Plant { figure }
            | Self::Hark { figure, .. }
            | Self::Try { figure, .. }
            | Self::GetOut { figure } => Some(figure),
            Self::Mark { .. }
            | Self::Spare
            | Self::Show { .. }
            | Self::CallFire
            | Self::SpottingRound
            | Self::Noise { .. }
            | Self::Struck { .. }
            | Self::Heard { .. }
            | Self::Near { .. }
            | Self::LookOut
            | Self::Heir { .. }
            | Self::Room { .. }
            | Self::Sighted { .. } => None,
        }
    }

    /// Whether the other side does not hear it said, though it may notice everything that comes of it.
    pub(crate) fn is_private(&self, state: &State) -> bool {
        match self {
            Self::Hark { .. } | Self::Noise { .. } | Self::Heard { .. } | Self::Near { .. } => true,
            // What is answered where somebody hides would tell whether he is named.
            Self::Struck { .. } => super::may_hide(state, state.decides()),
            _ => false,
        }
    }

    /// Whether it answers a question that waits.
    pub(crate) const fn is_answer(&self) -> bool {
        matches!(
            self,
            Self::Struck { .. }
                | Self::Heard { .. }
                | Self::Near { .. }
                | Self::Sighted { .. }
                | Self::Heir { .. }
                | Self::Room { .. }
        )
    }
}
