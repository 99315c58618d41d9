//! A sheet as a picture, without any display.

use tabletop::between;
use tiny_skia::{FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, Transform};

use crate::colour::Colour;
use crate::geometry::{Point, Rect};
use crate::path::{Path, Piece};
use crate::sheet::{Corner, Shape, Sheet};

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum RasterError {
    /// A side is zero, or the picture would not fit in memory.
    #[error("a picture of {0} x {1} pixels cannot be made: ask for sides between 1 and 16384.")]
    Size(u32, u32),
    /// The PNG could not be written.
    #[error("the picture could not be written as PNG: {0}")]
    Png(String),
}

/// A picture: rows from the top, four bytes a pixel.
#[derive(Clone, Debug)]
pub struct Picture {
    pixels: Pixmap,
}

impl Picture {
    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.pixels.width(), self.pixels.height())
    }

    /// An empty picture.
    pub(crate) fn blank(size: (u32, u32)) -> Result<Self, RasterError> {
        let room = (1..=16_384).contains(&size.0) && (1..=16_384).contains(&size.1);
        let pixels = room.then(|| Pixmap::new(size.0, size.1)).flatten();
        pixels.map(|pixels| Self { pixels }).ok_or(RasterError::Size(size.0, size.1))
    }

    /// The bytes of its pixels, rows from the top; colours are multiplied by their alpha.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        self.pixels.data_mut()
    }

    /// Draws the part `view` of a sheet over it, fitted and centred.
    pub fn paint(&mut self, sheet: &Sheet, view: Rect) {
        let (width, height) = self.size();
        let size = (width, height);
        let pixels = &mut self.pixels;
        let scale = (size.0 as f32 / view.width().max(1e-6)).min(size.1 as f32 / view.height().max(1e-6));
        let shift = Point { x: size.0 as f32 / 2.0, y: size.1 as f32 / 2.0 } - view.middle() * scale;
        let transform = Transform::from_row(scale, 0.0, 0.0, scale, shift.x, shift.y);
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        for shape in &sheet.shapes {
            match shape {
                Shape::Fill(path, colour) => {
                    paint.set_color(skia(*colour));
                    if let Some(path) = outline(path) {
                        pixels.fill_path(&path, &paint, FillRule::Winding, transform, None);
                    }
                }
                Shape::Pieces(polygons, colour) => {
                    paint.set_color(skia(*colour));
                    let mut all = Path::default();
                    polygons.iter().for_each(|p| all.add_polygon(p));
                    if let Some(path) = outline(&all) {
                        pixels.fill_path(&path, &paint, FillRule::Winding, transform, None);
                    }
                }
                Shape::Stroke { path, width, colour, round } => {
                    paint.set_color(skia(*colour));
                    let line_cap = if *round { LineCap::Round } else { LineCap::Butt };
                    let stroke = Stroke { width: *width, line_cap, line_join: LineJoin::Round, ..Stroke::default() };
                    if let Some(path) = outline(path) {
                        pixels.stroke_path(&path, &paint, &stroke, transform, None);
                    }
                }
                Shape::Shade(corners) => {
                    for triangle in corners.chunks_exact(3) {
                        shade(
                            pixels,
                            [0, 1, 2]
                                .map(|i| Corner { at: triangle[i].at * scale + shift, colour: triangle[i].colour }),
                        );
                    }
                }
            }
        }
    }

    /// Red, green, blue and straight alpha of every pixel.
    pub fn rgba(&self) -> Vec<u8> {
        self.pixels
            .pixels()
            .iter()
            .flat_map(|p| {
                let c = p.demultiply();
                [c.red(), c.green(), c.blue(), c.alpha()]
            })
            .collect()
    }

    /// As a PNG file.
    ///
    /// # Errors
    /// [`RasterError::Png`] if the encoder fails.
    pub fn png(&self) -> Result<Vec<u8>, RasterError> {
        self.pixels.encode_png().map_err(|e| RasterError::Png(e.to_string()))
    }

    /// How many different colours it has.
    pub fn colour_count(&self) -> usize {
        let mut colours: Vec<u32> =
            self.pixels.data().chunks_exact(4).map(|p| u32::from_le_bytes([p[0], p[1], p[2], p[3]])).collect();
        colours.sort_unstable();
        colours.dedup();
        colours.len()
    }
}

/// Draws the part `view` of a sheet, fitted into and centred in `size` pixels, over `ground`.
///
/// # Errors
/// [`RasterError::Size`] if there can be no such picture.
pub fn raster(sheet: &Sheet, view: Rect, size: (u32, u32), ground: Colour) -> Result<Picture, RasterError> {
    let mut picture = Picture::blank(size)?;
    picture.pixels.fill(skia(ground));
    picture.paint(sheet, view);
    Ok(picture)
}

/// A shaded triangle, pixel by pixel. A pixel belongs to the triangle that holds its middle, so neighbours neither
/// overlap nor leave a seam.
fn shade(pixels: &mut Pixmap, corners: [Corner; 3]) {
    let (width, height) = (pixels.width() as usize, pixels.height() as usize);
    let bounds = Rect::bounding(corners.iter().map(|c| c.at));
    let (left, top) = (bounds.min.x.floor().max(0.0) as usize, bounds.min.y.floor().max(0.0) as usize);
    let right = between(bounds.max.x.ceil(), 0.0, width as f32) as usize;
    let bottom = between(bounds.max.y.ceil(), 0.0, height as f32) as usize;
    let [a, mut b, mut c] = corners;
    let mut area = (b.at - a.at).cross(c.at - a.at);
    if area < 0.0 {
        (b, c, area) = (c, b, -area);
    }
    if area < 1e-6 {
        return;
    }
    // The upper-left rule decides who owns a middle that lies on an edge.
    let owns = |from: Point, to: Point| to.y < from.y || (to.y == from.y && to.x > from.x);
    let sides = [(b.at, c.at), (c.at, a.at), (a.at, b.at)];
    let colours = [a, b, c].map(|k| {
        let alpha = k.colour.opacity();
        [f32::from(k.colour.r) * alpha, f32::from(k.colour.g) * alpha, f32::from(k.colour.b) * alpha, alpha]
    });
    let data = pixels.data_mut();
    for y in top..bottom {
        for x in left..right {
            let p = Point { x: x as f32 + 0.5, y: y as f32 + 0.5 };
            let weights = sides.map(|(from, to)| (to - from).cross(p - from));
            if weights.iter().zip(sides).any(|(w, (from, to))| *w < 0.0 || (*w == 0.0 && !owns(from, to))) {
                continue;
            }
            let part = |i: usize| (0..3).map(|k| colours[k][i] * weights[k]).sum::<f32>() / area;
            let keep = 1.0 - part(3);
            let pixel = &mut data[(y * width + x) * 4..][..4];
            // An ordered dither of half a step keeps wide, faint shades free of bands.
            let dither = f32::from((x as u8 & 1) * 2 + (y as u8 & 1)) / 4.0 - 0.375;
            for (i, value) in pixel.iter_mut().enumerate() {
                let source = if i == 3 { part(3) * 255.0 } else { part(i) };
                *value = between(source + f32::from(*value) * keep + 0.5 + dither, 0.0, 255.0) as u8;
            }
            let alpha = pixel[3];
            pixel[..3].iter_mut().for_each(|v| *v = (*v).min(alpha));
        }
    }
}

fn skia(c: Colour) -> tiny_skia::Color {
    tiny_skia::Color::from_rgba8(c.r, c.g, c.b, c.a)
}

fn outline(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = PathBuilder::new();
    for piece in &path.pieces {
        match *piece {
            Piece::Move(p) => builder.move_to(p.x, p.y),
            Piece::Line(p) => builder.line_to(p.x, p.y),
            Piece::Quad(a, p) => builder.quad_to(a.x, a.y, p.x, p.y),
            Piece::Cubic(a, b, p) => builder.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y),
            Piece::Close => builder.close(),
        }
    }
    builder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::pt;

    #[test]
    fn a_fill_is_where_it_should_be() {
        let mut sheet = Sheet::new();
        sheet.fill(Path::rect(Rect::new(0.0, 0.0, 5.0, 10.0)), Colour::rgb(200, 0, 0));
        let picture = raster(&sheet, Rect::new(0.0, 0.0, 10.0, 10.0), (20, 20), Colour::WHITE).unwrap();
        let rgba = picture.rgba();
        assert_eq!(&rgba[(10 * 20 + 4) * 4..][..4], &[200, 0, 0, 255]);
        assert_eq!(&rgba[(10 * 20 + 15) * 4..][..4], &[255, 255, 255, 255]);
        assert_eq!(&picture.png().unwrap()[1..4], b"PNG");
    }

    #[test]
    fn shaded_neighbours_leave_no_seam_and_no_overlap() {
        let mut sheet = Sheet::new();
        let half = Colour::BLACK.alpha(0.5);
        sheet.quad([(pt(1.3, 0.7), half), (pt(9.1, 1.9), half), (pt(8.2, 9.3), half), (pt(0.4, 8.8), half)]);
        let picture = raster(&sheet, Rect::new(0.0, 0.0, 10.0, 10.0), (200, 200), Colour::WHITE).unwrap();
        // White, and the halves of the dither around mid grey: nothing darker.
        assert!(picture.rgba().chunks(4).all(|p| p[0] == 255 || (126..=129).contains(&p[0])));
    }

    #[test]
    fn an_impossible_size_is_refused() {
        assert!(raster(&Sheet::new(), Rect::new(0.0, 0.0, 1.0, 1.0), (0, 4), Colour::WHITE).is_err());
        assert!(raster(&Sheet::new(), Rect::new(0.0, 0.0, 1.0, 1.0), (99_999, 4), Colour::WHITE).is_err());
    }
}
