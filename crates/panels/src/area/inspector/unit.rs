//! A unit closely.

use block_by_block::{BlockByBlock, Command, Location, Place, Side, State, Step, UnitId, UnitKind};
use egui::{Align, Layout, RichText, Ui};
use tabletop::numbers::counted;
use tabletop::{Provenance, Refusal, Ruleset, Sourced};

use crate::Intent;
use crate::area::AreaIntent;
use crate::area::words::{condition_word, kind_words, place_words, size_word};
use crate::theme::{
    Face, Press, SideBadge, Theme, card, fact, heading, note, paragraph, provenance_badge, rule_chip, section,
    side_badge, size,
};

/// What the inspector shows of a unit.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitModel {
    pub name: String,
    pub side: Side,
    pub kind: String,
    pub size: &'static str,
    /// Fresh, spent or routed.
    pub condition: &'static str,
    /// The printed values.
    pub values: Vec<ValueLine>,
    /// What it attacks with now.
    pub attack: u8,
    /// What it defends with now.
    pub defence: u8,
    /// Platoons it gave away.
    pub detached: u8,
    /// Where it is, in words.
    pub location: String,
    /// Its place on the map.
    pub place: Option<Place>,
    pub group: Option<u8>,
    /// What its owner may do with it now.
    pub may: Vec<String>,
    /// Why nothing can be done with it, if the rules give one reason.
    pub why_not: Option<Refusal>,
}

/// A printed value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueLine {
    pub name: &'static str,
    /// The value, and where it is from.
    pub value: Sourced<u8>,
}

/// A unit in a position; `options` are the legal commands.
pub fn unit_model(rules: &BlockByBlock, state: &State, unit: UnitId, options: &[Command]) -> UnitModel {
    let values = rules.unit_table().of(unit.kind());
    let agreed =
        state.options().pavn_fresh_value.filter(|_| matches!(unit.kind(), UnitKind::Pavn4th | UnitKind::Pavn6th));
    let fresh = match agreed {
        Some(value) => Sourced { value, from: Provenance::House("the scenario names it".to_owned()) },
        None => values.fresh.clone(),
    };
    let mut lines = vec![ValueLine { name: "Attack, fresh", value: fresh }];
    lines.extend(values.spent.clone().map(|value| ValueLine { name: "Attack, spent", value }));
    let place = state.place(unit);
    let location = match state.location(unit) {
        Location::Map(place) => place_words(rules, place),
        Location::Waiting => match rules.still_comes(state, unit) {
            Some(turn) => format!("Arrives on turn {turn}"),
            None => "Not in use".to_owned(),
        },
        Location::Eliminated => "Eliminated".to_owned(),
        Location::Exited => "Withdrawn from the map: counts as a survivor".to_owned(),
        Location::Departed => "Sent to Saigon".to_owned(),
        Location::Lost => "Lost: no area could take it".to_owned(),
    };
    let may = may(state, unit, options);
    let acts = rules.to_act(state) == Some(unit.side());
    let why_not = if may.is_empty() && acts { why_not(rules, state, unit) } else { None };
    UnitModel {
        name: unit.name().to_owned(),
        side: unit.side(),
        kind: kind_words(unit.kind()).to_owned(),
        size: size_word(unit.kind().size()),
        condition: condition_word(state.condition(unit)),
        values: lines,
        attack: rules.attack_value(state, unit),
        defence: rules.defence_value(state, unit),
        detached: state.detached(unit),
        location,
        place,
        group: state.group_of(unit),
        may,
        why_not,
    }
}

/// What the legal commands let a unit do, a line each.
fn may(state: &State, unit: UnitId, options: &[Command]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut areas = 0_usize;
    let mut add = |line: String| {
        if !lines.contains(&line) {
            lines.push(line);
        }
    };
    let in_group = |group: &u8| state.group(*group).is_some_and(|g| g.units.has(unit));
    for option in options {
        match option {
            Command::Move { unit: u, .. } if *u == unit => areas += 1,
            Command::Reinforce { unit: u, to } if *u == unit => add(format!("Arrive in {to}")),
            Command::Return { unit: u, .. } if *u == unit => add("Return to the map".to_owned()),
            Command::Restore { unit: u } if *u == unit => add("Recover with replacement points".to_owned()),
            Command::Exit { unit: u } if *u == unit => add("Withdraw from the map".to_owned()),
            Command::Detach { unit: u, gate, .. } if *u == unit => {
                add(format!("Leave a platoon at gate {}", gate.letter()))
            }
            Command::FormGroup { units } if units.contains(&unit) => add("Join an assault group".to_owned()),
            Command::Assault { group, target, .. } if in_group(group) => add(format!("Assault {target}")),
            Command::CloseCombat { group, .. } if in_group(group) => add("Attack in close combat".to_owned()),
            Command::Defend { units } if units.contains(&unit) => add("Defend".to_owned()),
            Command::TakeLoss { unit: u } if *u == unit => add("Take the loss".to_owned()),
            Command::Counterattack { unit: u, .. } if *u == unit => add("Counterattack".to_owned()),
            Command::RetreatTo { unit: u, to } if *u == unit => add(format!("Retreat to {to}")),
            _ => {}
        }
    }
    if areas > 0 {
        lines.insert(0, format!("Move to {}", counted(areas, "area", "areas")));
    }
    lines
}

/// The rules' own reason, if asking for what the step is about is refused.
fn why_not(rules: &BlockByBlock, state: &State, unit: UnitId) -> Option<Refusal> {
    let asked = match state.step() {
        Step::UsArvnMovement | Step::PavnNlfMovement => {
            let beside = rules.map().beside(state.place(unit)?);
            Command::Move { unit, to: Place::each(beside).next()? }
        }
        Step::UsArvnReplacements | Step::PavnNlfReplacements => Command::Restore { unit },
        Step::UsArvnGroups | Step::PavnNlfGroups => Command::FormGroup { units: vec![unit] },
        Step::Exit => Command::Exit { unit },
        _ => return None,
    };
    rules.check(state, &asked).err()
}

/// The unit.
pub fn unit_panel(ui: &mut Ui, model: &UnitModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    card(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            heading(ui, &model.name);
            side_badge(ui, model.side, SideBadge::Name);
        });
        let size = if model.kind.contains(model.size) { String::new() } else { format!(", {}", model.size) };
        note(ui, &format!("{}{size}", model.kind));
        ui.add_space(4.0);
        fact(ui, "Condition", model.condition);
        ui.horizontal(|ui| {
            note(ui, "Where");
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| match model.place {
                Some(place) => {
                    if ui.add(Press::new(&model.location).small().hover("Show it on the map.")).clicked() {
                        intents.push(Intent::Area(AreaIntent::Focus(place)));
                    }
                }
                None => {
                    paragraph(ui, &model.location);
                }
            });
        });
        if let Some(group) = model.group {
            fact(ui, "Assault group", &group.to_string());
        }
        fact(ui, "Attack now", &model.attack.to_string());
        fact(ui, "Defence now", &model.defence.to_string());
        if model.detached > 0 {
            fact(ui, "Platoons detached", &format!("{} (−{}, one at least)", model.detached, model.detached));
        }
        section(ui, "On the counter", |ui| {
            for line in &model.values {
                ui.horizontal(|ui| {
                    note(ui, line.name);
                    provenance_badge(ui, &line.value.from);
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        let font = Theme::font(ui, Face::Medium, size::BODY);
                        ui.label(RichText::new(line.value.value.to_string()).font(font));
                    });
                });
            }
        });
        section(ui, "Now", |ui| {
            for line in &model.may {
                paragraph(ui, line);
            }
            if let Some(refusal) = &model.why_not {
                ui.horizontal_wrapped(|ui| {
                    paragraph(ui, &refusal.because);
                    rule_chip(ui, &refusal.rule, &mut intents);
                    note(ui, &refusal.remedy);
                });
            } else if model.may.is_empty() {
                note(ui, "It has no decision to make now.");
            }
        });
    });
    intents
}
