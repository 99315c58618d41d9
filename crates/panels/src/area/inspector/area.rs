//! An area or Gate Box closely.

use block_by_block::map::BorderKind;
use block_by_block::{BlockByBlock, Gate, Place, Side, State};
use egui::{RichText, Ui};
use tabletop::{Provenance, Sourced, capital};

use super::lines::{UnitLine, line_words, unit_line, unit_lines};
use crate::Intent;
use crate::area::AreaIntent;
use crate::area::words::place_words;
use crate::theme::{
    Face, Press, SideBadge, Theme, card, heading, hint, note, provenance_badge, section, side_badge, size, value_row,
};
use tabletop::numbers::signed;

/// What the inspector shows of a place.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaModel {
    /// Its id: `N1-5`, `Gate A`.
    pub id: &'static str,
    /// What people call it.
    pub name: String,
    /// What stood there.
    pub note: String,
    /// Its terrain value; Gate Boxes have none.
    pub terrain: Option<Sourced<i8>>,
    /// Who holds the zone, or the gate.
    pub control: Option<(String, Side)>,
    /// How far its zone is cleared, of how many areas.
    pub clearing: Option<(u8, u8)>,
    /// The gates whose letter it carries, with their holders.
    pub gates: Vec<(Gate, Side)>,
    /// Its river landing.
    pub landing: Option<Provenance>,
    /// Whether it was attacked this turn, so that it cannot be cleared.
    pub attacked: bool,
    /// What it borders.
    pub neighbours: Vec<Neighbour>,
    pub occupants: Vec<UnitLine>,
    /// Where a gate's letters and passages are from.
    pub from: Option<Provenance>,
}

/// A place across a border.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbour {
    pub place: Place,
    /// What lies between: `plain`, `gate A`, `Gia Hội bridge`, `wall`, `canal`.
    pub across: String,
    /// Where a bridge is from.
    pub from: Option<Provenance>,
}

impl AreaModel {
    /// Who holds it, how far it is cleared, and its terrain.
    pub fn standing(&self) -> String {
        let control = self.control.as_ref().map(|(name, side)| format!("{name}: {} control", side.name()));
        let cleared = self.clearing.map(|(cleared, of)| format!("cleared {cleared} of {of}"));
        let terrain = self.terrain.as_ref().map(|terrain| format!("terrain {}", signed(terrain.value)));
        capital(&control.into_iter().chain(cleared).chain(terrain).collect::<Vec<_>>().join(", "))
    }
}

/// A place in a position, for the ear: its name, who holds it, who is there.
pub fn area_told(rules: &BlockByBlock, state: &State, place: Place) -> String {
    let model = area_model(rules, state, place);
    let there: Vec<String> = model.occupants.iter().map(line_words).collect();
    let there = if there.is_empty() { "Nobody is there".to_owned() } else { there.join("; ") };
    format!("{}. {}. {there}.", place_words(rules, place), model.standing())
}

/// A place in a position.
pub fn area_model(rules: &BlockByBlock, state: &State, place: Place) -> AreaModel {
    let map = rules.map();
    let occupants = unit_lines(rules, state, state.units_at(place));
    if let Some(gate) = place.gate() {
        let site = map.gate(gate);
        let letters =
            site.letters.iter().map(|&place| Neighbour { place, across: "carries its letter".into(), from: None });
        return AreaModel {
            id: place.name(),
            name: map.local_name(place),
            note: format!("Gate Box before {}.", site.outside),
            terrain: None,
            control: Some((format!("Gate {}", gate.letter()), state.gate_control(gate))),
            clearing: None,
            gates: Vec::new(),
            landing: None,
            attacked: state.attacked().has(place),
            neighbours: letters.collect(),
            occupants,
            from: Some(site.from.clone()),
        };
    }
    let area = map.area(place);
    let zone = place.zone();
    let neighbours = map.file.borders.iter().filter_map(|border| {
        let other = if border.a == place {
            border.b
        } else if border.b == place {
            border.a
        } else {
            return None;
        };
        let (across, from) = match &border.kind {
            BorderKind::Plain => ("plain".to_owned(), None),
            BorderKind::Gate(gate) => (format!("gate {}", gate.letter()), None),
            BorderKind::Bridge(name, from) => (name.clone(), Some(from.clone())),
            BorderKind::Wall => ("wall, no way".to_owned(), None),
            BorderKind::Canal => ("canal, no way".to_owned(), None),
        };
        Some(Neighbour { place: other, across, from })
    });
    AreaModel {
        id: place.name(),
        name: area.name.clone(),
        note: area.note.clone(),
        terrain: Some(area.terrain.clone()),
        control: zone.map(|z| (format!("Zone {z}"), state.zone_control(z))),
        clearing: zone.map(|z| (state.clearing(z), z.size())),
        gates: Gate::all().filter(|g| map.lettered(*g).has(place)).map(|g| (g, state.gate_control(g))).collect(),
        landing: area.landing.clone().filter(|_| map.landings(state.options().extra_landings).has(place)),
        attacked: state.attacked().has(place),
        neighbours: neighbours.collect(),
        occupants,
        from: None,
    }
}

/// The place.
pub fn area_panel(ui: &mut Ui, model: &AreaModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    card(ui, |ui| {
        let title = if model.name.eq_ignore_ascii_case(model.id) {
            model.name.clone()
        } else {
            format!("{} · {}", model.id, model.name)
        };
        heading(ui, &title);
        note(ui, &model.note);
        facts(ui, model, &mut intents);
        section(ui, "Here", |ui| {
            for line in &model.occupants {
                unit_line(ui, line, &mut intents);
            }
            if model.occupants.is_empty() {
                note(ui, "Nobody.");
            }
        });
        section(ui, if model.from.is_some() { "Its areas" } else { "Borders" }, |ui| {
            neighbours(ui, model, &mut intents)
        });
    });
    intents
}

fn facts(ui: &mut Ui, model: &AreaModel, intents: &mut Vec<Intent>) {
    let strong = Theme::font(ui, Face::Medium, size::BODY);
    if let Some(terrain) = &model.terrain {
        value_row(ui, "Terrain value", |ui| {
            ui.label(RichText::new(signed(terrain.value)).font(strong.clone()));
            provenance_badge(ui, &terrain.from);
        });
    }
    if let Some((what, side)) = &model.control {
        value_row(ui, what, |ui| side_badge(ui, *side, SideBadge::Name));
    }
    if let Some((cleared, of)) = model.clearing {
        value_row(ui, "Cleared by PAVN/NLF", |ui| {
            ui.label(RichText::new(format!("{cleared} of {of}")).font(strong.clone()))
        });
    }
    for (gate, side) in &model.gates {
        value_row(ui, &format!("Letter of gate {}", gate.letter()), |ui| {
            if ui.add(Press::new(format!("Gate {}", gate.letter())).small().hover("Show the gate.")).clicked() {
                intents.push(Intent::Area(AreaIntent::Focus(gate.place())));
            }
            side_badge(ui, *side, SideBadge::Name);
        });
    }
    if let Some(from) = &model.landing {
        value_row(ui, "River landing", |ui| provenance_badge(ui, from));
    }
    if let Some(from) = &model.from {
        value_row(ui, "Letters and passages", |ui| provenance_badge(ui, from));
    }
    if model.attacked {
        hint(ui, "Attacked this turn, so it cannot be cleared.");
    }
}

fn neighbours(ui: &mut Ui, model: &AreaModel, intents: &mut Vec<Intent>) {
    for neighbour in &model.neighbours {
        ui.horizontal_wrapped(|ui| {
            if ui.add(Press::new(neighbour.place.name()).small().hover("Show it on the map.")).clicked() {
                intents.push(Intent::Area(AreaIntent::Focus(neighbour.place)));
            }
            note(ui, &neighbour.across);
            if let Some(from) = &neighbour.from {
                provenance_badge(ui, from);
            }
        });
    }
}
