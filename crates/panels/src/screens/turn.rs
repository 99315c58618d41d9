//! What a turn came to, in games that are decided by points: line by line, before and after it.

use egui::{Align, CornerRadius, Frame, Layout, Margin, RichText, ScrollArea, Ui, WidgetInfo, WidgetType, vec2};
use tabletop::between;
use tabletop::numbers::signed;

use crate::Intent;
use crate::companion::{Flag, Points, flag_badge};
use crate::theme::{Face, Press, Theme, Weight, card, hint, note, section, side_by_side, size};

/// What a turn came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointsTurnModel {
    /// Which turn is over.
    pub turn: u32,
    /// The names of both sides, in the order of the rulebook.
    pub names: [String; 2],
    /// What counts, by its side: words, points before the turn and now.
    pub lines: [Vec<(String, i32, i32)>; 2],
    /// The sums of both sides before the turn and now.
    pub sums: [(i32, i32); 2],
    /// What the game would end in now.
    pub result: String,
    /// How much is still to come, in a sentence.
    pub left: String,
}

impl PointsTurnModel {
    /// The account of a turn from the points before it and now.
    pub fn new(turn: u32, before: &Points, now: &Points, left: String) -> Self {
        let lines = |flag: Flag| {
            let own = now.lines.iter().filter(|line| line.flag == flag);
            let was = |what: &str| {
                let same = before.lines.iter().filter(|line| line.flag == flag && line.what == what);
                same.map(|line| line.points).sum()
            };
            let told = own.map(|line| (line.what.clone(), was(&line.what), line.points));
            told.filter(|(_, was, is)| *was != 0 || *is != 0).collect()
        };
        Self {
            turn,
            names: now.names.clone(),
            lines: [lines(Flag::First), lines(Flag::Second)],
            sums: [(before.sums[0], now.sums[0]), (before.sums[1], now.sums[1])],
            result: now.result.clone(),
            left,
        }
    }
}

/// A number on its way from what it was to what it is.
fn counted(from: i32, to: i32, told: f32) -> i32 {
    from + ((to - from) as f32 * between(told, 0.0, 1.0)).round() as i32
}

/// The points of both sides, counted up: `told` goes from 0, as it was, to 1, as it is.
pub fn points_turn_panel(ui: &mut Ui, model: &PointsTurnModel, told: f32) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        let font = Theme::font(ui, Face::Bold, size::TITLE);
        ui.label(RichText::new(format!("Turn {} is over", model.turn)).font(font));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let press = Press::new("Go on").key("Enter").weight(Weight::Primary);
            if ui.add(press).clicked() {
                intents.push(Intent::CloseDialog);
            }
        });
    });
    ui.add_space(8.0);
    let room = (ui.ctx().content_rect().height() - 130.0).max(120.0);
    ScrollArea::vertical().id_salt("turn end").max_height(room).show(ui, |ui| {
        let columns = if ui.available_width() < 440.0 { 1 } else { 2 };
        side_by_side(ui, columns, |columns| {
            for flag in [Flag::First, Flag::Second] {
                let place = flag.place().min(columns.len() - 1);
                card(&mut columns[place], |ui| side(ui, model, flag, told));
            }
        });
        ui.add_space(8.0);
        note(ui, "If the game ended now");
        let font = Theme::font(ui, Face::SemiBold, size::LEAD);
        ui.add(egui::Label::new(RichText::new(&model.result).font(font)).wrap());
        hint(ui, &model.left);
    });
    intents
}

fn side(ui: &mut Ui, model: &PointsTurnModel, flag: Flag, told: f32) {
    let place = flag.place();
    let (was, is) = model.sums[place];
    ui.horizontal(|ui| {
        flag_badge(ui, flag, &model.names[place]);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let font = Theme::font(ui, Face::SemiBold, size::TITLE);
            let sum = ui.label(RichText::new(counted(was, is, told).to_string()).font(font));
            let words = format!(
                "{} has {}, {was} before the turn",
                model.names[place],
                tabletop::numbers::counted(is, "point", "points")
            );
            sum.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, words.clone()));
        });
    });
    section(ui, "What counts", |ui| {
        let lines = &model.lines[place];
        if lines.is_empty() {
            hint(ui, "No points so far.");
        }
        for (what, was, is) in lines {
            line(ui, what, (*was, *is), told);
        }
    });
}

/// One thing that counts; what the turn has changed is lit.
fn line(ui: &mut Ui, what: &str, (was, is): (i32, i32), told: f32) {
    let c = Theme::of(ui).colours;
    let changed = was != is;
    let fill = if changed { c.accent_ground } else { egui::Color32::TRANSPARENT };
    let frame = Frame::new().fill(fill).corner_radius(CornerRadius::same(4)).inner_margin(Margin::symmetric(6, 2));
    frame.show(ui, |ui| {
        ui.horizontal_top(|ui| {
            let mono = Theme::font(ui, Face::Mono, size::BODY);
            let number =
                if changed { format!("{}  {}", signed(is - was), counted(was, is, told)) } else { is.to_string() };
            let wide = crate::theme::width_of(ui, &number, &mono) + 12.0;
            let room = (ui.available_width() - wide).max(60.0);
            ui.allocate_ui_with_layout(vec2(room, 0.0), Layout::top_down(Align::LEFT), |ui| {
                ui.set_width(room);
                ui.add(egui::Label::new(what).wrap());
            });
            ui.with_layout(Layout::right_to_left(Align::TOP), |ui| {
                ui.label(RichText::new(number).font(mono));
            });
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::companion::PointLine;
    use tabletop::RuleId;

    #[test]
    fn a_turn_tells_what_it_changed_and_leaves_out_what_never_counted() {
        let line = |flag, what: &str, points| PointLine {
            flag,
            what: what.into(),
            count: None,
            each: 0,
            points,
            rule: RuleId::fixed("P-victory"),
        };
        let points = |killed: i32, sums: [i32; 2]| Points {
            lines: vec![line(Flag::First, "Enemy killed", killed), line(Flag::Second, "Stores", 0)],
            sums,
            names: ["Allied".into(), "VC".into()],
            result: "a draw".into(),
        };
        let model = PointsTurnModel::new(2, &points(1, [1, 0]), &points(4, [4, 0]), String::new());
        assert_eq!(model.lines, [vec![("Enemy killed".to_owned(), 1, 4)], Vec::new()]);
        assert_eq!(model.sums, [(1, 4), (0, 0)]);
        assert_eq!([0.0, 0.5, 1.0].map(|told| counted(4, -2, told)), [4, 1, -2]);
    }
}
