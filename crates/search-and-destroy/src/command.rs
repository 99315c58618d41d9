//! What a player can decide.

use serde::{Deserialize, Serialize};

use crate::hex::{Direction, Hex};
use crate::units::{Element, UnitId};

/// How a unit uses its strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Rate {
    /// As it is.
    Normal,
    /// Doubled, for two units of fire. Rules base-4.12 and 32.6.
    Increased,
    /// Half of a boat's strength, the other half for another hex. Rule 33.2.
    Split,
}

/// A unit in an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shot {
    pub unit: UnitId,
    pub rate: Rate,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Command {
    /// The player ends the step; in the set-up the rest is placed for him.
    Done,
    /// Set-up: a counter is placed. Rule base-4.7.
    Place { unit: UnitId, at: Hex },
    /// Set-up: a boat is placed. Rule 33.1. `river`: on which river hexside.
    Moor { unit: UnitId, river: u8 },
    /// Set-up: a support element is given to a Cadre. Rule 31.1.
    Assign { unit: UnitId, element: Element },
    /// Set-up: a booby trap is laid. Rule base-4.17.
    LayTrap { at: Hex },
    /// Set-up: a cache is hidden. Rule base-4.7.
    HideCache { at: Hex },
    /// Set-up: a hex of preplanned fire is written down. Rule base-4.13.
    Register { at: Hex },
    /// Set-up: a platoon, a sniper or a booby trap is given up for a better par. Rule base-4.18. `unit`: the Platoon
    /// Cadre of the platoon, or the sniper; none for a trap.
    Forgo { unit: Option<UnitId> },
    /// Set-up: the Improved Position that the scenario allows in a hex is dug, or it is not. Rule base-4.10. `at`:
    /// where one of the owner's units was set up. `dug`: whether it is dug: it is until its owner says otherwise.
    Improve { at: Hex, dug: bool },
    /// A unit moves along these hexes; one that comes onto the map begins with the hex it enters. Rule base-4.2.
    /// `path`: each hex it enters.
    Move { unit: UnitId, path: Vec<Hex> },
    /// A boat sails. Rule 33.1. `river`: to which river hexside.
    Sail { unit: UnitId, river: u8 },
    /// A unit leaves the map. Rule base-4.2.
    Leave { unit: UnitId },
    /// A unit goes off the map where its side has no way out, and counts as destroyed. Rule base-4.2.
    Stray { unit: UnitId },
    /// A unit digs for the whole of this player turn. Rule base-4.10.
    Dig { unit: UnitId },
    /// A unit probes an adjacent hex with a face-down counter. Rule base-4.7.
    Probe { unit: UnitId, at: Hex },
    /// A unit searches its own hex or an empty village hex beside it. Rule base-4.7.
    Search { unit: UnitId, at: Hex },
    /// Units fire at one target; they are named in the order of their numbers. Rule base-4.4. `shots`: who fires, and
    /// how.
    Fire { shots: Vec<Shot>, target: UnitId },
    /// An RPG-7 or Recoilless Rifle is fired at a vehicle or boat. Rules 31.13 and 33.34.
    Antitank { unit: UnitId, target: UnitId },
    /// Units close assault one enemy unit; they are named in the order of their numbers. Rule 32.0. `shots`: who
    /// attacks, and how.
    Assault { shots: Vec<Shot>, target: UnitId },
    /// The defender of a close assault says whether he doubles his strength. Rule 32.6. `double`: whether he does.
    Answer { double: bool },
    /// The unit that has to retreat goes there. Rule 32.114.
    Retreat { to: Hex },
    /// The attacker that enters the vacated hex. Rule 32.2.
    Advance { unit: UnitId },
    /// A visible NLF unit is turned face down again. Rule base-4.7.
    Hide { unit: UnitId },
    /// An observer plots an artillery mission for the next turn. Rule base-4.13.
    Plot { unit: UnitId, at: Hex },
    /// An observer calls an air strike. Rule base-4.13. `along`: on which side of the target one of the two hexes
    /// beside it is hit; the other one is opposite. N, NE or SE.
    CallStrike { unit: UnitId, at: Hex, along: Direction },
    /// The battery fires at a hex that was written down before play. Rule base-4.13.
    Preplanned { at: Hex },
    /// A mortar fires. Rule base-4.13. `weapon`: which mortar. `observer`: who sees the target.
    Mortar { weapon: UnitId, observer: UnitId, at: Hex },
    /// A transport helicopter comes in and lands. Rule base-4.14. `passengers`: whom it brings, in the order of their
    /// numbers. `supply`: it brings a supply marker instead.
    Land { helicopter: UnitId, passengers: Vec<UnitId>, supply: bool, at: Hex },
    /// A gunship comes in over a hex. Rule base-4.14.
    Hover { helicopter: UnitId, at: Hex },
    /// A helicopter that has landed leaves with whatever is aboard. Rule base-4.14.
    LiftOff { helicopter: UnitId },
    /// A unit gets into an M113 or a helicopter. Rules base-4.14 and base-4.15. `carrier`: into what.
    Mount { unit: UnitId, carrier: UnitId },
    /// A unit gets out. Rules base-4.14 and base-4.15.
    Dismount { unit: UnitId, at: Hex },
    /// A unit takes up casualty markers of its hex. Rule base-4.16.
    Load { unit: UnitId, killed: u8, wounded: u8 },
    /// A unit lays down all the casualty markers it carries. Rule base-4.16.
    Unload { unit: UnitId },
    /// A unit takes up a heavy weapon of its hex; in the set-up any one of its company. Rule base-4.16.
    Haul { unit: UnitId, weapon: UnitId },
    /// A unit sets down the heavy weapon it carries. Rule base-4.16.
    SetDown { unit: UnitId },
    /// A squad tries to take a dead leader's place. Rule base-4.8.
    Appoint { unit: UnitId },
    /// A squad leads civilians away instead of searching. Rule base-4.17. `at`: from where.
    ClearCivilians { unit: UnitId, at: Hex },
}
