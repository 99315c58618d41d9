//! What a ruleset adds to its rules so that it can be taught: what a good position is made of, what kinds of decision
//! there are, and the arithmetic behind an event. Everything has a default that works for any ruleset.

use serde_json::Value;
use tabletop::dice::Tape;
use tabletop::{RuleId, Ruleset};

use crate::explain::Explanation;
use crate::lesson::Shown;
use crate::mentions::mentions;
use crate::pattern::parts;

/// A part of how good a position is for a side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What it measures: `zones`. The same terms in the same order in every position of a game.
    pub what: &'static str,
    /// In points of the teacher's own; only their differences mean anything.
    pub points: i64,
    /// What a command that raises it does: `wins ground`.
    pub better: &'static str,
    /// What a command that lowers it does: `gives ground up`.
    pub worse: &'static str,
}

/// A kind of decision.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Kind {
    /// What one can do: `Assault an area`.
    pub title: String,
    /// The rule to read about it.
    pub rule: Option<RuleId>,
}

/// Rules that can be taught.
pub trait Teaching: Ruleset {
    /// How good a position is for `side`, part by part. Only what `side` sees is given.
    fn standing(&self, _seen: &Self::State, _side: Self::Side) -> Vec<Term> {
        Vec::new()
    }

    /// What kind of decision a command is.
    fn kind(&self, _state: &Self::State, command: &Self::Command) -> Kind {
        Kind { title: in_words(&parts(command).0), rule: None }
    }

    /// A question of the quiz: whether this command is allowed. `None` if it is not worth asking.
    fn ask(&self, state: &Self::State, command: &Self::Command) -> Option<String> {
        let phrase = self.phrase(state, command);
        (!mentions(command).is_empty()).then(|| format!("Is this allowed now? {phrase}"))
    }

    /// Whether what may come of a command can be weighed in a moment: not if it leaves dozens of decisions to the dice.
    fn weighable(&self, _state: &Self::State, _command: &Self::Command) -> bool {
        true
    }

    /// What a finished game is compared by: each number with its name, the same names in every game.
    fn account(&self, _state: &Self::State) -> Vec<(&'static str, i64)> {
        Vec::new()
    }

    /// The decision that finishes what is under way, if something is: hints look that far. `None` when all is settled.
    fn settle(&self, _state: &Self::State) -> Option<Self::Command> {
        None
    }

    /// The arithmetic of one of the events of a command given in `before`; `None` if there is none. The command is `None`
    /// for a reader who may not know it.
    fn explain(
        &self,
        _before: &Self::State,
        _command: Option<&Self::Command>,
        _events: &[Self::Event],
        _number: usize,
    ) -> Option<Explanation> {
        None
    }

    /// Whether there is such a place or piece. By default: whether the position or a legal command mentions it.
    fn knows(&self, state: &Self::State, shown: &Shown) -> bool {
        let (Shown::Place(wanted) | Shown::Piece(wanted)) = shown;
        let mut options = Vec::new();
        self.options(state, &mut options);
        holds(&serde_json::to_value(state).unwrap_or(Value::Null), wanted)
            || options.iter().any(|option| mentions(option).contains(wanted))
    }
}

fn holds(value: &Value, wanted: &Value) -> bool {
    value == wanted
        || match value {
            Value::Array(list) => list.iter().any(|v| holds(v, wanted)),
            Value::Object(map) => map.iter().any(|(key, v)| wanted.as_str() == Some(key) || holds(v, wanted)),
            _ => false,
        }
}

/// The sum of a standing.
pub fn sum(standing: &[Term]) -> i64 {
    standing.iter().map(|term| term.points).sum()
}

/// [`Teaching::settle`], as long as no dice are rolled: what is certain.
pub(crate) fn settle_without_dice<R: Teaching>(rules: &R, state: &R::State) -> Option<R::Command> {
    let command = rules.settle(state)?;
    let mut after = state.clone();
    rules.apply(&mut after, &command, &mut Tape::default(), &mut Vec::new()).ok().map(|()| command)
}

/// `FormGroup` as `Form group`.
pub(crate) fn in_words(name: &str) -> String {
    let mut words = String::new();
    for character in name.chars() {
        if character.is_uppercase() && !words.is_empty() {
            words.push(' ');
            words.extend(character.to_lowercase());
        } else {
            words.push(character);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_command_s_name_becomes_words() {
        assert_eq!(super::in_words("FormGroup"), "Form group");
        assert_eq!(super::in_words("Done"), "Done");
    }
}
