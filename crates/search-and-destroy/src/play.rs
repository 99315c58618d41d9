//! A command being carried out: the working copy of the position, the dice and the events so far. Code that changes a
//! counter does it here, so that nothing goes unsaid.

use tabletop::{Dice, Halt, Need, RuleId};

use crate::event::{Cause, Departure, Who};
use crate::hex::Hex;
use crate::map::Terrain;
use crate::scenario::Objective;
use crate::sight::Eye;
use crate::state::{Casualties, Pin, Place, State, Switch, Unit};
use crate::tables::CombatResult as Cell;
use crate::units::{Element, Kind, Side, UnitId};
use crate::{Event, SearchAndDestroy};

/// A command being carried out.
pub(crate) struct Play<'a> {
    pub rules: &'a SearchAndDestroy,
    pub state: &'a mut State,
    pub dice: &'a mut dyn Dice,
    pub events: &'a mut Vec<Event>,
    /// Men who were thrown from a wreck, and have yet to look where they are.
    pub thrown: Vec<UnitId>,
}

/// A counter as events name it.
pub(crate) fn who(state: &State, id: UnitId) -> Who {
    let unit = &state.units[id.index()];
    let (kind, company, platoon) = (unit.kind, unit.company, unit.platoon);
    Who { unit: id, kind, company, platoon, hidden: unit.face_down }
}

impl Play<'_> {
    pub fn say(&mut self, event: Event) {
        self.events.push(event);
    }

    pub fn who(&self, id: UnitId) -> Who {
        who(self.state, id)
    }

    pub fn unit(&mut self, id: UnitId) -> &mut Unit {
        &mut self.state.units[id.index()]
    }

    /// Rolls one six-sided die. Ruling SD-A3.
    pub fn d6(&mut self, purpose: &'static str, rule: RuleId) -> Result<u8, Halt> {
        self.dice.roll(&Need::d6(purpose, rule))
    }

    pub fn score(&mut self, side: Side, points: u16, cause: Cause) {
        self.add(side, i32::from(points), cause);
    }

    /// Enters points in the account; they may be less than nothing.
    pub fn add(&mut self, side: Side, points: i32, cause: Cause) {
        if points == 0 {
            return;
        }
        match side {
            Side::Us => self.state.score.us += points,
            Side::Nlf => self.state.score.nlf += points,
        }
        let ledger = &mut self.state.ledger;
        match ledger.binary_search_by_key(&(side, cause), |(s, c, _)| (*s, *c)) {
            Ok(at) => ledger[at].2 += points,
            Err(at) => ledger.insert(at, (side, cause, points)),
        }
        self.say(Event::Scored { side, points, cause });
    }

    /// Rule base-4.7: turns a counter up; a dummy is removed.
    pub fn reveal(&mut self, id: UnitId) {
        let unit = self.state.units[id.index()];
        let Some(hex) = unit.hex().filter(|_| unit.face_down) else { return };
        self.unit(id).face_down = false;
        if let Some(weapon) = unit.weapon {
            self.unit(weapon).face_down = false;
        }
        let who = self.who(id);
        self.say(Event::Revealed { who, at: hex });
        for position in &mut self.state.positions {
            position.known |= position.hex == hex;
        }
        if unit.kind == Kind::Dummy {
            self.leave(id, Departure::Dummy);
        }
    }

    /// Takes a counter off the map.
    pub fn leave(&mut self, id: UnitId, how: Departure) {
        let who = self.who(id);
        let before = self.state.units[id.index()];
        if how.is_loss() {
            self.lay_down(id);
        }
        let unit = self.unit(id);
        unit.place = if how == Departure::Exited { Place::Exited } else { Place::Gone };
        // A counter that leaves by its own edge unseen is not turned up.
        unit.face_down &= how == Departure::Exited;
        unit.pin = Pin::No;
        unit.digging = false;
        let lost = *unit;
        self.state.surprises.retain(|u| *u != id);
        self.state.probes.retain(|p| p.unit != id);
        self.say(Event::Left { who, how });
        if let Some(weapon) = before.weapon {
            // A heavy weapon shares the fate of its carrier.
            self.unit(id).weapon = None;
            let off = matches!(how, Departure::Exited | Departure::Astray);
            let how = if off { how } else { Departure::Destroyed };
            self.leave(weapon, how);
        }
        if how.is_loss() {
            self.price(&lost);
            let at = self.rules.near_hex(&before);
            self.wreck(id, lost.kind, at);
            // Without Platoon Leaders one who is there all the same leads nobody.
            let idle = lost.kind == Kind::PlatoonLeader && !self.state.has(Switch::PlatoonLeaders);
            if (lost.kind.is_leader() && (!idle || self.state.rulings.before(7))) || lost.acting {
                let (company, platoon) = crate::control::body(self.state, &lost);
                self.state.lost_leaders.push((company, platoon, self.state.turn));
            }
        }
    }

    /// Rule base-4.18: what a loss costs besides casualties.
    fn price(&mut self, lost: &Unit) {
        let points = &self.rules.points;
        match lost.kind {
            Kind::CompanyCommander => self.score(Side::Nlf, points.company_commander.value, Cause::Leader),
            Kind::PlatoonLeader => self.score(Side::Nlf, points.platoon_leader.value, Cause::Leader),
            Kind::M113 => self.score(Side::Nlf, points.m113.value, Cause::Vehicle),
            Kind::M48 => self.score(Side::Nlf, points.m48.value, Cause::Vehicle),
            Kind::Transport | Kind::Gunship => self.score(Side::Nlf, points.helicopter.value, Cause::Helicopter),
            Kind::Mortar82 => self.score(Side::Us, points.element.value, Cause::Element),
            _ => {}
        }
        if lost.element.is_heavy() {
            self.score(Side::Us, self.rules.points.element.value, Cause::Element);
        }
        for objective in self.state.objectives.clone().iter() {
            match objective {
                Objective::BattalionCadre(value) if lost.kind == Kind::BattalionCadre => {
                    self.score(Side::Us, *value, Cause::Objective);
                }
                Objective::Boats(_, value) if lost.kind.is_boat() => {
                    self.score(Side::Nlf, *value, Cause::Objective);
                }
                _ => {}
            }
        }
    }

    /// Rule base-4.6. Boats and vehicles are never pinned.
    pub fn pin(&mut self, id: UnitId) {
        let unit = self.unit(id);
        if unit.kind.is_personnel() && unit.pin == Pin::No {
            unit.pin = Pin::Fresh;
            unit.digging = false;
            let who = self.who(id);
            self.say(Event::Pinned { who });
        }
    }

    /// Casualties of one unit on the Casualty table: scored as far as it is worth them, marked in its hex, and it goes when
    /// it is worth no more. Rules base-4.16 and 32.125, rulings SD-A22, SD-A24 and SD-A25.
    pub fn hurt(&mut self, id: UnitId, killed: u8, wounded: u8) {
        let unit = self.state.units[id.index()];
        let left = self.rules.worth(&unit).saturating_sub(unit.losses);
        let killed = killed.min(left);
        let wounded = wounded.min(left - killed);
        if killed + wounded == 0 {
            return;
        }
        self.unit(id).losses += killed + wounded;
        self.unit(id).shaken = true;
        let who = self.who(id);
        self.say(Event::Casualties { who, killed, wounded });
        if let Some(hex) = unit.hex() {
            self.mark(hex, unit.side(), killed, wounded);
        }
        let combat = &self.rules.combat;
        let by = unit.side().enemy();
        let points = u16::from(killed) * combat.killed.of(by) + u16::from(wounded) * combat.wounded.of(by);
        self.score(by, points, Cause::Combat);
        if killed + wounded == left {
            self.leave(id, Departure::Eliminated);
        }
    }

    /// Lays casualty markers down.
    pub fn mark(&mut self, hex: Hex, side: Side, killed: u8, wounded: u8) {
        if let Some(there) = self.state.casualties.iter_mut().find(|c| c.hex == hex && c.side == side) {
            there.killed = there.killed.saturating_add(killed);
            there.wounded = there.wounded.saturating_add(wounded);
        } else {
            self.state.casualties.push(Casualties { hex, side, killed, wounded });
            self.state.casualties.sort_unstable();
        }
    }

    /// A result of fire on a unit and those stacked with it. Rule base-4.4.
    pub fn strike(&mut self, id: UnitId, cell: Cell, roll: i8) -> Result<(), Halt> {
        let unit = self.state.units[id.index()];
        if unit.kind.is_boat() {
            self.strike_boat(id, cell);
            return Ok(());
        }
        if unit.kind.is_vehicle() || unit.kind.is_helicopter() {
            // Only an h does anything. Rules 32.8 and base-4.14.
            if cell.destroyed {
                self.leave(id, Departure::Destroyed);
            }
            return Ok(());
        }
        if cell == Cell::default() || unit.kind == Kind::Dummy {
            return Ok(());
        }
        self.reveal(id);
        let team = unit.hex().and_then(|hex| {
            let mut teams = self.state.in_hex(hex, unit.side());
            teams.find(|(other, u)| *other != id && u.kind.is_team()).map(|(other, _)| other)
        });
        if cell.pinned {
            self.pin(id);
            if let Some(team) = team {
                self.pin(team);
            }
        }
        let numbers = &self.rules.numbers;
        let (hard, lost_up_to) = (roll >= numbers.team_hit_from.value.cast_signed(), numbers.team_lost_up_to.value);
        if self.state.has(Switch::Casualties) {
            let (mut killed, mut wounded) = (cell.killed, cell.wounded);
            if let Some(team) = team.filter(|_| hard && cell.casualties() > 0) {
                // The first one of the cell falls in the team.
                let first = u8::from(killed > 0);
                self.hurt(team, first, 1 - first);
                killed -= first;
                wounded -= 1 - first;
            }
            self.hurt(id, killed, wounded);
            return Ok(());
        }
        let by = unit.side().enemy();
        self.score(by, self.rules.combat.points(cell, by), Cause::Combat);
        if cell.destroyed {
            if let Some(team) = team.filter(|_| hard)
                && self.d6("the team beside it", crate::rule!("base-4.4"))? <= lost_up_to
            {
                self.leave(team, Departure::Eliminated);
            }
            self.leave(id, Departure::Eliminated);
        } else if cell.casualties() > 0 {
            self.unit(id).shaken = true;
        }
        Ok(())
    }

    /// Rules 33.31 to 33.33 and 33.35, rulings SD-A53, SD-A54 and SD-A56.
    fn strike_boat(&mut self, id: UnitId, cell: Cell) {
        let combat = &self.rules.combat;
        let more = match self.state.has(Switch::Casualties) {
            true => u16::from(cell.casualties()),
            false => combat.points(cell, Side::Nlf),
        };
        if more == 0 {
            return;
        }
        let tally = self.state.units[id.index()].tally.saturating_add(more);
        self.unit(id).tally = tally;
        let who = self.who(id);
        self.say(Event::Tallied { who, tally });
        if tally >= self.rules.combat.sinks_at(self.state.switches) {
            self.leave(id, Departure::Destroyed);
        }
    }

    /// Rule base-4.10: a position that was dug unseen is found when US men come into its hex, or an NLF unit stands in it for all to see.
    fn find_positions(&mut self) {
        let state = &*self.state;
        let visible = |hex: Hex| state.in_hex(hex, Side::Nlf).any(|(_, u)| !u.face_down && u.kind.is_personnel());
        let found: Vec<Hex> = state
            .positions
            .iter()
            .filter(|p| !p.known && (state.holds(Side::Us, p.hex) || visible(p.hex)))
            .map(|p| p.hex)
            .collect();
        for at in found {
            self.state.positions.iter_mut().filter(|p| p.hex == at).for_each(|p| p.known = true);
            self.say(Event::Dug { at, side: Side::Nlf, hidden: false });
        }
    }

    /// Turns up who stands in sight, and movers are seen from farther away. Rule base-4.7.
    pub fn spot(&mut self, moving: Option<UnitId>) {
        self.find_positions();
        let (map, state) = (self.rules.map(), &*self.state);
        let hidden = state.units().filter(|(_, unit)| unit.face_down);
        let mut near = hidden
            .filter_map(|(id, unit)| Some((id, spotted_within(self.rules, unit, moving == Some(id))?)))
            .peekable();
        if near.peek().is_none() {
            return;
        }
        let looks = |u: &&Unit| u.side() == Side::Us && !u.is_pinned() && !u.kind.is_heavy_weapon();
        let eyes: Vec<Eye> = state.units.iter().filter(looks).filter_map(Unit::eye).collect();
        let watched = |(_, (hex, distance)): &(UnitId, (Hex, u8))| {
            let here = Eye::Hex(*hex);
            let mut eyes = eyes.iter().filter(|eye| map.range(**eye, here).is_some_and(|range| range <= *distance));
            eyes.any(|eye| state.sees(map, *eye, here))
        };
        let seen: Vec<UnitId> = near.filter(watched).map(|(id, _)| id).collect();
        for id in seen {
            self.reveal(id);
        }
    }
}

/// Where a face-down counter is, and from how far off it is turned up there; none where it never is. Rule base-4.7.
fn spotted_within(rules: &SearchAndDestroy, unit: &Unit, moving: bool) -> Option<(Hex, u8)> {
    let (map, numbers) = (rules.map(), &rules.numbers);
    let hex = unit.hex()?;
    let terrain = map.terrain(hex);
    let open = matches!(terrain, Terrain::Clear | Terrain::Paddy);
    let distance = match (moving, terrain) {
        (true, _) if open || map.has_road(hex) => numbers.open_moving.value,
        (true, Terrain::Broken) => numbers.broken_moving.value,
        (false, _) if open => numbers.open_standing.value,
        _ => return None,
    };
    Some((hex, distance))
}

impl SearchAndDestroy {
    /// How many casualties eliminate a unit. Rule 32.124.
    pub fn worth(&self, unit: &Unit) -> u8 {
        self.units.of(unit.kind).worth.value
    }

    /// The Movement Allowance of a unit. Rules 31.11, 31.13 and base-4.16.
    pub fn allowance(&self, unit: &Unit) -> u8 {
        if unit.carries() {
            self.support.carrier_movement.value.min(self.units.of(unit.kind).movement.value)
        } else if unit.element.is_heavy() {
            self.units.heavy_movement.value
        } else {
            self.units.of(unit.kind).movement.value
        }
    }

    /// How far a unit fires.
    pub fn range(&self, unit: &Unit) -> u8 {
        if unit.element == Element::HeavyMachineGun {
            self.units.heavy_machine_gun_range.value
        } else {
            self.units.of(unit.kind).range.value
        }
    }

    /// The printed Attack Strength of a unit.
    pub fn attack(&self, unit: &Unit) -> u8 {
        self.units.of(unit.kind).attack.value
    }
}
