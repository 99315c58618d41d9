//! Things that can be pressed. All can be reached by Tab and pressed by Enter or Space, and have a name for screen readers.

use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{
    Align2, Color32, CornerRadius, FontId, Rect, Response, Sense, Stroke, StrokeKind, Ui, Widget, WidgetInfo,
    WidgetType, pos2, vec2,
};

use super::{Face, Theme, size};

/// How loud a button is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Weight {
    /// The expected answer.
    Primary,
    /// One of several answers.
    #[default]
    Normal,
    /// A way out, or something beside the point.
    Quiet,
    /// Something that cannot be taken back, or that hurts.
    Danger,
}

/// A button with everything that may stand on it.
#[derive(Clone, Debug, Default)]
pub struct Press {
    label: String,
    weight: Weight,
    key: Option<String>,
    hover: Option<String>,
    disabled: bool,
    opens_menu: bool,
    selected: Option<bool>,
    max_width: Option<f32>,
    full_width: bool,
    at_left: bool,
    small: bool,
    name: Option<String>,
}

impl Press {
    /// A button that says `label`.
    pub fn new(label: impl Into<String>) -> Self {
        Self { label: label.into(), ..Self::default() }
    }

    /// How loud it is.
    pub fn weight(mut self, weight: Weight) -> Self {
        self.weight = weight;
        self
    }

    /// The key that does the same, shown as a key cap.
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// What it does, in a sentence under the pointer.
    pub fn hover(mut self, text: impl Into<String>) -> Self {
        self.hover = Some(text.into());
        self
    }

    /// Whether it can be pressed.
    pub fn enabled(mut self, enabled: bool) -> Self {
        self.disabled = !enabled;
        self
    }

    /// It opens a menu: a small triangle says so.
    pub fn opens_menu(mut self) -> Self {
        self.opens_menu = true;
        self
    }

    /// It is one of several choices, chosen or not.
    pub fn selected(mut self, selected: bool) -> Self {
        self.selected = Some(selected);
        self
    }

    /// Longer labels take several lines.
    pub fn max_width(mut self, width: f32) -> Self {
        self.max_width = Some(width);
        self
    }

    /// It is as wide as the panel.
    pub fn full_width(mut self) -> Self {
        self.full_width = true;
        self
    }

    /// It is a line of a menu: as wide as the menu, its label at the left.
    pub fn line(mut self) -> Self {
        self.full_width = true;
        self.at_left = true;
        self.weight = Weight::Quiet;
        self
    }

    /// It stands in a line of text.
    pub fn small(mut self) -> Self {
        self.small = true;
        self
    }

    /// The name for screen readers, if the label does not say enough.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }
}

impl Press {
    fn pad(&self) -> f32 {
        if self.small { 8.0 } else { 12.0 }
    }

    fn font(&self, ui: &Ui) -> FontId {
        Theme::font(
            ui,
            if self.at_left { Face::Regular } else { Face::Medium },
            if self.small { size::SMALL } else { size::BODY },
        )
    }

    fn key_width(&self, ui: &Ui) -> f32 {
        let font = Theme::font(ui, Face::Condensed, size::SMALL);
        self.key.as_ref().map_or(0.0, |key| {
            ui.painter().layout_no_wrap(key.clone(), font, Color32::WHITE).size().x.max(8.0) + 8.0 + 8.0
        })
    }

    /// Everything but the label.
    fn chrome(&self, ui: &Ui) -> f32 {
        self.pad() * 2.0 + self.key_width(ui) + if self.opens_menu { 16.0 } else { 0.0 }
    }

    /// How wide it will be if there is room.
    pub(crate) fn natural_width(&self, ui: &Ui) -> f32 {
        let label = ui.painter().layout_no_wrap(self.label.clone(), self.font(ui), Color32::WHITE).size().x;
        (label + self.chrome(ui)).min(self.max_width.unwrap_or(f32::INFINITY))
    }
}

impl Widget for Press {
    fn ui(self, ui: &mut Ui) -> Response {
        let theme = Theme::of(ui);
        let c = &theme.colours;
        let enabled = !self.disabled && ui.is_enabled();
        let height: f32 = if self.small {
            24.0
        } else if self.at_left {
            28.0
        } else {
            32.0
        };
        let pad = self.pad();
        let font = self.font(ui);
        let key_font = Theme::font(ui, Face::Condensed, size::SMALL);
        let key_width = self.key_width(ui);
        let chrome = self.chrome(ui);
        let room = if ui.layout().main_wrap() { ui.max_rect().width() } else { ui.available_width() };
        let widest = self.max_width.unwrap_or(f32::INFINITY).min(room.max(64.0)) - chrome;
        let mut job = LayoutJob::single_section(self.label.clone(), TextFormat::simple(font, Color32::PLACEHOLDER));
        job.wrap = TextWrapping::wrap_at_width(widest.max(24.0));
        let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
        let height = if galley.rows.len() > 1 { height.max(galley.size().y + 12.0) } else { height };
        let width = if self.full_width { ui.available_width() } else { galley.size().x + chrome };
        let sense = if enabled { Sense::click() } else { Sense::hover() };
        let (rect, response) = ui.allocate_exact_size(vec2(width.max(height), height), sense);
        let name = self.name.as_ref().unwrap_or(&self.label);
        response.widget_info(|| match self.selected {
            Some(selected) => WidgetInfo::selected(WidgetType::Button, enabled, selected, name),
            None => WidgetInfo::labeled(WidgetType::Button, enabled, name),
        });
        if let Some(key) = &self.key {
            ui.ctx().accesskit_node_builder(response.id, |node| node.set_keyboard_shortcut(key.as_str()));
        }
        if ui.is_rect_visible(rect) {
            let hot = enabled && (response.hovered() || response.has_focus());
            let down = enabled && response.is_pointer_button_down_on();
            let chosen = self.selected == Some(true);
            let (mut fill, mut edge, mut ink) = match self.weight {
                Weight::Primary => (c.accent, c.accent, c.on_accent),
                Weight::Danger => (c.danger_ground, c.danger, c.text),
                Weight::Quiet => {
                    (Color32::TRANSPARENT, Color32::TRANSPARENT, if self.at_left { c.text } else { c.muted })
                }
                Weight::Normal => (c.raised, c.edge, c.text),
            };
            if chosen {
                (fill, edge, ink) = (c.accent_ground, c.accent, c.text);
            }
            if hot {
                (fill, edge, ink) = match self.weight {
                    Weight::Primary => (mix(c.accent, Color32::WHITE, 0.25), c.accent, c.on_accent),
                    Weight::Danger => (mix(c.danger_ground, c.danger, 0.15), c.danger, c.text),
                    _ if chosen => (c.accent_ground, c.accent, c.text),
                    _ => (c.lifted, if self.weight == Weight::Quiet { c.edge } else { c.muted }, c.text),
                };
            }
            if !enabled {
                (fill, edge, ink) = (c.panel, c.line, mix(c.muted, c.panel, 0.25));
            }
            let body = if down { rect.translate(vec2(0.0, 1.0)) } else { rect };
            let painter = ui.painter();
            painter.rect(body, CornerRadius::same(4), fill, Stroke::new(1.0, edge), StrokeKind::Inside);
            if response.has_focus() {
                painter.rect_stroke(
                    rect.expand(2.0),
                    CornerRadius::same(6),
                    Stroke::new(2.0, c.accent),
                    StrokeKind::Inside,
                );
            }
            let mut right = body.right() - pad;
            if let Some(key) = &self.key {
                let cap = Rect::from_min_max(
                    pos2(right - key_width + 8.0, body.center().y - 9.0),
                    pos2(right, body.center().y + 9.0),
                );
                let (cap_edge, cap_ink) = if self.weight == Weight::Primary && enabled {
                    (mix(c.on_accent, c.accent, 0.5), c.on_accent)
                } else {
                    (c.edge, c.muted)
                };
                painter.rect_stroke(cap, CornerRadius::same(3), Stroke::new(1.0, cap_edge), StrokeKind::Inside);
                painter.text(cap.center(), Align2::CENTER_CENTER, key, key_font, cap_ink);
                right = cap.left() - 8.0;
            }
            if self.opens_menu {
                let tip = pos2(right - 4.0, body.center().y);
                painter.add(egui::Shape::convex_polygon(
                    vec![tip + vec2(-4.0, -2.0), tip + vec2(4.0, -2.0), tip + vec2(0.0, 3.0)],
                    ink,
                    Stroke::NONE,
                ));
            }
            let at = if self.full_width
                && !self.at_left
                && self.key.is_none()
                && !self.opens_menu
                && self.selected.is_none()
            {
                body.center().x - galley.size().x / 2.0
            } else {
                body.left() + pad.min((width - galley.size().x) / 2.0)
            };
            painter.galley_with_override_text_color(pos2(at, body.center().y - galley.size().y / 2.0), galley, ink);
        }
        match &self.hover {
            Some(text) => response.on_hover_text(text),
            None => response,
        }
    }
}

/// A sentence that opens and closes what stands below it; it wraps, and a triangle at the right says which it does.
pub fn disclosure(ui: &mut Ui, text: &str, font: FontId, open: bool) -> Response {
    let c = Theme::of(ui).colours;
    let galley = ui.painter().layout(text.to_owned(), font, c.text, (ui.available_width() - 28.0).max(80.0));
    let size = vec2(ui.available_width(), galley.size().y + 4.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, open, text));
    let painter = ui.painter();
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, CornerRadius::same(3), c.raised);
    }
    if response.has_focus() {
        painter.rect_stroke(rect, CornerRadius::same(3), Stroke::new(2.0, c.accent), StrokeKind::Inside);
    }
    painter.galley(rect.min + vec2(0.0, 2.0), galley, c.text);
    paint_triangle(painter, pos2(rect.right() - 12.0, rect.top() + 11.0), open, c.muted);
    response.on_hover_text(if open { "Hide the arithmetic." } else { "Show the arithmetic." })
}

/// The triangle of something that opens: to the right while it is closed, down while it is open.
pub(crate) fn paint_triangle(painter: &egui::Painter, middle: egui::Pos2, open: bool, ink: Color32) {
    let tips = if open {
        [vec2(-4.0, -2.0), vec2(4.0, -2.0), vec2(0.0, 4.0)]
    } else {
        [vec2(-2.0, -4.0), vec2(4.0, 0.0), vec2(-2.0, 4.0)]
    };
    let tips = tips.map(|tip| middle + tip);
    painter.add(egui::Shape::convex_polygon(tips.to_vec(), ink, Stroke::NONE));
}

/// A small square button with a painted sign; `name` is what it does.
pub fn icon_button(
    ui: &mut Ui,
    name: &str,
    enabled: bool,
    paint: impl FnOnce(&egui::Painter, Rect, Color32),
) -> Response {
    let theme = Theme::of(ui);
    let c = &theme.colours;
    let enabled = enabled && ui.is_enabled();
    let (rect, response) =
        ui.allocate_exact_size(vec2(32.0, 32.0), if enabled { Sense::click() } else { Sense::hover() });
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, enabled, name));
    if ui.is_rect_visible(rect) {
        let hot = enabled && (response.hovered() || response.has_focus());
        let fill = if hot { c.lifted } else { Color32::TRANSPARENT };
        ui.painter().rect_filled(rect, CornerRadius::same(4), fill);
        if response.has_focus() {
            ui.painter().rect_stroke(rect, CornerRadius::same(4), Stroke::new(2.0, c.accent), StrokeKind::Inside);
        }
        let ink = if !enabled {
            c.edge
        } else if hot {
            c.text
        } else {
            c.muted
        };
        paint(ui.painter(), rect.shrink(8.0), ink);
    }
    response.on_hover_text(name)
}

/// A row of tabs; the one pressed, if any.
pub fn tab_strip<T: Copy + PartialEq>(ui: &mut Ui, tabs: &[(T, &str)], current: T) -> Option<T> {
    let theme = Theme::of(ui);
    let c = &theme.colours;
    let mut pressed = None;
    let of = |ui: &Ui, chosen: bool, narrow: bool| {
        let face = match (narrow, chosen) {
            (true, true) => Face::CondensedSemiBold,
            (true, false) => Face::Condensed,
            (false, true) => Face::SemiBold,
            (false, false) => Face::Medium,
        };
        Theme::font(ui, face, size::BODY)
    };
    let wide = |ui: &Ui, name: &str| {
        ui.painter().layout_no_wrap(name.to_owned(), of(ui, true, false), Color32::WHITE).size().x + 8.0
    };
    let width = ((ui.available_width() - 4.0 * (tabs.len() as f32 - 1.0)) / tabs.len() as f32).floor();
    let narrow = tabs.iter().any(|(_, name)| wide(ui, name) > width);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (tab, name) in tabs {
            let chosen = *tab == current;
            let (rect, response) = ui.allocate_exact_size(vec2(width, 32.0), Sense::click());
            response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, chosen, name));
            let hot = response.hovered() || response.has_focus();
            let painter = ui.painter();
            if hot || chosen {
                painter.rect_filled(rect, CornerRadius::same(4), if hot { c.lifted } else { c.raised });
            }
            if response.has_focus() {
                painter.rect_stroke(rect, CornerRadius::same(4), Stroke::new(2.0, c.accent), StrokeKind::Inside);
            }
            if chosen {
                painter.rect_filled(
                    Rect::from_min_max(
                        pos2(rect.left() + 8.0, rect.bottom() - 3.0),
                        pos2(rect.right() - 8.0, rect.bottom() - 1.0),
                    ),
                    1.0,
                    c.accent,
                );
            }
            let font = of(ui, chosen, narrow);
            painter.text(
                rect.center(),
                Align2::CENTER_CENTER,
                name,
                font,
                if chosen || hot { c.text } else { c.muted },
            );
            if response.clicked() {
                pressed = Some(*tab);
            }
        }
    });
    pressed
}

/// A colour `share` of the way from `a` to `b`.
pub(crate) fn mix(a: Color32, b: Color32, share: f32) -> Color32 {
    a.lerp_to_gamma(b, share)
}
