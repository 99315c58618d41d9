//! The parts of the map that a scenario speaks of, as sets of hexes: worked out once, when a game begins. What depends on where US units
//! are ([`Region::AwayFromUs`]) is asked again each time.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::hex::Hex;
use crate::hexset::HexSet;
use crate::map::Map;
use crate::region::{Region, us_units};
use crate::scenario::{Entry, Force, Scenario};
use crate::sight::Eye;
use crate::state::{State, Switch};
use crate::units::Side;

/// A part of the map, as a set if it never changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Part {
    region: Region,
    fixed: Option<HexSet>,
}

impl Part {
    fn of(map: &Map, region: &Region) -> Self {
        let fixed = region.is_fixed().then(|| {
            let mut set = HexSet::for_map(map.size());
            map.hexes().filter(|hex| region.holds(map, *hex)).for_each(|hex| set.insert(map.number(hex)));
            set
        });
        Self { region: region.clone(), fixed }
    }

    /// Its hexes, row by row, if it never changes.
    pub fn hexes(&self) -> Option<impl Iterator<Item = usize> + '_> {
        self.fixed.as_ref().map(HexSet::iter)
    }

    /// Whether it has no hex and never will.
    pub fn is_nowhere(&self) -> bool {
        self.fixed.as_ref().is_some_and(|set| set.is_empty())
    }

    /// Its hexes as they are now.
    pub fn now(&self, map: &Map, state: &State) -> Cow<'_, HexSet> {
        if let Some(set) = &self.fixed {
            return Cow::Borrowed(set);
        }
        let us: Vec<Eye> = us_units(state).collect();
        let mut set = HexSet::for_map(map.size());
        let inside = map.hexes().filter(|hex| {
            let nearest = us.iter().filter_map(|eye| map.range(*eye, Eye::Hex(*hex))).min();
            self.region.has(map, &|distance| nearest.is_none_or(|near| near >= distance), *hex)
        });
        inside.for_each(|hex| set.insert(map.number(hex)));
        Cow::Owned(set)
    }

    /// Whether a hex belongs to it.
    pub fn contains(&self, map: &Map, state: &State, hex: Hex) -> bool {
        match &self.fixed {
            Some(set) => map.contains(hex) && set.contains(map.number(hex)),
            None => self.region.contains(map, state, hex),
        }
    }
}

/// Where a scenario lets its troops come and go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Lay {
    /// For each entry: where it sets up or comes on foot, and where helicopters bring it.
    pub entries: Vec<(Part, Option<Part>)>,
    /// Where each side leaves the map.
    pub exits: [Option<Part>; 2],
    /// For each hex, how far the nearest hex is by which NLF units leave; [`u8::MAX`] if there is none. Nothing if that changes in play.
    pub to_nlf_exit: Option<Vec<u8>>,
    /// Where traps and caches may be, if the scenario says.
    pub hiding_places: Option<Part>,
    /// The caches of the scenario and the ground in which they are hidden, which both sides are told. Nothing where that depends on US units.
    pub caches: Option<(i64, HexSet)>,
    /// Whether nobody crosses the river but over the bridge, for there are boats on it. Rule 33.44.
    pub wide_river: bool,
}

impl Lay {
    /// That of a scenario.
    pub fn of(map: &Map, scenario: &Scenario) -> Self {
        let part = |region: &Region| Part::of(map, region);
        // Nobody leaves from the middle of the map. Rule base-4.2.
        let (columns, rows) = map.extent();
        let edges =
            [Region::Columns(1, 1), Region::Columns(columns, columns), Region::Rows(1, 1), Region::Rows(rows, rows)];
        let edge = Region::Either(edges.to_vec());
        let way_out = |region: &Region| match scenario.rulings.before(11) {
            true => part(region),
            false => part(&Region::Both(vec![region.clone(), edge.clone()])),
        };
        let exits = [scenario.us_exit.as_ref().map(way_out), scenario.nlf_exit.as_ref().map(way_out)];
        let edge: Option<Vec<Hex>> = match &exits[Side::Nlf as usize] {
            None => Some(Vec::new()),
            Some(part) => part.fixed.as_ref().map(|set| set.iter().map(|number| map.at(number)).collect()),
        };
        let to_nlf_exit = edge.map(|edge| {
            let far = |hex: Hex| edge.iter().map(|e| e.distance(hex)).min().unwrap_or(u8::MAX);
            map.hexes().map(far).collect()
        });
        let entries: Vec<(Part, Option<Part>)> =
            scenario.entries.iter().map(|e| (part(&e.at), e.by_air.as_ref().map(part))).collect();
        let hiding_places = scenario.hiding_places.as_ref().map(part);
        let set_up = |entry: &Entry| entry.turn == 0 && entry.forces.iter().any(|force| force.side() == Side::Nlf);
        let nlf = scenario.entries.iter().zip(&entries).filter(|(entry, _)| set_up(entry)).map(|(_, (part, _))| part);
        let ground: Option<Vec<&HexSet>> = match &hiding_places {
            Some(part) => part.fixed.as_ref().map(|set| vec![set]),
            None => nlf.map(|part| part.fixed.as_ref()).collect(),
        };
        let number = usize::from(scenario.caches) + scenario.caches_at.len();
        let caches = ground.filter(|_| number > 0).map(|parts| {
            let mut all = HexSet::for_map(map.size());
            parts.into_iter().flat_map(HexSet::iter).for_each(|hex| all.insert(hex));
            (i64::try_from(number).unwrap_or(0), all)
        });
        let afloat = |force: &Force| matches!(force, Force::PatrolBoats(1..));
        let boats = scenario.rulings.before(9)
            || scenario.entries.iter().flat_map(|entry| &entry.forces).any(afloat)
            || scenario.units.iter().any(|posted| posted.kind.is_boat());
        let wide_river = boats && scenario.switches().has(Switch::PatrolBoats);
        Self { entries, exits, to_nlf_exit, hiding_places, caches, wide_river }
    }
}
