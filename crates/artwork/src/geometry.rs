//! Points, rectangles, placements and what one asks of polygons. Units are those of the drawing, y downwards.

use std::ops::{Add, Mul, Sub};
use tabletop::between;

pub use crate::course::{Course, smooth};
pub use crate::scatter::Scatter;

/// A point or a step from one point to another.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f32,
    /// Downwards.
    pub y: f32,
}

/// Short for [`Point`].
pub const fn pt(x: f32, y: f32) -> Point {
    Point { x, y }
}

impl Point {
    /// Length of this step.
    pub fn length(self) -> f32 {
        // Nothing here is near the ends of what a float holds, so the plain way is exact enough and much faster.
        self.dot(self).sqrt()
    }

    /// Distance to another point.
    pub fn distance(self, other: Self) -> f32 {
        (self - other).length()
    }

    /// This step with length 1; nothing for no step.
    pub fn unit(self) -> Self {
        let length = self.length();
        if length > f32::EPSILON { self * (1.0 / length) } else { pt(0.0, 0.0) }
    }

    /// A quarter turn: from east to south on the page.
    pub fn turned(self) -> Self {
        pt(-self.y, self.x)
    }

    /// The point `share` of the way to another.
    pub fn toward(self, other: Self, share: f32) -> Self {
        self + (other - self) * share
    }

    /// Dot product.
    pub fn dot(self, other: Self) -> f32 {
        self.x * other.x + self.y * other.y
    }

    /// Cross product: positive when `other` lies clockwise of this step on the page.
    pub fn cross(self, other: Self) -> f32 {
        self.x * other.y - self.y * other.x
    }
}

impl Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        pt(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        pt(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f32> for Point {
    type Output = Self;
    fn mul(self, by: f32) -> Self {
        pt(self.x * by, self.y * by)
    }
}

impl From<(f32, f32)> for Point {
    fn from((x, y): (f32, f32)) -> Self {
        pt(x, y)
    }
}

impl From<Point> for (f32, f32) {
    fn from(p: Point) -> Self {
        (p.x, p.y)
    }
}

/// An upright rectangle.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Rect {
    /// Upper left corner.
    pub min: Point,
    /// Lower right corner.
    pub max: Point,
}

impl Rect {
    /// From the upper left corner and a size.
    pub const fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self { min: pt(x, y), max: pt(x + width, y + height) }
    }

    /// From the middle and a size.
    pub fn around(middle: Point, width: f32, height: f32) -> Self {
        Self::new(middle.x - width / 2.0, middle.y - height / 2.0, width, height)
    }

    /// The smallest around these points; nothing at the origin for no points.
    pub fn bounding(points: impl IntoIterator<Item = Point>) -> Self {
        let mut points = points.into_iter();
        let Some(first) = points.next() else { return Self::default() };
        points.fold(Self { min: first, max: first }, |r, p| Self {
            min: pt(r.min.x.min(p.x), r.min.y.min(p.y)),
            max: pt(r.max.x.max(p.x), r.max.y.max(p.y)),
        })
    }

    /// Width.
    pub fn width(self) -> f32 {
        self.max.x - self.min.x
    }

    /// Height.
    pub fn height(self) -> f32 {
        self.max.y - self.min.y
    }

    /// The middle.
    pub fn middle(self) -> Point {
        self.min.toward(self.max, 0.5)
    }

    /// The four corners, clockwise from the upper left.
    pub fn corners(self) -> [Point; 4] {
        [self.min, pt(self.max.x, self.min.y), self.max, pt(self.min.x, self.max.y)]
    }

    /// Larger by `by` on every side.
    pub fn grown(self, by: f32) -> Self {
        Self { min: self.min - pt(by, by), max: self.max + pt(by, by) }
    }

    /// Whether the point lies in it.
    pub fn contains(self, p: Point) -> bool {
        p.x >= self.min.x && p.x <= self.max.x && p.y >= self.min.y && p.y <= self.max.y
    }

    /// Whether the two share more than an edge.
    pub fn overlaps(self, other: Self) -> bool {
        self.min.x < other.max.x && other.min.x < self.max.x && self.min.y < other.max.y && other.min.y < self.max.y
    }
}

/// Turn, scale and move: `p` becomes `p` turned, scaled and moved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placement {
    /// Image of one step to the right.
    pub right: Point,
    /// Image of one step downwards.
    pub down: Point,
    /// Image of the origin.
    pub origin: Point,
}

impl Placement {
    /// Leaves everything where it is.
    pub const IDENTITY: Self = Self { right: pt(1.0, 0.0), down: pt(0.0, 1.0), origin: pt(0.0, 0.0) };

    /// The origin comes to `origin`, everything grows by `scale`.
    pub fn at(origin: Point, scale: f32) -> Self {
        Self { right: pt(scale, 0.0), down: pt(0.0, scale), origin }
    }

    /// As [`Placement::at`], turned clockwise by this many degrees.
    pub fn turned(origin: Point, scale: f32, degrees: f32) -> Self {
        let (sin, cos) = degrees.to_radians().sin_cos();
        Self { right: pt(cos, sin) * scale, down: pt(-sin, cos) * scale, origin }
    }

    /// Where a point comes to.
    pub fn apply(self, p: Point) -> Point {
        self.origin + self.right * p.x + self.down * p.y
    }

    /// How much lengths grow.
    pub fn scale(self) -> f32 {
        self.right.cross(self.down).abs().sqrt()
    }

    /// This placement after `first`.
    pub fn after(self, first: Self) -> Self {
        Self {
            right: self.apply(first.right) - self.origin,
            down: self.apply(first.down) - self.origin,
            origin: self.apply(first.origin),
        }
    }
}

/// Closed polygon's edges.
pub fn edges(polygon: &[Point]) -> impl Iterator<Item = (Point, Point)> + Clone + '_ {
    polygon.iter().copied().zip(polygon.iter().copied().cycle().skip(1))
}

/// Whether a point lies in a polygon.
pub fn inside(polygon: &[Point], p: Point) -> bool {
    edges(polygon)
        .filter(|(a, b)| (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x))
        .count()
        % 2
        == 1
}

/// Distance of a point from a segment.
pub fn distance_to_segment(p: Point, a: Point, b: Point) -> f32 {
    let along = b - a;
    let length = along.dot(along);
    let share = if length > 0.0 { between((p - a).dot(along) / length, 0.0, 1.0) } else { 0.0 };
    p.distance(a.toward(b, share))
}

/// Distance of a point from the outline of a polygon.
pub fn distance_to_outline(polygon: &[Point], p: Point) -> f32 {
    edges(polygon).map(|(a, b)| distance_to_segment(p, a, b)).fold(f32::INFINITY, f32::min)
}

/// Whether two segments cross.
pub fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side = |p: Point, q: Point, r: Point| (q - p).cross(r - p);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// Whether an upright rectangle lies in a polygon, `margin` clear of its outline.
pub fn rect_inside(polygon: &[Point], rect: Rect, margin: f32) -> bool {
    let corners = rect.grown(margin).corners();
    corners.iter().all(|c| inside(polygon, *c))
        && !edges(&corners).any(|(a, b)| edges(polygon).any(|(c, d)| cross(a, b, c, d)))
}

/// The pieces of the segment `a`–`b` that lie in a polygon.
pub fn clip_segment(polygon: &[Point], a: Point, b: Point) -> Vec<(Point, Point)> {
    let mut cuts = vec![0.0, 1.0];
    for (c, d) in edges(polygon) {
        let (r, s) = (b - a, d - c);
        let slope = r.cross(s);
        if slope.abs() > f32::EPSILON {
            let (t, u) = ((c - a).cross(s) / slope, (c - a).cross(r) / slope);
            if (0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u) {
                cuts.push(t);
            }
        }
    }
    cuts.sort_by(f32::total_cmp);
    cuts.windows(2)
        .filter(|w| w[1] - w[0] > 1e-4 && inside(polygon, a.toward(b, (w[0] + w[1]) / 2.0)))
        .map(|w| (a.toward(b, w[0]), a.toward(b, w[1])))
        .collect()
}

/// Signed area: positive when the points run clockwise on the page.
pub fn signed_area(polygon: &[Point]) -> f32 {
    edges(polygon).map(|(a, b)| a.cross(b)).sum::<f32>() / 2.0
}

/// Centre of the area of a polygon.
pub fn centroid(polygon: &[Point]) -> Point {
    let area = signed_area(polygon);
    let sum = edges(polygon).map(|(a, b)| (a + b) * a.cross(b)).fold(pt(0.0, 0.0), Add::add);
    if area.abs() > f32::EPSILON {
        sum * (1.0 / (6.0 * area))
    } else {
        Rect::bounding(polygon.iter().copied()).middle()
    }
}

/// The polygon with every edge moved inwards by `by` (outwards if negative); corners are mitred, sharp ones cut short.
pub fn inset(polygon: &[Point], by: f32) -> Vec<Point> {
    let by = if signed_area(polygon) > 0.0 { by } else { -by };
    let count = polygon.len();
    (0..count)
        .map(|i| {
            let (before, here, after) = (polygon[(i + count - 1) % count], polygon[i], polygon[(i + 1) % count]);
            let (m, n) = ((here - before).unit().turned(), (after - here).unit().turned());
            let middle = (m + n).unit();
            here + middle * (by / middle.dot(n).max(0.35))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Point; 4] = [pt(0.0, 0.0), pt(10.0, 0.0), pt(10.0, 10.0), pt(0.0, 10.0)];

    #[test]
    fn a_point_is_in_or_out() {
        assert!(inside(&SQUARE, pt(5.0, 5.0)) && !inside(&SQUARE, pt(11.0, 5.0)));
        assert!((distance_to_outline(&SQUARE, pt(5.0, 3.0)) - 3.0).abs() < 1e-5);
        assert!(rect_inside(&SQUARE, Rect::new(2.0, 2.0, 4.0, 4.0), 1.0));
        assert!(!rect_inside(&SQUARE, Rect::new(2.0, 2.0, 4.0, 4.0), 3.0));
    }

    #[test]
    fn an_inset_square_is_smaller_either_way_round() {
        for polygon in [SQUARE.to_vec(), SQUARE.iter().rev().copied().collect()] {
            assert!((signed_area(&inset(&polygon, 1.0)).abs() - 64.0).abs() < 1e-3);
        }
    }

    #[test]
    fn a_segment_is_cut_at_the_outline() {
        let pieces = clip_segment(&SQUARE, pt(-5.0, 5.0), pt(15.0, 5.0));
        assert_eq!(pieces.len(), 1);
        assert!((pieces[0].0.x).abs() < 1e-3 && (pieces[0].1.x - 10.0).abs() < 1e-3);
    }

    #[test]
    fn a_placement_after_another_is_both() {
        let (a, b) = (Placement::turned(pt(3.0, 1.0), 2.0, 30.0), Placement::at(pt(-1.0, 4.0), 0.5));
        let p = pt(2.0, 7.0);
        assert!(a.after(b).apply(p).distance(a.apply(b.apply(p))) < 1e-4);
    }
}
