//! The position: small, flat, cheap to clone.

use serde::{Deserialize, Serialize};

use crate::hex::{Direction, Hex};
use crate::sight::Eye;
pub use crate::switches::{Switch, Switches};
use crate::units::{Element, Kind, Side, UnitId};

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
    /// The game is over.
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

/// Where a counter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Place {
    /// On the map.
    Hex(Hex),
    /// A boat on the river hexside with this number. Ruling SD-A47.
    River(u8),
    /// A gunship above this hex. Rule base-4.14.
    Air(Hex),
    /// Aboard this unit, or carried by it. Rules base-4.14 to base-4.16.
    With(UnitId),
    /// A helicopter that is off the map and can come. Rule base-4.14.
    Base,
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

/// Casualty markers that a unit carries. Rule base-4.16.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Burden {
    /// Killed.
    pub killed: u8,
    /// Wounded.
    pub wounded: u8,
}

impl Burden {
    /// How many markers.
    pub const fn markers(self) -> u8 {
        self.killed + self.wounded
    }
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
    /// Casualty markers it carries. Rule base-4.16.
    pub burden: Burden,
    /// The heavy weapon it carries. Rule base-4.16.
    pub weapon: Option<UnitId>,
    /// It got out of a helicopter in this player turn. Rule base-4.14.
    pub landed: bool,
    /// It moved in its own last player turn. Rule base-4.13.
    pub moved_before: bool,
    /// A helicopter that has landed, lifted off or come in this turn. Rule base-4.14.
    pub flown: bool,
    /// A squad that leads in place of a dead leader. Rule base-4.8.
    pub acting: bool,
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
            burden: Burden { killed: 0, wounded: 0 },
            weapon: None,
            landed: false,
            moved_before: false,
            flown: false,
            acting: false,
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
            Place::Air(hex) => Some(Eye::Air(hex)),
            _ => None,
        }
    }

    /// Whether it carries anything that slows it down. Rules base-4.16 and 32.43.
    pub fn carries(&self) -> bool {
        self.kind.is_personnel() && (self.burden.markers() > 0 || self.weapon.is_some())
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

/// An artillery mission that comes down in the next turn. Rule base-4.13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Plot {
    /// Who plotted it.
    pub by: UnitId,
    /// Where.
    pub at: Hex,
}

/// An air strike that comes down in this turn. Rule base-4.13.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Strike {
    /// Who called it.
    pub by: UnitId,
    /// Where.
    pub at: Hex,
    /// The side on which one of the two hexes beside the target is hit; the other one is opposite.
    pub along: Direction,
}

/// What the US player has off the map. Rule base-4.13.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Support {
    /// Artillery missions left.
    pub missions: u8,
    /// Air strikes left.
    pub strikes: u8,
    /// Hexes of preplanned fire; `None` are not yet written down.
    pub preplanned: Vec<Option<Hex>>,
    /// Missions that come down in the next US Combat Phase.
    pub plots: Vec<Plot>,
    /// Air strikes that come down in this one.
    pub calls: Vec<Strike>,
    /// Target hexes that were hit in the last turn.
    pub hit_before: Vec<Hex>,
    /// Those of this turn.
    pub hit_now: Vec<Hex>,
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
    pub(crate) forgo: bool,
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

    /// How many more helicopters may land in this turn. Rule base-4.14.
    pub fn landings_left(&self) -> u8 {
        self.landings_left
    }

    /// How many wounded men have been brought out. Rule base-4.16.
    pub fn evacuated(&self) -> u8 {
        self.evacuated
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
