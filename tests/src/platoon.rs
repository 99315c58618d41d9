//! Fixtures for the tests of 20mm Platoon: small tables, commands, and dice that are told beforehand.

use std::sync::OnceLock;

use platoon::scenario::SquadSetup;
use platoon::state::{Mission, Options, Pattern, Support};
use platoon::{Command, Event, Leg, Mode, Platoon, Scenario, Side, SquadId, State, Target};
use table::{Board, Point};
use tabletop::dice::{Seeded, Tape};
use tabletop::{Dice, Halt, Refusal, Ruleset, parse_ron};

/// The rules with the tables of the project.
pub fn rules() -> &'static Platoon {
    static RULES: OnceLock<Platoon> = OnceLock::new();
    RULES.get_or_init(|| crate::library().load().unwrap_or_else(|e| panic!("{e}")))
}

/// A squad as a scenario writes it.
#[track_caller]
pub fn squad(text: &str) -> SquadSetup {
    parse_ron("squad", text).unwrap_or_else(|e| panic!("{e}"))
}

/// A scenario of these squads and markers on this table; an empty table is a real one.
#[track_caller]
pub fn scenario<T: AsRef<str>>(rows: &[T], squads: &[&str], markers: &[&str]) -> Scenario {
    let rows: Vec<&str> = rows.iter().map(AsRef::as_ref).collect();
    let table = (!rows.is_empty()).then(|| Board::new(&rows, &[]).unwrap_or_else(|e| panic!("{e}")));
    let markers = markers.iter().map(|text| parse_ron("marker", text).unwrap_or_else(|e| panic!("{e}"))).collect();
    Scenario {
        title: "Test".into(),
        summary: "Test".into(),
        background: String::new(),
        turns: 4,
        options: Options::default(),
        table,
        squads: squads.iter().map(|text| squad(text)).collect(),
        markers,
    }
}

/// What squad 1 was granted: two salvos or attacks, the first of them in turn 1, with three dice of drift.
pub fn mission(support: Support, target: Point) -> Mission {
    Mission {
        squad: Some(SquadId(1)),
        side: Side::Allied,
        support,
        target,
        pattern: Pattern::Box,
        due: 1,
        left: 2,
        dice: 3,
        arrived: false,
        fired: 0,
        path: None,
        gunship: false,
    }
}

/// An open table of this size.
pub fn open(width: usize, depth: usize) -> Vec<String> {
    vec![".".repeat(width); depth]
}

/// A game of these squads and markers on open ground, begun with these activation dice.
#[track_caller]
pub fn game(squads: &[&str], markers: &[&str], dice: &[u8]) -> Field {
    Field::begin(&scenario(&open(40, 12), squads, markers), dice)
}

/// What [`scenario`] is given beside a real table.
pub const BESIDE: [&str; 0] = [];

/// A game under test.
pub struct Field {
    /// The position.
    pub state: State,
    /// What has happened since the beginning.
    pub events: Vec<Event>,
}

impl Field {
    /// Begins with these activation dice and no others.
    #[track_caller]
    pub fn begin(scenario: &Scenario, dice: &[u8]) -> Self {
        let mut tape = Tape::new(dice);
        let mut state = rules().begin(scenario, &mut tape).unwrap_or_else(|halt| panic!("{halt}"));
        everybody_stands(&mut state, &mut tape);
        assert_eq!(tape.left(), 0, "dice left after the beginning");
        rules().audit(&state).unwrap_or_else(|e| panic!("{e}"));
        nobody_interrupts(&mut state);
        Self { state, events: Vec::new() }
    }

    /// Begins with any dice.
    #[track_caller]
    pub fn seeded(scenario: &Scenario, seed: u64) -> Self {
        let mut dice = Seeded::new(seed);
        let mut state = rules().begin(scenario, &mut dice).unwrap_or_else(|halt| panic!("{halt}"));
        everybody_stands(&mut state, &mut dice);
        nobody_interrupts(&mut state);
        Self { state, events: Vec::new() }
    }

    /// Plays a command with exactly these dice, and gives its events. Nobody answers it, unless it was a part of a move: where
    /// the test is about answers, [`Field::ask`].
    #[track_caller]
    pub fn play(&mut self, command: Command, dice: &[u8]) -> Vec<Event> {
        let stays = is_answered_by_hand(&self.state, &command);
        let events = self.ask(command, dice);
        if !stays {
            nobody_interrupts(&mut self.state);
        }
        events
    }

    /// Plays a command with exactly these dice, and gives its events; the side that may answer it is asked.
    #[track_caller]
    pub fn ask(&mut self, command: Command, dice: &[u8]) -> Vec<Event> {
        let mut tape = Tape::new(dice);
        let mut events = Vec::new();
        match rules().apply(&mut self.state, &command, &mut tape, &mut events) {
            Ok(()) => {}
            Err(Halt::NeedsRoll(need)) => panic!("{command:?} needs a die more: {} of {}", need.purpose, need.rule),
            Err(Halt::Refused(refusal)) => panic!("{command:?} is refused: {refusal}"),
        }
        assert_eq!(tape.left(), 0, "{command:?} leaves dice: {events:?}");
        rules().audit(&self.state).unwrap_or_else(|e| panic!("{e}"));
        self.events.extend(events.iter().cloned());
        events
    }

    /// Plays a command with dice of a seed, and goes on as [`Field::play`].
    #[track_caller]
    pub fn any(&mut self, command: Command, seed: u64) -> Vec<Event> {
        let stays = is_answered_by_hand(&self.state, &command);
        let mut events = Vec::new();
        rules()
            .apply(&mut self.state, &command, &mut Seeded::new(seed), &mut events)
            .unwrap_or_else(|halt| panic!("{command:?}: {halt}"));
        if !stays {
            nobody_interrupts(&mut self.state);
        }
        events
    }

    #[track_caller]
    pub fn refused(&self, command: Command) -> Refusal {
        match rules().check(&self.state, &command) {
            Err(refusal) => refusal,
            Ok(()) => panic!("{command:?} is legal"),
        }
    }

    #[track_caller]
    pub fn squad(&self, id: u8) -> &platoon::state::Squad {
        self.state.squad(SquadId(id)).unwrap_or_else(|| panic!("there is no squad {id}"))
    }

    /// Finishes squads until this one acts.
    #[track_caller]
    pub fn until(&mut self, id: u8) {
        while self.state.active.squad != SquadId(id) {
            let command =
                if matches!(self.state.phase, platoon::Phase::Active(_)) { Command::Done } else { Command::Pass };
            self.play(command, &[]);
        }
    }
}

/// Whether the test itself says who answers a command: one that is an answer, or a part of a move.
fn is_answered_by_hand(state: &State, command: &Command) -> bool {
    let moves = matches!(command, Command::Step { .. } | Command::Fly { .. } | Command::Dismount { .. });
    moves || !matches!(state.phase, platoon::Phase::Active(_))
}

/// Beside a real table every squad stands where the scenario has it.
fn everybody_stands(state: &mut State, dice: &mut dyn Dice) {
    while let platoon::Phase::Ground(side) = state.phase {
        let own = |id: &&SquadId| state.squad(**id).is_some_and(|s| s.side == side);
        let hides = |id: &&SquadId| own(id) && state.hides(**id);
        let next = state.unplaced.iter().find(hides).or_else(|| state.unplaced.iter().find(own));
        let squad = *next.unwrap_or_else(|| panic!("nobody is left to stand"));
        let ground = state.squad(squad).map_or(table::Terrain::Open, |s| s.ground);
        rules()
            .apply(state, &Command::Stand { squad, ground }, dice, &mut Vec::new())
            .unwrap_or_else(|halt| panic!("{halt}"));
    }
}

/// Passes for whom is asked to interrupt, so that the acting squad goes on.
fn nobody_interrupts(state: &mut State) {
    while matches!(state.phase, platoon::Phase::Interrupt(_)) {
        rules()
            .apply(state, &Command::Pass, &mut Tape::new([]), &mut Vec::new())
            .unwrap_or_else(|halt| panic!("nobody interrupts: {halt}"));
    }
}

/// A squad moves in a mode.
pub fn march(id: u8, mode: Mode) -> Command {
    Command::March { squad: SquadId(id), mode: Some(mode) }
}

/// A squad goes to a point in hundredths of an inch.
pub fn step(id: u8, x: i32, y: i32) -> Command {
    Command::Step { squad: SquadId(id), leg: Leg::To(Point::new(x, y)) }
}

/// A squad fires at another.
pub fn fire(id: u8, target: u8) -> Command {
    Command::Fire { squad: SquadId(id), target: Target::Squad(SquadId(target)), facts: None }
}

/// Figures of a squad by their numbers, from 1.
pub fn figures<const COUNT: usize>(numbers: [usize; COUNT]) -> platoon::Figures {
    numbers.into_iter().map(|number| number - 1).collect()
}
