//! Units gathered one by one until they are what was meant: an assault group, or the defenders of a close combat.

use block_by_block::{BlockByBlock, Command, State, UnitId, UnitSet};

use super::sorted::Sorted;
use crate::area::words::{list_units, place_words};

/// The gatherings that may come about, and those in hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gathering<'a> {
    legal: &'a [Vec<UnitId>],
    /// Whether they defend; otherwise they form a group.
    pub defends: bool,
    /// The units in hand that may gather, all in one place.
    pub held: UnitSet,
}

fn set(units: &[UnitId]) -> UnitSet {
    units.iter().collect()
}

impl<'a> Gathering<'a> {
    /// What may be gathered in a position, if anything.
    pub fn of(sorted: &'a Sorted, selection: UnitSet) -> Option<Self> {
        let (legal, defends) =
            if sorted.groups.is_empty() { (&sorted.defenders, true) } else { (&sorted.groups, false) };
        if legal.is_empty() {
            return None;
        }
        let held = if legal.iter().any(|all| selection.is_within(set(all))) { selection } else { UnitSet::EMPTY };
        Some(Self { legal, defends, held })
    }

    /// These units as an order.
    pub fn command(&self, units: UnitSet) -> Command {
        let units = UnitId::each(units).collect();
        if self.defends { Command::Defend { units } } else { Command::FormGroup { units } }
    }

    /// The only gathering there can be.
    pub fn only(&self) -> Option<Vec<UnitId>> {
        if let [only] = self.legal { Some(only.clone()) } else { None }
    }

    /// What stands on the button that makes a gathering of these.
    pub fn label(&self, units: &[UnitId]) -> String {
        format!("{} {}", if self.defends { "Defend with" } else { "Form group:" }, list_units(units))
    }

    /// Whether the units in hand are a gathering already.
    pub fn is_whole(&self) -> bool {
        !self.held.is_empty() && self.legal.iter().any(|all| set(all) == self.held)
    }

    /// Who may be added to those in hand, or be the first.
    pub fn others(&self) -> Vec<UnitId> {
        let all = self.legal.iter().map(|all| set(all)).filter(|all| self.held.is_within(*all));
        UnitId::each(all.collect::<UnitSet>() & !self.held).collect()
    }

    /// How many may be added at most.
    fn room(&self) -> u8 {
        let more = self.legal.iter().map(|all| set(all)).filter(|all| self.held.is_within(*all));
        more.map(|all| (all & !self.held).len()).max().unwrap_or(0)
    }

    /// What is to be done next, in a sentence.
    pub fn question(&self, rules: &BlockByBlock, state: &State) -> String {
        let what = if self.defends { "defend" } else { "attack" };
        if let Some(only) = self.only().filter(|_| self.held.is_empty()) {
            let only = list_units(&only);
            return if self.defends {
                format!("{only} must defend: no other unit can.")
            } else {
                format!("Only {only} can attack.")
            };
        }
        let Some(place) = UnitId::each(self.held).find_map(|unit| state.place(unit)) else {
            let whose = state.attack().map(|attack| attack.target).filter(|_| self.defends);
            return match whose {
                Some(place) => format!("Click up to three defenders in {place}, then press Enter."),
                None => "Click one to three units in one place, then press Enter: they attack together.".into(),
            };
        };
        let place = place_words(rules, place);
        match (self.room(), self.is_whole()) {
            (0, _) => format!("Press Enter: these {what} together."),
            (1, true) => format!("Click one more unit in {place}, or press Enter."),
            (2, true) => format!("Click up to two more units in {place}, then press Enter."),
            (room, true) => format!("Click up to {room} more units in {place}, then press Enter."),
            (_, false) => format!("Click another unit in {place}: these cannot {what} alone."),
        }
    }
}
