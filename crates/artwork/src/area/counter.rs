//! Counters, drawn from what they say: a unit square with its middle at the origin. Rules 2.2 to 2.6, 7.2 and 8.2.

use block_by_block::units::{UnitKind, UnitSize};
use block_by_block::{Condition, UnitId};

use crate::colour::Colour;
use crate::fonts::Font;
use crate::geometry::{Placement, Point, Rect, pt};
use crate::palette::{Palette, Tone};
use crate::path::Path;
use crate::sheet::Sheet;
use crate::symbol::{Symbol, draw_symbol};
use crate::text::{Align, Lettering};

/// What a counter has done in this segment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Activity {
    /// It can still act, or it is not its segment.
    #[default]
    Ready,
    /// It has moved: dimmed, with two chevrons.
    Moved,
    /// It can do nothing more: dimmed, with a tick.
    Finished,
}

/// Everything that is printed on a counter or laid upon it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct CounterFace {
    pub unit: UnitId,
    /// Fresh, spent or routed. Rule 2.5.
    pub condition: Condition,
    /// The value that counts now: attack value, or a tower's or routed unit's defence. Towers with 0 show none.
    pub value: u8,
    /// Platoons it gave away: a badge with −1 for each. Rule 8.2.
    pub detached: u8,
    /// Number of its assault group. Rule 7.2.
    pub group: Option<u8>,
    /// What it has done.
    pub activity: Activity,
}

impl CounterFace {
    /// A counter with nothing laid upon it.
    pub const fn new(unit: UnitId, condition: Condition, value: u8) -> Self {
        Self { unit, condition, value, detached: 0, group: None, activity: Activity::Ready }
    }
}

/// The card of a counter without print.
pub(crate) const BODY: Rect = Rect::new(-0.5, -0.5, 1.0, 1.0);
pub(crate) const CORNER: f32 = 0.085;
/// Distance of a badge's middle from the counter's, both ways.
const BADGE_AT: f32 = 0.355;

/// How much is printed on a counter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Print {
    /// Symbol, value and markers, as large as there is room: for counters that are seen from afar.
    Coarse,
    /// Everything.
    #[default]
    Fine,
}

impl Print {
    /// What can be read on a counter so many pixels wide.
    pub fn at(pixels: f32) -> Self {
        if pixels < 35.0 { Self::Coarse } else { Self::Fine }
    }
}

/// Draws a counter.
pub fn counter_sheet(face: &CounterFace, detail: Print, palette: &Palette) -> Sheet {
    let kind = face.unit.kind();
    let routed = face.condition == Condition::Routed;
    let mut tone = palette.unit(kind);
    let faded = palette.sides.symbol.ground.mix(Colour::rgb(110, 104, 98), 0.5);
    if routed {
        tone.ground = tone.ground.mix(faded, 0.12);
    }
    let mut sheet = Sheet::new();
    card(&mut sheet, tone.ground);
    if kind == UnitKind::NlfCompany {
        // Red above, blue below the diagonal: no horizontal band, which would mean a spent unit.
        let (low, high) = (-0.5 + CORNER * 0.3, 0.5 - CORNER * 0.3);
        let mut blue = Path::default();
        blue.pieces.extend(lower_triangle(low, high));
        sheet.fill(blue, palette.sides.nlf_blue.ground);
    }
    let mut row = tone;
    let spent = face.condition == Condition::Spent || (routed && !kind.one_sided());
    if spent {
        row = palette.sides.spent;
        let band = Rect::new(-0.5, 0.085, 1.0, 0.325);
        sheet.fill(Path::rect(band), row.ground);
        for y in [band.min.y, band.max.y] {
            sheet.stroke(Path::line(&[pt(-0.5, y), pt(0.5, y)]), 0.022, row.ink);
        }
    }
    bevel(&mut sheet, tone.ground);
    match detail {
        Print::Fine => print(&mut sheet, face, tone, row, palette),
        Print::Coarse => print_coarsely(&mut sheet, face, row, palette),
    }
    if routed {
        rout(&mut sheet, detail, palette);
    }
    if face.activity != Activity::Ready {
        dim(&mut sheet, face.activity, palette);
    }
    if face.detached > 0 {
        let text = format!("−{}", face.detached);
        sized_badge(
            &mut sheet,
            pt(-BADGE_AT, -BADGE_AT),
            detail,
            &text,
            Tone { ground: palette.sides.symbol.ground, ink: palette.sides.symbol.ink },
        );
    }
    if let Some(group) = face.group {
        sized_badge(&mut sheet, pt(BADGE_AT, -BADGE_AT), detail, &group.to_string(), palette.accent);
    }
    sheet
}

fn lower_triangle(low: f32, high: f32) -> Vec<crate::path::Piece> {
    use crate::path::Piece::{Close, Line, Move, Quad};
    let round = CORNER * 0.95;
    vec![
        Move(pt(high, low)),
        Line(pt(0.5, low + round)),
        Line(pt(0.5, 0.5 - round)),
        Quad(pt(0.5, 0.5), pt(0.5 - round, 0.5)),
        Line(pt(low + round, 0.5)),
        Line(pt(low, high)),
        Close,
    ]
}

/// The card with its shadow.
pub(crate) fn card(sheet: &mut Sheet, ground: Colour) {
    let shade = Colour::rgb(24, 18, 10);
    sheet.shadow(Rect::new(-0.47, -0.44, 0.99, 0.985), CORNER, 0.085, shade.alpha(0.42));
    sheet.fill(Path::rounded(BODY, CORNER), ground);
    let (lit, dark) = (Colour::WHITE.alpha(0.13), Colour::BLACK.alpha(0.12));
    let (left, right) = (-0.474, 0.474);
    sheet.quad([
        (pt(left, -0.474), lit),
        (pt(right, -0.474), lit),
        (pt(right, 0.0), lit.alpha(0.0)),
        (pt(left, 0.0), lit.alpha(0.0)),
    ]);
    sheet.quad([
        (pt(left, 0.05), dark.alpha(0.0)),
        (pt(right, 0.05), dark.alpha(0.0)),
        (pt(right, 0.474), dark),
        (pt(left, 0.474), dark),
    ]);
}

/// The edge of the card: light from the upper left, and a dark cut all round.
pub(crate) fn bevel(sheet: &mut Sheet, ground: Colour) {
    let (a, b, r) = (-0.478, 0.478, 0.06);
    sheet.round_stroke(
        Path::line(&[pt(a, b - r), pt(a, a + r), pt(a + r * 0.3, a + r * 0.3), pt(a + r, a), pt(b - r, a)]),
        0.028,
        Colour::WHITE.alpha(0.38),
    );
    sheet.round_stroke(
        Path::line(&[pt(b, a + r), pt(b, b - r), pt(b - r * 0.3, b - r * 0.3), pt(b - r, b), pt(a + r, b)]),
        0.03,
        Colour::BLACK.alpha(0.3),
    );
    sheet.stroke(Path::rounded(BODY, CORNER), 0.02, ground.mix(Colour::rgb(14, 10, 6), 0.72));
}

/// Symbol, size, names and value.
fn print(sheet: &mut Sheet, face: &CounterFace, tone: Tone, row: Tone, palette: &Palette) {
    let kind = face.unit.kind();
    let symbol = Symbol::of(face.unit);
    let boxed = Rect::around(pt(0.0, -0.13), 0.56, 0.345);
    if symbol == Symbol::Tower {
        draw_symbol(sheet, symbol, Rect::around(pt(0.0, -0.19), 0.62, 0.5), palette);
    } else {
        size_mark(sheet, kind.size(), tone.ink);
        draw_symbol(sheet, symbol, boxed, palette);
        let formation = Lettering::new(Font::CondensedSemiBold, 0.165).fitted(face.unit.formation(), 0.41);
        let up = Placement::turned(pt(-0.345 + (0.165 - formation.size) * 0.25, -0.125), 1.0, -90.0);
        let width = formation.width(face.unit.formation());
        let path =
            formation.outline(face.unit.formation()).placed(Placement::at(pt(-width / 2.0, 0.0), 1.0)).placed(up);
        sheet.fill(path, tone.ink);
    }
    let mut room = 0.88;
    if face.value > 0 || kind != UnitKind::GateTower {
        let value = Lettering::new(Font::CondensedBold, 0.45);
        let text = face.value.to_string();
        sheet.text(&text, pt(0.435, 0.405), Align::Right, value, row.ink);
        room -= value.width(&text) + 0.06;
    }
    let name = face.unit.designation();
    let designation = Lettering::new(Font::CondensedSemiBold, 0.33).fitted(name, room);
    sheet.text(name, pt(-0.435, 0.25 + designation.cap_height() / 2.0), Align::Left, designation, row.ink);
}

/// Symbol and value only, so large that they can be read on a counter half as wide as a finger.
fn print_coarsely(sheet: &mut Sheet, face: &CounterFace, row: Tone, palette: &Palette) {
    let kind = face.unit.kind();
    if kind == UnitKind::GateTower && face.value == 0 {
        draw_symbol(sheet, Symbol::of(face.unit), Rect::around(pt(0.0, -0.02), 0.78, 0.64), palette);
        return;
    }
    draw_symbol(sheet, Symbol::of(face.unit), Rect::around(pt(0.0, -0.2), 0.72, 0.4), palette);
    let value = Lettering::new(Font::CondensedBold, 0.56);
    sheet.text(&face.value.to_string(), pt(0.0, 0.445), Align::Middle, value, row.ink);
}

/// The marks of size above the symbol. Rule 2.4.
fn size_mark(sheet: &mut Sheet, size: UnitSize, ink: Colour) {
    let y = -0.393;
    let bar = |sheet: &mut Sheet, x: f32| sheet.fill(Path::rect(Rect::around(pt(x, y), 0.036, 0.105)), ink);
    match size {
        UnitSize::Company => bar(sheet, 0.0),
        UnitSize::Battalion => {
            bar(sheet, -0.045);
            bar(sheet, 0.045);
        }
        UnitSize::Platoon => {
            for x in [-0.1, 0.0, 0.1] {
                sheet.fill(Path::circle(pt(x, y), 0.035), ink);
            }
        }
        UnitSize::Headquarters => {
            // A division: two crosses.
            for x in [-0.07, 0.07] {
                for s in [-1.0, 1.0] {
                    sheet.stroke(Path::line(&[pt(x - 0.045, y - 0.045 * s), pt(x + 0.045, y + 0.045 * s)]), 0.03, ink);
                }
            }
        }
        UnitSize::Detachment => {
            // A team: the barred ring of the smallest units.
            sheet.stroke(Path::circle(pt(0.0, y), 0.042), 0.024, ink);
            sheet.stroke(Path::line(&[pt(-0.05, y + 0.06), pt(0.05, y - 0.06)]), 0.022, ink);
        }
        UnitSize::Tower => {}
    }
}

/// A white ribbon across the counter, and its edge torn.
fn rout(sheet: &mut Sheet, detail: Print, palette: &Palette) {
    let tone = palette.sides.symbol;
    let (word, half, size) = match detail {
        Print::Fine => ("ROUTED", 0.145, 0.275),
        Print::Coarse => ("R", 0.24, 0.52),
    };
    let turn = Placement::turned(pt(0.0, -0.135), 1.0, -14.0);
    let place = |p: Point| turn.apply(p);
    let ribbon = |grow: f32, low: f32| {
        let h = half + grow;
        let ends = 0.5 + grow;
        let fork = 0.07;
        Path::polygon(
            &[pt(-ends, -h), pt(ends, -h), pt(ends - fork, 0.0), pt(ends, h), pt(-ends, h), pt(-ends + fork, 0.0)]
                .map(|p| place(p + pt(0.0, low))),
        )
    };
    sheet.fill(ribbon(0.02, 0.03), Colour::BLACK.alpha(0.35));
    sheet.fill(ribbon(0.018, 0.0), tone.ink);
    sheet.fill(ribbon(0.0, 0.0), tone.ground);
    let lettering = Lettering::new(Font::CondensedBold, size).fitted(word, 0.82);
    let width = lettering.width(word);
    let text = lettering.outline(word).placed(Placement::at(pt(-width / 2.0, lettering.cap_height() / 2.0), 1.0));
    sheet.fill(text.placed(turn), tone.ink);
}

/// Shades a counter that is through, and says why with a mark on its right.
pub(crate) fn dim(sheet: &mut Sheet, activity: Activity, palette: &Palette) {
    sheet.fill(Path::rounded(BODY, CORNER), palette.panel.table.alpha(0.32));
    let at = pt(0.375, -0.12);
    sheet.fill(Path::circle(at, 0.115), palette.panel.table.alpha(0.85));
    let ink = palette.panel.text;
    match activity {
        Activity::Ready => {}
        Activity::Moved => {
            for x in [-0.055, 0.02] {
                let chevron = [at + pt(x, -0.055), at + pt(x + 0.045, 0.0), at + pt(x, 0.055)];
                sheet.round_stroke(Path::line(&chevron), 0.03, ink);
            }
        }
        Activity::Finished => {
            let tick = [at + pt(-0.05, 0.005), at + pt(-0.012, 0.045), at + pt(0.058, -0.045)];
            sheet.round_stroke(Path::line(&tick), 0.034, ink);
        }
    }
}

/// A round badge on a corner.
pub(crate) fn badge(sheet: &mut Sheet, at: Point, text: &str, tone: Tone) {
    sized_badge(sheet, at, Print::Fine, text, tone);
}

fn sized_badge(sheet: &mut Sheet, at: Point, detail: Print, text: &str, tone: Tone) {
    let (radius, size) = match detail {
        Print::Fine => (0.155, 0.25),
        Print::Coarse => (0.27, 0.5),
    };
    sheet.fill(Path::circle(at + pt(0.0, 0.018), radius + 0.012), Colour::BLACK.alpha(0.4));
    sheet.fill(Path::circle(at, radius), tone.ground);
    sheet.stroke(Path::circle(at, radius - 0.012), 0.024, tone.ink);
    let lettering = Lettering::new(Font::CondensedBold, size).fitted(text, radius * 1.6);
    sheet.text_centred(text, at, lettering, tone.ink);
}
