//! A line of the log opened into its arithmetic.

use tabletop::{Game, Provenance, Roll, RuleId};

use crate::Teaching;
use crate::luck::percentile;

/// What an event was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// What was worked out: `Assault on N1-1: US/ARVN`.
    pub title: String,
    /// From the first number to the last.
    pub lines: Vec<Line>,
    pub result: String,
    /// Where the table's value is from, if a table was read.
    pub from: Option<Provenance>,
}

/// One line of the arithmetic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub text: String,
    /// The number, with its sign if it is added to something; empty if there is none.
    pub value: String,
    pub rule: Option<RuleId>,
}

impl Line {
    /// A line.
    pub fn new(text: impl Into<String>, value: impl ToString, rule: Option<RuleId>) -> Self {
        Self { text: text.into(), value: value.to_string(), rule }
    }
}

/// An order of the log, opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The order as a sentence; nothing if the reader may not know it.
    pub phrase: Option<String>,
    /// The rule to read about it.
    pub rule: Option<RuleId>,
    /// One part for each sentence of the log ([`tabletop::game::LogLine::told`]). A part without lines is that sentence
    /// alone.
    pub parts: Vec<Explanation>,
    /// The dice that no part shows, each with the rule that asked for it.
    pub dice: Vec<Line>,
    /// How lucky the dice were for the side that gave the order, from 0 to 100, if anything hung on them.
    pub luck: Option<u8>,
}

impl Account {
    /// The parts to show beside the sentence with this number: its own arithmetic, or else that of the order it came of.
    pub fn of(&self, sentence: Option<usize>) -> Vec<&Explanation> {
        match sentence.and_then(|number| self.parts.get(number)).filter(|part| !part.lines.is_empty()) {
            Some(own) => vec![own],
            None => self.parts.iter().filter(|part| !part.lines.is_empty()).collect(),
        }
    }
}

/// What one reader knows of an order.
pub struct Known<'a, R: Teaching> {
    /// The position before it, as he knew it.
    pub before: &'a R::State,
    pub after: &'a R::State,
    /// The order, if he knows it.
    pub command: Option<&'a R::Command>,
    /// What he noticed.
    pub events: &'a [R::Event],
    /// The order as a sentence, if he knows it.
    pub phrase: Option<String>,
    /// The dice he knows of.
    pub rolls: &'a [Roll],
}

/// What an order did, from what one reader knows of it. Its luck is not weighed.
pub fn account_of<R: Teaching>(rules: &R, known: Known<'_, R>) -> Account {
    let Known { before, after, command, events, phrase, rolls } = known;
    let part = |number: usize| {
        // In the words of the log, which calls everybody as the reader knows him then.
        let sentence = rules.tell_to(&events[number], after);
        match rules.explain(before, command, events, number) {
            Some(part) if part.result == rules.tell(&events[number]) => Explanation { result: sentence, ..part },
            Some(part) => part,
            None => Explanation { title: String::new(), lines: Vec::new(), result: sentence, from: None },
        }
    };
    let parts: Vec<Explanation> = (0..events.len()).map(part).collect();
    let shown = parts.iter().any(|part| !part.lines.is_empty());
    let dice = rolls.iter().filter(|_| !shown).map(|roll| {
        Line::new(format!("Die of {} for {}", roll.sides, roll.purpose), roll.value, Some(roll.rule.clone()))
    });
    let rule = command.and_then(|command| rules.kind(before, command).rule);
    Account { rule, luck: None, phrase, parts, dice: dice.collect() }
}

/// What a command of the journal did, as `reader` may know it.
pub fn account<R: Teaching>(game: &Game<R>, entry: usize, reader: Option<R::Side>) -> Option<Account> {
    let rules = &**game.rules();
    let line = game.log(entry..entry + 1, reader).pop()?;
    let (before, after) = (game.state_at(entry), game.state_at(entry + 1));
    let all = game.events(entry);
    let seen: Vec<R::Event> = match reader {
        Some(reader) => all.iter().filter_map(|event| rules.seen(event, after, reader)).collect(),
        None => all,
    };
    let command = game.entries().get(entry).map(|entry| &entry.command).filter(|_| line.phrase.is_some());
    // What the reader may not know must not come in by the position either.
    let known = |state: &R::State| reader.map_or_else(|| state.clone(), |reader| rules.view(state, reader));
    let (before, after) = (known(before), known(after));
    let known = Known {
        before: &before,
        after: &after,
        command,
        events: &seen,
        phrase: line.phrase.clone(),
        rolls: &line.rolls,
    };
    let luck = percentile(game, entry, reader).filter(|_| !line.rolls.is_empty());
    Some(Account { luck, ..account_of(rules, known) })
}

/// Everything a command of the journal did, event by event, as `reader` may know it. Events without arithmetic are told
/// in their sentence; dice that no event explains come first, each with the rule that asked for it.
pub fn explain<R: Teaching>(game: &Game<R>, entry: usize, reader: Option<R::Side>) -> Vec<Explanation> {
    account(game, entry, reader).map_or_else(Vec::new, all_parts)
}

/// The parts of an account, with the dice that no part shows first.
pub fn all_parts(account: Account) -> Vec<Explanation> {
    let mut explained = account.parts;
    if !account.dice.is_empty() {
        let dice = Explanation { title: "Dice".into(), lines: account.dice, result: String::new(), from: None };
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
