//! The two sides as they look on every screen: a plate, a sign and a name.

use egui::{Color32, CornerRadius, Painter, Rect, Response, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use super::Flag;
use crate::theme::{self, Face, Theme, size};

const fn painted(flag: Flag) -> block_by_block::Side {
    match flag {
        Flag::First => block_by_block::Side::UsArvn,
        Flag::Second => block_by_block::Side::PavnNlf,
    }
}

/// Fill and text colour of a side.
pub fn flag_colours(theme: &Theme, flag: Flag) -> (Color32, Color32) {
    theme::side_colours(theme, painted(flag))
}

/// The colour of a side as a line or a word on a panel.
pub(super) fn flag_ink(theme: &Theme, flag: Flag) -> Color32 {
    match flag {
        Flag::First => theme.colours.us_arvn_ink,
        Flag::Second => theme.colours.pavn_nlf_ink,
    }
}

/// The sign of a side.
pub fn paint_flag(painter: &Painter, rect: Rect, flag: Flag, ink: Color32) {
    theme::paint_side_symbol(painter, rect, painted(flag), ink);
}

/// A plate in the side's colour with its sign and its name.
pub fn flag_badge(ui: &mut Ui, flag: Flag, name: &str) -> Response {
    let theme = Theme::of(ui);
    let (fill, ink) = flag_colours(&theme, flag);
    let font = Theme::font(ui, Face::SemiBold, size::SMALL);
    let galley = ui.painter().layout_no_wrap(name.to_owned(), font, ink);
    let sign = vec2(14.0, 12.0);
    let wide = vec2(20.0 + sign.x + galley.size().x, 20.0);
    let (rect, response) = ui.allocate_exact_size(wide, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, name));
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(4), fill);
    let at = pos2(rect.left() + 6.0 + sign.x / 2.0, rect.center().y);
    paint_flag(painter, Rect::from_center_size(at, sign), flag, ink);
    painter.galley(pos2(rect.left() + 14.0 + sign.x, rect.center().y - galley.size().y / 2.0), galley, ink);
    response
}

/// The sign of a side in its own colour, without a plate.
pub(super) fn flag_sign(ui: &mut Ui, flag: Flag, width: f32) -> Response {
    let ink = flag_ink(&Theme::of(ui), flag);
    let (rect, response) = ui.allocate_exact_size(vec2(width, width), Sense::hover());
    paint_flag(ui.painter(), rect.shrink(1.0), flag, ink);
    response
}
