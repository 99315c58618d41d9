//! What has just come to sight.

use egui::{Id, Ui};

/// Whether what has this name was not drawn in the pass before.
pub fn newly_opened(ui: &Ui, name: &str) -> bool {
    let pass = ui.ctx().cumulative_pass_nr();
    let before = ui.data_mut(|data| {
        let id = Id::new(("drawn in pass", name));
        let before: Option<u64> = data.get_temp(id);
        data.insert_temp(id, pass);
        before
    });
    before.is_none_or(|before| pass.saturating_sub(before) > 2)
}
