//! Draws the tables of all scenarios, a sheet of figures and a sheet of what is laid over a table, to be looked at:
//! `cargo run -p artwork --example field -- FOLDER`.

use std::path::{Path, PathBuf};
use std::time::Instant;

use artwork::field::mark::{self, Mood};
use artwork::field::plate::Under;
use artwork::field::{
    Allegiance, Chip, Fallen, Ground, Plate, Role, Token, Vehicle, frame_sheet, plate_sheet, token_sheet, vehicle_sheet,
};
use artwork::{Palette, PaletteChoice, Placement, Rect, Sheet, pt, raster};

/// The drawing of a table in a scenario file: its rows of letters, read off as text.
fn board(text: &str) -> Option<table::Board> {
    let block = |name: &str| {
        let from = text.find(&format!("{name}: ["))?;
        let to = from + text[from..].find(']')?;
        Some(text[from..to].split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>())
    };
    table::Board::new(&block("rows")?, &block("heights").unwrap_or_default()).ok()
}

fn tokens(palette: &Palette) -> Sheet {
    let mut all = Sheet::new();
    let roles = [
        Role::Rifle,
        Role::MachineGun,
        Role::HeavyMachineGun,
        Role::GrenadeLauncher,
        Role::Rocket,
        Role::Sniper,
        Role::Mortar,
        Role::Flame,
        Role::Pistol,
        Role::Unarmed,
    ];
    for (row, side) in [Allegiance::Allied, Allegiance::Charlie].into_iter().enumerate() {
        for (column, role) in roles.into_iter().enumerate() {
            for prone in [false, true] {
                let token = Token { prone, ..Token::new(side, role, column as f32 * 30.0 - 60.0) };
                let at = pt(column as f32 * 1.4 + 1.0, row as f32 * 2.8 + f32::from(u8::from(prone)) * 1.4 + 1.0);
                all.stamp(&token_sheet(&token, palette), Placement::at(at, 1.0));
            }
        }
    }
    let base = Token::new(Allegiance::Allied, Role::Rifle, -30.0);
    let foe = Token::new(Allegiance::Charlie, Role::Rifle, 150.0);
    let states = [
        Token { leader: true, radio: true, ..base.clone() },
        Token { chips: vec![Chip::Pinned], prone: true, ..base.clone() },
        Token { chips: vec![Chip::NoFire], ..base.clone() },
        Token { chips: vec![Chip::Suppression(1)], phases: Some((2, 3)), ..base.clone() },
        Token { chips: vec![Chip::Suppression(3), Chip::Work(1, 3)], phases: Some((0, 3)), ..foe.clone() },
        Token { spent: true, ..base.clone() },
        Token { hidden: true, ..foe.clone() },
        Token { chips: vec![Chip::Shaken, Chip::Stores], ..foe.clone() },
        Token { fallen: Some(Fallen::Wounded), ..base },
        Token { fallen: Some(Fallen::Dead), ..foe },
        Token::new(Allegiance::Civilian, Role::Unarmed, 0.0),
        Token { prone: true, ..Token::new(Allegiance::Civilian, Role::Unarmed, 0.0) },
    ];
    for (n, token) in states.iter().enumerate() {
        all.stamp(&token_sheet(token, palette), Placement::at(pt(n as f32 * 1.4 + 1.0, 6.8), 1.0));
    }
    let unders = [Under::Unknown, Under::Nothing, Under::Figures, Under::Stores, Under::Trap];
    let mut plates: Vec<Plate> = unders
        .into_iter()
        .zip(7..)
        .map(|(under, number)| Plate::Marker { side: Allegiance::Charlie, number, under })
        .collect();
    plates.extend([Plate::Cache, Plate::Mine(Allegiance::Charlie), Plate::Claymore(Allegiance::Allied)]);
    for (n, plate) in plates.into_iter().enumerate() {
        all.stamp(&plate_sheet(plate, palette), Placement::at(pt(n as f32 * 1.4 + 1.0, 8.2), 1.0));
    }
    let kinds = [Vehicle::Tank, Vehicle::Apc, Vehicle::Truck, Vehicle::Boat, Vehicle::Helicopter, Vehicle::Aircraft];
    for (n, kind) in kinds.into_iter().enumerate() {
        let flying = matches!(kind, Vehicle::Helicopter | Vehicle::Aircraft);
        let sheet =
            vehicle_sheet(kind, Allegiance::Allied, n as f32 * 20.0 - 40.0, (false, flying), &[Chip::NoFire], palette);
        all.stamp(&sheet, Placement::at(pt(n as f32 * 3.0 + 1.8, 10.9), 1.0));
        let sheet = vehicle_sheet(kind, Allegiance::Charlie, 0.0, (n % 2 == 1, false), &[Chip::Immobilised], palette);
        all.stamp(&sheet, Placement::at(pt(n as f32 * 3.0 + 1.8, 13.9), 1.0));
    }
    all
}

fn marks(palette: &Palette, unit: f32) -> Sheet {
    let mut all = mark::smoke(pt(5.0, 4.0), 2.0, palette, unit);
    all.append(mark::area(&mark::circle(pt(11.0, 4.0), 2.0), Mood::Danger, palette, unit));
    all.append(mark::area(&mark::rectangle(pt(17.0, 4.0), 6.0, 4.0, 20.0), Mood::Now, palette, unit));
    all.append(mark::arc(pt(22.0, 8.0), -60.0, 30.0, 12.0, Rect::new(0.0, 0.0, 48.0, 36.0), palette, unit));
    all.append(mark::ring(pt(6.0, 13.0), 4.0, Mood::Plain, palette, unit));
    all.append(mark::ruler(pt(14.0, 10.0), pt(24.0, 13.0), "10.4\"", palette, unit));
    all.append(mark::sight_line(pt(12.0, 17.0), pt(26.0, 18.0), Some(pt(20.0, 17.57)), palette, unit));
    all.append(mark::sight_line(pt(12.0, 19.0), pt(26.0, 20.0), None, palette, unit));
    let way = [pt(2.0, 20.0), pt(5.0, 21.0), pt(8.0, 20.0), pt(10.0, 22.0)];
    all.append(mark::path(&way, &[false, true, false], true, palette, unit));
    all.append(mark::label("9.1\" of 12\"  ·  3.1\" bad going  ·  noise 2", pt(8.0, 23.3), Mood::Now, palette, unit));
    all.append(mark::deviation(pt(20.0, 22.0), pt(24.0, 23.5), palette, unit));
    all.append(mark::halo(pt(29.0, 12.0), 0.6, Mood::Now, true, palette, unit));
    all.append(mark::halo(pt(31.0, 12.0), 0.6, Mood::Danger, false, palette, unit));
    all
}

fn table_picture(folder: &Path, name: &str, board: &table::Board) -> Result<(), Box<dyn std::error::Error>> {
    let palette = Palette::built_in(PaletteChoice::StaffMap);
    let start = Instant::now();
    let ground = Ground::new(board);
    for pixels in [24, 48] {
        let picture = ground.picture(pixels)?;
        println!("{name} at {pixels}: {:?}", start.elapsed());
        std::fs::write(folder.join(format!("table-{name}-{pixels}.png")), picture.png()?)?;
    }
    let (columns, lines) = ground.size();
    let frame = frame_sheet(columns, lines, &palette);
    let view = Rect::new(0.0, 0.0, columns as f32, lines as f32).grown(2.0);
    let size = ((view.width() * 20.0) as u32, (view.height() * 20.0) as u32);
    std::fs::write(folder.join(format!("frame-{name}.png")), raster(&frame, view, size, palette.panel.table)?.png()?)?;
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).unwrap_or_else(|| "gallery".into()));
    std::fs::create_dir_all(&folder)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios");
    for choice in PaletteChoice::ALL {
        let palette = Palette::built_in(choice);
        for pixels in [24.0, 40.0, 80.0] {
            let view = Rect::new(0.0, 0.0, 18.6, 15.6);
            let size = ((view.width() * pixels) as u32, (view.height() * pixels) as u32);
            let picture = raster(&tokens(&palette), view, size, artwork::Colour::rgb(0x92, 0x94, 0x5a))?;
            std::fs::write(folder.join(format!("tokens-{}-{pixels}.png", choice.name())), picture.png()?)?;
        }
        let view = Rect::new(0.0, 0.0, 34.0, 26.0);
        let picture = raster(&marks(&palette, 1.0 / 32.0), view, (1088, 832), artwork::Colour::rgb(0x72, 0x7c, 0x4a))?;
        std::fs::write(folder.join(format!("marks-{}.png", choice.name())), picture.png()?)?;
    }
    for ruleset in ["platoon", "skirmish"] {
        let mut files: Vec<_> =
            std::fs::read_dir(root.join(ruleset))?.filter_map(|f| f.ok().map(|f| f.path())).collect();
        files.sort();
        for file in files {
            let name = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            if let Some(board) = std::fs::read_to_string(&file).ok().as_deref().and_then(board) {
                table_picture(&folder, &name, &board)?;
            }
        }
    }
    let kinds: Vec<String> = table::Terrain::ALL
        .chunks(6)
        .flat_map(|row| {
            let line: String =
                row.iter().flat_map(|kind| [kind.letter(); 4]).chain(".".repeat(24).chars()).take(24).collect();
            vec![line; 4]
        })
        .collect();
    let heights: Vec<String> = (0..kinds.len())
        .map(|y| {
            (0..24)
                .map(|x| {
                    if x > 19 && y > 15 {
                        '2'
                    } else if x > 17 && y > 13 {
                        '1'
                    } else {
                        '0'
                    }
                })
                .collect()
        })
        .collect();
    table_picture(&folder, "every-kind", &table::Board::new(&kinds, &heights)?)?;
    Ok(())
}
