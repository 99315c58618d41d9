//! The pieces and tables a rule means, drawn on its page.

use artwork::field::{Allegiance, Fallen, Role, Token, token_sheet};
use artwork::hex::{HexFace, hex_counter_sheet};
use artwork::{CounterFace, Palette, Print, Sheet, counter_sheet, raster};
use block_by_block::state::Condition;
use block_by_block::{BlockByBlock, UnitId};
use egui::{
    Color32, ColorImage, Grid, Id, Rect, RichText, ScrollArea, Sense, TextureHandle, TextureOptions, Ui, WidgetInfo,
    WidgetType, pos2, vec2,
};
use platoon::Platoon;
use platoon::troops::{Mode, Weapon};
use search_and_destroy::SearchAndDestroy;
use search_and_destroy::map::Terrain;
use search_and_destroy::units::Kind;
use skirmish::Skirmish;
use tabletop::rulebook::Picture;
use tabletop::{Provenance, Sourced};

use crate::area::combat::{CrtModel, crt_model, crt_panel};
use crate::theme::{Face, Theme, hint, provenance_badge, scrolling_aside, section, size};

/// How wide a piece is drawn, in points.
const PIECE: f32 = 56.0;

/// Something a rule means, ready to be drawn.
#[derive(Clone, Debug)]
pub enum Illustration {
    /// A piece. `sheet`: its drawing, one unit wide around the origin.
    Piece { caption: String, sheet: Box<Sheet> },
    /// The Combat Results Table of Block by Block.
    CombatResults(Box<CrtModel>),
    /// Any other table. `title`: its name. `columns`: the headings of its columns, the first one over the rows' names.
    /// `rows`: its rows, each as long as the headings. `from`: where its values are from, each origin once.
    Table { title: String, columns: Vec<String>, rows: Vec<Vec<String>>, from: Vec<Provenance> },
}

fn piece(caption: &str, sheet: Sheet) -> Option<Illustration> {
    Some(Illustration::Piece { caption: caption.to_owned(), sheet: Box::new(sheet) })
}

/// A table that is made row by row.
struct Rows {
    rows: Vec<Vec<String>>,
    from: Vec<Provenance>,
}

impl Rows {
    fn new() -> Self {
        Self { rows: Vec::new(), from: Vec::new() }
    }

    fn source(&mut self, from: &Provenance) {
        if !self.from.contains(from) {
            self.from.push(from.clone());
        }
    }

    fn value<T>(&mut self, value: &Sourced<T>, words: impl Fn(&T) -> String) -> String {
        self.source(&value.from);
        words(&value.value)
    }

    fn number(&mut self, value: &Sourced<u8>) -> String {
        self.value(value, u8::to_string)
    }

    fn table(self, title: &str, columns: &[&str]) -> Option<Illustration> {
        let columns = columns.iter().map(|&c| c.to_owned()).collect();
        Some(Illustration::Table { title: title.to_owned(), columns, rows: self.rows, from: self.from })
    }
}

/// What a rule of Block by Block means; what it names and there is not, is left out.
pub fn area_pictures(rules: &BlockByBlock, palette: &Palette, pictures: &[Picture]) -> Vec<Illustration> {
    let one = |picture: &Picture| match picture {
        Picture::Piece(name) => {
            let (name, condition) = match name.strip_suffix(", spent") {
                Some(name) => (name, Condition::Spent),
                None => match name.strip_suffix(", routed") {
                    Some(name) => (name, Condition::Routed),
                    None => (name.as_str(), Condition::Fresh),
                },
            };
            let unit = UnitId::named(name)?;
            let value = rules.unit_table().printed(unit.kind(), condition);
            let face = CounterFace::new(unit, condition, value);
            let caption = match condition {
                Condition::Fresh => name.to_owned(),
                other => format!("{name}, {}", crate::area::words::condition_word(other)),
            };
            piece(&caption, counter_sheet(&face, Print::Fine, palette))
        }
        Picture::Table(name) => {
            (name == "combat").then(|| Illustration::CombatResults(Box::new(crt_model(rules, Vec::new()))))
        }
    };
    pictures.iter().filter_map(one).collect()
}

/// What a rule of Search & Destroy means.
pub fn hex_pictures(rules: &SearchAndDestroy, palette: &Palette, pictures: &[Picture]) -> Vec<Illustration> {
    let printed = |grid: search_and_destroy::tables::Grid<'_>| {
        let mut columns = vec![String::new()];
        columns.extend(grid.columns.iter().map(ToString::to_string));
        let rows = grid.rows.into_iter().map(|row| std::iter::once(row.rolls).chain(row.cells).collect()).collect();
        Some(Illustration::Table { title: grid.title.to_owned(), columns, rows, from: vec![grid.from.clone()] })
    };
    let one = |picture: &Picture| match picture {
        Picture::Piece(name) => {
            let kind = Kind::ALL.into_iter().chain([Kind::Suspect]).find(|kind| kind.name() == name)?;
            let mut face = HexFace::new(rules, kind);
            face.face_down = kind == Kind::Suspect;
            piece(name, hex_counter_sheet(&face, palette))
        }
        Picture::Table(name) => match name.as_str() {
            "points" => printed(rules.combat.grid(false)),
            "casualties" => printed(rules.combat.grid(true)),
            "vehicles" => printed(rules.combat.vehicle_grid()),
            "terrain" => {
                let mut made = Rows::new();
                for terrain in Terrain::ALL {
                    let values = rules.terrain.of(terrain);
                    let blocked = |value: &u8| if *value == 0 { "–".to_owned() } else { value.to_string() };
                    let row = vec![
                        terrain.name().to_owned(),
                        made.value(&values.foot, blocked),
                        made.value(&values.m113, blocked),
                        made.value(&values.m48, blocked),
                        made.number(&values.defence),
                    ];
                    made.rows.push(row);
                }
                made.table("Terrain", &["", "On foot", "M113", "M48", "Defense"])
            }
            "units" => {
                let mut made = Rows::new();
                for kind in Kind::ALL.into_iter().filter(|kind| *kind != Kind::Dummy && *kind != Kind::Suspect) {
                    let values = rules.units.of(kind);
                    let row = vec![
                        kind.name().to_owned(),
                        made.number(&values.attack),
                        made.number(&values.movement),
                        made.number(&values.range),
                    ];
                    made.rows.push(row);
                }
                made.table("Units", &["", "Attack", "Movement", "Range"])
            }
            _ => None,
        },
    };
    pictures.iter().filter_map(one).collect()
}

/// A figure by what it is called: `US rifleman`, `VC with RPG`.
fn figure(name: &str, palette: &Palette) -> Option<Illustration> {
    let (side, role) = match name {
        "US rifleman" | "US officer" | "US radio operator" | "wounded man" | "man lying down" => {
            (Allegiance::Allied, Role::Rifle)
        }
        "US machine gunner" => (Allegiance::Allied, Role::MachineGun),
        "US grenadier" => (Allegiance::Allied, Role::GrenadeLauncher),
        "US mortar" => (Allegiance::Allied, Role::Mortar),
        "VC rifleman" => (Allegiance::Charlie, Role::Rifle),
        "VC machine gunner" => (Allegiance::Charlie, Role::MachineGun),
        "VC with RPG" => (Allegiance::Charlie, Role::Rocket),
        "VC sniper" => (Allegiance::Charlie, Role::Sniper),
        "VC mortar" => (Allegiance::Charlie, Role::Mortar),
        "villager" => (Allegiance::Civilian, Role::Unarmed),
        _ => return None,
    };
    let token = Token {
        leader: name == "US officer",
        radio: name == "US radio operator",
        fallen: (name == "wounded man").then_some(Fallen::Wounded),
        prone: name == "man lying down",
        ..Token::new(side, role, -90.0)
    };
    piece(name, token_sheet(&token, palette))
}

/// What a rule of 20mm Platoon means.
pub fn squad_pictures(rules: &Platoon, palette: &Palette, pictures: &[Picture]) -> Vec<Illustration> {
    let tables = rules.tables();
    let one = |picture: &Picture| match picture {
        Picture::Piece(name) => figure(name, palette),
        Picture::Table(name) => match name.as_str() {
            "weapons" => {
                let mut made = Rows::new();
                for (weapon, row) in tables.weapons.iter().filter(|(_, row)| row.dice_for_two.value > 0) {
                    let range = made.value(&row.range, |&inches| match inches {
                        0 => "any".into(),
                        inches => format!("{inches}\""),
                    });
                    let dice = made.number(&row.dice_for_two);
                    made.rows.push(vec![Weapon::name(*weapon).to_owned(), range, dice]);
                }
                made.table("Weapons in a volley", &["", "Range", "Dice of two figures"])
            }
            "gung-ho" => {
                let mut made = Rows::new();
                for (troops, rating) in &tables.gung_ho {
                    let rating = made.number(rating);
                    made.rows.push(vec![troops.name().to_owned(), rating]);
                }
                made.table("Gung-Ho ratings", &["", "Rating"])
            }
            "moves" => {
                let mut made = Rows::new();
                let picks = |picks: &platoon::tables::Picks| {
                    let words = ["lowest", "middle", "highest"];
                    let taken: Vec<&str> =
                        words.into_iter().zip(picks).filter(|(_, on)| **on).map(|(w, _)| w).collect();
                    taken.join(" + ")
                };
                for (mode, row) in &tables.modes {
                    let row = vec![
                        Mode::name(*mode).to_owned(),
                        made.value(&row.good, picks),
                        made.value(&row.bad, picks),
                        made.value(&row.trap, |die| format!("{die} or more")),
                    ];
                    made.rows.push(row);
                }
                made.table("Moves: which of three dice", &["", "Good terrain", "Bad terrain", "Sets a trap off"])
            }
            _ => None,
        },
    };
    pictures.iter().filter_map(one).collect()
}

/// What a rule of Vietnam Skirmish means.
pub fn figure_pictures(rules: &Skirmish, palette: &Palette, pictures: &[Picture]) -> Vec<Illustration> {
    let one = |picture: &Picture| match picture {
        Picture::Piece(name) => figure(name, palette),
        Picture::Table(name) => match name.as_str() {
            "weapons" => {
                let mut made = Rows::new();
                for row in rules.weapons().each() {
                    let range = row.range_in.as_ref().map_or_else(
                        || "any".to_owned(),
                        |range| {
                            made.source(&range.from);
                            format!("{}\"", range.value)
                        },
                    );
                    let suppresses = made.value(&row.suppress_on, |die| format!("{die} or more"));
                    let counters = made.number(&row.counters);
                    made.rows.push(vec![row.weapon.name().to_owned(), suppresses, counters, range]);
                }
                made.table("Weapons", &["", "Suppresses on", "Counters", "Range"])
            }
            "grenades" => {
                let mut made = Rows::new();
                for row in &rules.bursts().hand {
                    for band in &row.bands {
                        made.source(&band.from);
                        made.rows.push(vec![
                            row.grenade.name().to_owned(),
                            format!("{}\"", band.up_to_in),
                            format!("{} or more", band.die),
                            band.counters.to_string(),
                        ]);
                    }
                }
                made.table("Grenades", &["", "Up to", "Reaches on", "Counters"])
            }
            _ => None,
        },
    };
    pictures.iter().filter_map(one).collect()
}

/// The pieces beside each other, the tables below.
pub(super) fn illustrations(ui: &mut Ui, pictures: &[Illustration]) {
    if pictures.is_empty() {
        return;
    }
    let pieces: Vec<(&String, &Sheet)> = pictures
        .iter()
        .filter_map(|picture| match picture {
            Illustration::Piece { caption, sheet } => Some((caption, &**sheet)),
            _ => None,
        })
        .collect();
    if !pieces.is_empty() {
        section(ui, "The pieces", |ui| {
            ui.horizontal_wrapped(|ui| {
                for (caption, sheet) in pieces {
                    drawn(ui, caption, sheet);
                }
            });
        });
    }
    for picture in pictures {
        match picture {
            Illustration::Piece { .. } => {}
            Illustration::CombatResults(model) => {
                ui.add_space(4.0);
                ui.scope(|ui| {
                    ui.set_max_width(ui.available_width().min(360.0));
                    // A click on it means nothing here.
                    let _ = crt_panel(ui, model);
                });
            }
            Illustration::Table { title, columns, rows, from } => section(ui, title, |ui| {
                table(ui, title, columns, rows);
                ui.horizontal_wrapped(|ui| {
                    let mut said: Vec<&str> = Vec::new();
                    for origin in from {
                        if !said.contains(&origin.word()) {
                            said.push(origin.word());
                            provenance_badge(ui, origin);
                        }
                    }
                });
            }),
        }
    }
}

fn drawn(ui: &mut Ui, caption: &str, sheet: &Sheet) {
    ui.vertical(|ui| {
        ui.set_width(PIECE + 36.0);
        let (rect, response) = ui.allocate_exact_size(vec2(PIECE + 8.0, PIECE + 8.0), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Image, true, caption));
        if let Some(texture) = texture(ui, caption, sheet) {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            ui.painter().image(texture.id(), rect, whole, Color32::WHITE);
        }
        hint(ui, caption);
    });
}

/// The piece drawn pixel for pixel; drawn once and kept.
fn texture(ui: &Ui, caption: &str, sheet: &Sheet) -> Option<TextureHandle> {
    let side = (PIECE + 8.0) * ui.ctx().pixels_per_point();
    let ground = Theme::of(ui).colours.panel;
    let id = Id::new(("rulebook piece", caption, side.to_bits(), ground));
    if let Some(kept) = ui.data(|data| data.get_temp::<TextureHandle>(id)) {
        return Some(kept);
    }
    let pixels = side.round() as u32;
    let reach = 1.0 + 8.0 / PIECE;
    let view = artwork::Rect::around(artwork::pt(0.0, 0.0), reach, reach);
    let ground = artwork::Colour::rgb(ground.r(), ground.g(), ground.b());
    let drawn = raster(sheet, view, (pixels, pixels), ground).ok()?;
    let image = ColorImage::from_rgba_unmultiplied([pixels as usize, pixels as usize], &drawn.rgba());
    let handle = ui.ctx().load_texture(caption, image, TextureOptions::LINEAR);
    ui.data_mut(|data| data.insert_temp(id, handle.clone()));
    Some(handle)
}

fn table(ui: &mut Ui, name: &str, columns: &[String], rows: &[Vec<String>]) {
    // A wide table is set in the narrow cut, and moves sideways where that is not enough.
    let wide = columns.len() > 6;
    let (face, size, apart) =
        if wide { (Face::Condensed, size::SMALL, 10.0) } else { (Face::Regular, size::BODY, 16.0) };
    let font = Theme::font(ui, face, size);
    let head = Theme::font(ui, Face::CondensedSemiBold, size::SMALL);
    let muted = Theme::of(ui).colours.muted;
    scrolling_aside(ui, ScrollArea::horizontal().id_salt(("scrolls", name)), |ui| {
        Grid::new(("rule table", name)).striped(true).spacing(vec2(apart, 4.0)).min_col_width(16.0).show(ui, |ui| {
            for column in columns {
                ui.label(RichText::new(column).font(head.clone()).color(muted));
            }
            ui.end_row();
            for row in rows {
                for cell in row {
                    ui.label(RichText::new(cell).font(font.clone()));
                }
                ui.end_row();
            }
        });
    });
}
