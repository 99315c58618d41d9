//! Counters that are not on the map: to be set up, still to come, gone.

use egui::Ui;
use search_and_destroy::state::{Place, State, Step};
use search_and_destroy::units::{Side, UnitId};

use super::{HexIntent, Tool, unit_name};
use crate::Intent;
use crate::theme::{Press, card, fact, hint, section};

/// A counter in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForceLine {
    pub unit: UnitId,
    pub name: String,
    pub held: bool,
}

/// What is hidden by a click on the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolLine {
    pub tool: Tool,
    pub left: usize,
    /// Whether the next click hides one.
    pub held: bool,
}

/// Counters off the map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ForcesModel {
    /// To be set up now.
    pub pool: Vec<ForceLine>,
    /// Still to come.
    pub reserve: Vec<ForceLine>,
    /// What can be hidden.
    pub tools: Vec<ToolLine>,
    /// Elements to be assigned to Cadres, by name.
    pub elements: Vec<&'static str>,
    /// How many have left by their own edge, and how many are lost.
    pub gone: (usize, usize),
}

/// Counters off the map of a side, from its own view.
pub fn forces_model(view: &State, side: Side, held: &[UnitId], tool: Option<Tool>) -> ForcesModel {
    let mut model = ForcesModel::default();
    for (id, unit) in view.units().filter(|(_, u)| u.side() == side) {
        let line = || ForceLine { unit: id, name: unit_name(id, unit), held: held.contains(&id) };
        match unit.place {
            Place::Pool(_) => model.pool.push(line()),
            Place::Reserve(_) | Place::Base => model.reserve.push(line()),
            Place::Exited => model.gone.0 += 1,
            Place::Gone => model.gone.1 += 1,
            _ => {}
        }
    }
    let unwritten = view.support().preplanned.iter().filter(|hex| hex.is_none()).count();
    if side == Side::Us && view.step() == Step::UsSetup && unwritten > 0 {
        model.tools.push(ToolLine { tool: Tool::Register, left: unwritten, held: tool == Some(Tool::Register) });
    }
    if side == Side::Nlf && view.step() == Step::Setup {
        let left = |tool: Tool| match tool {
            Tool::Trap => view.traps().iter().filter(|t| t.is_none()).count(),
            Tool::Cache => view.caches().iter().filter(|c| c.hex.is_none()).count(),
            _ => 0,
        };
        model.tools = [Tool::Trap, Tool::Cache]
            .into_iter()
            .map(|t| ToolLine { tool: t, left: left(t), held: tool == Some(t) })
            .filter(|line| line.left > 0)
            .collect();
        model.elements = view.elements().iter().map(|e| e.name()).collect();
    }
    if view.step().side() == Some(side) && !view.permits().is_empty() {
        let dug = view.permits().iter().filter(|permit| permit.dug).count();
        model.tools.push(ToolLine { tool: Tool::Dig, left: dug, held: tool == Some(Tool::Dig) });
    }
    model
}

/// Counters off the map.
pub fn forces_panel(ui: &mut Ui, model: &ForcesModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let mut list = |ui: &mut Ui, title: &str, lines: &[ForceLine]| {
        if lines.is_empty() {
            return;
        }
        section(ui, &format!("{title} ({})", lines.len()), |ui| {
            for line in lines {
                if ui.add(Press::new(&line.name).full_width().selected(line.held)).clicked() {
                    let held = if line.held { Vec::new() } else { vec![line.unit] };
                    intents.push(Intent::Hex(HexIntent::Hold(held)));
                }
            }
        });
    };
    list(ui, "To be set up", &model.pool);
    list(ui, "Yet to arrive", &model.reserve);
    for line in &model.tools {
        let (word, count) = match line.tool {
            Tool::Trap => ("Lay a booby trap", "left"),
            Tool::Cache => ("Hide a supply cache", "left"),
            Tool::Dig => ("Improved Positions", "dug"),
            _ => ("Record preplanned fire", "left"),
        };
        let button = Press::new(format!("{word} ({} {count})", line.left)).full_width().selected(line.held);
        if ui.add(button.hover(line.tool.hint())).clicked() {
            intents.push(Intent::Hex(HexIntent::Take(line.tool)));
        }
    }
    if !model.elements.is_empty() {
        section(ui, "Elements to assign", |ui| {
            for name in &model.elements {
                hint(ui, name);
            }
            hint(ui, "Select a Company or Battalion Cadre, then assign an element with the buttons above.");
        });
    }
    if model.pool.is_empty() && model.reserve.is_empty() {
        hint(ui, "All units have arrived.");
    }
    ui.add_space(8.0);
    card(ui, |ui| {
        fact(ui, "Left the map", &model.gone.0.to_string());
        fact(ui, "Lost", &model.gone.1.to_string());
    });
    intents
}
