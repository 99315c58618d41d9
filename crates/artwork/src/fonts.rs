//! The typefaces: IBM Plex Sans, its Condensed and its Mono, under the SIL Open Font License (`assets/fonts/OFL.txt`).

use std::sync::LazyLock;

/// A face of the family.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Font {
    /// Plex Sans Regular: running text.
    Sans,
    /// Plex Sans Italic: water.
    SansItalic,
    /// Plex Sans SemiBold: headings.
    SansSemiBold,
    /// Plex Sans Bold: titles and values.
    SansBold,
    /// Plex Sans Condensed Regular: names on the map.
    Condensed,
    /// Plex Sans Condensed SemiBold: labels on the map.
    CondensedSemiBold,
    /// Plex Sans Condensed Bold: values on counters.
    CondensedBold,
    /// Plex Mono Regular: columns of figures.
    Mono,
}

impl Font {
    /// Every face.
    pub const ALL: [Self; 8] = [
        Self::Sans,
        Self::SansItalic,
        Self::SansSemiBold,
        Self::SansBold,
        Self::Condensed,
        Self::CondensedSemiBold,
        Self::CondensedBold,
        Self::Mono,
    ];

    /// The TrueType file, built in.
    pub const fn bytes(self) -> &'static [u8] {
        match self {
            Self::Sans => include_bytes!("../../../assets/fonts/IBMPlexSans-Regular.ttf"),
            Self::SansItalic => include_bytes!("../../../assets/fonts/IBMPlexSans-Italic.ttf"),
            Self::SansSemiBold => include_bytes!("../../../assets/fonts/IBMPlexSans-SemiBold.ttf"),
            Self::SansBold => include_bytes!("../../../assets/fonts/IBMPlexSans-Bold.ttf"),
            Self::Condensed => include_bytes!("../../../assets/fonts/IBMPlexSansCondensed-Regular.ttf"),
            Self::CondensedSemiBold => include_bytes!("../../../assets/fonts/IBMPlexSansCondensed-SemiBold.ttf"),
            Self::CondensedBold => include_bytes!("../../../assets/fonts/IBMPlexSansCondensed-Bold.ttf"),
            Self::Mono => include_bytes!("../../../assets/fonts/IBMPlexMono-Regular.ttf"),
        }
    }

    /// Whether a file is a typeface that letters can be drawn with.
    pub fn reads(file: &[u8]) -> bool {
        struct Nowhere;
        impl ttf_parser::OutlineBuilder for Nowhere {
            fn move_to(&mut self, _: f32, _: f32) {}
            fn line_to(&mut self, _: f32, _: f32) {}
            fn quad_to(&mut self, _: f32, _: f32, _: f32, _: f32) {}
            fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {}
            fn close(&mut self) {}
        }
        let Ok(face) = ttf_parser::Face::parse(file, 0) else { return false };
        "AaxZ09".chars().all(|letter| {
            face.glyph_index(letter).is_some_and(|glyph| face.outline_glyph(glyph, &mut Nowhere).is_some())
        })
    }

    /// The face, parsed once.
    pub(crate) fn face(self) -> &'static ttf_parser::Face<'static> {
        static FACES: LazyLock<[ttf_parser::Face<'static>; 8]> = LazyLock::new(|| {
            Font::ALL.map(|font| match ttf_parser::Face::parse(font.bytes(), 0) {
                Ok(face) => face,
                // The files are part of the program; the test below reads every one.
                Err(problem) => unreachable!("{font:?}: {problem}"),
            })
        });
        &FACES[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_has_every_vietnamese_letter() {
        let letters = "aàảãáạăằẳẵắặâầẩẫấậbcdđeèẻẽéẹêềểễếệghiìỉĩíịklmnoòỏõóọôồổỗốộơờởỡớợpqrstuùủũúụưừửữứựvxyỳỷỹýỵ";
        let more = "−–—·•×½±→“”‘’…0123456789+";
        for font in Font::ALL {
            for letter in letters.chars().flat_map(|c| [Some(c), c.to_uppercase().next()]).flatten().chain(more.chars())
            {
                assert!(font.face().glyph_index(letter).is_some(), "{font:?} has no {letter}");
            }
        }
    }
}
