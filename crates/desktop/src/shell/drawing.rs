//! From the drawings' triangles to Bevy's meshes. Drawings point y downwards, Bevy upwards.

use artwork::{Colour, MeshOptions, Path, Point, Sheet};
use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, MeshVertexAttribute, PrimitiveTopology, VertexAttributeValues, VertexFormat};
use bevy::prelude::*;
use bevy::render::RenderApp;
use bevy_ecs_tilemap::TilemapPlugin;

/// Bevy's colour of a corner ([`Mesh::ATTRIBUTE_COLOR`], known by its number) in half the room.
const COLOUR: MeshVertexAttribute = MeshVertexAttribute::new("Vertex_Color", 5, VertexFormat::Unorm16x4);

/// Draws tile maps, where anything is drawn: they are all that insists on a renderer.
pub fn tile_maps(app: &mut App) {
    if !app.is_plugin_added::<TilemapPlugin>() && app.get_sub_app(RenderApp).is_some() {
        app.add_plugins(TilemapPlugin);
    }
}

/// The mesh of a sheet, one unit for one unit; none if nothing is drawn on it, for the renderer wants at least one corner.
pub fn drawn_mesh(sheet: &Sheet, options: MeshOptions) -> Option<Mesh> {
    (!sheet.shapes.is_empty()).then(|| mesh(sheet, options))
}

/// The mesh of a sheet on which something is drawn, one unit for one unit.
pub fn mesh(sheet: &Sheet, options: MeshOptions) -> Mesh {
    let drawn = artwork::mesh(sheet, options);
    let positions: Vec<[f32; 3]> = drawn.positions.iter().map(|[x, y]| [*x, -*y, 0.0]).collect();
    // Numbers of two bytes where they are enough: half the room. A buffer of them must be full to four bytes: one triangle more, of no size.
    let mut small: Option<Vec<u16>> = drawn.indices.iter().map(|index| u16::try_from(*index).ok()).collect();
    if let Some(numbers) = &mut small
        && numbers.len() % 2 == 1
    {
        numbers.extend([0; 3]);
    }
    Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
        .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
        .with_inserted_attribute(COLOUR, VertexAttributeValues::Unorm16x4(drawn.colours))
        .with_inserted_indices(small.map_or(Indices::U32(drawn.indices), Indices::U16))
}

/// A broad arrow with a dark edge. It stops short of both ends so that it leaves the counters readable: by a length, or by a share
/// of the way if that is less. Its sizes are half the shaft's width, half the head's and the head's length; its colours the arrow's
/// and the edge's.
pub fn arrow(
    sheet: &mut Sheet,
    from: Point,
    to: Point,
    (short, share): (f32, f32),
    [shaft, head, long]: [f32; 3],
    (colour, edge): (Colour, Colour),
) {
    let length = from.distance(to);
    if length < 1.0 {
        return;
    }
    let (way, side) = ((to - from).unit(), (to - from).unit().turned());
    let trim = short.min(length * share);
    let (start, tip) = (from + way * trim, to + way * -trim);
    let neck = tip + way * -long;
    let shape = [
        start + side * shaft,
        neck + side * shaft,
        neck + side * head,
        tip,
        neck + side * -head,
        neck + side * -shaft,
        start + side * -shaft,
    ];
    sheet.stroke(Path::polygon(&shape), 2.0, edge);
    sheet.fill(Path::polygon(&shape), colour);
}

/// A point of a drawing as Bevy has it.
pub fn world(point: (f32, f32)) -> Vec2 {
    Vec2::new(point.0, -point.1)
}

/// A point of Bevy's as the drawings have it.
pub fn drawn(point: Vec2) -> (f32, f32) {
    (point.x, -point.y)
}

/// The one material everything is drawn with: the colours are the corners'.
#[derive(Resource, Clone)]
pub struct Paint(pub Handle<ColorMaterial>);

impl FromWorld for Paint {
    fn from_world(world: &mut World) -> Self {
        Self(world.resource_mut::<Assets<ColorMaterial>>().add(ColorMaterial::default()))
    }
}

#[cfg(test)]
mod tests {
    use artwork::pt;
    use artwork::sheet::Shape;

    use super::*;

    #[test]
    fn corners_are_numbered_in_two_bytes_where_they_can_be_and_their_buffer_is_full_to_four() {
        let options = MeshOptions::map(Colour::rgb(0, 0, 0));
        let triangle = Path::polygon(&[pt(0.0, 0.0), pt(9.0, 0.0), pt(0.0, 9.0)]);
        let mut sheet = Sheet::new();
        for triangles in 1..4 {
            sheet.fill(triangle.clone(), Colour::rgb(9, 9, 9));
            let Some(Indices::U16(numbers)) = mesh(&sheet, options).indices().cloned() else {
                panic!("two bytes are enough")
            };
            assert!(numbers.len() % 2 == 0 && numbers.len() % 3 == 0 && numbers.len() >= triangles * 3, "{numbers:?}");
        }
        let many: Vec<_> = (0..70_000).map(|n| pt(9.0, n as f32 / 7e4)).collect();
        sheet.shapes.push(Shape::Pieces(vec![many], Colour::rgb(9, 9, 9)));
        assert!(matches!(mesh(&sheet, options).indices(), Some(Indices::U32(_))));
    }

    #[test]
    fn the_small_colours_are_those_that_the_renderer_looks_for() {
        assert_eq!(COLOUR.id, Mesh::ATTRIBUTE_COLOR.id);
    }
}
