//! What a player may decide. Each command is complete in itself.

use serde::{Deserialize, Serialize};

use crate::places::{Gate, Place};
use crate::units::UnitId;

/// A level of heavy weapons. Rule 7.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum HeavyLevel {
    /// −1 to the die, one point of destruction.
    One,
    /// −2 to the die, two points of destruction.
    Two,
}

impl HeavyLevel {
    /// 1 or 2.
    pub const fn number(self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }
}

/// Who stays in a Gate Box that was cleared. Rules 8.1 and 8.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Garrison {
    Nobody,
    /// This unit of the group; it leaves the group.
    Unit(UnitId),
    /// A platoon detached from this unit of the group, which stays in the group. US/ARVN only.
    PlatoonOf(UnitId),
}

/// A player's decision. Lists of units are in ascending order, without repetition.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Command {
    /// Nothing more in this step: go on to the next. Rule 5.0.
    Done,
    /// At set-up: any unit garrisons an empty US/ARVN gate with a platoon (4.1, 8.2, BB-R16). Later: the unit that
    /// stands in the Gate Box leaves a platoon there and steps out to `to` (8.2). `unit`: the unit that gives the
    /// platoon. `to`: where the unit steps out to; at set-up the place it stands in.
    Detach { unit: UnitId, gate: Gate, to: Place },
    /// Recovers a unit from rout, or else turns it from spent to fresh. Rules 10.1 and 10.2.
    Restore { unit: UnitId },
    /// Brings an eliminated unit back to this area: NLF free, PAVN for two points. Rule 10.2. `to`: the area.
    Return { unit: UnitId, to: Place },
    /// Places a spent Gate Tower in an unguarded Gate Box. Rule 8.0.
    Infiltrate {
        gate: Gate,
        /// Where the PAVN/NLF unit in the box, if there is one, steps out to (BB-R17).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        step_out: Option<Place>,
    },
    /// Places a reinforcement. Rule 11.1. `to`: the area.
    Reinforce { unit: UnitId, to: Place },
    /// Withdraws a unit from the map on turn 5. Rule 12.1.
    Exit { unit: UnitId },
    /// Moves a unit as far as it is to go in this segment. Rule 6. `to`: where it ends.
    Move { unit: UnitId, to: Place },
    /// Names an assault group. Rule 7.2. `units`: one to three units of one place.
    FormGroup { units: Vec<UnitId> },
    /// A group assaults an area or a Gate Box. Rule 7.5. `group`: the group's number. `target`: what it assaults.
    /// `heavy_weapons`: whether heavy weapons are called in; their level is chosen after the friendly-fire die. Rule
    /// 7.4.
    Assault { group: u8, target: Place, heavy_weapons: bool },
    /// A group attacks the enemies in its own area. Rule 7.6. `group`: the group's number. `heavy_weapons`: whether
    /// heavy weapons are called in. Rule 7.4.
    CloseCombat { group: u8, heavy_weapons: bool },
    /// Units leave the group; they form a new one or end their phase. Rule 7.2. `group`: the group's number. `units`:
    /// who leaves it. `as_group`: whether they form a group of their own.
    Split { group: u8, units: Vec<UnitId>, as_group: bool },
    /// The group goes through the gate it has just cleared. Rule 8.1. `group`: the group's number. `to`: the area
    /// behind the gate.
    WalkThrough { group: u8, to: Place },
    /// The group is finished for this segment. Rule 7.2. `group`: the group's number.
    Pause { group: u8 },
    /// The level of the heavy weapons that were called in. Rule 7.4.
    ChooseLevel { level: HeavyLevel },
    /// The units that defend in a close combat. Rule 7.6. `units`: one to three units.
    Defend { units: Vec<UnitId> },
    /// This unit takes the next step loss. Rule 2.5.
    TakeLoss { unit: UnitId },
    /// Defensive action: stay. Rule 7.7.
    Hold,
    /// Defensive action: one unit strikes back at one attacker. Rule 7.7. `unit`: the PAVN or NLF unit. `target`: the
    /// unit it strikes.
    Counterattack { unit: UnitId, target: UnitId },
    /// Defensive action: all who must will retreat. Rule 7.7.
    Retreat,
    /// Where one of the retreating units, or a friend beside the fight, goes. Rule 7.7. `to`: where it ends.
    RetreatTo { unit: UnitId, to: Place },
    /// Who stays in the Gate Box that was cleared. Rules 8.1 and 8.2.
    Occupy { garrison: Garrison },
}
