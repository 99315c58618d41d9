//! The order of the turn. Rule P-activation.

use platoon::query::Turn;
use platoon::{Phase, Platoon, State};

use super::{card, flag};
use crate::companion::{Flag, OrderLine, Part, Progress};
use tabletop::numbers::signed;

/// The order of the turn as a view knows it, each squad's sum explained.
pub fn order_model(rules: &Platoon, shown: &State) -> Vec<OrderLine> {
    let known = rules.activation_order(shown);
    let mut next_found = false;
    let mut lines: Vec<OrderLine> = known
        .into_iter()
        .filter(|line| line.turn != Turn::Out)
        .map(|line| {
            let progress = match line.turn {
                Turn::Acting => Progress::Acting,
                Turn::Waiting if !next_found => {
                    next_found = true;
                    Progress::Next
                }
                Turn::Waiting => Progress::Waiting,
                Turn::Done | Turn::Out => Progress::Done,
            };
            let sum = line.sum.iter().enumerate().map(|(n, part)| {
                let value = if n == 0 { part.value.to_string() } else { signed(part.value) };
                Part::new(part.what, value, part.rule.clone())
            });
            let tie =
                line.tie.map_or(String::new(), |die| format!("A tie, broken by a roll: {die}. The lower goes first."));
            OrderLine {
                id: line.squad.0,
                name: line.name.clone(),
                flag: flag(line.side),
                level: line.level.to_string(),
                progress,
                sum: sum.collect(),
                tie,
                marks: shown.squad(line.squad).map(|s| card::marks(shown, s)).unwrap_or_default(),
            }
        })
        .collect();
    if let Some(side) = secret_actor(shown) {
        let place = lines.iter().take_while(|line| line.progress == Progress::Done).count();
        lines.insert(place, secret_line(flag(side)));
    }
    lines
}

/// The side whose hidden squad acts, if the view does not hold that squad.
pub(super) fn secret_actor(shown: &State) -> Option<platoon::Side> {
    match shown.phase {
        Phase::Active(side) if shown.squad(shown.active.squad).is_none() => Some(side),
        _ => None,
    }
}

fn secret_line(flag: Flag) -> OrderLine {
    OrderLine {
        id: 0,
        name: "Hidden".into(),
        flag,
        level: String::new(),
        progress: Progress::Acting,
        sum: Vec::new(),
        tie: String::new(),
        marks: Vec::new(),
    }
}
