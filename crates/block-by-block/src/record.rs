//! A position as words, for other programs: what `referee talk` sends, and what a seat at another machine reads back. Saves
//! keep commands, not positions.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::places::{Gate, PLACE_COUNT, Place, PlaceSet, ZONE_COUNT, Zone};
use crate::state::{Attack, AttackKind, Condition, GROUP_COUNT, Group, Location, Stage, State, Step, UnitState};
use crate::tables::AssaultResult;
use crate::units::{Side, UNIT_COUNT, UnitId, UnitSet};
use crate::{HeavyLevel, Options};

#[derive(Serialize, Deserialize)]
struct UnitRecord {
    at: Location,
    condition: Condition,
    #[serde(default, skip_serializing_if = "is_zero")]
    detached: u8,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

#[derive(Serialize, Deserialize)]
struct GroupRecord {
    number: u8,
    units: Vec<UnitId>,
    barred_from_areas: bool,
    /// The two reasons for it: a result, and gates that hold.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    barred: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    held_by: Vec<Gate>,
    finished: bool,
    cleared_gate: Option<Gate>,
}

#[derive(Serialize, Deserialize)]
struct AttackRecord {
    waits_for: Stage,
    attacker: Side,
    kind: AttackKind,
    group: u8,
    from: Place,
    target: Place,
    level: Option<HeavyLevel>,
    defenders: Vec<UnitId>,
    retreating: Vec<UnitId>,
    attacker_losses: u8,
    defender_losses: u8,
    result: Option<AssaultResult>,
    gate_toll_due: bool,
}

#[derive(Serialize, Deserialize)]
struct Record {
    turn: u8,
    step: Step,
    options: Options,
    points: u8,
    units: BTreeMap<UnitId, UnitRecord>,
    gates: BTreeMap<char, Side>,
    zones: BTreeMap<Zone, Side>,
    clearing: BTreeMap<Zone, u8>,
    publicity: u8,
    destruction: u8,
    airborne_penalty: u8,
    attacked: Vec<Place>,
    moved: Vec<UnitId>,
    arrived: Vec<UnitId>,
    advance_routes: Vec<Place>,
    groups: Vec<GroupRecord>,
    active_group: Option<u8>,
    attack: Option<AttackRecord>,
    sudden_death: bool,
}

impl Serialize for State {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let list = |set| UnitId::each(set).collect::<Vec<_>>();
        let unit =
            |u: UnitId| UnitRecord { at: self.location(u), condition: self.condition(u), detached: self.detached(u) };
        Record {
            turn: self.turn,
            step: self.step,
            options: self.options,
            points: self.points,
            units: UnitId::all().map(|u| (u, unit(u))).collect(),
            gates: Gate::all().map(|g| (g.letter(), self.gate_control(g))).collect(),
            zones: Zone::ALL.into_iter().map(|z| (z, self.zone_control(z))).collect(),
            clearing: Zone::ALL.into_iter().map(|z| (z, self.clearing(z))).collect(),
            publicity: self.publicity,
            destruction: self.destruction,
            airborne_penalty: self.airborne_penalty,
            attacked: Place::each(self.attacked).collect(),
            moved: list(self.moved),
            arrived: list(self.arrived),
            advance_routes: Place::each(self.routes).collect(),
            groups: self
                .groups()
                .map(|(number, g)| GroupRecord {
                    number,
                    units: list(g.units),
                    barred_from_areas: !self.may_assault_areas(g),
                    barred: g.barred,
                    held_by: Gate::each(g.held_by).collect(),
                    finished: g.finished,
                    cleared_gate: g.cleared,
                })
                .collect(),
            active_group: self.active_group(),
            attack: self.attack().map(|a| AttackRecord {
                waits_for: a.stage,
                attacker: a.attacker,
                kind: a.kind,
                group: a.group,
                from: a.from,
                target: a.target,
                level: a.level,
                defenders: list(a.defenders),
                retreating: list(a.retreating),
                attacker_losses: a.attacker_losses,
                defender_losses: a.defender_losses,
                result: a.result,
                gate_toll_due: a.toll,
            }),
            sudden_death: self.sudden_death,
        }
        .serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for State {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Record::deserialize(deserializer).map(Self::from)
    }
}

fn units(units: &[UnitId]) -> UnitSet {
    units.iter().collect()
}

fn places(places: &[Place]) -> PlaceSet {
    places.iter().collect()
}

impl From<Record> for State {
    fn from(record: Record) -> Self {
        let mut groups = [Group::default(); GROUP_COUNT];
        for (group, told) in groups.iter_mut().zip(&record.groups) {
            *group = Group {
                units: units(&told.units),
                barred: told.barred,
                held_by: told.held_by.iter().copied().collect(),
                finished: told.finished,
                cleared: told.cleared_gate,
            };
        }
        let mut clearing = [0; ZONE_COUNT];
        record.clearing.iter().for_each(|(zone, &level)| clearing[zone.index()] = level);
        let ours = |side: Side| side == Side::UsArvn;
        let gates = record.gates.iter().filter(|(_, side)| ours(**side));
        let zones = record.zones.iter().filter(|(_, side)| ours(**side));
        let nowhere = UnitState { location: Location::Waiting, condition: Condition::Fresh, detached: 0 };
        let mut state = Self {
            options: record.options,
            turn: record.turn,
            step: record.step,
            points: record.points,
            units: [nowhere; UNIT_COUNT],
            occupants: [UnitSet::EMPTY; PLACE_COUNT],
            presence: [PlaceSet::EMPTY; 2],
            us_arvn_gates: gates.filter_map(|(&letter, _)| Gate::lettered(letter)).collect(),
            us_arvn_zones: zones.map(|(zone, _)| zone).collect(),
            clearing,
            publicity: record.publicity,
            destruction: record.destruction,
            airborne_penalty: record.airborne_penalty,
            attacked: places(&record.attacked),
            moved: units(&record.moved),
            arrived: units(&record.arrived),
            routes: places(&record.advance_routes),
            groups,
            group_count: u8::try_from(record.groups.len().min(GROUP_COUNT)).unwrap_or(0),
            active: record.active_group,
            attack: record.attack.map(|told| Attack {
                stage: told.waits_for,
                attacker: told.attacker,
                kind: told.kind,
                group: told.group,
                from: told.from,
                target: told.target,
                level: told.level,
                defenders: units(&told.defenders),
                retreating: units(&told.retreating),
                attacker_losses: told.attacker_losses,
                defender_losses: told.defender_losses,
                result: told.result,
                toll: told.gate_toll_due,
            }),
            sudden_death: record.sudden_death,
        };
        for (unit, told) in record.units {
            state.put(unit, told.at);
            let kept = &mut state.units[unit.index()];
            (kept.condition, kept.detached) = (told.condition, told.detached);
        }
        state
    }
}
