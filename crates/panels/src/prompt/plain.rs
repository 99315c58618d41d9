//! Answers of a ruleset the prompt bar knows nothing about: orders by their place in the list of those offered.

use super::{Answer, Does, Item, ending_label};
use crate::Intent;
use crate::theme::Weight;

/// A kind of order: one button, a menu behind it if there are several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kind {
    /// What stands on the button: `Fire`, `End the phase`.
    pub label: String,
    /// What it means, in a sentence.
    pub hover: String,
    /// The letter that it always has, one of [`super::LETTERS`]; without one it takes the first digit that is free.
    pub key: Option<char>,
    pub choices: Vec<Choice>,
    /// Whether it ends what is being done: it then stands by itself, and is lit when nothing is left to do.
    pub ends: bool,
    /// What would be left unused by ending, in a few words; may be empty.
    pub left: String,
    /// Whether that is so much that it is asked about.
    pub much: bool,
}

/// An order that is offered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Its place in the list of the orders offered.
    pub index: usize,
    /// The heading it stands under in the menu; may be empty.
    pub group: String,
    /// The order as a short sentence.
    pub phrase: String,
    /// Whether it harms somebody: it is then planned, with its odds, before it is carried out.
    pub harms: bool,
}

/// How many buttons have a digit.
const DIGITS: &[char] = &['1', '2', '3', '4', '5', '6', '7', '8', '9'];

/// The buttons for these kinds of order, those that end something last. `point` is how many orders have been given.
pub fn plain_answers(point: usize, kinds: Vec<Kind>) -> Vec<Answer> {
    let (ending, going): (Vec<Kind>, Vec<Kind>) =
        kinds.into_iter().filter(|k| !k.choices.is_empty()).partition(|k| k.ends);
    let mut digits = DIGITS.iter();
    let mut letters: Vec<char> = Vec::new();
    let key = |kind: &Kind| {
        let own = kind.key.filter(|key| !letters.contains(key));
        letters.extend(own);
        own.or_else(|| digits.next().copied())
    };
    let keys: Vec<Option<char>> = going.iter().map(key).collect();
    let going = going.into_iter().zip(keys).map(|(kind, key)| (kind, key, Weight::Normal)).collect::<Vec<_>>();
    // Zero ends, wherever the other digits stop.
    let mut last = std::iter::once('0').chain(digits.copied());
    let lit = |kind: &Kind| if kind.left.is_empty() { Weight::Primary } else { Weight::Normal };
    let ending = ending.into_iter().map(|kind| (lit(&kind), kind)).map(|(weight, kind)| (kind, last.next(), weight));
    let ending = ending.collect::<Vec<_>>();
    going.into_iter().chain(ending).map(|(kind, key, weight)| answer(point, kind, key, weight)).collect()
}

fn answer(point: usize, kind: Kind, key: Option<char>, weight: Weight) -> Answer {
    let choose = |c: &Choice| {
        let index = c.index;
        if c.harms { Intent::Plan { point, index } } else { Intent::Choose { point, index } }
    };
    let does = match kind.choices.as_slice() {
        [only] => Does::At(choose(only)),
        several => Does::Menu(
            several
                .iter()
                .map(|c| Item { group: c.group.clone(), label: c.phrase.clone(), intent: choose(c) })
                .collect(),
        ),
    };
    let hover = match kind.choices.as_slice() {
        [only] if kind.hover.is_empty() => only.phrase.clone(),
        _ => kind.hover,
    };
    let confirm = kind.much.then(|| kind.left.clone());
    Answer { label: ending_label(&kind.label, &kind.left), hover, weight, key, does, confirm }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(label: &str, indices: &[usize], ends: bool) -> Kind {
        let choices = indices.iter().map(|i| Choice { index: *i, phrase: format!("order {i}"), ..Choice::default() });
        Kind { label: label.into(), choices: choices.collect(), ends, ..Kind::default() }
    }

    #[test]
    fn one_order_is_a_button_and_several_are_a_menu() {
        let answers = plain_answers(7, vec![kind("Fire", &[0, 2], false), kind("Radio", &[1], false)]);
        let Does::Menu(items) = &answers[0].does else { panic!("two orders need a menu") };
        assert_eq!(items[1].intent, Intent::Choose { point: 7, index: 2 });
        assert_eq!(answers[1].does, Does::At(Intent::Choose { point: 7, index: 1 }));
        assert_eq!((answers[0].key, answers[1].key), (Some('1'), Some('2')));
    }

    #[test]
    fn a_kind_keeps_its_letter_whatever_else_is_offered() {
        let with = |label: &str, letter: char| Kind { key: Some(letter), ..kind(label, &[0], false) };
        let keys = |kinds: Vec<Kind>| plain_answers(0, kinds).iter().map(|a| a.key.unwrap()).collect::<String>();
        let fire = || with("Fire", 'S');
        assert_eq!(keys(vec![with("Move", 'G'), kind("Radio", &[1], false), fire()]), "G1S");
        assert_eq!(keys(vec![fire(), kind("Radio", &[1], false)]), "S1");
        assert_eq!(keys(vec![fire(), with("Spot", 'S')]), "S1", "no two have the same");
    }

    #[test]
    fn an_order_that_harms_is_planned_first() {
        let mut fire = kind("Fire", &[4], false);
        fire.choices[0].harms = true;
        assert_eq!(plain_answers(7, vec![fire])[0].does, Does::At(Intent::Plan { point: 7, index: 4 }));
    }

    #[test]
    fn what_ends_stands_last_and_zero_presses_it() {
        let answers =
            plain_answers(0, vec![kind("Pass", &[3], true), kind("Move", &[0], false), kind("None", &[], false)]);
        assert_eq!(answers.iter().map(|a| a.label.as_str()).collect::<Vec<_>>(), ["Move", "Pass"]);
        assert_eq!(answers[1].key, Some('0'));
    }
}
