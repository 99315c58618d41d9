//! The one door to a game's rules.

use std::fmt::Debug;

use serde::{Serialize, de::DeserializeOwned};

use crate::briefing::{Section, Variant};
use crate::{Dice, Halt, Outcome, Refusal, Roll, RuleId};

/// A data file that cannot be used. Printed as `FILE:LINE:COLUMN: what is wrong. What would be right.`
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}:{column}: {problem}")]
pub struct DataError {
    /// The file as the user named it, or its path below the assets folder.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// What is wrong and what would be right.
    pub problem: String,
}

impl DataError {
    /// A problem of the file as a whole.
    pub fn whole(file: impl Into<String>, problem: impl Into<String>) -> Self {
        Self { file: file.into(), line: 1, column: 1, problem: problem.into() }
    }
}

/// The rules of one game with its tables loaded. A value of this type is shared by everybody who plays; it never changes.
///
/// Methods take `&self` because the rules are code *and* data: map, tables and counters come from RON files.
pub trait Ruleset: Sized + Send + Sync + 'static {
    /// The name in files and on the command line: `block-by-block`.
    const ID: &'static str;
    /// The name on the title page.
    const TITLE: &'static str;

    /// Whether anything is hidden from either side in any position. Without secrets every [`Ruleset::view`] is the position.
    const SECRETS: bool = true;

    /// Fields with which scenarios said one by one which sets of rulings are *not* in force, in the order in which the sets came. Only
    /// saved games of formats that do not number the sets have them.
    const SWITCHES: &'static [&'static str] = &[];

    /// Any arrangement that [`Ruleset::begin`] may turn into a position.
    type Scenario: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// A checked position: small, flat and cheap to clone. What serde writes of it can be read back: a seat at another machine
    /// is sent its view.
    type State: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// A player's side.
    type Side: Copy + Debug + Eq + Serialize + DeserializeOwned + Send + Sync;
    /// A player's decision, complete in itself.
    type Command: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// Something that happened.
    type Event: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;

    /// Reads the tables. `read` gives the text of a file below the assets folder; the rules never touch the disk themselves.
    ///
    /// # Errors
    /// The first file that cannot be read or is wrong.
    fn load(read: &dyn Fn(&str) -> Result<String, DataError>) -> Result<Self, DataError>;

    /// The title of a scenario.
    fn title(scenario: &Self::Scenario) -> &str;

    /// What the players of a scenario should know: forces, where they stand, what decides. Nothing in it may be a
    /// secret of one side.
    fn briefing(&self, _scenario: &Self::Scenario) -> Vec<Section> {
        Vec::new()
    }

    /// What the players may agree on before a game of this scenario, with what it has chosen.
    fn variants(&self, _scenario: &Self::Scenario) -> Vec<Variant> {
        Vec::new()
    }

    /// Makes another choice: `choice` counts [`Variant::choices`]. A variant that does not exist changes nothing.
    fn vary(&self, _scenario: &mut Self::Scenario, _variant: &str, _choice: usize) {}

    /// Both sides, in the order of the rulebook.
    fn sides(&self) -> &'static [Self::Side];

    /// A side's name as players say it.
    fn side_name(side: Self::Side) -> &'static str;

    /// Prepares a scenario that was read from a saved game of a format that does not number rulings: as many sets of [`crate::Rulings`]
    /// are in force as its [`Ruleset::SWITCHES`] tell, unless it says a number itself. By default nothing.
    fn as_saved(_scenario: &mut Self::Scenario, _sets: u8) {}

    /// Turns an arrangement into a checked position.
    ///
    /// # Errors
    /// What is wrong with the arrangement, as a refusal; or a roll that is needed.
    fn begin(&self, scenario: &Self::Scenario, dice: &mut dyn Dice) -> Result<Self::State, Halt>;

    /// Who decides next; `None` when the game is over.
    fn to_act(&self, state: &Self::State) -> Option<Self::Side>;

    /// Who gives a legal command: the side that decides next, unless the rules let the other side come in between. Nobody else
    /// may choose it for him.
    fn giver(&self, state: &Self::State, _command: &Self::Command) -> Option<Self::Side> {
        self.to_act(state)
    }

    /// Whether a legal command can do nothing to the enemy whatever the dice show, and may be repeated for ever: what a
    /// player without a person must not choose again and again.
    fn futile(&self, _state: &Self::State, _command: &Self::Command) -> bool {
        false
    }

    /// Whether a command is legal, without rolling anything.
    ///
    /// # Errors
    /// The refusal, with its rule.
    fn check(&self, state: &Self::State, command: &Self::Command) -> Result<(), Refusal>;

    /// Carries a command out. Events are added to `events`.
    ///
    /// # Errors
    /// A refusal or a needed roll; `state` and `events` are then untouched.
    fn apply(
        &self,
        state: &mut Self::State,
        command: &Self::Command,
        dice: &mut dyn Dice,
        events: &mut Vec<Self::Event>,
    ) -> Result<(), Halt>;

    /// Adds every legal command to `options` and returns `true`, or adds a fair, non-empty sample and returns `false`.
    fn options(&self, state: &Self::State, options: &mut Vec<Self::Command>) -> bool;

    /// The position with what `side` may not know taken out.
    fn view(&self, state: &Self::State, side: Self::Side) -> Self::State;

    /// The position as both sides know it.
    fn known_to_all(&self, state: &Self::State) -> Self::State {
        self.sides().iter().fold(state.clone(), |known, side| self.view(&known, *side))
    }

    /// What `side` notices of an event, which led to `state`.
    fn seen(&self, event: &Self::Event, state: &Self::State, side: Self::Side) -> Option<Self::Event>;

    /// Which of the dice that a command rolled `side` may know of, one answer for each. By default all of them. What a side
    /// decides may make the game roll for what is hidden from it.
    fn dice_known_to(
        &self,
        _before: &Self::State,
        _command: &Self::Command,
        rolls: &[Roll],
        _side: Self::Side,
    ) -> Vec<bool> {
        vec![true; rolls.len()]
    }

    /// The result, once the game is over.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Turn and phase in words, for `referee show` and the window's title: `Turn 2 of 5, US/ARVN movement`.
    fn moment(&self, state: &Self::State) -> (u32, String);

    /// The question the player to act is asked, in one sentence.
    fn question(&self, state: &Self::State) -> String;

    /// The rule that the question comes from, for a player who does not know what to answer.
    fn question_rule(&self, state: &Self::State) -> RuleId;

    /// An event as a sentence of the log.
    fn tell(&self, event: &Self::Event) -> String;

    /// An event as a sentence of the log for somebody who knows this position: with names where [`Self::tell`], which
    /// knows none, has numbers. By default the same sentence.
    fn tell_to(&self, event: &Self::Event, _known: &Self::State) -> String {
        self.tell(event)
    }

    /// Whether an event only says that something else is begun or done with: a turn, a step, somebody's phase. It is a heading of the
    /// log and nothing that happened.
    fn is_heading(&self, _event: &Self::Event) -> bool {
        false
    }

    /// The dice that an event speaks of, as they fell: a log shows them with its sentence.
    fn dice_of(&self, _event: &Self::Event) -> Vec<u8> {
        Vec::new()
    }

    /// What came of a command, in a few words that leave the dice out, so that different dice with the same result are
    /// summed up alike: what odds are told in. By default the events one after another.
    fn sum_up(&self, _before: &Self::State, _after: &Self::State, events: &[Self::Event]) -> String {
        let told: Vec<String> = events.iter().map(|event| self.tell(event)).collect();
        told.join(" ")
    }

    /// A command as a short sentence: `A/1/1 and B/1/1 assault N1-1.`
    fn phrase(&self, state: &Self::State, command: &Self::Command) -> String;

    /// Whether those who notice only these of an order's events may read its words, and those of its dice that they may know of. By
    /// default if they notice all of them. Where that would tell whether something happened unseen, a ruleset says otherwise.
    fn words_are_told(&self, _command: &Self::Command, events: &[Self::Event], noticed: &[Self::Event]) -> bool {
        noticed == events
    }

    /// A command as the log has it for those who did not give it and are told its words. Where an order says
    /// more than can be noticed, such as whom a shot that missed was meant for, this leaves it out. `None` where they
    /// may not know of it: then its dice are not told either.
    fn phrase_to_others(&self, state: &Self::State, command: &Self::Command) -> Option<String> {
        Some(self.phrase(state, command))
    }

    /// The position in plain text.
    fn show(&self, state: &Self::State) -> String;

    /// What must hold in every position, checked from scratch; the sentence says what does not.
    ///
    /// # Errors
    /// The first invariant that is broken.
    fn audit(&self, state: &Self::State) -> Result<(), String>;

    /// A position that differs from `state` only in what `side` may not know, if there is any such thing: the
    /// conformance suite asserts that `side` cannot tell the two apart.
    fn disguised(&self, _state: &Self::State, _side: Self::Side, _seed: u64) -> Option<Self::State> {
        None
    }
}

/// Carries a command out on a copy of the position, so that one that stops leaves position and events as they were.
///
/// # Errors
/// What stopped it.
pub fn on_a_copy<S: Clone, E>(
    state: &mut S,
    events: &mut Vec<E>,
    carry_out: impl FnOnce(&mut S, &mut Vec<E>) -> Result<(), Halt>,
) -> Result<(), Halt> {
    let (mut next, said) = (state.clone(), events.len());
    let done = carry_out(&mut next, events);
    if done.is_ok() {
        *state = next;
    } else {
        events.truncate(said);
    }
    done
}
