//! Lettering as outlines, so that it is crisp at every zoom and needs no font in the window.

use ttf_parser::OutlineBuilder;

use crate::colour::Colour;
use crate::fonts::Font;
use crate::geometry::{Course, Placement, Point, Rect, pt};
use crate::path::{Path, Piece};
use crate::sheet::Sheet;

/// How lettering is set: a face, a size and extra space between letters, both in units of the sheet.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lettering {
    /// The face.
    pub font: Font,
    /// Height of the em.
    pub size: f32,
    /// Extra space after each letter.
    pub spacing: f32,
}

/// Which part of the line of text is put at the given point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// Its left end.
    Left,
    Middle,
    /// Its right end.
    Right,
}

impl Lettering {
    /// Without extra space.
    pub const fn new(font: Font, size: f32) -> Self {
        Self { font, size, spacing: 0.0 }
    }

    /// With extra space after each letter.
    pub const fn spaced(self, spacing: f32) -> Self {
        Self { spacing, ..self }
    }

    fn scale(self) -> f32 {
        self.size / f32::from(self.font.face().units_per_em())
    }

    fn advance(self, letter: char) -> f32 {
        let face = self.font.face();
        let glyph = face.glyph_index(letter).unwrap_or_default();
        f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * self.scale() + self.spacing
    }

    /// Width of a line of text.
    pub fn width(self, text: &str) -> f32 {
        let sum: f32 = text.chars().map(|c| self.advance(c)).sum();
        (sum - self.spacing).max(0.0)
    }

    /// Height of capitals and figures.
    pub fn cap_height(self) -> f32 {
        let face = self.font.face();
        f32::from(face.capital_height().unwrap_or(700)) * self.scale()
    }

    /// The same lettering, made smaller if the text would be wider than this.
    pub fn fitted(self, text: &str, width: f32) -> Self {
        let wide = self.width(text);
        if wide <= width {
            self
        } else {
            Self { size: self.size * width / wide, spacing: self.spacing * width / wide, ..self }
        }
    }

    /// Outlines of a line of text whose base line begins at the origin.
    pub fn outline(self, text: &str) -> Path {
        let mut pen = Pen { path: Path::default(), placement: Placement::IDENTITY };
        let mut x = 0.0;
        for letter in text.chars() {
            pen.letter(
                self,
                letter,
                Placement { right: pt(self.scale(), 0.0), down: pt(0.0, -self.scale()), origin: pt(x, 0.0) },
            );
            x += self.advance(letter);
        }
        pen.path
    }

    /// Outlines along a course, beginning `from` along it, the base line `below` to the right of the way.
    pub fn along(self, text: &str, course: &Course, from: f32, below: f32) -> Path {
        let mut pen = Pen { path: Path::default(), placement: Placement::IDENTITY };
        let mut at = from;
        for letter in text.chars() {
            let advance = self.advance(letter);
            // A letter stands upright on the course under its middle.
            let half = (advance - self.spacing) / 2.0;
            let (middle, way) = course.walk(at + half);
            let origin = middle - way * half + way.turned() * below;
            pen.letter(
                self,
                letter,
                Placement { right: way * self.scale(), down: way.turned() * -self.scale(), origin },
            );
            at += advance;
        }
        pen.path
    }
}

impl Sheet {
    /// Writes a line of text, its base line at `at`.
    pub fn text(&mut self, text: &str, at: Point, align: Align, lettering: Lettering, colour: Colour) {
        let shift = match align {
            Align::Left => 0.0,
            Align::Middle => lettering.width(text) / 2.0,
            Align::Right => lettering.width(text),
        };
        self.fill(lettering.outline(text).placed(Placement::at(at - pt(shift, 0.0), 1.0)), colour);
    }

    /// Writes a line of text around a point: centred both ways by the height of its capitals.
    pub fn text_centred(&mut self, text: &str, at: Point, lettering: Lettering, colour: Colour) {
        self.text(text, at + pt(0.0, lettering.cap_height() / 2.0), Align::Middle, lettering, colour);
    }

    /// As [`Sheet::text`] with a rim of another colour, so that it stays legible on a busy ground.
    pub fn text_with_halo(
        &mut self,
        text: &str,
        at: Point,
        align: Align,
        lettering: Lettering,
        ink: Colour,
        halo: (Colour, f32),
    ) {
        let shift = match align {
            Align::Left => 0.0,
            Align::Middle => lettering.width(text) / 2.0,
            Align::Right => lettering.width(text),
        };
        let path = lettering.outline(text).placed(Placement::at(at - pt(shift, 0.0), 1.0));
        self.round_stroke(path.clone(), halo.1 * 2.0, halo.0);
        self.fill(path, ink);
    }
}

/// The room a line of text takes: from the top of its capitals to its base line.
pub fn text_box(text: &str, at: Point, lettering: Lettering) -> Rect {
    Rect::new(at.x, at.y - lettering.cap_height(), lettering.width(text), lettering.cap_height())
}

struct Pen {
    path: Path,
    placement: Placement,
}

impl Pen {
    fn letter(&mut self, lettering: Lettering, letter: char, placement: Placement) {
        let face = lettering.font.face();
        self.placement = placement;
        // A space has no outline, and that is right.
        let _ = face.outline_glyph(face.glyph_index(letter).unwrap_or_default(), self);
    }

    fn map(&self, x: f32, y: f32) -> Point {
        self.placement.apply(pt(x, y))
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.pieces.push(Piece::Move(self.map(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.pieces.push(Piece::Line(self.map(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.pieces.push(Piece::Quad(self.map(x1, y1), self.map(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.pieces.push(Piece::Cubic(self.map(x1, y1), self.map(x2, y2), self.map(x, y)));
    }

    fn close(&mut self) {
        self.path.pieces.push(Piece::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_as_wide_as_it_says() {
        let lettering = Lettering::new(Font::CondensedSemiBold, 10.0);
        let bounds = lettering.outline("N1-4 Thượng Tứ").bounds();
        let width = lettering.width("N1-4 Thượng Tứ");
        assert!(bounds.width() <= width && bounds.width() > width * 0.9, "{bounds:?} against {width}");
        assert!(lettering.fitted("N1-4 Thượng Tứ", 20.0).width("N1-4 Thượng Tứ") <= 20.001);
    }

    #[test]
    fn figures_stand_on_the_base_line() {
        let bounds = Lettering::new(Font::SansBold, 20.0).outline("5").bounds();
        assert!(bounds.max.y.abs() < 0.6 && bounds.min.y < -12.0, "{bounds:?}");
    }
}
