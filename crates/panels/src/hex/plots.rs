//! Artillery plots, air strikes and helicopters: what is left, and what is on its way.

use egui::Ui;
use search_and_destroy::state::{Place, State, Switch};
use search_and_destroy::units::{Kind, Side};
use search_and_destroy::{Command, Hex, SearchAndDestroy};

use super::{HexIntent, unit_name};
use crate::Intent;
use crate::theme::{Press, fact, hint, section};

/// A mission on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlotLine {
    /// Where it is to come down.
    pub at: Hex,
    /// What and by whom, in a few words.
    pub text: String,
    /// What each face of the die would bring there, if it falls true.
    pub faces: Vec<String>,
}

/// Support from off the map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlotsModel {
    /// What is left: name and number.
    pub left: Vec<(&'static str, String)>,
    /// On their way.
    pub lines: Vec<PlotLine>,
    /// Hexes of preplanned fire.
    pub preplanned: Vec<Hex>,
}

/// The support of the US side from its view; nothing for the other side, which knows nothing of it.
pub fn plots_model(rules: &SearchAndDestroy, view: &State, side: Side) -> PlotsModel {
    let mut model = PlotsModel::default();
    if side != Side::Us {
        return model;
    }
    let (support, switches) = (view.support(), view.switches());
    if switches.has(Switch::Artillery) {
        model.left.push(("Artillery missions", support.missions.to_string()));
    }
    if switches.has(Switch::AirStrikes) {
        model.left.push(("Air strikes", support.strikes.to_string()));
    }
    if switches.has(Switch::Helicopters) {
        let landings = view.landings_left().map_or_else(|| "any number".to_owned(), |left| left.to_string());
        model.left.push(("Landings this turn", landings));
        let ready = |kind| view.units().filter(|(_, u)| u.kind == kind && u.place == Place::Base).count();
        model.left.push(("UH-1 ready", ready(Kind::Transport).to_string()));
        model.left.push(("Gunships ready", ready(Kind::Gunship).to_string()));
    }
    let name = |id| view.unit(id).map_or_else(String::new, |u| unit_name(id, u));
    let faces = |command: Command| {
        // What is on its way is not asked for again: an order that is refused now has no forecast.
        rules.forecast(view, &command).map(|f| f.faces.into_iter().map(|face| face.text).collect()).unwrap_or_default()
    };
    for plot in &support.plots {
        let text = format!("Artillery, plotted by {}", name(plot.by));
        model.lines.push(PlotLine { at: plot.at, text, faces: faces(Command::Plot { unit: plot.by, at: plot.at }) });
    }
    for call in &support.calls {
        let text = format!("Air strike, called by {}", name(call.by));
        model.lines.push(PlotLine { at: call.at, text, faces: Vec::new() });
    }
    model.preplanned = support.preplanned.iter().copied().flatten().collect();
    model
}

/// The support, if there is any.
pub fn plots_panel(ui: &mut Ui, model: &PlotsModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    if model.left.is_empty() {
        return intents;
    }
    section(ui, "Support", |ui| {
        for (word, value) in &model.left {
            fact(ui, word, value);
        }
        let mut look = |ui: &mut Ui, at: Hex, text: &str| {
            if ui.add(Press::new(format!("{at}: {text}")).full_width()).clicked() {
                intents.push(Intent::Hex(HexIntent::LookAt(at)));
            }
        };
        for line in &model.lines {
            look(ui, line.at, &line.text);
            if !line.faces.is_empty() {
                hint(ui, &format!("1 to 6: {}", line.faces.join(", ")));
            }
        }
        for at in &model.preplanned {
            look(ui, *at, "preplanned");
        }
    });
    intents
}
