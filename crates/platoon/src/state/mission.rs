//! Support that was asked for, and where it falls.

use serde::{Deserialize, Serialize};
use table::{Compass, Point};

use crate::command::FlightPath;
use crate::state::{Phase, Trap};
use crate::troops::{Side, SquadId};

/// What support is on its way. Rules P-artillery, P-mortar and P-air.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Support {
    /// 105mm howitzers.
    Howitzer105,
    /// 155mm howitzers.
    Howitzer155,
    /// Mortars behind the table.
    Mortar,
    /// An airstrike.
    Air,
}

impl Support {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Howitzer105, Self::Howitzer155, Self::Mortar, Self::Air];

    /// Whether who asks for it says how its template lies: that of howitzers. Ruling P-R30.
    pub const fn lies_either_way(self) -> bool {
        matches!(self, Self::Howitzer105 | Self::Howitzer155)
    }

    /// As in running text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Howitzer105 => "105mm artillery",
            Self::Howitzer155 => "155mm artillery",
            Self::Mortar => "mortars",
            Self::Air => "air support",
        }
    }
}

/// How the template lies. Ruling P-R30.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Pattern {
    /// Its long side across the line of fire.
    Box,
    /// Its long side along it.
    Sheaf,
}

/// A fire mission that was granted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mission {
    /// Who asked; nobody to those who may not know.
    pub squad: Option<SquadId>,
    pub side: Side,
    pub support: Support,
    /// Where it is to come down.
    pub target: Point,
    /// How the template lies.
    pub pattern: Pattern,
    /// The turn of its first salvo.
    pub due: u8,
    /// Salvos or attacks left.
    pub left: u8,
    /// Dice of deviation. Ruling P-R29.
    pub dice: u8,
    /// Whether it has come, and so counts.
    pub arrived: bool,
    /// The turn of its last salvo; 0 before the first.
    pub fired: u8,
    /// An airstrike's way, if it was drawn. Rule P-air.
    pub path: Option<FlightPath>,
    /// Whether the aircraft is a helicopter gunship, once it has come.
    pub gunship: bool,
}

impl Mission {
    /// Whether it is an aircraft over the table that has not attacked this turn. Rule P-air.
    pub(crate) fn may_attack(&self, turn: u8) -> bool {
        self.support == Support::Air && self.arrived && self.fired < turn
    }
}

/// An aircraft on its way to its target: the enemy may fire at it. Rule P-air, ruling P-R26.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attack {
    /// The squad that asked for it; nobody to those who may not know.
    pub squad: Option<SquadId>,
    pub side: Side,
    /// Whether it is a helicopter gunship.
    pub gunship: bool,
    pub target: Point,
    pub path: FlightPath,
    /// The phase that goes on afterwards.
    pub then: Phase,
}

/// Beside a real table: what reaches somebody, until the players say whom. Rule P-companion.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FallOfShot {
    pub side: Side,
    pub what: Reaches,
    /// The phase that goes on afterwards.
    pub then: Phase,
}

/// What reaches figures on a real table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reaches {
    /// A salvo or an attack from the air.
    Salvo {
        /// What came down.
        support: Support,
        /// How the template lies.
        pattern: Pattern,
        /// How it missed, and by how many hundredths of an inch; nothing if it is on target.
        drift: Option<(Drift, i32)>,
        /// The squad that a mortar on the table was aimed at, which tests afterwards if it is under fire for the first time.
        /// Ruling P-R34.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        aimed: Option<SquadId>,
    },
    /// The burst of a rocket or shell about a figure, from 1. Rule P-direct. `squad`: whose figure.
    Rocket { squad: SquadId, figure: u8 },
    /// A trap that was set off. Rule P-traps.
    Trap { squad: SquadId, trap: Trap },
    /// The sight of friends who fall, to those within three inches. Rule P-panic. `fallen`: the fallen, each as its
    /// squad and its number from 1. `then`: squads that test afterwards because they are under fire for the first time.
    Fright { fallen: Vec<(SquadId, u8)>, then: Vec<SquadId> },
    /// The end of the game, for casualties that nobody is near. Rule P-victory, ruling P-R64.
    Abandoned,
}

/// Where a salvo or attack falls that is off its target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Drift {
    /// In this direction of the compass.
    To(Compass),
    /// Beyond the target on the aircraft's way.
    Over,
    Left,
    Right,
    /// Short of it.
    Under,
}
