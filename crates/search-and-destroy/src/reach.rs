//! Where units can go: the cheapest ways over the map. Rules base-4.2, base-4.3 and base-4.9.

mod field;

use std::sync::Arc;

use crate::SearchAndDestroy;
use crate::control::Refuge;
use crate::hex::Hex;
use crate::hexset::HexSet;
use crate::map::Map;
use crate::movement::{check_mover, enters};
use crate::state::{Place, State, Switch, Unit};
use crate::units::{Kind, Side, UnitId};

pub(crate) use field::Fields;
use field::{Field, Going, Scratch};

/// The classes of counters that keep each other out of a hex. Rule base-4.3.
const CLASSES: usize = 3;

/// The class of a unit in a hex; a heavy weapon has none. Rule base-4.3.
const fn class(kind: Kind) -> Option<usize> {
    if kind.is_team() {
        Some(0)
    } else if kind.is_vehicle() || kind.is_helicopter() {
        Some(1)
    } else if kind.is_heavy_weapon() {
        None
    } else {
        Some(2)
    }
}

/// What a position says about every hex, for one side: found once for all its units.
pub(crate) struct Ground<'a> {
    side: Side,
    /// The enemy is there.
    closed: HexSet,
    /// There is a counter of this side of that class.
    taken: [HexSet; CLASSES],
    nothing: HexSet,
    /// The hexes by which each entry of the scenario comes; empty for those that nobody waits in.
    ways_in: Vec<Vec<usize>>,
    refuge: Refuge<'a>,
}

impl<'a> Ground<'a> {
    /// As far as the side knows.
    pub fn of(rules: &SearchAndDestroy, state: &'a State, side: Side) -> Self {
        let mut ground = Self::occupied(rules, state, side, |unit| side == Side::Nlf || state.shows(unit));
        let waits = |entry: u8| state.units.iter().any(|u| u.place == Place::Reserve(entry) && u.side() == side);
        let entries = 0..u8::try_from(state.entries.len()).unwrap_or(u8::MAX);
        ground.ways_in = entries.map(|n| if waits(n) { ways_in(rules, state, side, n) } else { Vec::new() }).collect();
        ground
    }

    /// As it is: for a set-up, in which nobody is asked where he may not go.
    pub fn as_it_is(rules: &SearchAndDestroy, state: &'a State, side: Side) -> Self {
        Self::occupied(rules, state, side, |_| true)
    }

    fn occupied(rules: &SearchAndDestroy, state: &'a State, side: Side, known: impl Fn(&Unit) -> bool) -> Self {
        let map = rules.map();
        let empty = || HexSet::for_map(map.size());
        let (mut closed, mut taken) = (empty(), [empty(), empty(), empty()]);
        for unit in &state.units {
            let (Place::Hex(hex), Some(class)) = (unit.place, class(unit.kind)) else { continue };
            if unit.side() == side {
                taken[class].insert(map.number(hex));
            } else if known(unit) {
                closed.insert(map.number(hex));
            }
        }
        let refuge = Refuge::of(rules, state);
        Self { side, closed, taken, nothing: empty(), ways_in: Vec::new(), refuge }
    }

    /// Whether a hex has room for a unit and no enemy. Rules base-4.2 and base-4.3.
    pub fn is_free(&self, number: usize, kind: Kind) -> bool {
        !self.closed.contains(number) && !self.taken(kind).contains(number)
    }

    fn taken(&self, kind: Kind) -> &HexSet {
        class(kind).map_or(&self.nothing, |class| &self.taken[class])
    }
}

/// The hexes by which troops of an entry come onto the map, row by row.
pub(crate) fn ways_in(rules: &SearchAndDestroy, state: &State, side: Side, entry: u8) -> Vec<usize> {
    let map = rules.map();
    let at = usize::from(entry);
    let part = state.lay.entries.get(at).and_then(|(ground, _)| ground.hexes());
    let mut doors: Vec<usize> = match part {
        Some(hexes) if state.has(Switch::Helicopters) => {
            if state.turn >= state.entries[at].on_foot_from {
                hexes.collect()
            } else {
                Vec::new()
            }
        }
        _ => (0..map.size()).filter(|number| enters(rules, state, entry, map.at(*number))).collect(),
    };
    doors.extend(way_round(map, state, side, &doors));
    doors
}

/// The nearest free hexes of the map edge, if the enemy is known to hold every hex by which troops come onto the map. Ruling SD-A81.
fn way_round(map: &Map, state: &State, side: Side, doors: &[usize]) -> Vec<usize> {
    let barred = |number: usize| state.bars(side, map.at(number));
    if state.rulings.before(8) || doors.is_empty() || !doors.iter().all(|door| barred(*door)) {
        return Vec::new();
    }
    let far = |number: usize| doors.iter().map(|door| map.at(*door).distance(map.at(number))).min();
    let free = || (0..map.size()).filter(|number| map.is_edge(map.at(*number)) && !barred(*number));
    let Some(nearest) = free().filter_map(far).min() else { return Vec::new() };
    free().filter(|number| far(*number) == Some(nearest)).collect()
}

/// Where one unit after another can end its move, and how it gets there.
pub(crate) struct Search {
    field: Arc<Field>,
    /// What the field begins with, if it was made for troops that come onto the map.
    entry: Option<(u8, Kind, u8)>,
    scratch: Scratch,
    ends: Vec<End>,
}

/// A hex in which a move can end: its place in the field.
#[derive(Clone, Copy)]
pub(crate) struct End(u16);

impl Search {
    pub fn new() -> Self {
        Self { field: Arc::default(), entry: None, scratch: Scratch::default(), ends: Vec::new() }
    }

    /// Where the unit can end its move, row by row.
    pub fn ends(&self) -> &[End] {
        &self.ends
    }

    /// The cheapest way, with each hex that is entered.
    pub fn path(&self, map: &Map, to: End) -> Vec<Hex> {
        self.field.path(map, to.0)
    }

    /// Whether the way has one hex only.
    pub fn is_step(&self, to: End) -> bool {
        self.field.is_step(to.0)
    }
}

impl SearchAndDestroy {
    /// Where a unit can go on with its Movement Points, with the cost and the cheapest way, row by row. Rule base-4.2. Empty
    /// for a unit that may not move now.
    pub fn reach(&self, state: &State, id: UnitId) -> Vec<(Hex, u8, Vec<Hex>)> {
        let Ok(unit) = check_mover(self, state, id) else { return Vec::new() };
        let ground = Ground::of(self, state, unit.side());
        let mut search = Search::new();
        self.search(state, &ground, unit, &mut search);
        let end = |to: &End| {
            let (number, cost) = search.field.at(to.0);
            (self.map().at(number), cost, search.path(self.map(), *to))
        };
        search.ends().iter().map(end).collect()
    }

    /// Where a unit that may move can end its move.
    pub(crate) fn search(&self, state: &State, ground: &Ground, unit: &Unit, search: &mut Search) {
        debug_assert_eq!(ground.side, unit.side());
        let map = self.map();
        let river = state.lay.wide_river;
        let left = self.allowance(unit).saturating_sub(unit.spent);
        match unit.place {
            Place::Hex(hex) => {
                search.entry = None;
                search.field = self.fields.around(&self.ways, unit.kind, river, map.number(hex), &ground.closed);
            }
            Place::Reserve(entry) => {
                // Those who wait together come the same way.
                let made = Some((entry, unit.kind, left));
                if search.entry != made {
                    let doors = ground.ways_in.get(usize::from(entry)).map(Vec::as_slice).unwrap_or_default();
                    let going = Going { kind: unit.kind, river, points: left };
                    search.field = Arc::new(search.scratch.through_doors(&self.ways, going, doors, &ground.closed));
                    search.entry = made;
                }
            }
            _ => {
                search.entry = None;
                search.field = Arc::default();
            }
        }
        let taken = ground.taken(unit.kind);
        let free = search.field.within(left).filter(|(_, number)| !taken.contains(*number));
        search.ends.clear();
        if unit.side() == Side::Nlf && !unit.controlled {
            let nearer = ground.refuge.nearer_than(map, unit);
            search.ends.extend(free.filter(|(_, number)| nearer(map.at(*number))).map(|(place, _)| End(place)));
        } else {
            search.ends.extend(free.map(|(place, _)| End(place)));
        }
    }
}
