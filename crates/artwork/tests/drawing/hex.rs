//! The map and the counters of Search & Destroy as they are drawn.

use artwork::hex::{HexFace, HexGrid, hex_counter_sheet, hex_map_sheet};
use artwork::{Detail, LayerKind, Palette, PaletteChoice, Rect, Sheet, pt, raster};
use search_and_destroy::map::Terrain;
use search_and_destroy::units::Kind;
use search_and_destroy::{Direction, Hex, SearchAndDestroy};

fn rules() -> SearchAndDestroy {
    tabletop::files::Library::find().unwrap().load().unwrap()
}

#[test]
fn a_point_of_a_hex_is_in_that_hex() {
    let rules = rules();
    let grid = HexGrid::new(rules.map());
    for hex in rules.map().hexes() {
        let centre = grid.centre(hex);
        assert_eq!(grid.hex_at(centre), Some(hex));
        for corner in grid.corners(hex) {
            assert_eq!(grid.hex_at(centre.toward(corner, 0.97)), Some(hex), "towards a corner of {hex}");
        }
    }
    assert_eq!(grid.hex_at(pt(-1.0, 5.0)), None);
    assert_eq!(grid.hex_at(grid.canvas().max + pt(3.0, 3.0)), None);
}

#[test]
fn neighbours_share_the_side_between_them() {
    let rules = rules();
    let grid = HexGrid::new(rules.map());
    let hex = Hex::at(20, 14);
    for side in Direction::ALL {
        let (a, b) = grid.side(hex, side);
        let (c, d) = grid.side(hex.neighbour(side), side.opposite());
        assert!(a.distance(d) < 0.01 && b.distance(c) < 0.01, "{side:?}");
    }
}

#[test]
fn boats_lie_where_the_river_is_drawn() {
    let rules = rules();
    let grid = HexGrid::new(rules.map());
    for number in 0..u8::try_from(rules.map().river().len()).unwrap() {
        let (at, way) = grid.river(rules.map(), number).unwrap();
        let [north, south] = rules.map().banks(number).unwrap();
        assert!((grid.centre(north).distance(at) - grid.centre(south).distance(at)).abs() < 0.01);
        assert!(way.x > -0.01 && (way.length() - 1.0).abs() < 0.01, "rivers are numbered from the west");
    }
}

/// The mean colour around the middle of hexes of one terrain, on open ground away from roads and the river.
fn mean(sheet: &Sheet, rules: &SearchAndDestroy, terrain: Terrain) -> [f32; 3] {
    let map = rules.map();
    let grid = HexGrid::new(map);
    let same = |h: &Hex| map.neighbours(*h).all(|(side, n)| map.terrain(n) == terrain && !map.trail_over(*h, side));
    let plain = |h: &Hex| map.terrain(*h) == terrain && map.level(*h) == 0 && !map.has_road(*h);
    let village = terrain == Terrain::Village;
    let hexes: Vec<Hex> = map.hexes().filter(|h| plain(h) && (village || same(h))).take(6).collect();
    let mut sum = [0.0; 3];
    for hex in &hexes {
        let view = Rect::around(grid.centre(*hex), 16.0, 16.0);
        let rgba = raster(sheet, view, (32, 32), artwork::Colour::WHITE).unwrap().rgba();
        for pixel in rgba.chunks(4) {
            for (s, v) in sum.iter_mut().zip(pixel) {
                *s += f32::from(*v) / (1024.0 * hexes.len() as f32);
            }
        }
    }
    sum
}

#[test]
fn every_terrain_looks_like_no_other() {
    let rules = rules();
    for choice in PaletteChoice::ALL {
        let palette = Palette::built_in(choice);
        let map = hex_map_sheet(&rules, &palette, Detail::Full);
        let ground = map.layers.iter().find(|l| l.kind == LayerKind::Ground).unwrap();
        let means = Terrain::ALL.map(|t| {
            let [r, g, b] = mean(&ground.sheet, &rules, t);
            artwork::Colour::rgb(r as u8, g as u8, b as u8)
        });
        for (i, a) in means.iter().enumerate() {
            for (j, b) in means.iter().enumerate().skip(i + 1) {
                let apart = a.difference(*b);
                assert!(apart > 0.02, "{:?} and {:?}: {a} {b} {apart:.3}", Terrain::ALL[i], Terrain::ALL[j]);
            }
        }
    }
}

#[test]
fn a_face_down_counter_tells_the_other_side_nothing() {
    let rules = rules();
    let palette = Palette::built_in(PaletteChoice::StaffMap);
    let mut one = HexFace::new(&rules, Kind::Suspect);
    one.face_down = true;
    let mut other = one.clone();
    // Whatever else such a face may carry, the back is the back.
    other.formation = (2, 3);
    other.values = (6, 6);
    assert_eq!(hex_counter_sheet(&one, &palette), hex_counter_sheet(&other, &palette));
    let owner = HexFace { face_down: true, ..HexFace::new(&rules, Kind::Nva) };
    assert_ne!(hex_counter_sheet(&owner, &palette), hex_counter_sheet(&one, &palette));
}
