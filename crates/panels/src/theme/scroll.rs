//! What may be longer than the room for it.

use egui::accesskit::{Rect as Bounds, Role};
use egui::{Rect, ScrollArea, Ui};

/// Shows what may be longer than the room for it, and tells screen readers where it scrolls and how far it has come.
pub fn scrolling<R>(ui: &mut Ui, area: ScrollArea, add: impl FnOnce(&mut Ui) -> R) -> R {
    scrolling_in_view(ui, area, |ui, _| add(ui))
}

/// The same for what lays out only what is in view: it is given the part of itself that is.
pub fn scrolling_in_view<R>(ui: &mut Ui, area: ScrollArea, add: impl FnOnce(&mut Ui, Rect) -> R) -> R {
    let mut content = None;
    let shown = area.show_viewport(ui, |ui, viewport| {
        content = Some(ui.unique_id());
        add(ui, viewport)
    });
    if let Some(content) = content {
        let (room, size, offset) = (shown.inner_rect, shown.content_size, shown.state.offset);
        let far = |whole: f32, part: f32| f64::from((whole - part).max(0.0));
        ui.ctx().accesskit_node_builder(content, |node| {
            node.set_role(Role::ScrollView);
            node.set_bounds(Bounds {
                x0: room.left().into(),
                y0: room.top().into(),
                x1: room.right().into(),
                y1: room.bottom().into(),
            });
            node.set_clips_children();
            node.set_scroll_x_max(far(size.x, room.width()));
            node.set_scroll_y_max(far(size.y, room.height()));
            node.set_scroll_x(offset.x.into());
            node.set_scroll_y(offset.y.into());
        });
    }
    shown.inner
}
