//! From a scenario file to a position, and the set-up by hand or by itself. Rules base-4.7, 31.1, 31.17.

use tabletop::Halt;

use crate::hex::Hex;
use crate::map::Terrain;
use crate::movement::{own, room};
use crate::play::Play;
use crate::reach::Ground;
use crate::refuse::{No, no, said};
use crate::state::{Permit, Place, Position, State, Step, Switch, Unit};
use crate::units::{Element, Kind, Side, UnitId};
use crate::{Command, Event, SearchAndDestroy, rule};

/// Set-up commands. Rules base-4.7, 31.1 and 33.1.
pub(crate) fn check(rules: &SearchAndDestroy, state: &State, command: &Command) -> Result<(), No> {
    match command {
        Command::Place { unit, at } => check_place(rules, state, *unit, *at),
        Command::Moor { unit, river } => {
            let boat = own(state, *unit)?;
            let Place::Pool(entry) = boat.place else {
                return no(rule!("33.1"), "This boat is already placed.", "Place another boat.");
            };
            let listed = state.entries.get(usize::from(entry)).is_some_and(|e| e.river.contains(river));
            if !boat.kind.is_boat() || !listed || state.units.iter().any(|u| u.place == Place::River(*river)) {
                return no(
                    rule!("33.1"),
                    "The boat cannot start there.",
                    "Choose a free river hexside of the scenario's list.",
                );
            }
            Ok(())
        }
        Command::Assign { unit, element } => {
            let cadre = own(state, *unit)?;
            if state.step != Step::Setup || !state.elements.contains(element) {
                return no(rule!("31.1"), "No such element is left to assign.", "Assign another, or end the set-up.");
            }
            if !cadre.kind.may_carry_element() {
                return no(
                    rule!("SD-A38"),
                    "Only Company and Battalion Cadres have support elements.",
                    "Choose one of them.",
                );
            }
            if element.is_heavy() && cadre.weapon.is_some() && !state.rulings.before(9) {
                return no(
                    rule!("base-4.16"),
                    "This Cadre carries a mortar.",
                    "Choose another Cadre, or have another unit carry the mortar first.",
                );
            }
            if cadre.element != Element::None {
                return no(rule!("31.1"), "This Cadre already has an element.", "Give it to another Cadre.");
            }
            Ok(())
        }
        Command::Register { at } => {
            if state.step != Step::UsSetup || !state.support.preplanned.contains(&None) {
                return no(rule!("base-4.13"), "All preplanned fire has been recorded.", "End the set-up.");
            }
            if !rules.map().contains(*at) || state.support.preplanned.contains(&Some(*at)) {
                return no(rule!("base-4.13"), said!("{} cannot be recorded.", *at), "Choose another hex of the map.");
            }
            Ok(())
        }
        Command::Improve { at, dug } => {
            // A side that sets up has permits of its own alone: those of the other are gone when it is done.
            let Some(permit) = state.permits.iter().find(|p| p.hex == *at) else {
                return no(
                    rule!("base-4.10"),
                    said!("The scenario gives you no choice of an Improved Position in {}.", *at),
                    "Set up a unit there that may start in one.",
                );
            };
            if permit.dug == *dug {
                return no(
                    rule!("base-4.10"),
                    "You have already chosen that.",
                    "Choose for another hex, or choose the opposite.",
                );
            }
            Ok(())
        }
        Command::Haul { unit, weapon } => crate::carrying::check_haul(rules, state, *unit, *weapon),
        Command::Forgo { unit } => check_forgo(state, *unit),
        Command::LayTrap { at } | Command::HideCache { at } => {
            let cache = matches!(command, Command::HideCache { .. });
            let left = if cache { state.caches.iter().any(|c| c.hex.is_none()) } else { state.traps.contains(&None) };
            if state.step != Step::Setup || !left {
                return no(rule!("base-4.17"), "None is left.", "End the set-up when everything is placed.");
            }
            let taken = state.caches.iter().any(|c| c.hex == Some(*at)) || state.traps.contains(&Some(*at));
            let region = rules.hiding_places(state);
            if taken || !region(*at) {
                return no(rule!("base-4.17"), said!("Nothing can be hidden in {}.", *at), "Choose another hex.");
            }
            Ok(())
        }
        _ => no(
            rule!("base-4.7"),
            "The set-up is not finished.",
            "Place your remaining counters, or have them placed for you.",
        ),
    }
}

/// Rule base-4.18: what the NLF player may give up before play.
fn check_forgo(state: &State, id: Option<UnitId>) -> Result<(), No> {
    if state.step != Step::Setup || !state.forgo {
        return no(rule!("base-4.18"), "This scenario lets you give nothing up.", "Play with what it gives you.");
    }
    let Some(id) = id else {
        if !state.traps.contains(&None) {
            return no(rule!("base-4.18"), "You have no trap left to give up.", "Give up something else.");
        }
        return Ok(());
    };
    let unit = own(state, id)?;
    let whole = |u: &Unit| matches!(u.place, Place::Pool(_));
    if !matches!(unit.kind, Kind::PlatoonCadre | Kind::Sniper) || !whole(unit) {
        return no(rule!("base-4.18"), "That cannot be given up.", "Choose a sniper, or the Cadre of a platoon.");
    }
    let platoon = |u: &&Unit| (u.company, u.platoon) == (unit.company, unit.platoon) && u.side() == Side::Nlf;
    if unit.kind == Kind::PlatoonCadre && !state.units.iter().filter(platoon).all(whole) {
        return no(rule!("base-4.18"), "Part of that platoon is on the map.", "Give up a platoon before placing it.");
    }
    Ok(())
}

pub(crate) fn check_place(rules: &SearchAndDestroy, state: &State, id: UnitId, at: Hex) -> Result<(), No> {
    let unit = own(state, id)?;
    let Place::Pool(entry) = unit.place else {
        return no(rule!("base-4.7"), "This counter is already placed.", "Place another counter.");
    };
    if unit.kind.is_boat() {
        return no(rule!("33.1"), "Boats are placed on the river.", "Choose a river hexside.");
    }
    if unit.kind.is_heavy_weapon() {
        return no(rule!("base-4.16"), "A heavy weapon is placed with its crew.", "Place the squad that carries it.");
    }
    let inside =
        state.lay.entries.get(usize::from(entry)).is_some_and(|(part, _)| part.contains(rules.map(), state, at));
    if !inside {
        return no(
            rule!("base-4.7"),
            said!("The scenario does not let this unit set up in {}.", at),
            "Choose another hex.",
        );
    }
    if state.bars(unit.side(), at) {
        return no(rule!("base-4.2"), said!("The enemy holds {}.", at), "Choose another hex.");
    }
    let taken = state.holds(unit.side().enemy(), at) || enemy_weapons(state, unit.side()).any(|hex| hex == at);
    if taken || !room(state, id, unit.kind, at) {
        return no(rule!("base-4.3"), said!("No room is left for it in {}.", at), "Choose another hex.");
    }
    Ok(())
}

/// Where heavy weapons of the enemy stand that nobody carries: nobody sets up on them. Rules base-4.3 and base-4.16.
fn enemy_weapons(state: &State, side: Side) -> impl Iterator<Item = Hex> + '_ {
    let strict = !state.rulings.before(13);
    let theirs = move |u: &&Unit| strict && u.side() != side && u.kind.is_heavy_weapon();
    state.units.iter().filter(theirs).filter_map(Unit::hex)
}

/// Where a counter that waits to be set up may be placed, row by row: wherever [`check_place`] lets it.
pub(crate) fn places(rules: &SearchAndDestroy, state: &State, id: UnitId) -> Vec<Hex> {
    let Some(unit) = state.unit(id).filter(|u| !u.kind.is_boat() && !u.kind.is_heavy_weapon()) else {
        return Vec::new();
    };
    let Place::Pool(entry) = unit.place else { return Vec::new() };
    let Some((part, _)) = state.lay.entries.get(usize::from(entry)) else { return Vec::new() };
    let ground = Ground::as_it_is(rules, state, unit.side());
    let (part, weapons) = (part.now(rules.map(), state), enemy_weapons(state, unit.side()).collect::<Vec<_>>());
    let free = part.iter().filter(|number| ground.is_free(*number, unit.kind)).map(|number| rules.map().at(number));
    free.filter(|hex| !weapons.contains(hex)).collect()
}

impl SearchAndDestroy {
    /// Where traps and caches may be: where the scenario says, but not beneath a US unit.
    fn hiding_places<'a>(&'a self, state: &'a State) -> impl Fn(Hex) -> bool + 'a {
        move |hex| {
            self.map().contains(hex)
                && !state.holds(Side::Us, hex)
                && match &state.lay.hiding_places {
                    Some(region) => region.contains(self.map(), state, hex),
                    None => state.entries.iter().zip(&state.lay.entries).any(|(e, (part, _))| {
                        let nlf = e.forces.iter().any(|force| force.side() == Side::Nlf);
                        nlf && e.turn == 0 && part.contains(self.map(), state, hex)
                    }),
                }
        }
    }

    pub(crate) fn cover(&self, hex: Hex) -> u8 {
        match self.map().terrain(hex) {
            Terrain::Jungle | Terrain::Village => 0,
            Terrain::Broken => 1,
            Terrain::Paddy => 3,
            Terrain::Clear => 4,
        }
    }
}

impl Play<'_> {
    /// Whether a side has something left to set up.
    pub fn to_set_up(&self, side: Side) -> bool {
        let pool = self.state.units.iter().any(|u| u.side() == side && matches!(u.place, Place::Pool(_)));
        let secrets = self.state.traps.contains(&None)
            || self.state.caches.iter().any(|c| c.hex.is_none())
            || !self.state.elements.is_empty();
        let written = self.state.support.preplanned.contains(&None);
        pool || (side == Side::Nlf && secrets) || (side == Side::Us && written)
    }

    pub fn begin_nlf_setup(&mut self) -> Result<(), Halt> {
        if self.to_set_up(Side::Nlf) {
            self.state.step = Step::Setup;
            return Ok(());
        }
        self.begin_turn()
    }

    /// A command of the set-up.
    pub fn set_up(&mut self, command: &Command) {
        match command {
            Command::Place { unit, at } => self.place(*unit, *at),
            Command::Moor { unit, river } => {
                self.unit(*unit).place = Place::River(*river);
                self.unit(*unit).home = Some(*river);
                let who = self.who(*unit);
                self.say(Event::Placed { who, at: None });
            }
            Command::Assign { unit, element } => self.assign(*unit, *element),
            Command::LayTrap { at } => self.conceal(false, *at),
            Command::HideCache { at } => self.conceal(true, *at),
            Command::Register { at } => self.register(*at),
            Command::Improve { at, dug } => self.improve(*at, *dug),
            Command::Forgo { unit } => self.forgo(*unit),
            _ => {}
        }
    }

    pub(crate) fn place(&mut self, id: UnitId, at: Hex) {
        let unit = self.unit(id);
        let Place::Pool(entry) = unit.place else { return };
        unit.place = Place::Hex(at);
        let improved = self.state.entries.get(usize::from(entry)).is_some_and(|e| e.improved);
        let kind = self.state.units[id.index()].kind;
        // In a hex for which its owner has chosen already, a unit that joins it there changes nothing.
        let decided = self.state.has_position(at) || self.state.permits.iter().any(|p| p.hex == at);
        if improved && self.state.has(Switch::ImprovedPositions) && kind.is_personnel() && !decided {
            self.state.permits.push(Permit { hex: at, dug: true });
            self.dig_at_start(kind.side(), at);
        }
        let who = self.who(id);
        self.say(Event::Placed { who, at: Some(at) });
    }

    /// A position of the set-up is hidden if its men are. Rule base-4.10.
    fn dig_at_start(&mut self, side: Side, at: Hex) {
        self.state.positions.push(Position { hex: at, known: side == Side::Us });
        self.state.positions.sort_unstable();
    }

    /// Rule base-4.10: the owner chooses which of the positions that the scenario allows are dug.
    fn improve(&mut self, at: Hex, dug: bool) {
        let Some(side) = self.state.step.side() else { return };
        for permit in self.state.permits.iter_mut().filter(|p| p.hex == at) {
            permit.dug = dug;
        }
        if dug {
            self.dig_at_start(side, at);
        } else {
            self.state.positions.retain(|p| p.hex != at);
        }
        self.say(Event::Improved { at, side, dug });
    }

    pub(crate) fn assign(&mut self, id: UnitId, element: Element) {
        if let Some(at) = self.state.elements.iter().position(|e| *e == element) {
            self.state.elements.remove(at);
        }
        let unit = self.unit(id);
        unit.element = element;
        unit.rpg &= element != Element::RecoillessRifle;
        let who = self.who(id);
        self.say(Event::Assigned { who, element });
    }

    pub(crate) fn conceal(&mut self, cache: bool, at: Hex) {
        if cache {
            if let Some(free) = self.state.caches.iter_mut().find(|c| c.hex.is_none()) {
                free.hex = Some(at);
            }
        } else if let Some(free) = self.state.traps.iter_mut().find(|t| t.is_none()) {
            *free = Some(at);
        }
        self.say(Event::Concealed { cache, at });
    }

    /// Rule base-4.13.
    pub(crate) fn register(&mut self, at: Hex) {
        if let Some(free) = self.state.support.preplanned.iter_mut().find(|h| h.is_none()) {
            *free = Some(at);
        }
        self.say(Event::Registered { at });
    }

    /// Rule base-4.18: the fewer he has, the more the US player has to score.
    fn forgo(&mut self, id: Option<UnitId>) {
        let mut par = self.rules.points.other_forgone.value;
        if let Some(id) = id {
            let lost = self.state.units[id.index()];
            let platoon = lost.kind == Kind::PlatoonCadre;
            if platoon {
                par = self.rules.points.platoon_forgone.value;
            }
            for (n, unit) in self.state.units.iter_mut().enumerate() {
                let same = (unit.company, unit.platoon) == (lost.company, lost.platoon) && unit.side() == Side::Nlf;
                if n == id.index() || (platoon && same) {
                    // Face down: what was given up is told by the par alone.
                    unit.place = Place::Gone;
                }
            }
            let crews: Vec<UnitId> =
                self.state.units().filter(|(_, u)| u.place == Place::Gone).map(|(n, _)| n).collect();
            for unit in &mut self.state.units {
                if matches!(unit.place, Place::With(crew) if crews.contains(&crew)) {
                    unit.place = Place::Gone;
                }
            }
            crews.into_iter().for_each(|n| self.unit(n).weapon = None);
        } else if let Some(at) = self.state.traps.iter().position(Option::is_none) {
            self.state.traps.remove(at);
        }
        self.state.par = self.state.par.saturating_add(par);
        self.say(Event::Forwent { par });
    }
}

/// Commands of the set-up. A sample: a few hexes for each counter.
pub(crate) fn list(rules: &SearchAndDestroy, state: &State, options: &mut Vec<Command>) {
    let Some(side) = state.step.side() else { return };
    const EACH: usize = 3;
    let map = rules.map();
    // In an order without order, so that a few of them lie far apart.
    let scattered = || (0..map.size()).map(|n| n * 53 % map.size());
    let inside = |n: usize| {
        let entry = Place::Pool(u8::try_from(n).unwrap_or(u8::MAX));
        if !state.units.iter().any(|u| u.side() == side && u.place == entry) {
            return Vec::new();
        }
        let part = state.lay.entries[n].0.now(map, state);
        scattered().filter(|number| part.contains(*number)).map(|number| map.at(number)).collect()
    };
    let regions: Vec<Vec<Hex>> = (0..state.entries.len()).map(inside).collect();
    for (unit, counter) in state.units().filter(|(_, u)| u.side() == side) {
        for element in [Element::HeavyMachineGun, Element::Sapper, Element::RecoillessRifle] {
            let command = Command::Assign { unit, element };
            if check(rules, state, &command).is_ok() {
                options.push(command);
            }
        }
        let Place::Pool(entry) = counter.place else { continue };
        if counter.kind.is_boat() {
            let river = state.entries.get(usize::from(entry)).map(|e| e.river.clone()).unwrap_or_default();
            let moors = river.into_iter().map(|river| Command::Moor { unit, river });
            options.extend(moors.filter(|m| check(rules, state, m).is_ok()).take(EACH));
            continue;
        }
        let Some(region) = regions.get(usize::from(entry)).filter(|r| !r.is_empty()) else { continue };
        let shift = usize::from(unit.0) * 37;
        let all = (0..region.len()).map(|n| region[(n + shift) % region.len()]);
        options.extend(
            all.filter(|at| check_place(rules, state, unit, *at).is_ok())
                .take(EACH)
                .map(|at| Command::Place { unit, at }),
        );
    }
    type Placing = fn(Hex) -> Command;
    let hidden: [(bool, Placing); 3] = [
        (state.traps.contains(&None), |at| Command::LayTrap { at }),
        (state.caches.iter().any(|c| c.hex.is_none()), |at| Command::HideCache { at }),
        (state.support.preplanned.contains(&None), |at| Command::Register { at }),
    ];
    for (_, make) in hidden.into_iter().filter(|(left, _)| *left) {
        let all = scattered().map(|number| make(map.at(number)));
        options.extend(all.filter(|c| check(rules, state, c).is_ok()).take(EACH));
    }
    let dug = state.permits.iter().filter(|permit| permit.dug);
    options.extend(dug.map(|permit| Command::Improve { at: permit.hex, dug: false }).take(EACH));
    let units = || state.units().filter(|(_, u)| u.side() == side).map(|(id, _)| id);
    for (weapon, _) in state.units().filter(|(_, u)| u.side() == side && u.kind.is_heavy_weapon()) {
        let all = units().map(|unit| Command::Haul { unit, weapon });
        options.extend(all.filter(|c| check(rules, state, c).is_ok()).take(EACH));
    }
    if state.forgo {
        let all = units().map(Some).chain([None]).map(|unit| Command::Forgo { unit });
        options.extend(all.filter(|c| check(rules, state, c).is_ok()).take(EACH));
    }
}
