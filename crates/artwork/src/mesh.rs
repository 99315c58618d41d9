//! A sheet as triangles, for a window: crisp at every zoom.

use lyon_tessellation::path::Path as LyonPath;
use lyon_tessellation::{
    BuffersBuilder, FillOptions, FillRule, FillTessellator, FillVertex, LineCap, LineJoin, StrokeOptions,
    StrokeTessellator, StrokeVertex, VertexBuffers, math,
};
use tabletop::between;

use crate::colour::{Colour, to_linear};
use crate::geometry::Point;
use crate::path::{Path, Piece};
use crate::sheet::{Shape, Sheet};

/// Triangles in painter's order: later ones lie over earlier ones.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Corners in units of the sheet, y downwards.
    pub positions: Vec<[f32; 2]>,
    /// Linear red, green, blue and straight alpha of each corner, 0 to 65,535: the darkest step of a screen is twenty of these, and a map
    /// of hexes has three quarters of a million corners.
    pub colours: Vec<[u16; 4]>,
    /// Three corners a triangle.
    pub indices: Vec<u32>,
}

/// How finely curves are cut and what see-through colours are meant to lie on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshOptions {
    /// Greatest distance of a triangle's edge from the true curve, in units of the sheet.
    pub tolerance: f32,
    /// The colour that see-through shapes mostly lie on. A window mixes light, a printer mixes paint; the opacity is
    /// corrected so that over this colour both give the same.
    pub ground: Colour,
}

impl MeshOptions {
    /// For the map and anything else measured in map units.
    pub const fn map(ground: Colour) -> Self {
        Self { tolerance: 0.1, ground }
    }

    /// For counters and markers, which are one unit wide.
    pub const fn counter(ground: Colour) -> Self {
        Self { tolerance: 0.002, ground }
    }
}

/// Cuts a sheet into triangles.
pub fn mesh(sheet: &Sheet, options: MeshOptions) -> Mesh {
    let mut out = VertexBuffers::<([f32; 2], [u16; 4]), u32>::new();
    let (mut fill, mut stroke) = (FillTessellator::new(), StrokeTessellator::new());
    let light = |colour| light(colour, options.ground).map(|share| (share * f32::from(u16::MAX)).round() as u16);
    for shape in &sheet.shapes {
        match shape {
            Shape::Fill(path, colour) => {
                let colour = light(*colour);
                let fill_options = FillOptions::tolerance(options.tolerance).with_fill_rule(FillRule::NonZero);
                let mut builder = BuffersBuilder::new(&mut out, |v: FillVertex<'_>| (v.position().to_array(), colour));
                // An outline that cannot be cut (none of ours) is left out rather than ending the program.
                let _ = fill.tessellate_path(&lyon(path), &fill_options, &mut builder);
            }
            Shape::Pieces(polygons, colour) => {
                let colour = light(*colour);
                for polygon in polygons {
                    let first = out.vertices.len() as u32;
                    out.vertices.extend(polygon.iter().map(|p| ([p.x, p.y], colour)));
                    for i in 2..polygon.len() as u32 {
                        out.indices.extend([first, first + i - 1, first + i]);
                    }
                }
            }
            Shape::Stroke { path, width, colour, round } => {
                let colour = light(*colour);
                let cap = if *round { LineCap::Round } else { LineCap::Butt };
                let stroke_options = StrokeOptions::tolerance(options.tolerance)
                    .with_line_width(*width)
                    .with_line_join(LineJoin::Round)
                    .with_line_cap(cap);
                let mut builder =
                    BuffersBuilder::new(&mut out, |v: StrokeVertex<'_, '_>| (v.position().to_array(), colour));
                let _ = stroke.tessellate_path(&lyon(path), &stroke_options, &mut builder);
            }
            Shape::Shade(corners) => {
                let first = out.vertices.len() as u32;
                let whole = corners.len() - corners.len() % 3;
                out.vertices.extend(corners[..whole].iter().map(|c| ([c.at.x, c.at.y], light(c.colour))));
                out.indices.extend(first..first + whole as u32);
            }
        }
    }
    let (positions, colours) = out.vertices.into_iter().unzip();
    Mesh { positions, colours, indices: out.indices }
}

/// Light of a colour, its opacity corrected for mixing light instead of paint over `ground`.
fn light(colour: Colour, ground: Colour) -> [f32; 4] {
    let [r, g, b] = colour.linear();
    let alpha = colour.opacity();
    let full = Colour { a: 255, ..colour };
    let (below, above) = (grey(ground), grey(full));
    let wanted = to_linear(below + (above - below) * alpha);
    let span = to_linear(above) - to_linear(below);
    let corrected = if alpha <= 0.0 || alpha >= 1.0 || span.abs() < 0.02 {
        alpha
    } else {
        between((wanted - to_linear(below)) / span, 0.0, 1.0)
    };
    [r, g, b, corrected]
}

/// Lightness of a colour as one sRGB share.
fn grey(c: Colour) -> f32 {
    (0.2126 * f32::from(c.r) + 0.7152 * f32::from(c.g) + 0.0722 * f32::from(c.b)) / 255.0
}

fn lyon(path: &Path) -> LyonPath {
    let p = |p: Point| math::point(p.x, p.y);
    let mut builder = LyonPath::builder();
    let mut open = false;
    for piece in &path.pieces {
        match *piece {
            Piece::Move(a) => {
                if open {
                    builder.end(false);
                }
                builder.begin(p(a));
                open = true;
            }
            Piece::Line(a) => {
                builder.line_to(p(a));
            }
            Piece::Quad(a, b) => {
                builder.quadratic_bezier_to(p(a), p(b));
            }
            Piece::Cubic(a, b, c) => {
                builder.cubic_bezier_to(p(a), p(b), p(c));
            }
            Piece::Close => {
                if open {
                    builder.end(true);
                }
                open = false;
            }
        }
    }
    if open {
        builder.end(false);
    }
    builder.build()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Rect, pt};

    fn area(mesh: &Mesh) -> f32 {
        let at = |i: u32| Point { x: mesh.positions[i as usize][0], y: mesh.positions[i as usize][1] };
        mesh.indices.chunks(3).map(|t| ((at(t[1]) - at(t[0])).cross(at(t[2]) - at(t[0])) / 2.0).abs()).sum()
    }

    #[test]
    fn a_square_with_a_hole_has_the_area_that_is_left() {
        let mut sheet = Sheet::new();
        let hole: Vec<_> = Rect::new(2.0, 2.0, 4.0, 4.0).corners().into_iter().rev().collect();
        sheet.fill(Path::rect(Rect::new(0.0, 0.0, 10.0, 10.0)).with_hole(&hole), Colour::BLACK);
        let mesh = mesh(&sheet, MeshOptions::map(Colour::WHITE));
        assert!((area(&mesh) - 84.0).abs() < 0.01);
    }

    #[test]
    fn shapes_keep_their_order() {
        let mut sheet = Sheet::new();
        sheet.fill(Path::circle(pt(0.0, 0.0), 5.0), Colour::BLACK);
        sheet.stroke(Path::line(&[pt(0.0, 0.0), pt(9.0, 0.0)]), 1.0, Colour::WHITE);
        let mesh = mesh(&sheet, MeshOptions::map(Colour::WHITE));
        let shade = |i: u32| mesh.colours[i as usize][0];
        assert!(shade(mesh.indices[0]) < 6_000 && shade(mesh.indices[mesh.indices.len() - 1]) > 60_000);
    }

    #[test]
    fn half_a_shadow_over_paper_is_as_dark_as_on_paper() {
        let paper = Colour::rgb(0xef, 0xe5, 0xcd);
        let [.., alpha] = light(Colour::BLACK.alpha(0.3), paper);
        let mixed = paper.luminance() * (1.0 - alpha);
        let printed = Colour::BLACK.alpha(0.3).over(paper).luminance();
        assert!((mixed - printed).abs() < 0.02, "{mixed} {printed}");
    }
}
