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
    pub fn family(self) -> FontFamily {
        match self {
            Self::Regular => FontFamily::Proportional,
            Self::Mono => FontFamily::Monospace,
            _ => FontFamily::Name(self.file_name().into()),
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
    /// Reads every cut; `read` gives the bytes of a file of `assets/fonts`.
    ///
    /// # Errors
    /// The first error of `read`.
    pub fn read<E>(mut read: impl FnMut(&str) -> Result<Vec<u8>, E>) -> Result<Self, E> {
        Face::ALL.into_iter().map(|face| Ok((face, read(face.file_name())?))).collect::<Result<_, E>>().map(Self)
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
