//! The drawings: palettes, typefaces, the map of Huế and its counters, the wargames table and its figures, as lists of filled shapes that become a picture
//! without any display or triangles for a window. No window toolkit in here.

pub mod area;
pub mod colour;
mod course;
pub mod field;
pub mod fonts;
pub mod geometry;
pub mod hex;
pub mod mesh;
mod muster;
pub mod palette;
pub mod path;
pub mod raster;
mod scatter;
pub mod sheet;
pub mod symbol;
pub mod text;
pub mod trace;

pub use area::counter::{Activity, CounterFace, Print, counter_sheet};
pub use area::layout::Layout;
pub use area::map::{Detail, Layer, LayerKind, MapSheet, map_bounds, map_sheet};
pub use area::marker::{Highlight, Marker, gate_flag_sheet, highlight_sheet, marker_sheet, zone_marker_sheet};
pub use area::picture::{board_picture, picture};
pub use colour::Colour;
pub use fonts::Font;
pub use geometry::{Placement, Point, Rect, pt};
pub use mesh::{Mesh, MeshOptions, mesh};
pub use muster::muster;
pub use palette::{Palette, PaletteChoice, Tone};
pub use path::Path;
pub use raster::{Picture, RasterError, raster};
pub use sheet::Sheet;
