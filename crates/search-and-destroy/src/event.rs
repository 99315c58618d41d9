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
    /// A game-turn begins. `turn`: its number.
    TurnBegan { turn: u8 },
    /// A step begins. `closes`: whether the game has close assaults.
    StepBegan { step: Step, closes: bool },
    /// A side has set up.
    SetUp { side: Side },
    /// A counter was placed in the set-up. `at`: where; boats have none.
    Placed { who: Who, at: Option<Hex> },
    /// The owner chose whether an Improved Position is dug at the start.
    Improved { at: Hex, side: Side, dug: bool },
    /// A Cadre was given a support element.
    Assigned { who: Who, element: Element },
    /// A booby trap was laid, or a cache hidden.
    Concealed { cache: bool, at: Hex },
    /// A unit moved. `path`: each hex it entered.
    Moved { who: Who, path: Vec<Hex> },
    /// A boat sailed. `river`: to which river hexside.
    Sailed { who: Who, river: u8 },
    /// A counter left the map.
    Left { who: Who, how: Departure },
    /// A unit began to dig.
    Digs { who: Who },
    /// An Improved Position was finished, or one that was dug unseen is found. `hidden`: the unit is face down.
    Dug { at: Hex, side: Side, hidden: bool },
    /// A face-down counter was turned up.
    Revealed { who: Who, at: Hex },
    /// A unit was turned face down.
    Hid { who: Who, at: Hex },
    /// A unit named a hex in the Search Phase.
    Named { who: Who, at: Hex },
    /// A cache was found.
    CacheFound { at: Hex },
    /// A cache was destroyed.
    CacheDestroyed { at: Hex },
    /// A booby trap was disarmed.
    Disarmed { at: Hex, die: u8 },
    /// A booby trap went off. `who`: against whom.
    TrapWentOff { at: Hex, who: Who, die: u8 },
    /// Units attacked one.
    Attacked {
        by: Vec<Who>,
        target: Who,
        /// In close assault.
        close: bool,
        /// The column of the table, as in [`crate::tables::ODDS`].
        column: usize,
        die: u8,
        /// What changed it.
        modifiers: Vec<Modifier>,
        /// The cell.
        result: CombatResult,
    },
    /// The defender of a close assault doubled, or not.
    Answered { who: Who, double: bool },
    /// The defender of a close assault doubled, and the odds are too low for an attack. Ruling SD-A4. `by`: who
    /// attacked.
    CameToNothing { by: Vec<Who>, target: Who },
    /// An RPG-7 or Recoilless Rifle was fired. `recoilless`: a Recoilless Rifle. `modifier`: what was added. `result`:
    /// what came of it.
    FiredAntitank { who: Who, target: Who, recoilless: bool, die: u8, modifier: u8, result: VehicleResult },
    /// A unit is pinned.
    Pinned { who: Who },
    /// A unit is no longer pinned.
    Recovered { who: Who },
    /// A unit took casualties.
    Casualties { who: Who, killed: u8, wounded: u8 },
    /// Points were scored against a boat. `tally`: how many in all.
    Tallied { who: Who, tally: u16 },
    /// A side scored.
    Scored { side: Side, points: i32, cause: Cause },
    /// A unit has to retreat.
    Retreated { who: Who, to: Hex },
    /// A unit entered the vacated hex.
    Advanced { who: Who, to: Hex },
    /// A unit is out of leadership or command, or back in it. `controlled`: whether it is under control.
    Control { who: Who, controlled: bool },
    /// A leader lost his hold for this turn.
    LeadershipLost { who: Who },
    /// A Platoon Leader was tried because his commander is not there for him. Rule base-4.8. `absence`: what keeps the
    /// commander from him. `die`: the die; on a one his platoon is without him. `holds`: he keeps his hold.
    WithoutCommander { company: u8, platoon: u8, absence: Absence, die: u8, holds: bool },
    /// A unit took new ammunition.
    Resupplied { who: Who },
    /// A sniper may have been seen when he fired. `die`: the die; a 6 gives him away.
    SniperFired { who: Who, die: u8 },
    /// A vehicle or boat stopped for good.
    Immobilized { who: Who },
    /// A hex of preplanned fire was written down.
    Registered { at: Hex },
    /// The NLF player gave something up for a better par. `par`: how much the par rises.
    Forwent { par: i16 },
    /// An observer plotted artillery or called an air strike.
    Called { who: Who, ordnance: Ordnance, at: Hex },
    /// Shells or bombs came down. `aim`: where they were meant to. `at`: where they did; none off the map. `die`: the
    /// die for accuracy; none if nothing was rolled.
    CameDown { ordnance: Ordnance, aim: Hex, at: Option<Hex>, die: Option<u8> },
    /// A hex was hit by shells or bombs. `column`: the column of the table, as in [`crate::tables::ODDS`]. `modifiers`:
    /// what changed it. `result`: the cell.
    Shelled { ordnance: Ordnance, at: Hex, column: usize, die: u8, modifiers: Vec<Modifier>, result: CombatResult },
    /// A helicopter came in, with these aboard. `passengers`: whom it brings. `supply`: with a supply marker.
    CameIn { who: Who, passengers: Vec<Who>, supply: bool, at: Hex },
    /// A helicopter found the enemy where it was to land, and turned away.
    WavedOff { who: Who, at: Hex },
    /// A helicopter left.
    LiftedOff { who: Who },
    /// A unit got in. `carrier`: into what.
    Mounted { who: Who, carrier: Who },
    /// A unit got out.
    Dismounted { who: Who, at: Hex },
    /// A unit took up casualty markers, or laid them down. `up`: it took them up.
    Carried { who: Who, killed: u8, wounded: u8, up: bool },
    /// A unit took up a heavy weapon, or set it down. `up`: it took it up.
    Hauled { who: Who, weapon: Who, up: bool },
    /// Casualties left the map.
    Evacuated { killed: u8, wounded: u8 },
    /// A squad tried to take a leader's place. `leads`: it leads now.
    Appointed { who: Who, die: u8, leads: bool },
    /// Civilians were led away, or hit. `hit`: they were hit.
    CiviliansGone { at: Hex, hit: bool },
    /// A unit ran into a hidden counter and stopped before it. Rule base-4.7. `at`: where the counter is.
    Contact { who: Who, at: Hex },
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
