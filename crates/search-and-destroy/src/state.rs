//! The position: small, flat, cheap to clone.

mod counter;
mod markers;

use serde::{Deserialize, Serialize};

use crate::hex::Hex;
use crate::hexset::HexSet;
use crate::scenario::Rulings;
use crate::sight::Eye;
pub use crate::switches::{Switch, Switches};
use crate::units::{Element, Side, UnitId};

pub use counter::{Burden, Course, Pin, Place, Unit};
pub use markers::{Cache, Casualties, Permit, Plot, Position, Probe, Strike, Support};

/// A step of the game-turn. Rule base-4.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Step {
    /// The US player sets up.
    UsSetup,
    /// The NLF player sets up in secret.
    Setup,
    /// A2.
    UsMovement,
    /// A3: probes and searches are named.
    UsSearch,
    /// A3: the Surprise Attack Segment.
    Surprise,
    /// A4: fire.
    UsFire,
    /// A4: close assaults.
    UsAssault,
    /// A5: the next turn's artillery is plotted.
    UsPlot,
    /// B2.
    NlfMovement,
    /// B3: fire.
    NlfFire,
    /// B3: close assaults, and units that hide again.
    NlfAssault,
    Over,
}

impl Step {
    /// Whose step it is.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::UsSetup | Self::UsMovement | Self::UsSearch | Self::UsFire | Self::UsAssault | Self::UsPlot => {
                Some(Side::Us)
            }
            Self::Setup | Self::Surprise | Self::NlfMovement | Self::NlfFire | Self::NlfAssault => Some(Side::Nlf),
            Self::Over => None,
        }
    }

    /// Whose player turn it belongs to.
    pub const fn player_turn(self) -> Option<Side> {
        match self {
            Self::Surprise => Some(Side::Us),
            other => other.side(),
        }
    }
}

/// A close assault under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assault {
    /// Who attacks: each with whether it doubles.
    pub attackers: Vec<(UnitId, bool)>,
    pub target: UnitId,
    /// In the Surprise Attack Segment.
    pub surprise: bool,
}

/// What the rules wait for in the middle of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pending {
    /// Nothing.
    #[default]
    Nothing,
    /// The defender says whether he doubles. Ruling SD-A6.
    Answer(Assault),
    /// The owner says where his unit retreats. Ruling SD-A15. `attackers`: who drove it out.
    Retreat { unit: UnitId, attackers: Vec<UnitId> },
    /// The attacker says who advances. Rule 32.2. `attackers`: who may be chosen.
    Advance { attackers: Vec<UnitId>, to: Hex },
}

/// Points of the game so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    pub us: i32,
    pub nlf: i32,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub(crate) switches: Switches,
    pub(crate) turn: u8,
    pub(crate) turns: u8,
    pub(crate) nlf_first: bool,
    pub(crate) sight: u8,
    pub(crate) par: i16,
    pub(crate) step: Step,
    pub(crate) units: Vec<Unit>,
    #[serde(with = "tabletop::shared")]
    pub(crate) entries: std::sync::Arc<Vec<crate::scenario::Entry>>,
    #[serde(with = "tabletop::shared")]
    pub(crate) lay: std::sync::Arc<crate::lay::Lay>,
    #[serde(with = "tabletop::shared")]
    pub(crate) objectives: std::sync::Arc<Vec<crate::scenario::Objective>>,
    #[serde(with = "tabletop::shared::option")]
    pub(crate) pick_up: Option<std::sync::Arc<crate::scenario::PickUp>>,
    pub(crate) forgo: bool,
    pub(crate) rulings: Rulings,
    pub(crate) positions: Vec<Position>,
    pub(crate) permits: Vec<Permit>,
    pub(crate) traps: Vec<Option<Hex>>,
    pub(crate) caches: Vec<Cache>,
    /// Hexes that the US side has searched for caches.
    pub(crate) searched: HexSet,
    pub(crate) elements: Vec<Element>,
    pub(crate) casualties: Vec<Casualties>,
    pub(crate) assaulted: Vec<UnitId>,
    pub(crate) fired_at: Vec<Hex>,
    pub(crate) split: Vec<UnitId>,
    pub(crate) escaped: Vec<UnitId>,
    pub(crate) overrun: bool,
    /// A unit has hidden in this step: close assaults are over. Rule base-4.1.
    pub(crate) hid: bool,
    pub(crate) probes: Vec<Probe>,
    pub(crate) surprises: Vec<UnitId>,
    pub(crate) pending: Pending,
    pub(crate) score: Score,
    pub(crate) support: Support,
    pub(crate) supplies: Vec<Hex>,
    pub(crate) civilians: Vec<Hex>,
    pub(crate) landings: u8,
    pub(crate) landings_left: u8,
    pub(crate) lost_leaders: Vec<(u8, u8, u8)>,
    pub(crate) appointed: Vec<(u8, u8)>,
    pub(crate) evacuated: u8,
    pub(crate) ledger: Vec<(Side, crate::event::Cause, i32)>,
}

impl State {
    /// The turn, from 1.
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// Whether the NLF player turn comes first in a turn.
    pub fn nlf_first(&self) -> bool {
        self.nlf_first
    }

    /// Whether the scenario pays for more than losses and finds: ground, an edge, somebody brought out.
    pub fn has_objectives(&self) -> bool {
        !self.objectives.is_empty()
    }

    /// How many turns the game has.
    pub fn turns(&self) -> u8 {
        self.turns
    }

    /// The step.
    pub fn step(&self) -> Step {
        self.step
    }

    /// Which parts of the rules are played.
    pub fn switches(&self) -> Switches {
        self.switches
    }

    /// Points so far.
    pub fn score(&self) -> Score {
        self.score
    }

    /// The scenario's par, taken off the difference of points.
    pub fn par(&self) -> i16 {
        self.par
    }

    /// How far anybody sees, in hexes.
    pub fn sight(&self) -> u8 {
        self.sight
    }

    /// A counter; an unknown number is told as `None`.
    pub fn unit(&self, id: UnitId) -> Option<&Unit> {
        self.units.get(id.index())
    }

    /// Every counter with its number.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, &Unit)> {
        (0..).map(UnitId).zip(&self.units)
    }

    /// The counters of a side in a hex.
    pub fn in_hex(&self, hex: Hex, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units().filter(move |(_, u)| u.place == Place::Hex(hex) && u.side() == side)
    }

    /// Whether counters of a side are in a hex. Boats and gunships never are (rules 33.1 and base-4.14), and a heavy weapon
    /// that nobody carries holds nothing.
    pub fn holds(&self, side: Side, hex: Hex) -> bool {
        self.in_hex(hex, side).any(|(_, u)| !u.kind.is_heavy_weapon())
    }

    /// Whether a side knows of an enemy in a hex: it does of all, unless hidden counters are not shown. Rule base-4.7.
    pub fn bars(&self, mover: Side, hex: Hex) -> bool {
        self.in_hex(hex, mover.enemy()).any(|(_, u)| !u.kind.is_heavy_weapon() && self.shows(u))
    }

    /// Whether the other side sees that a counter is there. Rule base-4.7.
    pub fn shows(&self, unit: &Unit) -> bool {
        !(unit.face_down && self.has(Switch::FullyHidden))
    }

    /// Who is aboard a unit, or carried by it.
    pub fn aboard(&self, carrier: UnitId) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units().filter(move |(_, u)| u.place == Place::With(carrier))
    }

    /// What the US player has off the map. Rule base-4.13.
    pub fn support(&self) -> &Support {
        &self.support
    }

    /// Supply markers that helicopters have brought. Rule base-4.12.
    pub fn supplies(&self) -> &[Hex] {
        &self.supplies
    }

    /// Hexes with a marker of civilians. Rule base-4.17.
    pub fn civilians(&self) -> &[Hex] {
        &self.civilians
    }

    /// How many more helicopters may land in this turn; none if the scenario does not limit them. Rule base-4.14.
    pub fn landings_left(&self) -> Option<u8> {
        (self.landings < u8::MAX).then_some(self.landings_left)
    }

    /// How many wounded men have been brought out. Rule base-4.16.
    pub fn evacuated(&self) -> u8 {
        self.evacuated
    }

    /// Improved Positions.
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Where the side that sets up may choose whether its men begin in an Improved Position, and what it has chosen.
    pub fn permits(&self) -> &[Permit] {
        &self.permits
    }

    /// Supply caches.
    pub fn caches(&self) -> &[Cache] {
        &self.caches
    }

    /// Booby traps; `None` are not yet laid.
    pub fn traps(&self) -> &[Option<Hex>] {
        &self.traps
    }

    /// Support elements that are still to be given to a Cadre. Rule 31.1.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// Casualty markers.
    pub fn casualties(&self) -> &[Casualties] {
        &self.casualties
    }

    /// Hexes named in this Search Phase.
    pub fn probes(&self) -> &[Probe] {
        &self.probes
    }

    /// NLF units that may still attack by surprise.
    pub fn surprises(&self) -> &[UnitId] {
        &self.surprises
    }

    /// What is waited for.
    pub fn pending(&self) -> &Pending {
        &self.pending
    }

    /// Whether a hex has an Improved Position.
    pub fn has_position(&self, hex: Hex) -> bool {
        self.positions.iter().any(|p| p.hex == hex)
    }

    pub(crate) fn has(&self, switch: Switch) -> bool {
        self.switches.has(switch)
    }

    /// Whether somebody at one end sees the other, in this light.
    pub(crate) fn sees(&self, map: &crate::map::Map, from: Eye, to: Eye) -> bool {
        map.range(from, to).is_some_and(|range| range <= self.sight) && map.sees(from, to)
    }
}
