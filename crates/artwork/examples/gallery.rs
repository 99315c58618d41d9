//! Draws everything there is into a folder, to be looked at: `cargo run -p artwork --example gallery -- FOLDER [PART]`.

use std::path::PathBuf;
use std::time::Instant;

use artwork::area::counter::{Activity, CounterFace, Print, counter_sheet};
use artwork::area::marker::{Highlight, Marker, highlight_sheet, marker_sheet, zone_marker_sheet};
use artwork::{
    Detail, Layout, MeshOptions, Palette, PaletteChoice, Placement, Rect, Sheet, map_sheet, mesh, pt, raster,
};
use block_by_block::units::UnitKind;
use block_by_block::{BlockByBlock, Condition, Map, Place, Side, UnitId, Zone};
use tabletop::Ruleset;
use tabletop::dice::Seeded;

fn faces() -> Vec<CounterFace> {
    let mut faces: Vec<CounterFace> = UnitId::all()
        .map(|u| CounterFace::new(u, Condition::Fresh, if u.kind() == UnitKind::GateTower { 0 } else { 5 }))
        .collect();
    for name in
        ["A/1/1 Marines", "804th Battalion", "2/3 Regiment", "Hac Bao", "39th Rangers", "12th Sappers", "Tower E"]
    {
        let Some(unit) = UnitId::named(name) else { continue };
        faces.push(CounterFace::new(unit, Condition::Spent, 3));
        faces.push(CounterFace::new(unit, Condition::Routed, 1));
        faces.push(CounterFace { detached: 1, group: Some(2), ..CounterFace::new(unit, Condition::Fresh, 4) });
        faces.push(CounterFace { activity: Activity::Moved, ..CounterFace::new(unit, Condition::Fresh, 5) });
        faces.push(CounterFace {
            activity: Activity::Finished,
            group: Some(1),
            ..CounterFace::new(unit, Condition::Spent, 3)
        });
    }
    faces
}

fn counters(palette: &Palette, pixels: u32) -> (Sheet, Rect, (u32, u32)) {
    let mut sheets: Vec<Sheet> = faces().iter().map(|f| counter_sheet(f, Print::at(pixels as f32), palette)).collect();
    let mut markers = vec![Marker::Route, Marker::Publicity, Marker::Destruction, Marker::Clearing(3), Marker::Turn(2)];
    markers.extend([Side::UsArvn, Side::PavnNlf].map(Marker::Control));
    markers.extend((1..=6).map(Marker::Die));
    sheets.extend(markers.iter().map(|m| marker_sheet(m, palette)));
    for (i, highlight) in [Highlight::Selected, Highlight::Offered, Highlight::Endangered].into_iter().enumerate() {
        let mut sheet = counter_sheet(&faces()[i], Print::at(pixels as f32), palette);
        sheet.append(highlight_sheet(highlight, palette));
        sheets.push(sheet);
    }
    for (zone, side) in [(Zone::N1, Side::PavnNlf), (Zone::S6, Side::UsArvn)] {
        let mut sheet = Sheet::new();
        sheet.stamp(&zone_marker_sheet(zone, side, 3, palette), Placement::at(pt(0.0, 0.0), 1.0 / 36.0));
        sheets.push(sheet);
    }
    let (columns, pitch) = (14, 1.2);
    let mut all = Sheet::new();
    for (i, sheet) in sheets.iter().enumerate() {
        let at = pt((i % columns) as f32 * pitch + 0.7, (i / columns) as f32 * pitch + 0.7);
        all.stamp(sheet, Placement::at(at, 1.0));
    }
    let rows = sheets.len().div_ceil(columns);
    let view = Rect::new(0.0, 0.0, columns as f32 * pitch + 0.2, rows as f32 * pitch + 0.2);
    let size = ((view.width() * pixels as f32) as u32, (view.height() * pixels as f32) as u32);
    (all, view, size)
}

fn map_pictures(folder: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
    let map = Map::new(ron::from_str(include_str!("../../../assets/boards/hue.ron"))?)?;
    let start = Instant::now();
    let layout = Layout::new(&map);
    println!("layout {:?}", start.elapsed());
    let rooms: Vec<String> = Place::areas().map(|a| format!("{a} {}", layout.room(a))).collect();
    println!("room for counters: {}", rooms.join(", "));
    for choice in PaletteChoice::ALL {
        let palette = Palette::built_in(choice);
        let start = Instant::now();
        let drawn = map_sheet(&map, &layout, &palette, Detail::Full);
        println!("map {:?}", start.elapsed());
        let start = Instant::now();
        for layer in &drawn.layers {
            let mesh = mesh(&layer.sheet, MeshOptions::map(palette.map.paper));
            println!("{:?}: {} triangles", layer.kind, mesh.indices.len() / 3);
        }
        println!("mesh {:?}", start.elapsed());
        for (name, size, view, zoom) in [
            ("720", (1280, 720), drawn.bounds, 1.08),
            ("1080", (1920, 1080), drawn.bounds, 1.6),
            ("crop-citadel", (1600, 1000), Rect::new(70.0, 60.0, 400.0, 250.0), 4.0),
            ("crop-palace", (1600, 1000), Rect::new(240.0, 240.0, 400.0, 250.0), 4.0),
            ("crop-south", (1600, 1000), Rect::new(380.0, 400.0, 400.0, 250.0), 4.0),
            ("crop-east", (1600, 1000), Rect::new(618.0, -18.0, 400.0, 250.0), 4.0),
            ("crop-west", (1600, 1000), Rect::new(-18.0, 418.0, 400.0, 250.0), 4.0),
        ] {
            let mut all = Sheet::new();
            for layer in drawn.shown(zoom) {
                all.append(layer.sheet.clone());
            }
            let picture = raster(&all, view, size, palette.panel.table)?;
            std::fs::write(folder.join(format!("map-{}-{name}.png", choice.name())), picture.png()?)?;
        }
    }
    Ok(())
}

/// Positions: the beginning, and one after some hundred random decisions.
fn positions(folder: &std::path::Path) -> Result<(), Box<dyn std::error::Error>> {
    let library = tabletop::files::Library::find()?;
    let rules: BlockByBlock = library.load()?;
    let scenario = library.scenario::<BlockByBlock>("historical")?;
    let mut dice = Seeded::new(5);
    let begun = rules.begin(&scenario, &mut dice).map_err(|h| format!("{h:?}"))?;
    let mut later = begun.clone();
    let (mut options, mut events) = (Vec::new(), Vec::new());
    for turn in 0..260_usize {
        options.clear();
        rules.options(&later, &mut options);
        let Some(choice) = options.get((turn * 7919) % options.len().max(1)) else { break };
        rules.apply(&mut later, choice, &mut dice, &mut events).map_err(|h| format!("{h:?}"))?;
    }
    for (name, state) in [("begin", &begun), ("later", &later)] {
        for choice in PaletteChoice::ALL {
            let palette = Palette::built_in(choice);
            for size in [(936, 656), (1280, 720), (1920, 1200)] {
                let start = Instant::now();
                let png = artwork::picture(&rules, state, &palette, size)?;
                println!("picture {size:?} {:?}", start.elapsed());
                std::fs::write(folder.join(format!("position-{name}-{}-{}.png", choice.name(), size.0)), png)?;
            }
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let folder = PathBuf::from(args.next().unwrap_or_else(|| "gallery".into()));
    std::fs::create_dir_all(&folder)?;
    let part = args.next().unwrap_or_default();
    if !matches!(part.as_str(), "counters" | "positions") {
        map_pictures(&folder)?;
    }
    if part == "map" {
        return Ok(());
    }
    if part != "counters" {
        positions(&folder)?;
    }
    if part == "positions" {
        return Ok(());
    }
    for choice in PaletteChoice::ALL {
        let palette = Palette::built_in(choice);
        for pixels in [26, 40, 90] {
            let (sheet, view, size) = counters(&palette, pixels);
            let picture = raster(&sheet, view, size, palette.map.country)?;
            std::fs::write(folder.join(format!("counters-{}-{pixels}.png", choice.name())), picture.png()?)?;
        }
    }
    Ok(())
}
