//! Fixtures for Vietnam Skirmish: positions from a few lines of scenario, and dice that are told beforehand.

use std::sync::OnceLock;

use skirmish::{Command, Event, Figure, FigureId, Scenario, Skirmish, Weapon, Work};
use table::{Heading, Point};
use tabletop::Halt;
use tabletop::files::parse_ron;

use crate::{Position, Tested, library};

/// The rules with the tables of the project.
pub fn skirmish_rules() -> &'static Skirmish {
    static RULES: OnceLock<Skirmish> = OnceLock::new();
    RULES.get_or_init(|| library().load().unwrap_or_else(|e| panic!("{e}")))
}

/// A point in hundredths of an inch.
pub fn at(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

/// The four directions.
pub const NORTH: Heading = Heading { dx: 0, dy: -1 };
/// To the right edge.
pub const EAST: Heading = Heading { dx: 1, dy: 0 };
/// To the near edge.
pub const SOUTH: Heading = Heading { dx: 0, dy: 1 };
/// To the left edge.
pub const WEST: Heading = Heading { dx: -1, dy: 0 };

impl Tested for Skirmish {
    const AT_ONCE: bool = true;

    fn rules() -> &'static Self {
        skirmish_rules()
    }
}

/// A position of Vietnam Skirmish.
pub type Field = Position<Skirmish>;

/// A figure of a kind at a point, as a scenario writes it.
pub fn a(kind: &str, name: &str, x: i32, y: i32) -> String {
    format!("name: \"{name}\", kind: \"{kind}\", at: ({x}, {y})")
}

/// Open ground with one cell of something.
pub fn with_cell(x: usize, y: usize, letter: &str) -> Vec<String> {
    let mut rows = open_ground();
    rows[y].replace_range(x..=x, letter);
    rows
}

/// A side of a scenario.
fn party<T: AsRef<str>>(edge: &str, figures: &[T], more: &str) -> String {
    let figures: Vec<String> = figures.iter().map(|f| format!("({})", f.as_ref())).collect();
    let goals = if more.contains("goals:") { "" } else { "goals: [Kill(points: 1)]," };
    format!("(edge: {edge}, figures: [{}], {goals} {more})", figures.join(", "))
}

/// An empty table, 40 inches by 20.
pub fn open_ground() -> Vec<String> {
    vec![".".repeat(40); 20]
}

impl Field {
    /// A position on open ground: figures as `name, kind, x, y` with more fields if wanted, sides apart by their lists.
    /// `more` are further fields of the scenario.
    #[track_caller]
    pub fn set<T: AsRef<str>, U: AsRef<str>>(us: &[T], vc: &[U], more: &str) -> Self {
        Self::on(&open_ground(), us, vc, "", "", more)
    }

    /// As [`Field::set`] on a table of one's own, with further fields of either side.
    #[track_caller]
    pub fn on<T: AsRef<str>, U: AsRef<str>>(
        rows: &[String],
        us: &[T],
        vc: &[U],
        for_us: &str,
        for_vc: &str,
        more: &str,
    ) -> Self {
        Self::arrange(rows, us, vc, for_us, for_vc, more, &[]).unwrap_or_else(|halt| panic!("{halt}"))
    }

    /// As [`Field::on`], with dice for what happens before the first decision.
    ///
    /// # Errors
    /// What the rules say against it.
    #[track_caller]
    pub fn arrange<T: AsRef<str>, U: AsRef<str>>(
        rows: &[String],
        us: &[T],
        vc: &[U],
        for_us: &str,
        for_vc: &str,
        more: &str,
        dice: &[u8],
    ) -> Result<Self, Halt> {
        let turns = if more.contains("turns:") { "" } else { "turns: 10," };
        let first = if more.contains("first:") { "" } else { "first: UsArvn," };
        let text = format!(
            "(title: \"Test\", summary: \"Test\", board: (rows: {rows:?}), {turns} {first} us_arvn: {}, vc_nva: {}, {more})",
            party("West", us, for_us),
            party("East", vc, for_vc),
        );
        let scenario: Scenario = parse_ron("scenario", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        Self::begin(&scenario, dice)
    }

    #[track_caller]
    pub fn id(&self, name: &str) -> FigureId {
        self.state.named(name).unwrap_or_else(|| panic!("there is no {name}"))
    }

    #[track_caller]
    pub fn figure(&self, name: &str) -> Figure {
        *self.state.figure(self.id(name)).unwrap()
    }

    #[track_caller]
    pub fn counters(&self, name: &str) -> u8 {
        self.figure(name).counters
    }

    /// Ends the turn of the side to act, with dice for noise, KIA checks and the like.
    #[track_caller]
    pub fn end_turn(&mut self, dice: &[u8]) -> Vec<Event> {
        self.dice(dice).play(Command::Done)
    }

    /// A figure moves and looks where it goes.
    #[track_caller]
    pub fn walk(&self, name: &str, x: i32, y: i32) -> Command {
        let from = self.figure(name).at.unwrap();
        Command::Move { figure: self.id(name), to: at(x, y), facing: Skirmish::facing(from, at(x, y)) }
    }

    /// A figure moves tactically.
    #[track_caller]
    pub fn sneak(&self, name: &str, x: i32, y: i32) -> Command {
        let from = self.figure(name).at.unwrap();
        Command::Sneak { figure: self.id(name), to: at(x, y), facing: Skirmish::facing(from, at(x, y)) }
    }

    /// A figure fires at an enemy.
    #[track_caller]
    pub fn fire_at(&self, name: &str, weapon: Weapon, target: &str) -> Command {
        Command::Fire { figure: self.id(name), weapon, at: Some(self.id(target)) }
    }

    /// A figure fires at the first enemy it can fire at, or at the first of all.
    #[track_caller]
    pub fn fire(&self, name: &str, weapon: Weapon) -> Command {
        let figure = self.id(name);
        let target = skirmish_rules().targets(&self.state, figure, weapon).into_iter().next();
        let first = || self.state.of(self.figure(name).side.enemy()).map(|(id, _)| id).next();
        Command::Fire { figure, weapon, at: target.or_else(first) }
    }

    /// A counter is placed.
    #[track_caller]
    pub fn suppress(&self, name: &str) -> Command {
        Command::Suppress { target: self.id(name) }
    }

    /// A figure prepares something.
    #[track_caller]
    pub fn prepare(&self, name: &str, work: Work) -> Command {
        Command::Prepare { figure: self.id(name), work }
    }
}
