//! What lies in a hex: ground, counters and markers, as a side may know them.

use egui::Ui;
use search_and_destroy::state::{Place, State};
use search_and_destroy::units::{Element, Kind, UnitId};
use search_and_destroy::{Hex, SearchAndDestroy};
use tabletop::numbers::counted;

use super::{HexIntent, unit_name};
use crate::Intent;
use crate::theme::{Press, card, fact, heading, hint, provenance_badge, section};

/// A counter in a hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackLine {
    pub unit: UnitId,
    pub name: String,
    /// Attack Strength, Movement Allowance and range; none of a face-down counter of the enemy.
    pub values: Option<(u8, u8, u8)>,
    /// Movement Points spent in this player turn.
    pub spent: u8,
    /// What else there is to say, a sentence each.
    pub notes: Vec<String>,
    pub held: bool,
}

/// A hex and what lies in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackModel {
    /// Number, name of the village or hill, terrain.
    pub title: String,
    /// Facts of the ground: name and value.
    pub ground: Vec<(&'static str, String)>,
    /// Where the terrain's values are from.
    pub from: tabletop::Provenance,
    /// Counters.
    pub lines: Vec<StackLine>,
    /// Markers, a sentence each.
    pub markers: Vec<String>,
}

/// A hex from a side's view; boats on its river sides lie in it for this purpose.
pub fn stack_model(rules: &SearchAndDestroy, view: &State, hex: Hex, held: &[UnitId]) -> StackModel {
    let map = rules.map();
    let terrain = map.terrain(hex);
    let values = rules.terrain.of(terrain);
    let within = |list: &std::collections::BTreeMap<String, Vec<Hex>>| {
        list.iter().find(|(_, hexes)| hexes.contains(&hex)).map(|(name, _)| name.clone())
    };
    let mut title = format!("{hex} {}", terrain.name());
    for name in [within(map.villages()), within(map.hills())].into_iter().flatten() {
        title += &format!(", {name}");
    }
    let mut ground = vec![
        ("Movement Points on foot", values.foot.value.to_string()),
        ("M113 and M48", format!("{} and {}", values.m113.value, values.m48.value)),
        ("Defense Strength", values.defence.value.to_string()),
    ];
    if terrain.blocks() {
        ground.push(("Line of sight", "stops here".to_owned()));
    }
    if map.has_road(hex) {
        ground.push(("Road", rules.terrain.road.foot.to_string()));
    }
    if let Some(zone) = within(map.landing_zones()) {
        ground.push(("Landing zone", zone));
    }
    let on_bank = |place: Place| matches!(place, Place::River(n) if map.banks(n).is_some_and(|b| b.contains(&hex)));
    let lines = view
        .units()
        .filter(|(_, u)| match u.place {
            Place::With(carrier) => view.unit(carrier).and_then(|c| c.hex()) == Some(hex),
            Place::Air(above) => above == hex,
            place => place == Place::Hex(hex) || on_bank(place),
        })
        .map(|(id, _)| line(rules, view, id, held.contains(&id)))
        .collect();
    let mut markers = Vec::new();
    for position in view.positions().iter().filter(|p| p.hex == hex) {
        let unknown = if position.known { "" } else { ", unknown to the enemy" };
        markers.push(format!("An Improved Position{unknown}."));
    }
    if view.is_searched(rules, hex) {
        markers.push("Searched: no cache is left to be found here.".into());
    }
    for cache in view.caches().iter().filter(|c| c.hex == Some(hex)) {
        markers.push(if cache.found.is_some() { "A supply cache, found.".into() } else { "A supply cache.".into() });
    }
    if view.traps().contains(&Some(hex)) {
        markers.push("A booby trap.".into());
    }
    if view.supplies().contains(&hex) {
        markers.push("Supplies landed by helicopter.".into());
    }
    if view.civilians().contains(&hex) {
        markers.push("Civilians.".into());
    }
    for men in view.casualties().iter().filter(|c| c.hex == hex) {
        markers.push(format!("{} casualties: {} killed, {} wounded.", men.side.name(), men.killed, men.wounded));
    }
    StackModel { title, ground, from: values.defence.from.clone(), lines, markers }
}

/// A counter in a line.
pub(super) fn line(rules: &SearchAndDestroy, view: &State, id: UnitId, held: bool) -> StackLine {
    let Some(unit) = view.unit(id) else {
        let name = format!("counter {}", id.0);
        return StackLine { unit: id, name, values: None, spent: 0, notes: Vec::new(), held };
    };
    let table = rules.units.of(unit.kind);
    let known = unit.kind != Kind::Suspect;
    let mut notes = Vec::new();
    let mut say = |on: bool, text: &str| {
        if on {
            notes.push(text.to_owned());
        }
    };
    say(known && unit.face_down, "Face down: the enemy does not know what it is.");
    say(unit.is_pinned(), "Pinned.");
    say(!unit.controlled, "Out of control this turn.");
    say(unit.immobilized, "It is immobilized.");
    say(unit.digging, "It digs.");
    say(unit.fired, "It has fired.");
    say(unit.assaulted, "It has close assaulted.");
    say(unit.rpg, "It has an RPG-7.");
    say(unit.element != Element::None && !unit.element_known, "The enemy has not seen what it carries.");
    if let Place::With(carrier) = unit.place
        && let Some(other) = view.unit(carrier)
    {
        notes.push(format!("With the {}.", unit_name(carrier, other)));
    }
    if unit.burden.markers() > 0 {
        notes.push(format!("It carries {} killed and {} wounded.", unit.burden.killed, unit.burden.wounded));
    }
    if unit.losses > 0 {
        notes.push(format!("{} of {}.", counted(unit.losses, "casualty", "casualties"), table.worth.value));
    }
    if unit.tally > 0 {
        notes.push(format!("{} taken.", unit.tally));
    }
    StackLine {
        unit: id,
        name: unit_name(id, unit),
        values: known.then(|| (table.attack.value, rules.allowance(unit), rules.range(unit))),
        spent: unit.spent,
        notes,
        held,
    }
}

/// The hex and its stack.
pub fn stack_panel(ui: &mut Ui, model: &StackModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    card(ui, |ui| {
        ui.horizontal(|ui| {
            heading(ui, &model.title);
            provenance_badge(ui, &model.from);
        });
        for (word, value) in &model.ground {
            fact(ui, word, value);
        }
        for marker in &model.markers {
            hint(ui, marker);
        }
    });
    section(ui, "Counters", |ui| {
        if model.lines.is_empty() {
            hint(ui, "None that you know of.");
        }
        for line in &model.lines {
            counter_card(ui, line, &mut intents);
            ui.add_space(4.0);
        }
    });
    intents
}

fn counter_card(ui: &mut Ui, line: &StackLine, intents: &mut Vec<Intent>) {
    card(ui, |ui| {
        if ui.add(Press::new(&line.name).full_width().selected(line.held)).clicked() {
            intents.push(Intent::Hex(HexIntent::Hold(if line.held { Vec::new() } else { vec![line.unit] })));
        }
        if let Some((attack, movement, range)) = line.values {
            fact(ui, "Attack Strength", &attack.to_string());
            let moved = if line.spent > 0 { format!("{movement}, {} spent", line.spent) } else { movement.to_string() };
            fact(ui, "Movement Allowance", &moved);
            fact(ui, "Range", &counted(range, "hex", "hexes"));
        }
        for note in &line.notes {
            hint(ui, note);
        }
    });
}
