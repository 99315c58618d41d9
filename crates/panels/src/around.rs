//! The panels around a board: the prompt above, the status line below, the sidebar at the right with its parts and the log.

use egui::{Context, Frame, LayerId, Margin, Panel, Rect, ScrollArea, Ui, UiBuilder};
use tabletop::between;

use crate::log::{LogModel, log_panel};
use crate::theme::{scrolling, tab_strip};
use crate::{Intent, Theme};

/// Width of the sidebar, in points.
const SIDEBAR: f32 = 340.0;
/// What the board keeps of the window's width, in points, before the sidebar grows narrower.
const BOARD: f32 = 300.0;
/// Height of the log, in points: usually, and at least.
const LOG: (f32, f32) = (210.0, 130.0);

/// Draws one of the panels; what the player said goes to the end of the list.
pub type Draw<'a> = Box<dyn FnOnce(&mut Ui, &mut Vec<Intent>) + 'a>;

/// Lays the panels around the board. What is left of the window is the board's.
pub fn surround(ctx: &Context, prompt: Draw<'_>, status: Draw<'_>, sidebar: Draw<'_>) -> (Rect, Vec<Intent>) {
    let mut intents = Vec::new();
    let builder = UiBuilder::new().layer_id(LayerId::background()).max_rect(ctx.viewport_rect());
    let mut root = Ui::new(ctx.clone(), "window".into(), builder);
    let colours = Theme::of_context(ctx).colours;
    let frame = |x: i8, y: i8| Frame::new().fill(colours.panel).inner_margin(Margin::symmetric(x, y));
    Panel::top("prompt").frame(frame(8, 4)).show(&mut root, |ui| prompt(ui, &mut intents));
    Panel::bottom("status").frame(frame(12, 0)).show(&mut root, |ui| status(ui, &mut intents));
    let wide = between(root.available_width() - BOARD, SIDEBAR * 0.8, SIDEBAR);
    Panel::right("sidebar")
        .frame(frame(0, 0))
        .resizable(false)
        .exact_size(wide)
        .show(&mut root, |ui| sidebar(ui, &mut intents));
    (root.available_rect_before_wrap(), intents)
}

/// The parts of a sidebar, one of them shown; the part whose tab was pressed, if any. Draw the log before it.
pub fn parts<T: Copy + PartialEq + std::hash::Hash + std::fmt::Debug>(
    ui: &mut Ui,
    tabs: &[(T, &str)],
    current: T,
    add: impl FnOnce(&mut Ui),
) -> Option<T> {
    let colours = Theme::of(ui).colours;
    let frame = Frame::new().fill(colours.panel).inner_margin(Margin { left: 12, right: 8, top: 8, bottom: 8 });
    let pressed = Panel::top("tabs").frame(frame).resizable(false).show(ui, |ui| tab_strip(ui, tabs, current)).inner;
    Frame::new().inner_margin(Margin { left: 12, right: 4, top: 0, bottom: 4 }).show(ui, |ui| {
        scrolling(ui, ScrollArea::vertical().id_salt(("part", current)).auto_shrink(false), |ui| {
            ui.set_max_width(ui.available_width() - 8.0);
            add(ui);
        });
    });
    pressed
}

/// The log at the foot of the sidebar: a third of it, and with large letters in a small window as much as still shows a line.
pub fn log_below(ui: &mut Ui, log: &LogModel<'_>) -> Vec<Intent> {
    let room = ui.available_height();
    let height = LOG.0.min((room / 3.0).max(LOG.1)).min(room / 2.0);
    let frame =
        Frame::new().fill(Theme::of(ui).colours.panel).inner_margin(Margin { left: 12, right: 8, top: 8, bottom: 8 });
    Panel::bottom("log").frame(frame).resizable(false).exact_size(height).show(ui, |ui| log_panel(ui, log)).inner
}
