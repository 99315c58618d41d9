//! Booby traps. Rule base-4.17.

use tabletop::Halt;

use crate::hex::Hex;
use crate::movement::room;
use crate::play::Play;
use crate::tables::{die_and, odds_column};
use crate::units::UnitId;
use crate::{Event, rule};

impl Play<'_> {
    /// Rule base-4.17, ruling SD-A76: whether a trap stopped a US unit in a hex it entered.
    pub fn spring_trap(&mut self, id: UnitId, hex: Hex) -> Result<bool, Halt> {
        let unit = self.state.units[id.index()];
        // A hex with a friend in it has been walked before.
        if !room(self.state, id, unit.kind, hex) || !self.state.traps.contains(&Some(hex)) {
            return Ok(false);
        }
        self.take_trap(hex);
        if unit.kind.is_vehicle() {
            let die = self.d6("a booby trap against a vehicle", rule!("base-4.17"))?;
            let who = self.who(id);
            self.say(Event::TrapWentOff { at: hex, who, die });
            if die < self.rules.numbers.trap_stops_vehicle_from.value {
                return Ok(false);
            }
            self.unit(id).immobilized = true;
            self.say(Event::Immobilized { who });
        } else {
            self.blow_up(id, hex)?;
        }
        if self.state.rulings.before(5) {
            self.unit(id).spent = self.rules.allowance(&unit);
        } else {
            self.unit(id).stopped = true;
        }
        Ok(true)
    }

    /// Takes a trap off the map.
    pub fn take_trap(&mut self, hex: Hex) {
        if let Some(at) = self.state.traps.iter().position(|t| *t == Some(hex)) {
            self.state.traps.remove(at);
        }
    }

    /// Rule base-4.17: a trap attacks on the even column, without modifiers.
    pub fn blow_up(&mut self, id: UnitId, hex: Hex) -> Result<(), Halt> {
        let die = self.d6("a booby trap", rule!("base-4.17"))?;
        let who = self.who(id);
        self.say(Event::TrapWentOff { at: hex, who, die });
        let strength = self.rules.numbers.trap_strength.value;
        let Some(column) = odds_column(8 * u16::from(strength), 1) else { return Ok(()) };
        let roll = die_and(die, 0);
        let cell = self.rules.combat.cell(column, roll);
        self.strike(id, cell, roll)
    }
}
