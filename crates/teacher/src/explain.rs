//! A line of the log opened into its arithmetic.

use tabletop::{Game, Provenance, RuleId};

use crate::Teaching;

/// What an event was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What was worked out: `Assault on N1-1: US/ARVN`.
    pub title: String,
    /// From the first number to the last.
    pub lines: Vec<Line>,
    /// What came of it.
    pub result: String,
    /// Where the table's value is from, if a table was read.
    pub from: Option<Provenance>,
}

/// One line of the arithmetic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it is.
    pub text: String,
    /// The number, with its sign if it is added to something; empty if there is none.
    pub value: String,
    /// The rule that says so.
    pub rule: Option<RuleId>,
}

impl Line {
    /// A line.
    pub fn new(text: impl Into<String>, value: impl ToString, rule: Option<RuleId>) -> Self {
        Self { text: text.into(), value: value.to_string(), rule }
    }
}

/// Everything a command of the journal did, event by event, as `reader` may know it. Events without arithmetic are told
/// in their sentence; dice that no event explains come first, each with the rule that asked for it.
pub fn explain<R: Teaching>(game: &Game<R>, entry: usize, reader: Option<R::Side>) -> Vec<Explanation> {
    let rules = &**game.rules();
    let Some(line) = game.log(entry..entry + 1, reader).pop() else { return Vec::new() };
    let (before, after) = (game.state_at(entry), game.state_at(entry + 1));
    let all = game.events(entry);
    let seen: Vec<R::Event> = match reader {
        Some(reader) => all.iter().filter_map(|event| rules.seen(event, after, reader)).collect(),
        None => all,
    };
    // What the reader may not know must not come in by the position either.
    let before = reader.map_or_else(|| before.clone(), |reader| rules.view(before, reader));
    let mut explained = Vec::new();
    let mut any_arithmetic = false;
    for number in 0..seen.len() {
        let plain =
            || Explanation { title: String::new(), lines: Vec::new(), result: rules.tell(&seen[number]), from: None };
        let arithmetic = rules.explain(&before, &seen, number);
        any_arithmetic |= arithmetic.is_some();
        explained.push(arithmetic.unwrap_or_else(plain));
    }
    if !any_arithmetic && !line.rolls.is_empty() {
        let dice = line.rolls.iter().map(|roll| {
            Line::new(format!("Die of {} for {}", roll.sides, roll.purpose), roll.value, Some(roll.rule.clone()))
        });
        let dice = Explanation { title: "Dice".into(), lines: dice.collect(), result: String::new(), from: None };
        explained.insert(0, dice);
    }
    explained
}

/// `2 in 3`, `5 in 36`: a chance as players say it, from the fractions dice make, or else in percent.
pub fn in_n(chance: f64) -> String {
    for sides in [2_u32, 3, 6, 12, 18, 36] {
        let faces = chance * f64::from(sides);
        if (faces - faces.round()).abs() < 1e-9 && faces.round() >= 1.0 {
            return format!("{} in {sides}", faces.round());
        }
    }
    format!("{} %", (100.0 * chance).round())
}

#[cfg(test)]
mod tests {
    use super::in_n;

    #[test]
    fn chances_are_told_as_dice_make_them() {
        assert_eq!([in_n(0.5), in_n(2.0 / 3.0), in_n(5.0 / 36.0)], ["1 in 2", "2 in 3", "5 in 36"]);
        assert_eq!(in_n(0.777), "78 %");
    }
}
