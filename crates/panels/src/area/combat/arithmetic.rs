//! The arithmetic of a die: strength, column, modifiers one by one, total, cell.

use block_by_block::event::{CombatRoll, Modifier};
use block_by_block::{BlockByBlock, Event, Side, rule};
use egui::{Align, Label, Layout, RichText, Ui};
use tabletop::{Provenance, RuleId};

use crate::Intent;
use crate::theme::{Face, SideBadge, Theme, die_face, note, paragraph, provenance_badge, rule_chip, side_badge, size};
use tabletop::numbers::{number, signed};

/// A modifier of a die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModifierLine {
    /// What for: `terrain of N1-1`.
    pub text: String,
    /// What is added to the die.
    pub value: i8,
    pub rule: RuleId,
}

/// A die read on the Combat Results Table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollModel {
    pub side: Side,
    pub strength: u8,
    pub column: usize,
    /// Heading of the column.
    pub heading: String,
    pub die: u8,
    /// What was added, one by one.
    pub modifiers: Vec<ModifierLine>,
    /// Die and modifiers.
    pub total: i8,
    pub row: usize,
    /// What the cell says, in words.
    pub result: String,
    pub from: Provenance,
}

/// A die that is read without the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DieModel {
    pub die: u8,
    /// What it was for, and what it did.
    pub text: String,
    pub rule: RuleId,
}

impl ModifierLine {
    /// A modifier in words.
    pub fn new(rules: &BlockByBlock, modifier: &Modifier) -> Self {
        Self { text: rules.modifier_reason(modifier), value: modifier.value, rule: modifier.rule() }
    }
}

fn roll(rules: &BlockByBlock, roll: &CombatRoll, result: String) -> RollModel {
    let table = rules.combat_table();
    RollModel {
        side: roll.side,
        strength: roll.strength,
        column: roll.column,
        heading: rules.combat_table().heading(roll.column),
        die: roll.die,
        modifiers: roll.modifiers.iter().map(|m| ModifierLine::new(rules, m)).collect(),
        total: roll.total,
        row: table.row(roll.total),
        result,
        from: table.source(roll.column, roll.total).clone(),
    }
}

/// The rolls on the Combat Results Table that an event reports: none, one, or two in close combat.
pub fn rolls_of(rules: &BlockByBlock, event: &Event) -> Vec<RollModel> {
    use block_by_block::tables::AssaultResult as R;
    let hits = |n: u8| match n {
        0 => "no hits".to_owned(),
        1 => "1 hit".to_owned(),
        n => format!("{n} hits"),
    };
    match event {
        Event::AssaultRolled { roll: rolled, result, doubled } => {
            let word = match result {
                R::Repulsed => "repulsed",
                R::Success => "success",
                R::Breakthrough => "breakthrough",
            };
            let doubled = if *doubled { ", losses doubled" } else { "" };
            vec![roll(rules, rolled, format!("{} {word}{doubled}", result.sign()))]
        }
        Event::CloseCombatRolled { attacker, hits_on_defender, defender, hits_on_attacker, doubled, .. } => {
            let doubled = if *doubled { ", doubled" } else { "" };
            let struck = hits(*hits_on_defender) + doubled;
            vec![roll(rules, attacker, struck), roll(rules, defender, hits(*hits_on_attacker))]
        }
        _ => Vec::new(),
    }
}

/// The die of an event that is read without the table.
pub fn dice_of(event: &Event) -> Option<DieModel> {
    let (die, text, rule) = match event {
        Event::FriendlyFireRolled { die, hit } => {
            let what = if *hit { "the group loses a step" } else { "no loss" };
            (*die, format!("Friendly fire: {what}"), rule!("7.4a"))
        }
        Event::AttackerLossRolled { die, after, hit } => {
            let what = if *hit { "the group loses a step" } else { "no loss" };
            (*die, format!("Attacker's loss after {}: {what}", after.sign()), after.rule())
        }
        Event::TowerRolled { gate, die, recovered } => {
            let what = if *recovered { "fresh again" } else { "stays spent" };
            (*die, format!("Tower {}: {what}", gate.letter()), rule!("8.0c"))
        }
        _ => return None,
    };
    Some(DieModel { die, text, rule })
}

/// The arithmetic of a roll, line by line.
pub fn arithmetic(ui: &mut Ui, roll: &RollModel, intents: &mut Vec<Intent>) {
    let c = Theme::of(ui).colours;
    ui.horizontal(|ui| {
        die_face(ui, roll.die, 32.0);
        ui.vertical(|ui| {
            ui.horizontal(|ui| {
                side_badge(ui, roll.side, SideBadge::Name);
                let font = Theme::font(ui, Face::SemiBold, size::BODY);
                ui.add(Label::new(RichText::new(&roll.result).font(font).color(c.text)).wrap());
            });
            note(ui, &format!("strength {}, column {}", roll.strength, roll.heading));
        });
    });
    if !roll.modifiers.is_empty() {
        sum_line(ui, "die", &roll.die.to_string());
        modifier_lines(ui, &roll.modifiers, intents);
    }
    ui.horizontal(|ui| {
        note(ui, "total");
        provenance_badge(ui, &roll.from);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let font = Theme::font(ui, Face::SemiBold, size::BODY);
            ui.label(RichText::new(number(roll.total)).font(font));
        });
    });
}

/// Modifiers one a line, each with its rule and its value.
pub(crate) fn modifier_lines(ui: &mut Ui, modifiers: &[ModifierLine], intents: &mut Vec<Intent>) {
    for modifier in modifiers {
        ui.horizontal(|ui| {
            paragraph(ui, &modifier.text);
            rule_chip(ui, &modifier.rule, intents);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let font = Theme::font(ui, Face::Mono, size::BODY);
                ui.label(RichText::new(signed(modifier.value)).font(font));
            });
        });
    }
}

/// A word and a figure in the column of the modifiers.
pub(crate) fn sum_line(ui: &mut Ui, word: &str, figure: &str) {
    ui.horizontal(|ui| {
        note(ui, word);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let font = Theme::font(ui, Face::Mono, size::BODY);
            ui.label(RichText::new(figure).font(font));
        });
    });
}
