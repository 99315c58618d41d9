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
    /// Who.
    pub unit: UnitId,
    /// How.
    pub rate: Rate,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Command {
    /// The player ends the step; in the set-up the rest is placed for him.
    Done,
    /// Set-up: a counter is placed. Rule base-4.7.
    Place {
        /// Which.
        unit: UnitId,
        /// Where.
        at: Hex,
    },
    /// Set-up: a boat is placed. Rule 33.1.
    Moor {
        /// Which.
        unit: UnitId,
        /// On which river hexside.
        river: u8,
    },
    /// Set-up: a support element is given to a Cadre. Rule 31.1.
    Assign {
        /// To whom.
        unit: UnitId,
        /// What.
        element: Element,
    },
    /// Set-up: a booby trap is laid. Rule base-4.17.
    LayTrap {
        /// Where.
        at: Hex,
    },
    /// Set-up: a cache is hidden. Rule base-4.7.
    HideCache {
        /// Where.
        at: Hex,
    },
    /// Set-up: a hex of preplanned fire is written down. Rule base-4.13.
    Register {
        /// Where.
        at: Hex,
    },
    /// Set-up: a platoon, a sniper or a booby trap is given up for a better par. Rule base-4.18.
    Forgo {
        /// The Platoon Cadre of the platoon, or the sniper; none for a trap.
        unit: Option<UnitId>,
    },
    /// Set-up: the Improved Position that the scenario allows in a hex is dug, or it is not. Rule base-4.10.
    Improve {
        /// Where one of the owner's units was set up.
        at: Hex,
        /// Whether it is dug: it is until its owner says otherwise.
        dug: bool,
    },
    /// A unit moves along these hexes; one that comes onto the map begins with the hex it enters. Rule base-4.2.
    Move {
        /// Who.
        unit: UnitId,
        /// Each hex it enters.
        path: Vec<Hex>,
    },
    /// A boat sails. Rule 33.1.
    Sail {
        /// Which.
        unit: UnitId,
        /// To which river hexside.
        river: u8,
    },
    /// A unit leaves the map. Rule base-4.2.
    Leave {
        /// Who.
        unit: UnitId,
    },
    /// A unit goes off the map where its side has no way out, and counts as destroyed. Rule base-4.2.
    Stray {
        /// Who.
        unit: UnitId,
    },
    /// A unit digs for the whole of this player turn. Rule base-4.10.
    Dig {
        /// Who.
        unit: UnitId,
    },
    /// A unit probes an adjacent hex with a face-down counter. Rule base-4.7.
    Probe {
        /// Who.
        unit: UnitId,
        /// Where.
        at: Hex,
    },
    /// A unit searches its own hex or an empty village hex beside it. Rule base-4.7.
    Search {
        /// Who.
        unit: UnitId,
        /// Where.
        at: Hex,
    },
    /// Units fire at one target; they are named in the order of their numbers. Rule base-4.4.
    Fire {
        /// Who fires, and how.
        shots: Vec<Shot>,
        /// At whom.
        target: UnitId,
    },
    /// An RPG-7 or Recoilless Rifle is fired at a vehicle or boat. Rules 31.13 and 33.34.
    Antitank {
        /// Who.
        unit: UnitId,
        /// At whom.
        target: UnitId,
    },
    /// Units close assault one enemy unit; they are named in the order of their numbers. Rule 32.0.
    Assault {
        /// Who attacks, and how.
        shots: Vec<Shot>,
        /// Whom.
        target: UnitId,
    },
    /// The defender of a close assault says whether he doubles his strength. Rule 32.6.
    Answer {
        /// Whether he does.
        double: bool,
    },
    /// The unit that has to retreat goes there. Rule 32.114.
    Retreat {
        /// Where.
        to: Hex,
    },
    /// The attacker that enters the vacated hex. Rule 32.2.
    Advance {
        /// Who.
        unit: UnitId,
    },
    /// A visible NLF unit is turned face down again. Rule base-4.7.
    Hide {
        /// Who.
        unit: UnitId,
    },
    /// An observer plots an artillery mission for the next turn. Rule base-4.13.
    Plot {
        /// Who.
        unit: UnitId,
        /// Where.
        at: Hex,
    },
    /// An observer calls an air strike. Rule base-4.13.
    CallStrike {
        /// Who.
        unit: UnitId,
        /// Where.
        at: Hex,
        /// On which side of the target one of the two hexes beside it is hit; the other one is opposite. N, NE or SE.
        along: Direction,
    },
    /// The battery fires at a hex that was written down before play. Rule base-4.13.
    Preplanned {
        /// Where.
        at: Hex,
    },
    /// A mortar fires. Rule base-4.13.
    Mortar {
        /// Which mortar.
        weapon: UnitId,
        /// Who sees the target.
        observer: UnitId,
        /// Where.
        at: Hex,
    },
    /// A transport helicopter comes in and lands. Rule base-4.14.
    Land {
        /// Which.
        helicopter: UnitId,
        /// Whom it brings, in the order of their numbers.
        passengers: Vec<UnitId>,
        /// It brings a supply marker instead.
        supply: bool,
        /// Where.
        at: Hex,
    },
    /// A gunship comes in over a hex. Rule base-4.14.
    Hover {
        /// Which.
        helicopter: UnitId,
        /// Where.
        at: Hex,
    },
    /// A helicopter that has landed leaves with whatever is aboard. Rule base-4.14.
    LiftOff {
        /// Which.
        helicopter: UnitId,
    },
    /// A unit gets into an M113 or a helicopter. Rules base-4.14 and base-4.15.
    Mount {
        /// Who.
        unit: UnitId,
        /// Into what.
        carrier: UnitId,
    },
    /// A unit gets out. Rules base-4.14 and base-4.15.
    Dismount {
        /// Who.
        unit: UnitId,
        /// Where to.
        at: Hex,
    },
    /// A unit takes up casualty markers of its hex. Rule base-4.16.
    Load {
        /// Who.
        unit: UnitId,
        /// How many killed.
        killed: u8,
        /// How many wounded.
        wounded: u8,
    },
    /// A unit lays down all the casualty markers it carries. Rule base-4.16.
    Unload {
        /// Who.
        unit: UnitId,
    },
    /// A unit takes up a heavy weapon of its hex; in the set-up any one of its company. Rule base-4.16.
    Haul {
        /// Who.
        unit: UnitId,
        /// What.
        weapon: UnitId,
    },
    /// A unit sets down the heavy weapon it carries. Rule base-4.16.
    SetDown {
        /// Who.
        unit: UnitId,
    },
    /// A squad tries to take a dead leader's place. Rule base-4.8.
    Appoint {
        /// Which.
        unit: UnitId,
    },
    /// A squad leads civilians away instead of searching. Rule base-4.17.
    ClearCivilians {
        /// Which.
        unit: UnitId,
        /// From where.
        at: Hex,
    },
}
