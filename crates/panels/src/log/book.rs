//! The lines of the log, written as the game goes on.

use std::collections::{BTreeMap, BTreeSet};

use tabletop::Roll;
use tabletop::game::LineOf;
use teacher::explain::Account;

use super::{About, Form, Logged, Telling};
use crate::theme::SideMark;

/// What a line is about; the filters of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LogKind {
    /// A turn begins.
    Turn,
    /// What the turn before came to: its page opens.
    TurnEnd,
    /// A step begins.
    Step,
    /// Counters move, come and go.
    Movement,
    /// Fighting.
    Combat,
    /// Tracks, zones, gates, clearing, the result.
    Politics,
    /// An order that rolled no die.
    Deed,
    /// An order that was left to the dice.
    Rolled,
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogLine {
    /// The number of the order it belongs to, from 0; from the line one goes to the position after that order.
    pub order: usize,
    /// The turn it tells of.
    pub turn: u32,
    /// What it is about.
    pub kind: LogKind,
    /// Whose doing it is, if one can say.
    pub side: Option<SideMark>,
    pub text: String,
    /// The dice it speaks of.
    pub dice: Vec<Roll>,
    /// Which of the sentences of its order this is, from 0; none if it is not one of them.
    pub sentence: Option<usize>,
    /// The sentences that stand together in it, if it is not one alone.
    pub gathered: Vec<String>,
}

/// The log of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogBook {
    lines: Vec<LogLine>,
    /// The kinds of lines that can be left out, each with its name.
    filters: &'static [(LogKind, &'static str)],
    accounts: BTreeMap<usize, Account>,
    /// Orders of the computer whose reasons may be asked for.
    reasoned: BTreeSet<usize>,
}

impl LogBook {
    /// The kinds of lines that can be left out, each with its name.
    pub fn filters(&self) -> &'static [(LogKind, &'static str)] {
        self.filters
    }

    /// The lines, oldest first.
    pub fn lines(&self) -> &[LogLine] {
        &self.lines
    }

    /// Writes down an order and what it brought about, as far as the reader may know it.
    pub fn write<R: Logged>(&mut self, rules: &R, line: LineOf<R>) {
        self.filters = R::TELLING.filters();
        let (order, rolled) = (line.entry, !line.rolls.is_empty());
        let mut turn = line.moment.0;
        let speaking = line.speaking(rules);
        // Of an order that may not be known, what is seen of it need not be its giver's doing.
        let giver = line.side.filter(|_| line.phrase.is_some()).map(R::mark);
        let plain = |turn, kind, text| LogLine {
            order,
            turn,
            kind,
            side: None,
            text,
            dice: Vec::new(),
            sentence: None,
            gathered: Vec::new(),
        };
        if let Telling::ByOrders(_) = R::TELLING
            && self.lines.last().is_none_or(|last| last.turn != turn)
        {
            self.lines.push(plain(turn, LogKind::Turn, format!("Turn {turn}")));
        }
        let by_order = if rolled { LogKind::Rolled } else { LogKind::Deed };
        if line.told.is_empty() {
            let phrase = line.phrase.into_iter();
            self.lines.extend(phrase.map(|text| LogLine {
                side: giver,
                dice: line.rolls.clone(),
                ..plain(turn, by_order, text)
            }));
        }
        let mut signed = giver;
        let mut sets_up = false;
        for (sentence, (event, text)) in line.events.iter().zip(line.told).enumerate() {
            let form = match R::TELLING {
                Telling::ByEvents(_) => None,
                Telling::ByOrders(form) => form(event),
            };
            if std::mem::replace(&mut sets_up, form == Some(Form::SetUp))
                && sets_up
                && let Some(line) = self.lines.last_mut()
            {
                if line.gathered.is_empty() {
                    line.gathered.push(std::mem::take(&mut line.text));
                }
                line.gathered.push(text);
                line.text = format!("{} counters are set up.", line.gathered.len());
                continue;
            }
            let about = match R::TELLING {
                Telling::ByEvents(about) => about(event),
                // The sign of who gave an order stands with its first sentence: what follows may be about the other side, and what comes
                // when a turn or a step has begun is nobody's order.
                Telling::ByOrders(_) => {
                    let signed = signed.take();
                    let (kind, side) = match form {
                        Some(Form::Turn(next)) if u32::from(next) > turn => {
                            turn = next.into();
                            (LogKind::Turn, None)
                        }
                        Some(Form::Turn(_) | Form::Step) => (LogKind::Step, None),
                        Some(Form::SetUp) | None => (by_order, signed),
                    };
                    About { kind, side, ends: None }
                }
            };
            self.lines
                .extend(about.ends.map(|ended| plain(turn, LogKind::TurnEnd, format!("Results of turn {ended}"))));
            let dice = line.rolls.iter().zip(&speaking).filter(|(_, speaks)| **speaks == sentence);
            self.lines.push(LogLine {
                side: about.side,
                dice: dice.map(|(roll, _)| roll.clone()).collect(),
                sentence: Some(sentence),
                ..plain(turn, about.kind, text)
            });
        }
    }

    /// Takes back everything from this order on.
    pub fn take_back(&mut self, order: usize) {
        self.lines.retain(|line| line.order < order);
        self.accounts.retain(|n, _| *n < order);
        self.reasoned.retain(|n| *n < order);
    }

    /// Keeps the arithmetic of an order, worked out when one of its lines was opened.
    pub fn explain(&mut self, order: usize, account: Account) {
        self.accounts.insert(order, account);
    }

    /// The computer gave this order: one may ask why.
    pub fn reason(&mut self, order: usize) {
        self.reasoned.insert(order);
    }

    /// Whether the computer gave an order, so that one may ask why.
    pub fn is_reasoned(&self, order: usize) -> bool {
        self.reasoned.contains(&order)
    }

    /// The arithmetic of an order, if it was worked out.
    pub fn explained(&self, order: usize) -> Option<&Account> {
        self.accounts.get(&order)
    }
}
