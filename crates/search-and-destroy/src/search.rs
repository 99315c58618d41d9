//! The Search Phase: probes, searches, surprise attacks, caches and traps; and NLF units that hide again. Rules base-4.7
//! and base-4.17.

use tabletop::Halt;

use crate::event::Cause;
use crate::fire::probed_by;
use crate::hex::Hex;
use crate::map::Terrain;
use crate::movement::own;
use crate::play::Play;
use crate::refuse::{Because, No, Part, said};
use crate::scenario::Objective;
use crate::sight::Eye;
use crate::state::{Place, Probe, State, Step, Switch, Unit};
use crate::units::{Side, UnitId};
use crate::{Command, Event, SearchAndDestroy, rule};

fn no<T>(because: impl Into<Because>, remedy: impl Into<Because>) -> Result<T, No> {
    Err(No::new(rule!("base-4.7"), because, remedy))
}

/// Whether a US unit may probe or search at all.
fn check_seeker(state: &State, id: UnitId) -> Result<(&Unit, Hex), No> {
    let unit = own(state, id)?;
    if state.step != Step::UsSearch {
        return no("This is not the Search Phase.", "Search between movement and fire.");
    }
    if unit.kind.is_boat() {
        return Err(No::new(rule!("33.41"), "A boat cannot probe or search.", "Send infantry."));
    }
    let Some(hex) = unit.hex() else { return no("This unit is not on the map.", "Choose another unit.") };
    if unit.landed {
        return Err(No::new(rule!("base-4.14"), "This unit has just landed.", "Search with it next turn."));
    }
    if unit.kind.is_vehicle() || !unit.kind.is_personnel() {
        return no("Only infantry can probe or search.", "Send infantry.");
    }
    if unit.is_pinned() {
        return Err(No::new(rule!("base-4.6"), "A pinned unit cannot search.", "Wait until it recovers."));
    }
    if !unit.controlled {
        return Err(No::new(rule!("base-4.8"), "A squad without leadership cannot search.", "It may fire."));
    }
    if unit.searched || unit.digging {
        return no("This unit is busy this player turn.", "Choose another unit.");
    }
    Ok((unit, hex))
}

/// Rule base-4.7: a probe.
pub(crate) fn check_probe(rules: &SearchAndDestroy, state: &State, id: UnitId, at: Hex) -> Result<(), No> {
    let (unit, hex) = check_seeker(state, id)?;
    if unit.spent > rules.allowance(unit) / 2 {
        return no("This unit has moved too far.", "Spend at most half its Movement Points before probing.");
    }
    if rules.attack(unit) == 0 {
        return no("Only a unit with Attack Strength can probe.", "Send a squad.");
    }
    if !hex.is_adjacent(at) {
        return no(said!("{} is not adjacent to {}.", at, hex), "Probe an adjacent hex.");
    }
    let unseen = state.has(Switch::FullyHidden);
    if unseen && (!rules.map().contains(at) || state.bars(Side::Us, at) || state.holds(Side::Us, at)) {
        return no(said!("You cannot probe {}.", at), "Probe a hex where enemies may hide.");
    }
    if !unseen && !state.in_hex(at, Side::Nlf).any(|(_, u)| u.face_down) {
        return no(said!("No face-down counter lies in {}.", at), "Probe a hex that has one.");
    }
    Ok(())
}

/// Rule base-4.7: a search.
pub(crate) fn check_search(rules: &SearchAndDestroy, state: &State, id: UnitId, at: Hex) -> Result<(), No> {
    let (unit, hex) = check_seeker(state, id)?;
    if unit.spent > 0 {
        return no("This unit has moved.", "A unit that searches must stay where it is.");
    }
    let map = rules.map();
    let village = hex.is_adjacent(at)
        && map.contains(at)
        && map.terrain(at) == Terrain::Village
        && !state.bars(Side::Us, at)
        && !state.holds(Side::Us, at);
    if hex != at && !village {
        return no(
            said!("{} cannot be searched from {}.", at, hex),
            "Search the unit's own hex or an adjacent empty village hex.",
        );
    }
    Ok(())
}

/// Rule base-4.17: civilians are led away, which takes a squad its search.
pub(crate) fn check_civilians(state: &State, id: UnitId, at: Hex) -> Result<(), No> {
    let (unit, hex) = check_seeker(state, id)?;
    if !unit.kind.is_squad() || unit.spent > 0 {
        return Err(No::new(
            rule!("base-4.17"),
            "Only a squad that has not moved can lead civilians away.",
            "Choose another squad.",
        ));
    }
    if !state.rulings.before(11) && state.bars(Side::Us, at) {
        return Err(No::new(rule!("base-4.17"), said!("The enemy holds {}.", at), "Drive the enemy out first."));
    }
    if !state.civilians.contains(&at) || hex.distance(at) > 1 {
        return Err(No::new(
            rule!("base-4.17"),
            said!("No civilians are near it in {}.", at),
            "Choose civilians in its own hex or an adjacent one.",
        ));
    }
    Ok(())
}

/// Rule base-4.7: a visible unit goes into hiding.
pub(crate) fn check_hide(rules: &SearchAndDestroy, state: &State, id: UnitId) -> Result<(), No> {
    let unit = own(state, id)?;
    if state.step != Step::NlfAssault {
        return no("Units hide at the end of the NLF player turn.", "Hide it then.");
    }
    let Some(hex) = unit.hex().filter(|_| !unit.face_down) else {
        return no("This unit is not visible.", "Choose a visible unit.");
    };
    if unit.kind.is_heavy_weapon() {
        return no("A heavy weapon cannot hide by itself.", "Have a squad carry it.");
    }
    if unit.is_pinned() && state.rulings.before(2) {
        return Err(No::new(rule!("base-4.6"), "A pinned unit cannot hide.", "Wait until it recovers."));
    }
    if !matches!(rules.map().terrain(hex), Terrain::Jungle | Terrain::Village) {
        return no("The hex offers nothing to hide in.", "Hide in jungle or in a village.");
    }
    if seen_by_anyone(rules, state, hex) {
        let watched = rules.numbers.watched.value;
        return no(said!("A US unit within {} sees it.", Part::Hexes(watched)), "Break the line of sight first.");
    }
    Ok(())
}

/// Whether any US unit near enough sees a hex, pinned or not.
fn seen_by_anyone(rules: &SearchAndDestroy, state: &State, hex: Hex) -> bool {
    let mut eyes =
        state.units.iter().filter(|u| u.side() == Side::Us && !u.kind.is_heavy_weapon()).filter_map(Unit::eye);
    eyes.any(|eye| {
        let here = Eye::Hex(hex);
        rules.map().range(eye, here).is_some_and(|range| range <= rules.numbers.watched.value)
            && state.sees(rules.map(), eye, here)
    })
}

impl Play<'_> {
    /// Rule base-4.7: a hex is named.
    pub fn name_hex(&mut self, id: UnitId, at: Hex, search: bool) {
        self.unit(id).searched = true;
        let search = search || self.state.rulings.before(2);
        self.state.probes.push(Probe { unit: id, at, search });
        let who = self.who(id);
        self.say(Event::Named { who, at });
    }

    /// Rule base-4.7: what was named is turned up, and who was found may attack by surprise.
    pub fn uncover(&mut self) {
        for probe in self.state.probes.clone() {
            let found: Vec<UnitId> =
                self.state.in_hex(probe.at, Side::Nlf).filter(|(_, u)| u.face_down).map(|(id, _)| id).collect();
            for id in found {
                self.reveal(id);
                let unit = &self.state.units[id.index()];
                if unit.hex().is_some() && self.rules.attack(unit) > 0 {
                    self.state.surprises.push(id);
                }
            }
        }
    }

    /// Rules base-4.1 and base-4.17: what the searches bring, after the surprise attacks. A unit pinned by one finds
    /// nothing.
    pub fn end_searches(&mut self) -> Result<(), Halt> {
        let units = &self.state.units;
        self.state.probes.retain(|p| !units[p.unit.index()].is_pinned());
        self.find_caches();
        for probe in self.state.probes.clone().into_iter().filter(|p| p.search) {
            // A leader may be lost to the trap that the squad with him has found, or pinned by it.
            let there = self.state.rulings.before(13) || self.state.probes.contains(&probe);
            let able = self.state.rulings.before(14) || !self.state.units[probe.unit.index()].is_pinned();
            if there && able && self.state.traps.contains(&Some(probe.at)) && looks_through(&self.state.units, &probe) {
                self.take_trap(probe.at);
                let die = self.d6("disarming a booby trap", rule!("base-4.17"))?;
                if die <= self.rules.numbers.disarmed_up_to.value {
                    self.say(Event::Disarmed { at: probe.at, die });
                } else {
                    self.blow_up(probe.unit, probe.at)?;
                }
            }
        }
        Ok(())
    }

    /// Rules base-4.7 and base-4.18: caches found before are destroyed, then new ones are found.
    fn find_caches(&mut self) {
        let turn = self.state.turn;
        for cache in self.state.caches.clone() {
            let (Some(hex), Some(found)) = (cache.hex, cache.found) else { continue };
            let there = self.state.in_hex(hex, Side::Us).any(|(_, u)| u.kind.is_personnel() && !u.is_pinned());
            if found < turn && there {
                self.state.caches.retain(|c| c.hex != Some(hex));
                self.say(Event::CacheDestroyed { at: hex });
                let special = self.state.objectives.iter().find_map(|o| match o {
                    Objective::CacheWorth(value) => Some(*value),
                    _ => None,
                });
                let value = special.unwrap_or(self.rules.points.cache_destroyed.value);
                self.score(Side::Us, value, Cause::Cache);
            }
        }
        let mut found = Vec::new();
        let (units, probes, anywhere) = (&self.state.units, &self.state.probes, self.state.rulings.before(5));
        let searches =
            |p: &Probe| p.search && units[p.unit.index()].spent == 0 && (anywhere || looks_through(units, p));
        for cache in &mut self.state.caches {
            if let Some(hex) = cache.hex.filter(|_| cache.found.is_none())
                && probes.iter().any(|p| p.at == hex && searches(p))
            {
                cache.found = Some(turn);
                found.push(hex);
            }
        }
        let looked = probes.iter().filter(|p| searches(p)).map(|p| self.rules.map().number(p.at));
        looked.for_each(|hex| self.state.searched.insert(hex));
        for at in found {
            self.say(Event::CacheFound { at });
        }
    }

    /// Whether a surprise attack is still possible: its unit on the map, and somebody who probed it. Whether it has anything left to
    /// fire with, or is in command, is its owner's secret: he is asked all the same. Ruling SD-A68.
    pub fn drop_idle_surprises(&mut self) {
        let (rules, state) = (self.rules, &*self.state);
        let full = rules.units.units_of_fire.value;
        let able = |id: &UnitId| {
            let mut options = Vec::new();
            let unit = &state.units[id.index()];
            let ammunition = if state.rulings.before(2) { unit.ammunition } else { full };
            let controlled = unit.controlled || !state.rulings.before(7);
            if (unit.ammunition, unit.controlled) == (ammunition, controlled) {
                list_surprise(rules, state, *id, &mut options);
            } else {
                let mut able = state.clone();
                (able.units[id.index()].ammunition, able.units[id.index()].controlled) = (ammunition, controlled);
                list_surprise(rules, &able, *id, &mut options);
            }
            !options.is_empty()
        };
        let able = state.surprises.iter().copied().filter(able).collect();
        self.state.surprises = able;
    }

    /// Rule base-4.7.
    pub fn hide(&mut self, id: UnitId) {
        let who = self.who(id);
        if let Place::Hex(at) = self.state.units[id.index()].place {
            self.say(Event::Hid { who, at });
        }
        self.unit(id).face_down = true;
        self.state.hid = true;
        if let Some(weapon) = self.state.units[id.index()].weapon {
            self.unit(weapon).face_down = true;
        }
    }

    /// Rule base-4.17.
    pub fn clear_civilians(&mut self, id: UnitId, at: Hex) {
        self.unit(id).searched = true;
        self.state.civilians.retain(|h| *h != at);
        self.say(Event::CiviliansGone { at, hit: false });
    }
}

/// Whether the searcher of a hex can look through it: its own, or one in which no enemy stands. Ruling SD-A77.
fn looks_through(units: &[Unit], probe: &Probe) -> bool {
    let enemy = |u: &Unit| u.side() == Side::Nlf && u.hex() == Some(probe.at) && !u.kind.is_heavy_weapon();
    units[probe.unit.index()].hex() == Some(probe.at) || !units.iter().any(enemy)
}

/// The surprise attacks of one unit. Rules base-4.7 and 32.3.
pub(crate) fn list_surprise(rules: &SearchAndDestroy, state: &State, id: UnitId, options: &mut Vec<Command>) {
    use crate::command::{Rate, Shot};
    for (target, _) in state.units().filter(|(t, u)| u.side() == Side::Us && probed_by(state, id, *t)) {
        for rate in [Rate::Normal, Rate::Increased] {
            let shots = vec![Shot { unit: id, rate }];
            if rules.aimed(state, &shots, target).is_ok() {
                options.push(Command::Fire { shots: shots.clone(), target });
            }
            if rules.charged(state, &shots, target).is_ok() {
                options.push(Command::Assault { shots, target });
            }
        }
    }
}

/// Probes and searches. All of them.
pub(crate) fn list(rules: &SearchAndDestroy, state: &State, options: &mut Vec<Command>) {
    for (unit, _) in state.units().filter(|(_, u)| u.side() == Side::Us) {
        let Ok((_, hex)) = check_seeker(state, unit) else { continue };
        if check_search(rules, state, unit, hex).is_ok() {
            options.push(Command::Search { unit, at: hex });
        }
        for &at in &state.civilians {
            if check_civilians(state, unit, at).is_ok() {
                options.push(Command::ClearCivilians { unit, at });
            }
        }
        for (_, at) in rules.map().neighbours(hex) {
            if check_probe(rules, state, unit, at).is_ok() {
                options.push(Command::Probe { unit, at });
            }
            if check_search(rules, state, unit, at).is_ok() {
                options.push(Command::Search { unit, at });
            }
        }
    }
}
