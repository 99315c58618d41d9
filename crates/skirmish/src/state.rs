//! A position: whose turn it is, what every figure is at, what lies on the table.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use table::{Board, Heading, Point};

use crate::companion::Beside;
use crate::event::Who;
use crate::figure::{Figure, FigureId, Side, Standing, Weapon};
use crate::scenario::{Edge, Goal, Hiding, Rulings};

/// What does not change during a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    pub title: String,
    /// The table; beside a real one a bare inch on which nobody stands.
    pub board: Board,
    /// Whether the game is played beside a real table. Rule S-companion.
    pub beside: bool,
    /// The rulings the game is played by.
    pub rulings: Rulings,
    /// How figures are hidden.
    pub hiding: Hiding,
    /// How far one sees in the open, in hundredths of an inch.
    pub sight: i32,
    /// Turns of each side.
    pub turns: u8,
    pub first: Side,
    /// Figures' names.
    pub names: Vec<String>,
    /// Figures' kinds.
    pub kinds: Vec<String>,
    /// Both sides' edges.
    pub edges: [Edge; 2],
    /// Both sides' goals.
    pub goals: [Vec<Goal>; 2],
}

/// A place: a point of the computer's table, or one that only the players see, on theirs. Rule S-companion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Spot {
    /// A point of the computer's table.
    At(Point),
    /// Somewhere on the players' own table.
    OnYourTable,
}

impl Spot {
    /// The point, on the computer's table.
    pub const fn point(self) -> Option<Point> {
        match self {
            Self::At(point) => Some(point),
            Self::OnYourTable => None,
        }
    }
}

impl From<Option<Point>> for Spot {
    fn from(point: Option<Point>) -> Self {
        point.map_or(Self::OnYourTable, Self::At)
    }
}

/// A step of a player's turn. Ruling S-R01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Step {
    /// Off-table fire.
    Support,
    /// Figures spend their phases, one after another.
    Figures,
    Over,
}

/// A die has suppressed; its counters wait for a figure. Ruling S-R04.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pending {
    pub firer: FigureId,
    pub weapon: Weapon,
    pub counters: u8,
}

/// Off-table fire.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Support {
    /// Turns in which it can still fire.
    pub turns: u8,
    /// Rounds in one turn.
    pub rounds: u8,
    /// Whether it is ranged in with smoke.
    pub spotting: bool,
    /// Rounds fired in this turn.
    pub fired: u8,
    /// Where the last of them landed.
    pub last: Option<Spot>,
    /// Where the spotting round lies.
    pub smoke: Option<Spot>,
    /// Whether it came down in this turn.
    pub fresh: bool,
}

/// Where smoke lies: around a point of the computer's table, or on the players' own, under a number they can write beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lies {
    /// Around a point.
    At(Point),
    /// Under a number, from 1.
    Numbered(u8),
}

/// Smoke that blocks sight. Rule S-smoke.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Smoke {
    /// Where its middle is.
    pub lies: Lies,
    /// Its radius in hundredths of an inch.
    pub radius: i32,
    /// Who made it.
    pub side: Side,
    /// How many ends of that side's turns it still lasts.
    pub ends: u8,
}

impl Smoke {
    /// Its middle, on the computer's table.
    pub const fn at(&self) -> Option<Point> {
        match self.lies {
            Lies::At(at) => Some(at),
            Lies::Numbered(_) => None,
        }
    }
}

/// An anti-personnel mine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mine {
    pub side: Side,
    pub at: Point,
}

/// A Claymore that has been placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claymore {
    /// Its number, which it keeps.
    pub number: u8,
    pub side: Side,
    /// Where it is and where it points, on the computer's table.
    pub laid: Option<(Point, Heading)>,
}

/// A figure that has fallen or left the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Gone {
    pub figure: FigureId,
    /// Where it was last, on the computer's table; its own side's secret.
    pub at: Option<Point>,
    /// The edge it has left by, on the computer's table.
    pub by: Option<Edge>,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    #[serde(with = "tabletop::shared")]
    pub(crate) setting: Arc<Setting>,
    pub(crate) turn: u8,
    pub(crate) side: Side,
    pub(crate) step: Step,
    pub(crate) figures: Vec<Figure>,
    pub(crate) active: Option<FigureId>,
    pub(crate) pending: Option<Pending>,
    pub(crate) support: [Support; 2],
    pub(crate) smokes: Vec<Smoke>,
    pub(crate) mines: Vec<Mine>,
    pub(crate) claymores: Vec<Claymore>,
    pub(crate) spotters: Vec<(FigureId, FigureId)>,
    /// Who of the side to act has fired in this turn, and where. Ruling S-R23.
    pub(crate) shots: Vec<(FigureId, Spot)>,
    /// Who has fallen or left the table.
    pub(crate) gone: Vec<Gone>,
    pub(crate) beside: Beside,
}

impl State {
    /// What does not change.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The table.
    pub fn board(&self) -> &Board {
        &self.setting.board
    }

    /// The turn, from 1.
    pub fn turn(&self) -> u8 {
        self.turn
    }

    /// Whose turn it is.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The side that decides: whose turn it is, or the one that is asked beside a real table.
    pub(crate) fn decides(&self) -> Side {
        self.beside.measuring.map_or(self.side, |(asked, _)| asked)
    }

    /// The step of it.
    pub fn step(&self) -> Step {
        self.step
    }

    /// The figure that is spending its phases.
    pub fn active(&self) -> Option<FigureId> {
        self.active
    }

    /// Counters that wait for a target.
    pub fn pending(&self) -> Option<Pending> {
        self.pending
    }

    /// A side's off-table fire.
    pub fn support(&self, side: Side) -> &Support {
        &self.support[side as usize]
    }

    /// The smoke on the table.
    pub fn smokes(&self) -> &[Smoke] {
        &self.smokes
    }

    /// The mines that have not gone off.
    pub fn mines(&self) -> &[Mine] {
        &self.mines
    }

    /// The Claymores that have not been fired.
    pub fn claymores(&self) -> &[Claymore] {
        &self.claymores
    }

    pub(crate) fn claymore(&self, side: Side, number: u8) -> Option<&Claymore> {
        self.claymores.iter().find(|claymore| (claymore.side, claymore.number) == (side, number))
    }

    /// A figure of the scenario.
    pub fn figure(&self, id: FigureId) -> Option<&Figure> {
        self.figures.get(id.index())
    }

    /// All figures with their numbers.
    pub fn figures(&self) -> impl Iterator<Item = (FigureId, &Figure)> {
        (0..).map(FigureId).zip(&self.figures)
    }

    /// The figures of a side.
    pub fn of(&self, side: Side) -> impl Iterator<Item = (FigureId, &Figure)> {
        self.figures().filter(move |(_, f)| f.side == side)
    }

    /// The figures on the table whose place is known here, with it.
    pub fn placed(&self) -> impl Iterator<Item = (FigureId, &Figure, Point)> {
        self.figures().filter_map(|(id, f)| f.place().map(|at| (id, f, at)))
    }

    /// Where a figure is, on foot or in a vehicle, if that is known here.
    pub fn whereabouts(&self, id: FigureId) -> Option<Point> {
        let figure = self.figure(id)?;
        match figure.standing {
            Standing::Aboard(vehicle) => self.figure(vehicle)?.place(),
            _ => figure.place(),
        }
    }

    /// What is kept of a figure that has fallen or left the table.
    pub(crate) fn gone(&self, id: FigureId) -> Option<&Gone> {
        self.gone.iter().find(|gone| gone.figure == id)
    }

    /// Whether a figure of a side has a radio, on the table or riding. Rule S-support.
    pub(crate) fn carries_radio(&self, side: Side) -> bool {
        self.of(side).any(|(_, f)| f.kit.radio && f.in_play())
    }

    /// The figure with this name.
    pub fn named(&self, name: &str) -> Option<FigureId> {
        (0..).map(FigureId).zip(&self.setting.names).find(|(_, its)| *its == name).map(|(id, _)| id)
    }

    /// Whether two places are as near to each other as a deed wants them. Beside a real table that is said with the deed. Ruling
    /// S-R42.
    pub(crate) fn is_near(&self, one: Option<Point>, other: Option<Point>, reach: i32) -> bool {
        self.is_beside() || one.zip(other).is_some_and(|(one, other)| one.within(other, reach))
    }

    /// A figure's name.
    pub fn name(&self, id: FigureId) -> &str {
        self.setting.names.get(id.index()).map_or("nobody", String::as_str)
    }

    /// A figure with its name, for events.
    pub fn who(&self, id: FigureId) -> Who {
        Who { id, name: self.name(id).to_owned() }
    }

    /// Who is in a vehicle.
    pub fn passengers(&self, vehicle: FigureId) -> impl Iterator<Item = FigureId> {
        self.figures().filter(move |(_, f)| f.standing == Standing::Aboard(vehicle)).map(|(id, _)| id)
    }

    pub(crate) fn own(&mut self, id: FigureId) -> &mut Figure {
        &mut self.figures[id.index()]
    }
}
