//! Who leads or commands whom, who is out of it, and what ammunition is left.

use egui::Ui;
use search_and_destroy::SearchAndDestroy;
use search_and_destroy::state::{State, Switch};
use search_and_destroy::units::{Kind, Side, UnitId};
use tabletop::numbers::counted;

use super::{HexIntent, unit_name};
use crate::Intent;
use crate::theme::{Press, card, fact, heading, hint, note, section};

/// A leader or Cadre with those it leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderLine {
    pub unit: UnitId,
    pub name: String,
    /// How far, in hexes.
    pub radius: u8,
    /// How many it leads that are within its radius, and how many in all.
    pub near: (usize, usize),
}

/// A unit that is short of something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    pub unit: UnitId,
    pub name: String,
    /// What is wrong.
    pub text: String,
}

/// Command and ammunition of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandModel {
    /// Leaders and Cadres.
    pub leaders: Vec<LeaderLine>,
    /// Units out of control in this turn, and units that would be if it were found out now.
    pub without: Vec<CommandLine>,
    /// Units that count their fire, and what is left; those with least first.
    pub ammunition: Vec<(UnitId, String, u8)>,
    /// Units of fire of a full unit.
    pub full: u8,
    /// What is not played in this game.
    pub unplayed: Vec<&'static str>,
}

/// Command and ammunition of a side, from its own view.
pub fn command_model(rules: &SearchAndDestroy, view: &State, side: Side) -> CommandModel {
    let mut model = CommandModel { full: rules.units.units_of_fire.value, ..CommandModel::default() };
    let switches = view.switches();
    let command = if side == Side::Us { Switch::Leadership } else { Switch::CommandControl };
    if !switches.has(command) {
        model.unplayed.push(if side == Side::Us { "leadership" } else { "command control" });
    }
    if !switches.has(Switch::Ammunition) {
        model.unplayed.push("ammunition");
    }
    for (id, unit) in view.units().filter(|(_, u)| u.side() == side && u.hex().is_some()) {
        if unit.kind == Kind::Suspect {
            continue;
        }
        let authority = rules.authority(view, id);
        let name = unit_name(id, unit);
        if let Some(radius) = authority.radius {
            let distance = |other: &UnitId| Some(view.unit(*other)?.hex()?.distance(unit.hex()?));
            let near = authority.followers.iter().filter(|f| distance(f).is_some_and(|d| d <= radius)).count();
            let line = LeaderLine { unit: id, name: name.clone(), radius, near: (near, authority.followers.len()) };
            model.leaders.push(line);
        }
        let text = match (authority.controlled, authority.in_radius) {
            (false, true) => Some("out of control this turn, though a leader is near now"),
            (false, false) => Some("out of control this turn, with no leader near"),
            (true, false) => Some("too far from every leader"),
            (true, true) => None,
        };
        if let Some(text) = text {
            model.without.push(CommandLine { unit: id, name: name.clone(), text: text.to_owned() });
        }
        if switches.has(Switch::Ammunition) && rules.units.of(unit.kind).attack.value > 0 && unit.kind.is_personnel() {
            model.ammunition.push((id, name, unit.ammunition));
        }
    }
    model.ammunition.sort_by_key(|(id, _, rounds)| (*rounds, *id));
    model
}

/// Command and ammunition.
pub fn command_panel(ui: &mut Ui, model: &CommandModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let mut hold = |ui: &mut Ui, unit: UnitId, name: &str| {
        if ui.add(Press::new(name).line()).clicked() {
            intents.push(Intent::Hex(HexIntent::Hold(vec![unit])));
        }
    };
    if !model.leaders.is_empty() {
        section(ui, "Who leads", |ui| {
            for leader in &model.leaders {
                card(ui, |ui| {
                    hold(ui, leader.unit, &leader.name);
                    fact(ui, "Radius", &counted(leader.radius, "hex", "hexes"));
                    fact(ui, "Within it", &format!("{} of {}", leader.near.0, leader.near.1));
                });
                ui.add_space(4.0);
            }
        });
    }
    section(ui, "Without a leader", |ui| {
        if model.without.is_empty() {
            hint(ui, "None.");
        }
        for line in &model.without {
            hold(ui, line.unit, &line.name);
            hint(ui, &line.text);
        }
    });
    if !model.ammunition.is_empty() {
        section(ui, "Ammunition", |ui| {
            for (unit, name, rounds) in &model.ammunition {
                hold(ui, *unit, &format!("{rounds} of {}: {name}", model.full));
            }
        });
    }
    if !model.unplayed.is_empty() {
        heading(ui, "Not in this game");
        note(ui, &model.unplayed.join(", "));
    }
    intents
}
