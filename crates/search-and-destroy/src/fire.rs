//! Fire. Rules base-4.4, base-4.11, base-4.12, 31.11, 31.13 and 33.2.

use tabletop::{Halt, Refusal};

use crate::antitank::check_antitank;
use crate::command::{Rate, Shot};
use crate::event::Modifier;
use crate::movement::own;
use crate::play::Play;
use crate::refuse::{No, Part, no, said};
use crate::sight::Eye;
use crate::state::{Place, State, Step, Switch, Unit};
use crate::tables::{CombatResult, Odds, die_and};
use crate::units::{Element, Kind, Side, UnitId};
use crate::{Command, Event, SearchAndDestroy, rule};

/// What a fire attack would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FireForecast {
    /// The strength of all together, in eighths.
    pub eighths: u16,
    /// The Defense Strength.
    pub defence: u8,
    /// The column, as in [`crate::tables::ODDS`].
    pub column: usize,
    /// What changes the die, as far as the firer knows.
    pub modifiers: Vec<Modifier>,
}

/// Whether a unit may attack at all: its strength, its ammunition, and what it has done.
fn check_shooter(rules: &SearchAndDestroy, state: &State, unit: &Unit, rate: Rate) -> Result<(), No> {
    if rules.attack(unit) == 0 {
        return no(rule!("base-4.4"), "This unit has no Attack Strength.", "Choose units that have one.");
    }
    if unit.fired || unit.assaulted {
        let id = if unit.element == Element::RecoillessRifle { rule!("SD-A42") } else { rule!("base-4.4") };
        return no(id, "This unit has already attacked this player turn.", "Choose another unit.");
    }
    if unit.digging {
        return no(rule!("base-4.10"), "This unit is digging in this player turn.", "Choose another unit.");
    }
    if unit.kind.is_heavy_weapon() {
        return no(rule!("base-4.13"), "A mortar fires at hexes, not at units.", "Choose a target hex.");
    }
    if unit.kind == Kind::Gunship && unit.ammunition == 0 {
        return no(rule!("base-4.14"), "This gunship has made all its attacks.", "Use another one.");
    }
    check_ammunition(rules, state, unit, rate)
}

/// Rules base-4.12 and 32.6: whether there is ammunition for the rate.
pub(crate) fn check_ammunition(rules: &SearchAndDestroy, state: &State, unit: &Unit, rate: Rate) -> Result<(), No> {
    let limited = state.has(Switch::Ammunition) && unit.kind.is_personnel();
    match rate {
        Rate::Normal if limited && unit.ammunition == 0 => {
            no(rule!("base-4.12"), "This unit is out of ammunition.", "Resupply it.")
        }
        Rate::Increased if unit.kind.is_boat() => {
            no(rule!("33.41"), "A boat cannot use the increased rate of fire.", "Fire at its own rate.")
        }
        Rate::Increased if !limited => {
            no(rule!("base-4.12"), "This unit cannot use the increased rate of fire now.", "Fire at the normal rate.")
        }
        Rate::Increased if !can_double(rules, unit) => {
            let cost = rules.numbers.increased_cost.value;
            let because = said!("The increased rate costs {} units of fire.", cost);
            no(rule!("base-4.12"), because, "Fire at the normal rate.")
        }
        Rate::Split if !unit.kind.is_boat() => {
            no(rule!("33.2"), "Only a boat can split its fire.", "Use its whole strength.")
        }
        _ => Ok(()),
    }
}

/// Whether a unit has the units of fire that doubled strength takes. Rule 32.6.
pub(crate) fn can_double(rules: &SearchAndDestroy, unit: &Unit) -> bool {
    unit.ammunition >= rules.numbers.increased_cost.value
}

/// The refusal of a unit that has moved more than it may before it fires.
pub(crate) fn has_moved() -> No {
    let remedy = "A unit may move or fire; with Fire and Movement it may do both if it moves at most half.";
    No::new(rule!("base-4.11"), "This unit has moved.", remedy)
}

/// What is left of a strength if a unit is pinned, and if it is without leadership: half of it for each. Rules base-4.6 and
/// base-4.8.
pub(crate) fn unsteady(unit: &Unit, mut eighths: u16) -> u16 {
    if unit.is_pinned() {
        eighths /= 2;
    }
    if unit.side() == Side::Us && !unit.controlled {
        eighths /= 2;
    }
    eighths
}

impl SearchAndDestroy {
    /// The strength with which a unit fires now, in eighths. Rules base-4.4, base-4.6, base-4.8, base-4.11, 33.2.
    ///
    /// # Errors
    /// It may not fire.
    pub fn fire_strength(&self, state: &State, id: UnitId, rate: Rate) -> Result<u16, Refusal> {
        Ok(self.fires_with(state, id, rate)?)
    }

    pub(crate) fn fires_with(&self, state: &State, id: UnitId, rate: Rate) -> Result<u16, No> {
        let unit = own(state, id)?;
        let surprise = state.step == Step::Surprise;
        if !surprise {
            check_shooter(self, state, unit, rate)?;
        } else {
            check_ammunition(self, state, unit, rate)?;
        }
        let mut strength = unsteady(unit, 8 * u16::from(self.attack(unit)));
        if unit.carries() {
            strength /= 2;
        }
        if unit.landed {
            strength /= 2;
        } else if unit.spent > 0 && !surprise {
            let half = unit.spent <= self.allowance(unit) / 2;
            if unit.kind.is_boat() {
                if !half {
                    return no(
                        rule!("33.2"),
                        "The boat has spent more than half its Movement Points.",
                        "Sail less far before firing.",
                    );
                }
            } else if !half || !(unit.kind.is_vehicle() || state.has(Switch::FireAndMovement)) {
                return Err(has_moved());
            } else if !unit.kind.is_vehicle() {
                strength /= 2;
            }
        }
        Ok(match rate {
            Rate::Normal => strength,
            Rate::Increased => strength * 2,
            Rate::Split => strength / 2,
        })
    }

    /// The Defense Strength of a unit where it is. Rules base-4.4 and 33.3.
    pub fn defence(&self, unit: &Unit) -> u8 {
        match unit.place {
            _ if unit.kind == Kind::Transport => self.support.transport_defence.value,
            _ if unit.kind == Kind::Gunship => self.support.gunship_defence.value,
            Place::Hex(hex) => self.terrain.of(self.map().terrain(hex)).defence.value,
            _ => self.units.boat_defence.value,
        }
    }

    /// What a fire attack would be, as far as the firer knows.
    ///
    /// # Errors
    /// It is not allowed.
    pub fn fire_forecast(&self, state: &State, shots: &[Shot], target: UnitId) -> Result<FireForecast, Refusal> {
        Ok(self.aimed(state, shots, target)?)
    }

    pub(crate) fn aimed(&self, state: &State, shots: &[Shot], target: UnitId) -> Result<FireForecast, No> {
        let aim = Aim::at(state, target)?;
        let Odds { eighths, defence, column } = self.fire_odds(state, shots, &aim)?;
        Ok(FireForecast { eighths, defence, column, modifiers: modifiers(state, shots, aim.unit, false) })
    }

    /// The strength that a unit brings to fire at a target, in eighths, whatever the odds of all together come to.
    fn bears(&self, state: &State, shot: Shot, aim: &Aim) -> Result<u16, No> {
        let strength = self.fires_with(state, shot.unit, shot.rate)?;
        let unit = own(state, shot.unit)?;
        if state.split.contains(&shot.unit) && shot.rate != Rate::Split {
            return no(rule!("33.2"), "The boat has already fired half its strength.", "Fire with the other half.");
        }
        let ends = unit.eye().map(|from| (from, aim.eye));
        let Some((from, to, range)) = ends.and_then(|(a, b)| Some((a, b, self.map().range(a, b)?))) else {
            return no(rule!("base-4.4"), "This unit is not on the map.", "Choose another unit.");
        };
        if range > self.range(unit) {
            let because =
                said!("The target is {} away; this unit's range is {}.", Part::Hexes(range), self.range(unit));
            return no(rule!("base-4.4"), because, "Move closer or choose another target.");
        }
        if !state.sees(self.map(), from, to) {
            return no(rule!("base-4.5"), "This unit cannot see the target.", "Fire along a clear line of sight.");
        }
        Ok(strength)
    }

    fn fire_odds(&self, state: &State, shots: &[Shot], aim: &Aim) -> Result<Odds, No> {
        check_shots(state, shots, aim)?;
        let mut eighths = 0;
        for shot in shots {
            eighths += self.bears(state, *shot, aim)?;
        }
        let odds = Odds::of(eighths, self.defence(aim.unit));
        odds.ok_or_else(|| No::new(rule!("SD-A4"), "Odds below 1 to 3 have no effect.", "Fire with more units."))
    }
}

/// What changes the die: as far as the firer knows, or with a position that he does not know of (`all`). A face-down counter has to be
/// taken for men. Rules base-4.4 and base-4.10, ruling SD-A64.
fn modifiers(state: &State, shots: &[Shot], aim: &Unit, all: bool) -> Vec<Modifier> {
    let mut list = Vec::new();
    if aim.face_down {
        list.push(Modifier::FaceDown);
    }
    let men = aim.kind.is_personnel() || aim.face_down;
    let covers = |hex| state.positions.iter().any(|p| p.hex == hex && (all || p.known));
    if men && aim.hex().is_some_and(covers) {
        list.push(Modifier::ImprovedPosition);
    }
    list.extend(machine_gun(state, shots, aim));
    list
}

/// What may be fired at now, by any unit.
struct Aim<'a> {
    id: UnitId,
    unit: &'a Unit,
    eye: Eye,
    /// A squad stands before it.
    covered: bool,
}

impl<'a> Aim<'a> {
    /// Rules base-4.4 and 33.2.
    fn at(state: &'a State, id: UnitId) -> Result<Self, No> {
        let right = matches!(state.step, Step::UsFire | Step::NlfFire | Step::Surprise);
        if !right || state.pending != crate::state::Pending::Nothing {
            return no(
                rule!("base-4.1"),
                "This is not the time to fire.",
                "Units fire after movement and before close assaults.",
            );
        }
        let enemy = state
            .unit(id)
            .filter(|u| Some(u.side()) != state.step.side() && state.shows(u) && !u.kind.is_heavy_weapon());
        let Some((unit, eye)) = enemy.and_then(|unit| Some((unit, unit.eye()?))) else {
            return no(rule!("base-4.4"), "No such target exists.", "Choose an enemy unit on the map.");
        };
        if unit.kind.is_vehicle() {
            let closes = state.has(Switch::CloseAssault);
            let remedy = if closes { "Use an antitank weapon or close assault." } else { "Fire at another target." };
            return no(rule!("base-4.4"), "Small arms cannot hurt a vehicle.", remedy);
        }
        let fired_at = unit.hex().is_some_and(|hex| state.fired_at.contains(&hex));
        if fired_at {
            return no(rule!("base-4.4"), "That hex has already been fired at this phase.", "Fire at another hex.");
        }
        if unit.hex().is_none() && state.assaulted.contains(&id) {
            let because = "That target has already been fired at this phase.";
            return no(rule!("base-4.4"), because, "Fire at another target.");
        }
        let before = |hex| state.in_hex(hex, unit.side()).any(|(_, u)| stands_before(u.kind));
        let covered = unit.kind.is_team() && unit.hex().is_some_and(before);
        Ok(Self { id, unit, eye, covered })
    }
}

/// Rules base-4.4 and 32.3: who may fire at it.
fn check_shots(state: &State, shots: &[Shot], aim: &Aim) -> Result<(), No> {
    if shots.is_empty() || !shots.windows(2).all(|s| s[0].unit < s[1].unit) {
        return no(
            rule!("base-4.4"),
            "The firing units are out of order.",
            "List each firing unit once, in order of number.",
        );
    }
    let sniper = || shots.len() == 1 && state.unit(shots[0].unit).is_some_and(|u| u.kind == Kind::Sniper);
    if aim.covered && !sniper() {
        return no(
            rule!("base-4.4"),
            "The squad in that hex shields this target.",
            "Fire at the squad; only a sniper picks a target.",
        );
    }
    if state.step == Step::Surprise {
        let by = shots[0].unit;
        if shots.len() > 1 || !state.surprises.contains(&by) {
            return no(
                rule!("SD-A28"),
                "Only a probed unit makes a surprise attack, and it attacks alone.",
                "Choose it.",
            );
        }
        if !probed_by(state, by, aim.id) {
            return no(rule!("SD-A28"), "That unit did not probe it.", "Attack a unit that did.");
        }
    }
    Ok(())
}

/// Rule 31.11, ruling SD-A39: a Heavy Machine Gun among those that fire at a helicopter.
fn machine_gun(state: &State, shots: &[Shot], aim: &Unit) -> Option<Modifier> {
    let has = |shot: &Shot| state.unit(shot.unit).is_some_and(|u| u.element == Element::HeavyMachineGun);
    (aim.kind.is_helicopter() && shots.iter().any(has)).then_some(Modifier::HeavyMachineGun)
}

/// Whether a kind of unit stands before a team in its hex.
fn stands_before(kind: Kind) -> bool {
    kind.is_personnel() && !kind.is_team()
}

/// Whether a US unit, or a team before which it stands, probed or searched the hex of an NLF unit and is still beside it. Rule
/// base-4.7, ruling SD-A28.
pub(crate) fn probed_by(state: &State, nlf: UnitId, us: UnitId) -> bool {
    let hex = |id| state.unit(id).and_then(Unit::hex);
    let (Some(at), Some(from)) = (hex(nlf), hex(us)) else { return false };
    let shields = !state.rulings.before(8) && state.unit(us).is_some_and(|u| stands_before(u.kind));
    let behind = |id| shields && hex(id) == Some(from) && state.unit(id).is_some_and(|u| u.kind.is_team());
    at.is_adjacent(from) && state.probes.iter().any(|p| p.at == at && (p.unit == us || behind(p.unit)))
}

impl Play<'_> {
    /// Rule base-4.4.
    pub fn fire(&mut self, shots: &[Shot], target: UnitId, column: usize) -> Result<(), Halt> {
        let aim = self.state.units[target.index()];
        let by: Vec<_> = shots.iter().map(|s| self.who(s.unit)).collect();
        let surprise = self.state.step == Step::Surprise;
        for shot in shots {
            self.spend_ammunition(shot.unit, shot.rate);
            let split = shot.rate == Rate::Split && !self.state.split.contains(&shot.unit);
            if split {
                self.state.split.push(shot.unit);
            } else if !surprise {
                self.unit(shot.unit).fired = true;
            }
        }
        match aim.hex() {
            Some(hex) if !surprise => self.state.fired_at.push(hex),
            None => self.state.assaulted.push(target),
            Some(_) => {}
        }
        if machine_gun(self.state, shots, &aim).is_some() {
            for shot in shots {
                let unit = self.unit(shot.unit);
                unit.element_known |= unit.element == Element::HeavyMachineGun;
            }
        }
        let real = modifiers(self.state, shots, &aim, true);
        let die = self.d6("fire", rule!("base-4.4"))?;
        let roll = die_and(die, self.rules.numbers.shift(&real));
        let result = self.rules.combat.cell(column, roll);
        // A shot that turns nothing up is told as far as the firer knows: neither men nor a position of which he has not seen
        // anything show themselves in it. Ruling SD-A64.
        let hidden = aim.face_down && (aim.kind == Kind::Dummy || result == CombatResult::default());
        let told = if hidden { modifiers(self.state, shots, &aim, false) } else { real };
        let cell = self.rules.combat.cell(column, die_and(die, self.rules.numbers.shift(&told)));
        let who = self.who(target);
        self.say(Event::Attacked { by, target: who, close: false, column, die, modifiers: told, result: cell });
        self.strike(target, result, roll)?;
        for shot in shots {
            self.show_firer(shot.unit)?;
        }
        if surprise {
            self.state.surprises.retain(|u| *u != shots[0].unit);
        }
        Ok(())
    }

    /// Rule base-4.12.
    pub fn spend_ammunition(&mut self, id: UnitId, rate: Rate) {
        if self.state.has(Switch::Ammunition) || self.state.units[id.index()].kind == Kind::Gunship {
            let cost = self.rules.numbers.increased_cost.value;
            let unit = self.unit(id);
            unit.ammunition = unit.ammunition.saturating_sub(if rate == Rate::Increased { cost } else { 1 });
        }
    }

    /// Rule base-4.7: a unit that fires is turned up, except a well-hidden sniper.
    pub fn show_firer(&mut self, id: UnitId) -> Result<(), Halt> {
        let unit = self.state.units[id.index()];
        let Some(hex) = unit.hex().filter(|_| unit.face_down) else { return Ok(()) };
        let cover = !matches!(self.rules.map().terrain(hex), crate::map::Terrain::Clear | crate::map::Terrain::Paddy);
        let close = self.rules.numbers.sniper_near.value;
        let near = |u: &Unit| {
            let range = |eye| self.rules.map().range(eye, Eye::Hex(hex));
            u.side() == Side::Us
                && !u.kind.is_heavy_weapon()
                && u.eye().and_then(range).is_some_and(|range| range <= close)
        };
        if unit.kind == Kind::Sniper && cover && !self.state.units.iter().any(near) {
            let die = self.d6("whether the sniper is spotted", rule!("base-4.7"))?;
            let who = self.who(id);
            self.say(Event::SniperFired { who, die });
            if die < self.rules.numbers.sniper_found_from.value {
                return Ok(());
            }
        }
        self.reveal(id);
        Ok(())
    }
}

/// Fire attacks: for each target all who can fire at it, and each of them alone. A sample.
pub(crate) fn list(rules: &SearchAndDestroy, state: &State, options: &mut Vec<Command>) {
    let Some(side) = state.step.side() else { return };
    let rates: &[Rate] = match (side, state.has(Switch::Ammunition), state.has(Switch::PatrolBoats)) {
        (Side::Us, true, true) => &[Rate::Normal, Rate::Increased, Rate::Split],
        (Side::Us, false, true) => &[Rate::Normal, Rate::Split],
        (_, true, _) => &[Rate::Normal, Rate::Increased],
        _ => &[Rate::Normal],
    };
    let shooters: Vec<UnitId> = state
        .units()
        .filter(|(id, u)| {
            u.side() == side && u.eye().is_some() && rates.iter().any(|r| rules.fires_with(state, *id, *r).is_ok())
        })
        .map(|(id, _)| id)
        .collect();
    for (target, there) in state.units().filter(|(_, u)| u.side() != side && state.shows(u)) {
        let Some(to) = there.eye() else { continue };
        let aim = Aim::at(state, target).ok();
        let antitank = state.step == Step::NlfFire && (there.kind.is_vehicle() || there.kind.is_boat());
        if aim.is_none() && !antitank {
            continue;
        }
        let mut together = Vec::new();
        for &unit in &shooters {
            // Most are too far away: that is found out fast.
            let reaches = |u: &Unit| {
                let far = rules.range(u).max(rules.units.antitank_range.value);
                u.eye().and_then(|from| rules.map().range(from, to)).is_some_and(|range| range <= far)
            };
            if !state.unit(unit).is_some_and(reaches) {
                continue;
            }
            if antitank && check_antitank(rules, state, unit, target).is_ok() {
                options.push(Command::Antitank { unit, target });
            }
            let Some(aim) = &aim else { continue };
            for &rate in rates {
                let shot = Shot { unit, rate };
                let alone = rules.fire_odds(state, &[shot], aim).is_ok();
                if alone {
                    options.push(Command::Fire { shots: vec![shot], target });
                }
                // Who is too weak by himself may be strong enough with others.
                let joins = || rules.bears(state, shot, aim).is_ok();
                if rate == Rate::Normal && (alone || (!state.rulings.before(5) && joins())) {
                    together.push(shot);
                }
            }
        }
        let Some(aim) = &aim else { continue };
        if together.len() > 1 && rules.fire_odds(state, &together, aim).is_ok() {
            // A boat may also join the others with half of its strength. Ruling SD-A51.
            let boat = together.iter().position(|s| state.unit(s.unit).is_some_and(|u| u.kind.is_boat()));
            let mut halved = together.clone();
            options.push(Command::Fire { shots: together, target });
            if let Some(boat) = boat {
                halved[boat].rate = Rate::Split;
                if rules.fire_odds(state, &halved, aim).is_ok() {
                    options.push(Command::Fire { shots: halved, target });
                }
            }
        }
    }
}
