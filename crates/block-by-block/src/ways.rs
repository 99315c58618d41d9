//! What a group could do next, for the questions, refusals and remedies that speak of it. Rules 7.1, 7.2, 8.1 and 8.1d.

use crate::combat::list_attacks;
use crate::gates::list_walks;
use crate::groups::place_of;
use crate::state::{Group, State};
use crate::units::STATIC_UNITS;
use crate::{BlockByBlock, Command};

/// What a group could do next, besides a pause.
#[derive(Clone, Copy, Default)]
pub(crate) struct Ways {
    area: bool,
    gate_box: bool,
    close_combat: bool,
    /// It could walk through the gate it has cleared. Rule 8.1d.
    pub walk: bool,
    /// It could assault once it has split off those that never leave the area. Ruling BB-R59.
    pub split: bool,
    in_a_box: bool,
}

impl Ways {
    pub fn of(rules: &BlockByBlock, state: &State, number: u8, group: &Group) -> Self {
        let mut ways = Self::of_all(rules, state, number, group);
        if group.units.meets(STATIC_UNITS) {
            let part = Group { units: group.units & !STATIC_UNITS, ..*group };
            let part = Self::of_all(rules, state, number, &part);
            ways.split = part.area || part.gate_box;
        }
        ways
    }

    fn of_all(rules: &BlockByBlock, state: &State, number: u8, group: &Group) -> Self {
        let mut options = Vec::new();
        list_attacks(rules, state, number, group, &mut options);
        list_walks(rules, state, number, group, &mut options);
        let in_a_box = place_of(state, group).is_some_and(|place| place.is_box());
        let mut ways = Self { in_a_box, ..Self::default() };
        for command in &options {
            match command {
                Command::Assault { target, .. } if target.is_box() => ways.gate_box = true,
                Command::Assault { .. } => ways.area = true,
                Command::CloseCombat { .. } => ways.close_combat = true,
                _ => ways.walk = true,
            }
        }
        ways
    }

    pub fn attack(self) -> bool {
        self.area || self.gate_box || self.close_combat
    }

    /// The question what it does: `attack or pause`.
    pub fn question(self) -> String {
        let ways = [
            (self.attack(), "attack"),
            (self.walk, "walk through the gate"),
            (self.split && !self.attack(), "split"),
            (true, "pause"),
        ];
        listed(&ways, " or ")
    }

    /// What it can do instead of what is refused, as a sentence.
    pub fn remedy(self) -> String {
        let area = if self.in_a_box {
            "assault an area that carries the letter of the gate and that only the enemy holds"
        } else {
            "assault an adjacent area that only the enemy holds"
        };
        let ways = [
            (self.close_combat, "fight a close combat"),
            (self.area, area),
            (self.gate_box, "assault a Gate Box whose letter is printed there"),
            (self.walk, "walk through the gate that was cleared"),
            (self.split, "split off the units that never move"),
            (true, "declare a pause for the group"),
        ];
        let mut sentence = listed(&ways, ", or ");
        sentence[..1].make_ascii_uppercase();
        sentence + "."
    }
}

/// Those that are so, with this before the last of them.
fn listed(ways: &[(bool, &str)], last: &str) -> String {
    let ways: Vec<&str> = ways.iter().filter(|(so, _)| *so).map(|(_, way)| *way).collect();
    match ways.as_slice() {
        [most @ .., end] if !most.is_empty() => format!("{}{last}{end}", most.join(", ")),
        ways => ways.concat(),
    }
}
