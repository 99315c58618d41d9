//! The cheapest ways from one place to all others, and a store of those that were worked out before: the map never changes, and what
//! closes hexes seldom does.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use crate::hex::Hex;
use crate::hexset::HexSet;
use crate::map::Map;
use crate::units::Kind;
use crate::ways::Ways;

/// No hex: the way begins here.
const NOWHERE: u16 = u16::MAX;

/// A hex that can be reached.
#[derive(Clone, Copy, Debug)]
struct Reached {
    number: u16,
    /// The place in the list of the hex before it on the cheapest way.
    from: u16,
    cost: u8,
}

/// The cheapest ways over the map from where a unit is, or from where it comes onto the map.
#[derive(Debug, Default)]
pub(crate) struct Field {
    /// What can be reached, row by row; the hex the unit stands in is not.
    hexes: Vec<Reached>,
    /// For each number of Movement Points, what can be reached with them.
    within: Vec<HexSet>,
    /// Hexes to which the way has one hex only.
    steps: HexSet,
    nothing: HexSet,
}

/// Where a unit goes from, how, and with how many Movement Points.
#[derive(Clone, Copy)]
pub(crate) struct Going {
    pub kind: Kind,
    /// Nobody wades the river. Rule 33.44.
    pub river: bool,
    pub points: u8,
}

/// What is needed to work a field out, used for one after another.
#[derive(Default)]
pub(crate) struct Scratch {
    cost: Vec<u8>,
    from: Vec<u16>,
    places: Vec<u16>,
    touched: HexSet,
    /// Costs are small: one list of hexes for each number of points spent.
    rings: Vec<Vec<u16>>,
}

impl Scratch {
    fn begin(&mut self, size: usize, points: u8) {
        if self.cost.len() != size {
            (self.cost, self.from) = (vec![u8::MAX; size], vec![NOWHERE; size]);
            self.places = vec![NOWHERE; size];
            self.touched = HexSet::for_map(size);
        }
        if self.rings.len() <= usize::from(points) {
            self.rings.resize(usize::from(points) + 1, Vec::new());
        }
    }

    fn reach(&mut self, number: usize, cost: u8, from: u16) {
        (self.cost[number], self.from[number]) = (cost, from);
        self.touched.insert(number);
        self.rings[usize::from(cost)].push(small(number));
    }

    /// From a hex.
    fn around(&mut self, ways: &Ways, going: Going, start: usize, closed: &HexSet) -> Field {
        self.begin(ways.size(), going.points);
        self.reach(start, 0, NOWHERE);
        self.spread(ways, going, closed);
        self.field(Some(start), going.points)
    }

    /// Onto the map by any of these hexes.
    pub fn through_doors(&mut self, ways: &Ways, going: Going, doors: &[usize], closed: &HexSet) -> Field {
        self.begin(ways.size(), going.points);
        for &door in doors {
            let cost = ways.entry(going.kind, door);
            if cost <= going.points && !closed.contains(door) {
                self.reach(door, cost, NOWHERE);
            }
        }
        self.spread(ways, going, closed);
        self.field(None, going.points)
    }

    /// From what is in the rings to all that can be reached.
    fn spread(&mut self, ways: &Ways, going: Going, closed: &HexSet) {
        for spent in 0..=going.points {
            let mut ring = std::mem::take(&mut self.rings[usize::from(spent)]);
            for &here in &ring {
                let hex = usize::from(here);
                if self.cost[hex] != spent {
                    continue;
                }
                for (next, step) in ways.steps_from(going.kind, going.river, hex) {
                    let cost = spent.saturating_add(step);
                    if cost <= going.points && cost < self.cost[next] && !closed.contains(next) {
                        self.reach(next, cost, here);
                    }
                }
            }
            ring.clear();
            self.rings[usize::from(spent)] = ring;
        }
    }

    /// What was found, and everything ready for the next one.
    fn field(&mut self, start: Option<usize>, points: u8) -> Field {
        let nothing = HexSet::for_map(self.cost.len());
        let mut field = Field {
            hexes: Vec::with_capacity(self.touched.len()),
            within: vec![nothing.clone(); usize::from(points) + 1],
            steps: nothing.clone(),
            nothing,
        };
        let places = &mut self.places;
        for number in self.touched.iter() {
            let (cost, from) = (self.cost[number], self.from[number]);
            (self.cost[number], self.from[number]) = (u8::MAX, NOWHERE);
            if Some(number) == start {
                continue;
            }
            let from = if Some(usize::from(from)) == start { NOWHERE } else { from };
            field.hexes.push(Reached { number: small(number), from, cost });
            places[number] = small(field.hexes.len() - 1);
            field.within[usize::from(cost)].insert(number);
            if from == NOWHERE {
                field.steps.insert(number);
            }
        }
        self.touched.clear();
        for reached in field.hexes.iter_mut().filter(|reached| reached.from != NOWHERE) {
            reached.from = places[usize::from(reached.from)];
        }
        for points in 1..field.within.len() {
            let (less, more) = field.within.split_at_mut(points);
            more[0].add(&less[points - 1]);
        }
        field
    }
}

impl Field {
    /// What can be reached with so many Movement Points.
    pub fn within(&self, points: u8) -> &HexSet {
        let most = self.within.len().saturating_sub(1);
        self.within.get(usize::from(points).min(most)).unwrap_or(&self.nothing)
    }

    fn find(&self, number: usize) -> Option<&Reached> {
        let at = self.hexes.binary_search_by_key(&small(number), |reached| reached.number).ok()?;
        self.hexes.get(at)
    }

    /// The Movement Points that a hex costs, if it can be reached.
    pub fn cost(&self, number: usize) -> Option<u8> {
        self.find(number).map(|reached| reached.cost)
    }

    /// Whether the way to a hex has one hex only.
    pub fn is_step(&self, number: usize) -> bool {
        self.steps.contains(number)
    }

    /// The cheapest way, with each hex that is entered.
    pub fn path(&self, map: &Map, to: usize) -> Vec<Hex> {
        if self.is_step(to) {
            return vec![map.at(to)];
        }
        let mut path = Vec::with_capacity(12);
        let mut next = self.find(to);
        while let Some(reached) = next {
            path.push(map.at(usize::from(reached.number)));
            next = self.hexes.get(usize::from(reached.from));
        }
        path.reverse();
        path
    }
}

fn small(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(NOWHERE)
}

/// What closes hexes around a place, and the ways from it that are left.
type Closed = Vec<(HexSet, Arc<Field>)>;

/// A part of the store: for each way of going, river and place what was worked out there.
#[derive(Default)]
struct Part {
    known: HashMap<(usize, bool, usize), Closed>,
    scratch: Scratch,
}

/// Fields that were worked out before. Copies share them. A field is kept for what it was worked out for and for nothing else, so that
/// nobody can tell whether it was: it only comes faster.
#[derive(Clone, Default)]
pub(crate) struct Fields {
    /// The most Movement Points of a unit on foot, an M113 and an M48.
    points: [u8; 3],
    parts: Arc<[Mutex<Part>]>,
}

impl Fields {
    /// So many places are kept in each part of the store.
    const PLACES: usize = 160;
    /// So many ways in which hexes around a place were closed.
    const CLOSINGS: usize = 4;

    /// An empty store for units with at most so many Movement Points.
    pub fn for_points(points: [u8; 3]) -> Self {
        Self { points, parts: (0..16).map(|_| Mutex::default()).collect() }
    }

    /// The ways from a hex while these are closed.
    pub fn around(&self, ways: &Ways, kind: Kind, river: bool, start: usize, closed: &HexSet) -> Arc<Field> {
        let number = Ways::going(kind);
        let going = Going { kind, river, points: self.points[number] };
        let key = (number, river, start);
        // A store is whole after every step, whoever stopped in the middle of one.
        let mut part = self.parts[start % self.parts.len()].lock().unwrap_or_else(PoisonError::into_inner);
        let Part { known, scratch } = &mut *part;
        if known.len() >= Self::PLACES && !known.contains_key(&key) {
            known.clear();
        }
        let here = known.entry(key).or_insert_with(|| {
            let nothing = HexSet::for_map(ways.size());
            let open = scratch.around(ways, going, start, &nothing);
            vec![(nothing, Arc::new(open))]
        });
        // Only what the unit could reach keeps it from anything.
        let open = here[0].1.within(going.points);
        if let Some((_, field)) = here.iter().find(|(before, _)| before.is_common(open, closed)) {
            return Arc::clone(field);
        }
        let mut bars = HexSet::default();
        bars.intersection(open, closed);
        let field = Arc::new(scratch.around(ways, going, start, &bars));
        if here.len() > Self::CLOSINGS {
            here.remove(1);
        }
        here.push((bars, Arc::clone(&field)));
        field
    }
}

impl fmt::Debug for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ways of at most {:?} Movement Points", self.points)
    }
}
