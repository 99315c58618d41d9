//! IBM Plex, handed over as bytes: this crate reads no file.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Context, FontData, FontDefinitions, FontFamily, FontId};

/// A cut of the typeface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Face {
    /// Running text.
    Regular,
    /// Emphasis in running text.
    Italic,
    /// Buttons and values.
    Medium,
    /// Headings.
    SemiBold,
    /// The largest headings.
    Bold,
    /// Tables and tight places.
    Condensed,
    /// Headings of tables and labels.
    CondensedSemiBold,
    /// Figures that stand under each other.
    Mono,
}

impl Face {
    /// All cuts.
    pub const ALL: [Self; 8] = [
        Self::Regular,
        Self::Italic,
        Self::Medium,
        Self::SemiBold,
        Self::Bold,
        Self::Condensed,
        Self::CondensedSemiBold,
        Self::Mono,
    ];

    /// The file below `assets/fonts`.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::Regular => "IBMPlexSans-Regular.ttf",
            Self::Italic => "IBMPlexSans-Italic.ttf",
            Self::Medium => "IBMPlexSans-Medium.ttf",
            Self::SemiBold => "IBMPlexSans-SemiBold.ttf",
            Self::Bold => "IBMPlexSans-Bold.ttf",
            Self::Condensed => "IBMPlexSansCondensed-Medium.ttf",
            Self::CondensedSemiBold => "IBMPlexSansCondensed-SemiBold.ttf",
            Self::Mono => "IBMPlexMono-Regular.ttf",
        }
    }

    /// The family egui knows it by.
    fn family(self) -> FontFamily {
        match self {
            Self::Regular => FontFamily::Proportional,
            Self::Mono => FontFamily::Monospace,
            _ => FontFamily::Name(self.file_name().into()),
        }
    }

    /// The cut that is part of the program and most like this one.
    const fn stand_in(self) -> artwork::Font {
        match self {
            Self::Regular | Self::Medium => artwork::Font::Sans,
            Self::Italic => artwork::Font::SansItalic,
            Self::SemiBold => artwork::Font::SansSemiBold,
            Self::Bold => artwork::Font::SansBold,
            Self::Condensed => artwork::Font::Condensed,
            Self::CondensedSemiBold => artwork::Font::CondensedSemiBold,
            Self::Mono => artwork::Font::Mono,
        }
    }

    /// The cut at a size in points.
    pub fn at(self, size: f32) -> FontId {
        FontId::new(size, self.family())
    }
}

/// The bytes of every cut.
#[derive(Clone)]
pub struct FontFiles(BTreeMap<Face, Vec<u8>>);

impl FontFiles {
    /// Reads every cut; `read` gives the bytes of a file of `assets/fonts`. A cut that is missing or broken is replaced by
    /// the nearest one that is part of the program, and a sentence says so.
    pub fn read<E: std::fmt::Display>(mut read: impl FnMut(&str) -> Result<Vec<u8>, E>) -> (Self, Vec<String>) {
        let mut problems = Vec::new();
        let cuts = Face::ALL.into_iter().map(|face| {
            let why = match read(face.file_name()) {
                Ok(bytes) if artwork::Font::reads(&bytes) => return (face, bytes),
                Ok(_) => "it is not a TrueType file with letters in it".to_owned(),
                Err(error) => error.to_string(),
            };
            let file = face.file_name();
            problems.push(format!(
                "The typeface assets/fonts/{file} cannot be used: {why}. Pointman uses another one; copy the \
                 folder assets/fonts again."
            ));
            (face, face.stand_in().bytes().to_vec())
        });
        (Self(cuts.collect()), problems)
    }
}

/// Gives egui the typeface. It is in use from the next pass on: call this before the first one.
pub fn install_fonts(ctx: &Context, files: &FontFiles) {
    let mut fonts = FontDefinitions::empty();
    for (face, bytes) in &files.0 {
        fonts.font_data.insert(face.file_name().to_owned(), Arc::new(FontData::from_owned(bytes.clone())));
        let mut chain = vec![face.file_name().to_owned()];
        if *face != Face::Regular && files.0.contains_key(&Face::Regular) {
            chain.push(Face::Regular.file_name().to_owned());
        }
        fonts.families.insert(face.family(), chain);
    }
    ctx.set_fonts(fonts);
}

/// Whether the typeface is in use: families egui does not know make it panic.
pub(super) fn are_installed(ctx: &Context) -> bool {
    ctx.fonts(|fonts| fonts.definitions().families.contains_key(&Face::SemiBold.family()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_and_missing_cuts_are_said_and_replaced() {
        let whole = artwork::Font::Sans.bytes();
        let (files, problems) = FontFiles::read(|file| match file {
            "IBMPlexSans-Bold.ttf" => Ok(b"no typeface".to_vec()),
            "IBMPlexMono-Regular.ttf" => Ok(whole[..whole.len() / 2].to_vec()),
            "IBMPlexSans-Italic.ttf" => Err("it is not there"),
            _ => Ok(whole.to_vec()),
        });
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(problems.iter().any(|said| said.contains("IBMPlexSans-Italic.ttf cannot be used: it is not there.")));
        for face in Face::ALL {
            assert!(artwork::Font::reads(&files.0[&face]), "{face:?}");
        }
    }
}
