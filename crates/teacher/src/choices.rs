//! "What can I do?": the legal commands by kind, with examples that can light up on the board.

use serde_json::Value;

use crate::Teaching;
use crate::mentions::mentions;
use crate::teaching::Kind;

/// Examples of each kind.
const EXAMPLES: usize = 3;

/// A kind of decision that is open now.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<C> {
    /// What one can do.
    pub kind: Kind,
    /// How many legal commands there are of it.
    pub count: usize,
    /// A few of them, spread over all.
    pub examples: Vec<Example<C>>,
}

/// A legal command with its words.
#[derive(Clone, Debug, PartialEq)]
pub struct Example<C> {
    pub command: C,
    /// The command as a sentence.
    pub phrase: String,
    /// The pieces and places it is about, as the rules write them.
    pub about: Vec<Value>,
}

/// The legal commands of a position by kind, in the order the rules list them, and whether they are all there are.
pub fn choices<R: Teaching>(rules: &R, state: &R::State) -> (Vec<Choice<R::Command>>, bool) {
    let mut options = Vec::new();
    let complete = rules.options(state, &mut options);
    let mut kinds: Vec<(Kind, Vec<R::Command>)> = Vec::new();
    for option in options {
        let kind = rules.kind(state, &option);
        match kinds.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, list)) => list.push(option),
            None => kinds.push((kind, vec![option])),
        }
    }
    let choice = |(kind, list): (Kind, Vec<R::Command>)| {
        let picked = spread(list.len(), EXAMPLES);
        let examples = picked.map(|n| Example {
            command: list[n].clone(),
            phrase: rules.phrase(state, &list[n]),
            about: mentions(&list[n]),
        });
        Choice { kind, count: list.len(), examples: examples.collect() }
    };
    (kinds.into_iter().map(choice).collect(), complete)
}

/// `most` numbers below `count`, evenly spread, the first and the last among them.
pub(crate) fn spread(count: usize, most: usize) -> impl Iterator<Item = usize> {
    let taken = count.min(most);
    (0..taken).map(move |n| if taken < 2 { 0 } else { n * (count - 1) / (taken - 1) })
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn examples_are_spread_over_everything() {
        assert_eq!(spread(10, 3).collect::<Vec<_>>(), [0, 4, 9]);
        assert_eq!(spread(2, 3).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(spread(1, 3).collect::<Vec<_>>(), [0]);
        assert_eq!(spread(0, 3).count(), 0);
    }
}
