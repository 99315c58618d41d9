//! Helicopters: coming in, landing, lifting off, and what becomes of those aboard. Rule base-4.14.

use tabletop::{Halt, Sourced};

use crate::aftermath::wades;
use crate::event::{Cause, Departure};
use crate::hex::{Direction, Hex};
use crate::hexset::HexSet;
use crate::leaving::check_riders;
use crate::movement::{own, room};
use crate::play::Play;
use crate::reach::Ground;
use crate::refuse::{Because, No, Part, said};
use crate::state::{Place, State, Step, Switch, Unit};
use crate::tables::Men;
use crate::units::{Kind, Side, UnitId};
use crate::{Command, Event, SearchAndDestroy, rule};

fn no<T>(because: impl Into<Because>, remedy: impl Into<Because>) -> Result<T, No> {
    Err(No::new(rule!("base-4.14"), because, remedy))
}

fn check_pilot(state: &State, id: UnitId, kind: Kind) -> Result<&Unit, No> {
    let unit = own(state, id)?;
    if state.step != Step::UsMovement {
        return no("Helicopters cannot fly now.", "Helicopters fly in the Movement Phase.");
    }
    if unit.kind != kind {
        return no(said!("That is not a {}.", Part::Kind(kind)), "Choose a helicopter of that type.");
    }
    if matches!(unit.place, Place::Reserve(_)) {
        let because = "This helicopter has not arrived yet.";
        return Err(No::new(rule!("SD-A75"), because, "Wait for the turn in which its troops come."));
    }
    if unit.flown {
        return no("This helicopter has already flown this turn.", "Each helicopter arrives or leaves once a turn.");
    }
    Ok(unit)
}

/// Whether a helicopter can come down in a hex, as far as the US player knows.
pub(crate) fn landing_ground(rules: &SearchAndDestroy, state: &State, id: UnitId, at: Hex) -> Result<(), No> {
    let map = rules.map();
    if !map.contains(at) {
        return no(said!("{} is not on the map.", at), "Name a hex of the map.");
    }
    if !map.lands().contains(map.number(at)) {
        return no(said!("No helicopter can land in {}.", at), "Land in clear ground, paddy or a landing zone.");
    }
    if state.bars(Side::Us, at) {
        return no(said!("The enemy holds {}.", at), "Land elsewhere.");
    }
    if !room(state, id, Kind::Transport, at) {
        return Err(No::new(
            rule!("base-4.3"),
            said!("No room is left for it in {}.", at),
            "A hex holds one vehicle or landed helicopter.",
        ));
    }
    Ok(())
}

/// Whether helicopters bring the troops of an entry to a hex. Rule base-4.14.
pub(crate) fn comes_by_air(rules: &SearchAndDestroy, state: &State, entry: u8, hex: Hex) -> bool {
    let parts = state.lay.entries.get(usize::from(entry));
    parts.and_then(|(_, air)| air.as_ref()).is_some_and(|part| part.contains(rules.map(), state, hex))
}

/// Whether a hidden counter stopped a unit as it came onto the map in this player turn. Ruling SD-A76.
fn is_held_up(state: &State, unit: &Unit) -> bool {
    unit.stopped && !state.rulings.before(9)
}

/// Whether passengers fit together: a squad, or some teams of two men.
pub(crate) fn fit(rules: &SearchAndDestroy, kinds: &[Kind]) -> bool {
    let squads = kinds.iter().filter(|k| !k.is_team()).count();
    match (squads, kinds.len() - squads) {
        (0, teams) => teams <= usize::from(rules.numbers.transport_teams.value),
        (1, 0) => true,
        _ => false,
    }
}

/// Rule base-4.14: a transport comes in.
pub(crate) fn check_land(
    rules: &SearchAndDestroy,
    state: &State,
    id: UnitId,
    passengers: &[UnitId],
    supply: bool,
    at: Hex,
) -> Result<(), No> {
    let unit = check_pilot(state, id, Kind::Transport)?;
    if unit.place != Place::Base {
        return no("This helicopter is not ready.", "Choose a helicopter that is off the map.");
    }
    if state.landings_left == 0 {
        return no("No more helicopters can land this turn.", "Wait for the next turn.");
    }
    if !passengers.windows(2).all(|p| p[0] < p[1]) {
        return no("The passengers are out of order.", "List each passenger once, in order of number.");
    }
    // A file may have put somebody aboard.
    let mut kinds: Vec<Kind> = match state.rulings.before(9) {
        true => Vec::new(),
        false => state.aboard(id).map(|(_, rider)| rider.kind).collect(),
    };
    if supply && !(passengers.is_empty() && kinds.is_empty()) {
        return no("A helicopter carries either a supply marker or passengers.", "Leave one of the two behind.");
    }
    if supply && !state.has(Switch::Ammunition) {
        return no("This game does not use supply.", "Bring passengers, or arrive empty.");
    }
    for passenger in passengers {
        let rider = own(state, *passenger)?;
        let Place::Reserve(entry) = rider.place else {
            return no("This unit is not waiting for a helicopter.", "Bring units that have not arrived yet.");
        };
        if is_held_up(state, rider) {
            return Err(No::new(
                rule!("SD-A76"),
                "This unit was stopped in this player turn.",
                "Bring it in the next turn.",
            ));
        }
        let listed = state.entries.get(usize::from(entry));
        let here = listed.is_some_and(|e| e.turn <= state.turn) && comes_by_air(rules, state, entry, at);
        if !here || !rider.kind.is_personnel() {
            return no(
                said!("The scenario does not bring this unit to {} now.", at),
                "Bring units that are due, to a hex where the scenario lets them land.",
            );
        }
        kinds.push(rider.kind);
    }
    if !fit(rules, &kinds) {
        let remedy = said!("It carries a squad, or teams of two men, {} at most.", rules.numbers.transport_teams.value);
        return no("One helicopter cannot carry that much.", remedy);
    }
    landing_ground(rules, state, id, at)
}

/// Rule base-4.14: a gunship comes in.
pub(crate) fn check_hover(rules: &SearchAndDestroy, state: &State, id: UnitId, at: Hex) -> Result<(), No> {
    check_gunship(state, id)?;
    if !rules.map().contains(at) {
        return no(said!("{} is not on the map.", at), "Name a hex of the map.");
    }
    if state.units.iter().any(|u| u.place == Place::Air(at)) {
        return no("Another gunship is already there.", "Choose another hex.");
    }
    Ok(())
}

/// Whether a gunship can come in anywhere.
fn check_gunship(state: &State, id: UnitId) -> Result<(), No> {
    let unit = check_pilot(state, id, Kind::Gunship)?;
    if unit.place != Place::Base {
        return no("This gunship is not ready.", "Choose a gunship that is off the map.");
    }
    if unit.ammunition == 0 {
        return no("This gunship has made all its attacks.", "Use another one.");
    }
    Ok(())
}

/// Rule base-4.14: lifting off.
pub(crate) fn check_lift_off(rules: &SearchAndDestroy, state: &State, id: UnitId) -> Result<(), No> {
    let unit = check_pilot(state, id, Kind::Transport)?;
    let Place::Hex(hex) = unit.place else {
        return no("This helicopter is not on the ground.", "Choose a helicopter that has landed.");
    };
    check_riders(state, id)?;
    let laden = unit.burden.markers() > 0 || state.aboard(id).next().is_some();
    if let Some(pick_up) = state.pick_up.as_ref().filter(|_| laden) {
        if state.turn < pick_up.turn {
            let because = said!("Helicopters cannot fly units out before turn {}.", pick_up.turn);
            return no(because, "Wait, or let it lift off empty.");
        }
        if !pick_up.at.contains(rules.map(), state, hex) {
            let because = format!("Helicopters fly troops and casualties out {} only.", pick_up.at.words(rules.map()));
            return no(because, "Load it there, or let it lift off empty.");
        }
    }
    Ok(())
}

impl Play<'_> {
    /// Rule base-4.14. The passengers that find room get out at once; the others stay aboard until they dismount.
    pub fn land(&mut self, id: UnitId, passengers: &[UnitId], supply: bool, at: Hex) -> Result<(), Halt> {
        self.unit(id).flown = true;
        let who = self.who(id);
        let hidden: Vec<UnitId> =
            self.state.in_hex(at, Side::Nlf).filter(|(_, u)| !u.kind.is_heavy_weapon()).map(|(n, _)| n).collect();
        // A helicopter that turns away has not landed.
        if hidden.is_empty() || self.state.rulings.before(10) {
            self.state.landings_left -= 1;
        }
        if !hidden.is_empty() {
            // Only where hidden counters are not shown. Rule base-4.7.
            self.say(Event::WavedOff { who, at });
            hidden.into_iter().for_each(|n| self.reveal(n));
            return Ok(());
        }
        self.unit(id).place = Place::Hex(at);
        let riders = passengers.iter().map(|p| self.who(*p)).collect();
        self.say(Event::CameIn { who, passengers: riders, supply, at });
        self.capture(id, at);
        if supply && !self.state.supplies.contains(&at) {
            self.state.supplies.push(at);
            self.state.supplies.sort_unstable();
        }
        for &rider in passengers {
            let kind = self.state.units[rider.index()].kind;
            let out = room(self.state, rider, kind, at);
            self.unit(rider).place = if out { Place::Hex(at) } else { Place::With(id) };
            if out {
                self.get_out(rider, at)?;
            }
        }
        self.spot(None);
        Ok(())
    }

    /// A unit that gets out of a helicopter does not move on in this turn, and may set off a trap.
    pub fn get_out(&mut self, id: UnitId, at: Hex) -> Result<(), Halt> {
        let allowance = self.rules.allowance(&self.state.units[id.index()]);
        let unit = self.unit(id);
        unit.landed = true;
        unit.spent = allowance;
        if self.state.traps.contains(&Some(at)) {
            self.take_trap(at);
            self.blow_up(id, at)?;
        }
        Ok(())
    }

    /// Rule base-4.14.
    pub fn hover(&mut self, id: UnitId, at: Hex) {
        let unit = self.unit(id);
        (unit.flown, unit.place) = (true, Place::Air(at));
        let who = self.who(id);
        self.say(Event::CameIn { who, passengers: Vec::new(), supply: false, at });
        self.spot(None);
    }

    /// Rules base-4.14 and base-4.16: a helicopter leaves; those aboard have left the map.
    pub fn lift_off(&mut self, id: UnitId) {
        let who = self.who(id);
        self.say(Event::LiftedOff { who });
        let aboard: Vec<UnitId> = self.state.aboard(id).map(|(rider, _)| rider).collect();
        for rider in aboard {
            self.leave(rider, Departure::Exited);
        }
        self.evacuate(id);
        let unit = self.unit(id);
        (unit.flown, unit.place) = (true, Place::Base);
    }

    /// Helicopters that come with troops of this turn are ready to fly. Ruling SD-A75.
    pub fn helicopters_arrive(&mut self) {
        let (turn, entries) = (self.state.turn, self.state.entries.clone());
        let due = |entry: u8| entries.get(usize::from(entry)).is_some_and(|e| e.turn <= turn);
        for unit in self.state.units.iter_mut().filter(|u| u.kind.is_helicopter()) {
            if matches!(unit.place, Place::Reserve(entry) if due(entry)) {
                unit.place = Place::Base;
            }
        }
    }

    /// Gunships stay until the next Movement Phase of their side. Rule base-4.14.
    pub fn gunships_leave(&mut self) {
        for unit in self.state.units.iter_mut().filter(|u| matches!(u.place, Place::Air(_))) {
            unit.place = Place::Base;
        }
    }

    /// What becomes of those aboard something that is destroyed. Rules base-4.14 and base-4.15.
    pub fn wreck(&mut self, id: UnitId, carrier: Kind, hex: Option<Hex>) {
        let aboard: Vec<UnitId> = self.state.aboard(id).map(|(rider, _)| rider).collect();
        let on_the_ground = !aboard.is_empty() && !carrier.is_helicopter() && !self.state.rulings.before(8);
        let casualties = self.state.has(Switch::Casualties);
        // Who rode has moved: a mortar that comes out of a wreck is not ready.
        let rode = !self.state.rulings.before(14) && self.state.units[id.index()].spent > 0;
        for rider in aboard {
            let unit = self.state.units[rider.index()];
            let team = unit.kind.is_team();
            let by = unit.side().enemy();
            let numbers = &self.rules.numbers;
            let price = |men: &Sourced<Men>| self.rules.combat.price(men.value, by);
            if carrier.is_helicopter() {
                if casualties {
                    let men = if team { numbers.lost_team.value } else { numbers.lost_squad.value };
                    if let Some(hex) = hex {
                        self.unit(rider).place = Place::Hex(hex);
                    }
                    self.hurt(rider, men.killed, men.wounded);
                } else {
                    let points = price(if team { &numbers.team_points } else { &numbers.lost_squad });
                    self.score(by, points, Cause::Combat);
                }
                if self.state.units[rider.index()].place != Place::Gone {
                    self.leave(rider, Departure::Eliminated);
                }
                continue;
            }
            let Some(to) = hex.and_then(|hex| self.find_way_out(rider, hex)) else {
                self.shut_in(rider, hex);
                continue;
            };
            self.unit(rider).place = Place::Hex(to);
            self.unit(rider).spent = unit.spent.max(u8::from(rode));
            let who = self.who(rider);
            self.say(Event::Dismounted { who, at: to });
            if !self.state.rulings.before(12) {
                self.thrown.push(rider);
            } else if !self.state.rulings.before(8) {
                self.capture(rider, to);
            }
            self.pin(rider);
            if casualties {
                let men = if team { numbers.thrown_team.value } else { numbers.thrown_squad.value };
                self.hurt(rider, men.killed, men.wounded);
            } else {
                self.score(by, price(&numbers.team_points), Cause::Combat);
            }
        }
        if on_the_ground {
            self.spot(None);
        }
    }

    /// A unit that finds no way out of a wreck is lost, and paid for as if surrounded. Ruling SD-A69.
    fn shut_in(&mut self, rider: UnitId, hex: Option<Hex>) {
        let Some(hex) = hex.filter(|_| !self.state.rulings.before(7)) else {
            self.leave(rider, Departure::Eliminated);
            return;
        };
        if self.state.has(Switch::Casualties) {
            self.unit(rider).place = Place::Hex(hex);
            self.surrounded(rider, hex);
            return;
        }
        let unit = self.state.units[rider.index()];
        self.score(unit.side().enemy(), self.rules.destruction(self.state, &unit), Cause::Combat);
        self.leave(rider, Departure::Eliminated);
    }

    /// Where somebody gets out of a wreck. A unit that lies unseen in the hex is turned up, and if it bars the way another hex is
    /// found. Ruling SD-A69.
    fn find_way_out(&mut self, rider: UnitId, hex: Hex) -> Option<Hex> {
        let side = self.state.units[rider.index()].side();
        loop {
            let to = self.way_out(rider, hex)?;
            if self.state.rulings.before(2) || !self.finds_unseen(side, to) {
                return Some(to);
            }
        }
    }

    /// The hex itself or, if it is full, one beside it: as far as its side knows.
    fn way_out(&self, rider: UnitId, hex: Hex) -> Option<Hex> {
        let state = &*self.state;
        let kind = state.units[rider.index()].kind;
        let map = self.rules.map();
        let barred =
            |h: Hex| state.bars(kind.side(), h) || (state.rulings.before(2) && state.holds(kind.side().enemy(), h));
        let free = |h: &Hex| !barred(*h) && room(state, rider, kind, *h);
        let crosses = |side: Direction| match map.river_at(hex, side) {
            None => true,
            Some(_) if state.rulings.before(7) => false,
            Some(_) => wades(self.rules, state, hex, side),
        };
        std::iter::once(hex).chain(map.neighbours(hex).filter(|(side, _)| crosses(*side)).map(|(_, h)| h)).find(free)
    }
}

/// Helicopters that can come or go. A sample: one transport for each sort of passengers, a few hexes for each.
pub(crate) fn list(rules: &SearchAndDestroy, state: &State, ground: &Ground, options: &mut Vec<Command>) {
    if state.step != Step::UsMovement {
        return;
    }
    let ready = |kind: Kind| {
        let here = move |u: &Unit| u.kind == kind && u.place == Place::Base && !u.flown;
        state.units().filter(move |(_, u)| here(u)).map(|(id, _)| id)
    };
    let landed = state.units().filter(|(_, u)| u.kind == Kind::Transport && u.hex().is_some()).map(|(id, _)| id);
    options.extend(
        landed.filter(|id| check_lift_off(rules, state, *id).is_ok()).map(|helicopter| Command::LiftOff { helicopter }),
    );
    // One that a file has loaded comes last.
    let transport = ready(Kind::Transport).min_by_key(|id| state.aboard(*id).count());
    if let Some(helicopter) = transport.filter(|_| state.landings_left > 0) {
        list_landings(rules, state, ground, helicopter, options);
    }
    if let Some(helicopter) = ready(Kind::Gunship).find(|id| check_gunship(state, *id).is_ok()) {
        let hovers = |at: &Hex| check_hover(rules, state, helicopter, *at).is_ok();
        let any = scattered(rules, state, 1).map(|number| rules.map().at(number));
        options.extend(any.filter(hovers).take(EACH).map(|at| Command::Hover { helicopter, at }));
        let seen = state.units.iter().filter(|u| u.side() == Side::Nlf && state.shows(u)).filter_map(Unit::hex);
        for at in seen.take(EACH).filter(hovers) {
            let hover = Command::Hover { helicopter, at };
            if !options.contains(&hover) {
                options.push(hover);
            }
        }
    }
}

/// How many hexes are listed for each sort of flight.
const EACH: usize = 2;

/// All hexes of the map in an order without order, another one in each turn.
fn scattered(rules: &SearchAndDestroy, state: &State, salt: usize) -> impl Iterator<Item = usize> {
    let (size, shift) = (rules.map().size(), usize::from(state.turn) * 29 + salt * 131);
    let (step, mut next) = (53 % size, shift % size);
    (0..size).map(move |_| {
        let here = next;
        next = if here + step < size { here + step } else { here + step - size };
        here
    })
}

fn list_landings(
    rules: &SearchAndDestroy,
    state: &State,
    ground: &Ground,
    helicopter: UnitId,
    options: &mut Vec<Command>,
) {
    let map = rules.map();
    let open = |number: &usize| map.lands().contains(*number) && ground.is_free(*number, Kind::Transport);
    for (n, entry) in (0u8..).zip(state.entries.iter()).filter(|(_, entry)| entry.turn <= state.turn) {
        let waiting = |team: bool| {
            let here = move |u: &Unit| u.place == Place::Reserve(n) && u.kind.is_personnel() && !is_held_up(state, u);
            state.units().filter(move |(_, u)| here(u) && u.kind.is_team() == team).map(|(id, _)| id)
        };
        let teams = usize::from(rules.numbers.transport_teams.value);
        let pair: Vec<UnitId> = waiting(true).take(teams).collect();
        let squads = waiting(false).take(2).map(|id| vec![id]);
        let loads: Vec<Vec<UnitId>> = squads.chain(Some(pair).filter(|p| !p.is_empty())).collect();
        if loads.is_empty() || entry.by_air.is_none() {
            continue;
        }
        let brings = |at: &Hex| comes_by_air(rules, state, n, *at);
        let hexes = scattered(rules, state, 0).filter(open).map(|number| map.at(number));
        let region: Vec<Hex> = hexes.filter(brings).take(6).collect();
        for (m, passengers) in loads.into_iter().enumerate() {
            for at in region.iter().copied().skip(m * EACH).chain(region.iter().copied()).take(EACH) {
                let land = Command::Land { helicopter, passengers: passengers.clone(), supply: false, at };
                if crate::options::check(rules, state, &land).is_ok() && !options.contains(&land) {
                    options.push(land);
                }
            }
        }
    }
    // Empty, for casualties or to fetch somebody: beside own units.
    let mut near = HexSet::for_map(map.size());
    let squads = state.units.iter().filter(|u| u.side() == Side::Us && u.kind.is_squad()).filter_map(Unit::hex);
    squads.map(|hex| map.number(hex)).filter(open).for_each(|number| near.insert(number));
    let on_foot = |u: &Unit| u.side() == Side::Us && u.kind.is_personnel() && u.hex().is_some();
    if near.is_empty() && state.units.iter().any(on_foot) {
        // The unit to be fetched has yet to come to the helicopter.
        (0..map.size()).filter(open).for_each(|number| near.insert(number));
    }
    for number in scattered(rules, state, 0).filter(|number| near.contains(*number)).take(EACH) {
        let at = map.at(number);
        options.push(Command::Land { helicopter, passengers: Vec::new(), supply: false, at });
        if check_land(rules, state, helicopter, &[], true, at).is_ok() {
            options.push(Command::Land { helicopter, passengers: Vec::new(), supply: true, at });
        }
    }
}
