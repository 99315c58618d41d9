//! The lines of the log, written as the game goes on.

use std::collections::{BTreeMap, BTreeSet};

use block_by_block::{BlockByBlock, Event, Side};
use tabletop::Ruleset;
use teacher::explain::Account;

use crate::combat::{DieModel, RollModel, dice_of, rolls_of};
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
    /// The number of the order it belongs to, from 0; pressing the line shows the position after that order.
    /// None for what happened as the game was set up.
    pub order: Option<usize>,
    /// What it is about.
    pub kind: LogKind,
    /// Whose doing it is, if one can say.
    pub side: Option<SideMark>,
    /// The sentence.
    pub text: String,
    /// The dice read on the Combat Results Table.
    pub rolls: Vec<RollModel>,
    /// Other dice.
    pub dice: Vec<DieModel>,
    /// Which of the sentences of its order this is, from 0; none if it is not one of them.
    pub sentence: Option<usize>,
}

/// The log of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogBook {
    lines: Vec<LogLine>,
    /// Whether it tells orders of a game whose events only some may know.
    of_orders: bool,
    accounts: BTreeMap<usize, Account>,
    /// Orders of the computer whose reasons may be asked for.
    reasoned: BTreeSet<usize>,
}

impl LogBook {
    /// An empty log.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty log of orders, for games whose events only some may know.
    pub fn of_orders() -> Self {
        Self { of_orders: true, ..Self::default() }
    }

    /// The kinds of lines that can be left out, each with its name.
    pub fn filters(&self) -> &'static [(LogKind, &'static str)] {
        if self.of_orders {
            &[(LogKind::Deed, "Without dice"), (LogKind::Rolled, "With dice")]
        } else {
            &[(LogKind::Movement, "Movement"), (LogKind::Combat, "Combat"), (LogKind::Politics, "Politics")]
        }
    }

    /// The lines, oldest first.
    pub fn lines(&self) -> &[LogLine] {
        &self.lines
    }

    /// Writes down what an order brought about; `order` is its number in the journal, from 0, and none for the set-up.
    pub fn write(&mut self, rules: &BlockByBlock, order: Option<usize>, events: &[Event]) {
        for (sentence, event) in events.iter().enumerate() {
            if let (Event::TurnBegan { turn: turn @ 2.. }, Some(_)) = (event, order) {
                self.lines.push(LogLine {
                    order,
                    sentence: None,
                    kind: LogKind::TurnEnd,
                    side: None,
                    text: format!("Results of turn {}", turn - 1),
                    rolls: Vec::new(),
                    dice: Vec::new(),
                });
            }
            self.lines.push(LogLine {
                order,
                sentence: Some(sentence),
                kind: kind(event),
                side: side(event).map(SideMark::from),
                text: rules.tell(event),
                rolls: rolls_of(rules, event),
                dice: dice_of(event).into_iter().collect(),
            });
        }
    }

    /// Adds lines that somebody else worded: those of the rulesets whose events only some may know.
    pub fn add(&mut self, lines: impl IntoIterator<Item = LogLine>) {
        self.lines.extend(lines);
    }

    /// Takes back everything from this order on.
    pub fn take_back(&mut self, order: usize) {
        self.lines.retain(|line| line.order.is_none_or(|n| n < order));
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

fn kind(event: &Event) -> LogKind {
    use Event as E;
    match event {
        E::TurnBegan { .. } => LogKind::Turn,
        E::StepBegan { .. } => LogKind::Step,
        E::PointsReceived { .. }
        | E::Restored { .. }
        | E::TowerRolled { .. }
        | E::Appeared { .. }
        | E::Detached { .. }
        | E::Left { .. }
        | E::Travelled { .. } => LogKind::Movement,
        E::ZoneTaken { .. }
        | E::GateTaken { .. }
        | E::DestructionRose { .. }
        | E::PublicityRose { .. }
        | E::ClearingRose { .. }
        | E::GameEnded { .. } => LogKind::Politics,
        _ => LogKind::Combat,
    }
}

fn side(event: &Event) -> Option<Side> {
    use Event as E;
    match event {
        E::StepBegan { step } => step.side(),
        E::PointsReceived { side, .. } | E::HitsWasted { side, .. } => Some(*side),
        E::Restored { unit, .. } | E::Appeared { unit, .. } | E::Left { unit, .. } | E::Travelled { unit, .. } => {
            Some(unit.side())
        }
        E::StepLost { unit, .. } | E::CounterattackDeclared { unit, .. } => Some(unit.side()),
        E::Detached { parent, .. } => Some(parent.side()),
        E::TowerRolled { .. } => Some(Side::PavnNlf),
        E::ZoneTaken { by, .. } | E::GateTaken { by, .. } => Some(*by),
        E::GroupFormed { units, .. }
        | E::LeftGroup { units, .. }
        | E::AttackDeclared { units, .. }
        | E::DefendersChosen { units } => units.first().map(|u| u.side()),
        E::AssaultRolled { roll, .. } => Some(roll.side),
        E::CloseCombatRolled { attacker, .. } => Some(attacker.side),
        E::FriendlyFireRolled { .. } | E::LevelChosen { .. } | E::DestructionRose { .. } => Some(Side::UsArvn),
        E::ClearingRose { .. } => Some(Side::PavnNlf),
        _ => None,
    }
}
