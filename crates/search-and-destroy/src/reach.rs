//! Where units can go: the cheapest ways over the map. Rules base-4.2, base-4.3 and base-4.9.

use crate::SearchAndDestroy;
use crate::control::Refuge;
use crate::hex::Hex;
use crate::hexset::HexSet;
use crate::map::Map;
use crate::movement::{check_mover, enters};
use crate::state::{Place, State, Switch, Unit};
use crate::units::{Kind, Side, UnitId};

/// What a position says about every hex, for one side: found once for all its units.
pub(crate) struct Ground<'a> {
    side: Side,
    /// The enemy is there, as far as this side knows.
    closed: Vec<bool>,
    /// Which classes of rule base-4.3 have a counter of this side: a bit for each.
    taken: Vec<u8>,
    /// The hexes by which each entry of the scenario comes; empty for those that nobody waits in.
    ways_in: Vec<Vec<usize>>,
    refuge: Refuge<'a>,
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

impl<'a> Ground<'a> {
    pub fn of(rules: &SearchAndDestroy, state: &'a State, side: Side) -> Self {
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
            let comes = |number: &usize| enters(rules, state, entry, map.at(*number));
            if *waits { (0..map.size()).filter(comes).collect() } else { Vec::new() }
        };
        let ways_in = waiting.iter().enumerate().map(way_in).collect();
        Self { side, closed, taken, ways_in, refuge: Refuge::of(rules, state) }
    }

    /// Whether nobody known is in a hex who keeps a unit of this class out of it. Rules base-4.2 and base-4.3.
    pub fn is_free(&self, number: usize, kind: Kind) -> bool {
        !self.closed[number] && self.taken[number] & class(kind) == 0
    }
}

/// No hex: the way begins here.
const NOWHERE: u16 = u16::MAX;

/// How a unit gets to each hex, and for how many Movement Points. Used for one unit after another.
pub(crate) struct Search {
    cost: Vec<u8>,
    from: Vec<u16>,
    /// The hexes that were come to.
    touched: HexSet,
    /// Costs are small: one list of hexes for each number of points spent.
    rings: Vec<Vec<u16>>,
}

impl Search {
    pub fn new(map: &Map) -> Self {
        let size = map.size();
        Self { cost: vec![u8::MAX; size], from: vec![NOWHERE; size], touched: HexSet::for_map(size), rings: Vec::new() }
    }

    fn clear(&mut self) {
        for number in self.touched.iter() {
            (self.cost[number], self.from[number]) = (u8::MAX, NOWHERE);
        }
        self.touched.clear();
    }

    fn reach(&mut self, number: usize, cost: u8, from: u16) {
        (self.cost[number], self.from[number]) = (cost, from);
        self.touched.insert(number);
        self.rings[usize::from(cost)].push(small(number));
    }

    /// The cheapest way, with each hex that is entered.
    pub fn path(&self, map: &Map, to: Hex) -> Vec<Hex> {
        let mut number = map.number(to);
        let mut length = 1;
        while self.from[number] != NOWHERE {
            number = usize::from(self.from[number]);
            length += 1;
        }
        // A unit on the map does not enter its own hex.
        let standing = self.cost[number] == u8::MAX;
        let mut path = vec![to; length - usize::from(standing)];
        let mut here = map.number(to);
        for hex in path.iter_mut().rev() {
            *hex = map.at(here);
            here = usize::from(self.from[here]);
        }
        path
    }

    /// Whether the way has one hex only.
    pub fn is_step(&self, number: usize) -> bool {
        let from = self.from[number];
        from == NOWHERE || self.cost[usize::from(from)] == u8::MAX
    }
}

fn small(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(NOWHERE)
}

impl SearchAndDestroy {
    /// Where a unit can go on with its Movement Points, with the cost and the cheapest way, row by row. Rule base-4.2. Empty
    /// for a unit that may not move now.
    pub fn reach(&self, state: &State, id: UnitId) -> Vec<(Hex, u8, Vec<Hex>)> {
        let Ok(unit) = check_mover(self, state, id) else { return Vec::new() };
        let ground = Ground::of(self, state, unit.side());
        let (mut search, mut ends) = (Search::new(self.map()), Vec::new());
        self.ends(state, &ground, unit, &mut search, &mut ends);
        let hex = |number| self.map().at(number);
        ends.into_iter().map(|(number, cost)| (hex(number), cost, search.path(self.map(), hex(number)))).collect()
    }

    /// Where a unit that may move can end its move, row by row, and how it gets there.
    pub(crate) fn ends(
        &self,
        state: &State,
        ground: &Ground,
        unit: &Unit,
        search: &mut Search,
        ends: &mut Vec<(usize, u8)>,
    ) {
        self.search(state, ground, unit, search);
        let class = class(unit.kind);
        let tied = unit.side() == Side::Nlf && !unit.controlled;
        let end = |number: usize| {
            let cost = search.cost[number];
            let free = cost < u8::MAX && ground.taken[number] & class == 0;
            (free && (!tied || ground.refuge.is_nearer(self.map(), unit, self.map().at(number))))
                .then_some((number, cost))
        };
        ends.clear();
        ends.extend(search.touched.iter().filter_map(end));
    }

    fn search(&self, state: &State, ground: &Ground, unit: &Unit, search: &mut Search) {
        debug_assert_eq!(ground.side, unit.side());
        let map = self.map();
        let closed_river = state.has(Switch::PatrolBoats);
        let left = self.allowance(unit).saturating_sub(unit.spent);
        search.clear();
        if search.rings.len() <= usize::from(left) {
            search.rings.resize(usize::from(left) + 1, Vec::new());
        }
        match unit.place {
            Place::Hex(hex) => search.reach(map.number(hex), 0, NOWHERE),
            Place::Reserve(entry) => {
                for &number in ground.ways_in.get(usize::from(entry)).into_iter().flatten() {
                    let cost = self.ways.entry(unit.kind, number);
                    if cost <= left && !ground.closed[number] {
                        search.reach(number, cost, NOWHERE);
                    }
                }
            }
            _ => {}
        }
        for spent in 0..=left {
            let mut ring = std::mem::take(&mut search.rings[usize::from(spent)]);
            for &here in &ring {
                let hex = usize::from(here);
                if search.cost[hex] != spent {
                    continue;
                }
                for (next, step) in self.ways.steps_from(unit.kind, closed_river, hex) {
                    let cost = spent.saturating_add(step);
                    if cost <= left && cost < search.cost[next] && !ground.closed[next] {
                        search.reach(next, cost, here);
                    }
                }
            }
            ring.clear();
            search.rings[usize::from(spent)] = ring;
        }
        if let Place::Hex(hex) = unit.place {
            search.cost[map.number(hex)] = u8::MAX;
        }
    }
}
