//! What the last attack came to.

use egui::Ui;
use search_and_destroy::SearchAndDestroy;
use search_and_destroy::event::Event;
use search_and_destroy::tables::ODDS;
use tabletop::{Ruleset, between};

use super::table::HexLit;
use crate::Intent;
use crate::theme::{card, die_face, fact, heading, paragraph};
use tabletop::numbers::signed;

/// The last attack, as it was seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttackTold {
    /// What happened, in a sentence.
    pub title: String,
    pub odds: Option<&'static str>,
    pub die: u8,
    pub changes: Vec<(String, i8)>,
    /// What came of it, sentence by sentence.
    pub after: Vec<String>,
    /// What lights up on the table.
    pub lit: HexLit,
}

/// The last attack among these events; none if there was none. Give events as a side noticed them.
pub fn attack_told<'a>(rules: &SearchAndDestroy, events: impl IntoIterator<Item = &'a Event>) -> Option<AttackTold> {
    let (mut told, mut settled): (Option<AttackTold>, bool) = (None, false);
    for event in events {
        settled &= !matches!(event, Event::Attacked { .. } | Event::Shelled { .. } | Event::FiredAntitank { .. });
        match event {
            Event::Attacked { column, die, modifiers, .. } | Event::Shelled { column, die, modifiers, .. } => {
                let shift = rules.numbers.shift(modifiers);
                let roll = i8::try_from(*die).unwrap_or(0) + shift;
                told = Some(AttackTold {
                    title: rules.tell(event),
                    odds: ODDS.get(*column).copied(),
                    die: *die,
                    changes: modifiers
                        .iter()
                        .map(|m| (rules.modifier_text(*m).to_owned(), rules.numbers.modifier(*m)))
                        .collect(),
                    after: Vec::new(),
                    lit: HexLit {
                        column: Some(*column),
                        rows: vec![usize::try_from(between(roll, 1, 8) - 1).unwrap_or(0)],
                        rolled: true,
                    },
                });
            }
            Event::FiredAntitank { die, modifier, .. } => {
                told = Some(AttackTold {
                    title: rules.tell(event),
                    odds: None,
                    die: *die,
                    changes: if *modifier > 0 {
                        vec![("target".to_owned(), i8::try_from(*modifier).unwrap_or(0))]
                    } else {
                        Vec::new()
                    },
                    after: Vec::new(),
                    lit: HexLit {
                        column: None,
                        rows: vec![usize::from(between(die + modifier, 1, 8)) - 1],
                        rolled: true,
                    },
                });
            }
            // What a player's turn or a step begins with is nothing that the attack has brought about.
            Event::StepBegan { .. }
            | Event::TurnBegan { .. }
            | Event::WithoutCommander { .. }
            | Event::LeadershipLost { .. }
            | Event::Control { .. } => settled = true,
            Event::Moved { .. } => {}
            other => {
                if let Some(told) = told.as_mut().filter(|_| !settled) {
                    told.after.push(rules.tell(other));
                }
            }
        }
    }
    told
}

/// The last attack.
pub fn attack_told_panel(ui: &mut Ui, model: &AttackTold) -> Vec<Intent> {
    card(ui, |ui| {
        heading(ui, "The last attack");
        ui.horizontal_wrapped(|ui| {
            die_face(ui, model.die, 28.0);
            paragraph(ui, &model.title);
        });
        if let Some(odds) = model.odds {
            fact(ui, "Odds", odds);
        }
        for (text, value) in &model.changes {
            fact(ui, text, &signed(*value));
        }
        for sentence in &model.after {
            paragraph(ui, sentence);
        }
    });
    Vec::new()
}
