//! What happens, one thing at a time: enough for the log, the animation and the odds.

use serde::{Deserialize, Serialize};
use tabletop::{Outcome, RuleId};

use crate::command::HeavyLevel;
use crate::places::{Gate, Place, Zone};
use crate::rule;
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
    pub side: Side,
    pub strength: u8,
    /// Column of the table, by its index.
    pub column: usize,
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

impl PublicityCause {
    /// The rule it comes from.
    pub fn rule(self) -> RuleId {
        match self {
            Self::StepLost(_) | Self::Rout(_) => rule!("9.1a"),
            Self::Zones => rule!("9.1b"),
            Self::Macv => rule!("9.1c"),
        }
    }
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
    /// A turn began. Rule 5.1. `turn`: from 1.
    TurnBegan { turn: u8 },
    /// A step of the sequence of play began. Rule 5.0.
    StepBegan { step: Step },
    /// Replacement points were received. Rules 10.1, 10.2 and 11.2. `withheld`: how many the Airborne withdrawal cost.
    /// Rule 11.2.
    PointsReceived { side: Side, points: u8, withheld: u8 },
    /// A unit or tower was made better. Rules 8.0, 10.1 and 10.2. `to`: what it is now. `cost`: points it cost.
    Restored { unit: UnitId, from: Condition, to: Condition, cost: u8 },
    /// A spent Gate Tower rolled for recovery. Rule 8.0. `die`: what the die showed. `recovered`: whether it is fresh
    /// again.
    TowerRolled { gate: Gate, die: u8, recovered: bool },
    /// A unit came onto the map.
    Appeared { unit: UnitId, at: Place, condition: Condition, how: Appearance },
    /// A unit gave a platoon away. Rule 8.2. `parent`: who gave it.
    Detached { parent: UnitId, gate: Gate },
    /// A unit left the map. `from`: from where; none if it never came.
    Left { unit: UnitId, from: Option<Place>, how: Departure },
    /// A unit travelled. `path`: every place from the first to the last.
    Travelled { unit: UnitId, path: Vec<Place>, how: Travel },
    /// A zone changed hands. Rule 9.2.1.
    ZoneTaken { zone: Zone, by: Side },
    /// A gate changed hands. Rule 8.0.
    GateTaken { gate: Gate, by: Side },
    /// An assault group was named. Rule 7.2. `group`: its number. `split_from`: the group it was split from, if any.
    GroupFormed { group: u8, units: Vec<UnitId>, at: Place, split_from: Option<u8> },
    /// Units left a group and are finished. Rule 7.2. `group`: the group's number.
    LeftGroup { group: u8, units: Vec<UnitId> },
    /// A group is finished for this segment. `group`: the group's number.
    GroupFinished { group: u8, why: GroupEnd },
    /// A group began an attack. Rule 7.3. `group`: the group's number. `units`: who attacks. `target`: what is
    /// attacked; the group's own area in close combat. `heavy_weapons`: whether heavy weapons were called in.
    AttackDeclared { group: u8, units: Vec<UnitId>, from: Place, target: Place, heavy_weapons: bool },
    /// The friendly-fire die was rolled. Rule 7.4. `die`: what it showed. `hit`: whether the group loses a step.
    FriendlyFireRolled { die: u8, hit: bool },
    /// The level of heavy weapons was chosen. Rule 7.4.
    LevelChosen { level: HeavyLevel },
    /// Destruction rose. Rule 7.4. `now`: the track now.
    DestructionRose { by: u8, now: u8 },
    /// Publicity rose. Rule 9.1. `now`: the track now.
    PublicityRose { by: u8, now: u8, cause: PublicityCause },
    /// The defender named his force for a close combat. Rule 7.6.
    DefendersChosen { units: Vec<UnitId> },
    /// An assault was rolled. Rule 7.5. `doubled`: whether four or more defenders double their losses. Rule 7.5.
    AssaultRolled { roll: CombatRoll, result: AssaultResult, doubled: bool },
    /// A close combat or counterattack was rolled. Rules 7.6 and 7.7.
    CloseCombatRolled {
        /// The attacker's roll, or the counterattacking unit's.
        attacker: CombatRoll,
        /// Hits on the defender, doubled if they are.
        hits_on_defender: u8,
        defender: CombatRoll,
        hits_on_attacker: u8,
        /// Whether this is a limited counterattack. Rule 7.7.
        counterattack: bool,
        /// Whether four or more defenders double their losses. Ruling BB-R11.
        doubled: bool,
    },
    /// The attacker rolled for a loss after `X` or `-`. Rule 7.5. `die`: what the die showed. `after`: the result that
    /// asked for it. `hit`: whether the group loses a step.
    AttackerLossRolled { die: u8, after: AssaultResult, hit: bool },
    /// The combat came to nothing because the group can no longer attack. Rule 7.2, ruling BB-R23. `group`: the group's
    /// number.
    AttackFailed { group: u8 },
    /// A unit lost a step. If it was the last, [`Event::Left`] follows. Rule 2.5. `to`: what it is now; none if it is
    /// eliminated.
    StepLost { unit: UnitId, from: Condition, to: Option<Condition>, cause: LossCause },
    /// Hits found nobody left to take them. Rule 2.5. `side`: the side that was hit.
    HitsWasted { side: Side, hits: u8 },
    /// An advance route marker was placed. Rule 7.5. `from`: the area the assault came from.
    RouteMarked { from: Place },
    /// The defender holds. Rule 7.7.
    Held,
    /// The defender strikes back. Rule 7.7.
    CounterattackDeclared { unit: UnitId, target: UnitId },
    /// The defender retreats. Rule 7.7.
    RetreatDeclared,
    /// A Gate Box was cleared. Rule 8.1.
    GateCleared { gate: Gate },
    /// The clearing marker of a zone rose. Rule 9.2.2.
    ClearingRose { zone: Zone, from: u8, to: u8 },
    /// The game ended. Rule 3.
    GameEnded { outcome: Outcome },
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
