//! The map of Huế, printed. Rules 2.1, 6.3, 6.4 and 8.0.
//!
//! What has a rule is drawn from the map's own data: areas, borders, gates, bridges, landings, the wall and the waters.
//! What has none (streets, houses, trees, paddies, landmarks) is set around it, never under a label.

mod fabric;
mod furniture;
pub(crate) mod ground;
mod labels;
pub(crate) mod landmarks;
pub(crate) mod lines;
pub(crate) mod mask;
pub(crate) mod roads;
mod south_bank;
pub(crate) mod wall;
pub(crate) mod water;

use block_by_block::map::Map;
use block_by_block::{Gate, Place, Zone};

use crate::area::layout::{CLOSE, Layout, print_scale};
use crate::geometry::{Placement, Point, Rect, pt};
use crate::palette::Palette;
use crate::sheet::Sheet;
use crate::text::text_box;
use mask::Mask;
use water::River;

/// Width of the paper beyond the map's canvas, on each side, in map units.
pub const MARGIN: f32 = 18.0;
/// Width of the printed frame, on each side, in map units: what must be seen of that paper.
pub const FRAME: f32 = 11.0;

/// How much is drawn that has no rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Detail {
    /// Areas, waters, walls, roads and labels: for slow machines.
    Plain,
    /// Everything.
    #[default]
    Full,
}

/// The layers, bottom first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LayerKind {
    /// Paper, land, town and water, the wall. Shadings of areas (legal targets, selection) go over it.
    Ground,
    /// Borders, bridges, gate boxes.
    Lines,
    /// Area ids, terrain values, gate letters, landings.
    Labels,
    /// Names of places and waters: to be shown when there is room for them.
    Names,
    /// Frame, title, key, scale.
    Furniture,
}

/// A layer of the map.
#[derive(Clone, Debug)]
pub struct Layer {
    pub kind: LayerKind,
    /// What is drawn, in map units.
    pub sheet: Sheet,
    /// Pixels to the map unit below which it is better left out; 0 for always shown.
    pub min_zoom: f32,
    /// Pixels to the map unit from which on it is left out: another layer says the same.
    pub max_zoom: f32,
}

/// The map, ready to be drawn.
#[derive(Clone, Debug)]
pub struct MapSheet {
    /// Its layers, bottom first.
    pub layers: Vec<Layer>,
    /// The map's canvas and the frame around it; the paper goes a little beyond.
    pub bounds: Rect,
}

impl MapSheet {
    /// The layers that are shown at this many pixels to the map unit.
    pub fn shown(&self, zoom: f32) -> impl Iterator<Item = &Layer> {
        self.layers.iter().filter(move |l| l.min_zoom <= zoom && zoom < l.max_zoom)
    }
}

/// Draws the map.
pub fn map_sheet(map: &Map, layout: &Layout, palette: &Palette, detail: Detail) -> MapSheet {
    let mut painter = Painter::new(map, layout, palette, canvas(map));
    let furniture = furniture::furniture(&mut painter);
    let lines = lines::lines(&mut painter);
    ground::ground(&mut painter);
    let network = roads::network(&painter);
    roads::roads(&mut painter, &network);
    if detail == Detail::Full {
        landmarks::landmarks(&mut painter);
        fabric::fabric(&mut painter);
    }
    water::waters(&mut painter);
    labels::river_name(&mut painter);
    roads::crossings(&mut painter, &network);
    roads::railway(&mut painter);
    roads::river_bridges(&mut painter);
    wall::wall(&mut painter);
    ground::paper(&mut painter);
    let ground = std::mem::take(&mut painter.sheet);
    let layer = |kind, sheet, min_zoom| Layer { kind, sheet, min_zoom, max_zoom: f32::INFINITY };
    let labels = |zoom| labels::labels(&painter, print_scale(zoom));
    MapSheet {
        layers: vec![
            layer(LayerKind::Ground, ground, 0.0),
            layer(LayerKind::Lines, lines, 0.0),
            Layer { max_zoom: CLOSE, ..layer(LayerKind::Labels, labels(0.0), 0.0) },
            layer(LayerKind::Labels, labels(CLOSE), CLOSE),
            layer(LayerKind::Names, labels::place_names(&painter), 2.0),
            layer(LayerKind::Names, labels::small_names(&painter), 2.4),
            layer(LayerKind::Furniture, furniture, 0.0),
        ],
        bounds: map_bounds(map),
    }
}

/// The map and the frame around it.
pub fn map_bounds(map: &Map) -> Rect {
    canvas(map).grown(FRAME)
}

fn canvas(map: &Map) -> Rect {
    Rect::new(0.0, 0.0, map.file.canvas.0, map.file.canvas.1)
}

/// What all parts of the drawing share.
pub(crate) struct Painter<'a> {
    map: &'a Map,
    layout: &'a Layout,
    palette: &'a Palette,
    canvas: Rect,
    sheet: Sheet,
    /// Where no house or tree may stand.
    mask: Mask,
    river: River,
    citadel: Placement,
    /// Width and height of the citadel along its own axes.
    citadel_size: Point,
}

impl<'a> Painter<'a> {
    fn new(map: &'a Map, layout: &'a Layout, palette: &'a Palette, canvas: Rect) -> Self {
        let river = River::new(&points(&map.file.scenery.perfume_river), canvas);
        let (citadel, citadel_size) = citadel(map);
        let mut mask = Mask::new(canvas);
        for area in Place::areas() {
            let Some(label) = layout.label(area) else { continue };
            mask.lettering(label.room.grown(1.2));
            let name = &map.area(area).name;
            mask.lettering(text_box(name, label.name.0, label.name.1).grown(0.8));
        }
        for zone in Zone::ALL {
            mask.lettering(layout.zone_marker(zone).grown(1.0));
        }
        for gate in Gate::all() {
            mask.rect(layout.gate_box(gate).grown(4.0));
        }
        Self { map, layout, palette, canvas, sheet: Sheet::new(), mask, river, citadel, citadel_size }
    }

    /// A point of the citadel by its own axes: `u` along the north wall, `v` along the west wall.
    fn in_citadel(&self, u: f32, v: f32) -> Point {
        self.citadel.apply(pt(u, v))
    }

    /// The tint an area is painted with.
    fn tint(&self, area: Place) -> crate::colour::Colour {
        match area {
            Place::MACV => self.palette.map.macv,
            Place::PALACE => self.palette.map.palace,
            _ => area.zone().map_or(self.palette.map.country, |z| self.palette.zone(z)),
        }
    }
}

/// The citadel's own axes, from its north-western corner along the northern and the western wall, and its size.
fn citadel(map: &Map) -> (Placement, Point) {
    let wall = points(&map.file.scenery.citadel_wall);
    let (width, height) = map.file.canvas;
    let (a, b, d) = match wall[..] {
        [a, b, _, d, ..] => (a, b, d),
        _ => (pt(0.0, 0.0), pt(width, 0.0), pt(0.0, height)),
    };
    let axes = Placement { right: (b - a).unit(), down: (d - a).unit(), origin: a };
    (axes, pt(a.distance(b), a.distance(d)))
}

/// Points of the map file as points of the drawing.
fn points(list: &[(f32, f32)]) -> Vec<Point> {
    list.iter().map(|p| Point::from(*p)).collect()
}
