//! What happens. Events carry names, so that each can be told by itself.

use serde::{Deserialize, Serialize};
use table::{Heading, Point};

use crate::companion::Seen;
use crate::figure::{FigureId, Grenade, Side, Weapon, Work};
use crate::state::Lies;
use crate::tables::Deviation;

/// A figure and its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Who {
    pub id: FigureId,
    pub name: String,
}

/// What a KIA check comes to. Rulings S-R02 and S-R14.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    Stays,
    Removed,
    /// A vehicle's first kill.
    Immobilised,
    /// A vehicle's second kill.
    Exploded,
}

/// What gave a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// Aimed fire.
    Fire(Weapon),
    Speculation,
    /// A grenade or mortar round.
    Grenade(Grenade),
    /// An RPG, or a mortar round, on a vehicle.
    Rocket,
    /// A mine that went off.
    Mine,
    Claymore,
    /// Off-table fire.
    Support,
    /// A vehicle.
    RunOver,
    /// The vehicle it was in exploded.
    Explosion,
    /// A lost close combat.
    CloseCombat,
}

/// How a move was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// On foot.
    Walking,
    /// Tactically.
    Tactical,
    /// A vehicle.
    Driving,
}

/// How a grenade came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Delivery {
    /// By hand.
    Thrown,
    /// From an M79 or M203.
    Launched,
    /// As an RPG's rocket.
    Rocket,
    /// From a mortar.
    Mortar,
}

/// What a close combat comes to. Ruling S-R20.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Bout {
    /// Nothing.
    Tie,
    /// The attacker drives the defender back.
    AttackerWins,
    /// The defender drives the attacker back.
    DefenderWins,
    /// The attacker kills the defender.
    AttackerKills,
    /// The defender kills the attacker.
    DefenderKills,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A side's turn begins.
    TurnBegan { turn: u8, side: Side },
    /// A KIA check; without a die where there is nothing to roll for. `secret`: whether the enemy did not know of the figure.
    Checked {
        figure: Who,
        counters: u8,
        die: Option<u8>,
        fate: Fate,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        secret: bool,
    },
    /// The carrier of a radio was removed: it is lost with him, or goes to somebody else.
    Radio { figure: Who, die: u8, to: Option<Who> },
    /// A figure moved.
    Moved { figure: Who, from: Point, to: Point, pace: Pace },
    /// A figure turned.
    Turned { figure: Who, facing: Heading },
    /// A phase of preparation.
    Prepared { figure: Who, work: Work, done: u8, of: u8 },
    /// A mortar is set up, or taken down.
    MortarReady { figure: Who, ready: bool },
    /// A phase of fire.
    Fired { figure: Who, weapon: Weapon, die: u8, suppresses: bool },
    /// Counters.
    Suppressed { figure: Who, counters: u8, now: u8, cause: Cause },
    /// Speculative fire, by weapon or grenade.
    Sprayed { figure: Who, at: Point, die: u8, effective: bool },
    /// Somebody listened.
    Listened { figure: Who, die: u8, heard: Vec<Who> },
    /// The noise of a group was tested. `against` is what the die had to reach at most.
    Noise { figures: Vec<Who>, pips: u8, against: Option<u8>, die: u8, heard: bool },
    /// A grenade, rocket or round is on its way.
    Sent { figure: Who, grenade: Grenade, aim: Point, delivery: Delivery },
    /// Where it came down.
    Landed { at: Point, die: u8, deviation: Option<Deviation> },
    /// It bursts.
    Burst { grenade: Grenade, at: Point },
    /// Smoke.
    SmokeRose { lies: Lies, radius: i32 },
    /// Smoke has gone.
    SmokeGone { lies: Lies },
    /// An RPG at a vehicle.
    RocketFired { figure: Who, target: Who, die: u8, hits: bool },
    /// A fragmentation round beside a vehicle.
    VehicleStruck { target: Who, die: u8, hits: bool },
    /// Off-table fire is called for.
    Called { side: Side, at: Point },
    /// A round of it came down.
    Round { side: Side, at: Point, die: u8, deviation: Option<Deviation> },
    /// A smoke round came down.
    SpottingRound { side: Side, aim: Point, at: Point },
    /// A mine went off.
    MineWentOff { figure: Who, at: Point },
    /// A Claymore was placed.
    ClaymorePlaced { figure: Who, at: Point },
    /// A Claymore was fired.
    ClaymoreFired { figure: Who, at: Point },
    /// Close combat: dice less counters.
    Fought { attacker: Who, defender: Who, dice: (u8, u8), scores: (u8, u8), bout: Bout },
    /// The loser goes back.
    FellBack { figure: Who, to: Point },
    /// Killed outright.
    Killed { figure: Who },
    /// Into a vehicle.
    Mounted { figure: Who, vehicle: Who },
    /// Out of it.
    Dismounted { figure: Who, vehicle: Who, to: Point },
    /// Somebody was run over.
    RunOver { vehicle: Who, figure: Who },
    /// Two dice for spotting.
    Spotted { figure: Who, target: Who, dice: (u8, u8), spotted: bool },
    /// Hidden figures came near enough to be seen.
    CameIntoSight { figure: Who, at: Point },
    /// Somebody left the table.
    LeftTable { figure: Who },
    /// A counter was taken away at the end of the turn.
    Recovered { figure: Who, now: u8 },
    /// Beside a real table: what the players then see on it.
    Beside(Seen),
    /// The game is over.
    Ended { why: End },
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The last turn is over.
    LastTurn,
    NobodyLeft(Side),
}

impl Event {
    /// The dice it speaks of, as they fell.
    pub fn dice(&self) -> Vec<u8> {
        match self {
            Self::Checked { die, .. } => die.iter().copied().collect(),
            Self::Radio { die, .. }
            | Self::Fired { die, .. }
            | Self::Sprayed { die, .. }
            | Self::Listened { die, .. }
            | Self::Noise { die, .. }
            | Self::Landed { die, .. }
            | Self::RocketFired { die, .. }
            | Self::VehicleStruck { die, .. }
            | Self::Round { die, .. } => vec![*die],
            Self::Fought { dice: (first, second), .. } | Self::Spotted { dice: (first, second), .. } => {
                vec![*first, *second]
            }
            _ => Vec::new(),
        }
    }
}
