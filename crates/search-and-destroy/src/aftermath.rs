//! What follows a close assault: who is destroyed, who retreats, and who enters the hex. Rules 32.11, 32.12 and 32.2.

use tabletop::Halt;

use crate::event::{Cause, Departure};
use crate::hex::{Direction, Hex};
use crate::movement::room;
use crate::play::Play;
use crate::state::{Pending, Place, State, Switch};
use crate::units::{Kind, Side, UnitId};
use crate::{Event, SearchAndDestroy};

/// Where a unit may retreat. Rulings SD-A16 to SD-A18.
pub(crate) fn retreats(rules: &SearchAndDestroy, state: &State, id: UnitId) -> Vec<Hex> {
    let unit = &state.units[id.index()];
    let Some(from) = unit.hex() else { return Vec::new() };
    let map = rules.map();
    map.neighbours(from)
        .filter(|(side, hex)| {
            !state.bars(unit.side(), *hex) && room(state, id, unit.kind, *hex) && wades(rules, state, from, *side)
        })
        .map(|(_, hex)| hex)
        .collect()
}

/// Whether somebody gets over this side of a hex without Movement Points: by the bridge, or through the river where no boats are in
/// play. Ruling SD-A16.
pub(crate) fn wades(rules: &SearchAndDestroy, state: &State, from: Hex, side: Direction) -> bool {
    let map = rules.map();
    !state.lay.wide_river || map.river_at(from, side).is_none_or(|number| number == map.bridge())
}

impl Play<'_> {
    /// Rules 32.113 and 32.115, rulings SD-A20 and SD-A21.
    pub fn destroy(&mut self, id: UnitId) {
        let unit = self.state.units[id.index()];
        let points = self.rules.destruction(self.state, &unit);
        self.score(unit.side().enemy(), points, Cause::CloseAssault);
        self.leave(id, Departure::Eliminated);
    }

    /// Rules 32.114 and 32.124, rulings SD-A23 and SD-A25.
    pub fn surrounded(&mut self, id: UnitId, hex: Hex) {
        if !self.state.has(Switch::Casualties) {
            self.destroy(id);
            return;
        }
        let unit = self.state.units[id.index()];
        let worth = self.rules.worth(&unit);
        // Scored for what it was still worth; the markers are the full number.
        self.hurt(id, worth, 0);
        self.mark(hex, unit.side(), unit.losses, 0);
    }

    /// Rules 32.114 and 32.124: a unit has to leave its hex. Where there is a choice its owner is asked.
    pub fn drive_out(&mut self, id: UnitId, from: Hex, attackers: Vec<UnitId>) -> Result<(), Halt> {
        self.state.pending = Pending::Nothing;
        match retreats(self.rules, self.state, id)[..] {
            [] => {
                let side = self.state.units[id.index()].side();
                self.surrounded(id, from);
                self.vacated(from, attackers, side)
            }
            [only] if !self.asks_all_the_same(id) => self.retreat_to(id, only, attackers),
            _ => {
                self.state.pending = Pending::Retreat { unit: id, attackers };
                Ok(())
            }
        }
    }

    /// Where hidden counters are not shown, enemies may close every way out that a unit's owner knows of: then they are turned up and
    /// the unit is surrounded, before anything else comes of the assault. Ruling SD-A78.
    pub fn close_ring(&mut self, id: UnitId) {
        let enemy = self.state.units[id.index()].side().enemy();
        let ways = retreats(self.rules, self.state, id);
        let barred =
            |hex: &Hex| self.state.in_hex(*hex, enemy).any(|(_, u)| u.kind != Kind::Dummy && !u.kind.is_heavy_weapon());
        if !self.state.rulings.before(5) && ways.iter().all(barred) {
            for hex in ways {
                self.finds_unseen(enemy.enemy(), hex);
            }
        }
    }

    /// Where hidden counters are not shown, the one way out of an NLF unit would tell where they lie. Ruling SD-A68.
    fn asks_all_the_same(&self, id: UnitId) -> bool {
        let hidden = self.state.has(Switch::FullyHidden) && !self.state.rulings.before(2);
        hidden && self.state.units[id.index()].side() == Side::Nlf
    }

    /// Rules 32.114 and 32.123.
    pub fn retreat_to(&mut self, id: UnitId, to: Hex, attackers: Vec<UnitId>) -> Result<(), Halt> {
        let unit = self.state.units[id.index()];
        let from = unit.hex();
        if let Some(hex) = from.filter(|_| self.finds_unseen(unit.side(), to)) {
            // Ruling SD-A18: somebody was hidden there, and another hex is chosen.
            return self.drive_out(id, hex, attackers);
        }
        self.lay_down(id);
        // A unit driven from the hex it was searching finds nothing there. Rule base-4.1.
        self.state.probes.retain(|p| p.unit != id || Some(p.at) != from);
        self.unit(id).place = Place::Hex(to);
        let who = self.who(id);
        self.say(Event::Retreated { who, to });
        self.state.pending = Pending::Nothing;
        self.come_upon(id, to)?;
        if let Some(from) = from {
            self.vacated(from, attackers, unit.side())?;
        }
        self.spot(None);
        Ok(())
    }

    /// Those whom an attack has thrown from a wreck come upon what lies there when it is over. Ruling SD-A69.
    pub fn look_round(&mut self) -> Result<(), Halt> {
        for id in std::mem::take(&mut self.thrown) {
            if let Some(hex) = self.state.units[id.index()].hex() {
                self.come_upon(id, hex)?;
            }
        }
        Ok(())
    }

    /// What lies where somebody retreats, advances or is thrown to: an enemy's heavy weapon, or a booby trap for US men. Rules base-4.16
    /// and base-4.17.
    fn come_upon(&mut self, id: UnitId, hex: Hex) -> Result<(), Halt> {
        self.capture(id, hex);
        if self.state.units[id.index()].side() == Side::Us && self.state.traps.contains(&Some(hex)) {
            self.take_trap(hex);
            self.blow_up(id, hex)?;
        }
        Ok(())
    }

    /// Turns up counters in a hex of which this side did not know; whether somebody real is among them and bars the way.
    pub fn finds_unseen(&mut self, side: Side, hex: Hex) -> bool {
        let unseen: Vec<UnitId> = self
            .state
            .in_hex(hex, side.enemy())
            .filter(|(_, u)| !self.state.shows(u) && !u.kind.is_heavy_weapon())
            .map(|(id, _)| id)
            .collect();
        let found = unseen.len();
        unseen.into_iter().for_each(|id| self.reveal(id));
        found > 0 && self.state.holds(side.enemy(), hex)
    }

    /// Rule 32.2, rulings SD-A14, SD-A26 and SD-A29: one attacker must enter a vacated hex.
    pub fn vacated(&mut self, hex: Hex, attackers: Vec<UnitId>, side: Side) -> Result<(), Halt> {
        if self.state.holds(side, hex) {
            return Ok(());
        }
        let may: Vec<UnitId> = attackers
            .into_iter()
            .filter(|id| {
                let unit = &self.state.units[id.index()];
                unit.hex().is_some_and(|h| h.is_adjacent(hex)) && room(self.state, *id, unit.kind, hex)
            })
            .collect();
        match may[..] {
            [] => {}
            [only] => self.advance(only, hex)?,
            _ => self.state.pending = Pending::Advance { attackers: may, to: hex },
        }
        Ok(())
    }

    /// Rule 32.2.
    pub fn advance(&mut self, id: UnitId, to: Hex) -> Result<(), Halt> {
        self.unit(id).place = Place::Hex(to);
        self.state.pending = Pending::Nothing;
        let who = self.who(id);
        self.say(Event::Advanced { who, to });
        self.come_upon(id, to)?;
        self.spot(None);
        Ok(())
    }
}
