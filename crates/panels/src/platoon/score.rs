//! The support clock and the points, line by line. Rules P-artillery, P-mortar, P-air and P-victory.

use platoon::query::Due;
use platoon::{Platoon, Side, State};
use tabletop::{RuleId, capital};

use super::flag;
use crate::companion::{ClockLine, PointLine, Points};

/// What is on its way or over the table, as a view knows it.
pub fn clock_model(rules: &Platoon, shown: &State) -> Vec<ClockLine> {
    let line = |line: platoon::query::ClockLine| {
        let (what, when, turns_left, left) = match line.due {
            Due::Arrives(turn) => {
                let support = line.support.map_or("support", platoon::state::Support::name);
                let left = turn.saturating_sub(shown.turn);
                (format!("{support} for {}", line.name), format!("comes on turn {turn}"), Some(left), String::new())
            }
            Due::Firing(left) => {
                let support = line.support.map_or("support", platoon::state::Support::name);
                let more = if left == 1 { "1 more".into() } else { format!("{left} more") };
                (format!("{support} for {}", line.name), "is here".to_owned(), None, more)
            }
            Due::AskAgain(turn) => {
                let left = turn.saturating_sub(shown.turn);
                (format!("{} was turned down", line.name), format!("may ask on turn {turn}"), Some(left), String::new())
            }
        };
        ClockLine { flag: flag(line.side), what: capital(&what), when, turns_left, left, rule: line.rule }
    };
    rules.support_clock(shown).into_iter().map(line).collect()
}

/// The points as they stand.
pub fn points_model(rules: &Platoon, shown: &State) -> Points {
    let score = rules.score(shown);
    let lines = score.lines.iter().map(|line| PointLine {
        flag: flag(line.side),
        what: capital(line.what),
        count: Some(line.count),
        each: line.each,
        points: line.count * line.each,
        rule: RuleId::fixed("P-victory"),
    });
    Points {
        lines: lines.collect(),
        sums: [score.allied, score.vc],
        names: [Side::Allied.name().to_owned(), Side::Vc.name().to_owned()],
        result: score.result.title,
    }
}
