//! What the board shows: the position as far as the animation has come. Each event moves it on; at the end it is the position.

use bevy::prelude::Resource;
use block_by_block::places::{GATE_COUNT, ZONE_COUNT};
use block_by_block::units::UNIT_COUNT;
use block_by_block::{Condition, Event, Gate, Location, Place, PlaceSet, Side, State, Step, UnitId, UnitSet, Zone};

/// A counter as it is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownUnit {
    /// Where it lies.
    pub location: Location,
    /// Which side is up, and whether it is routed.
    pub condition: Condition,
    /// How many platoons it gave away.
    pub detached: u8,
}

/// The position as far as the animation has come.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// Every counter.
    pub units: [ShownUnit; UNIT_COUNT],
    /// Who holds each gate.
    pub gates: [Side; GATE_COUNT],
    /// Whose marker lies in each zone.
    pub zones: [Side; ZONE_COUNT],
    /// How far each zone is cleared.
    pub clearing: [u8; ZONE_COUNT],
    /// Publicity and destruction.
    pub tracks: (u8, u8),
    /// Areas with an advance route marker.
    pub routes: PlaceSet,
    /// Unfinished groups and their numbers.
    pub groups: Vec<(u8, UnitSet)>,
    /// Turn and step.
    pub moment: (u8, Step),
}

/// Who holds zones and gates, clearing and advance routes: what the markers on the map say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Markers {
    /// Whose marker lies in each zone.
    pub zones: [Side; ZONE_COUNT],
    /// How far each zone is cleared.
    pub clearing: [u8; ZONE_COUNT],
    /// Who holds each gate.
    pub gates: [Side; GATE_COUNT],
    /// Areas with an advance route marker.
    pub routes: PlaceSet,
}

impl Shown {
    /// What the markers say.
    pub fn markers(&self) -> Markers {
        Markers { zones: self.zones, clearing: self.clearing, gates: self.gates, routes: self.routes }
    }

    /// A position, with nothing left to animate.
    pub fn of(state: &State) -> Self {
        let mut units =
            [ShownUnit { location: Location::Waiting, condition: Condition::Fresh, detached: 0 }; UNIT_COUNT];
        for unit in UnitId::all() {
            units[unit.index()] = ShownUnit {
                location: state.location(unit),
                condition: state.condition(unit),
                detached: state.detached(unit),
            };
        }
        let mut gates = [Side::PavnNlf; GATE_COUNT];
        for gate in Gate::all() {
            gates[gate.index()] = state.gate_control(gate);
        }
        Self {
            units,
            gates,
            zones: Zone::ALL.map(|zone| state.zone_control(zone)),
            clearing: Zone::ALL.map(|zone| state.clearing(zone)),
            tracks: (state.publicity(), state.destruction()),
            routes: state.routes(),
            groups: state
                .groups()
                .filter(|(_, g)| !g.finished && !g.units.is_empty())
                .map(|(n, g)| (n, g.units))
                .collect(),
            moment: (state.turn(), state.step()),
        }
    }

    /// Moves on by one event.
    pub fn take(&mut self, event: &Event) {
        match event {
            Event::TurnBegan { turn } => self.moment.0 = *turn,
            Event::StepBegan { step } => {
                self.moment.1 = *step;
                self.groups.clear();
                self.routes = PlaceSet::EMPTY;
            }
            Event::Restored { unit, to, .. } => self.unit(*unit).condition = *to,
            Event::TowerRolled { gate, recovered: true, .. } => {
                self.unit(UnitId::tower(*gate)).condition = Condition::Fresh;
            }
            Event::Appeared { unit, at, condition, .. } => {
                *self.unit(*unit) = ShownUnit { location: Location::Map(*at), condition: *condition, detached: 0 };
            }
            Event::Detached { parent, .. } => self.unit(*parent).detached += 1,
            Event::Left { unit, how, .. } => {
                use block_by_block::event::Departure;
                self.unit(*unit).location = match how {
                    Departure::Eliminated => Location::Eliminated,
                    Departure::Exit => Location::Exited,
                    Departure::AirborneWithdrawal => Location::Departed,
                    Departure::NoRoom => Location::Lost,
                };
                self.leave_groups(unit.set());
            }
            Event::Travelled { unit, path, .. } => {
                if let Some(&to) = path.last() {
                    self.unit(*unit).location = Location::Map(to);
                }
            }
            Event::ZoneTaken { zone, by } => self.zones[zone.index()] = *by,
            Event::GateTaken { gate, by } => self.gates[gate.index()] = *by,
            Event::GroupFormed { group, units, .. } => {
                let units: UnitSet = units.iter().collect();
                self.leave_groups(units);
                self.groups.push((*group, units));
            }
            Event::LeftGroup { units, .. } => self.leave_groups(units.iter().collect()),
            Event::GroupFinished { group, .. } => self.groups.retain(|(number, _)| number != group),
            Event::StepLost { unit, to: Some(to), .. } => self.unit(*unit).condition = *to,
            Event::DestructionRose { now, .. } => self.tracks.1 = *now,
            Event::PublicityRose { now, .. } => self.tracks.0 = *now,
            Event::RouteMarked { from } => self.routes |= from.set(),
            Event::ClearingRose { zone, to, .. } => self.clearing[zone.index()] = *to,
            _ => {}
        }
    }

    /// Where a counter lies on the map, if it does.
    pub fn place(&self, unit: UnitId) -> Option<Place> {
        match self.units[unit.index()].location {
            Location::Map(place) => Some(place),
            _ => None,
        }
    }

    /// The counters in a place, US/ARVN first, those of one group side by side.
    pub fn stack(&self, place: Place) -> Vec<UnitId> {
        let mut stack: Vec<UnitId> = UnitId::all().filter(|unit| self.place(*unit) == Some(place)).collect();
        stack.sort_by_key(|unit| (unit.side(), self.group(*unit).unwrap_or(u8::MAX), *unit));
        stack
    }

    /// The unfinished group a counter belongs to.
    pub fn group(&self, unit: UnitId) -> Option<u8> {
        self.groups.iter().find(|(_, units)| units.has(unit)).map(|(number, _)| *number)
    }

    fn unit(&mut self, unit: UnitId) -> &mut ShownUnit {
        &mut self.units[unit.index()]
    }

    fn leave_groups(&mut self, units: UnitSet) {
        for (_, group) in &mut self.groups {
            *group &= !units;
        }
        self.groups.retain(|(_, group)| !group.is_empty());
    }
}
