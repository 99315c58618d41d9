//! A figure on its base, seen from above.

use super::plate::{Chip, chip};
use crate::colour::Colour;
use crate::fonts::Font;
use crate::geometry::{Placement, Point, Rect, pt};
use crate::palette::{Palette, Tone};
use crate::path::Path;
use crate::sheet::Sheet;
use crate::text::Lettering;

/// Whose figure it is. Told by the shape of the base as well as by its colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Allegiance {
    /// Americans and South Vietnamese: a round base.
    Allied,
    /// Viet Cong and North Vietnamese: a six-cornered base.
    Charlie,
    /// Villagers: a small round base and a straw hat.
    Civilian,
}

impl Allegiance {
    /// The ground of its bases and the ink on them.
    pub const fn tone(self, palette: &Palette) -> Tone {
        match self {
            Self::Allied => palette.sides.marines,
            Self::Charlie => palette.sides.pavn,
            Self::Civilian => palette.sides.hac_bao,
        }
    }

    /// The outline of a base with this radius.
    pub fn base(self, radius: f32) -> Path {
        match self {
            Self::Allied | Self::Civilian => Path::circle(pt(0.0, 0.0), radius),
            Self::Charlie => {
                let corner = |n: usize| {
                    let angle = std::f32::consts::TAU * (n as f32 + 0.5) / 6.0;
                    pt(angle.cos(), angle.sin()) * (radius * 1.07)
                };
                Path::polygon(&(0..6).map(corner).collect::<Vec<_>>())
            }
        }
    }
}

/// What a figure has in its hands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// Nothing.
    Unarmed,
    Pistol,
    /// A rifle, an assault rifle, a submachine gun, a shotgun.
    Rifle,
    /// A rifle with a telescope.
    Sniper,
    /// A light machine gun on its bipod.
    MachineGun,
    /// A heavy machine gun on its tripod.
    HeavyMachineGun,
    /// An M79 or M203.
    GrenadeLauncher,
    /// An RPG, a LAW, a recoilless rifle.
    Rocket,
    Mortar,
    /// A flame thrower.
    Flame,
    /// Who it is cannot be seen.
    Unknown,
}

/// What has become of a figure that no longer fights.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fallen {
    /// Wounded: he can be taken or carried off.
    Wounded,
    Dead,
}

/// By what a squad is told from the others of its side: a letter or two, and a colour.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Sign {
    /// At most three letters or digits.
    pub text: String,
    /// Which of the colours; they go round.
    pub colour: u8,
}

/// The grounds of signs: they keep apart in every eye, and dark ink can be read on each.
pub const SIGNS: [Colour; 6] = [
    Colour::rgb(0xf0, 0xe4, 0x42),
    Colour::rgb(0x6c, 0xc0, 0xf0),
    Colour::rgb(0xf5, 0xf3, 0xee),
    Colour::rgb(0xe6, 0x9f, 0x00),
    Colour::rgb(0x3a, 0xb8, 0x94),
    Colour::rgb(0xf4, 0xa8, 0xc8),
];

/// The ink on them.
pub const SIGN_INK: Colour = Colour::rgb(0x14, 0x12, 0x10);

impl Sign {
    /// The sign of what has this name: its number if there is one in it, an abbreviation if it is one, or its initials.
    pub fn of(name: &str, colour: u8) -> Self {
        let number: String =
            name.chars().skip_while(|c| !c.is_ascii_digit()).take_while(char::is_ascii_digit).take(3).collect();
        let short =
            name.split_whitespace().find(|word| (2..=3).contains(&word.len()) && word.chars().all(char::is_uppercase));
        let initials =
            || name.split_whitespace().filter_map(|word| word.chars().next()).take(2).flat_map(char::to_uppercase);
        let text = match (number.is_empty(), short) {
            (false, _) => number,
            (true, Some(short)) => short.to_owned(),
            (true, None) => initials().collect(),
        };
        Self { text, colour }
    }

    /// Its ground.
    pub fn ground(&self) -> Colour {
        SIGNS[usize::from(self.colour) % SIGNS.len()]
    }
}

/// All that a figure shows.
#[derive(Clone, PartialEq, Debug)]
pub struct Token {
    pub side: Allegiance,
    pub role: Role,
    /// Where it looks: degrees clockwise from east.
    pub facing: f32,
    /// Whether it lies.
    pub prone: bool,
    /// Whether it leads.
    pub leader: bool,
    pub radio: bool,
    pub squad: Option<Sign>,
    /// What has become of it.
    pub fallen: Option<Fallen>,
    /// Whether it has done all it can this turn.
    pub spent: bool,
    /// Whether only its own side knows where it is.
    pub hidden: bool,
    /// Phases left of how many.
    pub phases: Option<(u8, u8)>,
    /// Counters beside it.
    pub chips: Vec<Chip>,
}

impl Token {
    /// An able figure without anything beside it.
    pub const fn new(side: Allegiance, role: Role, facing: f32) -> Self {
        Self {
            side,
            role,
            facing,
            prone: false,
            leader: false,
            radio: false,
            squad: None,
            fallen: None,
            spent: false,
            hidden: false,
            phases: None,
            chips: Vec::new(),
        }
    }
}

/// Draws a figure around the origin; its base is one unit wide.
pub fn token_sheet(token: &Token, palette: &Palette) -> Sheet {
    let mut sheet = Sheet::new();
    let tone = token.side.tone(palette);
    if let Some(fallen) = token.fallen {
        lying(&mut sheet, fallen, token, palette);
        return sheet;
    }
    let radius = if token.side == Allegiance::Civilian { 0.38 } else { 0.45 };
    let turned = Placement::turned(pt(0.0, 0.0), 1.0, token.facing);
    sheet.shadow(Rect::around(pt(0.05, 0.07), radius * 2.0, radius * 2.0), radius, 0.12, Colour::BLACK.alpha(0.5));
    if token.side != Allegiance::Civilian {
        // The tooth of the base points where he looks.
        let tooth = [pt(radius * 0.86, -0.2), pt(radius + 0.17, 0.0), pt(radius * 0.86, 0.2)];
        let path = Path::polygon(&tooth).placed(turned);
        sheet.stroke(path.clone(), 0.06, palette.sides.symbol.ink);
        sheet.fill(path, palette.sides.symbol.ground);
    }
    let ground = if token.spent { tone.ground.mix(Colour::rgb(0x7c, 0x78, 0x70), 0.8) } else { tone.ground };
    sheet.fill(token.side.base(radius + 0.025), palette.sides.symbol.ink);
    sheet.fill(token.side.base(radius), ground.mix(Colour::BLACK, 0.22));
    sheet
        .fill(token.side.base(radius).placed(Placement::at(pt(-0.012, -0.018), 0.96)), ground.mix(Colour::WHITE, 0.22));
    sheet.fill(token.side.base(radius).placed(Placement::at(pt(0.0, 0.0), 0.88)), ground);
    if token.hidden {
        let ring = token.side.base(radius * 0.9);
        let outline: Vec<Point> = match token.side {
            Allegiance::Charlie => ring.points().collect(),
            _ => (0..=36).map(|n| polar(n as f32 * 10.0, radius * 0.9)).collect(),
        };
        let closed: Vec<Point> = outline.iter().chain(outline.first()).copied().collect();
        sheet.stroke(crate::path::dashes(&closed, 0.1, 0.08), 0.045, tone.ink);
    }
    let mut soldier = Sheet::new();
    if token.prone {
        prone(&mut soldier, token, palette)
    } else {
        upright(&mut soldier, token, palette)
    }
    sheet.stamp(&soldier, Placement::turned(pt(0.0, 0.0), 1.2, token.facing));
    if let Some(sign) = &token.squad {
        squad_sign(&mut sheet, sign, polar(token.facing + 180.0, radius * 0.8), palette);
    }
    if token.leader {
        badge(&mut sheet, pt(-0.34, -0.34), palette, |sheet, at, ink| sheet.fill(Path::star(at, 5, 0.135, 0.06), ink));
    }
    if token.radio {
        badge(&mut sheet, pt(0.34, -0.34), palette, |sheet, at, ink| {
            let line = [at + pt(0.04, -0.12), at + pt(-0.05, 0.02), at + pt(0.05, -0.01), at + pt(-0.04, 0.12)];
            sheet.round_stroke(Path::line(&line), 0.045, ink);
        });
    }
    if let Some((left, of)) = token.phases {
        let width = 0.15 * f32::from(of.saturating_sub(1));
        for n in 0..of {
            let at = pt(f32::from(n) * 0.15 - width / 2.0, radius * 0.88);
            sheet.fill(Path::circle(at, 0.07), palette.sides.symbol.ink);
            let fill = if n < left { palette.sides.symbol.ground } else { palette.sides.symbol.ink.mix(ground, 0.4) };
            sheet.fill(Path::circle(at, 0.05), fill);
        }
    }
    for (n, one) in token.chips.iter().enumerate() {
        let at = [pt(0.36, 0.32), pt(-0.36, 0.32), pt(0.36, -0.3), pt(-0.36, -0.3)][n.min(3)];
        sheet.stamp(&chip(*one, palette), Placement::at(at, 0.46));
    }
    sheet
}

fn polar(degrees: f32, reach: f32) -> Point {
    let angle = degrees.to_radians();
    pt(angle.cos(), angle.sin()) * reach
}

/// The plate behind a figure with the sign of its squad.
fn squad_sign(sheet: &mut Sheet, sign: &Sign, at: Point, palette: &Palette) {
    let lettering = Lettering::new(Font::CondensedBold, 0.36);
    let plate = Rect::around(at, (lettering.width(&sign.text) + 0.12).max(0.3), 0.36);
    sheet.fill(Path::rounded(plate.grown(0.035), 0.09), palette.sides.symbol.ink);
    sheet.fill(Path::rounded(plate, 0.06), sign.ground());
    sheet.text_centred(&sign.text, at, lettering, SIGN_INK);
}

fn badge(sheet: &mut Sheet, at: Point, palette: &Palette, draw: impl Fn(&mut Sheet, Point, Colour)) {
    sheet.fill(Path::circle(at, 0.175), palette.sides.symbol.ground);
    sheet.fill(Path::circle(at, 0.15), palette.sides.symbol.ink);
    draw(sheet, at, palette.sides.symbol.ground);
}

/// Head and shoulders of someone who looks to the east.
fn upright(sheet: &mut Sheet, token: &Token, palette: &Palette) {
    let (light, dark) = (palette.sides.symbol.ground, palette.sides.symbol.ink);
    if token.side == Allegiance::Civilian {
        straw_hat(sheet, pt(0.0, 0.0), palette);
        return;
    }
    weapon(sheet, token.role, pt(0.06, 0.1), palette);
    sheet.fill(Path::ellipse(pt(-0.05, 0.0), 0.15, 0.27), dark);
    sheet.fill(Path::ellipse(pt(-0.05, 0.0), 0.115, 0.235), light.mix(dark, 0.25));
    helmet(sheet, token, pt(0.0, 0.0), light, dark);
}

/// Someone who lies on his belly with his head to the east.
fn prone(sheet: &mut Sheet, token: &Token, palette: &Palette) {
    let (light, dark) = (palette.sides.symbol.ground, palette.sides.symbol.ink);
    let body = light.mix(dark, 0.25);
    weapon(sheet, token.role, pt(0.14, 0.07), palette);
    for leg in [-0.1, 0.1] {
        let line = Path::line(&[pt(-0.12, leg * 0.5), pt(-0.4, leg * 1.25)]);
        sheet.round_stroke(line.clone(), 0.14, dark);
        sheet.round_stroke(line, 0.085, body);
    }
    let trunk = Path::line(&[pt(-0.14, 0.0), pt(0.04, 0.0)]);
    sheet.round_stroke(trunk.clone(), 0.3, dark);
    sheet.round_stroke(trunk, 0.235, body);
    if token.side == Allegiance::Civilian {
        straw_hat(sheet, pt(0.12, 0.0), palette);
    } else {
        helmet(sheet, token, pt(0.12, 0.0), light, dark);
    }
}

fn helmet(sheet: &mut Sheet, token: &Token, at: Point, light: Colour, dark: Colour) {
    sheet.fill(Path::circle(at, 0.165), dark);
    sheet.fill(Path::circle(at, 0.13), light);
    match token.side {
        // A steel helmet has a brim in front, a bush hat one all around.
        Allegiance::Allied => {
            sheet.round_stroke(Path::line(&[at + pt(0.085, -0.07), at + pt(0.085, 0.07)]), 0.03, dark)
        }
        _ => sheet.stroke(Path::circle(at, 0.075), 0.03, dark),
    }
}

fn straw_hat(sheet: &mut Sheet, at: Point, palette: &Palette) {
    let (straw, dark) = (Colour::rgb(0xe9, 0xd3, 0x93), palette.sides.symbol.ink);
    sheet.fill(Path::circle(at, 0.27), dark);
    sheet.fill(Path::circle(at, 0.24), straw.mix(dark, 0.18));
    sheet.fill(Path::circle(at + pt(-0.02, -0.02), 0.19), straw);
    let mut ribs = Path::default();
    for n in 0..8 {
        ribs.add_line(&[at, at + polar(n as f32 * 45.0, 0.235)]);
    }
    sheet.stroke(ribs, 0.016, dark.alpha(0.45));
    sheet.fill(Path::circle(at, 0.035), dark);
}

/// A weapon that points to the east, its grip at `at`.
fn weapon(sheet: &mut Sheet, role: Role, at: Point, palette: &Palette) {
    let (light, dark) = (palette.sides.symbol.ground, palette.sides.symbol.ink);
    let bar = |sheet: &mut Sheet, from: f32, to: f32, width: f32| {
        let line = Path::line(&[at + pt(from, 0.0), at + pt(to, 0.0)]);
        sheet.stroke(line.clone(), width + 0.04, light);
        sheet.stroke(line, width, dark);
    };
    match role {
        Role::Unarmed | Role::Unknown => {}
        Role::Pistol => bar(sheet, 0.02, 0.16, 0.06),
        Role::Rifle => bar(sheet, -0.12, 0.32, 0.05),
        Role::Sniper => {
            bar(sheet, -0.14, 0.38, 0.04);
            bar(sheet, 0.0, 0.14, 0.09);
        }
        Role::MachineGun => {
            bar(sheet, -0.14, 0.36, 0.075);
            bar(sheet, 0.02, 0.12, 0.14);
            sheet.round_stroke(
                Path::line(&[at + pt(0.26, -0.12), at + pt(0.2, 0.0), at + pt(0.26, 0.12)]),
                0.035,
                dark,
            );
        }
        Role::HeavyMachineGun => {
            bar(sheet, -0.1, 0.38, 0.1);
            for foot in [pt(0.3, -0.18), pt(0.3, 0.18), pt(-0.2, 0.0)] {
                sheet.round_stroke(Path::line(&[at + pt(0.1, 0.0), at + foot]), 0.045, dark);
            }
            bar(sheet, 0.02, 0.16, 0.17);
        }
        Role::GrenadeLauncher => {
            bar(sheet, -0.12, 0.06, 0.055);
            bar(sheet, 0.06, 0.28, 0.13);
        }
        Role::Rocket => {
            bar(sheet, -0.34, 0.22, 0.085);
            let cone = [at + pt(0.2, -0.1), at + pt(0.4, 0.0), at + pt(0.2, 0.1)];
            sheet.fill(Path::polygon(&cone), dark);
        }
        Role::Mortar => {
            sheet.fill(Path::circle(at + pt(0.2, -0.1), 0.15), light);
            sheet.fill(Path::circle(at + pt(0.2, -0.1), 0.125), dark);
            sheet.fill(Path::circle(at + pt(0.2, -0.1), 0.065), light);
        }
        Role::Flame => {
            bar(sheet, -0.12, 0.24, 0.07);
            sheet.fill(Path::star(at + pt(0.3, 0.0), 5, 0.13, 0.06), dark);
        }
    }
}

/// A figure out of the fight: flat, grey, small; a cross for the dead, a half cross for the wounded.
fn lying(sheet: &mut Sheet, fallen: Fallen, token: &Token, palette: &Palette) {
    let tone = token.side.tone(palette);
    let ground = tone.ground.mix(Colour::rgb(0x8a, 0x84, 0x78), 0.5);
    sheet.fill(token.side.base(0.27), Colour::BLACK.alpha(0.4));
    sheet.fill(token.side.base(0.25), ground);
    sheet.round_stroke(Path::line(&[pt(-0.12, -0.12), pt(0.12, 0.12)]), 0.06, palette.sides.symbol.ground);
    if fallen == Fallen::Dead {
        sheet.round_stroke(Path::line(&[pt(0.12, -0.12), pt(-0.12, 0.12)]), 0.06, palette.sides.symbol.ground);
    }
}
