//! Right or wrong, as a drawn sign: the typeface has neither a heavy tick nor a heavy cross.

use egui::{Color32, Painter, Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::Theme;

/// What is said of a try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It was right, or is done: a tick.
    Right,
    /// It was wrong: a cross.
    Wrong,
}

/// The sign in a line of text.
pub fn verdict(ui: &mut Ui, verdict: Verdict) -> Response {
    let c = Theme::of(ui).colours;
    let (rect, response) = ui.allocate_exact_size(vec2(16.0, 18.0), Sense::hover());
    let (name, ink) = match verdict {
        Verdict::Right => ("right", c.accent),
        Verdict::Wrong => ("wrong", c.danger),
    };
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, name));
    paint_verdict(ui.painter(), Rect::from_center_size(rect.center(), vec2(12.0, 12.0)), verdict, ink);
    response
}

/// Paints the sign into a square.
pub fn paint_verdict(painter: &Painter, rect: Rect, verdict: Verdict, ink: Color32) {
    let stroke = Stroke::new(2.4, ink);
    let at = |x: f32, y: f32| pos2(rect.left() + x * rect.width(), rect.top() + y * rect.height());
    match verdict {
        Verdict::Right => {
            painter.add(Shape::line(vec![at(0.05, 0.55), at(0.38, 0.9), at(0.95, 0.12)], stroke));
        }
        Verdict::Wrong => {
            painter.line_segment([at(0.1, 0.1), at(0.9, 0.9)], stroke);
            painter.line_segment([at(0.9, 0.1), at(0.1, 0.9)], stroke);
        }
    }
}
