//! Another position that looks the same to a side: everything that it may not know is different.

use tabletop::dice::Seeded;

use crate::SearchAndDestroy;
use crate::hex::Hex;
use crate::map::Terrain;
use crate::state::{Burden, Place, Plot, State, Step, Switch, Unit};
use crate::units::{Element, Side, UnitId};

/// A position that a side cannot tell from this one. Ruling SD-A64.
pub(crate) fn disguised(rules: &SearchAndDestroy, state: &State, side: Side, seed: u64) -> Option<State> {
    if state.step == Step::Over {
        return None;
    }
    let mut disguise = Disguise { rules, state: state.clone(), picks: Seeded::new(seed) };
    if side == Side::Nlf {
        return disguise.shells().then_some(disguise.state);
    }
    disguise.faces();
    disguise.minds();
    if state.has(Switch::FullyHidden) {
        disguise.places();
    }
    disguise.ground();
    Some(disguise.state)
}

struct Disguise<'a> {
    rules: &'a SearchAndDestroy,
    state: State,
    picks: Seeded,
}

impl Disguise<'_> {
    fn any_hex(&mut self) -> Hex {
        let map = self.rules.map();
        map.at(self.picks.choose(map.size()))
    }

    fn chance(&mut self) -> bool {
        self.picks.choose(2) == 0
    }

    /// What the US player has plotted, called and written down lies elsewhere, or he has kept it; and what he may dig is decided
    /// otherwise. Whether there was anything to change.
    fn shells(&mut self) -> bool {
        let permits = self.state.step == Step::UsSetup && !self.state.permits.is_empty();
        let support = &self.state.support;
        if support.plots.is_empty() && support.calls.is_empty() && support.preplanned.is_empty() && !permits {
            return false;
        }
        if permits {
            self.state.permits.clear();
        }
        for n in 0..self.state.support.plots.len() {
            self.state.support.plots[n].at = self.any_hex();
        }
        for n in 0..self.state.support.calls.len() {
            self.state.support.calls[n].at = self.any_hex();
        }
        for n in 0..self.state.support.preplanned.len() {
            if self.state.support.preplanned[n].is_some() {
                self.state.support.preplanned[n] = Some(self.any_hex());
            }
        }
        if self.chance() && self.state.support.calls.pop().is_some() {
            self.state.support.strikes += 1;
        }
        if self.chance() {
            self.state.support.preplanned.pop();
        }
        if self.chance() && self.state.support.plots.pop().is_some() {
            self.state.support.missions += 1;
        } else if self.state.step == Step::UsPlot && self.state.support.missions > 0 {
            let (at, by) = (self.any_hex(), UnitId(0));
            self.state.support.missions -= 1;
            self.state.support.plots.push(Plot { by, at });
        }
        true
    }

    /// Face-down counters change their faces, wherever they are: on the map, still to come, gone unseen, or given up. A heavy weapon
    /// stays with its crew.
    fn faces(&mut self) {
        let units = &self.state.units;
        let hidden: Vec<usize> =
            (0..units.len()).filter(|n| units[*n].face_down && !units[*n].kind.is_heavy_weapon()).collect();
        for n in (1..hidden.len()).rev() {
            let (a, b) = (hidden[n], hidden[self.picks.choose(n + 1)]);
            if a == b {
                continue;
            }
            let (one, two) = (self.state.units[a].place, self.state.units[b].place);
            self.state.units.swap(a, b);
            self.state.units[a].place = one;
            self.state.units[b].place = two;
            for at in [a, b] {
                if let Some(weapon) = self.state.units[at].weapon {
                    self.state.units[weapon.index()].place = Place::With(number(at));
                }
            }
            for id in &mut self.state.escaped {
                match id.index() {
                    n if n == a => *id = number(b),
                    n if n == b => *id = number(a),
                    _ => {}
                }
            }
        }
        // Who is off the map has nothing left to fight with, and what it carried went with it.
        for n in hidden {
            if self.state.units[n].eye().is_none() {
                self.state.units[n].burden = Burden::default();
            }
            if matches!(self.state.units[n].place, Place::Exited | Place::Gone)
                && let Some(weapon) = self.state.units[n].weapon.take()
            {
                self.state.units[weapon.index()].place = self.state.units[n].place;
            }
        }
    }

    /// What is not seen of any NLF unit: who commands it, its ammunition, its rockets, what its Cadre has with it, how far it has come.
    fn minds(&mut self) {
        let full = self.rules.units.units_of_fire.value;
        let resting = self.state.step.player_turn() == Some(Side::Us);
        for n in 0..self.state.units.len() {
            let unit = self.state.units[n];
            if unit.side() != Side::Nlf || unit.kind.is_heavy_weapon() || unit.place == Place::Gone {
                continue;
            }
            let (controlled, moved) = (self.chance(), self.chance());
            let ammunition = u8::try_from(self.picks.choose(usize::from(full) + 1)).unwrap_or(0);
            let armed = self.rules.full_ammunition(unit.kind) > 0;
            let unit = &mut self.state.units[n];
            unit.controlled = controlled;
            unit.moved_before = moved;
            unit.shaken = false;
            // What a unit has spent shows in its own player turn, when it fires.
            if resting {
                unit.spent = u8::from(moved);
            }
            unit.ammunition = if armed { ammunition } else { 0 };
            if unit.kind.may_carry_element() && !unit.element_known {
                unit.element = if unit.element == Element::None && !unit.rpg { Element::Sapper } else { Element::None };
            } else if unit.kind.is_cadre() && unit.element != Element::RecoillessRifle {
                unit.rpg = !unit.rpg;
            }
        }
    }

    /// Where hidden counters are not shown they lie elsewhere.
    fn places(&mut self) {
        for n in 0..self.state.units.len() {
            let unit = self.state.units[n];
            let Some(hex) = unit.hex().filter(|_| unit.face_down && !unit.kind.is_heavy_weapon()) else { continue };
            // Where somebody ran into it a counter has to be.
            let met = self.state.probes.iter().any(|p| p.at == hex);
            let to = self.any_hex();
            // Nobody hides where the US side sets up.
            let mut entries = self.state.entries.iter().filter(|_| self.state.step == Step::UsSetup);
            let free = self.rules.map().terrain(to) == Terrain::Jungle
                && !entries.any(|entry| entry.turn == 0 && entry.at.may_hold(self.rules.map(), to))
                && !self.state.units.iter().any(|u: &Unit| u.hex() == Some(to));
            if free && !met {
                self.state.units[n].place = Place::Hex(to);
            }
        }
    }

    /// One position, trap or cache less of those that nobody has found.
    fn one_less(&mut self, kind: usize) {
        let state = &mut self.state;
        match kind {
            0 => state.positions.iter().position(|p| !p.known).map(|at| _ = state.positions.remove(at)),
            1 => state.traps.pop().map(drop),
            _ => state.caches.iter().position(|c| c.found.is_none()).map(|at| _ = state.caches.remove(at)),
        };
    }

    /// What lies on the ground unseen is elsewhere: traps, caches, and positions that nobody has found.
    fn ground(&mut self) {
        for n in 0..self.state.positions.len() {
            let to = self.any_hex();
            let seen = |u: &Unit| u.hex() == Some(to) && !u.face_down;
            if !self.state.positions[n].known && !self.state.has_position(to) && !self.state.units.iter().any(seen) {
                self.state.positions[n].hex = to;
            }
        }
        self.state.positions.sort_unstable();
        if self.state.step == Step::Setup {
            self.state.permits.clear();
            self.state.elements.pop();
        }
        // How many of each there are is a secret, too.
        for kind in 0..3 {
            if self.chance() {
                self.one_less(kind);
            }
        }
        let taken = self.state.traps.clone();
        let map = self.rules.map();
        let free: Vec<Hex> = map
            .hexes()
            .filter(|h| map.terrain(*h) != Terrain::Clear && !taken.contains(&Some(*h)))
            .filter(|h| !self.state.holds(Side::Us, *h) && !self.state.searched.contains(map.number(*h)))
            .collect();
        for n in 0..self.state.traps.len() {
            if self.state.traps[n].is_some() {
                self.state.traps[n] = Some(free[self.picks.choose(free.len())]);
            }
        }
        for n in 0..self.state.caches.len() {
            let cache = self.state.caches[n];
            if cache.found.is_none() && cache.hex.is_some() {
                self.state.caches[n].hex = Some(free[self.picks.choose(free.len())]);
            }
            self.state.caches[n].supply = u8::from(self.chance());
        }
    }
}

fn number(at: usize) -> UnitId {
    UnitId(u8::try_from(at).unwrap_or(u8::MAX))
}
