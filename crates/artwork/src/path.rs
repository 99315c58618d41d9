//! Outlines: straight and curved pieces, and the shapes the drawings are made of.

use crate::geometry::{Course, Placement, Point, Rect, pt};

/// A piece of an outline.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Piece {
    /// Begin a contour here.
    Move(Point),
    /// Straight to here.
    Line(Point),
    /// A quadratic curve: handle, end.
    Quad(Point, Point),
    /// A cubic curve: two handles, end.
    Cubic(Point, Point, Point),
    /// Back to where the contour began.
    Close,
}

/// An outline of one or more contours. Contours that lie in each other fill by the non-zero rule.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Path {
    /// Its pieces, each contour beginning with a `Move`.
    pub pieces: Vec<Piece>,
}

/// Handle length of a quarter circle of radius 1.
const QUARTER: f32 = 0.552_284_8;

impl Path {
    /// An open line.
    pub fn line(points: &[Point]) -> Self {
        let mut path = Self::default();
        path.add_line(points);
        path
    }

    /// A closed polygon.
    pub fn polygon(points: &[Point]) -> Self {
        let mut path = Self::default();
        path.add_polygon(points);
        path
    }

    /// A rectangle.
    pub fn rect(rect: Rect) -> Self {
        Self::polygon(&rect.corners())
    }

    /// A rectangle with round corners.
    pub fn rounded(rect: Rect, radius: f32) -> Self {
        let r = radius.min(rect.width() / 2.0).min(rect.height() / 2.0);
        let k = r * (1.0 - QUARTER);
        let (a, b) = (rect.min, rect.max);
        let mut path = Self::default();
        path.pieces.extend([
            Piece::Move(pt(a.x + r, a.y)),
            Piece::Line(pt(b.x - r, a.y)),
            Piece::Cubic(pt(b.x - k, a.y), pt(b.x, a.y + k), pt(b.x, a.y + r)),
            Piece::Line(pt(b.x, b.y - r)),
            Piece::Cubic(pt(b.x, b.y - k), pt(b.x - k, b.y), pt(b.x - r, b.y)),
            Piece::Line(pt(a.x + r, b.y)),
            Piece::Cubic(pt(a.x + k, b.y), pt(a.x, b.y - k), pt(a.x, b.y - r)),
            Piece::Line(pt(a.x, a.y + r)),
            Piece::Cubic(pt(a.x, a.y + k), pt(a.x + k, a.y), pt(a.x + r, a.y)),
            Piece::Close,
        ]);
        path
    }

    /// An ellipse.
    pub fn ellipse(middle: Point, rx: f32, ry: f32) -> Self {
        let (kx, ky) = (rx * QUARTER, ry * QUARTER);
        let Point { x, y } = middle;
        let mut path = Self::default();
        path.pieces.extend([
            Piece::Move(pt(x + rx, y)),
            Piece::Cubic(pt(x + rx, y + ky), pt(x + kx, y + ry), pt(x, y + ry)),
            Piece::Cubic(pt(x - kx, y + ry), pt(x - rx, y + ky), pt(x - rx, y)),
            Piece::Cubic(pt(x - rx, y - ky), pt(x - kx, y - ry), pt(x, y - ry)),
            Piece::Cubic(pt(x + kx, y - ry), pt(x + rx, y - ky), pt(x + rx, y)),
            Piece::Close,
        ]);
        path
    }

    /// A circle.
    pub fn circle(middle: Point, radius: f32) -> Self {
        Self::ellipse(middle, radius, radius)
    }

    /// A star with its first point up.
    pub fn star(middle: Point, points: usize, outer: f32, inner: f32) -> Self {
        let corner = |i: usize| {
            let radius = if i.is_multiple_of(2) { outer } else { inner };
            let angle = std::f32::consts::PI * i as f32 / points as f32;
            middle + pt(angle.sin(), -angle.cos()) * radius
        };
        Self::polygon(&(0..points * 2).map(corner).collect::<Vec<_>>())
    }

    /// Adds an open line.
    pub fn add_line(&mut self, points: &[Point]) {
        let Some((first, rest)) = points.split_first() else { return };
        self.pieces.push(Piece::Move(*first));
        self.pieces.extend(rest.iter().map(|p| Piece::Line(*p)));
    }

    /// Adds a closed polygon.
    pub fn add_polygon(&mut self, points: &[Point]) {
        if points.len() > 2 {
            self.add_line(points);
            self.pieces.push(Piece::Close);
        }
    }

    /// Adds a polygon that is cut out: its points run against those of the outline around it.
    pub fn with_hole(mut self, points: &[Point]) -> Self {
        self.add_polygon(points);
        self
    }

    /// Adds all contours of another path.
    pub fn add(&mut self, other: &Self) {
        self.pieces.extend_from_slice(&other.pieces);
    }

    /// The same outline somewhere else.
    pub fn placed(&self, placement: Placement) -> Self {
        let f = |p: Point| placement.apply(p);
        let pieces = self
            .pieces
            .iter()
            .map(|piece| match *piece {
                Piece::Move(p) => Piece::Move(f(p)),
                Piece::Line(p) => Piece::Line(f(p)),
                Piece::Quad(a, p) => Piece::Quad(f(a), f(p)),
                Piece::Cubic(a, b, p) => Piece::Cubic(f(a), f(b), f(p)),
                Piece::Close => Piece::Close,
            })
            .collect();
        Self { pieces }
    }

    /// Every point and handle.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.pieces
            .iter()
            .flat_map(|piece| match *piece {
                Piece::Move(p) | Piece::Line(p) => [Some(p), None, None],
                Piece::Quad(a, p) => [Some(a), Some(p), None],
                Piece::Cubic(a, b, p) => [Some(a), Some(b), Some(p)],
                Piece::Close => [None; 3],
            })
            .flatten()
    }

    /// A rectangle around it; handles count, so it may be a little wide.
    pub fn bounds(&self) -> Rect {
        Rect::bounding(self.points())
    }
}

/// The dashes of a line: `on` drawn, `off` not, in turn, fitted so that the line begins and ends with a dash.
pub fn dashes(line: &[Point], on: f32, off: f32) -> Path {
    let course = Course::new(line.to_vec());
    let length = course.length();
    let count = ((length + off) / (on + off)).round().max(1.0);
    let stretch = length / (count * (on + off) - off).max(f32::EPSILON);
    let mut path = Path::default();
    for i in 0..count as usize {
        let start = i as f32 * (on + off) * stretch;
        path.add_line(&span(&course, start, start + on * stretch));
    }
    path
}

/// The part of a course between two distances.
pub fn span(course: &Course, from: f32, to: f32) -> Vec<Point> {
    let mut out = vec![course.walk(from).0];
    let mut sum = 0.0;
    for w in course.points().windows(2) {
        sum += w[0].distance(w[1]);
        if sum > from + 1e-3 && sum < to - 1e-3 {
            out.push(w[1]);
        }
    }
    out.push(course.walk(to).0);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dashes_begin_and_end_with_the_line() {
        let path = dashes(&[pt(0.0, 0.0), pt(20.0, 0.0), pt(20.0, 13.0)], 4.0, 2.0);
        let points: Vec<_> = path.points().collect();
        assert!(points[0].distance(pt(0.0, 0.0)) < 1e-3 && points[points.len() - 1].distance(pt(20.0, 13.0)) < 1e-3);
        assert!(path.pieces.iter().filter(|p| matches!(p, Piece::Move(_))).count() >= 5);
    }

    #[test]
    fn bounds_hold_a_circle() {
        let b = Path::circle(pt(3.0, 4.0), 2.0).bounds();
        assert!((b.width() - 4.0).abs() < 1e-4 && b.middle().distance(pt(3.0, 4.0)) < 1e-4);
    }
}
