//! What a ruleset says about itself, so that it can be played beside a real table.

use tabletop::{Dice, Halt};
use teacher::Teaching;

use super::{Action, Card, ClockLine, LiveQuestion, Look, OrderLine, Points, Preview, Question, Seen, Told};
use crate::holding::InAdvance;

/// A command carried out as far as the dice went.
#[derive(Clone, Debug)]
pub struct PartWay<S, E> {
    /// The position as far as it came.
    pub state: S,
    /// What has happened so far.
    pub events: Vec<E>,
    /// Whose each die was, in the order in which they were asked for; the last is the one it stopped at, if it did.
    pub dice: Vec<Whose>,
    /// Why it did not go on; none if it is done.
    pub halt: Option<Halt>,
}

/// Whose die it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Whose {
    /// The name, or nothing if it is nobody's in particular.
    pub name: String,
    /// The side whose secret this is, by its place in the rulebook; none if everybody may see it.
    pub secret: Option<usize>,
    /// Whether others that follow may be secret, so that nobody is told how many there are.
    pub alone: bool,
    /// The side that throws it, by its place in the rulebook; none if that is nobody's.
    pub side: Option<usize>,
    /// Whether it draws a lot: no set of dice has such a one, and the program draws it.
    pub lot: bool,
    /// What counts where several are thrown together and it makes no difference which of them shows what, the most telling first;
    /// nothing if each has to be said.
    pub counts: Vec<Count>,
}

/// Faces of a die that come to the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// The lowest of them.
    pub least: u8,
    /// The highest of them.
    pub most: u8,
}

impl Count {
    /// As players ask for them: `sixes`, `fives and sixes`.
    pub fn words(self) -> String {
        const FACES: [&str; 7] = ["", "ones", "twos", "threes", "fours", "fives", "sixes"];
        let word = |face: u8| FACES.get(usize::from(face)).copied().unwrap_or_default();
        match self.most.saturating_sub(self.least) {
            0 => word(self.least).to_owned(),
            1 => format!("{} and {}", word(self.least), word(self.most)),
            _ => format!("{} to {}", word(self.least), word(self.most)),
        }
    }
}

/// A ruleset that can be played beside a real table. Everything in here is told from positions, nothing is decided.
pub trait Companion: Teaching {
    /// Carries a command out as far as the dice go.
    fn part_way(
        &self,
        state: &Self::State,
        command: &Self::Command,
        dice: &mut dyn Dice,
    ) -> PartWay<Self::State, Self::Event>;

    /// Sets a game up as far as the dice go.
    ///
    /// # Errors
    /// What is wrong with the scenario.
    fn opening(
        &self,
        scenario: &Self::Scenario,
        dice: &mut dyn Dice,
    ) -> Result<PartWay<Self::State, Self::Event>, tabletop::Refusal>;

    /// Whether an order that led from one position to another is its own side's business: the other side does not hear of it.
    fn is_private(&self, before: &Self::State, after: &Self::State, command: &Self::Command) -> bool;

    /// Whether what acts now may be known to its own side only. It hangs on what the other side knows, so that it does not tell
    /// whether somebody hidden is left.
    fn acts_in_secret(&self, state: &Self::State) -> bool;

    /// What a player may do, told from what he may see: `shown` is the position as the reader knows it, `private` says
    /// that he is the side to act and alone in front of the screen; `selected` is whom he looks at. Everything listed is legal or wants facts.
    fn actions(&self, shown: &Self::State, private: bool, selected: Option<u8>) -> Vec<Action<Self::Command>>;

    /// The questions of a form that the rules keep themselves.
    fn live(&self, _shown: &Self::State, _command: &Self::Command) -> Vec<LiveQuestion<Self::Command>> {
        Vec::new()
    }

    /// The order by which a side lets the enemy go on unanswered, if that is what it is asked now.
    fn holds_fire(&self, _shown: &Self::State) -> Option<Self::Command> {
        None
    }

    /// Who of a side, by its place in the rulebook, may fire at what the enemy does, told from what everybody knows; none if this
    /// ruleset asks nobody.
    fn in_advance(&self, _known: &Self::State, _side: usize) -> Option<InAdvance> {
        None
    }

    /// What the computer has to be told of the table before it decides for a side, by its place in the rulebook, from what was told
    /// already and what everybody knows, so that no question tells more. Nothing where it plays no side.
    fn looks(&self, _known: &Self::State, _side: usize, _told: &Told) -> Vec<(Look, Question)> {
        Vec::new()
    }

    /// What an answer to the question for something says.
    fn seen_as(&self, _known: &Self::State, _look: Look, _answer: i32) -> Option<Seen> {
        None
    }

    /// Whether an order that led to a position makes it necessary to look again.
    fn spoils(&self, _state: &Self::State, _command: &Self::Command, _look: Look) -> bool {
        false
    }

    /// Whether what is decided now is no decision, but a fact of the table: anybody there may say it.
    fn is_fact(&self, _known: &Self::State) -> bool {
        false
    }

    /// Whether the order that led here is a move that somebody stopped on the table.
    fn stopped(&self, _known: &Self::State, _command: &Self::Command) -> bool {
        false
    }

    /// An event in words, with names where the position has them.
    fn tell_in(&self, _shown: &Self::State, event: &Self::Event) -> String {
        self.tell(event)
    }

    /// What lies under the markers of the side that looks, each as its name and what that is; nothing that it may not know.
    fn under_markers(&self, _shown: &Self::State) -> Vec<(String, String)> {
        Vec::new()
    }

    /// What a command would do, before it is done.
    fn preview(&self, shown: &Self::State, command: &Self::Command) -> Option<Preview>;

    /// Who acts, in large letters.
    fn actor(&self, shown: &Self::State) -> Option<(usize, String)>;

    /// The order and what it is called.
    fn order(&self, shown: &Self::State) -> (&'static str, Vec<OrderLine>);

    /// Everybody with his markers.
    fn cards(&self, shown: &Self::State) -> Vec<Card>;

    /// Support that is at hand or on its way.
    fn clock(&self, shown: &Self::State) -> Vec<ClockLine>;

    /// The points as they stand.
    fn points(&self, shown: &Self::State) -> Points;

    /// What everybody notices of an event.
    fn noticed_by_all(&self, event: &Self::Event, state: &Self::State) -> Option<Self::Event> {
        self.sides().iter().try_fold(event.clone(), |event, side| self.seen(&event, state, *side))
    }

    /// The position as a reader knows it: one of the sides, or everybody.
    fn shown_to(&self, state: &Self::State, reader: Option<usize>) -> Self::State {
        match reader.and_then(|place| self.sides().get(place)) {
            Some(side) => self.view(state, *side),
            None => self.known_to_all(state),
        }
    }

    /// What a reader notices of an event: one of the sides, or everybody.
    fn noticed_by(&self, event: &Self::Event, state: &Self::State, reader: Option<usize>) -> Option<Self::Event> {
        match reader.and_then(|place| self.sides().get(place)) {
            Some(side) => self.seen(event, state, *side),
            None => self.noticed_by_all(event, state),
        }
    }
}
