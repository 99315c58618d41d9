//! What a side may know. Rules base-4.7, base-4.13 and 31.16, ruling SD-A38: face-down counters are numbers without a face, or
//! not there at all; traps, unfound caches and unseen positions are not there; what a Cadre carries is not told until it was
//! used; and what the US player has plotted or written down is his alone.

use tabletop::dice::Seeded;

use crate::event::Who;
use crate::hex::Hex;
use crate::map::Terrain;
use crate::movement::room;
use crate::state::{Place, State, Step, Switch, Unit};
use crate::units::{Element, Kind, Side, UnitId};
use crate::{Event, SearchAndDestroy};

/// An entry of the scenario that is not told.
const UNTOLD: u8 = u8::MAX;

impl SearchAndDestroy {
    /// Supposes that a face-down counter whose face is not known is of this kind: for whoever wonders what it hides. A counter that
    /// is known stays what it is.
    pub fn suppose(&self, state: &mut State, id: UnitId, kind: Kind) {
        let full = self.full_ammunition(kind);
        if let Some(unit) = state.units.get_mut(id.index())
            && unit.kind == Kind::Suspect
            && kind.side() == Side::Nlf
        {
            *unit = Unit { face_down: true, ammunition: full, controlled: true, ..Unit::fresh(kind, unit.place) };
        }
    }
}

/// The position as a side sees it. When the game is over everything is turned up.
pub(crate) fn view(state: &State, side: Side) -> State {
    let mut seen = state.clone();
    if state.step == Step::Over {
        return seen;
    }
    if side == Side::Nlf {
        let support = &mut seen.support;
        // A mission that is plotted is told of when it comes down.
        support.missions += u8::try_from(support.plots.len()).unwrap_or(0);
        support.strikes += u8::try_from(support.calls.len()).unwrap_or(0);
        support.plots.clear();
        support.calls.clear();
        support.preplanned.clear();
        return seen;
    }
    let unseen = state.has(Switch::FullyHidden);
    for unit in seen.units.iter_mut().filter(|u| u.side() == Side::Nlf) {
        if unit.face_down {
            let place = match unit.place {
                Place::Pool(_) => Place::Pool(UNTOLD),
                Place::Hex(hex) if !unseen => Place::Hex(hex),
                Place::Gone => Place::Gone,
                _ => Place::Reserve(UNTOLD),
            };
            *unit = Unit::fresh(Kind::Suspect, place);
            unit.face_down = true;
            continue;
        }
        unit.ammunition = 0;
        unit.rpg = false;
        if !unit.element_known && unit.place != Place::Gone {
            unit.element = Element::None;
        }
    }
    seen.traps.clear();
    seen.caches.retain(|c| c.found.is_some());
    for cache in &mut seen.caches {
        cache.supply = 0;
    }
    seen.positions.retain(|p| p.known);
    seen.elements.clear();
    if state.step == Step::Setup {
        seen.permits.clear();
    }
    seen
}

fn masked(mut who: Who) -> Who {
    if who.hidden {
        (who.kind, who.company, who.platoon) = (Kind::Suspect, 0, 0);
    }
    who
}

/// What a side notices of an event.
pub(crate) fn seen(event: &Event, state: &State, side: Side) -> Option<Event> {
    if side == Side::Nlf {
        let secret = matches!(event, Event::Called { .. } | Event::Registered { .. });
        return (!secret).then(|| event.clone());
    }
    let unseen = state.has(Switch::FullyHidden);
    let mut event = event.clone();
    match &mut event {
        Event::Assigned { .. } | Event::Concealed { .. } => return None,
        Event::Dug { hidden: true, .. } | Event::Improved { side: Side::Nlf, .. } => return None,
        Event::Hauled { who, .. } if who.hidden => return None,
        Event::Placed { who, .. } | Event::Moved { who, .. } | Event::Digs { who } | Event::Left { who, .. }
            if who.hidden && unseen =>
        {
            return None;
        }
        Event::Resupplied { who } | Event::Control { who, .. } if who.kind.side() == Side::Nlf => return None,
        // Where a counter is put in the set-up is open, when it was chosen is not: numbers are masked.
        Event::Placed { who, .. }
        | Event::Moved { who, .. }
        | Event::Left { who, .. }
        | Event::Digs { who }
        | Event::Hid { who, .. }
        | Event::Pinned { who }
        | Event::Casualties { who, .. }
        | Event::SniperFired { who, .. } => *who = masked(*who),
        Event::Attacked { by, target, .. } => {
            by.iter_mut().for_each(|who| *who = masked(*who));
            *target = masked(*target);
        }
        Event::FiredAntitank { who, .. } => *who = masked(*who),
        _ => {}
    }
    Some(event)
}

/// Another position that looks the same to a side: face-down counters have changed their faces and, where they are not shown,
/// their hexes; traps and unfound caches lie elsewhere, and so do unseen positions and what the US player has plotted.
pub(crate) fn disguised(rules: &SearchAndDestroy, state: &State, side: Side, seed: u64) -> Option<State> {
    if state.step == Step::Over {
        return None;
    }
    let mut picks = Seeded::new(seed);
    let mut other = state.clone();
    let map: Vec<Hex> = rules.map().hexes().collect();
    if side == Side::Nlf {
        let support = &mut other.support;
        if support.plots.is_empty() && support.calls.is_empty() && support.preplanned.is_empty() {
            return None;
        }
        let places = support.plots.iter_mut().map(|p| &mut p.at).chain(support.calls.iter_mut().map(|c| &mut c.at));
        for at in places.chain(support.preplanned.iter_mut().flatten()) {
            *at = map[picks.choose(map.len())];
        }
        return Some(other);
    }
    // Who carries a heavy weapon stays who he is, for the weapon names him.
    let hidden: Vec<usize> = (0..other.units.len())
        .filter(|n| other.units[*n].face_down && other.units[*n].hex().is_some() && other.units[*n].weapon.is_none())
        .collect();
    for n in (1..hidden.len()).rev() {
        let (a, b) = (hidden[n], hidden[picks.choose(n + 1)]);
        let (one, two) = (other.units[a].place, other.units[b].place);
        other.units.swap(a, b);
        other.units[a].place = one;
        other.units[b].place = two;
    }
    if state.has(Switch::FullyHidden) {
        for n in hidden {
            // Where somebody ran into it a counter has to be.
            let met = other.probes.iter().any(|p| other.units[n].hex() == Some(p.at));
            let to = map[picks.choose(map.len())];
            let free = rules.map().terrain(to) == Terrain::Jungle && !other.units.iter().any(|u| u.hex() == Some(to));
            if free && !met {
                other.units[n].place = Place::Hex(to);
            }
        }
    }
    // A visible Cadre may have something else with it.
    for unit in other.units.iter_mut().filter(|u| u.kind.may_carry_element() && u.hex().is_some() && !u.element_known) {
        unit.element = if unit.element == Element::None && !unit.rpg { Element::Sapper } else { Element::None };
    }
    // What the US player has not seen dug may be anywhere, and in the set-up be left undug.
    for n in 0..other.positions.len() {
        let to = map[picks.choose(map.len())];
        if !other.positions[n].known && !other.has_position(to) && !other.holds(Side::Us, to) {
            other.positions[n].hex = to;
        }
    }
    other.positions.sort_unstable();
    if state.step == Step::Setup {
        other.permits.clear();
    }
    let free: Vec<_> = map
        .into_iter()
        .filter(|h| rules.map().terrain(*h) != Terrain::Clear && !other.traps.contains(&Some(*h)))
        .collect();
    for trap in other.traps.iter_mut().flatten() {
        *trap = free[picks.choose(free.len())];
    }
    for cache in other.caches.iter_mut().filter(|c| c.found.is_none()) {
        cache.hex = cache.hex.map(|_| free[picks.choose(free.len())]);
        cache.supply = 1;
    }
    debug_assert!(other.units().all(|(id, u)| u.hex().is_none_or(|h| room(&other, id, u.kind, h))));
    Some(other)
}
