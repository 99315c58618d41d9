//! Where units can go: the cheapest ways over the map. Rules base-4.2, base-4.3 and base-4.9.

use crate::SearchAndDestroy;
use crate::control::Refuge;
use crate::hex::Hex;
use crate::map::Map;
use crate::movement::{check_mover, enters};
use crate::state::{Place, State, Unit};
use crate::units::{Kind, Side, UnitId};

/// What a position says about every hex, for one side: found once for all its units.
pub(crate) struct Ground {
    side: Side,
    /// The enemy is there, as far as this side knows.
    closed: Vec<bool>,
    /// Which classes of rule base-4.3 have a counter of this side: a bit for each.
    taken: Vec<u8>,
    /// The hexes by which each entry of the scenario comes; empty for those that nobody waits in.
    ways_in: Vec<Vec<Hex>>,
    refuge: Refuge,
}

/// The class of a unit in a hex. Rule base-4.3.
const fn class(kind: Kind) -> u8 {
    if kind.is_team() {
        1
    } else if kind.is_vehicle() || kind.is_helicopter() {
        2
    } else if kind.is_heavy_weapon() {
        0
    } else {
        4
    }
}

impl Ground {
    pub fn of(rules: &SearchAndDestroy, state: &State, side: Side) -> Self {
        let map = rules.map();
        let mut closed = vec![false; map.size()];
        let mut taken = vec![0; map.size()];
        let mut waiting = vec![false; state.entries.len()];
        for unit in &state.units {
            match unit.place {
                Place::Hex(hex) if unit.side() == side => taken[map.number(hex)] |= class(unit.kind),
                Place::Hex(hex) if !unit.kind.is_heavy_weapon() && (side == Side::Nlf || state.shows(unit)) => {
                    closed[map.number(hex)] = true;
                }
                Place::Reserve(entry) if unit.side() == side => {
                    if let Some(waits) = waiting.get_mut(usize::from(entry)) {
                        *waits = true;
                    }
                }
                _ => {}
            }
        }
        let way_in = |(n, waits): (usize, &bool)| {
            let entry = u8::try_from(n).unwrap_or(u8::MAX);
            if *waits { map.hexes().filter(|h| enters(rules, state, entry, *h)).collect() } else { Vec::new() }
        };
        let ways_in = waiting.iter().enumerate().map(way_in).collect();
        Self { side, closed, taken, ways_in, refuge: Refuge::of(rules, state) }
    }
}

/// How a unit gets to each hex, and for how many Movement Points.
pub(crate) struct Search {
    cost: Vec<u8>,
    from: Vec<Option<Hex>>,
}

impl Search {
    /// The cheapest way, with each hex that is entered.
    pub fn path(&self, map: &Map, to: Hex) -> Vec<Hex> {
        let mut path = vec![to];
        while let Some(from) = self.from[map.number(path[path.len() - 1])] {
            path.push(from);
        }
        path.reverse();
        // A unit on the map does not enter its own hex.
        if self.cost[map.number(path[0])] == u8::MAX {
            path.remove(0);
        }
        path
    }

    /// Whether the way has one hex only.
    pub fn is_step(&self, map: &Map, to: Hex) -> bool {
        match self.from[map.number(to)] {
            None => true,
            Some(from) => self.cost[map.number(from)] == u8::MAX,
        }
    }
}

impl SearchAndDestroy {
    /// Where a unit can go on with its Movement Points, with the cost and the cheapest way, row by row. Rule base-4.2. Empty
    /// for a unit that may not move now.
    pub fn reach(&self, state: &State, id: UnitId) -> Vec<(Hex, u8, Vec<Hex>)> {
        let Ok(unit) = check_mover(self, state, id) else { return Vec::new() };
        let ground = Ground::of(self, state, unit.side());
        let (search, ends) = self.ends(state, &ground, unit);
        ends.into_iter().map(|(hex, cost)| (hex, cost, search.path(self.map(), hex))).collect()
    }

    /// Where a unit that may move can end its move, row by row, and how it gets there.
    pub(crate) fn ends(&self, state: &State, ground: &Ground, unit: &Unit) -> (Search, Vec<(Hex, u8)>) {
        let map = self.map();
        let search = self.search(state, ground, unit);
        let class = class(unit.kind);
        let tied = unit.side() == Side::Nlf && !unit.controlled;
        let ends = |(number, cost): (usize, &u8)| {
            let hex = map.at(number);
            let free = *cost < u8::MAX && ground.taken[number] & class == 0;
            (free && (!tied || ground.refuge.is_nearer(unit, hex))).then_some((hex, *cost))
        };
        let all = search.cost.iter().enumerate().filter_map(ends).collect();
        (search, all)
    }

    fn search(&self, state: &State, ground: &Ground, unit: &Unit) -> Search {
        debug_assert_eq!(ground.side, unit.side());
        let map = self.map();
        let left = self.allowance(unit).saturating_sub(unit.spent);
        let mut search = Search { cost: vec![u8::MAX; map.size()], from: vec![None; map.size()] };
        // Costs are small: one list of hexes for each number of points spent.
        let mut rings: Vec<Vec<Hex>> = vec![Vec::new(); usize::from(left) + 1];
        match unit.place {
            Place::Hex(hex) => {
                search.cost[map.number(hex)] = 0;
                rings[0].push(hex);
            }
            Place::Reserve(entry) => {
                for &hex in ground.ways_in.get(usize::from(entry)).into_iter().flatten() {
                    let cost = self.entry_cost(unit.kind, hex);
                    if cost <= left && !ground.closed[map.number(hex)] {
                        search.cost[map.number(hex)] = cost;
                        rings[usize::from(cost)].push(hex);
                    }
                }
            }
            _ => {}
        }
        for spent in 0..=left {
            for hex in std::mem::take(&mut rings[usize::from(spent)]) {
                if search.cost[map.number(hex)] != spent {
                    continue;
                }
                for (_, next) in map.neighbours(hex) {
                    let number = map.number(next);
                    if ground.closed[number] {
                        continue;
                    }
                    if let Some(step) = self.step_cost(state, unit.kind, hex, next) {
                        let cost = spent.saturating_add(step);
                        if cost <= left && cost < search.cost[number] {
                            search.cost[number] = cost;
                            search.from[number] = Some(hex);
                            rings[usize::from(cost)].push(next);
                        }
                    }
                }
            }
        }
        if let Place::Hex(hex) = unit.place {
            search.cost[map.number(hex)] = u8::MAX;
        }
        search
    }
}
