//! Counters of Search & Destroy, drawn from what they say: a unit square with its middle at the origin.

use search_and_destroy::SearchAndDestroy;
use search_and_destroy::map::Map;
use search_and_destroy::state::{Course, Place, State, Switch, Unit};
use search_and_destroy::units::{Element, Kind, Side, UnitId};

use crate::area::counter::{Activity, CORNER, badge, bevel, card, dim};
use crate::colour::Colour;
use crate::fonts::Font;
use crate::geometry::{Placement, Rect, pt};
use crate::hex::grid::HexGrid;
use crate::hex::symbol;
use crate::palette::{Palette, Tone};
use crate::path::{Path, Piece};
use crate::sheet::Sheet;
use crate::text::{Align, Lettering};

/// Everything that is printed on a counter or laid upon it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HexFace {
    /// What it is; a [`Kind::Suspect`] shows its back.
    pub kind: Kind,
    /// Company and platoon, 0 for none: in the manner of "2/1", the second platoon of the first company.
    pub formation: (u8, u8),
    /// Attack Strength and Movement Allowance as they are now.
    pub values: (u8, u8),
    /// What a Cadre has with it.
    pub element: Element,
    pub rpg: bool,
    /// It lies face down; its owner sees the face through a veil.
    pub face_down: bool,
    pub pinned: bool,
    /// Casualties, or points against a boat.
    pub losses: u16,
    /// Units of fire left, where they are counted.
    pub ammunition: Option<u8>,
    /// It is under leadership or command.
    pub controlled: bool,
    /// It moves no more.
    pub immobilized: bool,
    pub digging: bool,
    /// Which way a boat's bow points: degrees clockwise from the east.
    pub heading: i16,
    /// What it has done in this player turn.
    pub activity: Activity,
}

impl HexFace {
    /// A fresh counter.
    pub fn new(rules: &SearchAndDestroy, kind: Kind) -> Self {
        let values = rules.units.of(kind);
        Self {
            kind,
            formation: (0, 0),
            values: (values.attack.value, values.movement.value),
            element: Element::None,
            rpg: false,
            face_down: false,
            pinned: false,
            losses: 0,
            ammunition: None,
            controlled: true,
            immobilized: false,
            digging: false,
            heading: 0,
            activity: Activity::Ready,
        }
    }

    /// A counter as it stands in a position: give a side's view of it to draw what that side sees.
    pub fn of(rules: &SearchAndDestroy, state: &State, id: UnitId) -> Option<Self> {
        let unit = state.unit(id)?;
        let mut face = Self::new(rules, unit.kind);
        if unit.kind == Kind::Suspect {
            face.face_down = true;
            return Some(face);
        }
        let acting = state.step().player_turn() == Some(unit.side());
        let through = unit.fired || unit.assaulted || unit.searched || unit.digging;
        if unit.element.is_heavy() {
            face.values.1 = rules.units.heavy_movement.value;
        }
        Some(Self {
            formation: (unit.company, unit.platoon),
            element: unit.element,
            rpg: unit.rpg,
            face_down: unit.face_down,
            pinned: unit.is_pinned(),
            losses: if unit.kind.is_boat() { unit.tally } else { u16::from(unit.losses) },
            ammunition: (state.switches().has(Switch::Ammunition) && unit.ammunition > 0 && unit.kind.is_personnel())
                .then_some(unit.ammunition),
            controlled: unit.controlled,
            immobilized: unit.immobilized,
            digging: unit.digging,
            heading: heading(rules.map(), unit),
            activity: match (acting, through, unit.spent > 0) {
                (true, true, _) => Activity::Finished,
                (true, false, true) => Activity::Moved,
                _ => Activity::Ready,
            },
            ..face
        })
    }
}

/// Which way a boat's bow points: along its hexside, the way it went last, upstream to the east if it has not moved.
fn heading(map: &Map, unit: &Unit) -> i16 {
    let Place::River(number) = unit.place else { return 0 };
    let Some((_, way)) = HexGrid::new(map).river(map, number) else { return 0 };
    let way = if unit.course == Some(Course::West) { way * -1.0 } else { way };
    way.y.atan2(way.x).to_degrees().round() as i16
}

/// The colours of a kind of counter.
fn tone(kind: Kind, palette: &Palette) -> Tone {
    match kind {
        Kind::Nva => palette.sides.pavn,
        kind if kind.side() == Side::Us => palette.sides.marines,
        _ => palette.sides.nlf,
    }
}

/// Draws a counter.
pub fn hex_counter_sheet(face: &HexFace, palette: &Palette) -> Sheet {
    let mut sheet = Sheet::new();
    let tone = tone(face.kind, palette);
    card(&mut sheet, tone.ground);
    if face.kind.side() == Side::Nlf && face.kind != Kind::Nva {
        blue_half(&mut sheet, palette);
    }
    if face.kind == Kind::Suspect {
        back(&mut sheet, palette);
        bevel(&mut sheet, tone.ground);
        return sheet;
    }
    bevel(&mut sheet, tone.ground);
    print(&mut sheet, face, tone, palette);
    if face.face_down {
        veil(&mut sheet, tone, palette);
    }
    if face.pinned {
        ribbon(&mut sheet, "PINNED", palette);
    }
    if face.activity != Activity::Ready {
        dim(&mut sheet, face.activity, palette);
    }
    laid(&mut sheet, face, palette);
    sheet
}

/// The blue half of the National Liberation Front's flag, below the diagonal.
fn blue_half(sheet: &mut Sheet, palette: &Palette) {
    let (low, high) = (-0.5 + CORNER * 0.3, 0.5 - CORNER * 0.3);
    let round = CORNER * 0.95;
    let mut blue = Path::default();
    blue.pieces.extend([
        Piece::Move(pt(high, low)),
        Piece::Line(pt(0.5, low + round)),
        Piece::Line(pt(0.5, 0.5 - round)),
        Piece::Quad(pt(0.5, 0.5), pt(0.5 - round, 0.5)),
        Piece::Line(pt(low + round, 0.5)),
        Piece::Line(pt(low, high)),
        Piece::Close,
    ]);
    sheet.fill(blue, palette.sides.nlf_blue.ground);
}

/// The back of a counter: a star that says whose it is and a question that says what is known of it.
fn back(sheet: &mut Sheet, palette: &Palette) {
    let (ink, light) = (palette.sides.symbol.ink, palette.sides.symbol.ground);
    sheet.stroke(Path::rounded(Rect::around(pt(0.0, 0.0), 0.8, 0.8), 0.05), 0.03, light.alpha(0.55));
    sheet.fill(Path::star(pt(0.0, 0.02), 5, 0.4, 0.165), light.alpha(0.28));
    let lettering = Lettering::new(Font::SansBold, 0.72);
    let width = lettering.width("?");
    let text = lettering.outline("?").placed(Placement::at(pt(-width / 2.0, lettering.cap_height() / 2.0), 1.0));
    sheet.round_stroke(text.clone(), 0.1, ink.alpha(0.55));
    sheet.fill(text, light);
}

/// Symbol, size, formation and values.
fn print(sheet: &mut Sheet, face: &HexFace, tone: Tone, palette: &Palette) {
    if face.kind.is_boat() {
        symbol::boat(sheet, pt(0.0, -0.13), 0.72, f32::from(face.heading), palette);
        // The bow's mark on the edge, for small sizes.
        let turn = Placement::turned(pt(0.0, 0.0), 1.0, f32::from(face.heading));
        let reach = 0.5 / turn.right.x.abs().max(turn.right.y.abs()).max(0.5);
        let tip = [pt(reach * 0.98, 0.0), pt(reach * 0.98 - 0.1, -0.085), pt(reach * 0.98 - 0.1, 0.085)];
        sheet.fill(Path::polygon(&tip.map(|p| turn.apply(p))), palette.accent.ground);
    } else if matches!(face.kind, Kind::Transport | Kind::Gunship) {
        let armed = face.kind == Kind::Gunship;
        symbol::helicopter(sheet, pt(0.0, -0.12), 0.74, armed, palette);
    } else {
        let boxed = Rect::around(pt(0.03, -0.13), 0.56, 0.36);
        size_mark(sheet, face.kind, tone.ink);
        symbol::draw(sheet, face.kind, boxed, palette);
        let (company, platoon) = face.formation;
        let text = match (platoon, company) {
            (_, 0) => String::new(),
            (0, company) => company.to_string(),
            (platoon, company) => format!("{platoon}/{company}"),
        };
        let formation = Lettering::new(Font::CondensedBold, 0.19).fitted(&text, 0.4);
        let up = Placement::turned(pt(-0.335, -0.13), 1.0, -90.0);
        let width = formation.width(&text);
        let path = formation.outline(&text).placed(Placement::at(pt(-width / 2.0, 0.0), 1.0)).placed(up);
        sheet.fill(path, tone.ink);
    }
    let word = match face.kind {
        Kind::Dummy => Some("DUMMY"),
        Kind::PlatoonLeader => Some("PLT LDR"),
        Kind::CompanyCommander => Some("CO CDR"),
        Kind::Observer => Some("FO"),
        Kind::Transport => Some("UH-1"),
        Kind::Mortar81 => Some("81 MM"),
        Kind::Mortar82 => Some("82 MM"),
        Kind::Crew => Some("CREW"),
        _ => None,
    };
    if let Some(word) = word {
        let lettering = Lettering::new(Font::CondensedBold, 0.29).fitted(word, 0.84);
        sheet.text(word, pt(0.0, 0.37), Align::Middle, lettering, tone.ink);
        return;
    }
    let (attack, movement) = face.values;
    let text = format!("{attack}–{movement}");
    let large = Lettering::new(Font::CondensedBold, 0.44).fitted(&text, 0.88);
    sheet.text(&text, pt(0.0, 0.415), Align::Middle, large, tone.ink);
    let small = match (face.element, face.rpg) {
        (Element::HeavyMachineGun, _) => "HMG",
        (Element::Sapper, _) => "SAP",
        (Element::RecoillessRifle, _) => "RR",
        (Element::None, true) => "RPG",
        (Element::None, false) => return,
    };
    let plain = palette.sides.symbol;
    let tag = Rect::around(pt(0.03, 0.02), 0.4, 0.2);
    sheet.fill(Path::rounded(tag.grown(0.02), 0.05), plain.ink);
    sheet.fill(Path::rounded(tag, 0.035), palette.map.paper.mix(palette.accent.ground, 0.35));
    let lettering = Lettering::new(Font::CondensedBold, 0.2).fitted(small, 0.35);
    sheet.text_centred(small, tag.middle(), lettering, plain.ink);
}

/// The mark of size above the box: a dot a squad, three a platoon, a bar a company, two a battalion.
fn size_mark(sheet: &mut Sheet, kind: Kind, ink: Colour) {
    let y = -0.4;
    let dots: &[f32] = match kind {
        Kind::Rifle | Kind::Weapons | Kind::Local | Kind::MainForce | Kind::Nva => &[0.0],
        Kind::PlatoonCadre | Kind::PlatoonLeader => &[-0.1, 0.0, 0.1],
        _ => &[],
    };
    for x in dots {
        sheet.fill(Path::circle(pt(0.03 + x, y), 0.034), ink);
    }
    let bars: &[f32] = match kind {
        Kind::CompanyCadre | Kind::CompanyCommander => &[0.0],
        Kind::BattalionCadre => &[-0.05, 0.05],
        _ => &[],
    };
    for x in bars {
        sheet.fill(Path::rect(Rect::around(pt(0.03 + x, y), 0.036, 0.1)), ink);
    }
}

/// What lies face down, as its owner sees it: its face behind slanted lines, and a closed eye.
fn veil(sheet: &mut Sheet, tone: Tone, palette: &Palette) {
    let dark = tone.ground.mix(Colour::rgb(16, 12, 10), 0.6);
    let mut lines = Path::default();
    for k in -4..=4 {
        let x = k as f32 * 0.2;
        let (a, b) = ((x - 0.47_f32).max(-0.47), (x + 0.47_f32).min(0.47));
        lines.add_line(&[pt(a, 0.47 - (a - (x - 0.47))), pt(b, -0.47 + ((x + 0.47) - b))]);
    }
    sheet.stroke(lines, 0.035, dark.alpha(0.5));
    sheet.stroke(Path::rounded(Rect::around(pt(0.0, 0.0), 0.94, 0.94), CORNER), 0.06, dark);
    let at = pt(0.36, -0.36);
    sheet.fill(Path::circle(at, 0.135), palette.sides.symbol.ground);
    sheet.stroke(Path::circle(at, 0.135), 0.022, palette.sides.symbol.ink);
    let mut lid = Path::default();
    lid.pieces.extend([
        Piece::Move(at + pt(-0.085, -0.025)),
        Piece::Cubic(at + pt(-0.05, 0.045), at + pt(0.05, 0.045), at + pt(0.085, -0.025)),
    ]);
    sheet.round_stroke(lid, 0.028, palette.sides.symbol.ink);
    for x in [-0.05, 0.0, 0.05] {
        let y = if x == 0.0 { 0.03 } else { 0.018 };
        sheet.round_stroke(Path::line(&[at + pt(x, y), at + pt(x * 1.3, y + 0.045)]), 0.022, palette.sides.symbol.ink);
    }
}

/// A light ribbon with a word across the symbol.
fn ribbon(sheet: &mut Sheet, word: &str, palette: &Palette) {
    let tone = palette.sides.symbol;
    let turn = Placement::turned(pt(0.0, -0.13), 1.0, -12.0);
    let band = |grow: f32, low: f32| {
        let (w, h) = (0.5 + grow, 0.125 + grow);
        let fork = 0.06;
        Path::polygon(
            &[pt(-w, -h), pt(w, -h), pt(w - fork, 0.0), pt(w, h), pt(-w, h), pt(-w + fork, 0.0)]
                .map(|p| turn.apply(p + pt(0.0, low))),
        )
    };
    sheet.fill(band(0.02, 0.03), Colour::BLACK.alpha(0.35));
    sheet.fill(band(0.018, 0.0), tone.ink);
    sheet.fill(band(0.0, 0.0), tone.ground);
    let lettering = Lettering::new(Font::CondensedBold, 0.24).fitted(word, 0.82);
    let width = lettering.width(word);
    let text = lettering.outline(word).placed(Placement::at(pt(-width / 2.0, lettering.cap_height() / 2.0), 1.0));
    sheet.fill(text.placed(turn), tone.ink);
}

/// What has been laid on a counter: casualties, ammunition, lost control, a spade, a stopped engine.
fn laid(sheet: &mut Sheet, face: &HexFace, palette: &Palette) {
    if face.losses > 0 {
        badge(sheet, pt(-0.355, -0.355), &format!("−{}", face.losses), palette.danger);
    }
    if let Some(rounds) = face.ammunition {
        // Rounds in a row below the right edge of the box: what is left, at most four.
        for n in 0..rounds.min(4) {
            let at = pt(0.415, 0.02 - 0.1 * f32::from(n));
            sheet.fill(Path::rounded(Rect::around(at, 0.1, 0.075), 0.03), palette.sides.symbol.ink);
            sheet.fill(Path::rounded(Rect::around(at, 0.075, 0.048), 0.022), palette.accent.ground);
        }
    }
    let plain = palette.sides.symbol;
    if !face.controlled {
        badge(sheet, pt(0.355, -0.355), "!", palette.danger);
    } else if face.immobilized {
        badge(sheet, pt(0.355, -0.355), "×", palette.danger);
    } else if face.digging {
        let at = pt(0.355, -0.355);
        badge(sheet, at, "", plain);
        sheet.round_stroke(Path::line(&[at + pt(0.05, -0.08), at + pt(-0.02, 0.03)]), 0.03, plain.ink);
        sheet.fill(
            Path::polygon(&[at + pt(-0.06, 0.0), at + pt(0.02, 0.055), at + pt(-0.03, 0.1), at + pt(-0.085, 0.07)]),
            plain.ink,
        );
    }
}
