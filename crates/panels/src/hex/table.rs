//! Both Combat Results Tables and the Vehicle Defense Table, with the column and the rows of an attack lit.

use egui::{
    Align2, Color32, CornerRadius, FontId, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType, vec2,
};
use search_and_destroy::SearchAndDestroy;
use search_and_destroy::state::{State, Switch};
use search_and_destroy::tables::Row;
use tabletop::Provenance;

use crate::Intent;
use crate::theme::{Face, Theme, hint, origin, section, size, tab_strip};

/// What is lit: the column of an attack, and the rows its die can lead to or led to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HexLit {
    /// The column; none on the Vehicle Defense Table.
    pub column: Option<usize>,
    /// The rows, from 0.
    pub rows: Vec<usize>,
    /// Whether the die has fallen.
    pub rolled: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Printed {
    title: &'static str,
    columns: Vec<String>,
    rows: Vec<Row>,
    from: Provenance,
}

/// The tables and what is lit on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablesModel {
    points: Printed,
    casualty: Printed,
    vehicles: Printed,
    /// Whether this game is played with the Casualty table.
    pub casualties: bool,
    pub lit: Option<HexLit>,
}

/// The tables, with an attack lit.
pub fn tables_model(rules: &SearchAndDestroy, state: &State, lit: Option<HexLit>) -> TablesModel {
    let printed = |grid: search_and_destroy::tables::Grid<'_>| Printed {
        title: grid.title,
        columns: grid.columns,
        rows: grid.rows,
        from: grid.from.clone(),
    };
    TablesModel {
        points: printed(rules.combat.grid(false)),
        casualty: printed(rules.combat.grid(true)),
        vehicles: printed(rules.combat.vehicle_grid()),
        casualties: state.switches().has(Switch::Casualties),
        lit,
    }
}

const ROW: f32 = 31.0;
const HEAD: f32 = 28.0;

/// The tables: the one in force first; the other ones behind their tabs.
pub fn tables_panel(ui: &mut Ui, model: &TablesModel) -> Vec<Intent> {
    let vehicle = model.lit.as_ref().is_some_and(|lit| lit.column.is_none());
    let in_force = if vehicle { 2 } else { usize::from(model.casualties) };
    let id = ui.id().with("which table");
    // What was chosen holds until another kind of attack asks for another table.
    let (before, mut chosen) = ui.data(|d| d.get_temp(id)).unwrap_or((in_force, in_force));
    if before != in_force {
        chosen = in_force;
    }
    if let Some(tab) = tab_strip(ui, &[(0, "Points"), (1, "Casualty"), (2, "Vehicle")], chosen) {
        chosen = tab;
    }
    ui.data_mut(|d| d.insert_temp(id, (in_force, chosen)));
    let printed = [&model.points, &model.casualty, &model.vehicles][chosen];
    let lit = model.lit.as_ref().filter(|lit| lit.column.is_some() == (chosen < 2));
    section(ui, printed.title, |ui| grid(ui, printed, lit));
    let key = match chosen {
        0 => "P: pinned. D: destroyed. US / NLF points. h: a vehicle or helicopter is destroyed.",
        1 => "P: pinned. K: killed. W: wounded. h: a vehicle or helicopter is destroyed.",
        _ => "The die plus the modifiers for the target.",
    };
    hint(ui, key);
    if chosen < 2 && (chosen == 1) != model.casualties {
        hint(ui, "This game uses the other table.");
    }
    hint(ui, &origin(&printed.from));
    Vec::new()
}

fn grid(ui: &mut Ui, printed: &Printed, lit: Option<&HexLit>) {
    let c = Theme::of(ui).colours;
    let width = ui.available_width();
    let cell = ((width - HEAD) / printed.columns.len().max(1) as f32).floor();
    let (rect, _) = ui.allocate_exact_size(vec2(width, ROW * (printed.rows.len() as f32 + 1.0)), Sense::hover());
    let head = Theme::font(ui, Face::CondensedSemiBold, size::SMALL);
    let column_lit = |column: usize| lit.is_some_and(|l| l.column.unwrap_or(0) == column);
    let row_lit = |row: usize| lit.is_some_and(|l| l.rows.contains(&row));
    for (n, heading) in printed.columns.iter().enumerate() {
        let at = rect.min + vec2(HEAD + (n as f32 + 0.5) * cell, ROW / 2.0);
        let ink = if column_lit(n) { c.accent } else { c.muted };
        ui.painter().text(at, Align2::CENTER_CENTER, heading, head.clone(), ink);
    }
    for (row, Row { rolls, short, cells }) in printed.rows.iter().enumerate() {
        let top = rect.top() + ROW * (row as f32 + 1.0);
        let at = egui::pos2(rect.left() + HEAD - 8.0, top + ROW / 2.0);
        let ink = if row_lit(row) { c.accent } else { c.muted };
        ui.painter().text(at, Align2::RIGHT_CENTER, short, head.clone(), ink);
        for (column, text) in cells.iter().enumerate() {
            let place = egui::pos2(rect.left() + HEAD + column as f32 * cell, top);
            let inner = Rect::from_min_size(place, vec2(cell, ROW)).shrink(1.0);
            let response = ui.interact(inner, ui.id().with(("cell", row, column)), Sense::hover());
            let chosen = column_lit(column) && row_lit(row);
            let lit_word = if chosen { ", lit" } else { "" };
            let words = format!("column {}, roll {rolls}: {text}{lit_word}", printed.columns[column]);
            response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
            let rolled = chosen && lit.is_some_and(|l| l.rolled);
            let (fill, ink) = match (rolled, chosen) {
                (true, _) => (c.accent, c.on_accent),
                (_, true) => (c.accent_ground, c.text),
                _ if column_lit(column) => (c.raised, c.text),
                _ => (c.ground, c.muted),
            };
            ui.painter().rect_filled(inner, CornerRadius::same(2), fill);
            if chosen && !rolled {
                ui.painter().rect_stroke(inner, CornerRadius::same(2), Stroke::new(1.0, c.accent), StrokeKind::Inside);
            }
            let face = if chosen { Face::CondensedSemiBold } else { Face::Condensed };
            let font = Theme::font(ui, face, size::SMALL);
            // What is too long for its cell stands in two lines.
            match halves(text).filter(|_| cell < 60.0) {
                Some((first, second)) => {
                    let step = vec2(0.0, 6.5);
                    fitted(ui, (inner.center() - step, inner.width()), &first, font.clone(), ink);
                    fitted(ui, (inner.center() + step, inner.width()), &second, font, ink);
                }
                None => fitted(ui, (inner.center(), inner.width()), text, font, ink),
            }
            response.on_hover_text(words);
        }
    }
}

/// A text around a point, in smaller letters if it would be wider than there is room.
fn fitted(ui: &Ui, (at, width): (Pos2, f32), text: &str, mut font: FontId, ink: Color32) {
    let wide = ui.painter().layout_no_wrap(text.to_owned(), font.clone(), ink).size().x;
    font.size *= (width / (wide + 2.0)).min(1.0);
    ui.painter().text(at, Align2::CENTER_CENTER, text, font, ink);
}

/// A long text in two lines: points under what happens besides, `D h` over `40/120`; others cut at the space nearest to their middle.
fn halves(text: &str) -> Option<(String, String)> {
    if text.len() <= 5 {
        return None;
    }
    let (points, others): (Vec<&str>, Vec<&str>) = text.split(' ').partition(|part| part.contains('/'));
    if let ([points], [_, ..]) = (&points[..], &others[..]) {
        return Some((others.join(" "), (*points).to_owned()));
    }
    let middle = text.len() / 2;
    let cut = text.char_indices().filter(|(_, c)| *c == ' ').min_by_key(|(at, _)| at.abs_diff(middle))?.0;
    Some((text[..cut].to_owned(), text[cut + 1..].to_owned()))
}
