//! What every step from hex to hex costs, worked out once for the map and its table of terrain. Reference table 5.2.

use crate::hex::{Direction, Hex};
use crate::map::Map;
use crate::tables::TerrainTable;
use crate::units::Kind;

/// A step that cannot be made.
const NO_WAY: u8 = u8::MAX;
/// A side of the map.
const OFF: u16 = u16::MAX;

/// How a unit goes over ground.
#[derive(Clone, Copy)]
enum Going {
    Foot,
    M113,
    M48,
}

impl Going {
    const ALL: [Self; 3] = [Self::Foot, Self::M113, Self::M48];

    const fn of(kind: Kind) -> Self {
        match kind {
            Kind::M113 => Self::M113,
            Kind::M48 => Self::M48,
            _ => Self::Foot,
        }
    }

    const fn pick(self, foot: u8, m113: u8, m48: u8) -> u8 {
        match self {
            Self::Foot => foot,
            Self::M113 => m113,
            Self::M48 => m48,
        }
    }
}

/// The costs of all steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ways {
    /// The numbers of the hexes on each side of a hex.
    beside: Vec<[u16; 6]>,
    /// For each way of going, with a river that can be waded and with one that cannot: the cost over each side of each hex.
    steps: [[Vec<[u8; 6]>; 2]; 3],
    /// For each way of going: the cost to enter a hex by its terrain alone.
    enter: [Vec<u8>; 3],
}

impl Ways {
    /// The costs on this map.
    pub fn of(map: &Map, table: &TerrainTable) -> Self {
        let beside = map.hexes().map(|hex| Direction::ALL.map(|side| off_or(map, hex.neighbour(side)))).collect();
        let of = |going: Going, closed: bool| -> Vec<[u8; 6]> {
            let cost = |hex, side| step(map, table, going, closed, hex, side).unwrap_or(NO_WAY);
            map.hexes().map(|hex| Direction::ALL.map(|side| cost(hex, side))).collect()
        };
        let enter = |going: Going| map.hexes().map(|hex| entry(map, table, going, hex)).collect();
        Self {
            beside,
            steps: Going::ALL.map(|going| [of(going, false), of(going, true)]),
            enter: Going::ALL.map(enter),
        }
    }

    /// The cost of a step over a side of a hex, if it can be made. `closed`: nobody crosses the river but over the bridge (33.44).
    pub fn step(&self, kind: Kind, closed: bool, from: usize, side: Direction) -> Option<u8> {
        let cost = self.table(kind, closed).get(from)?[side.index()];
        (cost != NO_WAY).then_some(cost)
    }

    /// The hexes beside one that can be stepped to, each with its cost, clockwise from the north.
    pub fn steps_from(&self, kind: Kind, closed: bool, from: usize) -> impl Iterator<Item = (usize, u8)> + '_ {
        let costs = self.table(kind, closed)[from];
        let all = self.beside[from].into_iter().zip(costs);
        all.filter(|(_, cost)| *cost != NO_WAY).map(|(to, cost)| (usize::from(to), cost))
    }

    /// The cost to enter a hex by its terrain alone.
    pub fn entry(&self, kind: Kind, to: usize) -> u8 {
        self.enter[Going::of(kind) as usize][to]
    }

    /// How many hexes there are.
    pub fn size(&self) -> usize {
        self.beside.len()
    }

    /// The number of a way of going, from 0: on foot, an M113, an M48.
    pub const fn going(kind: Kind) -> usize {
        Going::of(kind) as usize
    }

    fn table(&self, kind: Kind, closed: bool) -> &[[u8; 6]] {
        &self.steps[Going::of(kind) as usize][usize::from(closed)]
    }
}

fn off_or(map: &Map, hex: Hex) -> u16 {
    if map.contains(hex) { u16::try_from(map.number(hex)).unwrap_or(OFF) } else { OFF }
}

fn entry(map: &Map, table: &TerrainTable, going: Going, to: Hex) -> u8 {
    let terrain = table.of(map.terrain(to));
    going.pick(terrain.foot.value, terrain.m113.value, terrain.m48.value)
}

fn step(map: &Map, table: &TerrainTable, going: Going, closed: bool, from: Hex, side: Direction) -> Option<u8> {
    let to = from.neighbour(side);
    if !map.contains(to) {
        return None;
    }
    let mut cost = if map.road_over(from, side) {
        going.pick(table.road.foot, table.road.m113, table.road.m48)
    } else if map.trail_over(from, side) {
        going.pick(table.trail.foot, table.trail.m113, table.trail.m48)
    } else {
        entry(map, table, going, to)
    };
    if map.river_at(from, side).is_some_and(|number| number != map.bridge()) {
        if closed || matches!(going, Going::M48) {
            return None;
        }
        cost += going.pick(table.river_foot.value, table.river_m113.value, 0);
    }
    if map.level(to) > map.level(from) {
        let vehicle = table.upslope_vehicle.value;
        cost += going.pick(table.upslope_foot.value, vehicle, vehicle);
    }
    Some(cost)
}
