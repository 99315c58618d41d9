//! The panels around a board: the prompt above, the status line below, the sidebar at the right with its parts and the log.

use std::fmt::Debug;
use std::hash::Hash;

use egui::containers::panel::PanelState;
use egui::{Context, Frame, Id, LayerId, Margin, Panel, Rect, ScrollArea, Ui, UiBuilder, vec2};
use tabletop::between;

use crate::log::{LogModel, log_panel};
use crate::theme::{Landmark, scrolling, tab_strip};
use crate::{Intent, Theme};

/// Width of the sidebar, in points.
const SIDEBAR: f32 = 340.0;
/// What the board keeps of the window's width, in points, before the sidebar grows narrower.
const BOARD: f32 = 300.0;
/// Height of the log, in points, where the part above wants all it can get: usually, and at least.
const LOG: (f32, f32) = (210.0, 130.0);
/// How high a sidebar is, in points, before part and log both find room in it.
const BOTH: f32 = 320.0;

/// Draws one of the panels; what the player said goes to the end of the list.
pub type Draw<'a> = Box<dyn FnOnce(&mut Ui, &mut Vec<Intent>) + 'a>;

/// All of the window, for panels or a page under this name.
pub fn whole_window(ctx: &Context, name: &'static str) -> Ui {
    let builder = UiBuilder::new().layer_id(LayerId::background()).max_rect(ctx.viewport_rect());
    Ui::new(ctx.clone(), name.into(), builder)
}

/// Lays the panels around the board. What is left of the window is the board's.
pub fn surround(ctx: &Context, prompt: Draw<'_>, status: Draw<'_>, sidebar: Draw<'_>) -> (Rect, Vec<Intent>) {
    let mut intents = Vec::new();
    let mut root = whole_window(ctx, "window");
    let colours = Theme::of_context(ctx).colours;
    let frame = |x: i8, y: i8| Frame::new().fill(colours.panel).inner_margin(Margin::symmetric(x, y));
    bar(
        &mut root,
        "prompt",
        |name| Panel::top(name).frame(frame(8, 4)),
        |ui| {
            Landmark::Prompt.mark(ui);
            prompt(ui, &mut intents);
        },
    );
    bar(
        &mut root,
        "status",
        |name| Panel::bottom(name).frame(frame(12, 0)),
        |ui| {
            Landmark::Status.mark(ui);
            status(ui, &mut intents);
        },
    );
    let wide = between(root.available_width() - BOARD, SIDEBAR * 0.8, SIDEBAR);
    Panel::right("sidebar").frame(frame(0, 0)).resizable(false).exact_size(wide).show(&mut root, |ui| {
        Landmark::Sidebar.mark(ui);
        sidebar(ui, &mut intents);
    });
    (root.available_rect_before_wrap(), intents)
}

/// Shows a bar across the window. Where it turns out to want another height than was kept for it, all is laid out again before anybody
/// sees it: a bar that is new would be cut, and the board would jump.
fn bar(root: &mut Ui, name: &'static str, panel: impl FnOnce(&'static str) -> Panel, add: impl FnOnce(&mut Ui)) {
    let ctx = root.ctx().clone();
    let height = || PanelState::load(&ctx, Id::new(name)).map(|bar| bar.size().y);
    let kept = height();
    panel(name).show(root, add);
    if kept != height() {
        ctx.request_discard(name);
    }
}

/// A sidebar: its parts, one of them shown, and below it the log, if it is open, which takes what the part leaves free; where
/// there is no room for both, the log scrolls with the part. The part whose tab was pressed, if any.
pub fn sidebar<T: Copy + PartialEq + Hash + Debug>(
    ui: &mut Ui,
    tabs: &[(T, &str)],
    current: T,
    log: Option<&LogModel<'_>>,
    intents: &mut Vec<Intent>,
    add: impl FnOnce(&mut Ui, &mut Vec<Intent>),
) -> Option<T> {
    let frame =
        Frame::new().fill(Theme::of(ui).colours.panel).inner_margin(Margin { left: 12, right: 8, top: 8, bottom: 8 });
    let height = ui.available_height();
    let (at_foot, below) = if height < BOTH { (None, log) } else { (log, None) };
    // A third of it, and with large letters in a small window as much as still shows some lines.
    let least = at_foot.map_or(0.0, |_| LOG.0.min((height / 3.0).max(LOG.1)));
    let pressed = Panel::top("tabs").frame(frame).resizable(false).show(ui, |ui| tab_strip(ui, tabs, current)).inner;
    Frame::new().inner_margin(Margin { left: 12, right: 4, top: 6, bottom: 4 }).show(ui, |ui| {
        // What the part leaves free is the log's.
        let room = ui.available_height() - least;
        let area =
            ScrollArea::vertical().id_salt(("part", current)).auto_shrink([false, at_foot.is_some()]).max_height(room);
        scrolling(ui, area, |ui| {
            ui.set_max_width(ui.available_width() - 8.0);
            add(ui, intents);
            if let Some(log) = below {
                ui.add_space(8.0);
                ui.separator();
                let room = vec2(ui.available_width(), LOG.0);
                ui.allocate_ui(room, |ui| {
                    ui.set_min_size(room);
                    intents.extend(log_panel(ui, log));
                });
            }
        });
    });
    if let Some(log) = at_foot {
        let panel = Panel::bottom("log").frame(frame).resizable(false).exact_size(ui.available_height());
        intents.extend(panel.show(ui, |ui| log_panel(ui, log)).inner);
    }
    pressed
}

#[cfg(test)]
mod tests {
    use egui::{RawInput, pos2};

    use super::*;

    #[test]
    fn a_bar_that_is_new_or_grows_is_laid_out_again_before_it_is_seen() {
        let ctx = Context::default();
        // Where the prompt ends and what the board gets, each time that the window was laid out for one frame.
        let frame = |lines: usize| {
            let (mut seen, mut input) = (Vec::new(), RawInput::default());
            input.screen_rect = Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(800.0, 600.0)));
            let mut output = ctx.run_ui(input, |ui| {
                let mut room = 0.0;
                let prompt = |ui: &mut Ui, _: &mut Vec<Intent>| {
                    room = ui.max_rect().bottom();
                    (0..lines).for_each(|_| _ = ui.label("An answer"));
                };
                let status = |ui: &mut Ui, _: &mut Vec<Intent>| _ = ui.heading("Turn 1");
                let (board, _) = surround(ui.ctx(), Box::new(prompt), Box::new(status), Box::new(|_, _| {}));
                seen.push((room, board));
            });
            output.textures_delta.clear();
            seen
        };
        for lines in [2, 2, 5, 1] {
            let (last, next) = (frame(lines), frame(lines));
            assert_eq!(next.len(), 1, "nothing changes any more");
            assert_eq!(last.last(), next.last(), "{lines} lines are shown as they stay");
        }
    }
}
