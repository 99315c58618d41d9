//! The wargames table: what a figure shows can be seen, ground of every kind looks like no other, and a table is painted
//! the same each time.

use std::collections::BTreeSet;

use artwork::colour::Blindness;
use artwork::field::mark::{self, Mood};
use artwork::field::plate::Under;
use artwork::field::{
    Allegiance, Chip, Fallen, Ground, Plate, Role, SIGN_INK, SIGNS, Sign, Token, frame_sheet, inches, plate_sheet,
    token_sheet,
};
use artwork::{Colour, Palette, PaletteChoice, Rect, Sheet, pt, raster};
use table::{Board, Terrain};

fn bytes(sheet: &Sheet) -> Vec<u8> {
    match raster(sheet, Rect::new(-0.8, -0.8, 1.6, 1.6), (64, 64), Colour::rgb(0x90, 0x90, 0x5a)) {
        Ok(picture) => picture.rgba(),
        Err(problem) => panic!("{problem}"),
    }
}

/// How many pixels of 64 x 64 differ plainly.
fn differing(one: &Sheet, other: &Sheet) -> usize {
    let (one, other) = (bytes(one), bytes(other));
    one.chunks(4).zip(other.chunks(4)).filter(|(a, b)| a.iter().zip(*b).any(|(x, y)| x.abs_diff(*y) > 24)).count()
}

#[test]
fn every_state_of_a_figure_is_to_be_seen_on_it() {
    let palette = Palette::built_in(PaletteChoice::StaffMap);
    let plain = Token::new(Allegiance::Allied, Role::Rifle, 0.0);
    let with = |chip: Chip| Token { chips: vec![chip], ..plain.clone() };
    let states = [
        Token { prone: true, ..plain.clone() },
        Token { leader: true, ..plain.clone() },
        Token { radio: true, ..plain.clone() },
        Token { squad: Some(Sign::of("1st Squad", 1)), ..plain.clone() },
        Token { squad: Some(Sign::of("2nd Squad", 1)), ..plain.clone() },
        Token { squad: Some(Sign::of("1st Squad", 2)), ..plain.clone() },
        Token { spent: true, ..plain.clone() },
        Token { hidden: true, ..plain.clone() },
        Token { facing: 45.0, ..plain.clone() },
        Token { role: Role::MachineGun, ..plain.clone() },
        Token { side: Allegiance::Charlie, ..plain.clone() },
        Token { fallen: Some(Fallen::Dead), ..plain.clone() },
        Token { fallen: Some(Fallen::Wounded), ..plain.clone() },
        Token { phases: Some((1, 3)), ..plain.clone() },
        with(Chip::Pinned),
        with(Chip::NoFire),
        with(Chip::Fired),
        with(Chip::Suppression(1)),
        with(Chip::Suppression(2)),
        with(Chip::Work(1, 3)),
        with(Chip::Shaken),
        with(Chip::Stores),
    ];
    let plain = token_sheet(&plain, &palette);
    let drawn: Vec<Sheet> = states.iter().map(|token| token_sheet(token, &palette)).collect();
    for (n, sheet) in drawn.iter().enumerate() {
        assert!(differing(sheet, &plain) > 12, "{:?} looks like a plain figure", states[n]);
        for (m, other) in drawn.iter().enumerate().skip(n + 1) {
            assert!(differing(sheet, other) > 8, "{:?} looks like {:?}", states[n], states[m]);
        }
    }
}

#[test]
fn a_squad_is_told_by_its_number_or_its_initials_on_a_colour_of_its_own() {
    for (name, sign) in [
        ("1st Squad", "1"),
        ("NVA platoon, 2nd squad", "2"),
        ("Platoon HQ", "HQ"),
        ("PBR 105", "105"),
        ("NVA mortar", "NVA"),
        ("Village guerrilla squad", "VG"),
        ("Sniper", "S"),
    ] {
        assert_eq!(Sign::of(name, 0).text, sign, "{name}");
    }
    for (n, ground) in SIGNS.into_iter().enumerate() {
        assert!(SIGN_INK.contrast(ground) >= 4.5, "{ground}");
        for other in &SIGNS[n + 1..] {
            for blindness in Blindness::ALL {
                let seen = ground.seen_with(blindness).difference(other.seen_with(blindness));
                assert!(seen > 0.05, "{ground} and {other} with {blindness:?}: {seen:.3}");
            }
        }
    }
}

#[test]
fn the_enemy_sees_the_same_marker_whatever_lies_under_it_only_if_he_is_told_nothing() {
    let palette = Palette::built_in(PaletteChoice::ColourSafe);
    let marker = |under| plate_sheet(Plate::Marker { side: Allegiance::Charlie, number: 7, under }, &palette);
    let unders = [Under::Nothing, Under::Figures, Under::Stores, Under::Trap];
    for under in unders {
        assert!(differing(&marker(under), &marker(Under::Unknown)) > 12, "{under:?}");
    }
}

#[test]
fn ground_of_every_kind_looks_like_no_other() {
    let mut seen = BTreeSet::new();
    for kind in Terrain::ALL {
        let row: String = std::iter::repeat_n(kind.letter(), 4).collect();
        let board = Board::new(&[&row, &row, &row, &row], &[]).unwrap_or_else(|problem| panic!("{problem}"));
        let picture = Ground::new(&board).picture(12).unwrap_or_else(|problem| panic!("{problem}"));
        assert_eq!(picture.size(), (48, 48));
        assert!(picture.colour_count() > 8, "{kind:?} has texture");
        assert!(seen.insert(picture.rgba()), "{kind:?} looks like another kind");
    }
}

#[test]
fn a_table_is_painted_the_same_each_time() {
    let board = Board::new(&["JJ..rr", "JJ::RR", "pb==hh"], &["000000", "110000", "000000"]);
    let board = board.unwrap_or_else(|problem| panic!("{problem}"));
    let paint = || Ground::new(&board).picture(16).map(|picture| picture.rgba()).unwrap_or_default();
    assert_eq!(paint(), paint());
    assert!(!paint().is_empty());
}

#[test]
fn hills_have_a_light_and_a_dark_side() {
    let rows = ["........"; 8];
    let hill = ["00000000", "00000000", "00222200", "00222200", "00222200", "00222200", "00000000", "00000000"];
    let board = Board::new(&rows, &hill).unwrap_or_else(|problem| panic!("{problem}"));
    let picture = Ground::new(&board).picture(16).unwrap_or_else(|problem| panic!("{problem}"));
    let rgba = picture.rgba();
    let brightness = |x: usize, y: usize| -> u32 {
        (0..12)
            .flat_map(|dy| (0..12).map(move |dx| (x + dx, y + dy)))
            .map(|(x, y)| u32::from(rgba[(y * 128 + x) * 4 + 1]))
            .sum()
    };
    assert!(brightness(26, 58) > brightness(92, 58) + 2000, "the western slope is lit, the eastern one is not");
}

#[test]
fn measures_are_drawn_where_they_are_measured() {
    let palette = Palette::built_in(PaletteChoice::StaffMap);
    let at = inches(table::Point::new(1250, 800));
    assert_eq!(at, pt(12.5, 8.0));
    let circle = mark::circle(at, 2.0);
    assert!(circle.iter().all(|p| (p.distance(at) - 2.0).abs() < 1e-3));
    let fan = mark::fan(at, 0.0, 30.0, 6.0);
    assert_eq!(fan[0], at);
    assert!(fan[1..].iter().all(|p| (p.distance(at) - 6.0).abs() < 1e-3 && p.x > at.x));
    let table = Rect::new(0.0, 0.0, 15.0, 9.0);
    let arc = mark::arc(at, 0.0, 45.0, 30.0, table, &palette, 0.03).bounds();
    assert!(table.grown(0.1).contains(arc.min) && table.grown(0.1).contains(arc.max), "{arc:?} ends with the table");
    assert!(arc.max.x > 14.9 && arc.max.y > 8.9 && arc.min.y < 5.6, "{arc:?} goes up to the edges");
    let blocked = mark::sight_line(at, pt(20.0, 8.0), Some(pt(15.0, 8.0)), &palette, 0.03);
    let free = mark::sight_line(at, pt(20.0, 8.0), None, &palette, 0.03);
    assert!(blocked.shapes.len() > free.shapes.len(), "what blocks it is marked");
    assert!(!mark::area(&circle, Mood::Danger, &palette, 0.03).shapes.is_empty());
    let frame = frame_sheet(12, 8, &palette).bounds();
    assert!(frame.contains(pt(-1.0, -1.0)) && frame.contains(pt(13.0, 9.0)));
}
