//! What a player may decide. Each command is complete in itself.

use serde::{Deserialize, Serialize};
use table::{Heading, Point};

use crate::companion::Said;
use crate::figure::{FigureId, Grenade, Weapon, Work};

/// What an RPG is fired at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum RocketAim {
    /// An M113.
    Vehicle(FigureId),
    Ground(Point),
}

/// A player's decision. Points are in hundredths of an inch; facings are in lowest terms, such as `(dx: 1, dy: -1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Command {
    /// Support: nothing more, go on to the figures. Figures: the turn is over. Ruling S-R01.
    Done,
    /// The first round of this turn's off-table fire. Rule S-support. `at`: the target point.
    CallFire { at: Point },
    /// The next round, from where the last one landed. Rule S-support.
    NextRound,
    /// A smoke round to range in with. Ruling S-R11. `at`: where it should land.
    SpottingRound { at: Point },
    /// The first round, corrected by guess from where the smoke landed on an earlier turn. Ruling S-R11. `over`: inches
    /// beyond it, seen from the own edge; negative is short. `right`: inches to its right; negative is left.
    Correct { over: i8, right: i8 },
    /// A phase's move, with a turn at its end. A vehicle drives. Rule S-turn. `facing`: where it looks then.
    Move { figure: FigureId, to: Point, facing: Heading },
    /// A turn on the spot. Rule S-turn. `facing`: where it looks then.
    Turn { figure: FigureId, facing: Heading },
    /// A phase of something that takes several, but not the last one. Ruling S-R08.
    Prepare { figure: FigureId, work: Work },
    /// The last phase of a tactical move. Rule S-tactical. `facing`: where it looks then.
    Sneak { figure: FigureId, to: Point, facing: Heading },
    /// A phase of fire. Rule S-fire.
    Fire {
        figure: FigureId,
        weapon: Weapon,
        /// Who takes the counters of a successful die, ruling S-R04. Beside a real table nobody: that is said after the die, as it
        /// is in games of earlier rulings.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<FigureId>,
    },
    /// The counter of a successful die goes to this figure. Ruling S-R04.
    Suppress { target: FigureId },
    /// Fire at a place where nobody has been identified. Rule S-speculative.
    Spray { figure: FigureId, weapon: Weapon, at: Point },
    /// Listens. Rule S-listen.
    Listen { figure: FigureId },
    /// The last phase of throwing a grenade. Rule S-grenade. `grenade`: of which type.
    Throw { figure: FigureId, grenade: Grenade, at: Point },
    /// The last phase of firing an M79 or M203. Rule S-grenade. `grenade`: of which type.
    Launch { figure: FigureId, grenade: Grenade, at: Point },
    /// The last phase of firing an RPG. Ruling S-R15.
    Rocket { figure: FigureId, aim: RocketAim },
    /// A mortar's round, which takes the whole turn. Rule S-mortar. `figure`: the gunner. `grenade`: of which type.
    Shell { figure: FigureId, grenade: Grenade, at: Point },
    /// The last phase of setting a mortar up or taking it down. Ruling S-R17. `figure`: the gunner.
    Finish { figure: FigureId },
    /// The last phase of placing a Claymore. Rule S-claymore. `facing`: where it points.
    PlaceClaymore { figure: FigureId, at: Point, facing: Heading },
    /// Fires a Claymore. Rule S-claymore.
    FireClaymore { figure: FigureId, number: u8 },
    /// Close combat. Ruling S-R20.
    Fight { figure: FigureId, target: FigureId },
    /// Gets into a vehicle. Rule S-apc.
    Mount { figure: FigureId, vehicle: FigureId },
    /// Gets out of it. Rule S-apc. `facing`: where it looks then.
    Dismount { figure: FigureId, to: Point, facing: Heading },
    /// Looks for a hidden figure that stands on the table. Costs no phase. Rule S-hidden, alternate rules.
    Spot { figure: FigureId, target: FigureId },
    /// Leaves the table by an edge that its side is to leave by. Scenario.
    Leave { figure: FigureId },
    /// Beside a real table: what was done there and measured. Rule S-companion.
    Beside(Said),
}

impl Command {
    /// The figure that acts, if one does.
    pub const fn figure(&self) -> Option<FigureId> {
        match *self {
            Self::Done
            | Self::CallFire { .. }
            | Self::NextRound
            | Self::SpottingRound { .. }
            | Self::Correct { .. }
            | Self::Suppress { .. } => None,
            Self::Move { figure, .. }
            | Self::Turn { figure, .. }
            | Self::Prepare { figure, .. }
            | Self::Sneak { figure, .. }
            | Self::Fire { figure, .. }
            | Self::Spray { figure, .. }
            | Self::Listen { figure }
            | Self::Throw { figure, .. }
            | Self::Launch { figure, .. }
            | Self::Rocket { figure, .. }
            | Self::Shell { figure, .. }
            | Self::Finish { figure }
            | Self::PlaceClaymore { figure, .. }
            | Self::FireClaymore { figure, .. }
            | Self::Fight { figure, .. }
            | Self::Mount { figure, .. }
            | Self::Dismount { figure, .. }
            | Self::Spot { figure, .. }
            | Self::Leave { figure } => Some(figure),
            Self::Beside(said) => said.figure(),
        }
    }
}
