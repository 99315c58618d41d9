//! Movement. Rules base-4.2, base-4.3 and 33.1.

use tabletop::Halt;

use crate::control::check_appoint;
use crate::helicopters::comes_by_air;
use crate::hex::Hex;
use crate::leaving::{check_leave, check_riders};
use crate::play::Play;
use crate::reach::{Ground, Search, ways_in};
use crate::refuse::{Because, No, Part, said};
use crate::sailing::check_sail;
use crate::state::{Place, State, Step, Switch, Unit};
use crate::units::{Kind, Side, UnitId};
use crate::{Command, Event, SearchAndDestroy, control, rule};

impl SearchAndDestroy {
    /// Movement Points to enter a hex from the one beside it; `None` if it cannot. Reference table 5.2.
    pub fn step_cost(&self, state: &State, kind: Kind, from: Hex, to: Hex) -> Option<u8> {
        let map = self.map();
        let side = from.side_to(to).filter(|_| map.contains(to) && map.contains(from))?;
        self.ways.step(kind, state.lay.wide_river, map.number(from), side)
    }

    /// Movement Points to enter a hex by its terrain alone.
    pub(crate) fn entry_cost(&self, kind: Kind, to: Hex) -> u8 {
        self.ways.entry(kind, self.map().number(to))
    }
}

/// Whether troops of an entry come onto the map by a hex. Rules base-4.2 and base-4.14.
pub(crate) fn enters(rules: &SearchAndDestroy, state: &State, entry: u8, hex: Hex) -> bool {
    let at = usize::from(entry);
    let (Some(listed), Some((ground, _))) = (state.entries.get(at), state.lay.entries.get(at)) else { return false };
    let walks = state.turn >= listed.on_foot_from && ground.contains(rules.map(), state, hex);
    // Without helicopters only those walk on where they would have landed who have no other way. Ruling SD-A82.
    let lands = !state.has(Switch::Helicopters) && (state.rulings.before(9) || ground.is_nowhere());
    walks || (lands && comes_by_air(rules, state, entry, hex))
}

/// The unit with this number, if it belongs to the side to act.
pub(crate) fn own(state: &State, id: UnitId) -> Result<&Unit, No> {
    let unit = state.unit(id).filter(|u| Some(u.side()) == state.step.side());
    unit.ok_or_else(|| No::new(rule!("base-4.1"), "That is not one of your units.", "Choose a unit of your own."))
}

/// Whether a unit may move at all. Rules base-4.2, base-4.6 and base-4.8.
pub(crate) fn check_mover<'a>(rules: &SearchAndDestroy, state: &'a State, id: UnitId) -> Result<&'a Unit, No> {
    let unit = check_able(rules, state, id)?;
    if unit.kind.takes_passengers() && !state.rulings.before(10) {
        check_riders(state, id)?;
    }
    if unit.side() == Side::Us && !unit.controlled {
        return Err(No::new(
            rule!("base-4.8"),
            "A squad without leadership cannot move.",
            if state.has(Switch::ImprovedPositions) {
                "It may fire at half strength, or dig."
            } else {
                "It may fire at half strength."
            },
        ));
    }
    Ok(unit)
}

/// Whether a unit may do anything in the Movement Phase: a unit without leadership still may dig.
fn check_able<'a>(rules: &SearchAndDestroy, state: &'a State, id: UnitId) -> Result<&'a Unit, No> {
    let unit = own(state, id)?;
    let no = |id, because: &'static str, remedy: &'static str| Err(No::new(id, because, remedy));
    if unit.kind.is_helicopter() {
        return no(rule!("base-4.14"), "Helicopters do not move over the ground.", "They land, hover, or lift off.");
    }
    if unit.kind.is_heavy_weapon() {
        return no(rule!("base-4.16"), "A heavy weapon cannot move by itself.", "Have a squad carry it.");
    }
    match unit.place {
        Place::Hex(_) | Place::River(_) => {}
        Place::Reserve(entry) => {
            if state.entries.get(usize::from(entry)).is_none_or(|e| e.turn > state.turn) {
                return no(rule!("base-4.2"), "This unit has not arrived yet.", "Wait for its turn.");
            }
        }
        _ => return no(rule!("base-4.2"), "This unit is not on the map.", "Move another unit."),
    }
    if unit.is_pinned() {
        return no(rule!("base-4.6"), "A pinned unit cannot move.", "Wait until it recovers.");
    }
    if unit.immobilized {
        let (id, because) = match unit.kind.is_boat() {
            true => (rule!("33.34"), "This boat is immobilized."),
            false => (rule!("base-4.15"), "This vehicle is immobilized."),
        };
        return no(id, because, "It may still fire.");
    }
    if unit.digging {
        return no(rule!("base-4.10"), "This unit is digging in this player turn.", "Move it next player turn.");
    }
    if unit.landed {
        return no(rule!("base-4.14"), "This unit has just landed.", "Move it next turn.");
    }
    if unit.stopped {
        return no(rule!("SD-A76"), "This unit was stopped in this player turn.", "It goes on next turn.");
    }
    if unit.spent >= rules.allowance(unit) {
        return no(rule!("base-4.2"), "This unit has no Movement Points left.", "Move it next turn.");
    }
    Ok(unit)
}

/// Whether a unit may end its move in a hex: stacking and command. Rules base-4.3 and base-4.9.
fn check_end(rules: &SearchAndDestroy, state: &State, id: UnitId, unit: &Unit, hex: Hex) -> Result<(), No> {
    if !room(state, id, unit.kind, hex) {
        let because = said!("No room is left for it in {}.", hex);
        let remedy = "A hex holds one unit with Attack Strength, one team and one vehicle of a side.";
        return Err(No::new(rule!("base-4.3"), because, remedy));
    }
    if unit.side() == Side::Nlf && !unit.controlled && !control::falls_back(rules, state, unit, hex) {
        return Err(No::new(
            rule!("base-4.9"),
            "A squad out of command may only move towards its own side.",
            "End closer to a Cadre or to your own map edge than it was when the turn began.",
        ));
    }
    Ok(())
}

/// Whether the stacking limit leaves room for a unit in a hex. Rule base-4.3.
pub(crate) fn room(state: &State, id: UnitId, kind: Kind, hex: Hex) -> bool {
    if kind.is_heavy_weapon() {
        return true;
    }
    // Weapons stand alone in a class that is never asked for.
    let class = |kind: Kind| (kind.is_team(), kind.is_vehicle() || kind.is_helicopter(), kind.is_heavy_weapon());
    !state.in_hex(hex, kind.side()).any(|(other, u)| other != id && class(u.kind) == class(kind))
}

/// Rule base-4.2.
pub(crate) fn check_move(rules: &SearchAndDestroy, state: &State, id: UnitId, path: &[Hex]) -> Result<(), No> {
    let unit = check_mover(rules, state, id)?;
    let no = |id, because: Because, remedy: &'static str| Err(No::new(id, because, remedy));
    let Some(&end) = path.last() else {
        return no(rule!("base-4.2"), "A move needs at least one hex.".into(), "Name each hex the unit enters.");
    };
    if unit.kind.is_boat() {
        return no(rule!("33.1"), "A boat cannot leave the river.".into(), "Sail it to another river hexside.");
    }
    if let Some(hex) = path.iter().find(|h| !rules.map().contains(**h)) {
        return no(rule!("base-4.2"), said!("{} is not on the map.", *hex), "Stay on it.");
    }
    if let Some(hex) = path.iter().find(|h| state.bars(unit.side(), **h)) {
        let remedy = match unit.place {
            Place::Reserve(_) => "Come onto the map by another way.",
            _ if unit.side() == Side::Us => "Go round, probe, or attack.",
            _ => "Go round, or attack.",
        };
        return no(rule!("base-4.2"), said!("The enemy holds {}.", *hex), remedy);
    }
    let mut cost = 0u8;
    let mut here = unit.hex();
    for &hex in path {
        let step = match (here, unit.place) {
            (Some(from), _) => rules.step_cost(state, unit.kind, from, hex),
            (None, Place::Reserve(entry))
                if enters(rules, state, entry, hex)
                    || ways_in(rules, state, unit.side(), entry).contains(&rules.map().number(hex)) =>
            {
                Some(rules.entry_cost(unit.kind, hex))
            }
            _ => None,
        };
        let Some(step) = step else {
            if here.is_some_and(|from| rules.map().river_between(from, hex).is_some()) {
                let id = if state.lay.wide_river { rule!("33.44") } else { rule!("base-4.2") };
                return no(id, said!("The river cannot be crossed into {}.", hex), "Use the bridge.");
            }
            return Err(no_way(hex));
        };
        cost = cost.saturating_add(step);
        here = Some(hex);
    }
    let left = rules.allowance(unit) - unit.spent;
    if cost > left {
        let because = said!("That costs {}, and this unit has {}.", Part::Movement(cost), left);
        return no(rule!("base-4.2"), because, "Move a shorter distance.");
    }
    check_end(rules, state, id, unit, end)
}

/// The refusal of a step that cannot be made.
fn no_way(hex: Hex) -> No {
    let remedy = "Move from hex to adjacent hex; enter the map where the scenario says.";
    No::new(rule!("base-4.2"), said!("This unit cannot enter {} from there.", hex), remedy)
}

/// Rule base-4.10: digging.
pub(crate) fn check_dig(rules: &SearchAndDestroy, state: &State, id: UnitId) -> Result<(), No> {
    let unit = check_able(rules, state, id)?;
    let no = |because: &'static str, remedy: &'static str| Err(No::new(rule!("base-4.10"), because, remedy));
    if !state.has(Switch::ImprovedPositions) {
        return no("This game does not use Improved Positions.", "Choose a scenario that does.");
    }
    if unit.kind.is_boat() {
        return Err(No::new(rule!("33.41"), "A boat cannot dig in.", "Dig in with infantry."));
    }
    let Some(hex) = unit.hex() else { return no("This unit is not on the ground.", "Dig in with a unit on the map.") };
    // A dummy may pretend, so that digging tells nothing.
    if unit.kind.is_vehicle() || unit.spent > 0 {
        return no("Only infantry that has not moved can dig in.", "Dig in with another unit.");
    }
    if state.has_position(hex) {
        return no("This hex already has an Improved Position.", "Either side may use it.");
    }
    Ok(())
}

impl Play<'_> {
    /// Rule base-4.2: hex by hex, for a unit may be seen or walk into a trap on the way.
    pub fn move_unit(&mut self, id: UnitId, path: &[Hex]) -> Result<(), Halt> {
        let mut from = self.state.units[id.index()].hex();
        let from_start = self.state.units[id.index()].place;
        if self.state.units[id.index()].side() == Side::Nlf && !self.state.rulings.before(8) {
            let start = from.or(path.first().copied());
            let unit = self.unit(id);
            unit.began = unit.began.or(start);
        }
        let mut before = self.who(id);
        let mut walked = Vec::new();
        let mut said = self.events.len();
        for &hex in path {
            let unit = self.state.units[id.index()];
            if self.meets_hidden(id, hex) {
                self.step_back(id, &mut walked, from_start);
                break;
            }
            let cost = match from {
                Some(from) => self.rules.step_cost(self.state, unit.kind, from, hex),
                None => Some(self.rules.entry_cost(unit.kind, hex)),
            };
            let cost = cost.ok_or_else(|| no_way(hex))?;
            let unit = self.unit(id);
            unit.spent = unit.spent.saturating_add(cost);
            unit.place = Place::Hex(hex);
            walked.push(hex);
            from = Some(hex);
            self.capture(id, hex);
            self.spot(Some(id));
            if before.hidden && !self.state.units[id.index()].face_down {
                // A unit turned up on the way goes on before everybody's eyes.
                self.events.insert(said, Event::Moved { who: before, path: std::mem::take(&mut walked) });
                (before, said) = (self.who(id), self.events.len());
            }
            if self.state.units[id.index()].place != Place::Hex(hex) {
                break;
            }
            if unit_is_us(self.state, id) && self.spring_trap(id, hex)? {
                break;
            }
        }
        if !walked.is_empty() {
            self.events.insert(said, Event::Moved { who: before, path: walked });
        }
        Ok(())
    }

    /// Rule base-4.7, where hidden counters are not shown: a unit that runs into one stops before it, and has probed it. One that
    /// was not yet on the map turns it up.
    pub fn meets_hidden(&mut self, id: UnitId, hex: Hex) -> bool {
        let side = self.state.units[id.index()].side();
        if side != Side::Us || !self.state.has(Switch::FullyHidden) || !self.state.holds(Side::Nlf, hex) {
            return false;
        }
        let who = self.who(id);
        self.say(Event::Contact { who, at: hex });
        if self.state.units[id.index()].hex().is_some_and(|h| h.is_adjacent(hex)) {
            self.unit(id).searched = true;
            self.unit(id).stopped = !self.state.rulings.before(5);
            let search = self.state.rulings.before(2);
            self.state.probes.push(crate::state::Probe { unit: id, at: hex, search });
        } else {
            let found: Vec<UnitId> =
                self.state.in_hex(hex, Side::Nlf).filter(|(_, u)| u.face_down).map(|(n, _)| n).collect();
            found.into_iter().for_each(|n| self.reveal(n));
            self.unit(id).stopped = !self.state.rulings.before(7);
        }
        let allowance = self.rules.allowance(&self.state.units[id.index()]);
        let unit = self.unit(id);
        // It may still fire as after half a move, if it has not moved farther.
        unit.spent = unit.spent.max(allowance / 2);
        true
    }

    /// A unit stopped where there is no room for it goes back the way it came.
    fn step_back(&mut self, id: UnitId, walked: &mut Vec<Hex>, start: Place) {
        let kind = self.state.units[id.index()].kind;
        while let Some(&hex) = walked.last() {
            if room(self.state, id, kind, hex) {
                self.unit(id).place = Place::Hex(hex);
                return;
            }
            walked.pop();
        }
        self.unit(id).place = start;
    }
}

fn unit_is_us(state: &State, id: UnitId) -> bool {
    state.units[id.index()].side() == Side::Us
}

/// Commands of a movement step. A sample: the hexes beside each unit, and some of those farther off.
pub(crate) fn list(rules: &SearchAndDestroy, state: &State, ground: &Ground, options: &mut Vec<Command>) {
    const FARTHER: usize = 4;
    let Some(side) = state.step.side() else { return };
    let mut search = Search::new();
    for (id, unit) in state.units().filter(|(_, u)| u.side() == side) {
        // A unit that cannot move may take command all the same.
        if check_appoint(rules, state, id).is_ok() {
            options.push(Command::Appoint { unit: id });
        }
        if check_able(rules, state, id).is_err() {
            continue;
        }
        let digs = check_dig(rules, state, id).is_ok();
        if check_mover(rules, state, id).is_err() {
            options.extend(digs.then_some(Command::Dig { unit: id }));
            continue;
        }
        if let Place::River(from) = unit.place {
            for by in [1i16, 2, 5, 10, 20, 21, 40] {
                for to in [i16::from(from) - by, i16::from(from) + by] {
                    if let Ok(river) = u8::try_from(to)
                        && check_sail(rules, state, id, river).is_ok()
                    {
                        options.push(Command::Sail { unit: id, river });
                    }
                }
            }
        } else {
            rules.search(state, ground, unit, &mut search);
            let apart = (search.ends().len() / FARTHER).max(1);
            // Which of the farther hexes are listed changes from unit to unit and from turn to turn.
            let shift = (usize::from(id.0) * 7 + usize::from(state.turn) * 3) % apart;
            let mut next = shift;
            for (n, &end) in search.ends().iter().enumerate() {
                if n == next {
                    next += apart;
                } else if !search.is_step(end) {
                    continue;
                }
                options.push(Command::Move { unit: id, path: search.path(rules.map(), end) });
            }
        }
        if check_leave(rules, state, id).is_ok() {
            options.push(Command::Leave { unit: id });
        }
        options.extend(digs.then_some(Command::Dig { unit: id }));
    }
}

/// Whether this is a movement step. Rule base-4.1.
pub(crate) const fn is_movement(step: Step) -> bool {
    matches!(step, Step::UsMovement | Step::NlfMovement)
}
