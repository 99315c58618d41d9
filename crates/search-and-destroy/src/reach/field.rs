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

/// The cheapest ways over the map from where a unit is, or from where it comes onto the map: what can be reached, row by row; the
/// hex the unit stands in is not.
#[derive(Debug, Default)]
pub(crate) struct Field(Vec<Reached>);

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
        self.field(Some(start))
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
        self.field(None)
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
    fn field(&mut self, start: Option<usize>) -> Field {
        let mut found = Vec::with_capacity(self.touched.len());
        let places = &mut self.places;
        for number in self.touched.iter() {
            let (cost, from) = (self.cost[number], self.from[number]);
            (self.cost[number], self.from[number]) = (u8::MAX, NOWHERE);
            if Some(number) == start {
                continue;
            }
            let from = if Some(usize::from(from)) == start { NOWHERE } else { from };
            places[number] = small(found.len());
            found.push(Reached { number: small(number), from, cost });
        }
        self.touched.clear();
        for reached in found.iter_mut().filter(|reached| reached.from != NOWHERE) {
            reached.from = places[usize::from(reached.from)];
        }
        Field(found)
    }
}

impl Field {
    /// What can be reached with so many Movement Points: the places in the list, with the numbers of the hexes.
    pub fn within(&self, points: u8) -> impl Iterator<Item = (u16, usize)> + '_ {
        let near = (0..).zip(&self.0).filter(move |(_, reached)| reached.cost <= points);
        near.map(|(place, reached)| (place, usize::from(reached.number)))
    }

    /// The hex of a place in the list, and the Movement Points that it costs.
    pub fn at(&self, place: u16) -> (usize, u8) {
        let reached = self.0[usize::from(place)];
        (usize::from(reached.number), reached.cost)
    }

    /// Whether the way there has one hex only.
    pub fn is_step(&self, place: u16) -> bool {
        self.0[usize::from(place)].from == NOWHERE
    }

    /// The cheapest way there, with each hex that is entered.
    pub fn path(&self, map: &Map, place: u16) -> Vec<Hex> {
        let way = || std::iter::successors(self.0.get(usize::from(place)), |r| self.0.get(usize::from(r.from)));
        let mut path = Vec::with_capacity(way().count());
        path.extend(way().map(|reached| map.at(usize::from(reached.number))));
        path.reverse();
        path
    }

    /// All hexes that can be reached.
    fn hexes(&self, size: usize) -> HexSet {
        let mut hexes = HexSet::for_map(size);
        self.0.iter().for_each(|reached| hexes.insert(usize::from(reached.number)));
        hexes
    }
}

fn small(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(NOWHERE)
}

/// The ways from a place.
struct Place {
    /// Hexes that are reached while nothing is closed: only those keep a unit from anything.
    open: HexSet,
    /// What closes hexes of those, and the ways that are left.
    closings: Vec<(HexSet, Arc<Field>)>,
}

/// A part of the store: for each way of going, river and place what was worked out there.
#[derive(Default)]
struct Part {
    known: HashMap<(usize, bool, usize), Place>,
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
    const PLACES: usize = 400;
    /// So many ways in which hexes around a place were closed.
    const CLOSINGS: usize = 8;

    /// An empty store for units with at most so many Movement Points.
    pub fn for_points(points: [u8; 3]) -> Self {
        Self { points, parts: (0..16).map(|_| Mutex::default()).collect() }
    }

    /// The ways from a hex while these are closed.
    pub fn around(&self, ways: &Ways, kind: Kind, river: bool, start: usize, closed: &HexSet) -> Arc<Field> {
        let number = Ways::going(kind);
        let going = Going { kind, river, points: self.points[number] };
        let key = (number, river, start);
        // A store is whole after every step, also after a unit stopped in the middle of one.
        let mut part = self.parts[start % self.parts.len()].lock().unwrap_or_else(PoisonError::into_inner);
        let Part { known, scratch } = &mut *part;
        if known.len() >= Self::PLACES && !known.contains_key(&key) {
            known.clear();
        }
        let here = known.entry(key).or_insert_with(|| {
            let nothing = HexSet::for_map(ways.size());
            let field = scratch.around(ways, going, start, &nothing);
            Place { open: field.hexes(ways.size()), closings: vec![(nothing, Arc::new(field))] }
        });
        if let Some((_, field)) = here.closings.iter().find(|(before, _)| before.is_common(&here.open, closed)) {
            return Arc::clone(field);
        }
        let mut bars = HexSet::default();
        bars.intersection(&here.open, closed);
        let field = Arc::new(scratch.around(ways, going, start, &bars));
        if here.closings.len() > Self::CLOSINGS {
            here.closings.remove(1);
        }
        here.closings.push((bars, Arc::clone(&field)));
        field
    }
}

impl fmt::Debug for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ways of at most {:?} Movement Points", self.points)
    }
}
