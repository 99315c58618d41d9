//! Smooth lines, and walking along them.

use crate::geometry::{Point, pt};
use tabletop::between;

/// A smooth line through all the points: centripetal Catmull-Rom, `steps` pieces to each segment.
pub fn smooth(line: &[Point], steps: usize) -> Vec<Point> {
    if line.len() < 3 {
        return line.to_vec();
    }
    let last = line.len() - 1;
    let mut out = Vec::with_capacity(last * steps + 1);
    for i in 0..last {
        let (p1, p2) = (line[i], line[i + 1]);
        let p0 = if i > 0 { line[i - 1] } else { p1 + (p1 - p2) };
        let p3 = if i + 1 < last { line[i + 2] } else { p2 + (p2 - p1) };
        let (t01, t12, t23) =
            (p0.distance(p1).sqrt().max(1e-3), p1.distance(p2).sqrt().max(1e-3), p2.distance(p3).sqrt().max(1e-3));
        let m1 = (p2 - p1) + ((p1 - p0) * (1.0 / t01) - (p2 - p0) * (1.0 / (t01 + t12))) * t12;
        let m2 = (p2 - p1) + ((p3 - p2) * (1.0 / t23) - (p3 - p1) * (1.0 / (t12 + t23))) * t12;
        for step in 0..steps {
            let t = step as f32 / steps as f32;
            let (t2, t3) = (t * t, t * t * t);
            out.push(
                p1 * (2.0 * t3 - 3.0 * t2 + 1.0)
                    + m1 * (t3 - 2.0 * t2 + t)
                    + p2 * (-2.0 * t3 + 3.0 * t2)
                    + m2 * (t3 - t2),
            );
        }
    }
    out.push(line[last]);
    out
}

/// A line one can walk along by distance.
#[derive(Clone, Debug)]
pub struct Course {
    points: Vec<Point>,
    at: Vec<f32>,
}

impl Course {
    /// Along these points.
    pub fn new(points: Vec<Point>) -> Self {
        let mut at = Vec::with_capacity(points.len());
        let mut sum = 0.0;
        for (i, p) in points.iter().enumerate() {
            if i > 0 {
                sum += p.distance(points[i - 1]);
            }
            at.push(sum);
        }
        Self { points, at }
    }

    /// Its length.
    pub fn length(&self) -> f32 {
        self.at.last().copied().unwrap_or(0.0)
    }

    /// The point at a distance from the start, and the direction there (length 1). The ends run on straight.
    pub fn walk(&self, distance: f32) -> (Point, Point) {
        if self.points.len() < 2 {
            return (self.points.first().copied().unwrap_or_default(), pt(1.0, 0.0));
        }
        let i = between(self.at.partition_point(|d| *d <= distance), 1, self.points.len() - 1);
        let (a, b) = (self.points[i - 1], self.points[i]);
        let direction = (b - a).unit();
        (a + direction * (distance - self.at[i - 1]), direction)
    }

    /// Its points.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The same course beside this one: `by` to the right of the way.
    pub fn beside(&self, by: f32) -> Vec<Point> {
        let count = self.points.len();
        (0..count)
            .map(|i| {
                let here = self.points[i];
                let before = if i > 0 { (here - self.points[i - 1]).unit() } else { pt(0.0, 0.0) };
                let after = if i + 1 < count { (self.points[i + 1] - here).unit() } else { pt(0.0, 0.0) };
                let normal = (before + after).unit().turned();
                let side = if i > 0 { before.turned() } else { after.turned() };
                here + normal * (by / normal.dot(side).max(0.4))
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_smooth_line_goes_through_its_points() {
        let line = [pt(0.0, 0.0), pt(10.0, 5.0), pt(20.0, 0.0), pt(40.0, 10.0)];
        let smooth = smooth(&line, 8);
        assert!(line.iter().all(|p| smooth.iter().any(|q| p.distance(*q) < 1e-3)));
        let course = Course::new(vec![pt(0.0, 0.0), pt(3.0, 4.0)]);
        assert!((course.length() - 5.0).abs() < 1e-5 && course.walk(2.5).0.distance(pt(1.5, 2.0)) < 1e-5);
    }
}
