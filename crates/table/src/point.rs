//! Points, headings and what is measured between them.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::INCH;

/// A point of the table in hundredths of an inch from its far left corner. In files `(1250, 800)`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// From the left edge.
    pub x: i32,
    /// From the far edge.
    pub y: i32,
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.x, self.y).serialize(serializer)
    }
}

/// Nothing that is written down lies farther from the corner of a table than this: what is measured from there fits.
const FARTHEST: i32 = 10_000 * INCH;

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (x, y) = <(i32, i32)>::deserialize(deserializer)?;
        Ok(Self { x: near(x, FARTHEST)?, y: near(y, FARTHEST)? })
    }
}

/// A length that was read, if it is this large at most.
fn near<E: serde::de::Error>(length: i32, most: i32) -> Result<i32, E> {
    if (-most..=most).contains(&length) {
        return Ok(length);
    }
    Err(E::custom(format!("{length} is farther off than any table reaches")))
}

/// `12.5"/8"`: from the left edge, from the far edge.
impl std::fmt::Display for Point {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let part = |v: i32| {
            let (whole, rest) = (v / INCH, (v % INCH).abs());
            match rest {
                0 => format!("{whole}\""),
                _ if rest % 10 == 0 => format!("{whole}.{}\"", rest / 10),
                _ => format!("{whole}.{rest:02}\""),
            }
        };
        write!(f, "{}/{}", part(self.x), part(self.y))
    }
}

impl Point {
    /// A point in hundredths of an inch.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    /// A point in whole inches: the far left corner of that cell.
    pub const fn inches(x: i32, y: i32) -> Self {
        Self { x: x * INCH, y: y * INCH }
    }

    /// The middle of the cell this point is in.
    pub const fn middle(self) -> Self {
        Self { x: self.x.div_euclid(INCH) * INCH + INCH / 2, y: self.y.div_euclid(INCH) * INCH + INCH / 2 }
    }

    /// This point moved.
    pub const fn plus(self, dx: i32, dy: i32) -> Self {
        Self { x: self.x + dx, y: self.y + dy }
    }

    /// The square of the distance, exactly.
    pub fn squared(self, other: Self) -> i64 {
        let (dx, dy) = (i64::from(other.x - self.x), i64::from(other.y - self.y));
        dx * dx + dy * dy
    }

    /// The distance in hundredths of an inch, rounded down.
    pub fn distance(self, other: Self) -> i32 {
        let squared = self.squared(other);
        // On any table the square fits, and smaller roots are found faster.
        let small = u32::try_from(squared).map(|squared| i64::from(squared.isqrt()));
        i32::try_from(small.unwrap_or_else(|_| squared.isqrt())).unwrap_or(i32::MAX)
    }

    /// Whether `other` is at most `reach` away, exactly.
    pub fn within(self, other: Self, reach: i32) -> bool {
        reach >= 0 && self.squared(other) <= i64::from(reach) * i64::from(reach)
    }

    /// The point `length` from here on the way to `other`, or beyond it; `self` if the two are the same.
    pub fn toward(self, other: Self, length: i32) -> Self {
        let heading = self.heading(other);
        let whole = i64::from(self.distance(other));
        if whole == 0 {
            return self;
        }
        let part = |d: i32| i32::try_from(i64::from(d) * i64::from(length) / whole).unwrap_or(0);
        self.plus(part(heading.dx), part(heading.dy))
    }

    /// The direction from here to `other`.
    pub const fn heading(self, other: Self) -> Heading {
        Heading { dx: other.x - self.x, dy: other.y - self.y }
    }

    /// The point `length` from here in a direction of the compass.
    pub fn compass(self, way: Compass, length: i32) -> Self {
        let heading = way.heading();
        // A diagonal of 1000 is 707 each way.
        let part = |d: i32| if heading.dx != 0 && heading.dy != 0 { d * (length * 707 / 1000) } else { d * length };
        self.plus(part(heading.dx), part(heading.dy))
    }
}

/// A direction of any length; no direction at all if both are zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Heading {
    /// To the right.
    #[serde(deserialize_with = "part")]
    pub dx: i32,
    /// To the near edge.
    #[serde(deserialize_with = "part")]
    pub dy: i32,
}

/// Part of a direction, which leads from one point to another.
fn part<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
    near(i32::deserialize(deserializer)?, 2 * FARTHEST)
}

/// Half the width of an arc, on either side of its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Angle {
    /// 30° on either side: a fan of 60°.
    Thirty,
    /// 45° on either side: a fan of 90°.
    FortyFive,
    /// 60° on either side: a fan of 120°.
    Sixty,
    /// 90° on either side: everything in front.
    Ninety,
}

impl Angle {
    /// Four times the square of its cosine: 3, 2, 1, 0.
    const fn four_cosine_squared(self) -> i128 {
        match self {
            Self::Thirty => 3,
            Self::FortyFive => 2,
            Self::Sixty => 1,
            Self::Ninety => 0,
        }
    }
}

/// From which side of a facing something comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Quarter {
    /// Within 45° of the facing.
    Front,
    /// From the left or the right.
    Flank,
    /// Within 45° of the opposite direction.
    Rear,
}

impl Heading {
    /// The opposite direction.
    pub const fn reversed(self) -> Self {
        Self { dx: -self.dx, dy: -self.dy }
    }

    /// The same turned to the right by 90°.
    pub const fn right(self) -> Self {
        Self { dx: -self.dy, dy: self.dx }
    }

    /// The product of both: positive where `other` goes ahead, seen this way, and none where it goes straight to the side.
    pub fn dot(self, other: Self) -> i64 {
        i64::from(self.dx) * i64::from(other.dx) + i64::from(self.dy) * i64::from(other.dy)
    }

    fn squared(self) -> i128 {
        i128::from(self.dot(self))
    }

    /// Whether `other` lies within this angle on either side of this direction, edges included. A direction without
    /// length lies within nothing's arc, and everything lies within its own.
    pub fn holds(self, other: Self, half: Angle) -> bool {
        let (own, its) = (self.squared(), other.squared());
        if own == 0 {
            return true;
        }
        let dot = i128::from(self.dot(other));
        its > 0 && dot >= 0 && 4 * dot * dot >= half.four_cosine_squared() * own * its
    }

    /// From which side of this facing something in direction `other` comes.
    pub fn quarter(self, other: Self) -> Quarter {
        if self.holds(other, Angle::FortyFive) {
            Quarter::Front
        } else if self.reversed().holds(other, Angle::FortyFive) {
            Quarter::Rear
        } else {
            Quarter::Flank
        }
    }
}

/// The eight directions of a direction die. North is the far edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Compass {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Compass {
    /// All eight, clockwise from north: faces 1 to 8 of the die.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];

    /// The direction of a face of the die, from 1; faces beyond 8 go round again.
    pub fn face(face: u8) -> Self {
        Self::ALL[usize::from(face.saturating_sub(1)) % 8]
    }

    /// The direction a heading lies nearest to; none of a heading that leads nowhere.
    pub fn nearest(heading: Heading) -> Option<Self> {
        let (dx, dy) = (i64::from(heading.dx), i64::from(heading.dy));
        // Beyond 22.5 degrees off an axis, 5/12 of a right angle's slope, the diagonal is nearer.
        let slants = |long: i64, short: i64| short.abs() * 12 > long.abs() * 5;
        let (x, y) = match (dx.abs() >= dy.abs(), dx.signum(), dy.signum()) {
            (_, 0, 0) => return None,
            (true, x, y) => (x, if slants(dx, dy) { y } else { 0 }),
            (false, x, y) => (if slants(dy, dx) { x } else { 0 }, y),
        };
        Self::ALL.into_iter().find(|way| i64::from(way.heading().dx) == x && i64::from(way.heading().dy) == y)
    }

    /// The direction as a heading of steps.
    pub const fn heading(self) -> Heading {
        let (dx, dy) = match self {
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, -1),
        };
        Heading { dx, dy }
    }

    /// `north-east`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::NorthEast => "north-east",
            Self::East => "east",
            Self::SouthEast => "south-east",
            Self::South => "south",
            Self::SouthWest => "south-west",
            Self::West => "west",
            Self::NorthWest => "north-west",
        }
    }
}

/// Whether all points hang together: from each to any other in steps of at most `gap`.
pub fn cohesive(points: &[Point], gap: i32) -> bool {
    let mut reached = vec![false; points.len()];
    let mut next = Vec::from_iter((!points.is_empty()).then_some(0));
    while let Some(here) = next.pop() {
        if std::mem::replace(&mut reached[here], true) {
            continue;
        }
        next.extend((0..points.len()).filter(|&there| !reached[there] && points[here].within(points[there], gap)));
    }
    reached.iter().all(|&r| r)
}
