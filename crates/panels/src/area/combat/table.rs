//! The Combat Results Table, with the columns and rows of a planned or a rolled attack lit.

use block_by_block::{BlockByBlock, Side};
use egui::{Align2, CornerRadius, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType, pos2, vec2};
use tabletop::Provenance;

use super::RollModel;
use crate::Intent;
use crate::theme::{Face, Theme, hint, section, side_colours, size};
use tabletop::numbers::number;

/// The table as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrtModel {
    /// Headings of the columns: total strength.
    pub columns: Vec<String>,
    /// Headings of the rows: die and modifiers.
    pub rows: Vec<String>,
    /// The cells, row by row.
    pub cells: Vec<Vec<CrtCell>>,
    pub lit: Vec<Lit>,
}

/// A cell of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrtCell {
    /// Hits in close combat.
    pub hits: u8,
    /// Sign of the assault's result.
    pub sign: &'static str,
    pub from: Provenance,
}

/// A column that is lit, and the rows in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lit {
    /// Whose die it is.
    pub side: Side,
    pub column: usize,
    /// The rows by their index: one after the roll, up to six before it.
    pub rows: Vec<usize>,
    pub rolled: bool,
}

impl From<&RollModel> for Lit {
    fn from(roll: &RollModel) -> Self {
        Self { side: roll.side, column: roll.column, rows: vec![roll.row], rolled: true }
    }
}

/// The table of the rules, with `lit` lit.
pub fn crt_model(rules: &BlockByBlock, lit: Vec<Lit>) -> CrtModel {
    let table = rules.combat_table();
    let last = table.rows.len() - 1;
    let roll = |row: usize| table.first_roll + i8::try_from(row).unwrap_or(0);
    CrtModel {
        columns: (0..table.columns.len()).map(|c| rules.combat_table().heading(c)).collect(),
        rows: (0..=last)
            .map(|row| match row {
                0 => format!("≤ {}", number(roll(row))),
                _ if row == last => format!("≥ {}", number(roll(row))),
                _ => number(roll(row)),
            })
            .collect(),
        cells: (0..=last)
            .map(|row| {
                let cell = |column| {
                    let block_by_block::tables::Cell(hits, result) = table.rows[row][column];
                    CrtCell { hits, sign: result.sign(), from: table.source(column, roll(row)).clone() }
                };
                (0..table.columns.len()).map(cell).collect()
            })
            .collect(),
        lit,
    }
}

const ROW_HEIGHT: f32 = 22.0;
const HEAD_WIDTH: f32 = 36.0;

/// The table. Every cell says under the pointer what it means and where it is from.
pub fn crt_panel(ui: &mut Ui, model: &CrtModel) -> Vec<Intent> {
    section(ui, "Combat Results Table", |ui| {
        let width = ui.available_width();
        let cell_width = ((width - HEAD_WIDTH) / model.columns.len().max(1) as f32).floor();
        let size = vec2(width, ROW_HEIGHT * (model.rows.len() as f32 + 1.0));
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        let origin = rect.min;
        let cell_rect = |row: usize, column: usize| {
            Rect::from_min_size(
                origin + vec2(HEAD_WIDTH + column as f32 * cell_width, (row as f32 + 1.0) * ROW_HEIGHT),
                vec2(cell_width, ROW_HEIGHT),
            )
        };
        headings(ui, model, origin, cell_width);
        for (row, cells) in model.cells.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                paint_cell(ui, model, row, column, cell, cell_rect(row, column));
            }
        }
        hint(ui, "Columns: strength. Rows: die and modifiers. Cells: hits in close combat / result of an assault.");
        legend(ui);
    });
    Vec::new()
}

fn headings(ui: &Ui, model: &CrtModel, origin: egui::Pos2, cell_width: f32) {
    let c = Theme::of(ui).colours;
    let font = Theme::font(ui, Face::CondensedSemiBold, size::SMALL);
    let painter = ui.painter();
    for (column, heading) in model.columns.iter().enumerate() {
        let lit = model.lit.iter().any(|l| l.column == column);
        let center = origin + vec2(HEAD_WIDTH + (column as f32 + 0.5) * cell_width, ROW_HEIGHT / 2.0);
        painter.text(center, Align2::CENTER_CENTER, heading, font.clone(), if lit { c.accent } else { c.muted });
    }
    for (row, heading) in model.rows.iter().enumerate() {
        let lit = model.lit.iter().any(|l| l.rows.contains(&row));
        let at = origin + vec2(HEAD_WIDTH - 8.0, (row as f32 + 1.5) * ROW_HEIGHT);
        painter.text(at, Align2::RIGHT_CENTER, heading, font.clone(), if lit { c.accent } else { c.muted });
    }
}

fn paint_cell(ui: &mut Ui, model: &CrtModel, row: usize, column: usize, cell: &CrtCell, rect: Rect) {
    let theme = Theme::of(ui);
    let c = &theme.colours;
    let response = ui.interact(rect, ui.id().with(("cell", row, column)), Sense::hover());
    let words = format!("strength {}, roll {}: {} / {}", model.columns[column], model.rows[row], cell.hits, cell.sign);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
    let lit: Vec<&Lit> = model.lit.iter().filter(|l| l.column == column && l.rows.contains(&row)).collect();
    let in_line = model.lit.iter().any(|l| l.column == column || (l.rolled && l.rows.contains(&row)));
    let inner = rect.shrink(1.0);
    let painter = ui.painter();
    let rolled = lit.iter().any(|l| l.rolled);
    let (fill, ink) = if rolled {
        (c.accent, c.on_accent)
    } else if !lit.is_empty() {
        (c.accent_ground, c.text)
    } else if in_line {
        (c.raised, c.text)
    } else {
        (c.ground, c.muted)
    };
    painter.rect_filled(inner, CornerRadius::same(2), fill);
    if !lit.is_empty() && !rolled {
        painter.rect_stroke(inner, CornerRadius::same(2), Stroke::new(1.0, c.accent), StrokeKind::Inside);
    }
    let font = Theme::font(ui, if lit.is_empty() { Face::Condensed } else { Face::CondensedSemiBold }, size::SMALL);
    painter.text(inner.center(), Align2::CENTER_CENTER, format!("{}/{}", cell.hits, cell.sign), font, ink);
    for (i, lit) in lit.iter().enumerate() {
        let (plate, _) = side_colours(&theme, lit.side);
        let left = inner.left() + 2.0 + 7.0 * i as f32;
        painter.rect_filled(
            Rect::from_min_size(pos2(left, inner.top() + 2.0), vec2(5.0, 5.0)),
            CornerRadius::ZERO,
            plate,
        );
    }
    if matches!(cell.from, Provenance::Printed(_) | Provenance::Inferred(_)) {
        painter.add(egui::Shape::convex_polygon(
            vec![inner.right_top() + vec2(-6.0, 0.0), inner.right_top(), inner.right_top() + vec2(0.0, 6.0)],
            if rolled { c.on_accent } else { c.muted },
            Stroke::NONE,
        ));
    }
    response.on_hover_ui(|ui| {
        ui.label(&words);
        hint(ui, &crate::theme::origin(&cell.from));
    });
}

fn legend(ui: &mut Ui) {
    let c = Theme::of(ui).colours;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(8.0, 16.0), Sense::hover());
        let corner = pos2(rect.right(), rect.center().y - 4.0);
        ui.painter().add(egui::Shape::convex_polygon(
            vec![corner + vec2(-7.0, 0.0), corner, corner + vec2(0.0, 7.0)],
            c.muted,
            Stroke::NONE,
        ));
        hint(ui, "Known from the text; the others are reconstructed.");
    });
}
