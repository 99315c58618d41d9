//! Whose figures have phases left. Ruling S-R01: figures spend them one after another, in an order of the player's own.

use skirmish::{Skirmish, State, Step};
use tabletop::RuleId;

use super::{card, flag};
use crate::companion::{OrderLine, Part, Progress};

/// The figures of the side to act with the phases they have left, as a view knows them.
pub fn order_model(rules: &Skirmish, shown: &State) -> Vec<OrderLine> {
    if shown.step() == Step::Over {
        return Vec::new();
    }
    let own = shown.of(shown.side()).filter(|(_, figure)| figure.in_play());
    let mut lines: Vec<OrderLine> = own
        .filter_map(|(id, figure)| {
            let it = rules.card(shown, id)?;
            let progress = match () {
                () if it.active && figure.phases > 0 => Progress::Acting,
                () if figure.phases == 0 => Progress::Done,
                () => Progress::Waiting,
            };
            let full = rules.numbers().phases.value;
            let rule = || RuleId::fixed("S-R03");
            let mut sum = vec![Part::new("phases of a turn", full.to_string(), rule())];
            // Counters that came during the turn take no phases from it.
            let granted = figure.granted?;
            let lost = full.saturating_sub(granted);
            if lost > 0 {
                sum.push(Part::new("lost to counters", format!("−{lost}"), rule()));
            }
            let spent = granted.saturating_sub(figure.phases);
            if spent > 0 {
                sum.push(Part::new("spent", format!("−{spent}"), RuleId::fixed("S-turn")));
            }
            Some(OrderLine {
                id: id.0,
                name: it.name.clone(),
                flag: flag(it.side),
                level: figure.phases.to_string(),
                progress,
                sum,
                tie: String::new(),
                marks: card::marks(&it, shown),
            })
        })
        .collect();
    lines.sort_by_key(|line| match line.progress {
        Progress::Acting => 0,
        Progress::Next | Progress::Waiting => 1,
        Progress::Done => 2,
    });
    lines
}
