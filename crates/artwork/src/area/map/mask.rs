//! Where houses and trees may not stand: labels, roads, waters, walls.

use crate::geometry::{Point, Rect, edges, pt};
use tabletop::between;

/// What takes a square unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Taken {
    /// Nothing.
    Free,
    /// Lettering: no house, but fields may lie below it.
    Lettering,
    /// Something that stands there.
    Built,
}

/// What takes every square unit of the canvas.
#[derive(Clone, Debug)]
pub struct Mask {
    origin: Point,
    width: usize,
    height: usize,
    cells: Vec<Taken>,
}

impl Mask {
    pub fn new(canvas: Rect) -> Self {
        let (width, height) = (canvas.width().ceil() as usize, canvas.height().ceil() as usize);
        Self { origin: canvas.min, width, height, cells: vec![Taken::Free; width * height] }
    }

    /// Takes a rectangle for lettering.
    pub fn lettering(&mut self, rect: Rect) {
        self.polygon_as(&rect.corners(), Taken::Lettering);
    }

    /// Takes a rectangle.
    pub fn rect(&mut self, rect: Rect) {
        self.polygon(&rect.corners());
    }

    /// Takes a polygon.
    pub fn polygon(&mut self, polygon: &[Point]) {
        self.polygon_as(polygon, Taken::Built);
    }

    /// Takes a line of some width.
    pub fn line(&mut self, line: &[Point], width: f32) {
        for w in line.windows(2) {
            let along = (w[1] - w[0]).unit() * (width / 2.0);
            let across = along.turned();
            let (a, b) = (w[0] - along * 0.5, w[1] + along * 0.5);
            self.polygon(&[a + across, b + across, b - across, a - across]);
        }
    }

    /// Whether nothing is at this point. Beyond the canvas everything is taken.
    pub fn free(&self, p: Point) -> bool {
        self.at(p) == Taken::Free
    }

    /// Whether nothing stands at this point; lettering may.
    pub fn unbuilt(&self, p: Point) -> bool {
        self.at(p) < Taken::Built
    }

    /// Whether the corners, the middle and the middles of the edges of a polygon are free.
    pub fn all_free(&self, polygon: &[Point]) -> bool {
        let middle = polygon.iter().fold(pt(0.0, 0.0), |s, p| s + *p) * (1.0 / polygon.len().max(1) as f32);
        self.free(middle) && edges(polygon).all(|(a, b)| self.free(a) && self.free(a.toward(b, 0.5)))
    }

    fn at(&self, p: Point) -> Taken {
        let (x, y) = ((p.x - self.origin.x).floor(), (p.y - self.origin.y).floor());
        let known = x >= 0.0 && y >= 0.0 && (x as usize) < self.width && (y as usize) < self.height;
        if known { self.cells[y as usize * self.width + x as usize] } else { Taken::Built }
    }

    /// Row by row, between each pair of edges that the row's middle crosses.
    fn polygon_as(&mut self, polygon: &[Point], taken: Taken) {
        let bounds = Rect::bounding(polygon.iter().map(|p| *p - self.origin));
        let top = between(bounds.min.y.floor(), 0.0, self.height as f32) as usize;
        let bottom = between(bounds.max.y.ceil(), 0.0, self.height as f32) as usize;
        let mut cuts: Vec<f32> = Vec::new();
        for y in top..bottom {
            let middle = y as f32 + 0.5 + self.origin.y;
            cuts.clear();
            cuts.extend(
                edges(polygon)
                    .filter(|(a, b)| (a.y > middle) != (b.y > middle))
                    .map(|(a, b)| a.x + (middle - a.y) / (b.y - a.y) * (b.x - a.x) - self.origin.x),
            );
            cuts.sort_by(f32::total_cmp);
            for pair in cuts.chunks_exact(2) {
                let left = between((pair[0] - 0.5).ceil(), 0.0, self.width as f32) as usize;
                let right = between((pair[1] + 0.5).floor(), 0.0, self.width as f32) as usize;
                for cell in &mut self.cells[y * self.width + left..y * self.width + right.max(left)] {
                    *cell = (*cell).max(taken);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polygon_takes_what_lies_in_it() {
        let mut mask = Mask::new(Rect::new(0.0, 0.0, 20.0, 20.0));
        mask.polygon(&[pt(5.0, 5.0), pt(15.0, 5.0), pt(15.0, 15.0), pt(5.0, 15.0)]);
        assert!(!mask.free(pt(10.0, 10.0)) && mask.free(pt(3.0, 10.0)) && mask.free(pt(16.5, 10.0)));
        assert!(!mask.free(pt(-1.0, 3.0)), "beyond the canvas nothing is built");
        mask.lettering(Rect::new(0.0, 0.0, 3.0, 3.0));
        assert!(!mask.free(pt(1.0, 1.0)) && mask.unbuilt(pt(1.0, 1.0)));
    }

    #[test]
    fn a_line_takes_its_width() {
        let mut mask = Mask::new(Rect::new(0.0, 0.0, 20.0, 20.0));
        mask.line(&[pt(2.0, 2.0), pt(18.0, 18.0)], 4.0);
        assert!(!mask.free(pt(10.5, 10.5)) && !mask.free(pt(11.2, 10.0)) && mask.free(pt(14.0, 8.0)));
    }
}
