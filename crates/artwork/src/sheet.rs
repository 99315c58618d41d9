//! A drawing: a list of shapes, painted one over the other.

use crate::colour::Colour;
use crate::geometry::{Placement, Point, Rect};
use crate::path::Path;

/// A corner of a shaded triangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Corner {
    pub at: Point,
    /// Its colour; colours run evenly between corners.
    pub colour: Colour,
}

/// One shape.
#[derive(Clone, PartialEq, Debug)]
pub enum Shape {
    /// A filled outline.
    Fill(Path, Colour),
    /// Many small convex polygons of one opaque colour: roofs, trees, blades of rice.
    Pieces(Vec<Vec<Point>>, Colour),
    /// A line with a width, round joins, and round or flat ends. `path`: the line. `round`: whether the ends are round.
    Stroke { path: Path, width: f32, colour: Colour, round: bool },
    /// Triangles, three corners each: shadows, glows, depth of water.
    Shade(Vec<Corner>),
}

/// A display list in units of its own, y downwards. [`crate::raster`] and [`crate::mesh`] draw it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Sheet {
    /// Its shapes, bottom first.
    pub shapes: Vec<Shape>,
}

impl Sheet {
    /// Nothing drawn yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Fills an outline.
    pub fn fill(&mut self, path: Path, colour: Colour) {
        if !path.pieces.is_empty() {
            self.shapes.push(Shape::Fill(path, colour));
        }
    }

    /// Fills many convex polygons with one opaque colour.
    pub fn pieces(&mut self, polygons: Vec<Vec<Point>>, colour: Colour) {
        if !polygons.is_empty() {
            self.shapes.push(Shape::Pieces(polygons, colour));
        }
    }

    /// Draws a line with flat ends.
    pub fn stroke(&mut self, path: Path, width: f32, colour: Colour) {
        if !path.pieces.is_empty() {
            self.shapes.push(Shape::Stroke { path, width, colour, round: false });
        }
    }

    /// Draws a line with round ends.
    pub fn round_stroke(&mut self, path: Path, width: f32, colour: Colour) {
        if !path.pieces.is_empty() {
            self.shapes.push(Shape::Stroke { path, width, colour, round: true });
        }
    }

    /// A quadrilateral, each corner with its colour.
    pub fn quad(&mut self, corners: [(Point, Colour); 4]) {
        let [a, b, c, d] = corners.map(|(at, colour)| Corner { at, colour });
        self.triangles([a, b, c, a, c, d]);
    }

    /// Shaded triangles, three corners each.
    pub fn triangles(&mut self, corners: impl IntoIterator<Item = Corner>) {
        if let Some(Shape::Shade(list)) = self.shapes.last_mut() {
            list.extend(corners);
        } else {
            self.shapes.push(Shape::Shade(corners.into_iter().collect()));
        }
    }

    /// A band along a closed outline that fades from `colour` at the line to nothing at `inner`, which has as many points.
    pub fn glow(&mut self, outline: &[Point], inner: &[Point], colour: Colour) {
        let none = colour.alpha(0.0);
        let count = outline.len().min(inner.len());
        for i in 0..count {
            let j = (i + 1) % count;
            self.quad([(outline[i], colour), (outline[j], colour), (inner[j], none), (inner[i], none)]);
        }
    }

    /// A soft shadow of a round-cornered rectangle: full inside, nothing `blur` outside of it.
    pub fn shadow(&mut self, rect: Rect, radius: f32, blur: f32, colour: Colour) {
        const STEPS: usize = 5;
        let none = colour.alpha(0.0);
        let radius = radius.max(blur * 0.5).min(rect.width() / 2.0).min(rect.height() / 2.0);
        let core = rect.grown(-radius);
        let mut rim = Vec::new();
        for (i, corner) in
            [pt_corner(core, 2), pt_corner(core, 3), pt_corner(core, 0), pt_corner(core, 1)].into_iter().enumerate()
        {
            for step in 0..=STEPS {
                let angle = std::f32::consts::FRAC_PI_2 * (i as f32 + step as f32 / STEPS as f32);
                let out = crate::geometry::pt(angle.cos(), angle.sin());
                // Two rings, so that the fall is soft at both ends.
                rim.push((
                    corner + out * (radius - blur * 0.5),
                    corner + out * (radius + blur * 0.1),
                    corner + out * (radius + blur),
                ));
            }
        }
        let middle = Corner { at: rect.middle(), colour };
        let weak = colour.alpha(colour.opacity() * 0.42);
        for i in 0..rim.len() {
            let (a, b) = (rim[i], rim[(i + 1) % rim.len()]);
            self.triangles([middle, Corner { at: a.0, colour }, Corner { at: b.0, colour }]);
            self.quad([(a.0, colour), (b.0, colour), (b.1, weak), (a.1, weak)]);
            self.quad([(a.1, weak), (b.1, weak), (b.2, none), (a.2, none)]);
        }
    }

    /// Draws another sheet into this one, moved, scaled and turned.
    pub fn stamp(&mut self, other: &Self, placement: Placement) {
        let scale = placement.scale();
        for shape in &other.shapes {
            match shape {
                Shape::Fill(path, colour) => self.fill(path.placed(placement), *colour),
                Shape::Pieces(list, colour) => {
                    let list = list.iter().map(|p| p.iter().map(|q| placement.apply(*q)).collect()).collect();
                    self.pieces(list, *colour);
                }
                Shape::Stroke { path, width, colour, round } => self.shapes.push(Shape::Stroke {
                    path: path.placed(placement),
                    width: width * scale,
                    colour: *colour,
                    round: *round,
                }),
                Shape::Shade(list) => {
                    self.triangles(list.iter().map(|c| Corner { at: placement.apply(c.at), colour: c.colour }));
                }
            }
        }
    }

    /// All shapes of another sheet over those of this one.
    pub fn append(&mut self, mut other: Self) {
        self.shapes.append(&mut other.shapes);
    }

    /// Every point that is drawn at, handles included.
    pub fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.shapes.iter().flat_map(|shape| -> Box<dyn Iterator<Item = Point>> {
            match shape {
                Shape::Fill(path, _) | Shape::Stroke { path, .. } => Box::new(path.points()),
                Shape::Pieces(list, _) => Box::new(list.iter().flatten().copied()),
                Shape::Shade(list) => Box::new(list.iter().map(|c| c.at)),
            }
        })
    }

    /// A rectangle around everything, line widths not counted.
    pub fn bounds(&self) -> Rect {
        Rect::bounding(self.points())
    }
}

fn pt_corner(rect: Rect, index: usize) -> Point {
    rect.corners()[index]
}
