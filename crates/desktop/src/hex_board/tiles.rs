//! Shades over whole hexes, as tile maps: where the counters in hand can go, what the enemy can fire at, how far leaders
//! lead, what is seen. A tile has a pattern as well as a colour, so that nothing is told by colour alone.

use std::collections::BTreeMap;

use artwork::hex::HexGrid;
use artwork::hex::grid::{HEIGHT, RADIUS, hexagon};
use artwork::path::Path;
use artwork::{Colour, Rect as Area, Sheet, pt, raster};
use bevy::asset::RenderAssetUsages;
use bevy::image::{Image, ImageSampler};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy_ecs_tilemap::prelude::*;
use search_and_destroy::Hex;

use crate::shell::printed::OnBoard;
use crate::shell::table::Look;

/// Pixels of a tile, side to side and across.
const TILE: (u32, u32) = (160, 139);
/// Height of the shades: over the map, under the counters.
const LEVEL: f32 = 20.0;

/// The picture on a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Pattern {
    /// Evenly filled, with a rim.
    Plain = 0,
    /// Slanted lines.
    Hatched = 1,
    /// Dots.
    Dotted = 2,
    /// A rim alone.
    Rimmed = 3,
}

const PATTERNS: u32 = 4;

/// What lies on a hex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shading {
    pub pattern: Pattern,
    pub colour: Colour,
}

/// A layer of tiles over the whole map.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Threat, command, sight.
    Ground,
    /// Where the counters in hand can go.
    Reach,
}

/// What each layer is to show; tiles follow it.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Shadings {
    /// Below.
    pub ground: BTreeMap<Hex, Shading>,
    /// Above.
    pub reach: BTreeMap<Hex, Shading>,
}

/// The tile of a hex: rows are counted from below.
pub fn tile_of(hex: Hex, rows: u8) -> TilePos {
    TilePos { x: u32::from(hex.column) - 1, y: u32::from(rows - hex.row) }
}

/// The four pictures side by side, in white: the colour is each tile's own.
fn patterns() -> Option<Image> {
    let mut sheet = Sheet::new();
    let scale = TILE.0 as f32 / (RADIUS * 2.0);
    let step = RADIUS * 2.0;
    for n in 0..PATTERNS {
        let middle = pt(step * (n as f32 + 0.5), HEIGHT / 2.0);
        let hex = hexagon(middle, RADIUS - 0.5);
        let rim = Path::polygon(&hexagon(middle, RADIUS - 1.3));
        let white = Colour::WHITE;
        match n {
            0 => {
                sheet.fill(Path::polygon(&hex), white.alpha(0.55));
                sheet.stroke(rim, 1.3, white);
            }
            1 => {
                sheet.fill(Path::polygon(&hex), white.alpha(0.28));
                let mut lines = Path::default();
                for k in -9..=9 {
                    let x = middle.x + k as f32 * 4.4;
                    let (a, b) = (pt(x - 18.0, middle.y + 18.0), pt(x + 18.0, middle.y - 18.0));
                    for (from, to) in artwork::geometry::clip_segment(&hex, a, b) {
                        lines.add_line(&[from, to]);
                    }
                }
                sheet.stroke(lines, 1.1, white);
            }
            2 => {
                sheet.fill(Path::polygon(&hex), white.alpha(0.22));
                for y in -4..=4 {
                    for x in -5..=5 {
                        let shift = if y % 2 == 0 { 0.0 } else { 2.6 };
                        let at = middle + pt(x as f32 * 5.2 + shift, y as f32 * 4.4);
                        if artwork::geometry::inside(&hexagon(middle, RADIUS - 2.4), at) {
                            sheet.fill(Path::circle(at, 1.0), white);
                        }
                    }
                }
            }
            _ => sheet.stroke(rim, 1.6, white),
        }
    }
    let size = (TILE.0 * PATTERNS, TILE.1);
    let view = Area::new(0.0, 0.0, step * PATTERNS as f32, TILE.1 as f32 / scale);
    let picture = raster(&sheet, view, size, Colour::WHITE.alpha(0.0)).ok()?;
    let extent = Extent3d { width: size.0, height: size.1, depth_or_array_layers: 1 };
    let mut image = Image::new(
        extent,
        TextureDimension::D2,
        picture.rgba(),
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    );
    image.sampler = ImageSampler::linear();
    Some(image)
}

/// The measures of the tile maps: tiles are drawn in pixels and scaled to the map.
fn measures() -> (TilemapGridSize, TilemapTileSize, TilemapType, f32) {
    let scale = RADIUS * 2.0 / TILE.0 as f32;
    let grid = TilemapGridSize { x: TILE.0 as f32, y: HEIGHT / scale };
    let tile = TilemapTileSize { x: TILE.0 as f32, y: TILE.1 as f32 };
    (grid, tile, TilemapType::Hexagon(HexCoordSystem::ColumnEven), scale)
}

/// Lays both layers, every tile hidden.
pub fn spawn(commands: &mut Commands, images: &mut Assets<Image>, net: HexGrid, extent: (u8, u8)) {
    let Some(image) = patterns() else { return };
    let texture = images.add(image);
    let (columns, rows) = extent;
    let size = TilemapSize { x: u32::from(columns), y: u32::from(rows) };
    let (grid_size, tile_size, map_type, scale) = measures();
    // The tile map's own origin is the middle of its lower left tile.
    let first = Hex::at(1, rows);
    let unscaled = tile_of(first, rows).center_in_world(&size, &grid_size, &tile_size, &map_type, &TilemapAnchor::None);
    let at = net.centre(first);
    let origin = Vec2::new(at.x, -at.y) - unscaled * scale;
    for (layer, height) in [(Layer::Ground, LEVEL), (Layer::Reach, LEVEL + 1.0)] {
        let map = commands.spawn((OnBoard, layer)).id();
        let mut storage = TileStorage::empty(size);
        for column in 1..=columns {
            for row in 1..=rows {
                let position = tile_of(Hex::at(column, row), rows);
                let tile = commands
                    .spawn((
                        OnBoard,
                        TileBundle {
                            position,
                            tilemap_id: TilemapId(map),
                            visible: TileVisible(false),
                            ..TileBundle::default()
                        },
                    ))
                    .id();
                storage.set(&position, tile);
            }
        }
        commands.entity(map).insert(TilemapBundle {
            grid_size,
            map_type,
            size,
            storage,
            texture: TilemapTexture::Single(texture.clone()),
            tile_size,
            transform: Transform::from_translation(origin.extend(height)).with_scale(Vec3::splat(scale).with_z(1.0)),
            ..TilemapBundle::default()
        });
    }
}

/// Tiles show what they are to show; only those that change are touched.
pub fn follow(
    shadings: Res<Shadings>,
    look: Res<Look>,
    maps: Query<(&Layer, &TileStorage)>,
    mut tiles: Query<(&TilePos, &mut TileVisible, &mut TileColor, &mut TileTextureIndex)>,
) {
    if !shadings.is_changed() && !look.is_changed() {
        return;
    }
    for (layer, storage) in &maps {
        let wanted = match layer {
            Layer::Ground => &shadings.ground,
            Layer::Reach => &shadings.reach,
        };
        let rows = u8::try_from(storage.size.y).unwrap_or(u8::MAX);
        let by_tile: BTreeMap<(u32, u32), Shading> =
            wanted.iter().map(|(hex, shading)| (tile_of(*hex, rows), *shading)).map(|(p, s)| ((p.x, p.y), s)).collect();
        for tile in storage.iter().flatten() {
            let Ok((position, mut visible, mut colour, mut index)) = tiles.get_mut(*tile) else { continue };
            let shading = by_tile.get(&(position.x, position.y));
            visible.set_if_neq(TileVisible(shading.is_some()));
            if let Some(shading) = shading {
                let c = shading.colour;
                let wanted = Color::srgba_u8(c.r, c.g, c.b, c.a);
                if colour.0 != wanted {
                    colour.0 = wanted;
                }
                index.set_if_neq(TileTextureIndex(shading.pattern as u32));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_lies_on_its_hex() {
        let library = tabletop::files::Library::find().unwrap();
        let rules: search_and_destroy::SearchAndDestroy = library.load().unwrap();
        let net = HexGrid::new(rules.map());
        let (columns, rows) = rules.map().extent();
        let size = TilemapSize { x: u32::from(columns), y: u32::from(rows) };
        let (grid, tile, kind, scale) = measures();
        let place =
            |hex: Hex| tile_of(hex, rows).center_in_world(&size, &grid, &tile, &kind, &TilemapAnchor::None) * scale;
        let first = Hex::at(1, rows);
        let origin = net.centre(first);
        for hex in rules.map().hexes() {
            let (at, tile) = (net.centre(hex) - origin, place(hex) - place(first));
            assert!((at.x - tile.x).abs() < 0.05 && (at.y + tile.y).abs() < 0.05, "{hex}: {at:?} {tile:?}");
        }
    }

    #[test]
    fn the_patterns_are_four_tiles_wide_and_differ() {
        let image = patterns().unwrap();
        assert_eq!(image.size(), UVec2::new(TILE.0 * PATTERNS, TILE.1));
        let data = image.data.unwrap();
        let middle = |n: u32| {
            let row = TILE.1 / 2;
            let start = ((row * TILE.0 * PATTERNS + n * TILE.0) * 4) as usize;
            data[start..start + TILE.0 as usize * 4].to_vec()
        };
        for a in 0..PATTERNS {
            for b in a + 1..PATTERNS {
                assert_ne!(middle(a), middle(b));
            }
        }
    }
}
