//! What happens, one thing at a time: enough for the log, the animation and the odds.

use serde::{Deserialize, Serialize};
use tabletop::Outcome;

use crate::command::HeavyLevel;
use crate::places::{Gate, Place, Zone};
use crate::state::{Condition, Step};
use crate::tables::AssaultResult;
use crate::units::{Side, UnitId};

/// A die roll modifier and the reason for it. Rule 13.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Modifier {
    /// What it is added for.
    pub reason: ModifierReason,
    /// What is added to the die.
    pub value: i8,
}

/// Why a die is modified. Rule 13.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ModifierReason {
    /// The terrain value of the area, inverted for a defender in close combat. Rules 13.0 and 7.6.
    Terrain(Place),
    /// A PAVN/NLF gate whose letter is printed in the area. Rule 8.1.
    EnemyGate(Gate),
    /// A Gate Box assaulted from inside the citadel. Rule 8.1.
    GateFromInside,
    /// A Gate Box assaulted from outside. Rule 8.1.
    GateFromOutside,
    /// An assault over a bridge. Rule 13.0.
    AcrossBridge,
    /// An assault across a gate's border. Rule 13.0.
    AcrossGate(Gate),
    /// Heavy weapons. Rule 7.4.
    HeavyWeapons(HeavyLevel),
}

/// One side's die of a combat, from strength to result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CombatRoll {
    /// Who rolls.
    pub side: Side,
    /// Total strength.
    pub strength: u8,
    /// Column of the table, by its index.
    pub column: usize,
    /// What the die showed.
    pub die: u8,
    /// What was added, item by item.
    pub modifiers: Vec<Modifier>,
    /// Die and modifiers together, before the table's limits.
    pub total: i8,
}

/// Why a unit loses a step; decides what it costs in publicity. Rules 7.4, 7.5, 7.6, 8.1 and 9.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LossCause {
    /// Heavy weapons hit their own side. Rule 7.4.
    FriendlyFire,
    /// A Gate Box was assaulted from outside. Rule 8.1.
    GateFromOutside,
    /// The result of an assault. Rule 7.5.
    Assault,
    /// The result of a close combat or a limited counterattack. Rules 7.6 and 7.7.
    CloseCombat,
}

/// Why publicity rises. Rule 9.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PublicityCause {
    /// A US/ARVN step lost in close combat.
    StepLost(UnitId),
    /// A US/ARVN unit routed.
    Rout(UnitId),
    /// Zones under PAVN/NLF control at the end of the turn.
    Zones,
    /// The MACV Compound in PAVN/NLF hands.
    Macv,
}

/// How a unit travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Travel {
    /// Movement Phase. Rule 6.2.
    March,
    /// A river landing. Rule 6.3.
    RiverLanding,
    /// After a successful assault. Rule 7.5.
    Advance,
    /// Defensive action. Rule 7.7.
    Retreat,
    /// Into or through a cleared Gate Box, or out of one. Rules 8.1, 8.2 and BB-R17.
    Gate,
}

/// Why a unit appears on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Appearance {
    /// A reinforcement. Rule 11.1.
    Reinforcement,
    /// An eliminated unit comes back. Rule 10.2.
    Replacement,
    /// A Gate Tower infiltrates. Rule 8.0.
    Infiltration,
    /// A platoon is detached. Rule 8.2.
    Detachment,
}

/// Why a unit leaves the map for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Departure {
    /// Its last step was lost. Rule 2.5.
    Eliminated,
    /// Withdrawn by its owner on turn 5. Rule 12.1.
    Exit,
    /// The Airborne leaves on turn 3. Rule 11.2.
    AirborneWithdrawal,
    /// No area was free for the reinforcement. Rule 11.1.
    NoRoom,
}

/// Why a group is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GroupEnd {
    /// Its owner declared a pause. Rule 7.2.
    Paused,
    /// The assault was repulsed. Rule 7.5.
    Repulsed,
    /// The defender retreated from close combat. Rule 7.6.
    DefenderRetreated,
    /// No unit that survives a hit is left. Rule 7.2.
    TooWeak,
    /// Nothing is left that it could attack. Rule 7.8.
    NoTarget,
    /// Its owner ended the segment. Rule 7.8.
    SegmentOver,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// A turn began. Rule 5.1.
    TurnBegan {
        /// From 1.
        turn: u8,
    },
    /// A step of the sequence of play began. Rule 5.0.
    StepBegan {
        /// Which.
        step: Step,
    },
    /// Replacement points were received. Rules 10.1, 10.2 and 11.2.
    PointsReceived {
        /// By whom.
        side: Side,
        /// How many.
        points: u8,
        /// How many the Airborne withdrawal cost. Rule 11.2.
        withheld: u8,
    },
    /// A unit or tower was made better. Rules 8.0, 10.1 and 10.2.
    Restored {
        /// Who.
        unit: UnitId,
        /// What it was.
        from: Condition,
        /// What it is now.
        to: Condition,
        /// Points it cost.
        cost: u8,
    },
    /// A spent Gate Tower rolled for recovery. Rule 8.0.
    TowerRolled {
        /// Whose.
        gate: Gate,
        /// What the die showed.
        die: u8,
        /// Whether it is fresh again.
        recovered: bool,
    },
    /// A unit came onto the map.
    Appeared {
        /// Who.
        unit: UnitId,
        /// Where.
        at: Place,
        /// In what condition.
        condition: Condition,
        /// Why.
        how: Appearance,
    },
    /// A unit gave a platoon away. Rule 8.2.
    Detached {
        /// Who gave it.
        parent: UnitId,
        /// To which gate.
        gate: Gate,
    },
    /// A unit left the map.
    Left {
        /// Who.
        unit: UnitId,
        /// From where; none if it never came.
        from: Option<Place>,
        /// Why.
        how: Departure,
    },
    /// A unit travelled.
    Travelled {
        /// Who.
        unit: UnitId,
        /// Every place from the first to the last.
        path: Vec<Place>,
        /// How.
        how: Travel,
    },
    /// A zone changed hands. Rule 9.2.1.
    ZoneTaken {
        /// Which.
        zone: Zone,
        /// By whom.
        by: Side,
    },
    /// A gate changed hands. Rule 8.0.
    GateTaken {
        /// Which.
        gate: Gate,
        /// By whom.
        by: Side,
    },
    /// An assault group was named. Rule 7.2.
    GroupFormed {
        /// Its number.
        group: u8,
        /// Its units.
        units: Vec<UnitId>,
        /// Where.
        at: Place,
        /// The group it was split from, if any.
        split_from: Option<u8>,
    },
    /// Units left a group and are finished. Rule 7.2.
    LeftGroup {
        /// The group's number.
        group: u8,
        /// Who.
        units: Vec<UnitId>,
    },
    /// A group is finished for this segment.
    GroupFinished {
        /// The group's number.
        group: u8,
        /// Why.
        why: GroupEnd,
    },
    /// A group began an attack. Rule 7.3.
    AttackDeclared {
        /// The group's number.
        group: u8,
        /// Who attacks.
        units: Vec<UnitId>,
        /// From where.
        from: Place,
        /// What is attacked; the group's own area in close combat.
        target: Place,
        /// Whether heavy weapons were called in.
        heavy_weapons: bool,
    },
    /// The friendly-fire die was rolled. Rule 7.4.
    FriendlyFireRolled {
        /// What it showed.
        die: u8,
        /// Whether the group loses a step.
        hit: bool,
    },
    /// The level of heavy weapons was chosen. Rule 7.4.
    LevelChosen {
        /// Which.
        level: HeavyLevel,
    },
    /// Destruction rose. Rule 7.4.
    DestructionRose {
        /// By how much.
        by: u8,
        /// The track now.
        now: u8,
    },
    /// Publicity rose. Rule 9.1.
    PublicityRose {
        /// By how much.
        by: u8,
        /// The track now.
        now: u8,
        /// Why.
        cause: PublicityCause,
    },
    /// The defender named his force for a close combat. Rule 7.6.
    DefendersChosen {
        /// Who.
        units: Vec<UnitId>,
    },
    /// An assault was rolled. Rule 7.5.
    AssaultRolled {
        /// The roll.
        roll: CombatRoll,
        /// The result.
        result: AssaultResult,
        /// Whether four or more defenders double their losses. Rule 7.5.
        doubled: bool,
    },
    /// A close combat or counterattack was rolled. Rules 7.6 and 7.7.
    CloseCombatRolled {
        /// The attacker's roll, or the counterattacking unit's.
        attacker: CombatRoll,
        /// Hits on the defender, doubled if they are.
        hits_on_defender: u8,
        /// The defender's roll.
        defender: CombatRoll,
        /// Hits on the attacker.
        hits_on_attacker: u8,
        /// Whether this is a limited counterattack. Rule 7.7.
        counterattack: bool,
        /// Whether four or more defenders double their losses. Ruling BB-R11.
        doubled: bool,
    },
    /// The attacker rolled for a loss after `X` or `-`. Rule 7.5.
    AttackerLossRolled {
        /// What the die showed.
        die: u8,
        /// The result that asked for it.
        after: AssaultResult,
        /// Whether the group loses a step.
        hit: bool,
    },
    /// The combat came to nothing because the group can no longer attack. Rule 7.2, ruling BB-R23.
    AttackFailed {
        /// The group's number.
        group: u8,
    },
    /// A unit lost a step. If it was the last, [`Event::Left`] follows. Rule 2.5.
    StepLost {
        /// Who.
        unit: UnitId,
        /// What it was.
        from: Condition,
        /// What it is now; none if it is eliminated.
        to: Option<Condition>,
        /// Why.
        cause: LossCause,
    },
    /// Hits found nobody left to take them. Rule 2.5.
    HitsWasted {
        /// The side that was hit.
        side: Side,
        /// How many.
        hits: u8,
    },
    /// An advance route marker was placed. Rule 7.5.
    RouteMarked {
        /// The area the assault came from.
        from: Place,
    },
    /// The defender holds. Rule 7.7.
    Held,
    /// The defender strikes back. Rule 7.7.
    CounterattackDeclared {
        /// With whom.
        unit: UnitId,
        /// At whom.
        target: UnitId,
    },
    /// The defender retreats. Rule 7.7.
    RetreatDeclared,
    /// A Gate Box was cleared. Rule 8.1.
    GateCleared {
        /// Which.
        gate: Gate,
    },
    /// The clearing marker of a zone rose. Rule 9.2.2.
    ClearingRose {
        /// Which zone.
        zone: Zone,
        /// From.
        from: u8,
        /// To.
        to: u8,
    },
    /// The game ended. Rule 3.
    GameEnded {
        /// How.
        outcome: Outcome,
    },
}

impl Event {
    /// The dice it speaks of, as they fell.
    pub fn dice(&self) -> Vec<u8> {
        match self {
            Self::TowerRolled { die, .. }
            | Self::FriendlyFireRolled { die, .. }
            | Self::AttackerLossRolled { die, .. } => vec![*die],
            Self::AssaultRolled { roll, .. } => vec![roll.die],
            Self::CloseCombatRolled { attacker, defender, .. } => vec![attacker.die, defender.die],
            _ => Vec::new(),
        }
    }
}
