//! What the companion shows, as plain data.

use serde::Serialize;
use tabletop::{Refusal, RuleId};
use teacher::explain::Explanation;

use super::want::{DiceSource, Side};
use crate::companion::{Manner, Question};
use crate::theme::Outcome;

/// Which of the two sides, in the order of the rulebook: the colour and sign it has on every screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Flag {
    /// The Americans and their allies.
    First,
    /// Viet Cong and North Vietnamese.
    Second,
}

impl Flag {
    /// The flag of the side with this place in the rulebook's order.
    pub const fn of(place: usize) -> Self {
        if place == 0 { Self::First } else { Self::Second }
    }

    /// The place in the rulebook's order.
    pub const fn place(self) -> usize {
        match self {
            Self::First => 0,
            Self::Second => 1,
        }
    }
}

/// How far somebody in the order has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Progress {
    /// He has had his phase.
    Done,
    /// It is his.
    Acting,
    Next,
    /// His comes later.
    Waiting,
}

impl Progress {
    /// As on the screen.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Acting => "acts",
            Self::Next => "next",
            Self::Waiting => "waits",
        }
    }
}

/// A part of a sum with the rule that says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    pub what: String,
    /// What it adds, as written: `+2`, `×½`, `4`.
    pub value: String,
    pub rule: RuleId,
}

impl Part {
    /// A part of a sum.
    pub fn new(what: impl Into<String>, value: impl Into<String>, rule: RuleId) -> Self {
        Self { what: what.into(), value: value.into(), rule }
    }
}

/// A line of the order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OrderLine {
    /// The number of the squad or figure; 0 if that is not to be seen.
    pub id: u8,
    pub name: String,
    pub flag: Flag,
    /// What stands at the right: the level, the phases left.
    pub level: String,
    /// How far it has got.
    pub progress: Progress,
    /// What the level is made of.
    pub sum: Vec<Part>,
    /// How a tie was broken; may be empty.
    pub tie: String,
    /// Its markers, at a glance.
    pub marks: Vec<Mark>,
}

/// A marker or state of a squad or figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// As on the screen: `2 pinned`.
    pub text: String,
    /// Whether it hurts.
    pub bad: bool,
    /// The rule that says what it means.
    pub rule: RuleId,
}

impl Mark {
    /// A marker that is just so.
    pub fn plain(text: impl Into<String>, rule: RuleId) -> Self {
        Self { text: text.into(), bad: false, rule }
    }

    /// A marker that hurts.
    pub fn bad(text: impl Into<String>, rule: RuleId) -> Self {
        Self { text: text.into(), bad: true, rule }
    }
}

/// What a figure of a card looks like.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FigureLine {
    /// Its number or name.
    pub name: String,
    pub what: String,
    /// What has become of it; empty if nothing.
    pub state: String,
    /// Whether it is out of the fight.
    pub out: bool,
    /// Whether something presses on it: pinned, suppressed.
    pub bad: bool,
}

/// Everything about a squad or figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Card {
    pub id: u8,
    pub name: String,
    pub flag: Flag,
    /// What it is: troops, kind.
    pub kind: String,
    pub marks: Vec<Mark>,
    /// A word and its value.
    pub facts: Vec<(String, String)>,
    /// A count out of a total shown as a row of boxes: phases left, figures standing. Name, value, most.
    pub boxes: Option<(String, u8, u8)>,
    pub figures: Vec<FigureLine>,
}

/// Support on its way or at hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClockLine {
    pub flag: Flag,
    /// What comes, and for whom.
    pub what: String,
    /// When, in words: `on turn 4`, `now`.
    pub when: String,
    /// Turns until then, as boxes to be ticked; none if it is here.
    pub turns_left: Option<u8>,
    /// What is left of it: `2 salvos`.
    pub left: String,
    pub rule: RuleId,
}

/// A line of the points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PointLine {
    pub flag: Flag,
    pub what: String,
    /// How many; none where the line is worth its points once.
    pub count: Option<i32>,
    /// What each is worth.
    pub each: i32,
    /// What they come to.
    pub points: i32,
    pub rule: RuleId,
}

/// The points as they stand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Points {
    pub lines: Vec<PointLine>,
    /// Sums of both sides, in the order of the rulebook.
    pub sums: [i32; 2],
    /// The names of both sides.
    pub names: [String; 2],
    /// What the game would end in.
    pub result: String,
}

/// What an action would do, before it is done.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Preview {
    /// What it is made of, a line each.
    pub parts: Vec<Part>,
    /// What they come to: `5 dice`.
    pub total: String,
    /// What the dice must show.
    pub needs: Vec<Part>,
    /// What may come of it with its chance: one of these does.
    pub chances: Vec<Outcome>,
    /// What may come besides, whichever of them does.
    pub further: Vec<Outcome>,
    /// Whether the chances are exact.
    pub exact: bool,
}

/// A button of the list of actions.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActionLine {
    /// What stands on it.
    pub label: String,
    /// The heading it stands under.
    pub group: String,
    /// What it means.
    pub hover: String,
    /// Whether it ends the phase.
    pub ends: bool,
    /// Whether it asks for facts first.
    pub asks: bool,
    /// The key that it always has, if it is one of [`ACTION_KEYS`].
    pub key: Option<char>,
}

/// The keys that actions have: what has none of its own takes the first that is free.
const ACTION_KEYS: &str = "123456789asdfghjkzxcvnmqwet";

/// The key of each action: the first one that ends something has 0, the others their own, and what is left goes to the rest.
pub fn action_keys(actions: &[ActionLine]) -> Vec<Option<char>> {
    let first_end = actions.iter().position(|action| action.ends);
    let mut keys = vec![None; actions.len()];
    for (place, action) in actions.iter().enumerate() {
        let own = action.key.filter(|key| ACTION_KEYS.contains(*key) && !keys.contains(&Some(*key)));
        keys[place] = if first_end == Some(place) { Some('0') } else { own };
    }
    let taken = keys.clone();
    let mut free = ACTION_KEYS.chars().filter(|key| !taken.contains(&Some(*key)));
    keys.into_iter().map(|key| key.or_else(|| free.next())).collect()
}

/// Dice of one kind as they fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Thrown {
    /// What they were for.
    pub purpose: String,
    /// Faces of the die.
    pub sides: u8,
    pub values: Vec<u8>,
}

/// Dice thrown together of which only some faces count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Together {
    pub dice: usize,
    /// What is counted now, in words: `sixes`.
    pub asks: String,
    /// How many may show it at most.
    pub most: usize,
    /// What was counted before, and how many show it.
    pub counted: Vec<(String, usize)>,
}

/// Dice that are asked for.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Throw {
    pub doing: String,
    /// What the next die is for.
    pub purpose: String,
    /// The rule that wants it.
    pub rule: RuleId,
    /// Faces of the die.
    pub sides: u8,
    /// Whose die it is, if that can be told.
    pub who: String,
    /// Which die of a throw of how many this is, if several are thrown together.
    pub of: Option<(usize, usize)>,
    /// What is counted, where that says as much as each die would. Phones are asked die by die.
    #[serde(skip)]
    pub together: Option<Together>,
    /// Whether the dice could be counted, but each is to be said.
    #[serde(skip)]
    pub each: bool,
    pub so_far: Vec<Thrown>,
    /// What has come of them so far.
    pub told: Vec<String>,
}

/// What the screen asks.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Ask {
    /// What is to be done?
    Choose(Vec<ActionLine>),
    /// How do things stand on the table?
    Facts {
        /// The action.
        title: String,
        questions: Vec<Question>,
        /// The answers so far.
        answers: Vec<Option<i32>>,
        /// What is asked for in words and what was typed, if anything is.
        words: Option<(String, String)>,
        /// Why the rules forbid it so, if everything is answered.
        refusal: Option<Refusal>,
        /// What it would do, if everything is answered.
        preview: Option<Preview>,
        /// Who asks, and what may be answered besides.
        #[serde(skip)]
        manner: Manner,
    },
    /// What do the dice show?
    Throw(Throw),
    /// It is the turn of somebody whom only his own side may see. `flag`: the side whose turn it is.
    Secret { flag: Flag, name: String },
    /// Nothing: the computer decides for this side.
    Computer { name: String },
    /// Nothing: this is how things stood. `moment`: when.
    Past { moment: String },
    /// The game is over. `title`: the result.
    Over { title: String, because: String },
}

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LogEntry {
    /// The order's number, from 0. No phone hears it: it would tell how many orders were given out of sight.
    #[serde(skip)]
    pub order: usize,
    /// Turn and phase.
    pub moment: String,
    /// What was ordered; empty if the reader may not know.
    pub phrase: String,
    pub told: Vec<String>,
    /// The dice, told plainly: `save: 4`.
    pub rolls: Vec<String>,
    /// If it is open: what each number of it was made of.
    #[serde(skip)]
    pub opened: Option<Vec<Explanation>>,
}

/// The whole screen of the companion. A phone is sent all of it but what the laptop alone has: its tabs, keys and undo.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Page {
    /// The scenario.
    pub title: String,
    /// Turn and phase in words.
    pub moment: String,
    /// The names of both sides.
    pub names: [String; 2],
    /// Who is in front of the screen: a side, or everybody.
    pub viewer: Option<Flag>,
    /// Whether the computer plays a side, so that nobody looks in secret.
    #[serde(skip)]
    pub with_computer: bool,
    /// The side that is asked to look while the others turn away.
    #[serde(skip)]
    pub curtain: Option<Flag>,
    /// Who acts: whose, and the name in large letters.
    pub actor: Option<(Flag, String)>,
    pub question: String,
    /// The rule it comes from.
    pub question_rule: RuleId,
    pub order: Vec<OrderLine>,
    /// What the order is called.
    pub order_title: &'static str,
    pub ask: Ask,
    /// Why the last attempt was refused.
    pub refusal: Option<Refusal>,
    /// The sides that have said in advance when they fire, and what they said where only they look.
    pub holding: Vec<(Flag, Vec<String>)>,
    /// The side that can say now when it fires.
    pub may_say: Option<Flag>,
    /// Whether an order may be taken back, in words: what a phone is asked, and what the screen that asked it waits for.
    pub agree: Option<String>,
    /// The side for whose eyes alone is what came of the order that was given last on this screen.
    #[serde(skip)]
    pub answered: Option<Flag>,
    /// What lies under the markers of the side that looks in secret: each as its name and what that is.
    pub under_markers: Vec<(String, String)>,
    /// What came of the last order.
    pub told: Vec<String>,
    pub rolled: Vec<Thrown>,
    /// Everybody.
    pub cards: Vec<Card>,
    /// The squad or figure looked at.
    #[serde(skip)]
    pub selected: Option<u8>,
    /// Support.
    pub clock: Vec<ClockLine>,
    pub points: Points,
    /// The log, oldest first.
    pub log: Vec<LogEntry>,
    /// Where dice come from.
    #[serde(skip)]
    pub dice: DiceSource,
    /// Whether the players may still roll for the first order themselves.
    #[serde(skip)]
    pub own_opening: bool,
    /// The part of the column at the right.
    #[serde(skip)]
    pub side: Side,
    /// Whether the order fills the screen.
    #[serde(skip)]
    pub magnified: bool,
    /// Whether an order can be taken back.
    #[serde(skip)]
    pub undo: bool,
    /// Whether an order can be given again.
    #[serde(skip)]
    pub redo: bool,
    /// Which sides hold a phone that is there; none if the game has none.
    #[serde(skip)]
    pub phones: Option<[bool; 2]>,
    /// Whether the screen listens to its keys: not while a dialog is open.
    #[serde(skip)]
    pub keys: bool,
}

impl Page {
    /// Whether a side looks at its own phone, and needs no curtain here.
    pub fn has_phone(&self, flag: Flag) -> bool {
        self.phones.is_some_and(|there| there[flag.place()])
    }
}
