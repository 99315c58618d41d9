//! From a scenario file to a position, and the set-up by hand or by itself. Rules base-4.7, 31.1, 31.17.

use tabletop::{Dice, Halt, Need, Refusal};

use crate::hex::Hex;
use crate::map::Terrain;
use crate::movement::{own, room};
use crate::play::Play;
use crate::scenario::{Force, Scenario};
use crate::state::{Cache, Pending, Pin, Place, Position, Score, State, Step, Switch, Unit};
use crate::units::{Element, Kind, Side, UnitId};
use crate::{Command, Event, SearchAndDestroy, rule};

/// Units of fire a cache can give. Rule base-4.12.
const CACHE_SUPPLY: u8 = 8;

fn no<T>(id: tabletop::RuleId, because: impl Into<String>, remedy: &str) -> Result<T, Refusal> {
    Err(Refusal::new(id, because, remedy))
}

/// The counters of a body of troops.
fn muster(force: Force, switches: crate::state::Switches, place: Place, list: &mut Vec<Unit>) {
    let mut add = |kind: Kind, company: u8, platoon: u8| {
        let mut unit = Unit::fresh(kind, place);
        (unit.company, unit.platoon) = (company, platoon);
        unit.independent = kind == Kind::Local;
        list.push(unit);
    };
    let nlf = |add: &mut dyn FnMut(Kind, u8, u8), company, platoon, squad| {
        add(Kind::PlatoonCadre, company, platoon);
        (0..3).for_each(|_| add(squad, company, platoon));
    };
    let us = |add: &mut dyn FnMut(Kind, u8, u8), company, platoon| {
        if switches.has(Switch::PlatoonLeaders) {
            add(Kind::PlatoonLeader, company, platoon);
        }
        (0..3).for_each(|_| add(Kind::Rifle, company, platoon));
        add(Kind::Weapons, company, platoon);
    };
    match force {
        Force::CompanyCommander(company) => add(Kind::CompanyCommander, company, 0),
        Force::Observer(company) => add(Kind::Observer, company, 0),
        Force::RiflePlatoon(company, platoon) => us(&mut add, company, platoon),
        Force::RifleCompany(company) => {
            add(Kind::CompanyCommander, company, 0);
            add(Kind::Observer, company, 0);
            (1..=3).for_each(|platoon| us(&mut add, company, platoon));
        }
        Force::M113(count) => (0..count).for_each(|_| add(Kind::M113, 0, 0)),
        Force::M48(count) => (0..count).for_each(|_| add(Kind::M48, 0, 0)),
        Force::PatrolBoats(count) => (0..count).for_each(|_| add(Kind::PatrolBoat, 0, 0)),
        Force::LocalPlatoon(company, platoon) => nlf(&mut add, company, platoon, Kind::Local),
        Force::VcPlatoon(company, platoon) => nlf(&mut add, company, platoon, Kind::MainForce),
        Force::NvaPlatoon(company, platoon) => nlf(&mut add, company, platoon, Kind::Nva),
        Force::VcCompany(company) => (1..=3).for_each(|platoon| nlf(&mut add, company, platoon, Kind::MainForce)),
        Force::NvaCompany(company) => (1..=3).for_each(|platoon| nlf(&mut add, company, platoon, Kind::Nva)),
        Force::MixedCompany(company) => {
            nlf(&mut add, company, 1, Kind::Nva);
            nlf(&mut add, company, 2, Kind::MainForce);
            nlf(&mut add, company, 3, Kind::Local);
        }
        Force::BattalionCadre => add(Kind::BattalionCadre, 0, 0),
        Force::Snipers(count) => (0..count).for_each(|_| add(Kind::Sniper, 0, 0)),
        Force::Dummies(count) => (0..count).for_each(|_| add(Kind::Dummy, 0, 0)),
    }
    // A VC or NVA company has its Company Cadre only with rule 31.0.
    if let Force::VcCompany(company) | Force::NvaCompany(company) | Force::MixedCompany(company) = force
        && switches.has(Switch::CompanyCadres)
    {
        let mut unit = Unit::fresh(Kind::CompanyCadre, place);
        unit.company = company;
        list.push(unit);
    }
    // An RPG-7 for each NVA platoon, and for the first VC platoon of a mixed company.
    let armed = |unit: &Unit| match force {
        Force::NvaPlatoon(..) | Force::NvaCompany(_) => true,
        Force::MixedCompany(_) => unit.platoon <= 2,
        _ => false,
    };
    let count = list.len();
    let new = match force {
        Force::NvaPlatoon(..) => 4,
        Force::NvaCompany(_) | Force::MixedCompany(_) => 13,
        _ => 0,
    };
    for unit in &mut list[count - new.min(count)..] {
        unit.rpg |= unit.kind == Kind::PlatoonCadre && armed(unit);
    }
}

/// Rule base-4.7.
pub(crate) fn begin(rules: &SearchAndDestroy, scenario: &Scenario, dice: &mut dyn Dice) -> Result<State, Halt> {
    let mut switches = scenario.level.switches();
    switches = scenario.also.iter().fold(switches, |on, s| on.with(*s));
    switches = scenario.without.iter().fold(switches, |on, s| on.without(*s));
    let mut units = posted(rules, scenario, switches)?;
    let mut nlf = Vec::new();
    for (n, entry) in scenario.entries.iter().enumerate() {
        let n = u8::try_from(n).unwrap_or(u8::MAX);
        let place = if entry.turn == 0 { Place::Pool(n) } else { Place::Reserve(n) };
        let mut list = Vec::new();
        entry.forces.iter().for_each(|force| muster(*force, switches, place, &mut list));
        for mut unit in list {
            unit.ammunition = if rules.attack(&unit) > 0 { rules.units.units_of_fire.value } else { 0 };
            if unit.side() == Side::Nlf {
                unit.face_down = true;
                nlf.push(unit);
            } else {
                units.push(unit);
            }
        }
    }
    let mut more = scenario.rpgs;
    for unit in nlf.iter_mut().filter(|u| u.kind == Kind::PlatoonCadre && !u.rpg) {
        unit.rpg = more > 0;
        more = more.saturating_sub(1);
    }
    // The numbers of hidden counters are dealt, so that they tell nothing.
    while !nlf.is_empty() {
        let sides = u8::try_from(nlf.len()).unwrap_or(u8::MAX);
        let need = Need { sides, purpose: "the order of hidden counters".into(), rule: rule!("base-4.7") };
        let drawn = if sides == 1 { 1 } else { dice.roll(&need)? };
        units.push(nlf.swap_remove(usize::from(drawn) - 1));
    }
    if units.len() > 120 {
        return Err(Refusal::new(rule!("base-4.1"), "There are more than 120 counters.", "Leave some out.").into());
    }
    let hidden = |hexes: &[Hex]| hexes.iter().find(|h| !rules.map().contains(**h)).copied();
    for hexes in [&scenario.traps_at, &scenario.caches_at, &scenario.positions] {
        if let Some(hex) = hidden(hexes) {
            let because = format!("{hex} is not on the map.");
            return Err(Refusal::new(rule!("base-4.2"), because, "Name a hex of the map.").into());
        }
    }
    let cache = |hex| Cache { hex, found: None, supply: CACHE_SUPPLY };
    let state = State {
        switches,
        turn: scenario.turn,
        turns: scenario.turns,
        nlf_first: scenario.nlf_first,
        sight: scenario.sight,
        par: scenario.par,
        step: Step::UsSetup,
        units,
        entries: scenario.entries.clone().into(),
        exits: [scenario.us_exit.clone().map(Into::into), scenario.nlf_exit.clone().map(Into::into)],
        hiding_places: scenario.hiding_places.clone().map(Into::into),
        objectives: scenario.objectives.clone().into(),
        positions: scenario.positions.iter().map(|hex| Position { hex: *hex, known: true }).collect(),
        traps: scenario.traps_at.iter().map(|h| Some(*h)).chain((0..scenario.traps).map(|_| None)).collect(),
        caches: scenario
            .caches_at
            .iter()
            .map(|h| cache(Some(*h)))
            .chain((0..scenario.caches).map(|_| cache(None)))
            .collect(),
        elements: if switches.has(Switch::CompanyCadres) { scenario.elements.clone() } else { Vec::new() },
        casualties: Vec::new(),
        assaulted: Vec::new(),
        fired_at: Vec::new(),
        split: Vec::new(),
        escaped: 0,
        overrun: false,
        probes: Vec::new(),
        surprises: Vec::new(),
        pending: Pending::Nothing,
        score: Score::default(),
        ledger: Vec::new(),
    };
    start(rules, scenario, state, dice)
}

fn start(rules: &SearchAndDestroy, scenario: &Scenario, mut state: State, dice: &mut dyn Dice) -> Result<State, Halt> {
    if state.turn == 0 || state.turn > state.turns || state.turns > 60 {
        let because = format!("There is no turn {} of {}.", state.turn, state.turns);
        return Err(Refusal::new(rule!("base-4.1"), because, "Write a `turn` from 1 to `turns`, 60 at most.").into());
    }
    let mut events = Vec::new();
    let mut play = Play { rules, state: &mut state, dice, events: &mut events };
    match scenario.step {
        None if play.to_set_up(Side::Us) => play.state.step = Step::UsSetup,
        None => play.begin_nlf_setup()?,
        Some(Step::Setup | Step::UsSetup | Step::Surprise | Step::Over) => {
            let because = "A scenario does not begin with that step.";
            return Err(Refusal::new(rule!("base-4.1"), because, "Leave `step` out for the set-up.").into());
        }
        Some(step) => {
            play.state.step = step;
            for (id, unit) in play.state.units().map(|(id, u)| (id, *u)).collect::<Vec<_>>() {
                if matches!(unit.place, Place::Pool(_)) {
                    play.unit(id).place = Place::Gone;
                }
            }
            play.state.traps.retain(Option::is_some);
            play.state.caches.retain(|c| c.hex.is_some());
            play.state.elements.clear();
        }
    }
    crate::audit::audit(rules, &state)
        .map_err(|broken| Refusal::new(rule!("base-4.3"), broken, "Correct the scenario."))?;
    Ok(state)
}

/// Counters that the scenario puts on the map one by one.
fn posted(
    rules: &SearchAndDestroy,
    scenario: &Scenario,
    switches: crate::state::Switches,
) -> Result<Vec<Unit>, Refusal> {
    let mut units = Vec::new();
    for posted in &scenario.units {
        let place = match (posted.at, posted.river) {
            (Some(hex), None) if rules.map().contains(hex) && !posted.kind.is_boat() => Place::Hex(hex),
            (None, Some(n)) if usize::from(n) < rules.map().river().len() && posted.kind.is_boat() => Place::River(n),
            _ => {
                let because = format!("The {} stands nowhere.", posted.kind.name());
                return no(rule!("base-4.2"), because, "Give units a hex of the map in `at`, boats a `river` hexside.");
            }
        };
        let mut unit = Unit::fresh(posted.kind, place);
        if posted.kind == Kind::Suspect || (posted.hidden && unit.side() == Side::Us) {
            return no(rule!("base-4.7"), "Only NLF units lie face down.", "Name the kind, and `hidden` if it is.");
        }
        let carries = posted.element != Element::None;
        if carries && !(posted.kind.may_carry_element() && switches.has(Switch::CompanyCadres)) {
            return no(
                rule!("SD-A38"),
                "Only Company and Battalion Cadres have support elements.",
                "Leave `element` out.",
            );
        }
        if posted.element == Element::RecoillessRifle && posted.rpg {
            return no(rule!("SD-A43"), "A Cadre with a Recoilless Rifle has no RPG-7.", "Leave one of them out.");
        }
        (unit.company, unit.platoon) = (posted.company, posted.platoon);
        (unit.face_down, unit.independent) = (posted.hidden || posted.kind == Kind::Dummy, posted.independent);
        (unit.losses, unit.element, unit.rpg, unit.tally) = (posted.losses, posted.element, posted.rpg, posted.tally);
        unit.pin = if posted.pinned { Pin::Old } else { Pin::No };
        unit.home = posted.river;
        let full = if rules.attack(&unit) > 0 { rules.units.units_of_fire.value } else { 0 };
        unit.ammunition = posted.ammunition.unwrap_or(full).min(full);
        units.push(unit);
    }
    Ok(units)
}

/// Set-up commands. Rules base-4.7, 31.1 and 33.1.
pub(crate) fn check(rules: &SearchAndDestroy, state: &State, command: &Command) -> Result<(), Refusal> {
    match command {
        Command::Place { unit, at } => check_place(rules, state, *unit, *at),
        Command::Moor { unit, river } => {
            let boat = own(state, *unit)?;
            let Place::Pool(entry) = boat.place else {
                return no(rule!("33.1"), "That boat is placed already.", "Place another one.");
            };
            let listed = state.entries.get(usize::from(entry)).is_some_and(|e| e.river.contains(river));
            if !boat.kind.is_boat() || !listed || state.units.iter().any(|u| u.place == Place::River(*river)) {
                return no(
                    rule!("33.1"),
                    "It cannot begin there.",
                    "Choose a free river hexside of the scenario's list.",
                );
            }
            Ok(())
        }
        Command::Assign { unit, element } => {
            let cadre = own(state, *unit)?;
            if state.step != Step::Setup || !state.elements.contains(element) {
                return no(
                    rule!("31.1"),
                    "There is no such element to assign.",
                    "Assign those of the scenario before play.",
                );
            }
            if !cadre.kind.may_carry_element() {
                return no(
                    rule!("SD-A38"),
                    "Only Company and Battalion Cadres have support elements.",
                    "Name one of them.",
                );
            }
            if cadre.element != Element::None {
                return no(rule!("31.1"), "That Cadre has an element already.", "Give it to another one.");
            }
            Ok(())
        }
        Command::LayTrap { at } | Command::HideCache { at } => {
            let cache = matches!(command, Command::HideCache { .. });
            let left = if cache { state.caches.iter().any(|c| c.hex.is_none()) } else { state.traps.contains(&None) };
            if state.step != Step::Setup || !left {
                return no(rule!("base-4.17"), "There is none left.", "End the set-up when everything is placed.");
            }
            let taken = state.caches.iter().any(|c| c.hex == Some(*at)) || state.traps.contains(&Some(*at));
            let region = rules.hiding_places(state);
            if taken || !region(*at) {
                return no(rule!("base-4.17"), format!("Nothing can be hidden in {at}."), "Choose another hex.");
            }
            Ok(())
        }
        _ => no(rule!("base-4.7"), "The set-up is not finished.", "Place your counters, or let the rest be placed."),
    }
}

fn check_place(rules: &SearchAndDestroy, state: &State, id: UnitId, at: Hex) -> Result<(), Refusal> {
    let unit = own(state, id)?;
    let Place::Pool(entry) = unit.place else {
        return no(rule!("base-4.7"), "That counter is placed already.", "Place another one.");
    };
    if unit.kind.is_boat() {
        return no(rule!("33.1"), "A boat is placed on the river.", "Choose a river hexside.");
    }
    let inside = state.entries.get(usize::from(entry)).is_some_and(|e| e.at.contains(rules.map(), state, at));
    if !inside {
        return no(rule!("base-4.7"), format!("The scenario does not let it set up in {at}."), "Choose another hex.");
    }
    if state.holds(unit.side().enemy(), at) || !room(state, id, unit.kind, at) {
        return no(rule!("base-4.3"), format!("There is no room for it in {at}."), "Choose another hex.");
    }
    Ok(())
}

impl SearchAndDestroy {
    /// Where traps and caches may be: where the scenario says, but not beneath a US unit.
    fn hiding_places<'a>(&'a self, state: &'a State) -> impl Fn(Hex) -> bool + 'a {
        move |hex| {
            self.map().contains(hex)
                && !state.holds(Side::Us, hex)
                && match &state.hiding_places {
                    Some(region) => region.contains(self.map(), state, hex),
                    None => state.entries.iter().any(|e| {
                        let nlf = e.forces.iter().any(|f| {
                            !matches!(
                                f,
                                Force::CompanyCommander(_)
                                    | Force::Observer(_)
                                    | Force::RiflePlatoon(..)
                                    | Force::RifleCompany(_)
                                    | Force::M113(_)
                                    | Force::M48(_)
                                    | Force::PatrolBoats(_)
                            )
                        });
                        nlf && e.turn == 0 && e.at.contains(self.map(), state, hex)
                    }),
                }
        }
    }

    fn cover(&self, hex: Hex) -> u8 {
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
        pool || (side == Side::Nlf && secrets)
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
            _ => {}
        }
    }

    fn place(&mut self, id: UnitId, at: Hex) {
        let unit = self.unit(id);
        let Place::Pool(entry) = unit.place else { return };
        unit.place = Place::Hex(at);
        let known = unit.side() == Side::Us;
        let improved = self.state.entries.get(usize::from(entry)).is_some_and(|e| e.improved);
        let kind = self.state.units[id.index()].kind;
        if improved && self.state.has(Switch::ImprovedPositions) && kind.is_personnel() && !self.state.has_position(at)
        {
            self.state.positions.push(Position { hex: at, known });
            self.state.positions.sort_unstable();
        }
        let who = self.who(id);
        self.say(Event::Placed { who, at: Some(at) });
    }

    fn assign(&mut self, id: UnitId, element: Element) {
        if let Some(at) = self.state.elements.iter().position(|e| *e == element) {
            self.state.elements.remove(at);
        }
        let unit = self.unit(id);
        unit.element = element;
        unit.rpg &= element != Element::RecoillessRifle;
        let who = self.who(id);
        self.say(Event::Assigned { who, element });
    }

    fn conceal(&mut self, cache: bool, at: Hex) {
        if cache {
            if let Some(free) = self.state.caches.iter_mut().find(|c| c.hex.is_none()) {
                free.hex = Some(at);
            }
        } else if let Some(free) = self.state.traps.iter_mut().find(|t| t.is_none()) {
            *free = Some(at);
        }
        self.say(Event::Concealed { cache, at });
    }

    /// One of a list, by dice.
    fn pick(&mut self, count: usize) -> Result<usize, Halt> {
        if count <= 1 {
            return Ok(0);
        }
        let mut roll = |sides: usize| {
            let sides = u8::try_from(sides.min(200)).unwrap_or(200);
            let need = Need { sides, purpose: "the set-up".into(), rule: rule!("base-4.7") };
            self.dice.roll(&need).map(|value| usize::from(value) - 1)
        };
        if count <= 200 {
            return roll(count);
        }
        Ok((roll(200)? * count.div_ceil(200) + roll(count.div_ceil(200))?) % count)
    }

    /// Places what a side has left: platoons together, in cover, somewhere in their part of the map.
    pub fn set_up_the_rest(&mut self, side: Side) -> Result<(), Halt> {
        let mut anchors: Vec<((u8, u8, u8), Hex)> = Vec::new();
        let waiting: Vec<(UnitId, u8)> = self
            .state
            .units()
            .filter(|(_, u)| u.side() == side)
            .filter_map(|(id, u)| match u.place {
                Place::Pool(entry) => Some((id, entry)),
                _ => None,
            })
            .collect();
        for (id, entry) in waiting {
            let unit = self.state.units[id.index()];
            if unit.kind.is_boat() {
                let free = self.state.entries.get(usize::from(entry)).and_then(|e| {
                    e.river.iter().copied().find(|n| !self.state.units.iter().any(|u| u.place == Place::River(*n)))
                });
                match free {
                    Some(river) => self.set_up(&Command::Moor { unit: id, river }),
                    None => self.unit(id).place = Place::Gone,
                }
                continue;
            }
            let (rules, state) = (self.rules, &*self.state);
            let mut free: Vec<Hex> =
                rules.map().hexes().filter(|h| check_place(rules, state, id, *h).is_ok()).collect();
            if free.is_empty() {
                self.unit(id).place = Place::Gone;
                continue;
            }
            let body = (entry, unit.company, unit.platoon);
            let together = unit.company > 0;
            let anchor = anchors.iter().find(|(b, _)| together && *b == body).map(|(_, hex)| *hex);
            let hex = match anchor {
                Some(hex) => {
                    free.sort_by_key(|h| (h.distance(hex) + rules.cover(*h), *h));
                    free[0]
                }
                None => {
                    let best = free.iter().map(|h| rules.cover(*h).max(1)).min().unwrap_or(4);
                    free.retain(|h| rules.cover(*h) <= best);
                    let hex = free[self.pick(free.len())?];
                    anchors.push((body, hex));
                    hex
                }
            };
            self.place(id, hex);
        }
        if side == Side::Nlf {
            self.set_up_secrets()?;
        }
        self.say(Event::SetUp { side });
        Ok(())
    }

    fn set_up_secrets(&mut self) -> Result<(), Halt> {
        for element in self.state.elements.clone() {
            let free = self
                .state
                .units()
                .find(|(_, u)| u.kind.may_carry_element() && u.element == Element::None && u.place != Place::Gone);
            match free.map(|(id, _)| id) {
                Some(id) => self.assign(id, element),
                None => self.state.elements.retain(|e| *e != element),
            }
        }
        for cache in [true, false] {
            loop {
                let left = if cache {
                    self.state.caches.iter().any(|c| c.hex.is_none())
                } else {
                    self.state.traps.contains(&None)
                };
                if !left {
                    break;
                }
                let (rules, state) = (self.rules, &*self.state);
                let command = |at| if cache { Command::HideCache { at } } else { Command::LayTrap { at } };
                let free: Vec<Hex> =
                    rules.map().hexes().filter(|h| check(rules, state, &command(*h)).is_ok()).collect();
                if free.is_empty() {
                    self.state.caches.retain(|c| c.hex.is_some());
                    self.state.traps.retain(Option::is_some);
                    break;
                }
                let at = free[self.pick(free.len())?];
                self.conceal(cache, at);
            }
        }
        Ok(())
    }
}

/// Commands of the set-up. A sample: a few hexes for each counter.
pub(crate) fn list(rules: &SearchAndDestroy, state: &State, options: &mut Vec<Command>) {
    let Some(side) = state.step.side() else { return };
    const EACH: usize = 3;
    let hexes: Vec<Hex> = rules.map().hexes().collect();
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
        let shift = usize::from(unit.0) * 37;
        let all = (0..hexes.len()).map(|n| hexes[(n * 53 + shift) % hexes.len()]);
        options.extend(
            all.filter(|at| check_place(rules, state, unit, *at).is_ok())
                .take(EACH)
                .map(|at| Command::Place { unit, at }),
        );
    }
    for make in [|at| Command::LayTrap { at }, |at| Command::HideCache { at }] {
        let all = (0..hexes.len()).map(|n| make(hexes[n * 53 % hexes.len()]));
        options.extend(all.filter(|c| check(rules, state, c).is_ok()).take(EACH));
    }
}
