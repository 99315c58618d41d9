//! What the dice did: every roll of the last attack, and what came of it.

use block_by_block::{BlockByBlock, Event};
use egui::Ui;
use tabletop::Ruleset;

use super::arithmetic::{DieModel, RollModel, arithmetic, dice_of, rolls_of};
use super::table::Lit;
use crate::Intent;
use crate::theme::{card, die_face, heading, paragraph, rule_chip};

/// The last attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolutionModel {
    /// Who attacked what.
    pub title: String,
    /// What happened, in order.
    pub lines: Vec<ResolutionLine>,
}

/// Something that happened in an attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResolutionLine {
    /// A die read on the table.
    Roll(RollModel),
    /// Another die.
    Die(DieModel),
    /// A sentence.
    Told(String),
}

/// The last attack in `events`; none if there was none. Give the events of all orders since the attack was declared.
pub fn resolution_model<'a>(
    rules: &BlockByBlock,
    events: impl IntoIterator<Item = &'a Event>,
) -> Option<ResolutionModel> {
    let mut model: Option<ResolutionModel> = None;
    for event in events {
        if let Event::AttackDeclared { .. } = event {
            model = Some(ResolutionModel { title: rules.tell(event), lines: Vec::new() });
            continue;
        }
        let Some(model) = &mut model else { continue };
        let rolls = rolls_of(rules, event);
        if !rolls.is_empty() {
            model.lines.extend(rolls.into_iter().map(ResolutionLine::Roll));
        } else if let Some(die) = dice_of(event) {
            model.lines.push(ResolutionLine::Die(die));
        } else if matches!(event, Event::StepBegan { .. } | Event::TurnBegan { .. }) {
            break;
        } else {
            model.lines.push(ResolutionLine::Told(rules.tell(event)));
        }
    }
    model
}

impl ResolutionModel {
    /// What lights up on the Combat Results Table: the last roll, or the last two of a close combat.
    pub fn lit(&self) -> Vec<Lit> {
        let mut lit: Vec<Lit> = Vec::new();
        for line in &self.lines {
            if let ResolutionLine::Roll(roll) = line {
                if lit.iter().any(|l| l.side == roll.side) {
                    lit.clear();
                }
                lit.push(Lit::from(roll));
            }
        }
        lit
    }
}

/// The last attack, die by die.
pub fn resolution_panel(ui: &mut Ui, model: &ResolutionModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    card(ui, |ui| {
        heading(ui, &model.title);
        for line in &model.lines {
            match line {
                ResolutionLine::Roll(roll) => {
                    ui.add_space(8.0);
                    arithmetic(ui, roll, &mut intents);
                }
                ResolutionLine::Die(die) => {
                    ui.add_space(4.0);
                    ui.horizontal_wrapped(|ui| {
                        die_face(ui, die.die, 24.0);
                        paragraph(ui, &die.text);
                        rule_chip(ui, &die.rule, &mut intents);
                    });
                }
                ResolutionLine::Told(words) => {
                    paragraph(ui, words);
                }
            }
        }
    });
    intents
}
