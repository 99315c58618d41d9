//! What may be longer than the room for it.

use egui::accesskit::{Rect as Bounds, Role};
use egui::{Align, Layout, Rect, ScrollArea, Ui, Vec2, vec2};

/// Shows what may be longer than the room for it, and tells screen readers where it scrolls and how far it has come.
pub fn scrolling<R>(ui: &mut Ui, area: ScrollArea, add: impl FnOnce(&mut Ui) -> R) -> R {
    scrolling_in_view(ui, area, |ui, _| add(ui))
}

/// The same for what may be wider than the room for it.
pub fn scrolling_aside<R>(ui: &mut Ui, area: ScrollArea, add: impl FnOnce(&mut Ui) -> R) -> R {
    scrolls(ui, area, |ui, _| add(ui), Vec2::X)
}

/// The same for what lays out only what is in view: it is given the part of itself that is.
pub fn scrolling_in_view<R>(ui: &mut Ui, area: ScrollArea, add: impl FnOnce(&mut Ui, Rect) -> R) -> R {
    scrolls(ui, area, add, Vec2::Y)
}

/// The narrowest column that is still read beside others, in points.
const COLUMN: f32 = 270.0;

/// So many columns beside each other, each scrolling by itself; one below the other where the window is too narrow for that.
pub fn columns(ui: &mut Ui, name: &str, count: usize, mut add: impl FnMut(&mut Ui, usize)) {
    let apart = 16.0;
    let room = ui.available_size();
    let wide = (room.x + apart) / count.max(1) as f32 - apart;
    let area = |place: usize| ScrollArea::vertical().auto_shrink(false).id_salt((name, place));
    if wide < COLUMN {
        return scrolling(ui, area(0), |ui| (0..count).for_each(|place| _ = ui.push_id(place, |ui| add(ui, place))));
    }
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = apart;
        for place in 0..count {
            ui.allocate_ui_with_layout(vec2(wide, room.y), Layout::top_down(Align::LEFT), |ui| {
                ui.set_width(wide);
                scrolling(ui, area(place), |ui| add(ui, place));
            });
        }
    });
}

fn scrolls<R>(ui: &mut Ui, area: ScrollArea, add: impl FnOnce(&mut Ui, Rect) -> R, way: Vec2) -> R {
    let mut content = None;
    let shown = area.show_viewport(ui, |ui, viewport| {
        content = Some(ui.unique_id());
        add(ui, viewport)
    });
    if let Some(content) = content {
        // What egui calls the inner rectangle is the room there was, also where less was needed.
        let (room, size, offset) = (shown.inner_rect, shown.content_size, shown.state.offset);
        let far = (size - room.size()).max(Vec2::ZERO) * way;
        let needed = if way == Vec2::Y {
            vec2(room.width(), size.y.min(room.height()))
        } else {
            size.min(vec2(room.width(), f32::INFINITY))
        };
        let room = Rect::from_min_size(room.min, needed);
        ui.ctx().accesskit_node_builder(content, |node| {
            node.set_role(Role::ScrollView);
            node.set_bounds(Bounds {
                x0: room.left().into(),
                y0: room.top().into(),
                x1: room.right().into(),
                y1: room.bottom().into(),
            });
            node.set_clips_children();
            node.set_scroll_x_max(far.x.into());
            node.set_scroll_y_max(far.y.into());
            node.set_scroll_x(offset.x.into());
            node.set_scroll_y(offset.y.into());
        });
    }
    shown.inner
}
