//! What a player can decide.

use serde::{Deserialize, Serialize};

use crate::hex::Hex;
use crate::units::{Element, UnitId};

/// How a unit uses its strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
pub struct Shot {
    /// Who.
    pub unit: UnitId,
    /// How.
    pub rate: Rate,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
}
