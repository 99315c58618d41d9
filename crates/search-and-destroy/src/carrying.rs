//! What units carry: passengers of an M113, casualties, heavy weapons. Rules base-4.15, base-4.16 and 32.43.

use tabletop::Halt;

use crate::event::{Cause, Departure};
use crate::helicopters::fit;
use crate::hex::Hex;
use crate::movement::{check_mover, is_movement, own, room};
use crate::play::Play;
use crate::refuse::{No, Part, no, said};
use crate::state::{Burden, Place, State, Step, Switch, Unit};
use crate::units::{Kind, Side, UnitId};
use crate::{Command, Event, SearchAndDestroy, rule};

/// The rule that speaks of a carrier.
fn rule_of(carrier: Kind) -> tabletop::RuleId {
    if carrier.is_helicopter() { rule!("base-4.14") } else { rule!("base-4.15") }
}

/// Rules base-4.14 and base-4.15: getting in.
pub(crate) fn check_mount(rules: &SearchAndDestroy, state: &State, id: UnitId, carrier: UnitId) -> Result<(), No> {
    if !is_movement(state.step) {
        return no(rule!("base-4.15"), "Units cannot get in now.", "Get in during movement.");
    }
    let unit = check_mover(rules, state, id)?;
    let vehicle = own(state, carrier)?;
    if vehicle.kind.is_boat() {
        return no(rule!("33.43"), "A boat carries no passengers.", "Go on foot.");
    }
    if !vehicle.kind.takes_passengers() || !unit.kind.is_personnel() {
        return no(
            rule!("base-4.15"),
            "Units cannot get into that.",
            "Infantry gets into an M113 or a transport helicopter.",
        );
    }
    let id_of = rule_of(vehicle.kind);
    let (Some(from), Some(to)) = (unit.hex(), vehicle.hex()) else {
        return no(
            id_of,
            "The unit and its transport are not both on the map.",
            "Bring them into the same hex or adjacent hexes.",
        );
    };
    if from != to && rules.step_cost(state, unit.kind, from, to).is_none() {
        return no(id_of, "The transport is not next to this unit.", "Get in from the same hex or an adjacent one.");
    }
    if unit.carries() {
        return no(rule!("base-4.16"), "This unit carries something.", "Put it down first.");
    }
    if vehicle.burden.markers() > 0 {
        return no(rule!("base-4.16"), "The transport carries casualties.", "Unload them first.");
    }
    check_rolling(state, vehicle)?;
    let half = rules.allowance(unit) / 2;
    if unit.spent > rules.allowance(unit) - half {
        return no(id_of, "Getting in costs half the unit's Movement Points.", "Do it next turn.");
    }
    if vehicle.kind == Kind::M113 && vehicle.spent + rules.support.m113_loading.value > rules.allowance(vehicle) {
        return no(id_of, "The M113 has too few Movement Points left.", "Do it next turn.");
    }
    let mut kinds: Vec<Kind> = state.aboard(carrier).map(|(_, u)| u.kind).collect();
    kinds.push(unit.kind);
    if !fits(rules, vehicle.kind, &kinds) {
        let remedy = match vehicle.kind {
            Kind::M113 => "It carries a squad and a team.",
            _ => "It carries a squad, or teams of two men.",
        };
        return no(id_of, "The transport has no room.", remedy);
    }
    Ok(())
}

/// A vehicle that was stopped takes nobody and nothing aboard. Ruling SD-A76.
fn check_rolling(state: &State, carrier: &Unit) -> Result<(), No> {
    if carrier.stopped && !state.rulings.before(7) {
        return no(rule!("SD-A76"), "This vehicle was stopped in this player turn.", "Load it next turn.");
    }
    Ok(())
}

/// An M113 takes a squad and a team with it (ruling SD-A67); a helicopter a squad or two teams.
pub(crate) fn fits(rules: &SearchAndDestroy, carrier: Kind, kinds: &[Kind]) -> bool {
    let teams = kinds.iter().filter(|k| k.is_team()).count();
    if carrier == Kind::M113 { teams <= 1 && kinds.len() - teams <= 1 } else { fit(rules, kinds) }
}

fn not_aboard() -> No {
    No::new(rule!("base-4.15"), "This unit is not aboard a transport.", "Choose a unit that is.")
}

fn off_the_map() -> No {
    No::new(rule!("base-4.16"), "This unit is not on the map.", "Choose another unit.")
}

fn no_weapon() -> No {
    No::new(rule!("base-4.16"), "This unit carries no heavy weapon.", "Choose a unit that does.")
}

/// Rules base-4.14 and base-4.15: getting out.
pub(crate) fn check_dismount(rules: &SearchAndDestroy, state: &State, id: UnitId, at: Hex) -> Result<(), No> {
    let unit = own(state, id)?;
    if !is_movement(state.step) {
        return no(rule!("base-4.15"), "Units cannot get out now.", "Get out during movement.");
    }
    let Place::With(carrier) = unit.place else {
        return Err(not_aboard());
    };
    let vehicle = own(state, carrier)?;
    let id_of = rule_of(vehicle.kind);
    if unit.stopped {
        return no(rule!("SD-A76"), "This unit was stopped in this player turn.", "It gets out next turn.");
    }
    if !vehicle.kind.takes_passengers() {
        return no(rule!("base-4.16"), "A heavy weapon cannot get out by itself.", "Set it down instead.");
    }
    let Some(from) = vehicle.hex() else {
        return no(id_of, "The transport is not on the map yet.", "Bring it onto the map first.");
    };
    let beside = from == at || rules.step_cost(state, unit.kind, from, at).is_some();
    if !rules.map().contains(at) || !beside || state.bars(Side::Us, at) {
        return no(
            id_of,
            said!("Units cannot get out into {}.", at),
            "Get out into the transport's hex or an adjacent one that is free.",
        );
    }
    if !room(state, id, unit.kind, at) {
        return no(rule!("base-4.3"), said!("No room is left for it in {}.", at), "Choose an adjacent hex.");
    }
    if !unit.controlled {
        return no(rule!("base-4.8"), "A squad without leadership cannot move.", "Wait for the next turn.");
    }
    if vehicle.kind == Kind::M113 {
        if unit.spent > rules.allowance(unit) / 2 {
            return no(id_of, "Getting out costs half the unit's Movement Points.", "Do it next turn.");
        }
        if vehicle.spent + rules.support.m113_loading.value > rules.allowance(vehicle) {
            return no(id_of, "The M113 has too few Movement Points left.", "Do it next turn.");
        }
    }
    Ok(())
}

impl SearchAndDestroy {
    /// How many casualty markers a unit can carry. Rules base-4.16 and 33.43.
    pub fn burden_limit(&self, kind: Kind) -> u8 {
        match kind {
            Kind::M113 | Kind::Transport => self.support.helicopter_markers.value,
            kind if kind.is_squad() || kind.is_cadre() => self.support.squad_markers.value,
            kind if kind.is_personnel() => self.support.team_markers.value,
            _ => 0,
        }
    }
}

/// Whether such a unit can carry a heavy weapon. Rule base-4.16.
pub(crate) const fn hauls(kind: Kind) -> bool {
    kind.is_squad() || kind.is_cadre()
}

/// Whether a unit may take up or lay down things now.
fn check_porter<'a>(rules: &SearchAndDestroy, state: &'a State, id: UnitId) -> Result<(&'a Unit, Hex), No> {
    if !is_movement(state.step) {
        return no(rule!("base-4.16"), "Nothing can be loaded or unloaded now.", "Load and unload during movement.");
    }
    let unit = own(state, id)?;
    if unit.kind.is_boat() {
        return no(rule!("33.43"), "A boat carries only its own casualties.", "Send infantry.");
    }
    let hex = unit.hex().ok_or_else(off_the_map)?;
    if unit.kind.is_personnel() {
        check_mover(rules, state, id)?;
        if unit.spent + rules.support.loading.value > rules.allowance(unit) {
            return no(rule!("base-4.16"), "It has too few Movement Points left.", "Do it next turn.");
        }
    } else if !unit.kind.takes_passengers() {
        let remedy = match unit.side() {
            Side::Us => "Send infantry, an M113 or a helicopter.",
            Side::Nlf => "Send a squad or a Cadre.",
        };
        return no(rule!("base-4.16"), "This unit cannot carry anything.", remedy);
    }
    Ok((unit, hex))
}

/// Rule base-4.16: taking up casualties.
pub(crate) fn check_load(
    rules: &SearchAndDestroy,
    state: &State,
    id: UnitId,
    killed: u8,
    wounded: u8,
) -> Result<(), No> {
    let (unit, hex) = check_porter(rules, state, id)?;
    check_rolling(state, unit)?;
    if !state.has(Switch::Evacuation) {
        return no(rule!("base-4.16"), "This game does not use casualty evacuation.", "Choose a game that does.");
    }
    let there = state.casualties.iter().find(|c| c.hex == hex && c.side == unit.side());
    if there.is_none() {
        return no(
            rule!("base-4.16"),
            said!("No casualties of its side lie in {}.", hex),
            "Go to a hex where some do.",
        );
    }
    if there.is_none_or(|c| killed > c.killed || wounded > c.wounded) {
        return no(rule!("base-4.16"), said!("Not that many casualties lie in {}.", hex), "Pick up those that do.");
    }
    let Some(all) = killed.checked_add(wounded).and_then(|n| n.checked_add(unit.burden.markers())) else {
        return no(rule!("base-4.16"), "No unit can carry that many.", "Carry fewer.");
    };
    if killed + wounded == 0 || all > rules.burden_limit(unit.kind) || unit.weapon.is_some() {
        let limit = Part::Markers(rules.burden_limit(unit.kind));
        let remedy = match hauls(unit.kind) {
            true => said!("It can carry {} or a heavy weapon.", limit),
            false => said!("It can carry {}.", limit),
        };
        return no(rule!("base-4.16"), "This unit cannot carry that.", remedy);
    }
    if state.aboard(id).any(|(_, u)| !u.kind.is_heavy_weapon()) {
        return no(rule!("base-4.16"), "The transport has passengers.", "Let them get out first.");
    }
    Ok(())
}

/// Rule base-4.16: laying casualties down.
pub(crate) fn check_unload(rules: &SearchAndDestroy, state: &State, id: UnitId) -> Result<(), No> {
    let (unit, _) = check_porter(rules, state, id)?;
    if unit.burden.markers() == 0 {
        return no(rule!("base-4.16"), "This unit carries no casualties.", "Choose a unit that does.");
    }
    Ok(())
}

/// Rule base-4.16: taking up a heavy weapon, in play or before.
pub(crate) fn check_haul(rules: &SearchAndDestroy, state: &State, id: UnitId, weapon: UnitId) -> Result<(), No> {
    let mortar = own(state, weapon)?;
    if !mortar.kind.is_heavy_weapon() {
        return no(rule!("base-4.16"), "That is not a heavy weapon.", "Choose a mortar.");
    }
    let unit = own(state, id)?;
    if !hauls(unit.kind) || unit.carries() || unit.element.is_heavy() {
        return no(
            rule!("base-4.16"),
            "This unit cannot carry it.",
            "A squad carrying nothing else can take a heavy weapon.",
        );
    }
    if matches!(state.step, Step::UsSetup | Step::Setup) {
        let Place::With(before) = mortar.place else {
            return no(rule!("base-4.16"), "The mortar has no crew yet.", "End the set-up.");
        };
        let company = |u: &Unit| mortar.company == 0 || u.company == mortar.company;
        let sets_up = |u: &Unit| matches!(u.place, Place::Pool(_) | Place::Hex(_));
        let together = before != id && company(unit) && sets_up(unit) && state.unit(before).is_some_and(sets_up);
        if !together {
            return no(
                rule!("base-4.16"),
                "That unit cannot receive it.",
                "Give it to a unit of its company that sets up.",
            );
        }
        return Ok(());
    }
    let (_, hex) = check_porter(rules, state, id)?;
    if mortar.place != Place::Hex(hex) {
        return no(rule!("base-4.16"), said!("The weapon is not in {}.", hex), "Go to its hex.");
    }
    Ok(())
}

/// Rule base-4.16: setting it down.
pub(crate) fn check_set_down(rules: &SearchAndDestroy, state: &State, id: UnitId) -> Result<(), No> {
    let (unit, _) = check_porter(rules, state, id)?;
    if unit.weapon.is_none() {
        return Err(no_weapon());
    }
    Ok(())
}

impl Play<'_> {
    /// Rules base-4.14 and base-4.15.
    pub fn mount(&mut self, id: UnitId, carrier: UnitId) {
        let half = self.rules.allowance(&self.state.units[id.index()]) / 2;
        let unit = self.unit(id);
        unit.spent += half;
        (unit.place, unit.digging) = (Place::With(carrier), false);
        if self.state.units[carrier.index()].kind == Kind::M113 {
            self.unit(carrier).spent += self.rules.support.m113_loading.value;
        }
        let (who, carrier) = (self.who(id), self.who(carrier));
        self.say(Event::Mounted { who, carrier });
    }

    /// Rules base-4.14 and base-4.15. Where hidden counters are not shown one of them may be where somebody gets out.
    pub fn dismount(&mut self, id: UnitId, at: Hex) -> Result<(), Halt> {
        let Place::With(carrier) = self.state.units[id.index()].place else { return Err(not_aboard().into()) };
        let vehicle = self.state.units[carrier.index()];
        let who = self.who(id);
        if self.meets_hidden(id, at) {
            return Ok(());
        }
        self.unit(id).place = Place::Hex(at);
        self.say(Event::Dismounted { who, at });
        self.capture(id, at);
        if vehicle.kind == Kind::M113 {
            self.unit(carrier).spent += self.rules.support.m113_loading.value;
            let half = self.rules.allowance(&self.state.units[id.index()]) / 2;
            self.unit(id).spent += half.max(1);
            if self.state.traps.contains(&Some(at)) {
                self.spring_trap(id, at)?;
            }
        } else {
            self.get_out(id, at)?;
        }
        self.spot(None);
        Ok(())
    }

    /// Rule base-4.16. A unit that takes something up shows itself.
    pub fn load(&mut self, id: UnitId, killed: u8, wounded: u8) -> Result<(), No> {
        let hex = self.state.units[id.index()].hex().ok_or_else(off_the_map)?;
        self.reveal(id);
        self.work(id);
        let side = self.state.units[id.index()].side();
        if let Some(there) = self.state.casualties.iter_mut().find(|c| c.hex == hex && c.side == side) {
            there.killed -= killed;
            there.wounded -= wounded;
        }
        self.state.casualties.retain(|c| c.killed + c.wounded > 0);
        let burden = &mut self.unit(id).burden;
        burden.killed += killed;
        burden.wounded += wounded;
        let who = self.who(id);
        self.say(Event::Carried { who, killed, wounded, up: true });
        Ok(())
    }

    /// Rule base-4.16.
    pub fn unload(&mut self, id: UnitId) {
        self.reveal(id);
        self.work(id);
        self.lay_down(id);
    }

    /// Lays down what a unit carries where it is: also when it retreats or is lost. Rule 32.123.
    pub fn lay_down(&mut self, id: UnitId) {
        let unit = self.state.units[id.index()];
        let Burden { killed, wounded } = unit.burden;
        let Some(hex) = unit.hex().filter(|_| killed + wounded > 0) else { return };
        self.unit(id).burden = Burden::default();
        self.mark(hex, unit.side(), killed, wounded);
        let who = self.who(id);
        self.say(Event::Carried { who, killed, wounded, up: false });
    }

    /// Loading costs men on foot their Movement Points.
    fn work(&mut self, id: UnitId) {
        let cost = self.rules.support.loading.value;
        let unit = self.unit(id);
        if unit.kind.is_personnel() {
            unit.spent += cost;
        }
    }

    /// Rule base-4.16.
    pub fn haul(&mut self, id: UnitId, weapon: UnitId) {
        let before = matches!(self.state.step, Step::UsSetup | Step::Setup);
        if before {
            if let Place::With(other) = self.state.units[weapon.index()].place {
                self.unit(other).weapon = None;
            }
        } else {
            self.reveal(id);
            self.work(id);
        }
        self.unit(id).weapon = Some(weapon);
        self.unit(weapon).place = Place::With(id);
        self.unit(weapon).face_down = self.state.units[id.index()].face_down;
        let (who, weapon) = (self.who(id), self.who(weapon));
        self.say(Event::Hauled { who, weapon, up: true });
    }

    /// Rule base-4.16.
    pub fn set_down(&mut self, id: UnitId) -> Result<(), No> {
        let unit = self.state.units[id.index()];
        let (hex, weapon) = (unit.hex().ok_or_else(off_the_map)?, unit.weapon.ok_or_else(no_weapon)?);
        self.reveal(id);
        self.work(id);
        self.unit(id).weapon = None;
        self.unit(weapon).place = Place::Hex(hex);
        let (who, weapon) = (self.who(id), self.who(weapon));
        self.say(Event::Hauled { who, weapon, up: false });
        Ok(())
    }

    /// A heavy weapon without its crew is lost to the unit that enters its hex, which is turned up; a dummy takes nothing. Rule
    /// base-4.16.
    pub fn capture(&mut self, by: UnitId, hex: Hex) {
        let enemy = self.state.units[by.index()].side().enemy();
        let left: Vec<UnitId> =
            self.state.in_hex(hex, enemy).filter(|(_, u)| u.kind.is_heavy_weapon()).map(|(id, _)| id).collect();
        if !left.is_empty() && !self.state.rulings.before(11) {
            self.reveal(by);
        }
        if self.state.units[by.index()].hex().is_none() {
            return;
        }
        for weapon in left {
            self.leave(weapon, Departure::Destroyed);
        }
    }

    /// Rule base-4.16: casualties that leave the map.
    pub fn evacuate(&mut self, id: UnitId) {
        let unit = self.state.units[id.index()];
        let Burden { killed, wounded } = std::mem::take(&mut self.unit(id).burden);
        if killed + wounded == 0 {
            return;
        }
        // What a face-down counter carried out stays as secret as the counter.
        if !unit.face_down {
            self.say(Event::Evacuated { killed, wounded });
        }
        if unit.side() == Side::Us {
            self.state.evacuated = self.state.evacuated.saturating_add(wounded);
            let less = i32::from(wounded) * i32::from(self.rules.points.evacuated.value);
            self.add(Side::Nlf, -less, Cause::Evacuation);
        }
    }
}

/// Getting in and out, loading and hauling. All of it, but for numbers of casualties: as many as can be carried, the wounded
/// first, and one.
pub(crate) fn list(rules: &SearchAndDestroy, state: &State, options: &mut Vec<Command>) {
    if !is_movement(state.step) {
        return;
    }
    let Some(side) = state.step.side() else { return };
    let carriers: Vec<UnitId> = state
        .units()
        .filter(|(_, u)| u.side() == side && u.kind.takes_passengers() && u.hex().is_some())
        .map(|(id, _)| id)
        .collect();
    let weapons: Vec<UnitId> = state
        .units()
        .filter(|(_, u)| u.side() == side && u.kind.is_heavy_weapon() && u.hex().is_some())
        .map(|(id, _)| id)
        .collect();
    for (unit, counter) in state.units().filter(|(_, u)| u.side() == side) {
        if let Place::With(carrier) = counter.place {
            let Some(from) = state.unit(carrier).and_then(Unit::hex) else { continue };
            let around = rules.map().neighbours(from).map(|(_, h)| h);
            for at in std::iter::once(from).chain(around) {
                if check_dismount(rules, state, unit, at).is_ok() {
                    options.push(Command::Dismount { unit, at });
                }
            }
            continue;
        }
        let Some(hex) = counter.hex() else { continue };
        for &carrier in &carriers {
            let near = state.unit(carrier).and_then(Unit::hex).is_some_and(|h| h.distance(hex) <= 1);
            if near && carrier != unit && check_mount(rules, state, unit, carrier).is_ok() {
                options.push(Command::Mount { unit, carrier });
            }
        }
        if let Some(there) = state.casualties.iter().find(|c| c.hex == hex && c.side == side) {
            let free = rules.burden_limit(counter.kind).saturating_sub(counter.burden.markers());
            let wounded = there.wounded.min(free);
            let killed = there.killed.min(free - wounded);
            let one = (u8::from(there.wounded == 0), u8::from(there.wounded > 0));
            for (killed, wounded) in [(killed, wounded), one] {
                let load = Command::Load { unit, killed, wounded };
                if check_load(rules, state, unit, killed, wounded).is_ok() && options.last() != Some(&load) {
                    options.push(load);
                }
            }
        }
        if counter.burden.markers() > 0 && check_unload(rules, state, unit).is_ok() {
            options.push(Command::Unload { unit });
        }
        for &weapon in &weapons {
            if check_haul(rules, state, unit, weapon).is_ok() {
                options.push(Command::Haul { unit, weapon });
            }
        }
        if counter.weapon.is_some() && check_set_down(rules, state, unit).is_ok() {
            options.push(Command::SetDown { unit });
        }
    }
}
