//! Whether a position is what a free task asks for: a small language over what the rules write of a position.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tabletop::Ruleset;

use crate::pattern::Pattern;

/// A question about a position. A path names a value step by step through the position as the rules write it
/// (`referee talk` shows it); a number steps into a list.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(bound(deserialize = "C: Deserialize<'de>"))]
pub enum Predicate<C> {
    /// All of these hold.
    All(Vec<Predicate<C>>),
    /// At least one of these holds.
    Any(Vec<Predicate<C>>),
    /// This does not hold.
    Not(Box<Predicate<C>>),
    /// The value at the path is this one.
    Is(Vec<String>, #[serde(deserialize_with = "crate::pattern::value")] Value),
    /// The list at the path holds this value.
    Has(Vec<String>, #[serde(deserialize_with = "crate::pattern::value")] Value),
    /// The number at the path is at least this one.
    AtLeast(Vec<String>, i64),
    /// The number at the path is at most this one.
    AtMost(Vec<String>, i64),
    /// The list or map at the path has at least so many elements.
    Counts(Vec<String>, usize),
    /// Some legal command fits.
    May(Pattern<C>),
    /// The turn is at least this one.
    Turn(u32),
    /// The game is over, and the side of this name won; an empty name means nobody.
    Won(String),
}

impl<C: PartialEq + Serialize> Predicate<C> {
    /// Whether it holds. Only what is in `state` is looked at: give the learner's view where something is hidden.
    pub fn holds<R: Ruleset<Command = C>>(&self, rules: &R, state: &R::State) -> bool {
        let written = serde_json::to_value(state).unwrap_or(Value::Null);
        self.judge(rules, state, &written)
    }

    fn judge<R: Ruleset<Command = C>>(&self, rules: &R, state: &R::State, written: &Value) -> bool {
        let number = |path: &[String]| at(written, path).and_then(Value::as_i64);
        match self {
            Self::All(parts) => parts.iter().all(|part| part.judge(rules, state, written)),
            Self::Any(parts) => parts.iter().any(|part| part.judge(rules, state, written)),
            Self::Not(part) => !part.judge(rules, state, written),
            Self::Is(path, value) => at(written, path) == Some(value),
            Self::Has(path, value) => {
                at(written, path).and_then(Value::as_array).is_some_and(|list| list.contains(value))
            }
            Self::AtLeast(path, least) => number(path).is_some_and(|n| n >= *least),
            Self::AtMost(path, most) => number(path).is_some_and(|n| n <= *most),
            Self::Counts(path, least) => match at(written, path) {
                Some(Value::Array(list)) => list.len() >= *least,
                Some(Value::Object(map)) => map.len() >= *least,
                _ => false,
            },
            Self::May(pattern) => {
                let mut options = Vec::new();
                rules.options(state, &mut options);
                options.iter().any(|option| pattern.fits(option))
            }
            Self::Turn(least) => rules.moment(state).0 >= *least,
            Self::Won(side) => {
                rules.outcome(state).is_some_and(|outcome| outcome.winner.as_deref().unwrap_or("") == side)
            }
        }
    }

    /// The first path whose beginning does not exist in this position: a slip of the pen, most likely.
    pub fn lost_path<R: Ruleset<Command = C>>(&self, state: &R::State) -> Option<String> {
        let written = serde_json::to_value(state).unwrap_or(Value::Null);
        self.lost_in(&written)
    }

    fn lost_in(&self, written: &Value) -> Option<String> {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().find_map(|part| part.lost_in(written)),
            Self::Not(part) => part.lost_in(written),
            Self::Is(path, _)
            | Self::Has(path, _)
            | Self::AtLeast(path, _)
            | Self::AtMost(path, _)
            | Self::Counts(path, _) => {
                // The last word may name what is there only later, such as the place of a piece that has fallen.
                let known = &path[..path.len().saturating_sub(1).max(1).min(path.len())];
                at(written, known).is_none().then(|| path.join(" / "))
            }
            Self::May(_) | Self::Turn(_) | Self::Won(_) => None,
        }
    }

    /// The patterns in it.
    pub fn patterns(&self) -> Vec<&Pattern<C>> {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().flat_map(Self::patterns).collect(),
            Self::Not(part) => part.patterns(),
            Self::May(pattern) => vec![pattern],
            _ => Vec::new(),
        }
    }
}

fn at<'a>(written: &'a Value, path: &[String]) -> Option<&'a Value> {
    path.iter().try_fold(written, |value, word| match value {
        Value::Object(map) => map.get(word),
        Value::Array(list) => word.parse::<usize>().ok().and_then(|n| list.get(n)),
        _ => None,
    })
}
