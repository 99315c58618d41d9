//! Draws the map and the counters of Search & Destroy into a folder, to be looked at:
//! `cargo run -p artwork --example hex_gallery -- FOLDER [PART]`.

use std::path::{Path, PathBuf};
use std::time::Instant;

use artwork::hex::{HexFace, HexMarker, hex_counter_sheet, hex_map_sheet, hex_marker_sheet};
use artwork::{Activity, Detail, MeshOptions, Palette, PaletteChoice, Placement, Rect, Sheet, mesh, pt, raster};
use search_and_destroy::units::{Element, Kind};
use search_and_destroy::{SearchAndDestroy, Side};

fn maps(folder: &Path, rules: &SearchAndDestroy) -> Result<(), Box<dyn std::error::Error>> {
    for choice in PaletteChoice::ALL {
        let palette = Palette::built_in(choice);
        let start = Instant::now();
        let drawn = hex_map_sheet(rules, &palette, Detail::Full);
        println!("map {:?}", start.elapsed());
        let start = Instant::now();
        for layer in &drawn.layers {
            let mesh = mesh(&layer.sheet, MeshOptions::map(palette.map.paper));
            println!("{:?}: {} triangles", layer.kind, mesh.indices.len() / 3);
        }
        println!("mesh {:?}", start.elapsed());
        for (name, size, view, zoom) in [
            ("whole", (1920, 1200), drawn.bounds, 1.1),
            ("crop-bridge", (1600, 1000), Rect::new(480.0, 430.0, 400.0, 250.0), 4.0),
            ("crop-hill", (1600, 1000), Rect::new(20.0, 620.0, 400.0, 250.0), 4.0),
            ("crop-north", (1600, 1000), Rect::new(540.0, -18.0, 400.0, 250.0), 4.0),
            ("crop-key", (1200, 1200), Rect::new(1130.0, 0.0, 380.0, 380.0), 4.0),
            ("crop-foot", (1200, 1200), Rect::new(1130.0, 640.0, 380.0, 380.0), 4.0),
        ] {
            if choice != PaletteChoice::StaffMap && name != "whole" && name != "crop-bridge" {
                continue;
            }
            let mut all = Sheet::new();
            for layer in drawn.shown(zoom) {
                all.append(layer.sheet.clone());
            }
            let start = Instant::now();
            let picture = raster(&all, view, size, palette.panel.table)?;
            println!("{name} {:?}", start.elapsed());
            std::fs::write(folder.join(format!("hex-{}-{name}.png", choice.name())), picture.png()?)?;
        }
    }
    Ok(())
}

/// Every counter in every condition, and every marker.
fn counters(folder: &Path, rules: &SearchAndDestroy) -> Result<(), Box<dyn std::error::Error>> {
    let mut faces: Vec<HexFace> = Kind::ALL.iter().map(|k| HexFace::new(rules, *k)).collect();
    for face in &mut faces {
        face.formation = if face.kind.is_boat() || face.kind == Kind::Sniper { (0, 0) } else { (1, 2) };
    }
    let face = |kind: Kind| HexFace { formation: (1, 3), ..HexFace::new(rules, kind) };
    faces.push(face(Kind::Suspect));
    faces.push(HexFace { face_down: true, ..face(Kind::MainForce) });
    faces.push(HexFace { face_down: true, ..face(Kind::Dummy) });
    faces.push(HexFace { pinned: true, losses: 2, ..face(Kind::Rifle) });
    faces.push(HexFace { ammunition: Some(4), ..face(Kind::Weapons) });
    faces.push(HexFace { ammunition: Some(2), controlled: false, ..face(Kind::Rifle) });
    faces.push(HexFace { digging: true, activity: Activity::Finished, ..face(Kind::Rifle) });
    faces.push(HexFace { activity: Activity::Moved, ..face(Kind::Nva) });
    for element in [Element::HeavyMachineGun, Element::Sapper, Element::RecoillessRifle] {
        faces.push(HexFace { element, formation: (2, 0), ..face(Kind::CompanyCadre) });
    }
    faces.push(HexFace { rpg: true, ..face(Kind::Nva) });
    faces.push(HexFace { immobilized: true, ..face(Kind::M113) });
    for heading in [30, -30, 90, 180, 210] {
        faces.push(HexFace { heading, losses: if heading == 90 { 60 } else { 0 }, ..face(Kind::PatrolBoat) });
    }
    let markers = [
        HexMarker::ImprovedPosition { known: true },
        HexMarker::ImprovedPosition { known: false },
        HexMarker::Cache { found: false },
        HexMarker::Cache { found: true },
        HexMarker::Trap,
        HexMarker::Casualties { side: Side::Us, killed: 1, wounded: 2 },
        HexMarker::Casualties { side: Side::Nlf, killed: 12, wounded: 0 },
        HexMarker::Ammunition(3),
        HexMarker::Probe,
        HexMarker::Searched,
        HexMarker::Plot,
        HexMarker::Strike,
        HexMarker::Civilians,
        HexMarker::Helicopter,
    ];
    for choice in PaletteChoice::ALL {
        let palette = Palette::built_in(choice);
        let mut sheets: Vec<Sheet> = faces.iter().map(|f| hex_counter_sheet(f, &palette)).collect();
        sheets.extend(markers.iter().map(|m| hex_marker_sheet(*m, &palette)));
        for pixels in [40, 100] {
            let (columns, pitch) = (12, 1.3);
            let mut all = Sheet::new();
            for (i, sheet) in sheets.iter().enumerate() {
                let at = pt((i % columns) as f32 * pitch + 0.7, (i / columns) as f32 * pitch + 0.7);
                all.stamp(sheet, Placement::at(at, 1.0));
            }
            let rows = sheets.len().div_ceil(columns);
            let view = Rect::new(0.0, 0.0, columns as f32 * pitch + 0.1, rows as f32 * pitch + 0.1);
            let size = ((view.width() * pixels as f32) as u32, (view.height() * pixels as f32) as u32);
            let picture = raster(&all, view, size, palette.valley.broken)?;
            std::fs::write(folder.join(format!("hex-counters-{}-{pixels}.png", choice.name())), picture.png()?)?;
        }
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let folder = PathBuf::from(args.next().unwrap_or_else(|| "gallery".into()));
    std::fs::create_dir_all(&folder)?;
    let rules: SearchAndDestroy = tabletop::files::Library::find()?.load()?;
    counters(&folder, &rules)?;
    if args.next().as_deref() == Some("counters") {
        return Ok(());
    }
    maps(&folder, &rules)
}
