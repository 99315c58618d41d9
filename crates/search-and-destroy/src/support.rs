//! What comes from above: the battery, preplanned fire, air strikes and mortars. Rules base-4.13 and 33.42.

use tabletop::Halt;

use crate::event::{Cause, Modifier, Ordnance};
use crate::fire::{check_ammunition, unsteady};
use crate::hex::{Direction, Hex};
use crate::movement::own;
use crate::play::Play;
use crate::refuse::{Because, No, Part, said};
use crate::sight::Eye;
use crate::state::{Place, Plot, State, Step, Strike, Switch, Unit};
use crate::tables::{CombatResult, Odds, die_and};
use crate::units::{Kind, Side, UnitId};
use crate::{Command, Event, SearchAndDestroy, rule};

fn no<T>(because: impl Into<Because>, remedy: impl Into<Because>) -> Result<T, No> {
    Err(No::new(rule!("base-4.13"), because, remedy))
}

/// Whether a US unit sees a hex well enough to call something down on it. Rules base-4.13 and 33.42.
fn check_observer(rules: &SearchAndDestroy, state: &State, id: UnitId, at: Hex) -> Result<(), No> {
    let unit = own(state, id)?;
    let cadre = unit.side() == Side::Nlf && unit.kind.is_cadre();
    if !unit.kind.is_observer() && !cadre {
        return no("This unit cannot observe.", "Leaders, Forward Observers, boats and Cadres can observe.");
    }
    if unit.is_pinned() {
        return Err(No::new(rule!("base-4.6"), "A pinned unit cannot observe.", "Observe with another unit."));
    }
    let Some(eye) = unit.eye() else { return no("This observer is not on the map.", "Choose an observer that is.") };
    if !rules.map().contains(at) {
        return no(said!("{} is not on the map.", at), "Name a hex of the map.");
    }
    if !state.sees(rules.map(), eye, Eye::Hex(at)) {
        return Err(No::new(
            rule!("base-4.5"),
            said!("This observer cannot see {}.", at),
            "Choose a hex in the observer's line of sight.",
        ));
    }
    Ok(())
}

/// Rule base-4.13: the battery.
pub(crate) fn check_plot(rules: &SearchAndDestroy, state: &State, id: UnitId, at: Hex) -> Result<(), No> {
    if state.step != Step::UsPlot {
        return no("This is not the time to plot artillery.", "Plot at the end of the US player turn.");
    }
    if state.support.missions == 0 {
        return no("No artillery mission is left.", "Continue without it.");
    }
    if state.support.plots.iter().any(|p| p.by == id || p.at == at) {
        return no(
            "That observer or that hex already has a mission.",
            "Each observer and each hex gets one mission a turn.",
        );
    }
    check_observer(rules, state, id, at)
}

/// Rule base-4.13: air strikes.
pub(crate) fn check_strike(
    rules: &SearchAndDestroy,
    state: &State,
    id: UnitId,
    at: Hex,
    along: Direction,
) -> Result<(), No> {
    if state.step != Step::UsMovement {
        return no("This is not the time to call an air strike.", "Call it in the Movement Phase.");
    }
    if state.support.strikes == 0 {
        return no("No air strike is left.", "Continue without it.");
    }
    if !matches!(along, Direction::N | Direction::NE | Direction::SE) {
        return no(
            "An air strike cannot run in that direction.",
            "Choose N, NE or SE; the strike also hits the opposite hex.",
        );
    }
    if state.support.calls.iter().any(|c| c.by == id || c.at == at) {
        return no(
            "That observer or that hex already has a strike.",
            "Each observer and each hex gets one strike a turn.",
        );
    }
    check_observer(rules, state, id, at)?;
    let near = rules.support.safe_distance.value;
    let range = |u: &Unit| u.eye().and_then(|eye| rules.map().range(eye, Eye::Hex(at)));
    let ours = |u: &Unit| u.side() == Side::Us && range(u).is_some_and(|range| range <= near);
    if state.units.iter().any(ours) {
        return no(said!("US units are within {}.", Part::Hexes(near)), "Strike farther from them.");
    }
    Ok(())
}

/// Rule base-4.13: hexes that were written down before play.
pub(crate) fn check_preplanned(state: &State, at: Hex) -> Result<(), No> {
    if state.step != Step::UsFire {
        return no("This is not the time for preplanned fire.", "It falls in the US Combat Phase.");
    }
    check_before_fire(state)?;
    if state.support.missions == 0 {
        return no("No artillery mission is left.", "Continue without it.");
    }
    if !state.support.preplanned.contains(&Some(at)) {
        return no(said!("You have no preplanned fire on {}.", at), "Choose a hex you recorded before play.");
    }
    if state.support.hit_now.contains(&at) {
        return no(said!("The battery has already fired on {} this turn.", at), "Wait for the next turn.");
    }
    Ok(())
}

/// Shells and bombs come before direct fire. Rule base-4.1.
fn check_before_fire(state: &State) -> Result<(), No> {
    if direct_fire_began(state) {
        return no("Direct fire has already begun.", "Artillery and mortars fire before direct fire.");
    }
    Ok(())
}

/// Whether anything but shells and bombs has been fired in this Combat Phase. Rule base-4.1.
pub(crate) fn direct_fire_began(state: &State) -> bool {
    // Whose mortar has fired has not fired itself.
    let by_mortar = |u: &Unit| u.weapon.and_then(|weapon| state.unit(weapon)).is_some_and(|mortar| mortar.fired);
    let direct = |u: &Unit| if state.rulings.before(4) { u.weapon.is_none() } else { !by_mortar(u) };
    let fired = |u: &Unit| Some(u.side()) == state.step.side() && u.fired && !u.kind.is_heavy_weapon() && direct(u);
    !state.fired_at.is_empty() || state.units.iter().any(fired)
}

/// Rule base-4.13: mortars.
pub(crate) fn check_mortar(
    rules: &SearchAndDestroy,
    state: &State,
    id: UnitId,
    observer: UnitId,
    at: Hex,
) -> Result<(), No> {
    let (weapon, from) = check_crew(rules, state, id)?;
    if !rules.map().contains(at) {
        return no(said!("{} is not on the map.", at), "Name a hex of the map.");
    }
    let range = from.distance(at);
    let shortest = rules.shortest_range(weapon.kind);
    if range < shortest || range > rules.range(weapon) {
        return no(
            said!("{} is {} away.", at, Part::Hexes(range)),
            said!("This mortar reaches from {} to {} hexes.", shortest, rules.range(weapon)),
        );
    }
    check_observer(rules, state, observer, at)
}

/// Whether a mortar is ready to fire, and from where. Rule base-4.13.
fn check_crew<'a>(rules: &SearchAndDestroy, state: &'a State, id: UnitId) -> Result<(&'a Unit, Hex), No> {
    let weapon = own(state, id)?;
    if !weapon.kind.is_heavy_weapon() {
        return no("That is not a mortar.", "Choose a mortar.");
    }
    if !matches!(state.step, Step::UsFire | Step::NlfFire) {
        return no("This is not the time to fire.", "Mortars fire at the start of the Combat Phase.");
    }
    let Place::With(crew) = weapon.place else {
        return no("This mortar has no crew.", "Have a squad pick it up first.");
    };
    check_before_fire(state)?;
    let squad = own(state, crew)?;
    let Some(from) = squad.hex() else { return no("This mortar is not on the map.", "Choose another mortar.") };
    if squad.spent > 0 || squad.moved_before || squad.landed {
        return no("The crew moved this turn or last turn.", "A mortar must stand for a whole turn before it fires.");
    }
    if squad.fired || squad.assaulted || squad.digging {
        return no("The crew has attacked or is digging in this player turn.", "Fire another mortar.");
    }
    check_ammunition(rules, state, squad, crate::command::Rate::Normal)?;
    Ok((weapon, from))
}

/// Who fires a mortar. Rule base-4.13.
pub(crate) fn crew(state: &State, weapon: UnitId) -> Option<&Unit> {
    match state.unit(weapon)?.place {
        Place::With(crew) => state.unit(crew),
        _ => None,
    }
}

/// The strength of shells in eighths, with the crew if a mortar fires them. Rules base-4.6, base-4.8 and base-4.13.
pub(crate) fn weight(state: &State, crew: Option<&Unit>, strength: u8) -> u16 {
    let eighths = 8 * u16::from(strength);
    crew.filter(|_| !state.rulings.before(6)).map_or(eighths, |crew| unsteady(crew, eighths))
}

/// Whether vehicles and helicopters are all there is in a hex: of what comes down on it they mind an h alone. Rule base-4.13.
fn has_machines_alone(state: &State, hex: Hex) -> bool {
    let mut there = state.units.iter().filter(|u| u.hex() == Some(hex) && !u.kind.is_heavy_weapon()).peekable();
    there.peek().is_some() && there.all(|u| u.kind.is_vehicle() || u.kind.is_helicopter())
}

/// Whether a position that both sides know of protects somebody in a hex, or may. Ruling SD-A34.
pub(crate) fn protects(state: &State, hex: Hex) -> bool {
    state.positions.iter().any(|p| p.hex == hex && p.known) && !has_machines_alone(state, hex)
}

impl SearchAndDestroy {
    /// The shortest range of a mortar. Rule base-4.13.
    pub fn shortest_range(&self, kind: Kind) -> u8 {
        match kind {
            Kind::Mortar81 => self.support.mortar_81_shortest.value,
            Kind::Mortar82 => self.support.mortar_82_shortest.value,
            _ => 0,
        }
    }

    /// What shells or bombs have in the hex they hit, and in those beside it. Rule base-4.13.
    pub(crate) fn shells(&self, ordnance: Ordnance) -> (u8, u8) {
        let support = &self.support;
        match ordnance {
            Ordnance::Battery | Ordnance::Preplanned => (support.battery.value, support.battery_beside.value),
            Ordnance::AirStrike => (support.air_strike.value, support.air_strike_beside.value),
            Ordnance::Mortar81 => (self.units.of(Kind::Mortar81).attack.value, 0),
            Ordnance::Mortar82 => (self.units.of(Kind::Mortar82).attack.value, 0),
        }
    }

    /// The odds of shells and bombs of so many eighths against those in a hex; none below one to three. Rules base-4.13 and
    /// SD-A4.
    pub(crate) fn odds_in(&self, at: Hex, eighths: u16) -> Option<Odds> {
        let defence = self.terrain.of(self.map().terrain(at)).defence.value;
        Odds::of(eighths, defence)
    }

    /// The hexes that shells or bombs on a hex hit, each with the Attack Strength there: the target hex first. `along` tells
    /// which hexes beside the target an air strike hits. Rule base-4.13.
    pub fn pattern(&self, ordnance: Ordnance, at: Hex, along: Direction) -> Vec<(Hex, u8)> {
        let (full, beside) = self.shells(ordnance);
        let mut hexes = vec![(at, full)];
        let mut spread = |sides: &[Direction]| hexes.extend(sides.iter().map(|side| (at.neighbour(*side), beside)));
        match ordnance {
            Ordnance::Battery | Ordnance::Preplanned => spread(&Direction::ALL),
            Ordnance::AirStrike => spread(&[along, along.opposite()]),
            Ordnance::Mortar81 | Ordnance::Mortar82 => {}
        }
        hexes.retain(|(hex, _)| self.map().contains(*hex));
        hexes
    }
}

impl Play<'_> {
    /// Rule base-4.13: a mission or a strike is asked for.
    pub fn call(&mut self, id: UnitId, at: Hex, along: Option<Direction>) {
        let ordnance = if let Some(along) = along {
            self.state.support.strikes -= 1;
            self.state.support.calls.push(Strike { by: id, at, along });
            Ordnance::AirStrike
        } else {
            self.state.support.missions -= 1;
            self.state.support.plots.push(Plot { by: id, at });
            Ordnance::Battery
        };
        let who = self.who(id);
        self.say(Event::Called { who, ordnance, at });
    }

    /// Rule base-4.13: what was plotted and called comes down before the US fire.
    pub fn come_down(&mut self) -> Result<(), Halt> {
        self.state.support.hit_before = std::mem::take(&mut self.state.support.hit_now);
        for plot in std::mem::take(&mut self.state.support.plots) {
            self.shoot(Ordnance::Battery, plot.at, Direction::N, None)?;
        }
        for call in std::mem::take(&mut self.state.support.calls) {
            self.shoot(Ordnance::AirStrike, call.at, call.along, None)?;
        }
        Ok(())
    }

    /// Rule base-4.13.
    pub fn preplanned(&mut self, at: Hex) -> Result<(), Halt> {
        self.state.support.missions -= 1;
        self.shoot(Ordnance::Preplanned, at, Direction::N, None)
    }

    /// Rule base-4.13: firing keeps the crew busy and gives it away.
    pub fn mortar(&mut self, id: UnitId, at: Hex) -> Result<(), Halt> {
        self.unit(id).fired = true;
        let weapon = self.state.units[id.index()];
        let crew = crew(self.state, id).copied();
        if let Place::With(crew) = weapon.place {
            self.spend_ammunition(crew, crate::command::Rate::Normal);
            self.unit(crew).fired = true;
            self.reveal(crew);
        }
        let ordnance = if weapon.kind == Kind::Mortar81 { Ordnance::Mortar81 } else { Ordnance::Mortar82 };
        self.shoot(ordnance, at, Direction::N, crew)
    }

    /// Where it comes down, and what it does there.
    fn shoot(&mut self, ordnance: Ordnance, aim: Hex, along: Direction, crew: Option<Unit>) -> Result<(), Halt> {
        let (at, die) = self.scatter(ordnance, aim)?;
        let at = Some(at).filter(|hex| self.rules.map().contains(*hex));
        self.say(Event::CameDown { ordnance, aim, at, die });
        let Some(at) = at else { return Ok(()) };
        if matches!(ordnance, Ordnance::Battery | Ordnance::Preplanned) {
            self.state.support.hit_now.push(at);
        }
        let mut machines = Vec::new();
        for (hex, strength) in self.rules.pattern(ordnance, at, along) {
            self.shell(ordnance, hex, weight(self.state, crew.as_ref(), strength), &mut machines)?;
        }
        // Last, so that nobody who is thrown out of a wreck is hit on the ground by the same shells.
        for (id, cell, roll) in machines {
            self.strike(id, cell, roll)?;
        }
        Ok(())
    }

    fn scatter(&mut self, ordnance: Ordnance, aim: Hex) -> Result<(Hex, Option<u8>), Halt> {
        let support = &self.rules.support;
        let sure = match ordnance {
            Ordnance::Preplanned => return Ok((aim, None)),
            Ordnance::Battery if self.state.support.hit_before.iter().any(|h| h.distance(aim) <= 1) => {
                support.battery_adjusted.value
            }
            Ordnance::Battery => support.battery_on_target.value,
            _ => support.others_on_target.value,
        };
        let die = self.d6("where the round lands", rule!("base-4.13"))?;
        if die <= sure {
            return Ok((aim, Some(die)));
        }
        let side = self.d6("which way the round drifts", rule!("base-4.13"))?;
        let side = Direction::ALL[usize::from(side - 1) % 6];
        let far = ordnance == Ordnance::Battery && die >= self.rules.numbers.far_drift_from.value;
        let mut hex = aim.neighbour(side);
        if far && self.rules.map().contains(hex) {
            hex = hex.neighbour(side);
        }
        Ok((hex, Some(die)))
    }

    /// One hex under shells or bombs. A die is rolled wherever the US player sees a counter, and everywhere if hidden counters
    /// are not shown: no roll tells that somebody is there. What hits `machines` is left to the caller.
    fn shell(
        &mut self,
        ordnance: Ordnance,
        at: Hex,
        eighths: u16,
        machines: &mut Vec<(UnitId, CombatResult, i8)>,
    ) -> Result<(), Halt> {
        if ordnance != Ordnance::Mortar82 && self.state.civilians.contains(&at) {
            self.state.civilians.retain(|h| *h != at);
            self.say(Event::CiviliansGone { at, hit: true });
            self.score(Side::Nlf, self.rules.points.civilians.value, Cause::Civilians);
        }
        let someone = self.state.units.iter().any(|u| u.hex() == Some(at) && !u.kind.is_heavy_weapon());
        if !someone && !self.state.has(Switch::FullyHidden) {
            return Ok(());
        }
        let Some(Odds { column, .. }) = self.rules.odds_in(at, eighths) else { return Ok(()) };
        let die = self.d6("shells and bombs", rule!("base-4.13"))?;
        let bare = die_and(die, 0);
        let shift = self.rules.numbers.modifier(Modifier::ImprovedPosition);
        let covered = die_and(die, if self.state.has_position(at) { shift } else { 0 });
        // A position that nobody knows of does not show itself in what is told: only by what it saves.
        let known = protects(self.state, at);
        let modifiers = if known { vec![Modifier::ImprovedPosition] } else { Vec::new() };
        let mut told = self.rules.combat.cell(column, die_and(die, if known { shift } else { 0 }));
        if has_machines_alone(self.state, at) {
            told = CombatResult { destroyed: told.destroyed, ..CombatResult::default() };
        }
        self.say(Event::Shelled { ordnance, at, column, die, modifiers, result: told });
        let mut hit: Vec<UnitId> = self.state.units().filter(|(_, u)| u.hex() == Some(at)).map(|(id, _)| id).collect();
        let kinds = |play: &Self, id: UnitId| play.state.units[id.index()].kind;
        // The unit that stands before a team takes the result for both; vehicles and helicopters are hit by themselves.
        let stands = hit.iter().any(|id| kinds(self, *id).is_personnel() && !kinds(self, *id).is_team());
        hit.retain(|id| !(stands && kinds(self, *id).is_team()));
        for id in hit {
            let kind = kinds(self, id);
            // Vehicles and helicopters do not dig. Ruling SD-A34.
            let roll = if kind.is_personnel() { covered } else { bare };
            let cell = self.rules.combat.cell(column, roll);
            if (kind.is_vehicle() || kind.is_helicopter()) && !self.state.rulings.before(8) {
                machines.push((id, cell, roll));
            } else if !kind.is_heavy_weapon() {
                self.strike(id, cell, roll)?;
            }
        }
        Ok(())
    }
}

/// Calls, plots and mortar fire. A sample: for each observer the counters he sees, and a few hexes besides.
pub(crate) fn list(rules: &SearchAndDestroy, state: &State, options: &mut Vec<Command>) {
    let Some(side) = state.step.side() else { return };
    let support = &state.support;
    let asks = match state.step {
        Step::UsPlot => support.missions > 0,
        Step::UsMovement => support.strikes > 0,
        Step::UsFire => {
            let hexes = support.preplanned.iter().flatten();
            options.extend(hexes.map(|at| Command::Preplanned { at: *at }).filter(|c| rules_allow(rules, state, c)));
            state.units.iter().any(|u| u.kind == Kind::Mortar81)
        }
        Step::NlfFire => state.units.iter().any(|u| u.kind == Kind::Mortar82),
        _ => false,
    };
    if !asks {
        return;
    }
    let mut hexes: Vec<Hex> =
        state.units.iter().filter(|u| u.side() != side && state.shows(u)).filter_map(|u| rules.near_hex(u)).collect();
    let shift = usize::from(state.turn);
    let map = rules.map();
    hexes.extend((0..12).map(|n| map.at((n * 97 + shift * 53) % map.size())));
    hexes.sort_unstable();
    hexes.dedup();
    let mortars: Vec<UnitId> =
        state.units().map(|(id, _)| id).filter(|id| check_crew(rules, state, *id).is_ok()).collect();
    for (unit, observer) in state.units() {
        let observes = observer.kind.is_observer() || observer.kind.is_cadre();
        let able = observes && observer.eye().is_some() && !observer.is_pinned();
        let shells = matches!(state.step, Step::UsFire | Step::NlfFire);
        if observer.side() != side || !able || (shells && mortars.is_empty()) {
            continue;
        }
        let told = options.len();
        hexes.iter().for_each(|at| ask(rules, state, unit, &mortars, *at, options));
        // A unit that can call for anything is shown with one hex at least, if it saw none of those.
        let mut others = map.hexes().filter(|_| !state.rulings.before(5));
        while options.len() == told
            && let Some(at) = others.next()
        {
            ask(rules, state, unit, &mortars, at, options);
        }
    }
}

/// What an observer can call down on a hex now.
fn ask(rules: &SearchAndDestroy, state: &State, unit: UnitId, mortars: &[UnitId], at: Hex, options: &mut Vec<Command>) {
    match state.step {
        Step::UsPlot => push(rules, state, Command::Plot { unit, at }, options),
        Step::UsMovement => {
            let along = [Direction::N, Direction::NE, Direction::SE][usize::from(at.column + at.row) % 3];
            push(rules, state, Command::CallStrike { unit, at, along }, options);
        }
        _ => {
            for &weapon in mortars {
                push(rules, state, Command::Mortar { weapon, observer: unit, at }, options);
            }
        }
    }
}

fn rules_allow(rules: &SearchAndDestroy, state: &State, command: &Command) -> bool {
    crate::options::check(rules, state, command).is_ok()
}

fn push(rules: &SearchAndDestroy, state: &State, command: Command, options: &mut Vec<Command>) {
    if rules_allow(rules, state, &command) {
        options.push(command);
    }
}
