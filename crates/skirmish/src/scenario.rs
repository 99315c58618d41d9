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

/// Which rulings a game is played by. What each set changed, for games that began before it:
///
/// 1. Those of the first saved games.
/// 2. S-R12, S-R20, S-R21, S-R23, S-R29 and S-R31.
/// 3. Beside a real table every distance is asked for. S-R42.
/// 4. The KIA check goes by the counters at its beginning. S-R46.
/// 5. S-R47 and S-R48, and what came with them: ranges are rounded up, and a figure that comes into sight tells from where.
/// 6. Who takes the counter is said before the die, and only where more than one can. S-R04.
/// 7. Beside a real table no unknown enemy is said to be near a point; a whole crew looks for a mortar; figures that get in, fall or leave
///    make their noise where they were; leaving scores by edges, and each is tried; corrections aim on the table, mortars do not ride while
///    they are set up, and half an inch and the length of a walk are rounded up.
/// 8. A figure that leaves makes noise with its last move; a grenade is beyond cover and sight through ground goes by the same wood or
///    building, not by its kind; a vehicle behind a figure does not cover it; an inch over an obstacle or of bad going is rounded up. Beside
///    a real table a figure that was only seen is lost out of sight, a side whose radio nobody can take up does not call, and those run over
///    by a vehicle that leaves are named.
/// 9. A vehicle runs over a figure right before it as it starts; no corner of a building or mine an inch off the way is slipped past, and
///    no figure gets in or out across deep water or past mines; cover and vehicles are as near as their nearest part. Figures in sight are
///    heard by a listener too; one that has fired or is near is spotted. Beside a real table the acting figure is not taken for the one that
///    has come into sight, noise of figures that are only seen is tested, they are not forgotten as their turn begins, a gunner alone has no
///    crew, and no enemy hears who is not there.
/// 10. Passengers of a wreck are not thrown across deep water, a figure that meets a mine stops on nobody, and no radio goes to one that
///     falls in the same KIA check. Beside a real table a mine may be met on the way into a vehicle, noise is not tested of a side with
///     nobody left on the table, and a figure that is driven back is out of sight.
/// 11. Beside a real table each of two radios has an heir, nobody is asked after on whom nothing can come, nor who can only answer no.
///     Nights of no inches, guns that fire in no turn and any number of Claymores are refused.
/// 12. Sight over rising ground is the same both ways, and through two inches of one's own building and no more; a vehicle does not drive
///     through another; a hair nearer than a mortar's least range is nearer. Vehicles in buildings and goals of no points are refused.
///     Beside a real table one who was under a vehicle that has left is out of its sight.
/// 13. The length of a way through bad going is exact, and a hedge that somebody stands on does not take a wall behind it along. Sides
///     of which nobody lives through the first KIA check are refused.
/// 14. What goes astray from the place of its thrower, who looks askew, lands no farther off than it should, and who is driven back goes
///     an inch exactly.
pub type Rulings = tabletop::Rulings<14>;

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
#[serde(deny_unknown_fields)]
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

impl Goal {
    /// The points that it is worth, once or for each.
    pub(crate) const fn points(&self) -> u8 {
        match *self {
            Self::Kill { points } | Self::Wreck { points } | Self::Exit { points, .. } | Self::Hold { points, .. } => {
                points
            }
        }
    }
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
