//! The drawings: palettes, typefaces, the map of Huế and its counters, as lists of filled shapes that become a picture
//! without any display or triangles for a window. No window toolkit in here.

pub mod colour;
pub mod fonts;
pub mod geometry;
pub mod layout;
pub mod mesh;
pub mod palette;
pub mod path;
pub mod raster;
pub mod sheet;
pub mod text;

pub use colour::Colour;
pub use fonts::Font;
pub use geometry::{Placement, Point, Rect, pt};
pub use layout::Layout;
pub use mesh::{Mesh, MeshOptions, mesh};
pub use palette::{Palette, PaletteChoice, Tone};
pub use path::Path;
pub use raster::{Picture, RasterError, raster};
pub use sheet::Sheet;
