//! The counters off the map: still to come, eliminated, withdrawn.

use block_by_block::{BlockByBlock, Location, State, UnitId};
use egui::Ui;

use super::lines::{UnitLine, unit_line};
use crate::Intent;
use crate::theme::{note, section};

/// The counters off the map, box by box; empty boxes are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoxesModel {
    /// Title and counters of each box.
    pub boxes: Vec<(&'static str, Vec<UnitLine>)>,
}

/// The boxes of a position.
pub fn boxes_model(rules: &BlockByBlock, state: &State) -> BoxesModel {
    let mut boxes: Vec<(&'static str, Vec<UnitLine>)> =
        ["To come", "Eliminated", "Withdrawn from the map", "Sent to Saigon", "Lost on arrival"]
            .map(|title| (title, Vec::new()))
            .into();
    for unit in UnitId::all() {
        let (index, note) = match state.location(unit) {
            Location::Map(_) => continue,
            Location::Waiting => match rules.still_comes(state, unit) {
                Some(turn) => (0, format!("turn {turn}")),
                None => continue,
            },
            Location::Eliminated => (1, "eliminated".to_owned()),
            Location::Exited => (2, "survivor".to_owned()),
            Location::Departed => (3, "withdrawn".to_owned()),
            Location::Lost => (4, "lost".to_owned()),
        };
        let line = UnitLine {
            unit,
            condition: state.condition(unit),
            value: rules.attack_value(state, unit),
            group: None,
            note,
        };
        boxes[index].1.push(line);
    }
    boxes.retain(|(_, lines)| !lines.is_empty());
    BoxesModel { boxes }
}

/// The boxes.
pub fn boxes_panel(ui: &mut Ui, model: &BoxesModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    for (title, lines) in &model.boxes {
        section(ui, &format!("{title} ({})", lines.len()), |ui| {
            for line in lines {
                unit_line(ui, line, &mut intents);
            }
        });
    }
    if model.boxes.is_empty() {
        note(ui, "Every counter is on the map.");
    }
    intents
}
