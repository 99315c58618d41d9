//! What the US side knows of the ground in which caches lie: what was searched, and what its units can search. For hints and the
//! computer; no rule asks for it.

use crate::SearchAndDestroy;
use crate::hex::Hex;
use crate::hexset::HexSet;
use crate::map::Terrain;
use crate::state::{State, Step, Unit};
use crate::units::Side;

/// A cache, in the unit of [`SearchAndDestroy::combed`].
const WHOLE: i64 = 1_000;
/// A cache that was found, with somebody on it who will destroy it.
const IN_HAND: i64 = 600;
/// What a hex counts that was searched or will be this turn; one that can be searched next turn counts half.
const SEARCHED: i64 = 2;

impl State {
    /// The hexes that the US side has searched: no cache lies there which it has not found.
    pub fn searched<'a>(&'a self, rules: &'a SearchAndDestroy) -> impl Iterator<Item = Hex> + 'a {
        self.searched.iter().map(|number| rules.map().at(number))
    }

    /// Whether this hex is one of them.
    pub fn is_searched(&self, rules: &SearchAndDestroy, hex: Hex) -> bool {
        rules.map().contains(hex) && self.searched.contains(rules.map().number(hex))
    }
}

impl SearchAndDestroy {
    /// The caches that the US side should have found with what it has searched and what its units can search from where they stand,
    /// in thousandths of one, as if caches lay anywhere in their ground alike; and those it has found and can destroy. Only what
    /// `seen` holds is looked at. Rule base-4.17.
    pub fn combed(&self, seen: &State) -> i64 {
        let Some((caches, ground)) = &seen.lay.caches else { return 0 };
        let map = self.map();
        let mut searched = seen.searched.clone();
        let mut known = HexSet::default();
        known.intersection(ground, &searched);
        let mut count = SEARCHED * i64::try_from(known.len()).unwrap_or(0);
        for probe in seen.probes.iter().filter(|probe| probe.search) {
            let hex = map.number(probe.at);
            if ground.contains(hex) && !searched.contains(hex) {
                searched.insert(hex);
                count += SEARCHED;
            }
        }
        let seekers = || seen.units.iter().filter(|unit| seeks(unit));
        for unit in seekers().filter(|unit| !unit.searched) {
            let Some(here) = unit.hex() else { continue };
            let village = |hex: &Hex| map.terrain(*hex) == Terrain::Village && !seen.holds(Side::Nlf, *hex);
            let beside = map.neighbours(here).map(|(_, hex)| hex).filter(village);
            let new = |hex: &usize| ground.contains(*hex) && !searched.contains(*hex);
            if let Some(hex) = std::iter::once(here).chain(beside).map(|hex| map.number(hex)).find(new) {
                searched.insert(hex);
                let now = seen.step == Step::UsMovement && unit.spent == 0 && !unit.landed;
                count += if now { SEARCHED } else { SEARCHED / 2 };
            }
        }
        let found = seen.caches.iter().filter(|cache| cache.found.is_some()).filter_map(|cache| cache.hex);
        let held = found.filter(|hex| seekers().any(|unit| unit.hex() == Some(*hex))).count();
        let share = count * caches * WHOLE / (SEARCHED * i64::try_from(ground.len()).unwrap_or(1).max(1));
        share + IN_HAND * i64::try_from(held).unwrap_or(0)
    }
}

/// Whether a unit is one that searches for the US side.
fn seeks(unit: &Unit) -> bool {
    unit.side() == Side::Us
        && unit.kind.is_personnel()
        && !unit.kind.is_vehicle()
        && !unit.is_pinned()
        && unit.controlled
}
