//! Dice as they lie on the table.

use egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    WidgetType, vec2,
};

use super::Theme;

/// A die that shows `value`, `width` points wide.
pub fn die_face(ui: &mut Ui, value: u8, width: f32) -> Response {
    let theme = Theme::of(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(width, width), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("die shows {value}")));
    paint_die(ui.painter(), rect, value, theme.colours.paper, theme.colours.ink);
    response
}

/// Paints a die's face: with pips up to six, as a numeral on dice with more sides.
pub fn paint_die(painter: &Painter, rect: Rect, value: u8, body: Color32, pips: Color32) {
    let width = rect.width();
    let radius = CornerRadius::same((width * 0.18) as u8);
    painter.rect(rect, radius, body, Stroke::new(1.0, Color32::from_black_alpha(90)), StrokeKind::Inside);
    let step = width * 0.26;
    let pip = width * 0.09;
    let spots: &[(f32, f32)] = match value {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)],
        5 => &[(-1.0, -1.0), (1.0, -1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        6 => &[(-1.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, 1.0)],
        _ => {
            let font = FontId::proportional(width * 0.6);
            painter.text(rect.center(), Align2::CENTER_CENTER, value, font, pips);
            &[]
        }
    };
    for (x, y) in spots {
        painter.circle_filled(rect.center() + vec2(x * step, y * step), pip, pips);
    }
}
