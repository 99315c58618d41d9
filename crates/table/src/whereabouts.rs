//! Where on a table somebody stands, in words: for players who have not seen the table yet.

use crate::{Board, INCH, Point, Terrain};

/// Nearer than this to an edge is at the edge.
const AT_THE_EDGE: i32 = 3 * INCH;

/// Along one way across the table: at its beginning, in its first third, in the middle, in its last third, at its end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Start,
    First,
    Middle,
    Last,
    End,
}

fn part(at: i32, length: i32) -> Part {
    match at {
        // A small table has no room for edges and thirds.
        at if at < AT_THE_EDGE.min(length / 6) => Part::Start,
        at if at > length - AT_THE_EDGE.min(length / 6) => Part::End,
        at if at < length / 3 => Part::First,
        at if at > length - length / 3 => Part::Last,
        _ => Part::Middle,
    }
}

impl Board {
    /// Where a point is, in words: `at the western edge, on the trail`.
    pub fn whereabouts(&self, point: Point) -> String {
        format!("{}, {}", self.area(point), self.terrain(point).footing())
    }

    /// The part of the table a point is in, in words: `in the north-east`.
    pub fn area(&self, point: Point) -> String {
        let corner = self.corner();
        let (across, down) = (part(point.x, corner.x), part(point.y, corner.y));
        let edge = |part: Part| matches!(part, Part::Start | Part::End);
        let north_south = match down {
            Part::Start | Part::First => "north",
            Part::Middle => "",
            Part::Last | Part::End => "south",
        };
        let west_east = match across {
            Part::Start | Part::First => "west",
            Part::Middle => "",
            Part::Last | Part::End => "east",
        };
        let both = match (north_south, west_east) {
            ("", "") => return "in the middle of the table".into(),
            (one, "") | ("", one) => one.to_owned(),
            (one, other) => format!("{one}-{other}"),
        };
        match (edge(down), edge(across)) {
            (true, true) => format!("in the {both}ern corner"),
            (true, false) if west_east.is_empty() => format!("at the {north_south}ern edge"),
            (true, false) => format!("at the {north_south}ern edge, to the {west_east}"),
            (false, true) if north_south.is_empty() => format!("at the {west_east}ern edge"),
            (false, true) => format!("at the {west_east}ern edge, to the {north_south}"),
            (false, false) => format!("in the {both}"),
        }
    }
}

impl Terrain {
    /// What somebody who is there stands on or in: `on the trail`, `in jungle`.
    pub(crate) const fn footing(self) -> &'static str {
        match self {
            Self::Open => "on open ground",
            Self::Road => "on the road",
            Self::Trail => "on the trail",
            Self::Village => "in the village",
            Self::Hooch => "in a hooch",
            Self::Masonry => "in a masonry building",
            Self::Bunker => "in a bunker",
            Self::Trench => "in a trench",
            Self::Sandbags => "behind sandbags",
            Self::DryPaddy => "in a dry paddy",
            Self::WetPaddy => "in a wet paddy",
            Self::Bund => "on a paddy bund",
            Self::Plantation => "in a plantation",
            Self::Jungle => "in jungle",
            Self::Forest => "in forest",
            Self::Bamboo => "in bamboo",
            Self::ElephantGrass => "in elephant grass",
            Self::Swamp => "in swamp",
            Self::Stream => "in the stream",
            Self::Shallows => "in the shallows",
            Self::River => "on the river",
            Self::Rubble => "in rubble",
            Self::SteepHill => "on a steep slope",
            Self::Crater => "in a crater",
            Self::Wall => "at a wall",
            Self::Hedge => "at a hedge",
            Self::Boulders => "among boulders",
        }
    }
}
