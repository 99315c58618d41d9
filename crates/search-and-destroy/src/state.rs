//! The position: small, flat, cheap to clone.

use serde::{Deserialize, Serialize};

use crate::hex::Hex;
use crate::sight::Eye;
use crate::units::{Element, Kind, Side, UnitId};

/// A part of the rules that can be played with or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Switch {
    /// The Company Commander leads [13.2]. Rule base-4.8.
    Leadership,
    /// Platoon Leaders lead too. Rule base-4.8.
    PlatoonLeaders,
    /// NLF command control [15.1]. Rule base-4.9.
    CommandControl,
    /// Improved Positions [16.0]. Rule base-4.10.
    ImprovedPositions,
    /// Fire and Movement [17.0]. Rule base-4.11.
    FireAndMovement,
    /// Increased Fire Rate and Ammunition Supply [19.0]. Rule base-4.12.
    Ammunition,
    /// The Casualty Combat Results Table in place of the Points table.
    Casualties,
    /// Company and Battalion Cadres with support elements [31.0].
    CompanyCadres,
    /// Close assault [32.0].
    CloseAssault,
    /// River Patrol Boats [33.0].
    PatrolBoats,
    /// Points for a unit destroyed in close assault by its size. Ruling SD-A20.
    ScaledDestruction,
}

/// Which switches are on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Switches(pub(crate) u16);

impl Switches {
    /// Whether a part of the rules is played.
    pub const fn has(self, switch: Switch) -> bool {
        self.0 & (1 << switch as u16) != 0
    }

    /// Turns one on.
    pub const fn with(self, switch: Switch) -> Self {
        Self(self.0 | 1 << switch as u16)
    }

    /// Turns one off.
    pub const fn without(self, switch: Switch) -> Self {
        Self(self.0 & !(1 << switch as u16))
    }
}

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
    /// B2.
    NlfMovement,
    /// B3: fire.
    NlfFire,
    /// B3: close assaults, and units that hide again.
    NlfAssault,
    /// The game is over.
    Over,
}

impl Step {
    /// Whose step it is.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::UsSetup | Self::UsMovement | Self::UsSearch | Self::UsFire | Self::UsAssault => Some(Side::Us),
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

/// Where a counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Place {
    /// On the map.
    Hex(Hex),
    /// A boat on the river hexside with this number. Ruling SD-A47.
    River(u8),
    /// Not yet set up, in this entry of the scenario's list.
    Pool(u8),
    /// Still to come by this entry of the scenario's list.
    Reserve(u8),
    /// Left the map by its own edge.
    Exited,
    /// Eliminated, destroyed, or a dummy found out.
    Gone,
}

/// Whether a unit is pinned. Rule base-4.6.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Pin {
    /// It is not.
    #[default]
    No,
    /// Since its own player turn began, or later: it stays so through this turn's recovery.
    Fresh,
    /// Since before its own player turn began: it recovers at the end of it.
    Old,
}

/// A counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Unit {
    /// What it is.
    pub kind: Kind,
    /// Its company, from 1; 0 for none.
    pub company: u8,
    /// Its platoon, from 1; 0 for none.
    pub platoon: u8,
    /// What a Cadre has with it. Rule 31.1.
    pub element: Element,
    /// Whether it still has an RPG-7. Rule base-4.15.
    pub rpg: bool,
    /// Whether it fights without command. Rule base-4.9.
    pub independent: bool,
    /// Where it is.
    pub place: Place,
    /// Whether it lies face down. Rule base-4.7.
    pub face_down: bool,
    /// Whether it is pinned.
    pub pin: Pin,
    /// Casualties it has taken for good. Ruling SD-A24.
    pub losses: u8,
    /// Units of fire left. Rule base-4.12.
    pub ammunition: u8,
    /// Movement Points spent in this player turn.
    pub spent: u8,
    /// What it did in this player turn.
    pub fired: bool,
    /// It close assaulted in this player turn.
    pub assaulted: bool,
    /// It digs in this player turn. Rule base-4.10.
    pub digging: bool,
    /// It named a hex in this Search Phase.
    pub searched: bool,
    /// It is under leadership or command. Rules base-4.8 and base-4.9.
    pub controlled: bool,
    /// A leader that took casualties since the last Command Segment.
    pub shaken: bool,
    /// The other side has seen what the Cadre has with it. Ruling SD-A38.
    pub element_known: bool,
    /// A vehicle or boat that moves no more. Rule 33.34.
    pub immobilized: bool,
    /// Points scored against a boat. Rule 33.31.
    pub tally: u16,
    /// The river hexside a boat began on.
    pub home: Option<u8>,
    /// Which way a boat went in this phase: -1 west, 1 east. Rule 33.1.
    pub course: i8,
}

impl Unit {
    /// A fresh counter.
    pub const fn fresh(kind: Kind, place: Place) -> Self {
        Self {
            kind,
            company: 0,
            platoon: 0,
            element: Element::None,
            rpg: false,
            independent: false,
            place,
            face_down: false,
            pin: Pin::No,
            losses: 0,
            ammunition: 0,
            spent: 0,
            fired: false,
            assaulted: false,
            digging: false,
            searched: false,
            controlled: true,
            shaken: false,
            element_known: false,
            immobilized: false,
            tally: 0,
            home: None,
            course: 0,
        }
    }

    /// Whose it is.
    pub const fn side(&self) -> Side {
        self.kind.side()
    }

    /// The hex it is in.
    pub const fn hex(&self) -> Option<Hex> {
        match self.place {
            Place::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    /// Where it looks from and is seen: none off the map.
    pub const fn eye(&self) -> Option<Eye> {
        match self.place {
            Place::Hex(hex) => Some(Eye::Hex(hex)),
            Place::River(number) => Some(Eye::River(number)),
            _ => None,
        }
    }

    /// Whether it is pinned.
    pub fn is_pinned(&self) -> bool {
        self.pin != Pin::No
    }
}

/// Casualty markers in a hex. Rule base-4.16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Casualties {
    /// Where they lie.
    pub hex: Hex,
    /// Whose men.
    pub side: Side,
    /// Killed.
    pub killed: u8,
    /// Wounded.
    pub wounded: u8,
}

/// An Improved Position. Rule base-4.10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Position {
    /// Where it is.
    pub hex: Hex,
    /// Whether the US player knows of it.
    pub known: bool,
}

/// A supply cache. Rule base-4.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Cache {
    /// Where it is; none while it is not set up.
    pub hex: Option<Hex>,
    /// The turn in which the US found it.
    pub found: Option<u8>,
    /// Units of fire left in it. Rule base-4.12.
    pub supply: u8,
}

/// A hex named in the Search Phase. Rule base-4.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Probe {
    /// Who named it.
    pub unit: UnitId,
    /// What was named.
    pub at: Hex,
}

/// A close assault under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assault {
    /// Who attacks: each with whether it doubles.
    pub attackers: Vec<(UnitId, bool)>,
    /// Whom.
    pub target: UnitId,
    /// In the Surprise Attack Segment.
    pub surprise: bool,
}

/// What the rules wait for in the middle of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub enum Pending {
    /// Nothing.
    #[default]
    Nothing,
    /// The defender says whether he doubles. Ruling SD-A6.
    Answer(Assault),
    /// The owner says where his unit retreats. Ruling SD-A15.
    Retreat {
        /// Which unit.
        unit: UnitId,
        /// Who drove it out.
        attackers: Vec<UnitId>,
    },
    /// The attacker says who advances. Rule 32.2.
    Advance {
        /// Who may be chosen.
        attackers: Vec<UnitId>,
        /// Where to.
        to: Hex,
    },
}

/// Points of the game so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// US points.
    pub us: i32,
    /// NLF points.
    pub nlf: i32,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct State {
    pub(crate) switches: Switches,
    pub(crate) turn: u8,
    pub(crate) turns: u8,
    pub(crate) nlf_first: bool,
    pub(crate) sight: u8,
    pub(crate) par: i16,
    pub(crate) step: Step,
    pub(crate) units: Vec<Unit>,
    #[serde(skip)]
    pub(crate) entries: std::sync::Arc<Vec<crate::scenario::Entry>>,
    #[serde(skip)]
    pub(crate) exits: [Option<std::sync::Arc<crate::region::Region>>; 2],
    #[serde(skip)]
    pub(crate) hiding_places: Option<std::sync::Arc<crate::region::Region>>,
    #[serde(skip)]
    pub(crate) objectives: std::sync::Arc<Vec<crate::scenario::Objective>>,
    pub(crate) positions: Vec<Position>,
    pub(crate) traps: Vec<Option<Hex>>,
    pub(crate) caches: Vec<Cache>,
    pub(crate) elements: Vec<Element>,
    pub(crate) casualties: Vec<Casualties>,
    pub(crate) assaulted: Vec<UnitId>,
    pub(crate) fired_at: Vec<Hex>,
    pub(crate) split: Vec<UnitId>,
    pub(crate) escaped: u8,
    pub(crate) overrun: bool,
    pub(crate) probes: Vec<Probe>,
    pub(crate) surprises: Vec<UnitId>,
    pub(crate) pending: Pending,
    pub(crate) score: Score,
    pub(crate) ledger: Vec<(Side, crate::event::Cause, i32)>,
}

impl State {
    /// The turn, from 1.
    pub fn turn(&self) -> u8 {
        self.turn
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
        self.units.iter().enumerate().map(|(n, unit)| (UnitId(u8::try_from(n).unwrap_or(u8::MAX)), unit))
    }

    /// The counters of a side in a hex.
    pub fn in_hex(&self, hex: Hex, side: Side) -> impl Iterator<Item = (UnitId, &Unit)> {
        self.units().filter(move |(_, u)| u.place == Place::Hex(hex) && u.side() == side)
    }

    /// Whether counters of a side are in a hex. Boats never are (rule 33.1).
    pub fn holds(&self, side: Side, hex: Hex) -> bool {
        self.in_hex(hex, side).next().is_some()
    }

    /// Improved Positions.
    pub fn positions(&self) -> &[Position] {
        &self.positions
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
