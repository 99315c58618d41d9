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

/// The cheapest ways over the map from where a unit is, or from where it comes onto the map.
#[derive(Debug, Default)]
pub(crate) struct Field {
    /// Where the unit stands; it does not enter its own hex.
    start: Option<u16>,
    cost: Vec<u8>,
    from: Vec<u16>,
    /// For each number of Movement Points, what can be reached with them.
    within: Vec<HexSet>,
    nothing: HexSet,
}

impl Field {
    fn new(ways: &Ways, start: Option<u16>, points: u8) -> Self {
        let size = ways.size();
        let empty = HexSet::for_map(size);
        let within = vec![empty.clone(); usize::from(points) + 1];
        Self { start, cost: vec![u8::MAX; size], from: vec![NOWHERE; size], within, nothing: empty }
    }

    /// From a hex.
    fn around(ways: &Ways, kind: Kind, river: bool, start: usize, points: u8, closed: &HexSet) -> Self {
        let mut field = Self::new(ways, Some(small(start)), points);
        field.cost[start] = 0;
        let mut rings = vec![Vec::new(); usize::from(points) + 1];
        rings[0].push(small(start));
        field.spread(ways, kind, river, closed, rings);
        field
    }

    /// Onto the map by any of these hexes.
    pub fn from_doors(ways: &Ways, kind: Kind, river: bool, points: u8, doors: &[usize], closed: &HexSet) -> Self {
        let mut field = Self::new(ways, None, points);
        let mut rings = vec![Vec::new(); usize::from(points) + 1];
        for &door in doors {
            let cost = ways.entry(kind, door);
            if cost <= points && !closed.contains(door) {
                field.cost[door] = cost;
                rings[usize::from(cost)].push(small(door));
            }
        }
        field.spread(ways, kind, river, closed, rings);
        field
    }

    /// From what is in the rings to all that can be reached. Costs are small: one list of hexes for each number of points spent.
    fn spread(&mut self, ways: &Ways, kind: Kind, river: bool, closed: &HexSet, mut rings: Vec<Vec<u16>>) {
        let points = rings.len() - 1;
        for spent in 0..=points {
            for here in std::mem::take(&mut rings[spent]) {
                let hex = usize::from(here);
                if usize::from(self.cost[hex]) != spent {
                    continue;
                }
                for (next, step) in ways.steps_from(kind, river, hex) {
                    let cost = spent + usize::from(step);
                    if cost <= points && cost < usize::from(self.cost[next]) && !closed.contains(next) {
                        (self.cost[next], self.from[next]) = (u8::try_from(cost).unwrap_or(u8::MAX), here);
                        rings[cost].push(small(next));
                    }
                }
            }
        }
        for number in 0..self.cost.len() {
            let cost = usize::from(self.cost[number]);
            if cost <= points && self.start != Some(small(number)) {
                self.within[cost].insert(number);
            }
        }
        for points in 1..self.within.len() {
            let (less, more) = self.within.split_at_mut(points);
            more[0].add(&less[points - 1]);
        }
    }

    /// What can be reached with so many Movement Points; the hex the unit stands in is not.
    pub fn within(&self, points: u8) -> &HexSet {
        let most = self.within.len().saturating_sub(1);
        self.within.get(usize::from(points).min(most)).unwrap_or(&self.nothing)
    }

    /// The Movement Points that a hex costs.
    pub fn cost(&self, number: usize) -> u8 {
        self.cost[number]
    }

    /// Whether the way to a hex has one hex only.
    pub fn is_step(&self, number: usize) -> bool {
        let from = self.from[number];
        from == NOWHERE || Some(from) == self.start
    }

    /// The cheapest way, with each hex that is entered.
    pub fn path(&self, map: &Map, to: usize) -> Vec<Hex> {
        let entered = |number: &usize| Some(small(*number)) != self.start;
        let before = |number: &usize| Some(usize::from(self.from[*number])).filter(|_| self.from[*number] != NOWHERE);
        let back = || std::iter::successors(Some(to), before).take_while(entered);
        let mut path = vec![map.at(to); back().count()];
        path.iter_mut().rev().zip(back()).for_each(|(hex, number)| *hex = map.at(number));
        path
    }
}

fn small(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(NOWHERE)
}

/// What closes hexes around a place, and the ways from it that are left.
type Closed = Vec<(HexSet, Arc<Field>)>;

/// Fields that were worked out before. Copies share them. A field is kept for what it was worked out for and for nothing else, so that
/// nobody can tell whether it was: it only comes faster.
#[derive(Clone, Default)]
pub(crate) struct Fields {
    /// The most Movement Points of a unit on foot, an M113 and an M48.
    points: [u8; 3],
    known: Arc<[Mutex<HashMap<(usize, bool, usize), Closed>>]>,
}

impl Fields {
    /// So many places are kept in each part of the store.
    const PLACES: usize = 256;
    /// So many ways in which hexes around a place were closed.
    const CLOSINGS: usize = 4;

    /// An empty store for units with at most so many Movement Points.
    pub fn for_points(points: [u8; 3]) -> Self {
        Self { points, known: (0..16).map(|_| Mutex::default()).collect() }
    }

    /// The ways from a hex while these are closed.
    pub fn around(&self, ways: &Ways, kind: Kind, river: bool, start: usize, closed: &HexSet) -> Arc<Field> {
        let going = Ways::going(kind);
        let points = self.points[going];
        let key = (going, river, start);
        let part = &self.known[start % self.known.len()];
        // A store is whole after every step, whoever stopped in the middle of one.
        let mut known = part.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= Self::PLACES && !known.contains_key(&key) {
            known.clear();
        }
        let here = known.entry(key).or_insert_with(|| {
            let open = Field::around(ways, kind, river, start, points, &HexSet::for_map(ways.size()));
            vec![(HexSet::for_map(ways.size()), Arc::new(open))]
        });
        // Only what the unit could reach keeps it from anything.
        let mut bars = HexSet::default();
        bars.intersection(here[0].1.within(points), closed);
        if let Some(at) = here.iter().position(|(before, _)| *before == bars) {
            return Arc::clone(&here[at].1);
        }
        let field = Arc::new(Field::around(ways, kind, river, start, points, &bars));
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
