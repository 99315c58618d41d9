//! The ground of the table: its terrain as tiles of an inch, painted for this very table, and the rim around it.

use artwork::MeshOptions;
use artwork::field::frame::RIM;
use artwork::field::{Ground, TileSheet, frame_sheet};
use bevy::asset::RenderAssetUsages;
use bevy::image::{ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages};
use bevy::render::render_resource::{TextureViewDescriptor, TextureViewDimension};
use bevy::window::RequestRedraw;
use bevy_ecs_tilemap::prelude::*;
use table::Board;

use super::OnTheTable;
use super::fielded::Fielded;
use super::pieces::PieceSystems;
use super::space::UNIT;
use crate::shell::camera::{Bounds, View};
use crate::shell::drawing::{self, Paint, mesh};
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::plate::{self, Press};
use crate::shell::pool::WorkedOut;
use crate::shell::seat::Seat;
use crate::shell::table::Look;

/// Pixels an inch at full size, halved down to one for the views from further away. As many as a screen of 2560 by 1440 shows of the
/// whole table; with 64 the ground of a table takes 17 MB more.
const PIXELS: u32 = 48;
/// Tiles along the side of a sheet of tiles: more than 256 pictures in one texture not every graphics card takes.
const BLOCK: u32 = 16;
/// How fine curves of the rim are, in inches.
pub const FINE: f32 = 0.006;

pub(super) fn plugin<R: Fielded>(app: &mut App) {
    drawing::tile_maps(app);
    app.add_systems(
        Update,
        lay_out::<R>.before(PieceSystems).in_set(GameSystems::Board.of(Room::Board)).run_if(resource_exists::<Play<R>>),
    );
}

/// What belongs to the ground.
#[derive(Component)]
struct Soil;

/// The rim around it, which goes with the palette.
#[derive(Component)]
struct Rim;

/// Lays the table out once it is known which it is, and again when it is another one. Its terrain is painted beside the window, and
/// lies within the rim when it is ready.
fn lay_out<R: Fielded>(
    mut commands: Commands,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    look: Res<Look>,
    paint: Res<Paint>,
    mut laid: Local<Option<Board>>,
    mut painting: Local<Option<WorkedOut<Vec<TileSheet>>>>,
    soil: Query<Entity, With<Soil>>,
    rims: Query<Entity, With<Rim>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut images: ResMut<Assets<Image>>,
    mut bounds: ResMut<Bounds>,
    mut view: ResMut<View>,
    mut press: ResMut<Press>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // Terrain is nobody's secret, but the view has it too.
    let Some(board) = seat.view().and_then(R::board) else { return };
    let again = laid.as_ref() != Some(board) || soil.is_empty();
    if again || (look.is_changed() && !look.is_added()) {
        let ground = Ground::new(board);
        let (columns, lines) = ground.size();
        if again || play.is_added() {
            let rim = RIM * UNIT;
            bounds.0 = Rect::new(-rim, -(lines as f32 * UNIT) - rim, columns as f32 * UNIT + rim, rim);
            view.fitted = true;
        }
        if again {
            *laid = Some(board.clone());
            *painting = Some(WorkedOut::begin(move || ground.tiles(PIXELS, BLOCK).unwrap_or_default()));
            soil.iter().for_each(|part| commands.entity(part).despawn());
        } else {
            rims.iter().for_each(|part| commands.entity(part).despawn());
        }
        rim(&mut commands, &look, &paint, (columns, lines), &mut meshes);
        press.again();
    }
    if let Some(painted) = painting.as_mut().and_then(WorkedOut::ready) {
        *painting = None;
        redraw.write(RequestRedraw);
        tiles(&mut commands, painted.unwrap_or_default(), &mut images);
        press.again();
    }
}

fn rim(commands: &mut Commands, look: &Look, paint: &Paint, (columns, lines): (u32, u32), meshes: &mut Assets<Mesh>) {
    let sheet = frame_sheet(columns, lines, &look.0);
    let options = MeshOptions { tolerance: FINE, ground: look.0.panel.table };
    commands.spawn((
        OnTheTable,
        Soil,
        Rim,
        plate::layer(),
        Mesh2d(meshes.add(mesh(&sheet, options))),
        MeshMaterial2d(paint.0.clone()),
        Transform::from_xyz(0.0, 0.0, 0.5).with_scale(Vec3::new(UNIT, UNIT, 1.0)),
    ));
}

/// The terrain as tile maps of at most [`BLOCK`] tiles a side, each tile with its own part of the painted ground.
fn tiles(commands: &mut Commands, sheets: Vec<TileSheet>, images: &mut Assets<Image>) {
    for sheet in sheets {
        let (left, top, size) = (sheet.left, sheet.top, UVec2::from(sheet.size));
        let image = images.add(texture(sheet));
        let map = commands.spawn((OnTheTable, Soil, plate::layer())).id();
        let map_size = TilemapSize { x: size.x, y: size.y };
        let mut storage = TileStorage::empty(map_size);
        for y in 0..size.y {
            for x in 0..size.x {
                // Tile maps count rows from below.
                let position = TilePos { x, y: size.y - 1 - y };
                let tile = TileBundle {
                    position,
                    tilemap_id: TilemapId(map),
                    texture_index: TileTextureIndex(y * size.x + x),
                    ..default()
                };
                let tile = commands.spawn((OnTheTable, Soil, tile)).id();
                storage.set(&position, tile);
            }
        }
        let corner = Vec3::new(left as f32 * UNIT, -((top + size.y) as f32) * UNIT, 1.0);
        let scale = UNIT / PIXELS as f32;
        commands.entity(map).insert(TilemapBundle {
            grid_size: TilemapGridSize { x: PIXELS as f32, y: PIXELS as f32 },
            map_type: TilemapType::Square,
            size: map_size,
            storage,
            texture: TilemapTexture::TextureContainer(image),
            tile_size: TilemapTileSize { x: PIXELS as f32, y: PIXELS as f32 },
            transform: Transform::from_translation(corner).with_scale(Vec3::new(scale, scale, 1.0)),
            anchor: TilemapAnchor::BottomLeft,
            // One chunk a map: as large as they are by default they would be kept, and held to be in sight, for 64 tiles a side.
            render_settings: TilemapRenderSettings { render_chunk_size: UVec2::splat(BLOCK), y_sort: false },
            ..default()
        });
    }
}

fn texture(sheet: TileSheet) -> Image {
    let extent = Extent3d { width: PIXELS, height: PIXELS, depth_or_array_layers: sheet.layers };
    let mut image =
        Image::new_uninit(extent, TextureDimension::D2, TextureFormat::Rgba8UnormSrgb, RenderAssetUsages::RENDER_WORLD);
    image.data = Some(sheet.data);
    image.texture_descriptor.mip_level_count = sheet.levels;
    image.texture_descriptor.usage = TextureUsages::TEXTURE_BINDING | TextureUsages::COPY_SRC | TextureUsages::COPY_DST;
    image.texture_view_descriptor =
        Some(TextureViewDescriptor { dimension: Some(TextureViewDimension::D2Array), ..default() });
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        mag_filter: ImageFilterMode::Linear,
        min_filter: ImageFilterMode::Linear,
        mipmap_filter: ImageFilterMode::Linear,
        ..default()
    });
    image
}
