//! Off-table support and the points, line by line. Rule S-support.

use skirmish::state::Lies;
use skirmish::{Side, Skirmish, State, score};
use tabletop::RuleId;
use tabletop::numbers::counted;

use super::flag;
use crate::companion::{ClockLine, PointLine, Points};

/// The off-table fire of both sides, and the smoke on the table.
pub fn clock_model(_rules: &Skirmish, shown: &State) -> Vec<ClockLine> {
    let mut lines = Vec::new();
    for side in Side::ALL {
        let support = shown.support(side);
        if support.turns == 0 && support.fired == 0 {
            continue;
        }
        let (when, left) = if support.fired > 0 {
            let more = support.rounds.saturating_sub(support.fired);
            ("fires this turn".to_owned(), counted(more, "round", "rounds"))
        } else {
            ("can be called".to_owned(), counted(support.turns, "turn", "turns"))
        };
        let what = match (support.spotting, support.smoke.is_some()) {
            (true, true) => "Off-table fire, ranged in with smoke",
            (true, false) => "Off-table fire, to be ranged in with smoke",
            (false, _) => "Off-table fire",
        };
        let rule = RuleId::fixed("S-support");
        lines.push(ClockLine { flag: flag(side), what: what.into(), when, turns_left: None, left, rule });
    }
    for smoke in shown.smokes() {
        lines.push(ClockLine {
            flag: flag(smoke.side),
            what: match smoke.lies {
                Lies::At(_) => format!("Smoke, {}\" around", smoke.radius / 100),
                Lies::Numbered(number) => format!("Smoke {number}, {}\" around", smoke.radius / 100),
            },
            when: "blocks sight".into(),
            turns_left: Some(smoke.ends),
            left: counted(smoke.ends, "turn", "turns"),
            rule: RuleId::fixed("S-smoke"),
        });
    }
    lines
}

/// The points of both sides, goal by goal.
pub fn points_model(_rules: &Skirmish, shown: &State) -> Points {
    let mut lines = Vec::new();
    for side in Side::ALL {
        for line in score::lines(shown, side) {
            let what = if line.at_the_end { format!("{} (counted then)", line.words) } else { line.words };
            let points = i32::from(line.points);
            let rule = RuleId::fixed("S-turn");
            lines.push(PointLine { flag: flag(side), what, count: None, each: 0, points, rule });
        }
    }
    let sums = Side::ALL.map(|side| i32::from(score::points(shown, side)));
    let result = match sums[0].cmp(&sums[1]) {
        std::cmp::Ordering::Equal => "a draw".to_owned(),
        std::cmp::Ordering::Greater => format!("{} ahead", Side::UsArvn.name()),
        std::cmp::Ordering::Less => format!("{} ahead", Side::VcNva.name()),
    };
    Points { lines, sums, names: Side::ALL.map(|side| side.name().to_owned()), result }
}
