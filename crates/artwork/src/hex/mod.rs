//! The map of Search & Destroy, printed, and its counters.
//!
//! What has a rule is where the board file puts it: terrain, heights, river, bridge, road, trails, villages, landing zones. How
//! it looks (where a blob of jungle bends, how paddies lie, where a hut stands) is drawn around it.

pub mod counter;
pub(crate) mod field;
mod furniture;
pub mod grid;
mod growth;
mod key;
mod land;
mod lettering;
pub mod marker;
pub(crate) mod noise;
mod paddies;
pub(crate) mod symbol;
mod villages;
mod water;
mod ways;

use search_and_destroy::SearchAndDestroy;
use search_and_destroy::map::{Map, Terrain};

use crate::area::map::mask::Mask;
use crate::area::map::{Detail, Layer, LayerKind, MapSheet};
use crate::geometry::{Point, Rect};
use crate::palette::Palette;
use crate::sheet::Sheet;

pub use counter::{HexFace, hex_counter_sheet};
pub use grid::{COUNTER as HEX_COUNTER, HexGrid};
pub use marker::{HexMarker, hex_marker_sheet};

use field::{Field, Spread};

/// Pixels to the map unit from which the numbers of hexes are large enough to be read.
pub const NUMBERS: f32 = 2.1;

/// Draws the map.
pub fn hex_map_sheet(rules: &SearchAndDestroy, palette: &Palette, detail: Detail) -> MapSheet {
    let mut painter = Painter::new(rules, palette);
    land::land(&mut painter);
    paddies::paddies(&mut painter, detail);
    growth::broken(&mut painter, detail);
    growth::jungle(&mut painter, detail);
    land::relief(&mut painter);
    villages::ground(&mut painter);
    water::river(&mut painter);
    ways::trails(&mut painter);
    ways::road(&mut painter);
    ways::bridge(&mut painter);
    villages::huts(&mut painter, detail);
    land::paper(&mut painter);
    let ground = std::mem::take(&mut painter.sheet);
    let layer = |kind, sheet, min_zoom| Layer { kind, sheet, min_zoom, max_zoom: f32::INFINITY };
    let frame = furniture::furniture(&painter);
    MapSheet {
        layers: vec![
            layer(LayerKind::Ground, ground, 0.0),
            layer(LayerKind::Lines, lettering::net(&painter), 0.0),
            layer(LayerKind::Labels, lettering::names(&painter), 0.0),
            layer(LayerKind::Names, lettering::numbers(&painter), NUMBERS),
            layer(LayerKind::Furniture, frame, 0.0),
        ],
        bounds: hex_map_bounds(rules),
    }
}

/// The map and the frame around it.
pub fn hex_map_bounds(rules: &SearchAndDestroy) -> Rect {
    furniture::bounds(HexGrid::new(rules.map()).canvas())
}

/// What all parts of the drawing share.
pub(crate) struct Painter<'a> {
    rules: &'a SearchAndDestroy,
    map: &'a Map,
    grid: HexGrid,
    palette: &'a Palette,
    canvas: Rect,
    sheet: Sheet,
    /// Where no tree, hut or blade of grass may stand.
    mask: Mask,
    /// How much of each terrain there is, in the order of [`Terrain::ALL`].
    grounds: [Field; 5],
    /// The height of hills, 0 to 1: a half at the outline of the hexes that are high.
    hills: Field,
    /// The middle of the river, from the west to the east.
    river: Vec<Point>,
}

impl<'a> Painter<'a> {
    fn new(rules: &'a SearchAndDestroy, palette: &'a Palette) -> Self {
        let map = rules.map();
        let grid = HexGrid::new(map);
        let canvas = grid.canvas();
        let hex =
            |c: i32, r: i32| search_and_destroy::Hex::at(u8::try_from(c).unwrap_or(1), u8::try_from(r).unwrap_or(1));
        let grounds = Field::of_each(grid, Spread::edge(1), &|c, r| {
            let here = map.terrain(hex(c, r));
            Terrain::ALL.map(|terrain| if here == terrain { 1.0 } else { 0.0 })
        });
        let high = |c: i32, r: i32| f32::from(map.level(hex(c, r)));
        let near = Field::new(grid, Spread { bend: 0.7, ..Spread::edge(91) }, &high);
        let far = Field::new(grid, Spread { reach: 3.1 * grid::RADIUS, seed: 91, bend: 1.2 }, &high);
        let hills = near.with(&far, |near, far| near * (0.45 + 0.55 * far));
        let mut painter = Self {
            rules,
            map,
            grid,
            palette,
            canvas,
            sheet: Sheet::new(),
            mask: Mask::new(canvas.grown(20.0)),
            grounds,
            hills,
            river: water::course(map, grid),
        };
        water::take(&mut painter);
        ways::take(&mut painter);
        painter
    }

    fn share(&self, terrain: Terrain, p: Point) -> f32 {
        self.grounds[terrain as usize].at(p)
    }

    fn ground(&self, terrain: Terrain) -> &Field {
        &self.grounds[terrain as usize]
    }
}
