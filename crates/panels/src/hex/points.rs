//! Points line by line, and the level of victory they come to.

use egui::{CornerRadius, Rect, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2};
use search_and_destroy::SearchAndDestroy;
use search_and_destroy::queries::{ScoreLine, ScoreSheet};
use search_and_destroy::state::State;
use search_and_destroy::units::Side;
use tabletop::numbers::{counted, number};
use tabletop::{RuleId, between};

use crate::Intent;
use crate::companion::{Flag, PointLine, Points};
use crate::theme::{SideBadge, SideMark, Theme, card, fact, heading, hint, note, paragraph, section, side_badge};

/// The account.
#[derive(Clone, Debug, PartialEq)]
pub struct PointsModel {
    /// The account as the rules keep it.
    pub sheet: ScoreSheet,
    /// Margins from which a victory is marginal and decisive.
    pub margins: (i32, i32),
    pub over: bool,
}

/// The account of a position, from what a side may know.
pub fn points_model(rules: &SearchAndDestroy, view: &State) -> PointsModel {
    PointsModel {
        sheet: rules.score_sheet(view),
        margins: (i32::from(rules.points.marginal.value), i32::from(rules.points.decisive.value)),
        over: view.step() == search_and_destroy::state::Step::Over,
    }
}

/// The points of both sides line by line, as the page at the end of a turn tells them.
pub fn points_account(rules: &SearchAndDestroy, known: &State) -> Points {
    let sheet = rules.score_sheet(known);
    let flag = |side: Side| if side == Side::Us { Flag::First } else { Flag::Second };
    let line = |line: &ScoreLine| PointLine {
        flag: flag(line.side),
        what: if line.settled { line.cause.name().to_owned() } else { format!("{} (at the end)", line.cause.name()) },
        count: None,
        each: 0,
        points: line.points,
        rule: RuleId::fixed("base-4.18"),
    };
    let (difference, par) = (sheet.us - sheet.nlf, sheet.par);
    Points {
        lines: sheet.lines.iter().map(line).collect(),
        sums: [sheet.us, sheet.nlf],
        names: [Side::Us, Side::Nlf].map(|side| side.name().to_owned()),
        result: format!(
            "{}: US less NLF {}, par {}, margin {}",
            sheet.level.title,
            number(difference),
            number(par),
            number(sheet.margin)
        ),
    }
}

/// A side of Search & Destroy as the panels show it.
pub(super) const fn mark(side: Side) -> SideMark {
    match side {
        Side::Us => SideMark::allied(Side::Us.name()),
        Side::Nlf => SideMark::liberation(Side::Nlf.name()),
    }
}

/// The account.
pub fn points_panel(ui: &mut Ui, model: &PointsModel) -> Vec<Intent> {
    let sheet = &model.sheet;
    card(ui, |ui| {
        heading(ui, &sheet.level.title);
        note(ui, if model.over { "The game is over." } else { "If the game ended now." });
        paragraph(ui, &sheet.level.because);
        margin_bar(ui, model);
        fact(ui, "US points less NLF points", &number(sheet.us - sheet.nlf));
        fact(ui, "Par of the scenario", &number(sheet.par));
        fact(ui, "Margin", &number(sheet.margin));
    });
    for side in [Side::Us, Side::Nlf] {
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            side_badge(ui, mark(side), SideBadge::Name);
            let sum = if side == Side::Us { sheet.us } else { sheet.nlf };
            note(ui, &counted(sum, "point", "points"));
        });
        let lines: Vec<_> = sheet.lines.iter().filter(|l| l.side == side).collect();
        for line in lines.iter().filter(|l| l.settled) {
            fact(ui, line.cause.name(), &number(line.points));
        }
        let rest: Vec<_> = lines.iter().filter(|l| !l.settled).collect();
        if !rest.is_empty() {
            section(ui, "at the end", |ui| {
                for line in rest {
                    fact(ui, line.cause.name(), &number(line.points));
                }
            });
        }
        if lines.is_empty() {
            hint(ui, "None so far.");
        }
    }
    Vec::new()
}

/// From a decisive victory of the NLF at the left to one of the US at the right, and where the margin stands.
fn margin_bar(ui: &mut Ui, model: &PointsModel) {
    let theme = Theme::of(ui);
    let c = theme.colours;
    let (marginal, decisive) = model.margins;
    let most = (decisive as f32 * 1.3).max(1.0);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::hover());
    let margin = model.sheet.margin;
    let words = format!("margin {}; marginal from {marginal}, decisive from {decisive}", number(margin));
    response.widget_info(|| WidgetInfo::labeled(WidgetType::ProgressIndicator, true, &words));
    let x = |value: f32| rect.left() + rect.width() * (between(value / most, -1.0, 1.0) + 1.0) / 2.0;
    let painter = ui.painter();
    let band = |from: f32, to: f32, fill| {
        let piece = Rect::from_min_max(pos2(x(from), rect.top() + 8.0), pos2(x(to), rect.bottom() - 4.0));
        painter.rect_filled(piece, CornerRadius::same(1), fill);
    };
    let (us, nlf) = (c.us_arvn, c.pavn_nlf);
    let (m, d) = (marginal as f32, decisive as f32);
    band(-most, -d, nlf);
    band(-d, -m, nlf.gamma_multiply(0.55));
    band(-m, m, c.ground);
    band(m, d, us.gamma_multiply(0.55));
    band(d, most, us);
    let at = x(margin as f32);
    painter.vline(at, rect.y_range(), Stroke::new(3.0, c.text));
    response.on_hover_text(words);
}
