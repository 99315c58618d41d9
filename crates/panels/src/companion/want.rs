//! What players beside a real table want, said by a panel to whoever keeps the game.

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
    /// Back to the actions; or put the dice typed so far away.
    Back,
    /// The next die shows this.
    Die(u8),
    /// The last die was typed wrong.
    Unroll,
    /// The program rolls the next die.
    RollOne,
    /// The program rolls whatever is still to be rolled for this action.
    RollRest,
    /// The players roll for the first order themselves.
    RollOpening,
    /// From now on dice come from there.
    UseDice(DiceSource),
    /// Show what this side may know, after a curtain; none shows what everybody knows. Sides in the order of the rulebook.
    LookAs(Option<usize>),
    /// Whoever may look is in front of the screen alone.
    LiftCurtain,
    /// Show how things stood after so many orders; none goes back to how they stand. Nothing is taken back.
    LookBack(Option<usize>),
    /// Take the last order back.
    Undo,
    /// Give the order that was taken back again.
    Redo,
    /// Open the rulebook at this rule.
    OpenRule(RuleId),
    /// Open the rulebook.
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
