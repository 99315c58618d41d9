//! A scenario: the table, who stands where, what each side can call for and what it is after.

use serde::{Deserialize, Serialize};
use table::{Board, Compass, Heading, INCH, Point};

use crate::figure::Side;

/// Which of the two printed systems of hiding is in use. Ruling S-R19.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hiding {
    /// Everybody is hidden: the enemy fires at what he heard, at what has fired and at what is very near.
    #[default]
    Standard,
    /// Figures stand on the table; those marked as hidden must be spotted before they are fired at.
    Alternate,
}

/// Which rulings a game is played by: games that were saved before the present ones go on by their own.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub enum Rulings {
    /// A scenario need not say: the present ones.
    #[default]
    Unsaid,
    /// Those of the first saved games.
    First,
    /// Those of the second ones: S-R12, S-R20, S-R21, S-R23, S-R29 and S-R31 as the rulebook has them.
    Second,
    /// Those of the third ones: beside a real table every distance is asked for as well. Ruling S-R42.
    Third,
    /// Those of the fourth ones: the KIA check goes by the counters at its beginning. Ruling S-R46.
    Fourth,
    /// Those of the fifth ones: S-R47 and S-R48 as the rulebook has them.
    Fifth,
    /// Those of the sixth ones: S-R04 as the rulebook has it.
    Sixth,
    /// Those of the seventh ones: what an umpire found is mended.
    Seventh,
    /// Those of the eighth ones: what the umpire found who came again is mended as well.
    Eighth,
    /// Those of the ninth ones: what was found when the umpire came a third time is mended as well.
    Ninth,
    /// Those of the tenth ones: what was found after that is mended as well.
    Tenth,
    /// The present ones: what was found since then is mended as well.
    Present,
}

impl Rulings {
    /// Whether the first ones are in force.
    pub const fn are_first(self) -> bool {
        matches!(self, Self::First)
    }

    /// Whether deeds that hang on a distance are given beside a real table without saying it, as in earlier saved games.
    pub const fn take_distances_for_granted(self) -> bool {
        matches!(self, Self::First | Self::Second)
    }

    /// Whether rulings S-R47 and S-R48 are not in force, nor what came with them: ranges are rounded up, and a figure that comes into
    /// sight does not tell from where.
    pub const fn are_before_the_fifth(self) -> bool {
        matches!(self, Self::First | Self::Second | Self::Third | Self::Fourth)
    }

    /// Whether who takes the counter is said after the die, and not at all where only one can take it, as in earlier saved games.
    /// Ruling S-R04.
    pub const fn choose_after_the_die(self) -> bool {
        self.are_before_the_fifth() || matches!(self, Self::Fifth)
    }

    /// Whether it goes as it did before an umpire read the rules beside the game: beside a real table an enemy who is not known
    /// may be said to be near a point; only the gunner looks for a mortar; those who get in, fall or leave take their noise along;
    /// leaving by one edge scores for all, and only the nearest one is tried; a correction may aim off the table, and a mortar
    /// ride while it is set up; half an inch and the length of a walk are rounded down.
    pub const fn are_before_the_umpire(self) -> bool {
        self.choose_after_the_die() || matches!(self, Self::Sixth)
    }

    /// Whether it goes as it did before the umpire came again: a figure that leaves makes no noise with its last move; a grenade is
    /// beyond the cover in any ground of the same kind, and one sees through another building of the same kind; a vehicle behind a
    /// figure covers it; an inch over an obstacle and of bad going is rounded down. Beside a real table a figure that was only seen
    /// stays so wherever it goes, a side whose radio nobody can take up still calls, and nobody says whom a vehicle that leaves
    /// runs over.
    pub const fn are_before_the_eighth(self) -> bool {
        self.are_before_the_umpire() || matches!(self, Self::Seventh)
    }

    /// Whether it goes as it did before the ninth ones. A vehicle does not run over a figure right before it as it starts; a
    /// corner of a building and a mine an inch off the way may be slipped past, and figures get in and out across deep water and
    /// past mines; cover and vehicles are as near as their middle. Who is seen is not heard by a listener; who has fired or is near
    /// is not spotted. Beside a real table the acting figure is taken for the one that has come into sight, noise of figures that
    /// are only seen need not be tested, they are forgotten as their turn begins, a gunner alone has a crew, and an enemy may be said
    /// to hear who is not there.
    pub const fn are_before_the_ninth(self) -> bool {
        self.are_before_the_eighth() || matches!(self, Self::Eighth)
    }

    /// Whether it goes as it did before the tenth ones. Passengers of a wreck are thrown across deep water as well as elsewhere, a
    /// figure that meets a mine stops on one that stands there, and one takes a radio that falls in the same KIA check. Beside a real
    /// table nobody says that a mine was met on the way into a vehicle, the noise of those is tested of whom nobody is left on the
    /// table, and a figure that is driven back stays seen.
    pub const fn are_before_the_tenth(self) -> bool {
        self.are_before_the_ninth() || matches!(self, Self::Ninth)
    }

    /// Whether it goes as it did before the eleventh ones. Beside a real table one heir is asked for where two radios lose their
    /// carriers, those are asked after on whom nothing can come, and who can only answer no is asked all the same. Nights of no
    /// inches, guns that fire in no turn and any number of Claymores begin.
    pub const fn are_before_the_eleventh(self) -> bool {
        self.are_before_the_tenth() || matches!(self, Self::Tenth)
    }

    /// Whether counters that come during the KIA check count in it, as in earlier saved games. Ruling S-R46.
    pub const fn count_during_the_check(self) -> bool {
        matches!(self, Self::First | Self::Second | Self::Third)
    }
}

impl PartialEq for Rulings {
    fn eq(&self, other: &Self) -> bool {
        u8::from(*self) == u8::from(*other)
    }
}

impl From<Rulings> for u8 {
    fn from(rulings: Rulings) -> Self {
        match rulings {
            Rulings::First => 1,
            Rulings::Second => 2,
            Rulings::Third => 3,
            Rulings::Fourth => 4,
            Rulings::Fifth => 5,
            Rulings::Sixth => 6,
            Rulings::Seventh => 7,
            Rulings::Eighth => 8,
            Rulings::Ninth => 9,
            Rulings::Tenth => 10,
            Rulings::Present | Rulings::Unsaid => 11,
        }
    }
}

impl TryFrom<u8> for Rulings {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        match number {
            1 => Ok(Self::First),
            2 => Ok(Self::Second),
            3 => Ok(Self::Third),
            4 => Ok(Self::Fourth),
            5 => Ok(Self::Fifth),
            6 => Ok(Self::Sixth),
            7 => Ok(Self::Seventh),
            8 => Ok(Self::Eighth),
            9 => Ok(Self::Ninth),
            10 => Ok(Self::Tenth),
            11 => Ok(Self::Present),
            _ => Err(format!("Rulings {number} do not exist. Write 11, or leave the field out.")),
        }
    }
}

/// An edge of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edge {
    /// The far edge.
    North,
    /// The right edge.
    East,
    /// The near edge.
    South,
    /// The left edge.
    West,
}

impl Edge {
    /// From the edge into the table.
    pub(crate) const fn inward(self) -> Heading {
        match self {
            Self::North => Heading { dx: 0, dy: 1 },
            Self::East => Heading { dx: -1, dy: 0 },
            Self::South => Heading { dx: 0, dy: -1 },
            Self::West => Heading { dx: 1, dy: 0 },
        }
    }

    /// The point of it that is nearest to another.
    pub fn nearest(self, board: &Board, point: Point) -> Point {
        match self {
            Self::North => Point::new(point.x, 0),
            Self::East => Point::new(board.corner().x, point.y),
            Self::South => Point::new(point.x, board.corner().y),
            Self::West => Point::new(0, point.y),
        }
    }

    /// How far a point is from it.
    pub fn distance(self, board: &Board, point: Point) -> i32 {
        match self {
            Self::North => point.y,
            Self::East => board.corner().x - point.x,
            Self::South => board.corner().y - point.y,
            Self::West => point.x,
        }
    }

    /// `northern`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::North => "northern",
            Self::East => "eastern",
            Self::South => "southern",
            Self::West => "western",
        }
    }
}

/// What a side is after, and what it is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goal {
    /// For each enemy figure removed. `points`: points for each.
    Kill { points: u8 },
    /// For each enemy vehicle that exploded, besides the figure. `points`: points for each.
    Wreck { points: u8 },
    /// For each own figure that leaves the table by an edge. `points`: points for each.
    Exit { edge: Edge, points: u8 },
    /// For having somebody near a point at the end, and the enemy nobody. `within_in`: how near, in inches.
    Hold { at: Point, within_in: u8, points: u8 },
}

/// A figure of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// Its name, which nobody else in the scenario has.
    pub name: String,
    /// Its kind, by the name in the table of figures.
    pub kind: String,
    /// Where it stands; left out for those who begin in a vehicle, and beside a real table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Point>,
    /// The vehicle it begins in, by its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aboard: Option<String>,
    /// Where it looks; away from its own edge if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub facing: Option<Compass>,
    /// Whether it begins hidden; by default everybody on foot does under the standard rules and nobody under the alternate ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    /// Suppression counters it begins with.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub counters: u8,
    /// Whether its mortar stands ready to fire.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ready: bool,
}

/// Off-table fire a side can call for. Section "Off Table Fire Support".
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battery {
    /// In how many turns it can fire. Ruling S-R10.
    #[serde(default = "three")]
    pub turns: u8,
    /// Rounds in one turn. Ruling S-R10.
    #[serde(default = "three")]
    pub rounds: u8,
    /// Whether it is ranged in with a smoke round. Ruling S-R11.
    #[serde(default, skip_serializing_if = "is_false")]
    pub spotting: bool,
}

/// A Claymore placed before play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaidClaymore {
    pub at: Point,
    /// Where it points.
    pub facing: Compass,
}

/// A side of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Party {
    /// Its own edge: where its off-table guns are.
    pub edge: Edge,
    pub figures: Vec<Placed>,
    /// Its off-table fire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub battery: Option<Battery>,
    /// Its anti-personnel mines, which the enemy does not know of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mines: Vec<Point>,
    /// Its Claymores that lie already.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claymores: Vec<LaidClaymore>,
    /// Beside a real table: how many Claymores lie there already.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub claymores_laid: u8,
    /// What it is after.
    pub goals: Vec<Goal>,
}

/// `scenarios/skirmish/*.ron`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub title: String,
    /// What it is about, in a sentence or two.
    pub summary: String,
    /// What went before.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub background: String,
    /// The table; left out, the game is played beside a real one. Rule S-companion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// The rulings it is played by: a saved game writes them down.
    #[serde(default)]
    pub rulings: Rulings,
    /// How figures are hidden.
    #[serde(default)]
    pub hiding: Hiding,
    /// How far one sees at night, in inches; at day as far as the ground allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub night_in: Option<u8>,
    /// Turns of each side.
    pub turns: u8,
    pub first: Side,
    /// The Americans and South Vietnamese.
    pub us_arvn: Party,
    /// The Viet Cong and North Vietnamese.
    pub vc_nva: Party,
}

impl Scenario {
    /// A side's half of it.
    pub fn party(&self, side: Side) -> &Party {
        match side {
            Side::UsArvn => &self.us_arvn,
            Side::VcNva => &self.vc_nva,
        }
    }

    /// How far one sees in the open, in hundredths of an inch.
    pub fn sight(&self) -> i32 {
        self.night_in.map_or(i32::MAX, |inches| i32::from(inches) * INCH)
    }
}

fn three() -> u8 {
    3
}

fn is_zero(n: &u8) -> bool {
    *n == 0
}

fn is_false(b: &bool) -> bool {
    !*b
}
