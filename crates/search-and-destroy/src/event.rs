//! What can happen.

mod parts;

use serde::{Deserialize, Serialize};

use crate::hex::Hex;
use crate::state::Step;
use crate::tables::{CombatResult, VehicleResult};
use crate::units::{Element, Side};

pub use parts::{Absence, Cause, Departure, Modifier, Ordnance, Who};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A game-turn begins.
    TurnBegan {
        /// Its number.
        turn: u8,
    },
    /// A step begins.
    StepBegan {
        /// Which.
        step: Step,
    },
    /// A side has set up.
    SetUp {
        /// Which.
        side: Side,
    },
    /// A counter was placed in the set-up.
    Placed {
        /// Which.
        who: Who,
        /// Where; boats have none.
        at: Option<Hex>,
    },
    /// The owner chose whether an Improved Position is dug at the start.
    Improved {
        /// Where.
        at: Hex,
        /// Whose.
        side: Side,
        /// It is dug.
        dug: bool,
    },
    /// A Cadre was given a support element.
    Assigned {
        /// Which.
        who: Who,
        /// What.
        element: Element,
    },
    /// A booby trap was laid, or a cache hidden.
    Concealed {
        /// A cache.
        cache: bool,
        /// Where.
        at: Hex,
    },
    /// A unit moved.
    Moved {
        /// Who.
        who: Who,
        /// Each hex it entered.
        path: Vec<Hex>,
    },
    /// A boat sailed.
    Sailed {
        /// Which.
        who: Who,
        /// To which river hexside.
        river: u8,
    },
    /// A counter left the map.
    Left {
        /// Who.
        who: Who,
        /// How.
        how: Departure,
    },
    /// A unit began to dig.
    Digs {
        /// Who.
        who: Who,
    },
    /// An Improved Position was finished, or one that was dug unseen is found.
    Dug {
        /// Where.
        at: Hex,
        /// Whose.
        side: Side,
        /// The unit is face down.
        hidden: bool,
    },
    /// A face-down counter was turned up.
    Revealed {
        /// What it is.
        who: Who,
        /// Where.
        at: Hex,
    },
    /// A unit was turned face down.
    Hid {
        /// Who.
        who: Who,
        /// Where.
        at: Hex,
    },
    /// A unit named a hex in the Search Phase.
    Named {
        /// Who.
        who: Who,
        /// Which.
        at: Hex,
    },
    /// A cache was found.
    CacheFound {
        /// Where.
        at: Hex,
    },
    /// A cache was destroyed.
    CacheDestroyed {
        /// Where.
        at: Hex,
    },
    /// A booby trap was disarmed.
    Disarmed {
        /// Where.
        at: Hex,
        /// The die.
        die: u8,
    },
    /// A booby trap went off.
    TrapWentOff {
        /// Where.
        at: Hex,
        /// Against whom.
        who: Who,
        /// The die.
        die: u8,
    },
    /// Units attacked one.
    Attacked {
        /// Who.
        by: Vec<Who>,
        /// Whom.
        target: Who,
        /// In close assault.
        close: bool,
        /// The column of the table, as in [`crate::tables::ODDS`].
        column: usize,
        /// The die.
        die: u8,
        /// What changed it.
        modifiers: Vec<Modifier>,
        /// The cell.
        result: CombatResult,
    },
    /// The defender of a close assault doubled, or not.
    Answered {
        /// Who.
        who: Who,
        /// Whether.
        double: bool,
    },
    /// The defender of a close assault doubled, and the odds are too low for an attack. Ruling SD-A4.
    CameToNothing {
        /// Who attacked.
        by: Vec<Who>,
        /// Whom.
        target: Who,
    },
    /// An RPG-7 or Recoilless Rifle was fired.
    FiredAntitank {
        /// Who.
        who: Who,
        /// At whom.
        target: Who,
        /// A Recoilless Rifle.
        recoilless: bool,
        /// The die.
        die: u8,
        /// What was added.
        modifier: u8,
        /// What came of it.
        result: VehicleResult,
    },
    /// A unit is pinned.
    Pinned {
        /// Who.
        who: Who,
    },
    /// A unit is no longer pinned.
    Recovered {
        /// Who.
        who: Who,
    },
    /// A unit took casualties.
    Casualties {
        /// Who.
        who: Who,
        /// Killed.
        killed: u8,
        /// Wounded.
        wounded: u8,
    },
    /// Points were scored against a boat.
    Tallied {
        /// Which.
        who: Who,
        /// How many in all.
        tally: u16,
    },
    /// A side scored.
    Scored {
        /// Which.
        side: Side,
        /// How much.
        points: i32,
        /// Why.
        cause: Cause,
    },
    /// A unit has to retreat.
    Retreated {
        /// Who.
        who: Who,
        /// Where.
        to: Hex,
    },
    /// A unit entered the vacated hex.
    Advanced {
        /// Who.
        who: Who,
        /// Where.
        to: Hex,
    },
    /// A unit is out of leadership or command, or back in it.
    Control {
        /// Who.
        who: Who,
        /// Whether it is under control.
        controlled: bool,
    },
    /// A leader lost his hold for this turn.
    LeadershipLost {
        /// Who.
        who: Who,
    },
    /// A Platoon Leader was tried because his commander is not there for him. Rule base-4.8.
    WithoutCommander {
        /// His company.
        company: u8,
        /// His platoon.
        platoon: u8,
        /// What keeps the commander from him.
        absence: Absence,
        /// The die; on a one his platoon is without him.
        die: u8,
        /// He keeps his hold.
        holds: bool,
    },
    /// A unit took new ammunition.
    Resupplied {
        /// Who.
        who: Who,
    },
    /// A sniper may have been seen when he fired.
    SniperFired {
        /// Who.
        who: Who,
        /// The die; a 6 gives him away.
        die: u8,
    },
    /// A vehicle or boat stopped for good.
    Immobilized {
        /// Which.
        who: Who,
    },
    /// A hex of preplanned fire was written down.
    Registered {
        /// Where.
        at: Hex,
    },
    /// The NLF player gave something up for a better par.
    Forwent {
        /// How much the par rises.
        par: i16,
    },
    /// An observer plotted artillery or called an air strike.
    Called {
        /// Who.
        who: Who,
        /// What.
        ordnance: Ordnance,
        /// Where.
        at: Hex,
    },
    /// Shells or bombs came down.
    CameDown {
        /// What.
        ordnance: Ordnance,
        /// Where they were meant to.
        aim: Hex,
        /// Where they did; none off the map.
        at: Option<Hex>,
        /// The die for accuracy; none if nothing was rolled.
        die: Option<u8>,
    },
    /// A hex was hit by shells or bombs.
    Shelled {
        /// What.
        ordnance: Ordnance,
        /// Which.
        at: Hex,
        /// The column of the table, as in [`crate::tables::ODDS`].
        column: usize,
        /// The die.
        die: u8,
        /// What changed it.
        modifiers: Vec<Modifier>,
        /// The cell.
        result: CombatResult,
    },
    /// A helicopter came in, with these aboard.
    CameIn {
        /// Which.
        who: Who,
        /// Whom it brings.
        passengers: Vec<Who>,
        /// With a supply marker.
        supply: bool,
        /// Where.
        at: Hex,
    },
    /// A helicopter found the enemy where it was to land, and turned away.
    WavedOff {
        /// Which.
        who: Who,
        /// Where.
        at: Hex,
    },
    /// A helicopter left.
    LiftedOff {
        /// Which.
        who: Who,
    },
    /// A unit got in.
    Mounted {
        /// Who.
        who: Who,
        /// Into what.
        carrier: Who,
    },
    /// A unit got out.
    Dismounted {
        /// Who.
        who: Who,
        /// Where.
        at: Hex,
    },
    /// A unit took up casualty markers, or laid them down.
    Carried {
        /// Who.
        who: Who,
        /// Killed.
        killed: u8,
        /// Wounded.
        wounded: u8,
        /// It took them up.
        up: bool,
    },
    /// A unit took up a heavy weapon, or set it down.
    Hauled {
        /// Who.
        who: Who,
        /// What.
        weapon: Who,
        /// It took it up.
        up: bool,
    },
    /// Casualties left the map.
    Evacuated {
        /// Killed.
        killed: u8,
        /// Wounded.
        wounded: u8,
    },
    /// A squad tried to take a leader's place.
    Appointed {
        /// Which.
        who: Who,
        /// The die.
        die: u8,
        /// It leads now.
        leads: bool,
    },
    /// Civilians were led away, or hit.
    CiviliansGone {
        /// Where.
        at: Hex,
        /// They were hit.
        hit: bool,
    },
    /// A unit ran into a hidden counter and stopped before it. Rule base-4.7.
    Contact {
        /// Who.
        who: Who,
        /// Where the counter is.
        at: Hex,
    },
    /// The game is over.
    Ended,
}

impl Event {
    /// The dice it speaks of, as they fell.
    pub fn dice(&self) -> Vec<u8> {
        match self {
            Self::CameDown { die, .. } => die.iter().copied().collect(),
            Self::Disarmed { die, .. }
            | Self::TrapWentOff { die, .. }
            | Self::Attacked { die, .. }
            | Self::FiredAntitank { die, .. }
            | Self::WithoutCommander { die, .. }
            | Self::SniperFired { die, .. }
            | Self::Shelled { die, .. }
            | Self::Appointed { die, .. } => vec![*die],
            _ => Vec::new(),
        }
    }
}
