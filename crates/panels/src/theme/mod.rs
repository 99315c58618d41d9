//! The one place for the look: colours, type, spacing, and the small parts every panel is made of.
//!
//! Call [`install_fonts`] and [`Theme::apply`] once at the start; afterwards `Theme::apply` alone changes the palette.

mod badges;
mod colours;
mod controls;
mod dice;
mod fonts;
mod landmark;
mod layout;
mod odds;
mod opened;
mod scroll;
mod verdict;

use std::sync::{Arc, OnceLock};

use artwork::PaletteChoice;

use egui::{
    Color32, Context, CornerRadius, FontFamily, FontId, Id, Margin, Shadow, Stroke, TextStyle, Ui, Vec2, Visuals, vec2,
};
use tabletop::between;

pub(crate) use badges::origin;
pub use badges::{
    Camp, SideBadge, SideMark, paint_side_symbol, provenance_badge, rule_chip, side_badge, side_colours, side_ink,
};
pub use colours::Colours;
pub use controls::{Press, Weight, disclosure, icon_button, tab_strip};
pub(crate) use controls::{mix, paint_triangle};
pub use dice::{die_face, paint_die};
pub use fonts::{Face, FontFiles, install_fonts};
pub use landmark::Landmark;
pub(crate) use layout::width_of;
pub use layout::{bar, beside, card, coming, fact, heading, hint, note, paragraph, section, side_by_side, value_row};
pub use odds::{Outcome, chance_words, further, odds_bar, odds_row, odds_strip, odds_swatch, odds_told};
pub use opened::newly_opened;
pub use scroll::{columns, scrolling, scrolling_aside, scrolling_in_view};

pub use verdict::{Verdict, paint_verdict, verdict};

/// Type sizes in points at scale 1; nothing is smaller than the first.
pub mod size {
    /// Captions and table figures.
    pub const SMALL: f32 = 12.0;
    /// Running text and buttons.
    pub const BODY: f32 = 14.0;
    /// The question in the prompt bar.
    pub const LEAD: f32 = 16.0;
    /// Headings of panels.
    pub const HEADING: f32 = 16.0;
    /// Headings of screens.
    pub const TITLE: f32 = 24.0;
    /// The name of the house.
    pub const DISPLAY: f32 = 48.0;
}

/// The room every page and panel is made for, in points of its own: no window shows less.
pub const LEAST_ROOM: Vec2 = vec2(640.0, 360.0);

/// The largest window, in points, in which letters and panels are of the usual size: in a larger one they grow with it.
const USUAL_ROOM: Vec2 = vec2(1920.0, 1080.0);

/// How much larger than usual letters and panels are drawn in a window of this size, in points at the usual size: as much
/// as is wished beside what suits the window, as long as [`LEAST_ROOM`] is left.
pub fn zoom(wished: f32, window: Vec2) -> f32 {
    let suits = (window / USUAL_ROOM).min_elem().max(1.0);
    between(wished * suits, 0.5, (window / LEAST_ROOM).min_elem())
}

/// The room the panels are laid out in, in their own points, with letters of the wished size in a window of this size. It is
/// never less than [`LEAST_ROOM`]: in a window that opens, is dragged to nothing or put away they are laid out as ever, and
/// cut off at its edge.
pub fn room(wished: f32, window: Vec2) -> Vec2 {
    (window / zoom(wished, window)).max(LEAST_ROOM)
}

/// The look of the panels.
#[derive(Clone, Debug, PartialEq)]
pub struct Theme {
    pub colours: Colours,
}

impl Default for Theme {
    fn default() -> Self {
        Self { colours: Colours::of(PaletteChoice::StaffMap) }
    }
}

impl Theme {
    /// The theme in use, or the default one.
    pub fn of(ui: &Ui) -> Arc<Self> {
        Self::of_context(ui.ctx())
    }

    /// The theme in use in a context, or the default one.
    pub fn of_context(ctx: &Context) -> Arc<Self> {
        static PLAIN: OnceLock<Arc<Theme>> = OnceLock::new();
        ctx.data(|data| data.get_temp::<Arc<Self>>(Id::NULL)).unwrap_or_else(|| PLAIN.get_or_init(Arc::default).clone())
    }

    /// Makes this the look of everything drawn in `ctx`.
    pub fn apply(&self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(Id::NULL, Arc::new(self.clone())));
        ctx.set_theme(egui::Theme::Dark);
        let visuals = self.visuals();
        ctx.all_styles_mut(|style| {
            style.visuals = visuals.clone();
            style.text_styles = [
                (TextStyle::Small, FontId::new(size::SMALL, FontFamily::Proportional)),
                (TextStyle::Body, FontId::new(size::BODY, FontFamily::Proportional)),
                (TextStyle::Button, FontId::new(size::BODY, FontFamily::Proportional)),
                (TextStyle::Monospace, FontId::new(size::BODY, FontFamily::Monospace)),
                (TextStyle::Heading, FontId::new(size::HEADING, FontFamily::Proportional)),
            ]
            .into();
            style.spacing.item_spacing = vec2(8.0, 4.0);
            style.spacing.button_padding = vec2(12.0, 4.0);
            style.spacing.interact_size = vec2(32.0, 20.0);
            style.spacing.window_margin = Margin::same(16);
            style.spacing.menu_margin = Margin::same(8);
            style.spacing.menu_width = 420.0;
            style.spacing.tooltip_width = 320.0;
            style.spacing.slider_width = 160.0;
            style.spacing.scroll.bar_width = 6.0;
            style.spacing.scroll.foreground_color = false;
            style.spacing.scroll.floating = false;
            style.spacing.scroll.bar_inner_margin = 4.0;
            style.spacing.scroll.bar_outer_margin = 0.0;
            style.interaction.selectable_labels = false;
            style.interaction.tooltip_delay = 0.35;
            style.animation_time = style.animation_time.min(0.12);
        });
    }

    fn visuals(&self) -> Visuals {
        let c = &self.colours;
        let mut visuals = Visuals::dark();
        visuals.weak_text_color = Some(c.muted);
        visuals.panel_fill = c.panel;
        visuals.window_fill = c.panel;
        visuals.window_stroke = Stroke::new(1.0, c.edge);
        visuals.window_corner_radius = CornerRadius::same(8);
        visuals.menu_corner_radius = CornerRadius::same(6);
        visuals.window_shadow = Shadow { offset: [0, 8], blur: 24, spread: 0, color: Color32::from_black_alpha(140) };
        visuals.popup_shadow = Shadow { offset: [0, 4], blur: 12, spread: 0, color: Color32::from_black_alpha(120) };
        visuals.extreme_bg_color = c.ground;
        visuals.faint_bg_color = c.raised;
        visuals.code_bg_color = c.raised;
        visuals.hyperlink_color = c.accent;
        visuals.warn_fg_color = c.accent;
        visuals.error_fg_color = c.danger;
        visuals.selection.bg_fill = c.accent_ground;
        visuals.selection.stroke = Stroke::new(1.0, c.accent);
        visuals.slider_trailing_fill = true;
        visuals.indent_has_left_vline = false;
        visuals.interact_cursor = Some(egui::CursorIcon::PointingHand);
        let widgets = &mut visuals.widgets;
        for (state, fill, stroke, text) in [
            (&mut widgets.noninteractive, c.panel, c.line, c.text),
            (&mut widgets.inactive, c.raised, c.edge, c.text),
            (&mut widgets.hovered, c.lifted, c.muted, c.text),
            (&mut widgets.active, c.lifted, c.accent, c.text),
            (&mut widgets.open, c.lifted, c.edge, c.text),
        ] {
            state.bg_fill = fill;
            state.weak_bg_fill = fill;
            state.bg_stroke = Stroke::new(1.0, stroke);
            state.fg_stroke = Stroke::new(1.0, text);
            state.corner_radius = CornerRadius::same(4);
            state.expansion = 0.0;
        }
        visuals
    }

    /// A cut at a size; the plain one while the typeface is not installed.
    pub fn font(ui: &Ui, face: Face, size: f32) -> FontId {
        let ready = Id::new("typeface is installed");
        let known = ui.ctx().data(|data| data.get_temp::<bool>(ready)).unwrap_or(false);
        if known || fonts::are_installed(ui.ctx()) {
            if !known {
                ui.ctx().data_mut(|data| data.insert_temp(ready, true));
            }
            return face.at(size);
        }
        FontId::new(size, if face == Face::Mono { FontFamily::Monospace } else { FontFamily::Proportional })
    }
}
