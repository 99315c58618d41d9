//! The drawings: palettes, typefaces, the map of Huế and its counters, as lists of filled shapes that become a picture
//! without any display or triangles for a window. No window toolkit in here.

pub mod colour;
pub mod fonts;
pub mod palette;

pub use colour::Colour;
pub use fonts::Font;
pub use palette::{Palette, PaletteChoice, Tone};
