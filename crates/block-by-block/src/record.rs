//! A position as words, for other programs: what `referee talk` sends. Written only; saves keep commands, not positions.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::places::{Gate, Place, Zone};
use crate::state::{AttackKind, Condition, Location, Stage, State, Step};
use crate::tables::AssaultResult;
use crate::units::{Side, UnitId};
use crate::{HeavyLevel, Options};

#[derive(Serialize)]
struct UnitRecord {
    at: Location,
    condition: Condition,
    #[serde(skip_serializing_if = "is_zero")]
    detached: u8,
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

#[derive(Serialize)]
struct GroupRecord {
    number: u8,
    units: Vec<UnitId>,
    barred_from_areas: bool,
    finished: bool,
    cleared_gate: Option<Gate>,
}

#[derive(Serialize)]
struct AttackRecord {
    waits_for: Stage,
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

#[derive(Serialize)]
struct Record<'a> {
    turn: u8,
    step: Step,
    options: &'a Options,
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
    returned: Vec<UnitId>,
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
            options: &self.options,
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
            returned: list(self.returned),
            advance_routes: Place::each(self.routes).collect(),
            groups: self
                .groups()
                .map(|(number, g)| GroupRecord {
                    number,
                    units: list(g.units),
                    barred_from_areas: !g.may_assault_areas(),
                    finished: g.finished,
                    cleared_gate: g.cleared,
                })
                .collect(),
            active_group: self.active_group(),
            attack: self.attack().map(|a| AttackRecord {
                waits_for: a.stage,
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
