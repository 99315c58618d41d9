//! The pictures: of the size that was asked, full, and quickly made.

use artwork::area::counter::{CounterFace, Print, counter_sheet};
use artwork::{Detail, LayerKind, Layout, MeshOptions, Palette, PaletteChoice, Rect, map_sheet, mesh, raster};
use block_by_block::{BlockByBlock, Condition, Scenario, State, UnitId};
use tabletop::dice::Seeded;
use tabletop::{DataError, Ruleset};

fn read(file: &str) -> Result<String, DataError> {
    Ok(std::fs::read_to_string(format!("../../assets/{file}")).unwrap())
}

fn begun() -> (BlockByBlock, State) {
    let rules = BlockByBlock::load(&read).unwrap();
    let scenario: Scenario =
        ron::from_str(include_str!("../../../../scenarios/block-by-block/historical.ron")).unwrap();
    let state = rules.begin(&scenario, &mut Seeded::new(1)).unwrap();
    (rules, state)
}

#[test]
fn a_picture_is_a_png_of_the_size_that_was_asked() {
    let (rules, state) = begun();
    let palette = Palette::built_in(PaletteChoice::StaffMap);
    let png = artwork::picture(&rules, &state, &palette, (640, 420)).unwrap();
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((side(16), side(20)), (640, 420));
    assert!(png.len() > 100_000, "{} bytes is too little for a map with counters", png.len());
    assert!(artwork::picture(&rules, &state, &palette, (0, 10)).is_err());
    assert!(artwork::picture(&rules, &state, &palette, (1, 1)).is_ok(), "small, but a picture");
}

#[test]
fn the_map_is_full_of_colour_and_differs_between_palettes() {
    let (rules, _) = begun();
    let layout = Layout::new(rules.map());
    let pictures = PaletteChoice::ALL.map(|choice| {
        let palette = Palette::built_in(choice);
        let drawn = map_sheet(rules.map(), &layout, &palette, Detail::Full);
        let mut all = artwork::Sheet::new();
        drawn.layers.iter().for_each(|l| all.append(l.sheet.clone()));
        raster(&all, drawn.bounds, (500, 330), palette.panel.table).unwrap()
    });
    assert!(pictures.iter().all(|p| p.colour_count() > 4000), "{:?}", pictures.each_ref().map(|p| p.colour_count()));
    assert_ne!(pictures[0].rgba(), pictures[1].rgba());
}

#[test]
fn a_map_is_drawn_the_same_each_time() {
    let (rules, _) = begun();
    let palette = Palette::built_in(PaletteChoice::StaffMap);
    let draw = || map_sheet(rules.map(), &Layout::new(rules.map()), &palette, Detail::Full);
    let (one, two) = (draw(), draw());
    assert!(one.layers.iter().zip(&two.layers).all(|(a, b)| a.sheet == b.sheet));
}

#[test]
fn meshes_are_sound_and_not_too_large() {
    let (rules, _) = begun();
    let palette = Palette::built_in(PaletteChoice::StaffMap);
    let drawn = map_sheet(rules.map(), &Layout::new(rules.map()), &palette, Detail::Full);
    let mut triangles = 0;
    for layer in &drawn.layers {
        let mesh = mesh(&layer.sheet, MeshOptions::map(palette.map.paper));
        sound(&mesh);
        triangles += mesh.indices.len() / 3;
        assert!(!mesh.indices.is_empty(), "{:?} is empty", layer.kind);
    }
    assert!(triangles < 400_000, "{triangles} triangles");
    for unit in UnitId::all() {
        let conditions = [Condition::Fresh, Condition::Spent, Condition::Routed];
        for (condition, print) in conditions.into_iter().flat_map(|c| [(c, Print::Fine), (c, Print::Coarse)]) {
            let sheet = counter_sheet(&CounterFace::new(unit, condition, 5), print, &palette);
            let mesh = mesh(&sheet, MeshOptions::counter(palette.map.country));
            sound(&mesh);
            assert!(mesh.indices.len() / 3 < 4000, "{unit}: {} triangles", mesh.indices.len() / 3);
            assert!(Rect::new(-0.62, -0.62, 1.24, 1.24).contains(sheet.bounds().min) && sheet.bounds().max.x < 0.62);
        }
    }
}

fn sound(mesh: &artwork::Mesh) {
    assert_eq!(mesh.positions.len(), mesh.colours.len());
    assert_eq!(mesh.indices.len() % 3, 0);
    assert!(mesh.indices.iter().all(|i| (*i as usize) < mesh.positions.len()));
    assert!(mesh.positions.iter().flatten().all(|x| x.is_finite()));
}

#[test]
fn a_plain_map_is_lighter_and_has_the_same_labels() {
    let (rules, _) = begun();
    let palette = Palette::built_in(PaletteChoice::ColourSafe);
    let layout = Layout::new(rules.map());
    let [full, plain] = [Detail::Full, Detail::Plain].map(|d| map_sheet(rules.map(), &layout, &palette, d));
    let of = |map: &artwork::MapSheet, kind| map.layers.iter().find(|l| l.kind == kind).unwrap().sheet.clone();
    assert_eq!(of(&full, LayerKind::Labels), of(&plain, LayerKind::Labels));
    let points = |map: &artwork::MapSheet| of(map, LayerKind::Ground).points().count();
    assert!(points(&plain) * 2 < points(&full));
}

#[test]
fn counters_of_different_condition_look_different() {
    let palette = Palette::built_in(PaletteChoice::ColourSafe);
    for unit in UnitId::all().filter(|u| !u.kind().one_sided()) {
        let draw = |condition| {
            let sheet = counter_sheet(&CounterFace::new(unit, condition, 2), Print::Fine, &palette);
            raster(&sheet, Rect::new(-0.6, -0.6, 1.2, 1.2), (40, 40), palette.map.country).unwrap().rgba()
        };
        let [fresh, spent, routed] = [Condition::Fresh, Condition::Spent, Condition::Routed].map(draw);
        let differing = |a: &[u8], b: &[u8]| {
            a.chunks(4).zip(b.chunks(4)).filter(|(x, y)| x.iter().zip(*y).any(|(p, q)| p.abs_diff(*q) > 40)).count()
        };
        assert!(differing(&fresh, &spent) > 120 && differing(&spent, &routed) > 120, "{unit}");
    }
}
