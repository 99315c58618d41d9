//! Fixtures for the tests of Search & Destroy: positions from a few lines of scenario, and dice that are told beforehand.

use std::sync::OnceLock;

use search_and_destroy::command::{Command, Rate, Shot};
use search_and_destroy::event::Modifier;
use search_and_destroy::state::{Step, Unit};
use search_and_destroy::{Event, Hex, Scenario, SearchAndDestroy, UnitId};
use tabletop::Halt;
use tabletop::files::parse_ron;

use crate::{Position, Tested};

/// The rules with the tables of the project.
pub fn rules() -> &'static SearchAndDestroy {
    static RULES: OnceLock<SearchAndDestroy> = OnceLock::new();
    RULES.get_or_init(|| crate::library().load().unwrap_or_else(|e| panic!("{e}")))
}

#[track_caller]
pub fn hex(name: &str) -> Hex {
    Hex::named(name).unwrap_or_else(|| panic!("there is no hex {name}"))
}

/// The counter with this number: they have those of the list in the scenario.
pub fn id(number: u8) -> UnitId {
    UnitId(number)
}

/// A unit at its ordinary strength.
pub fn shot(number: u8) -> Shot {
    Shot { unit: id(number), rate: Rate::Normal }
}

/// A unit at the increased rate.
pub fn doubled(number: u8) -> Shot {
    Shot { unit: id(number), rate: Rate::Increased }
}

/// Half of a boat.
pub fn half(number: u8) -> Shot {
    Shot { unit: id(number), rate: Rate::Split }
}

/// A unit moves along these hexes.
#[track_caller]
pub fn march(number: u8, path: &[&str]) -> Command {
    Command::Move { unit: id(number), path: path.iter().map(|h| hex(h)).collect() }
}

/// Units fire at one.
pub fn fire(shots: &[Shot], target: u8) -> Command {
    Command::Fire { shots: shots.to_vec(), target: id(target) }
}

/// Units close assault one.
pub fn assault(shots: &[Shot], target: u8) -> Command {
    Command::Assault { shots: shots.to_vec(), target: id(target) }
}

/// An antitank weapon is fired.
pub fn antitank(number: u8, target: u8) -> Command {
    Command::Antitank { unit: id(number), target: id(target) }
}

/// A unit probes.
#[track_caller]
pub fn probe(number: u8, at: &str) -> Command {
    Command::Probe { unit: id(number), at: hex(at) }
}

/// A unit searches.
#[track_caller]
pub fn search(number: u8, at: &str) -> Command {
    Command::Search { unit: id(number), at: hex(at) }
}

/// A unit retreats there.
#[track_caller]
pub fn retreat(to: &str) -> Command {
    Command::Retreat { to: hex(to) }
}

/// The column of the first attack among these events, and what changed its die.
#[track_caller]
pub fn attacked(events: &[Event]) -> (usize, Vec<Modifier>) {
    let found = events.iter().find_map(|e| match e {
        Event::Attacked { column, modifiers, .. } => Some((*column, modifiers.clone())),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("nobody attacked: {events:?}"))
}

/// A Basic Game with these parts of the rules and these counters, in this step.
#[track_caller]
pub fn basic(switches: &str, step: &str, units: &str, more: &str) -> Field {
    Field::set(&format!("level: Basic, also: [{switches}], step: Some({step}), units: [{units}], {more}"))
}

impl Tested for SearchAndDestroy {
    fn rules() -> &'static Self {
        rules()
    }
}

/// A position of Search & Destroy.
pub type Field = Position<SearchAndDestroy>;

impl Field {
    /// A position from the fields of a scenario; title, summary and six turns are added.
    #[track_caller]
    pub fn set(fields: &str) -> Self {
        Self::arrange(fields, &[]).unwrap_or_else(|halt| panic!("{halt:?}"))
    }

    /// As [`Field::set`], with dice for the set-up.
    ///
    /// # Errors
    /// What the rules say against the arrangement.
    #[track_caller]
    pub fn arrange(fields: &str, dice: &[u8]) -> Result<Self, Halt> {
        let turns = if fields.contains("turns:") { "" } else { "turns: 6," };
        let text = format!("(title: \"Test\", summary: \"Test\", {turns} {fields})");
        let scenario: Scenario = parse_ron("scenario", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        Self::begin(&scenario, dice)
    }

    /// Ends the step.
    #[track_caller]
    pub fn done(&mut self) -> Vec<Event> {
        self.play(Command::Done)
    }

    /// Ends steps until this one of this turn.
    #[track_caller]
    pub fn until(&mut self, turn: u8, step: Step) {
        for _ in 0..60 {
            if (self.state.turn(), self.state.step()) == (turn, step) {
                return;
            }
            self.done();
        }
        panic!("{step:?} of turn {turn} never came");
    }

    /// A counter.
    #[track_caller]
    pub fn unit(&self, number: u8) -> &Unit {
        self.state.unit(id(number)).unwrap_or_else(|| panic!("there is no counter {number}"))
    }

    /// Asserts where a counter stands.
    #[track_caller]
    pub fn stands(&self, number: u8, at: &str) {
        assert_eq!(self.unit(number).hex(), Some(hex(at)), "counter {number}");
    }

    /// Asserts that a counter is off the map.
    #[track_caller]
    pub fn is_gone(&self, number: u8) {
        assert_eq!(self.unit(number).eye(), None, "counter {number}");
    }

    /// Points of both sides.
    pub fn points(&self) -> (i32, i32) {
        (self.state.score().us, self.state.score().nlf)
    }
}
