//! Where houses and trees may not stand: labels, roads, waters, walls.

use crate::geometry::{Point, Rect, inside, pt};

/// A yes or no for every square unit of the canvas.
#[derive(Clone, Debug)]
pub struct Mask {
    origin: Point,
    width: usize,
    height: usize,
    taken: Vec<bool>,
}

impl Mask {
    pub fn new(canvas: Rect) -> Self {
        let (width, height) = (canvas.width().ceil() as usize, canvas.height().ceil() as usize);
        Self { origin: canvas.min, width, height, taken: vec![false; width * height] }
    }

    /// Takes a rectangle.
    pub fn rect(&mut self, rect: Rect) {
        self.each(rect, |_| true);
    }

    /// Takes a polygon.
    pub fn polygon(&mut self, polygon: &[Point]) {
        self.each(Rect::bounding(polygon.iter().copied()), |p| inside(polygon, p));
    }

    /// Takes a line of some width.
    pub fn line(&mut self, line: &[Point], width: f32) {
        for w in line.windows(2) {
            let bounds = Rect::bounding([w[0], w[1]]).grown(width / 2.0);
            self.each(bounds, |p| crate::geometry::distance_to_segment(p, w[0], w[1]) <= width / 2.0);
        }
    }

    /// Whether nothing at this point is taken. Beyond the canvas everything is.
    pub fn free(&self, p: Point) -> bool {
        let (x, y) = ((p.x - self.origin.x).floor(), (p.y - self.origin.y).floor());
        x >= 0.0
            && y >= 0.0
            && (x as usize) < self.width
            && (y as usize) < self.height
            && !self.taken[y as usize * self.width + x as usize]
    }

    /// Whether the corners, the middle and the middles of the edges of a polygon are free.
    pub fn all_free(&self, polygon: &[Point]) -> bool {
        let middle = polygon.iter().fold(pt(0.0, 0.0), |s, p| s + *p) * (1.0 / polygon.len().max(1) as f32);
        self.free(middle) && crate::geometry::edges(polygon).all(|(a, b)| self.free(a) && self.free(a.toward(b, 0.5)))
    }

    fn each(&mut self, bounds: Rect, take: impl Fn(Point) -> bool) {
        let low = bounds.min - self.origin;
        let high = bounds.max - self.origin;
        let (left, top) = (low.x.floor().max(0.0) as usize, low.y.floor().max(0.0) as usize);
        let right = (high.x.ceil().max(0.0) as usize).min(self.width);
        let bottom = (high.y.ceil().max(0.0) as usize).min(self.height);
        for y in top..bottom {
            for x in left..right {
                if take(self.origin + pt(x as f32 + 0.5, y as f32 + 0.5)) {
                    self.taken[y * self.width + x] = true;
                }
            }
        }
    }
}
