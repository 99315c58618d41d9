//! The position: where everything is and what is being decided. Small, flat and cheap to clone; only
//! [`crate::BlockByBlock`] changes it.

use serde::{Deserialize, Serialize};

use crate::command::HeavyLevel;
use crate::places::{Gate, PLACE_COUNT, Place, PlaceSet, ZONE_COUNT, Zone};
use crate::set::{GateSet, ZoneSet};
use crate::tables::AssaultResult;
use crate::units::{PAVN_NLF_UNITS, PLATOONS, Side, TOWERS, UNIT_COUNT, US_ARVN_UNITS, UnitId, UnitKind, UnitSet};

/// What hits have made of a counter. A routed two-sided counter is spent as well. Rule 2.5.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Condition {
    /// Front up.
    #[default]
    Fresh,
    /// Back up, the blue band showing.
    Spent,
    /// Marked as routed.
    Routed,
}

/// Where a counter is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Location {
    /// Not in play yet, or a tower or platoon that is not in use.
    Waiting,
    Map(Place),
    /// Lost its last step.
    Eliminated,
    /// Withdrawn by its owner on turn 5; counts as a survivor. Rule 12.1.
    Exited,
    /// Sent to Saigon on turn 3. Rule 11.2.
    Departed,
    /// A reinforcement that found no room. Rule 11.1.
    Lost,
}

/// The steps of the sequence of play. Rule 5.0, in the order of ruling BB-R43.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Step {
    /// Before turn 1: platoons for the gates in US/ARVN hands. Rule 4.1.
    Garrisons,
    /// US/ARVN replacements. Rule 10.1.
    UsArvnReplacements,
    /// PAVN/NLF replacements, turn 3. Rule 10.2.
    PavnNlfReplacements,
    /// Gate Towers come back, after the recovery dice. Rule 8.0.
    Infiltration,
    /// US/ARVN reinforcements. Rule 11.1.
    UsArvnReinforcements,
    /// PAVN/NLF reinforcements. Rule 11.1.
    PavnNlfReinforcements,
    /// PAVN/NLF units leave the map, turn 5. Rule 12.1.
    Exit,
    /// PAVN/NLF Movement Segment. Rule 6.
    PavnNlfMovement,
    /// US/ARVN Movement Segment. Rule 6.
    UsArvnMovement,
    /// The US/ARVN player names his groups. Rule 7.2.
    UsArvnGroups,
    /// US/ARVN Combat Segment. Rule 7.
    UsArvnCombat,
    /// The PAVN/NLF player names his groups. Rule 7.2.
    PavnNlfGroups,
    /// PAVN/NLF Combat Segment. Rule 7.
    PavnNlfCombat,
    /// Clearing, publicity and control; no decisions. Rule 9.
    Political,
    /// The game is over. Rule 3.
    Over,
}

impl Step {
    /// Whose step it is; none for the Political Phase and the end.
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Garrisons
            | Self::UsArvnReplacements
            | Self::UsArvnReinforcements
            | Self::UsArvnMovement
            | Self::UsArvnGroups
            | Self::UsArvnCombat => Some(Side::UsArvn),
            Self::PavnNlfReplacements
            | Self::Infiltration
            | Self::PavnNlfReinforcements
            | Self::Exit
            | Self::PavnNlfMovement
            | Self::PavnNlfGroups
            | Self::PavnNlfCombat => Some(Side::PavnNlf),
            Self::Political | Self::Over => None,
        }
    }

    /// The name as players say it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Garrisons => "Set-up: gate garrisons",
            Self::UsArvnReplacements => "US/ARVN replacements",
            Self::PavnNlfReplacements => "PAVN/NLF replacements",
            Self::Infiltration => "Gate infiltration",
            Self::UsArvnReinforcements => "US/ARVN reinforcements",
            Self::PavnNlfReinforcements => "PAVN/NLF reinforcements",
            Self::Exit => "PAVN/NLF withdrawal",
            Self::PavnNlfMovement => "PAVN/NLF movement",
            Self::UsArvnMovement => "US/ARVN movement",
            Self::UsArvnGroups => "US/ARVN assault groups",
            Self::UsArvnCombat => "US/ARVN combat",
            Self::PavnNlfGroups => "PAVN/NLF assault groups",
            Self::PavnNlfCombat => "PAVN/NLF combat",
            Self::Political => "Political Phase",
            Self::Over => "Game over",
        }
    }
}

/// Which rulings a game is played by. What each set changed, for games that began before it:
///
/// 1. BB-R50 to BB-R52.
/// 2. BB-R56 and BB-R57.
/// 3. BB-R59.
/// 4. A movement segment in which units can only walk into gates of the enemy's does not end by itself. BB-R58.
/// 5. Each Gate Box that a group assaulted may hold it up, and a group goes through the gate it has cleared once all its units are routed.
/// 6. `pavn_fresh_value` does not lie below the value of a spent battalion.
/// 7. Sudden death asks for control, not for markers alone, and scenarios with what the rules exclude are refused: points on turn 1,
///    withdrawals before turn 5.
/// 8. Scenarios are refused in which a unit that never was on the map has given platoons away.
/// 9. Any unit in the area may counterattack, not only those named to defend; a Ranger battalion keeps the other out of an area only if it
///    arrived there this turn; a unit that steps out of a gate leaves reinforcements their last area; any unit garrisons a gate at set-up.
/// 10. The MACV Team may fight beside ARVN; units in the Palace survive and withdraw with all gates lost; a gate whose
///     garrison retreated gets a platoon; friends in a Gate Box beside the fight retreat; scenarios are refused in which units found no room
///     or were withdrawn before their time.
/// 11. An empty box of a PAVN/NLF gate is assaulted, not walked into (BB-R58); an attack that friendly fire called off leaves its area
///     unattacked (BB-R23); a unit that enters a cleared box leaves an advance route marker (7.5f).
pub type Rulings = tabletop::Rulings<11>;

/// What the rules leave open. Section 9 of the reference; the defaults are the rulings'.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// A limited counterattack uses the terrain value, as the printed example does (BB-R4).
    pub counterattack_terrain: bool,
    /// Retreats must follow the printed order of preference (BB-R7).
    pub strict_retreat_order: bool,
    /// Four or more defenders double their losses in close combat as well (BB-R11).
    pub double_losses_in_close_combat: bool,
    /// The two reconstructed river landings are in use.
    pub extra_landings: bool,
    /// Attack value of fresh PAVN battalions, if it is not the table's.
    pub pavn_fresh_value: Option<u8>,
    /// Gate Towers infiltrate on turn 1 (BB-R16).
    pub infiltration_turn_1: bool,
    /// The clearing score divides the results of a side at a line of ours, not at the printed one (BB-R61).
    pub even_great_score: bool,
    /// US/ARVN wins with fewer zones, by a line of ours (BB-R62).
    pub even_winning_zones: bool,
    /// The rulings the game is played by.
    pub rulings: Rulings,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            counterattack_terrain: false,
            strict_retreat_order: false,
            double_losses_in_close_combat: false,
            extra_landings: true,
            pavn_fresh_value: None,
            infiltration_turn_1: true,
            even_great_score: false,
            even_winning_zones: false,
            rulings: Rulings::default(),
        }
    }
}

/// What happened to one counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UnitState {
    pub location: Location,
    pub condition: Condition,
    /// Platoons it gave away, each −1 to its attack value. Rule 8.2.
    pub detached: u8,
}

/// An assault group. Rule 7.2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// Its units; all in one place.
    pub units: UnitSet,
    /// It had a `*` against an area and may assault no further one. Rule 7.5, ruling BB-R5.
    pub barred: bool,
    /// The gates it assaulted with a `*` or an X that did not clear the box. Ruling BB-R6.
    pub held_by: GateSet,
    /// It can do nothing more in this segment.
    pub finished: bool,
    /// The gate it has just cleared and may walk through. Rule 8.1.
    pub cleared: Option<Gate>,
}

/// Most groups a segment can see: one a unit.
pub(crate) const GROUP_COUNT: usize = 24;

/// The kinds of attack. Rule 7.1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum AttackKind {
    /// An assault on an area. Rule 7.5.
    AreaAssault,
    /// An assault on a Gate Box. Rule 8.1.
    GateAssault,
    /// A close combat. Rule 7.6.
    CloseCombat,
}

/// What the attack under way waits for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// The group takes the friendly-fire loss.
    FriendlyFireLoss,
    /// The attacker chooses the level of his heavy weapons.
    Level,
    /// The defender chooses who defends in close combat.
    Defenders,
    /// Losses of the attack are taken, the attacker's of `attacker_losses`, the defender's of `defender_losses`.
    Losses,
    /// The defender chooses his defensive action.
    DefensiveAction,
    /// Those who must retreat say where.
    Retreat,
    /// Friends of the defender beside the fight may retreat as well.
    FriendsRetreat,
    /// The attacker says who stays in the Gate Box.
    Occupy,
}

/// The attack under way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Attack {
    /// What it waits for.
    pub stage: Stage,
    pub attacker: Side,
    pub kind: AttackKind,
    pub group: u8,
    /// Where the group attacked from.
    pub from: Place,
    pub target: Place,
    /// Level of heavy weapons, once chosen.
    pub level: Option<HeavyLevel>,
    /// The units that defend: all in the area in an assault, those chosen in close combat.
    pub defenders: UnitSet,
    /// The units that still have to say where they retreat to, or may do so.
    pub retreating: UnitSet,
    /// Step losses the attacker still has to take.
    pub attacker_losses: u8,
    /// Step losses the defender still has to take.
    pub defender_losses: u8,
    /// The result of the assault, once it was rolled.
    pub result: Option<AssaultResult>,
    /// The Gate Box was assaulted from outside, and its toll is not yet taken. Rule 8.1.
    pub toll: bool,
}

/// A position of Block by Block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    pub(crate) options: Options,
    pub(crate) turn: u8,
    pub(crate) step: Step,
    /// Replacement points left in a replacement step.
    pub(crate) points: u8,
    pub(crate) units: [UnitState; UNIT_COUNT],
    /// Who is where; always agrees with `units`.
    pub(crate) occupants: [UnitSet; PLACE_COUNT],
    /// Where each side has somebody; always agrees with `units`. Index by [`Side`].
    pub(crate) presence: [PlaceSet; 2],
    /// Bit set: the gate is in US/ARVN hands.
    pub(crate) us_arvn_gates: GateSet,
    /// Bit set: the zone is marked as controlled by US/ARVN.
    pub(crate) us_arvn_zones: ZoneSet,
    pub(crate) clearing: [u8; ZONE_COUNT],
    pub(crate) publicity: u8,
    pub(crate) destruction: u8,
    /// Points of turn 4 that the Airborne withdrawal cost. Rule 11.2.
    pub(crate) airborne_penalty: u8,
    /// Areas assaulted or fought in this turn. Rule 9.2.2.
    pub(crate) attacked: PlaceSet,
    /// Units that have moved in this segment.
    pub(crate) moved: UnitSet,
    /// Units that came onto the map this turn: a returned battalion cannot be made fresh (BB-R38), and a reinforcement may keep another out of
    /// its area (11.1a).
    pub(crate) arrived: UnitSet,
    /// Areas with an advance route marker. Rule 7.5.
    pub(crate) routes: PlaceSet,
    pub(crate) groups: [Group; GROUP_COUNT],
    pub(crate) group_count: u8,
    /// The number of the group that acts and must finish before the next. Rule 7.3.
    pub(crate) active: Option<u8>,
    pub(crate) attack: Option<Attack>,
    pub(crate) sudden_death: bool,
}

impl Attack {
    /// A group's attack as it is declared. Rule 7.3.
    pub(crate) const fn declared(attacker: Side, group: u8, kind: AttackKind, from: Place, target: Place) -> Self {
        Self {
            stage: Stage::Losses,
            attacker,
            kind,
            group,
            from,
            target,
            level: None,
            defenders: UnitSet::EMPTY,
            retreating: UnitSet::EMPTY,
            attacker_losses: 0,
            defender_losses: 0,
            result: None,
            toll: false,
        }
    }

    /// Whether it is an assault that was rolled and repulsed. Rule 7.5d.
    pub(crate) fn repulsed(&self) -> bool {
        self.result == Some(AssaultResult::Repulsed)
    }

    /// Whether it is an assault that was rolled and succeeded. Rules 7.5b and 7.5c.
    pub(crate) fn carried(&self) -> bool {
        self.result.is_some_and(|result| result != AssaultResult::Repulsed)
    }
}

impl State {
    /// The turn, from 1 to 5.
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// The step of the sequence of play.
    pub fn step(&self) -> Step {
        self.step
    }

    /// The options of the scenario.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Replacement points left in this step.
    pub fn points(&self) -> u8 {
        self.points
    }

    /// Where a counter is.
    pub fn location(&self, unit: UnitId) -> Location {
        self.units[unit.index()].location
    }

    /// Its place on the map, if it is there.
    pub fn place(&self, unit: UnitId) -> Option<Place> {
        match self.location(unit) {
            Location::Map(place) => Some(place),
            _ => None,
        }
    }

    /// What hits have made of it.
    pub fn condition(&self, unit: UnitId) -> Condition {
        self.units[unit.index()].condition
    }

    /// How many platoons it gave away. Rule 8.2.
    pub fn detached(&self, unit: UnitId) -> u8 {
        self.units[unit.index()].detached
    }

    /// Everybody in a place.
    pub fn units_at(&self, place: Place) -> UnitSet {
        self.occupants[place.index()]
    }

    /// A side's units in a place, towers and platoons included.
    pub fn side_at(&self, side: Side, place: Place) -> UnitSet {
        self.occupants[place.index()] & side_units(side)
    }

    /// Where a side has somebody, Gate Boxes included.
    pub fn presence(&self, side: Side) -> PlaceSet {
        self.presence[side as usize]
    }

    /// Whether the units of a set stand unrouted, at least one of them.
    pub fn any_unrouted(&self, units: UnitSet) -> bool {
        UnitId::each(units).any(|u| self.condition(u) != Condition::Routed)
    }

    /// The gates a side controls, as bits by [`Gate::index`].
    pub(crate) fn gates_of(&self, side: Side) -> GateSet {
        match side {
            Side::UsArvn => self.us_arvn_gates,
            Side::PavnNlf => !self.us_arvn_gates,
        }
    }

    /// Puts a counter somewhere and keeps the indexes true.
    pub(crate) fn put(&mut self, unit: UnitId, location: Location) {
        let side = unit.side();
        if let Location::Map(old) = self.units[unit.index()].location {
            self.occupants[old.index()] &= !unit.set();
            if self.side_at(side, old).is_empty() {
                self.presence[side as usize] &= !old.set();
            }
        }
        self.units[unit.index()].location = location;
        if let Location::Map(new) = location {
            self.occupants[new.index()] |= unit.set();
            self.presence[side as usize] |= new.set();
        }
    }

    /// How many hits a unit takes until it is gone. Rule 2.5.
    pub fn steps_left(&self, unit: UnitId) -> u8 {
        match (self.condition(unit), unit.kind()) {
            (_, UnitKind::Platoon) | (Condition::Routed, _) => 1,
            (Condition::Spent, _) => 2,
            (Condition::Fresh, kind) if kind.one_sided() => 2,
            (Condition::Fresh, _) => 3,
        }
    }

    /// Who controls a gate. Rule 8.0.
    pub fn gate_control(&self, gate: Gate) -> Side {
        if self.us_arvn_gates.has(gate) { Side::UsArvn } else { Side::PavnNlf }
    }

    /// Whose control marker lies in a zone. Rule 9.2.
    pub fn zone_control(&self, zone: Zone) -> Side {
        if self.us_arvn_zones.has(zone) { Side::UsArvn } else { Side::PavnNlf }
    }

    /// How far PAVN/NLF clearing has come in a zone. Rule 9.2.2.
    pub fn clearing(&self, zone: Zone) -> u8 {
        self.clearing[zone.index()]
    }

    /// The publicity track. Rule 9.1.
    pub fn publicity(&self) -> u8 {
        self.publicity
    }

    /// The destruction track. Rule 7.4.
    pub fn destruction(&self) -> u8 {
        self.destruction
    }

    /// Replacement points of turn 4 that the Airborne withdrawal cost. Rule 11.2.
    pub fn airborne_penalty(&self) -> u8 {
        self.airborne_penalty
    }

    /// Areas assaulted or fought in this turn; they cannot be cleared. Rule 9.2.2.
    pub fn attacked(&self) -> PlaceSet {
        self.attacked
    }

    /// Units that have moved in this segment.
    pub fn moved(&self) -> UnitSet {
        self.moved
    }

    /// Areas with an advance route marker. Rule 7.5.
    pub fn routes(&self) -> PlaceSet {
        self.routes
    }

    /// The groups of this segment with their numbers, finished ones included.
    pub fn groups(&self) -> impl Iterator<Item = (u8, &Group)> {
        (1..).zip(&self.groups[..usize::from(self.group_count)])
    }

    /// A group by its number.
    pub fn group(&self, number: u8) -> Option<&Group> {
        let index = usize::from(number).checked_sub(1)?;
        self.groups[..usize::from(self.group_count)].get(index)
    }

    /// A gate that keeps a group from assaulting areas: it assaulted the box with a `*` or an X, and an enemy is still in there.
    /// Ruling BB-R6.
    pub(crate) fn holder(&self, group: &Group) -> Option<Gate> {
        let enemy = self.step.side().map_or(PlaceSet::EMPTY, |side| self.presence(side.enemy()));
        let forgetful = self.options.rulings.before(5);
        Gate::each(group.held_by).find(|gate| forgetful || enemy.has(gate.place()))
    }

    /// Whether a group may assault areas as far as its earlier results go. Rule 7.5, rulings BB-R5 and BB-R6.
    pub fn may_assault_areas(&self, group: &Group) -> bool {
        !group.barred && self.holder(group).is_none()
    }

    /// The unfinished group a unit belongs to.
    pub fn group_of(&self, unit: UnitId) -> Option<u8> {
        self.groups().find(|(_, g)| !g.finished && g.units.has(unit)).map(|(n, _)| n)
    }

    /// The group that acts and must finish before the next. Rule 7.3.
    pub fn active_group(&self) -> Option<u8> {
        self.active
    }

    /// The attack under way.
    pub fn attack(&self) -> Option<&Attack> {
        self.attack.as_ref()
    }

    /// What the attack under way waits for.
    pub(crate) fn stage(&self) -> Option<Stage> {
        self.attack.map(|attack| attack.stage)
    }

    /// The units of the attack's group that are left.
    pub(crate) fn attackers(&self, attack: &Attack) -> UnitSet {
        self.group(attack.group).map_or(UnitSet::EMPTY, |group| group.units)
    }

    /// A group by its number, to be changed.
    pub(crate) fn group_mut(&mut self, number: u8) -> Option<&mut Group> {
        let index = usize::from(number).checked_sub(1)?;
        self.groups[..usize::from(self.group_count)].get_mut(index)
    }
}

/// Every counter of a side.
pub(crate) fn side_units(side: Side) -> UnitSet {
    match side {
        Side::UsArvn => US_ARVN_UNITS | PLATOONS,
        Side::PavnNlf => PAVN_NLF_UNITS | TOWERS,
    }
}
