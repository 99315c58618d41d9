//! What players beside a real table want, said by a panel to the keeper of the game.

use serde::Deserialize;
use tabletop::RuleId;

/// Where dice come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DiceSource {
    /// The program rolls.
    #[default]
    Computer,
    /// The players roll their own and type what they show.
    Typed,
}

/// The parts of the column at the right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// Everybody with his markers.
    #[default]
    Troops,
    /// Support that is on its way, and the points.
    Score,
    /// What has happened.
    Log,
}

impl Side {
    /// The tabs with their words.
    pub const ALL: [(Self, &'static str); 3] =
        [(Self::Troops, "Troops"), (Self::Score, "Support & score"), (Self::Log, "Log")];
}

/// Something that was asked for by pressing a part of a panel or a key.
#[derive(Clone, Debug, PartialEq)]
pub enum Want {
    /// The action with this place in the list.
    Choose(usize),
    /// This answer to the question with this number: the place of a choice, or a number.
    Answer(usize, i32),
    /// Leave the question with this number open again.
    Unanswer(usize),
    /// What is typed where the form asks for words.
    Word(String),
    /// Do what the form says.
    Go,
    /// Do what the form says, and end the phase with it.
    GoAndEnd,
    /// Back to the actions; or put the dice typed so far away.
    Back,
    /// The next die shows this.
    Die(u8),
    /// So many of the dice thrown together show what is counted now.
    Count(u8),
    /// From now on each die is said by itself, or dice thrown together are counted again.
    EachDie(bool),
    /// The last die was typed wrong.
    Unroll,
    /// The program rolls the next die.
    RollOne,
    /// The program rolls for this action whatever is still to be rolled by the side whose die it is.
    RollRest,
    /// What a side said of when it fires does not hold any more: it is asked.
    AskAgain,
    /// A side says when it fires.
    SayWhen,
    /// The players roll for the first order themselves.
    RollOpening,
    /// From now on dice come from there.
    UseDice(DiceSource),
    /// Draw the curtain for this side; none shows what everybody knows. Sides in the order of the rulebook.
    LookAs(Option<usize>),
    /// This side is in front of the screen alone: show what it may know.
    LookAlone(usize),
    /// Show how things stood after so many orders; none goes back to how they stand. Nothing is taken back.
    LookBack(Option<usize>),
    /// Take the last order back.
    Undo,
    /// Give the order that was taken back again.
    Redo,
    /// The order that was asked about may be taken back, or not.
    Agree(bool),
    /// Open the rulebook at this rule.
    OpenRule(RuleId),
    OpenRulebook,
    /// Open the menu of the game.
    OpenMenu,
    /// Show this part of the column at the right.
    Show(Side),
    /// Show the order over the whole screen, or no longer.
    Magnify(bool),
    /// Open this order of the log into its arithmetic, or close it.
    Unfold(usize),
    /// Look at the squad or figure with this number.
    Select(u8),
}

/// What a phone may ask of its desk: the same as the [`Want`] of that name. Whatever else the laptop can do is done there.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum PhoneWant {
    Choose(usize),
    Answer(usize, i32),
    Unanswer(usize),
    Word(String),
    Go,
    Back,
    Die(u8),
    Unroll,
    RollOne,
    RollRest,
    Select(u8),
    Agree(bool),
    SayWhen,
    AskAgain,
}

impl From<PhoneWant> for Want {
    fn from(want: PhoneWant) -> Self {
        match want {
            PhoneWant::Choose(place) => Self::Choose(place),
            PhoneWant::Answer(question, value) => Self::Answer(question, value),
            PhoneWant::Unanswer(question) => Self::Unanswer(question),
            PhoneWant::Word(said) => Self::Word(said),
            PhoneWant::Go => Self::Go,
            PhoneWant::Back => Self::Back,
            PhoneWant::Die(value) => Self::Die(value),
            PhoneWant::Unroll => Self::Unroll,
            PhoneWant::RollOne => Self::RollOne,
            PhoneWant::RollRest => Self::RollRest,
            PhoneWant::Select(id) => Self::Select(id),
            PhoneWant::Agree(yes) => Self::Agree(yes),
            PhoneWant::SayWhen => Self::SayWhen,
            PhoneWant::AskAgain => Self::AskAgain,
        }
    }
}
