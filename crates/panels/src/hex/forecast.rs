//! What an attack would be before it is ordered: strength, odds, modifiers with their rules, and what each die brings.

use egui::{Align, Layout, RichText, Ui};
use search_and_destroy::SearchAndDestroy;
use search_and_destroy::command::{Command, Rate, Shot};
use search_and_destroy::queries::{Change, Forecast};
use search_and_destroy::state::{State, Switch};
use search_and_destroy::tables::{CombatResult, ODDS};
use search_and_destroy::units::UnitId;
use tabletop::{Refusal, Ruleset};

use super::table::HexLit;
use super::{HexIntent, unit_name};
use crate::Intent;
use crate::theme::{
    Face, Outcome, Press, Theme, Weight, card, chance_words, die_face, fact, heading, note, odds_row, odds_swatch,
    paragraph, rule_chip, section, size,
};
use tabletop::numbers::{counted, eighths, signed};

/// What a unit brings to an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShareLine {
    pub unit: UnitId,
    pub name: String,
    /// Its strength in writing.
    pub strength: String,
    /// How it fires now.
    pub rate: Rate,
    /// How else it may.
    pub rates: Vec<Rate>,
}

/// An attack that is considered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HexForecastModel {
    /// It in a sentence.
    pub title: String,
    /// Who attacks.
    pub shares: Vec<ShareLine>,
    /// Their strength together, in writing; empty where none is counted.
    pub strength: String,
    /// What it is compared with.
    pub defence: u8,
    /// The odds; none on the Vehicle Defense Table.
    pub odds: Option<&'static str>,
    /// What changes the die.
    pub changes: Vec<Change>,
    /// What each face of the die brings.
    pub outcomes: Vec<FacesModel>,
    /// What lights up on the table.
    pub lit: HexLit,
    pub button: &'static str,
}

/// Faces of the die with the same result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FacesModel {
    /// The faces, from 1 to 6.
    pub dice: Vec<u8>,
    /// What they bring.
    pub words: String,
    /// How good that is for the attacker, from 0 to 100; none on the Vehicle Defense Table.
    pub good: Option<u8>,
}

/// The shots of an attack; none if it is no attack of that kind.
fn shots(command: &Command) -> &[Shot] {
    match command {
        Command::Fire { shots, .. } | Command::Assault { shots, .. } => shots,
        _ => &[],
    }
}

/// The same attack, with one unit using its strength in another way.
fn at_rate(command: &Command, unit: UnitId, rate: Rate) -> Command {
    let mut other = command.clone();
    if let Command::Fire { shots, .. } | Command::Assault { shots, .. } = &mut other {
        shots.iter_mut().filter(|s| s.unit == unit).for_each(|s| s.rate = rate);
    }
    other
}

/// The forecast of an attack, asked of what the attacker may know.
///
/// # Errors
/// Why it is not legal.
pub fn hex_forecast_model(
    rules: &SearchAndDestroy,
    view: &State,
    command: &Command,
) -> Result<HexForecastModel, Refusal> {
    let found: Forecast = rules.forecast(view, command)?;
    let name = |id: UnitId| view.unit(id).map_or_else(|| format!("counter {}", id.0), |u| unit_name(id, u));
    let shares = found
        .parts
        .iter()
        .map(|part| {
            let rate = shots(command).iter().find(|s| s.unit == part.unit).map_or(Rate::Normal, |s| s.rate);
            let may = |other: &Rate| *other == rate || rules.check(view, &at_rate(command, part.unit, *other)).is_ok();
            ShareLine {
                unit: part.unit,
                name: name(part.unit),
                strength: if part.eighths > 0 { eighths(part.eighths) } else { String::new() },
                rate,
                rates: if shots(command).is_empty() {
                    Vec::new()
                } else {
                    [Rate::Normal, Rate::Increased, Rate::Split].into_iter().filter(may).collect()
                },
            }
        })
        .collect();
    let mut outcomes: Vec<FacesModel> = Vec::new();
    for face in &found.faces {
        let cell = found.column.map(|column| rules.combat.cell(column, i8::try_from(face.row).unwrap_or(0) + 1));
        let effect = cell.map(|cell| (cell, effects(rules, view, command, cell)));
        let good = effect.as_ref().map(|(cell, effects)| if effects.is_empty() { 0 } else { good(*cell) });
        let words = match effect {
            None => face.text.clone(),
            Some((_, effects)) if effects.is_empty() => "no effect".to_owned(),
            Some((_, effects)) => effects.join(", "),
        };
        match outcomes.last_mut().filter(|same| same.words == words) {
            Some(same) => same.dice.push(face.die),
            None => outcomes.push(FacesModel { dice: vec![face.die], words, good }),
        }
    }
    let mut rows: Vec<usize> = found.faces.iter().map(|f| f.row).collect();
    rows.dedup();
    Ok(HexForecastModel {
        title: rules.phrase(view, command),
        shares,
        strength: if found.eighths > 0 { eighths(found.eighths) } else { String::new() },
        defence: found.defence,
        odds: found.column.map(|c| ODDS[c]),
        changes: found.changes,
        outcomes,
        lit: HexLit { column: found.column, rows, rolled: false },
        button: match command {
            Command::Assault { .. } => "Close assault",
            _ => "Fire",
        },
    })
}

/// How good a result is for the attacker, from 0 to 100.
fn good(cell: CombatResult) -> u8 {
    match (cell.destroyed, cell.casualties(), cell.pinned) {
        (true, ..) => 100,
        (false, 0, false) => 0,
        (false, 0, true) => 30,
        (false, casualties, _) => casualties.saturating_mul(8).saturating_add(50).min(95),
    }
}

/// What a cell of the table in force does to the target, or to those in a hex that is shelled.
fn effects(rules: &SearchAndDestroy, view: &State, command: &Command, cell: CombatResult) -> Vec<String> {
    let target = match command {
        Command::Fire { target, .. } | Command::Assault { target, .. } => view.unit(*target),
        _ => None,
    };
    // Only an h does anything to vehicles and helicopters. Rules 32.8 and base-4.14.
    if target.is_some_and(|unit| unit.kind.is_vehicle() || unit.kind.is_helicopter()) {
        return cell.destroyed.then(|| "destroyed".to_owned()).into_iter().collect();
    }
    let casualties = view.switches().has(Switch::Casualties);
    let boat = target.is_some_and(|unit| unit.kind.is_boat());
    let destroyed = cell.destroyed && !casualties && !boat;
    let mut words = Vec::new();
    if destroyed {
        words.push("destroyed".to_owned());
    } else if cell.pinned && !boat {
        words.push("pinned".to_owned());
    }
    if casualties {
        for (count, what) in [(cell.killed, "killed"), (cell.wounded, "wounded")] {
            if count > 0 {
                words.push(format!("{count} {what}"));
            }
        }
    } else if let Some(side) = rules.to_act(view).filter(|_| cell.casualties() > 0) {
        // Who is destroyed in close assault scores one flat price. Rule 32.115.
        let assaulted = target.filter(|_| destroyed && matches!(command, Command::Assault { .. }));
        let points = assaulted.map_or(rules.combat.points(cell, side), |unit| rules.destruction(view, unit));
        words.push(format!("{}{}", counted(points, "point", "points"), if boat { " against it" } else { "" }));
    }
    if cell.destroyed && target.is_none() {
        words.push("vehicles destroyed".to_owned());
    }
    words
}

const fn rate_word(rate: Rate) -> &'static str {
    match rate {
        Rate::Normal => "Normal",
        Rate::Increased => "Doubled",
        Rate::Split => "Half",
    }
}

/// The forecast, with the button that orders the attack.
pub fn hex_forecast_panel(ui: &mut Ui, model: &HexForecastModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    card(ui, |ui| {
        heading(ui, &model.title);
        // Above what explains it: what carries an order out is in sight however long the rest is.
        ui.horizontal_wrapped(|ui| {
            if ui.add(Press::new(model.button).weight(Weight::Primary).key("Enter")).clicked() {
                intents.push(Intent::Hex(HexIntent::CarryOut));
            }
            if ui.add(Press::new("Clear").key("Esc").hover("Cancel the planned attack.")).clicked() {
                intents.push(Intent::Hex(HexIntent::PutAway));
            }
        });
        for share in &model.shares {
            fact(ui, &share.name, &share.strength);
            if share.rates.len() > 1 {
                ui.horizontal(|ui| {
                    for rate in &share.rates {
                        let button = Press::new(rate_word(*rate)).small().selected(*rate == share.rate).name(format!(
                            "{}: {}",
                            share.name,
                            rate_word(*rate)
                        ));
                        if ui.add(button).clicked() {
                            intents.push(Intent::Hex(HexIntent::Rate(share.unit, *rate)));
                        }
                    }
                });
            }
        }
        if let Some(odds) = model.odds {
            fact(ui, "Strength against Defense Strength", &format!("{} : {}", model.strength, model.defence));
            ui.horizontal(|ui| {
                note(ui, "Odds");
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let font = Theme::font(ui, Face::SemiBold, size::LEAD);
                    let accent = Theme::of(ui).colours.accent;
                    ui.label(RichText::new(odds).font(font).color(accent));
                });
            });
        }
        for change in &model.changes {
            ui.horizontal(|ui| {
                paragraph(ui, change.text);
                rule_chip(ui, &change.rule, &mut intents);
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    let font = Theme::font(ui, Face::Mono, size::BODY);
                    ui.label(RichText::new(signed(change.value)).font(font));
                });
            });
        }
        section(ui, "Odds", |ui| {
            // The die that does most comes first, as the best outcome does on every bar of odds.
            let outcome = |faces: &FacesModel| Outcome {
                good: faces.good,
                ..Outcome::of_six(&faces.words, u8::try_from(faces.dice.len()).unwrap_or(6))
            };
            let chances: Vec<Outcome> = model.outcomes.iter().rev().map(outcome).collect();
            odds_row(ui, &chances);
            for (index, FacesModel { dice, words, .. }) in model.outcomes.iter().rev().enumerate() {
                ui.horizontal_wrapped(|ui| {
                    odds_swatch(ui, &chances[index], (index, chances.len()));
                    let font = Theme::font(ui, Face::Medium, size::BODY);
                    ui.label(RichText::new(chance_words(chances[index].chance)).font(font.clone()));
                    for die in dice {
                        die_face(ui, *die, 20.0);
                    }
                    ui.label(RichText::new(words).font(font));
                });
            }
        });
    });
    intents
}
